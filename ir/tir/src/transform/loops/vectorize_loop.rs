//! Vectorization of loops.

use std::collections::HashSet;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, PrimExpr};

use super::vectorize_expr::{Vectorizing, broadcast_to};
use crate::expr::{Load, Var};
use crate::functor::{StmtExprMutator, substitute};
use crate::op::{self, as_const_int, is_const_int};
use crate::stmt::{
    Allocate, AllocateNode, For, ForKind, ForNode, IfThenElseNode, LetStmt, LetStmtNode, Stmt, Store,
    StoreNode, WhileNode,
};
use crate::transform::PrimFuncPass;
use crate::transform::prim_func_pass::body_pass;
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use crate::transform::stmt_parts::rewrite_parts;

/// An error in vectorizing a loop.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VectorizeError {
    /// The extent of the loop is not a positive constant.
    #[error(
        "Failed to vectorize loop with extent {extent}: the loop over {var} has no positive constant extent"
    )]
    Extent {
        /// The variable of the loop.
        var: objet::String,
        /// The extent.
        extent: String,
    },
    /// A loop starts at another number than 0.
    #[error("cannot vectorize the loop over {0}: vectorized loops and loops inside of them start at 0")]
    Start(objet::String),
    /// A vectorized loop has a while loop inside.
    #[error("A while loop inside a vectorized loop not supported: the loop over {0}")]
    While(objet::String),
    /// A statement cannot be rebuilt.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<ConstructError> for VectorizeError {
    fn from(error: ConstructError) -> Self {
        Self::Rewrite(error.into())
    }
}

/// Creates a pass that vectorizes loops of kind [`ForKind::Vectorized`]. Without
/// `enable_vectorize`, the loops become serial.
#[register_global("tir.transform.VectorizeLoop")]
fn pass(enable_vectorize: bool) -> PrimFuncPass {
    body_pass("tir.VectorizeLoop", move |body, _| match enable_vectorize {
        true => vectorize_loop(body),
        false => Ok(Serial.mutate(body)?),
    })
}

/// Replaces loops of kind [`ForKind::Vectorized`] by operations on vectors. A statement that has no
/// vector form becomes a serial loop.
///
/// # Errors
/// Returns an error if a vectorized loop does not start at 0 or has no positive constant extent, or
/// if a while loop is inside of it.
#[doc(alias = "VectorizeLoop")]
pub fn vectorize_loop(body: Stmt) -> Result<Stmt, VectorizeError> {
    Loops.mutate(body)
}

/// Makes vectorized loops serial.
struct Serial;

impl StmtExprMutator for Serial {
    type Error = RewriteError;

    fn visit_for(&mut self, mut stmt: For) -> Result<Stmt, RewriteError> {
        if stmt.kind == ForKind::Vectorized {
            *stmt.make_mut().kind = ForKind::Serial;
        }
        Ok(stmt.upcast())
    }
}

struct Loops;

impl StmtExprMutator for Loops {
    type Error = VectorizeError;

    fn enter_expr(&mut self, _: &PrimExpr) -> Result<objet::walk::Enter, VectorizeError> {
        Ok(objet::walk::Enter::Keep)
    }

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<objet::walk::Enter, VectorizeError> {
        let Some(node) = stmt.as_node::<ForNode>().filter(|node| node.kind == ForKind::Vectorized) else {
            return Ok(objet::walk::Enter::Inside);
        };
        let var = node.loop_var.name_hint.clone();
        if !is_const_int(&node.min, 0) {
            return Err(VectorizeError::Start(var));
        }
        let lanes =
            as_const_int(&node.extent).filter(|lanes| *lanes > 0).and_then(|lanes| lanes.try_into().ok());
        let Some(lanes) = lanes else {
            let extent = objet::text::as_repr(Some(&node.extent));
            return Err(VectorizeError::Extent { var, extent });
        };
        let vectors = Vectorizing::new(node.loop_var.clone(), lanes)?;
        let mut body = Body { vectors, allocated: HashSet::new() };
        Ok(objet::walk::Enter::Replace(rewrite_stmt(node.body.clone(), &mut body)?.into_object_ref()))
    }
}

/// The body of a vectorized loop.
struct Body {
    vectors: Vectorizing,
    /// The buffers that are allocated in the loop, which have an element for each lane.
    allocated: HashSet<Var>,
}

/// The reason that a statement has no vector form.
enum Scalar {
    /// Its iterations run one after the other.
    Needed,
    Error(VectorizeError),
}

impl<E: Into<VectorizeError>> From<E> for Scalar {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

impl Body {
    fn access<R: IsObjectRef>(&self, root: R) -> Result<R, RewriteError> {
        if self.allocated.is_empty() {
            return Ok(root);
        }
        let Self { vectors: Vectorizing { var, lanes, .. }, allocated } = self;
        PrivateAccess { var, lanes: *lanes, allocated }.mutate(root)
    }

    fn expr(&mut self, expr: PrimExpr) -> Result<PrimExpr, Scalar> {
        let expr = self.access(expr)?;
        self.vectors.expr(&expr)?.ok_or(Scalar::Needed)
    }

    /// Returns the vector of an expression if it is the same in all iterations.
    fn uniform(&mut self, expr: PrimExpr) -> Result<PrimExpr, Scalar> {
        let expr = self.expr(expr)?;
        if expr.dtype.is_scalar() { Ok(expr) } else { Err(Scalar::Needed) }
    }

    /// Returns a serial loop over a statement.
    fn serial(&self, stmt: Stmt) -> Result<Stmt, VectorizeError> {
        let Vectorizing { var, lanes, .. } = &self.vectors;
        let index = Var::new(format!("{}.s", var.name_hint), var.dtype, None);
        let stmt = self.access(stmt)?;
        let body = substitute(stmt, |used| (used == var).then(|| index.clone().upcast()))?;
        Ok(For::serial(index, IntImm::new(var.dtype, (*lanes).into(), None)?, body)?.upcast())
    }

    /// Returns a statement on vectors, whose inner statements are as before.
    fn vector(&mut self, stmt: Stmt) -> Result<Stmt, Scalar> {
        match_node!(match &stmt {
            node @ WhileNode => {
                let _ = node;
                Err(Scalar::Error(VectorizeError::While(self.vectors.var.name_hint.clone())))
            }
            node @ ForNode => {
                if !is_const_int(&node.min, 0) {
                    return Err(Scalar::Error(VectorizeError::Start(node.loop_var.name_hint.clone())));
                }
                rewrite_parts(stmt.clone(), &mut |expr| self.uniform(expr), &|_| None)
            }
            IfThenElseNode => rewrite_parts(stmt.clone(), &mut |expr| self.uniform(expr), &|_| None),
            node @ LetStmtNode => {
                let value = self.expr(node.value.clone())?;
                let var = self.vectors.bind(&node.var, &value);
                Ok(LetStmt::new(var, value, node.body.clone(), node.span.clone())?.upcast())
            }
            node @ AllocateNode => {
                let stmt = rewrite_parts(stmt.clone(), &mut |expr| self.uniform(expr), &|_| None)?;
                self.allocated.insert(node.buffer_var.clone());
                let Ok(mut allocate) = stmt.clone().into_object_ref().downcast::<Allocate>() else {
                    return Ok(stmt);
                };
                let lanes = IntImm::new(self.vectors.var.dtype, self.vectors.lanes.into(), None)?;
                allocate.make_mut().extents.push(lanes.upcast());
                Ok(allocate.upcast())
            }
            node @ StoreNode => self.store(node),
            _ => rewrite_parts(stmt.clone(), &mut |expr| self.expr(expr), &|_| None),
        })
    }

    fn store(&mut self, node: &StoreNode) -> Result<Stmt, Scalar> {
        let index = if self.allocated.contains(&node.buffer_var) {
            private_index(&node.index, &self.vectors.var, self.vectors.lanes)?
        } else {
            node.index.clone()
        };
        let parts = [self.expr(node.value.clone())?, self.expr(index)?, self.expr(node.predicate.clone())?];
        let lanes = parts.iter().map(|part| part.dtype.lanes).max().unwrap_or(1);
        let [value, index, predicate] = parts.map(|part| broadcast_to(part, lanes));
        Ok(Store::new(node.buffer_var.clone(), value?, index?, predicate?, node.span.clone())?.upcast())
    }
}

impl ScopedRewriter for Body {
    type Error = VectorizeError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn version(&self) -> (usize, usize) {
        (self.vectors.changes, self.allocated.len())
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, VectorizeError> {
        match self.vector(stmt.clone()) {
            Ok(stmt) => Ok(EnterStmt::Inside(stmt)),
            Err(Scalar::Needed) => Ok(EnterStmt::Done(self.serial(stmt)?)),
            Err(Scalar::Error(error)) => Err(error),
        }
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, VectorizeError> {
        Ok(stmt)
    }
}

/// Returns the index of the element of one iteration.
fn private_index(index: &PrimExpr, var: &Var, lanes: i32) -> Result<PrimExpr, ConstructError> {
    op::add(op::mul(index, IntImm::new(var.dtype, lanes.into(), None)?, None), var, None)
}

/// Gives each iteration its own elements of the buffers that it allocates.
struct PrivateAccess<'a> {
    var: &'a Var,
    lanes: i32,
    allocated: &'a HashSet<Var>,
}

impl StmtExprMutator for PrivateAccess<'_> {
    type Error = RewriteError;

    fn visit_load(&mut self, mut load: Load) -> Result<PrimExpr, RewriteError> {
        if self.allocated.contains(&load.buffer_var) {
            let index = private_index(&load.index, self.var, self.lanes)?;
            *load.make_mut().index = index;
        }
        Ok(load.upcast())
    }

    fn visit_store(&mut self, mut store: Store) -> Result<Stmt, RewriteError> {
        if self.allocated.contains(&store.buffer_var) {
            let index = private_index(&store.index, self.var, self.lanes)?;
            *store.make_mut().index = index;
        }
        Ok(store.upcast())
    }
}
