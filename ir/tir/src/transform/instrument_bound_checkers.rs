//! Checks of indices at run time.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::transform::PassInfo;

use super::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use super::{LowerError, PrimFuncPass};
use crate::arith::{Analyzer, all_operands, class};
use crate::builtin;
use crate::expr::{Add, And, CallNode, Cast, GE, LT, LoadNode, Mul, RampNode, StringImm, Var};
use crate::function::PrimFunc;
use crate::functor::StmtExprVisitor;
use crate::op;
use crate::stmt::{AllocateNode, AssertStmt, AttrStmtNode, Evaluate, IfThenElse, Stmt, StoreNode};

/// Creates a pass that checks the indices of a store, and of the loads in its value, before the
/// store runs. The attribute `buffer_bound` of a pointer has the number of its elements.
///
/// The operands of a call of `if_then_else` are not checked, because not all of them are evaluated.
#[doc(alias = "InstrumentBoundCheckers")]
pub fn instrument_bound_checkers() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.InstrumentBoundCheckers", []), |mut func: PrimFunc, _, _| {
        let mut bounds = Bounds(HashMap::new());
        bounds.visit(&func.body);
        let mut checker =
            Checker { bounds: bounds.0, allocations: HashMap::new(), changes: 0, analyzer: Analyzer::new() };
        let body = rewrite_stmt(func.body.clone(), &mut checker)?;
        if !body.same_as(&func.body) {
            *func.make_mut().body = body;
        }
        Ok(Some(func))
    })
}

/// Collects the numbers of elements that attributes declare.
struct Bounds(HashMap<Var, PrimExpr>);

impl StmtExprVisitor for Bounds {
    fn enter_stmt(&mut self, stmt: &Stmt) -> bool {
        if let Some(attr) = stmt.as_node::<AttrStmtNode>().filter(|attr| attr.attr_key == "buffer_bound")
            && let Some(pointer) = attr.node.as_ref().and_then(|node| node.downcast_ref::<Var>())
        {
            self.0.insert(pointer.clone(), attr.value.clone());
        }
        true
    }
}

struct Checker {
    /// The numbers of elements of pointers.
    bounds: HashMap<Var, PrimExpr>,
    /// The last allocations of pointers, and the number of their changes.
    allocations: HashMap<Var, Stmt>,
    changes: usize,
    analyzer: Analyzer,
}

impl Checker {
    /// Returns the indices of the accesses of a store with the numbers of elements.
    fn accesses(&self, store: &StoreNode) -> Vec<(PrimExpr, PrimExpr)> {
        let mut accesses = Vec::new();
        let mut seen = HashSet::new();
        let mut pending = vec![store.predicate.clone(), store.index.clone(), store.value.clone()];
        while let Some(expr) = pending.pop() {
            if !seen.insert(expr.clone()) {
                continue;
            }
            let call = expr.as_node::<CallNode>();
            if call.is_some_and(|call| call.calls(&builtin::if_then_else())) {
                return accesses;
            }
            if let Some(load) = expr.as_node::<LoadNode>()
                && let Some(bound) = self.bounds.get(&load.buffer_var)
            {
                accesses.push((load.index.clone(), bound.clone()));
            }
            if let Some(class) = class(&expr) {
                pending.extend(all_operands(class, &expr).into_iter().rev());
            }
        }
        if let Some(bound) = self.bounds.get(&store.buffer_var) {
            accesses.push((store.index.clone(), bound.clone()));
        }
        accesses
    }

    /// Returns the condition that indices are below the numbers of elements.
    fn condition(&mut self, accesses: Vec<(PrimExpr, PrimExpr)>) -> Result<Option<PrimExpr>, ConstructError> {
        let wide = DataType::int(64);
        let mut all: Option<PrimExpr> = None;
        for (mut index, bound) in accesses {
            if let Some(ramp) = index.as_node::<RampNode>() {
                let steps = op::make_const(ramp.stride.dtype, ramp.lanes - 1, None)?;
                index = Add::new(&ramp.base, Mul::new(&ramp.stride, steps, None)?, None)?.upcast();
            }
            let lanes = index.dtype.lanes;
            let index = Cast::new(wide.with_lanes(lanes), self.analyzer.simplify(&index, 2), None)?;
            let bound: PrimExpr = Cast::new(wide, self.analyzer.simplify(&bound, 2), None)?.upcast();
            if lanes > 1 {
                continue;
            }
            let is_not_negative = GE::new(index.clone(), op::make_zero(wide, None)?, None)?;
            let is_inside = And::new(is_not_negative, LT::new(index, bound, None)?, None)?.upcast();
            all = Some(match all {
                None => is_inside,
                Some(all) => And::new(all, is_inside, None)?.upcast(),
            });
        }
        Ok(all)
    }

    /// Sets the number of elements of an allocated pointer.
    fn allocate(&mut self, allocate: &AllocateNode) -> Result<(), ConstructError> {
        let is_length = |length: &PrimExpr| op::as_const_int(length).is_none_or(|length| length >= 0);
        if !self.bounds.contains_key(&allocate.buffer_var) || !allocate.extents.iter().all(is_length) {
            return Ok(());
        }
        let wide = DataType::uint(64);
        let mut count: Option<PrimExpr> = None;
        for extent in &allocate.extents {
            let lanes = op::make_const(wide, allocate.dtype.lanes, None)?;
            let scaled = Mul::new(lanes, Cast::new(wide, extent, None)?, None)?.upcast();
            count = Some(match count {
                None => scaled,
                Some(count) => Mul::new(count, scaled, None)?.upcast(),
            });
        }
        if let Some(count) = count {
            self.bounds.insert(allocate.buffer_var.clone(), count);
        }
        Ok(())
    }
}

impl ScopedRewriter for Checker {
    type Error = LowerError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn version(&self) -> (usize, usize) {
        (self.changes, 0)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        if let Some(allocate) = stmt.as_node::<AllocateNode>() {
            let known = self.allocations.insert(allocate.buffer_var.clone(), stmt.clone());
            if known.is_none_or(|known| !known.same_as(&stmt)) {
                self.changes += 1;
                self.allocate(allocate)?;
            }
        }
        if let Some(store) = stmt.as_node::<StoreNode>() {
            let accesses = self.accesses(store);
            if let Some(condition) = self.condition(accesses)? {
                let message = StringImm::new("OUT OF THE BOUNDS", None);
                let nothing = Evaluate::new(1, None);
                let fails = AssertStmt::new(&condition, message, nothing, None)?.upcast();
                return Ok(EnterStmt::Done(IfThenElse::new(condition, stmt, Some(fails), None)?.upcast()));
            }
        }
        Ok(EnterStmt::Inside(stmt))
    }
}
