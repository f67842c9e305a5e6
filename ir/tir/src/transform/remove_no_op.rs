//! Removal of statements without effects.

use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet_ir::expr::PrimExpr;
use objet_ir::op::CallEffectKind;

use super::PrimFuncPass;
use super::prim_func_pass::body_pass;
use crate::analysis::side_effect;
use crate::functor::StmtExprMutator;
use crate::op::{as_const_int, is_const_int};
use crate::stmt::{
    Allocate, AttrStmt, AttrStmtNode, Evaluate, EvaluateNode, For, IfThenElse, LetStmt, ProducerRealize,
    SeqStmt, SeqStmtNode, Stmt, While,
};

/// Creates a pass that removes statements without effects. Only the effects of the values that a
/// removed statement computes remain.
#[register_global("tir.transform.RemoveNoOp")]
fn pass() -> PrimFuncPass {
    body_pass("tir.RemoveNoOp", |body, _| remove_no_op(body))
}

/// Removes statements without effects. Only the effects of the values that a removed statement
/// computes remain.
///
/// # Errors
/// Returns an error if a statement cannot be rebuilt.
///
/// ```
/// use objet::DataType;
/// use objet_tir::expr::Var;
/// use objet_tir::stmt::{Evaluate, For};
/// use objet_tir::transform::remove_no_op;
///
/// let i = Var::new("i", DataType::int(32), None);
/// let useless = For::serial(i.clone(), 16, Evaluate::new(i, None))?;
/// let removed = remove_no_op(useless.into())?;
/// assert_eq!(removed.type_key(), "tir.Evaluate");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "RemoveNoOp")]
pub fn remove_no_op(body: Stmt) -> Result<Stmt, RewriteError> {
    RemoveNoOp.mutate(body)
}

/// Whether a statement is the evaluation of a constant, or a sequence of no statements.
pub(super) fn is_no_op(stmt: &Stmt) -> bool {
    match_node!(match stmt {
        evaluate @ EvaluateNode => as_const_int(&evaluate.value).is_some(),
        all @ SeqStmtNode => all.seq.is_empty(),
        _ => false,
    })
}

/// Returns the statement without an effect.
pub(super) fn no_op() -> Stmt {
    Evaluate::new(0, None).upcast()
}

fn has_sequence(all: &SeqStmtNode) -> bool {
    all.seq.iter().any(|stmt| stmt.is_instance::<SeqStmtNode>())
}

fn has_effect(value: &PrimExpr) -> bool {
    side_effect(value) > CallEffectKind::ReadState
}

/// Returns the evaluations of those values that have effects.
fn effects<'a>(values: impl IntoIterator<Item = &'a PrimExpr>) -> Stmt {
    let evaluate = |value: &PrimExpr| Evaluate::new(value.clone(), None).upcast();
    let all = values.into_iter().filter(|value| has_effect(value)).map(evaluate);
    all.reduce(|before, next| SeqStmt::new([before, next], None).upcast()).unwrap_or_else(no_op)
}

struct RemoveNoOp;

impl StmtExprMutator for RemoveNoOp {
    type Error = RewriteError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<Enter, RewriteError> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, RewriteError> {
        Ok(match_node!(match stmt {
            attr @ AttrStmtNode if attr.attr_key == "pragma_debug_skip_region" => {
                Enter::Replace(no_op().into())
            }
            all @ SeqStmtNode if has_sequence(all) => {
                let flat = SeqStmt::flatten([stmt.clone()]);
                // Sequences in very many places stay.
                match flat.as_node::<SeqStmtNode>().is_some_and(has_sequence) {
                    true => Enter::Inside,
                    false => Enter::Instead(flat.into()),
                }
            }
            _ => Enter::Inside,
        }))
    }

    fn visit_let_stmt(&mut self, stmt: LetStmt) -> Result<Stmt, RewriteError> {
        Ok(if is_no_op(&stmt.body) { effects([&stmt.value]) } else { stmt.upcast() })
    }

    fn visit_attr_stmt(&mut self, stmt: AttrStmt) -> Result<Stmt, RewriteError> {
        Ok(if is_no_op(&stmt.body) { effects([&stmt.value]) } else { stmt.upcast() })
    }

    fn visit_if_then_else(&mut self, mut stmt: IfThenElse) -> Result<Stmt, RewriteError> {
        match stmt.else_case.as_ref().map(is_no_op) {
            Some(false) => return Ok(stmt.upcast()),
            Some(true) => *stmt.make_mut().else_case = None,
            None => {}
        }
        Ok(if is_no_op(&stmt.then_case) { effects([&stmt.condition]) } else { stmt.upcast() })
    }

    fn visit_for(&mut self, stmt: For) -> Result<Stmt, RewriteError> {
        Ok(match () {
            () if is_const_int(&stmt.extent, 0) => no_op(),
            () if is_no_op(&stmt.body) => effects([&stmt.min, &stmt.extent]),
            () => stmt.upcast(),
        })
    }

    fn visit_while(&mut self, stmt: While) -> Result<Stmt, RewriteError> {
        Ok(if is_no_op(&stmt.body) { effects([&stmt.condition]) } else { stmt.upcast() })
    }

    fn visit_allocate(&mut self, stmt: Allocate) -> Result<Stmt, RewriteError> {
        Ok(if is_no_op(&stmt.body) { effects(&stmt.extents) } else { stmt.upcast() })
    }

    fn visit_producer_realize(&mut self, stmt: ProducerRealize) -> Result<Stmt, RewriteError> {
        Ok(if is_no_op(&stmt.body) { stmt.body.clone() } else { stmt.upcast() })
    }

    fn visit_evaluate(&mut self, stmt: Evaluate) -> Result<Stmt, RewriteError> {
        Ok(if has_effect(&stmt.value) { stmt.upcast() } else { no_op() })
    }

    fn visit_seq_stmt(&mut self, mut stmt: SeqStmt) -> Result<Stmt, RewriteError> {
        if !stmt.seq.iter().any(is_no_op) {
            return Ok(stmt.upcast());
        }
        let kept: Array<Stmt> = stmt.seq.iter().filter(|stmt| !is_no_op(stmt)).cloned().collect();
        Ok(match &kept[..] {
            [only] => only.clone(),
            _ => {
                *stmt.make_mut().seq = kept;
                stmt.upcast()
            }
        })
    }
}
