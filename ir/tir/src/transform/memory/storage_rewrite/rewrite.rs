//! Rewriting of functions to planned memory.

use std::collections::HashMap;

use objet::DataType;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::StorageError;
use super::memory::Attached;
use super::plan::{Entry, Plan, element_bits};
use crate::builtin;
use crate::expr::{Call, Load, Var};
use crate::functor::{StmtExprMutator, substitute};
use crate::op;
use crate::stmt::{Allocate, AttrStmt, For, Stmt, Store};
use crate::transform::scoped::{EnterStmt, ScopedRewriter, rewrite_stmt};
use crate::transform::stmt_parts::rewrite_parts;

/// Returns a function body with the buffers in their planned memory.
pub(super) fn rewritten(
    body: Stmt,
    plan: &Plan,
    attached: Attached,
    plain: &HashMap<Stmt, bool>,
) -> Result<Stmt, StorageError> {
    let mut rewriter = Rewriter { accesses: Accesses { plan }, attached, plain, open: Vec::new(), count: 0 };
    let body = rewrite_stmt(body, &mut rewriter)?;
    Ok(around(rewriter.attached.remove(&None), body))
}

/// Puts allocations around a statement, the first outside.
fn around(allocations: Option<Vec<Allocate>>, mut body: Stmt) -> Stmt {
    for mut allocate in allocations.into_iter().flatten().rev() {
        *allocate.make_mut().body = body;
        body = allocate.upcast();
    }
    body
}

struct Rewriter<'a> {
    accesses: Accesses<'a>,
    attached: Attached,
    plain: &'a HashMap<Stmt, bool>,
    /// The numbers of the statements around the current one.
    open: Vec<usize>,
    count: usize,
}

impl ScopedRewriter for Rewriter<'_> {
    type Error = StorageError;

    /// Each statement has a number, which depends on those before it.
    fn take_effect(&mut self) -> bool {
        true
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, StorageError> {
        self.count += 1;
        if self.plain.contains_key(&stmt) {
            return Ok(EnterStmt::Done(stmt));
        }
        self.open.push(self.count - 1);
        let stmt = self.accesses.in_stmt(stmt)?;
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, StorageError> {
        let number = self.open.pop();
        if let Some(allocate) = stmt.downcast_ref::<Allocate>() {
            return Ok(allocate.body.clone());
        }
        let Some(allocations) = number.and_then(|number| self.attached.remove(&Some(number))) else {
            return Ok(stmt);
        };
        macro_rules! attach {
            ($($node:ident),*) => {
                $(
                    if let Some(node) = stmt.downcast_ref::<$node>() {
                        let mut node = node.clone();
                        let body = around(Some(allocations), node.body.clone());
                        *node.make_mut().body = body;
                        return Ok(node.upcast());
                    }
                )*
            };
        }
        attach!(AttrStmt, For);
        Ok(around(Some(allocations), stmt))
    }
}

/// Rewrites the accesses to buffers.
struct Accesses<'a> {
    plan: &'a Plan,
}

impl Accesses<'_> {
    fn entry(&self, var: &Var) -> Option<&Entry> {
        self.plan.of_var.get(var).and_then(|entry| self.plan.entries.get(*entry))
    }

    fn in_stmt(&mut self, stmt: Stmt) -> Result<Stmt, StorageError> {
        // Only stores and `volatile_scope` refer to the memory.
        let refers = stmt.downcast_ref::<AttrStmt>().is_none_or(|attr| attr.attr_key == "volatile_scope");
        let mut rewrite = |expr| self.in_expr(expr);
        let mut stmt = rewrite_parts(stmt, &mut rewrite, &|_| None)?;
        if let Some(store) = stmt.downcast_ref::<Store>()
            && let Some(entry) = self.entry(&store.buffer_var)
        {
            let mut store = store.clone();
            let index = moved(entry, store.value.dtype.element(), &store.index)?;
            let fields = store.make_mut();
            (*fields.index, *fields.buffer_var) = (index, entry.var.clone());
            return Ok(store.upcast());
        }
        if refers {
            let pointer = |var: &Var| self.entry(var).map(|entry| entry.var.clone());
            stmt = rewrite_parts(stmt, &mut |expr| Ok::<_, StorageError>(expr), &pointer)?;
        }
        Ok(stmt)
    }

    /// Rewrites loads and access pointers, then other uses of pointers.
    fn in_expr(&mut self, expr: PrimExpr) -> Result<PrimExpr, StorageError> {
        let expr = self.mutate(expr)?;
        Ok(substitute(expr, |var| Some(self.entry(var)?.var.clone().upcast()))?)
    }
}

/// Returns an index in the memory of an entry, which counts elements of `dtype`.
fn moved(entry: &Entry, dtype: DataType, index: &PrimExpr) -> Result<PrimExpr, StorageError> {
    if entry.offset_bits == 0 {
        return Ok(index.clone());
    }
    let (offset, bits) = (entry.offset_bits, element_bits(dtype));
    if bits == 0 || offset % bits != 0 {
        return Err(StorageError::Alignment { buffer: entry.var.name_hint.clone(), offset, bits });
    }
    let start = op::make_const(index.dtype, (offset / bits) as i64, None)?;
    Ok(op::add(start, index, None)?)
}

impl StmtExprMutator for Accesses<'_> {
    type Error = StorageError;

    fn visit_load(&mut self, mut load: Load) -> Result<PrimExpr, StorageError> {
        if let Some(entry) = self.entry(&load.buffer_var) {
            let index = moved(entry, load.dtype.element(), &load.index)?;
            let var = entry.var.clone();
            if !index.same_as(&load.index) || var != load.buffer_var {
                let fields = load.make_mut();
                (*fields.index, *fields.buffer_var) = (index, var);
            }
        }
        Ok(load.upcast())
    }

    fn visit_call(&mut self, call: Call) -> Result<PrimExpr, StorageError> {
        if !call.op.same_as(&builtin::tvm_access_ptr()) {
            return Ok(call.upcast());
        }
        let [element, buffer, offset, extent, mask] = &call.args[..] else { return Ok(call.upcast()) };
        let Some(entry) = buffer.downcast_ref::<Var>().and_then(|var| self.entry(var)) else {
            return Ok(call.upcast());
        };
        let offset = moved(entry, element.dtype, offset)?;
        let pointer: PrimExpr = entry.var.clone().upcast();
        let args = [element.clone(), pointer, offset, extent.clone(), mask.clone()];
        Ok(call_with(&call, call.dtype, args)?)
    }
}

/// Returns a call with other arguments.
pub(super) fn call_with(
    call: &Call,
    dtype: DataType,
    args: [PrimExpr; 5],
) -> Result<PrimExpr, ConstructError> {
    Ok(Call::new(dtype, call.op.clone(), args, call.span.clone())?.upcast())
}
