//! Uses of buffers, and the steps that can write one buffer in place of another.

use std::collections::HashMap;
use std::convert::Infallible;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::arith::deep_equal;
use crate::expr::{Load, LoadNode, Var};
use crate::functor::StmtExprVisitor;
use crate::stmt::{AttrStmtNode, Stmt, Store};
use crate::transform::stmt_parts::rewrite_parts;

/// A use of a buffer.
pub(super) enum Use {
    /// A store.
    Write,
    /// A load of the element whose place in another buffer is written with the result.
    ReadFor(Var),
    /// Another load, or another use of the pointer.
    Other,
}

/// The uses of the buffers that are allocated directly around a step.
#[derive(Default)]
pub(super) struct StepUses {
    /// Whether the step has parts with effects on buffers that are not known.
    pub(super) is_opaque: bool,
    buffers: HashMap<Var, BufferUses>,
}

/// The uses of a buffer in a step.
#[derive(Default)]
struct BufferUses {
    is_read: bool,
    /// Whether the buffer is read for several buffers or for none.
    is_read_elsewhere: bool,
    read_for: Option<Var>,
}

impl StepUses {
    /// Adds a use of a buffer.
    pub(super) fn add(&mut self, buffer: &Var, found: Use) {
        let uses = self.buffers.entry(buffer.clone()).or_default();
        uses.is_read |= !matches!(found, Use::Write);
        match found {
            Use::Write => {}
            Use::Other => uses.is_read_elsewhere = true,
            Use::ReadFor(written) => {
                uses.is_read_elsewhere |= uses.read_for.as_ref().is_some_and(|other| *other != written);
                uses.read_for = Some(written);
            }
        }
    }

    /// Whether the step reads a buffer only where it writes another one.
    pub(super) fn can_replace(&self, read: &Var, written: &Var) -> bool {
        let is_written_only = self.buffers.get(written).is_none_or(|uses| !uses.is_read);
        let is_read_there = self.buffers.get(read).is_none_or(|uses| {
            !uses.is_read_elsewhere && uses.read_for.as_ref().is_none_or(|found| found == written)
        });
        !self.is_opaque && is_written_only && is_read_there
    }
}

/// The uses of buffers by a statement, without the statements inside.
#[derive(Default)]
pub(super) struct StmtUses {
    pub(super) uses: Vec<(Var, Use)>,
    /// Whether the effects of the statement on buffers are not known.
    pub(super) is_opaque: bool,
    /// The store whose value is examined.
    store: Option<Store>,
    /// The indices and predicates of accesses.
    nested: Vec<PrimExpr>,
}

impl StmtUses {
    pub(super) fn of(stmt: &Stmt) -> Self {
        let mut found = Self::default();
        if let Some(store) = stmt.downcast_ref::<Store>() {
            found.store = Some(store.clone());
            found.nested.push(store.index.clone());
            found.visit(&store.value);
            found.visit(&store.predicate);
        } else {
            let mut visit = |expr: PrimExpr| -> Result<PrimExpr, Infallible> {
                found.visit(&expr);
                Ok(expr)
            };
            let Ok(_) = rewrite_parts(stmt.clone(), &mut visit, &|_| None);
        }
        if let Some(attr) = stmt.as_node::<AttrStmtNode>() {
            found.is_opaque |= matches!(attr.attr_key.as_str(), "extern_scope" | "volatile_scope");
        }
        for expr in std::mem::take(&mut found.nested) {
            Nested(&mut found).visit(&expr);
        }
        // A store writes after its value is computed.
        found.uses.extend(found.store.take().map(|store| (store.buffer_var.clone(), Use::Write)));
        found
    }
}

impl StmtExprVisitor for StmtUses {
    fn enter_expr(&mut self, expr: &PrimExpr) -> bool {
        let Some(load) = expr.downcast_ref::<Load>() else { return true };
        let store = self
            .store
            .as_ref()
            .filter(|store| store.value.dtype == load.dtype && deep_equal(&store.index, &load.index));
        let found = store.map_or(Use::Other, |store| Use::ReadFor(store.buffer_var.clone()));
        self.uses.push((load.buffer_var.clone(), found));
        self.nested.extend([load.index.clone(), load.predicate.clone()]);
        false
    }

    fn visit_var(&mut self, var: &Var) {
        self.uses.push((var.clone(), Use::Other));
    }
}

/// A visitor of the indices and predicates of accesses. The element that a load finds by another
/// load is not known.
struct Nested<'a>(&'a mut StmtUses);

impl StmtExprVisitor for Nested<'_> {
    fn enter_expr(&mut self, expr: &PrimExpr) -> bool {
        self.0.is_opaque |= expr.is_instance::<LoadNode>();
        true
    }

    fn visit_var(&mut self, var: &Var) {
        self.0.visit_var(var);
    }
}
