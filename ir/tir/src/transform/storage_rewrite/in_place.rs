//! Statements that can write one buffer in place of another.

use std::collections::HashSet;
use std::convert::Infallible;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use crate::arith::deep_equal;
use crate::expr::{Load, Var};
use crate::functor::StmtExprVisitor;
use crate::stmt::{AttrStmtNode, ForNode, IfThenElseNode, Stmt, StoreNode, WhileNode};
use crate::transform::scoped::parts_of;
use crate::transform::stmt_parts::rewrite_parts;

/// The buffers that a statement reads only where it writes another buffer.
pub(super) struct InPlace {
    /// The buffers that the statement also uses otherwise, or `None` if no buffer is safe.
    unsafe_vars: Option<HashSet<Var>>,
}

impl InPlace {
    /// Examines a statement that writes a buffer.
    pub(super) fn of(stmt: &Stmt, written: &Var) -> Self {
        let is_examined = stmt.is_instance::<AttrStmtNode>()
            || stmt.is_instance::<ForNode>()
            || stmt.is_instance::<IfThenElseNode>()
            || stmt.is_instance::<WhileNode>()
            || stmt.is_instance::<StoreNode>();
        let mut uses = Uses {
            written,
            store: None,
            is_safe: is_examined,
            unsafe_vars: HashSet::new(),
            nested: Vec::new(),
        };
        let mut pending = vec![stmt.clone()];
        while let Some(stmt) = pending.pop().filter(|_| uses.is_safe) {
            uses.visit_parts(&stmt);
            pending.extend(parts_of(&stmt));
        }
        Self { unsafe_vars: uses.is_safe.then_some(uses.unsafe_vars) }
    }

    /// Whether the statement can write its buffer in place of another.
    pub(super) fn can_replace(&self, read: &Var) -> bool {
        self.unsafe_vars.as_ref().is_some_and(|vars| !vars.contains(read))
    }
}

struct Uses<'a> {
    written: &'a Var,
    /// The store to the written buffer whose value is examined.
    store: Option<&'a StoreNode>,
    is_safe: bool,
    unsafe_vars: HashSet<Var>,
    /// The indices and predicates of loads.
    nested: Vec<PrimExpr>,
}

impl<'a> Uses<'a> {
    fn visit_parts(&mut self, stmt: &Stmt) {
        if let Some(attr) = stmt.as_node::<AttrStmtNode>() {
            self.is_safe &= !matches!(attr.attr_key.as_str(), "extern_scope" | "volatile_scope");
        }
        if let Some(store) = stmt.as_node::<StoreNode>() {
            self.nested.push(store.index.clone());
            let written = self.written;
            let mut inner = Uses {
                written,
                store: (store.buffer_var == *written).then_some(store),
                is_safe: true,
                unsafe_vars: std::mem::take(&mut self.unsafe_vars),
                nested: std::mem::take(&mut self.nested),
            };
            inner.visit(&store.value);
            inner.visit(&store.predicate);
            inner.visit_nested();
            self.is_safe &= inner.is_safe;
            self.unsafe_vars = inner.unsafe_vars;
            return;
        }
        let mut visit = |expr: PrimExpr| -> Result<PrimExpr, Infallible> {
            self.visit(&expr);
            Ok(expr)
        };
        let Ok(_) = rewrite_parts(stmt.clone(), &mut visit, &|_| None);
        self.visit_nested();
    }

    /// Examines the indices and predicates of loads, which must not load.
    fn visit_nested(&mut self) {
        for expr in std::mem::take(&mut self.nested) {
            let mut nested = Nested { uses: self };
            nested.visit(&expr);
        }
    }
}

impl StmtExprVisitor for Uses<'_> {
    fn enter_expr(&mut self, expr: &PrimExpr) -> bool {
        let Some(load) = expr.downcast_ref::<Load>() else { return self.is_safe };
        let is_at_store = self
            .store
            .is_some_and(|store| store.value.dtype == load.dtype && deep_equal(&store.index, &load.index));
        self.is_safe &= load.buffer_var != *self.written;
        if !is_at_store {
            self.unsafe_vars.insert(load.buffer_var.clone());
        }
        self.nested.extend([load.index.clone(), load.predicate.clone()]);
        false
    }

    fn visit_var(&mut self, var: &Var) {
        self.is_safe &= var != self.written;
        self.unsafe_vars.insert(var.clone());
    }
}

struct Nested<'a, 'b> {
    uses: &'a mut Uses<'b>,
}

impl StmtExprVisitor for Nested<'_, '_> {
    fn enter_expr(&mut self, expr: &PrimExpr) -> bool {
        self.uses.is_safe &= !expr.is_instance::<crate::expr::LoadNode>();
        self.uses.is_safe
    }

    fn visit_var(&mut self, var: &Var) {
        self.uses.visit_var(var);
    }
}
