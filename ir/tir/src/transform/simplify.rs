//! Simplification of the expressions of a function.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::{FloatImmNode, IntImmNode, PrimExpr};
use objet_ir::op::CallEffectKind;
use objet_ir::transform::PassInfo;

use super::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use super::thread::bind_axes;
use super::{LowerError, PrimFuncPass};
use crate::analysis::side_effect;
use crate::arith::{Analyzer, Constraint, deep_equal};
use crate::expr::{LoadNode, Not, Range, Var, VarNode};
use crate::function::PrimFunc;
use crate::functor::foreign_vars;
use crate::op;
use crate::stmt::{
    AssertStmtNode, Evaluate, For, ForNode, IfThenElse, IfThenElseNode, LetStmt, Stmt, StoreNode,
};

/// Creates a pass that simplifies the expressions of functions, by the ranges of loops, the extents
/// of threads and the conditions around them.
///
/// - A variable whose value is a constant, a variable or a pure integer is replaced by its value,
///   unless an expression or a statement of another crate uses it.
/// - A branch with a known condition is replaced by the case that runs.
/// - A store of the element that is already there is removed.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_tir::expr::Var;
/// use objet_tir::function::PrimFunc;
/// use objet_tir::op;
/// use objet_tir::stmt::{Evaluate, For, IfThenElse};
///
/// let (i, n) = (Var::new("i", DataType::int(32), None), Var::new("n", DataType::int(32), None));
/// let index = op::floordiv(&n * 8 + &i, 8, None)?;
/// let branch = IfThenElse::new(op::less(&i, 8, None)?, Evaluate::new(index, None), None, None)?;
/// let func = PrimFunc::new([n.clone()], For::serial(i, 8, branch)?, None, Map::new(), None, None);
/// let mut module = IRModule::new();
/// module.add(GlobalVar::new("main"), func, false)?;
///
/// let simple = objet_tir::transform::simplify().run(module)?.lookup_by_name("main")?;
/// let text = objet_tir::text::print(&simple);
/// assert!(text.contains("for (i: int32, 0, 8)") && !text.contains("floordiv"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Simplify")]
pub fn simplify() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.Simplify", []), |mut func: PrimFunc, _, _| {
        let kept = foreign_vars(&func.body);
        let mut simplifier = Simplifier { analyzer: Analyzer::new(), constraints: Vec::new(), kept };
        let body = rewrite_stmt(func.body.clone(), &mut simplifier)?;
        if !body.same_as(&func.body) {
            *func.make_mut().body = body;
        }
        Ok(Some(func))
    })
}

struct Simplifier {
    analyzer: Analyzer,
    /// The conditions that hold in the current statement.
    constraints: Vec<Constraint>,
    /// The variables that are not replaced.
    kept: HashSet<Var>,
}

impl Simplifier {
    fn simple(&mut self, expr: &PrimExpr) -> PrimExpr {
        self.analyzer.simplify(expr, 2)
    }

    fn assume(&mut self, condition: &PrimExpr) {
        self.constraints.push(self.analyzer.enter_constraint(condition));
    }

    fn forget(&mut self) {
        if let Some(constraint) = self.constraints.pop() {
            self.analyzer.exit_constraint(constraint);
        }
    }

    fn enter_loop(&mut self, times: &ForNode) -> Result<(), LowerError> {
        let range = Range::from_min_extent(&times.min, &times.extent);
        self.analyzer.bind_range(&times.loop_var, &range, false)?;
        let end = op::add(&times.min, &times.extent, None)?;
        let is_not_before = op::greater_equal(&times.loop_var, &times.min, None)?;
        self.assume(&is_not_before);
        let is_before_end = op::less(&times.loop_var, end, None)?;
        self.assume(&is_before_end);
        Ok(())
    }
}

/// Whether a variable may be replaced by its value.
fn is_inlined(value: &PrimExpr) -> bool {
    let is_simple = value.is_instance::<IntImmNode>()
        || value.is_instance::<FloatImmNode>()
        || value.is_instance::<VarNode>();
    is_simple || value.dtype.is_int() && side_effect(value) <= CallEffectKind::Pure
}

impl ScopedRewriter for Simplifier {
    type Error = LowerError;

    fn scope(&self, stmt: &Stmt) -> Scope {
        match_node!(match stmt {
            ForNode | IfThenElseNode | AssertStmtNode => Scope::Derived,
            _ => Scope::Same,
        })
    }

    fn version(&self) -> (usize, usize) {
        (self.analyzer.bound_count(), 0)
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        if let Some(binding) = stmt.downcast_ref::<LetStmt>()
            && is_inlined(&binding.value)
            && !self.kept.contains(&binding.var)
        {
            let value = self.simple(&binding.value);
            self.analyzer.bind(&binding.var, &value, false)?;
            return Ok(EnterStmt::Instead(binding.body.clone()));
        }
        match stmt.as_node::<ForNode>() {
            Some(times) => self.enter_loop(times)?,
            None => bind_axes(&mut self.analyzer, &stmt)?,
        }
        let stmt = map_exprs(stmt, &mut |expr| Ok::<_, LowerError>(self.simple(expr)))?;
        Ok(EnterStmt::Inside(stmt))
    }

    fn enter_part(&mut self, stmt: &Stmt, index: usize) -> Result<(), LowerError> {
        match_node!(match stmt {
            branch @ IfThenElseNode => {
                let condition = match index {
                    0 => branch.condition.clone(),
                    _ => {
                        let negated = Not::new(branch.condition.clone(), None)?.upcast();
                        self.analyzer.rewrite_simplify(&negated)
                    }
                };
                self.assume(&condition);
            }
            assert @ AssertStmtNode => self.assume(&assert.condition),
            _ => {}
        });
        Ok(())
    }

    fn leave_part(&mut self, stmt: &Stmt, _: usize) {
        if stmt.is_instance::<IfThenElseNode>() || stmt.is_instance::<AssertStmtNode>() {
            self.forget();
        }
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        if stmt.downcast_ref::<For>().is_some() {
            self.forget();
            self.forget();
        }
        if let Some(branch) = stmt.downcast_ref::<IfThenElse>() {
            match op::as_const_int(&branch.condition) {
                None => {}
                Some(0) => {
                    let nothing = || Evaluate::new(0, None).upcast();
                    return Ok(branch.else_case.clone().unwrap_or_else(nothing));
                }
                Some(_) => return Ok(branch.then_case.clone()),
            }
        }
        if let Some(store) = stmt.as_node::<StoreNode>()
            && let Some(load) = store.value.as_node::<LoadNode>()
            && load.buffer_var.same_as(&store.buffer_var)
            && deep_equal(&load.index, &store.index)
        {
            return Ok(Evaluate::new(0, None).upcast());
        }
        Ok(stmt)
    }
}
