//! The loops over one thread axis of a kernel become one loop.

use std::collections::HashMap;

use objet::String;
use objet::prelude::*;
use objet::text::as_repr;
use objet::walk::Enter;
use objet_ir::expr::PrimExpr;

use super::error::BlockPassError;
use super::{PrimFuncPass, block_pass};
use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::expr::{IterVar, IterVarType, Range, Var};
use crate::functor::StmtExprMutator;
use crate::op;
use crate::stmt::{AttrStmtNode, For, ForKind, ForNode, Stmt};

/// Creates a pass that replaces the variables of one thread axis in a kernel by one variable. A
/// kernel is an outermost loop over a thread axis, and begins with one loop for each of its axes.
#[register_global("tir.transform.UnifyThreadBinding")]
fn unify_thread_binding() -> PrimFuncPass {
    block_pass("tir.UnifyThreadBinding", |func| Kernels.mutate(func.body.clone()))
}

/// A statement that binds a variable to a thread axis.
struct ThreadStmt {
    var: Var,
    axis: IterVar,
    dom: Range,
    body: Stmt,
}

impl ThreadStmt {
    fn of(stmt: &Stmt) -> Result<Option<Self>, BlockPassError> {
        Ok(match_node!(match stmt {
            times @ ForNode if times.kind == ForKind::ThreadBinding => {
                let Some(axis) = times.thread_binding.clone() else {
                    return Err(BlockPassError::NoThread { var: times.loop_var.name_hint.clone() });
                };
                let dom = Range::from_min_extent(&times.min, &times.extent);
                Some(Self { var: times.loop_var.clone(), axis, dom, body: times.body.clone() })
            }
            attr @ AttrStmtNode if matches!(attr.attr_key.as_str(), "thread_extent" | "virtual_thread") => {
                let axis = attr.node.as_ref().and_then(|axis| axis.downcast_ref::<IterVar>()).cloned();
                let Some(axis) = axis else {
                    return Err(BlockPassError::Annotation {
                        key: attr.attr_key.clone(),
                        place: "a statement".into(),
                        problem: "requires a thread axis",
                    });
                };
                let zero = op::make_zero(attr.value.dtype, None)?;
                let dom = axis.dom.clone().unwrap_or_else(|| Range::from_min_extent(zero, &attr.value));
                Some(Self { var: axis.var.clone(), axis, dom, body: attr.body.clone() })
            }
            _ => None,
        }))
    }
}

/// Rewrites the outermost loops over thread axes.
struct Kernels;

impl StmtExprMutator for Kernels {
    type Error = BlockPassError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, Self::Error> {
        let Some(outermost) = ThreadStmt::of(stmt)? else { return Ok(Enter::Inside) };
        let mut kernel = Kernel::default();
        kernel.bind(&outermost)?;
        let body = kernel.mutate(outermost.body)?;
        Ok(Enter::Replace(kernel.launch(body)?.into_object_ref()))
    }
}

#[derive(Default)]
struct Kernel {
    /// The axes of the kernel in the order of their first loops.
    axes: Vec<(IterVar, Range)>,
    by_tag: HashMap<String, usize>,
    replacements: HashMap<Var, PrimExpr>,
    analyzer: Analyzer,
}

impl Kernel {
    fn bind(&mut self, stmt: &ThreadStmt) -> Result<(), BlockPassError> {
        let tag = &stmt.axis.thread_tag;
        let index = match self.by_tag.get(tag) {
            Some(index) => {
                let first = &self.axes[*index].1.extent;
                if !self.analyzer.can_prove_equal(&stmt.dom.extent, first) {
                    let (first, second) = (as_repr(Some(first)), as_repr(Some(&stmt.dom.extent)));
                    return Err(BlockPassError::ThreadExtent { tag: tag.clone(), first, second });
                }
                *index
            }
            None => {
                let var = Var::new(tag.clone(), DataType::int(32), None);
                let axis = IterVar::new(None, var, IterVarType::ThreadIndex, tag.clone(), None)?;
                self.axes.push((axis, stmt.dom.clone()));
                self.by_tag.insert(tag.clone(), self.axes.len() - 1);
                self.axes.len() - 1
            }
        };
        self.replacements.insert(stmt.var.clone(), self.axes[index].0.var.clone().upcast());
        Ok(())
    }

    /// Returns a statement that runs `body` in the threads of the kernel.
    fn launch(self, mut body: Stmt) -> Result<Stmt, BlockPassError> {
        for (axis, dom) in self.axes.into_iter().rev() {
            let var = axis.var.clone();
            let unnamed = Var::new("", DataType::int(32), None);
            let axis = IterVar::new(None, unnamed, axis.iter_type, axis.thread_tag.clone(), None)?;
            let kind = ForKind::ThreadBinding;
            let times = For::new(var, &dom.min, &dom.extent, kind, body, Some(axis), Map::new(), None)?;
            body = times.upcast();
        }
        Ok(body)
    }
}

impl StmtExprMutator for Kernel {
    type Error = BlockPassError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter, Self::Error> {
        Ok(Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, Self::Error> {
        let Some(inner) = ThreadStmt::of(stmt)? else { return Ok(Enter::Inside) };
        self.bind(&inner)?;
        Ok(Enter::Instead(inner.body.into_object_ref()))
    }

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr, Self::Error> {
        Ok(self.replacements.get(&var).cloned().unwrap_or_else(|| var.upcast()))
    }
}
