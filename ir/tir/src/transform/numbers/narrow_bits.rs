//! The bits that variables, constants and casts need.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::{IntImmNode, PrimExpr};

use crate::arith::{Analyzer, all_operands, class};
use crate::expr::{CastNode, Range, ReduceNode, Var};
use crate::stmt::{AttrStmtNode, BlockNode, ForNode, Stmt};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, thread_axis};

/// The bits of a number that may have any value.
const MAX_BITS: u8 = 64;

/// Returns the data types of the variables, constants and casts in a statement that can have fewer
/// bits, if the values of integers that fit `target_bits` have that many bits.
pub(super) fn narrow_types(body: &Stmt, target_bits: u8) -> Result<HashMap<PrimExpr, DataType>, LowerError> {
    let mut needs = Needs {
        target_bits,
        bounds: HashMap::new(),
        analyzer: Analyzer::new(),
        extents: HashMap::new(),
        types: HashMap::new(),
    };
    rewrite_stmt(body.clone(), &mut needs)?;
    needs.types.retain(|expr, dtype| expr.dtype != *dtype);
    Ok(needs.types)
}

struct Needs {
    target_bits: u8,
    /// Whether the values of integers fit the target bits.
    bounds: HashMap<PrimExpr, bool>,
    analyzer: Analyzer,
    /// The data types of the extents of variables of loops and threads.
    extents: HashMap<Var, DataType>,
    types: HashMap<PrimExpr, DataType>,
}

impl Needs {
    fn bind(&mut self, var: &Var, range: &Range) -> Result<(), LowerError> {
        self.analyzer.bind_range(var, range, false)?;
        self.extents.insert(var.clone(), range.extent.dtype);
        Ok(())
    }

    /// Adds the needs of an expression. A part has the bits of the widest integer around it.
    fn add(&mut self, root: &PrimExpr) -> Result<(), LowerError> {
        self.bound_parts(root);
        let mut seen = HashSet::new();
        let mut pending = vec![(root.clone(), self.target_bits)];
        while let Some((expr, outer)) = pending.pop() {
            let mut bits = outer;
            if expr.dtype.is_int() {
                let fits = expr.dtype.bits <= self.target_bits || self.bounds.get(&expr) == Some(&true);
                bits = outer.max(if fits { self.target_bits } else { MAX_BITS });
            }
            if !seen.insert((expr.clone(), bits)) {
                continue;
            }
            if let Some(reduce) = expr.as_node::<ReduceNode>() {
                for axis in &reduce.axis {
                    if let Some(dom) = &axis.dom {
                        self.bind(&axis.var, dom)?;
                    }
                }
            }
            self.note(&expr, bits);
            if let Some(class) = class(&expr) {
                pending.extend(all_operands(class, &expr).into_iter().map(|operand| (operand, bits)));
            }
        }
        Ok(())
    }

    /// Notes which integers in an expression fit the target bits. Facts about their variables
    /// are known by then.
    fn bound_parts(&mut self, root: &PrimExpr) {
        let mut parts = Vec::new();
        let mut seen = HashSet::new();
        let mut pending = vec![root.clone()];
        while let Some(expr) = pending.pop() {
            if self.bounds.contains_key(&expr) || !seen.insert(expr.clone()) {
                continue;
            }
            if let Some(class) = class(&expr) {
                pending.extend(all_operands(class, &expr));
            }
            if expr.dtype.is_int() && expr.dtype.bits > self.target_bits {
                parts.push(expr);
            }
        }
        let limit = 1_i128 << (self.target_bits - 1);
        let bounds = self.analyzer.const_int_bounds(&parts);
        for (expr, bound) in parts.into_iter().zip(bounds) {
            let fits = i128::from(bound.max_value) < limit && i128::from(bound.min_value) >= -limit;
            self.bounds.insert(expr, fits);
        }
    }

    /// Notes that an expression has at least these bits, unless it has fewer.
    fn note(&mut self, expr: &PrimExpr, bits: u8) {
        let own = match expr.downcast_ref::<Var>() {
            Some(var) => match self.extents.get(var) {
                Some(extent) => extent.bits,
                None => return,
            },
            None if !expr.dtype.is_int() => return,
            None if expr.is_instance::<IntImmNode>() || expr.is_instance::<CastNode>() => expr.dtype.bits,
            None => return,
        };
        let noted = self.types.entry(expr.clone()).or_insert(DataType { bits: 0, ..expr.dtype });
        noted.bits = noted.bits.max(bits.min(own));
    }
}

impl ScopedRewriter for Needs {
    type Error = LowerError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn version(&self) -> (usize, usize) {
        (self.extents.len(), 0)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        match_node!(match stmt {
            times @ ForNode => {
                self.bind(&times.loop_var, &Range::from_min_extent(&times.min, &times.extent))?;
            }
            attr @ AttrStmtNode => {
                if let Some(axis) = thread_axis(attr)? {
                    self.bind(&axis.var, &Range::from_min_extent(0, &attr.value))?;
                }
            }
            block @ BlockNode => {
                for axis in &block.iter_vars {
                    if let Some(dom) = &axis.dom {
                        self.bind(&axis.var, dom)?;
                    }
                }
            }
            _ => {}
        });
        let stmt = map_exprs(stmt, &mut |expr| self.add(expr).map(|()| expr.clone()))?;
        Ok(EnterStmt::Inside(stmt))
    }
}
