//! Vector types of pointers.

use std::collections::HashMap;

use objet::DataType;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{PointerType, PointerTypeNode, PrimType};

use super::StorageError;
use super::access_types::{Declaration, contiguous, pointers};
use super::rewrite::call_with;
use crate::arith::Analyzer;
use crate::builtin;
use crate::expr::{Call, Load, Var};
use crate::function::PrimFunc;
use crate::functor::{StmtExprMutator, substitute};
use crate::op;
use crate::stmt::{Allocate, Stmt, Store};
use crate::transform::prim_func_pass::with_body;

/// The parts of a function that get vector types.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rewritten {
    /// The pointers of allocations and bindings. The accesses keep their indices.
    Allocations,
    /// All pointers and the accesses through them.
    All,
}

/// Returns a function in which pointers have the types of the accesses through them.
pub(super) fn rewritten(mut func: PrimFunc, parts: Rewritten) -> Result<PrimFunc, StorageError> {
    let all = parts == Rewritten::All;
    let mut analyzer = Analyzer::new();
    let mut typed: HashMap<Var, Typed> = HashMap::new();
    let mut refused: Option<(objet::String, DataType)> = None;
    for (var, pointer) in pointers(&func, !all)? {
        let dtype = pointer.preferred(&mut analyzer);
        let is_rewritten = match pointer.declaration {
            Declaration::Parameter | Declaration::Buffer => all,
            Declaration::Allocation | Declaration::Let => true,
        };
        if dtype == pointer.element || !is_rewritten {
            continue;
        }
        if pointer.declaration == Declaration::Buffer {
            let this = (var.name_hint.clone(), dtype);
            refused = Some(refused.filter(|other| other.0.as_str() <= this.0.as_str()).unwrap_or(this));
            continue;
        }
        let annotation = var.type_annotation.as_ref().and_then(|ty| ty.as_node::<PointerTypeNode>());
        let scope = annotation.map(|pointer| pointer.storage_scope.clone()).unwrap_or_default();
        let new = PointerType::new(PrimType::new(dtype), scope);
        let new = Var::typed(var.name_hint.clone(), new, var.span.clone())?;
        let factor = (dtype.lanes / pointer.element.lanes.max(1)).max(1);
        typed.insert(var, Typed { var: new, dtype, factor });
    }
    if let Some((buffer, vectors)) = refused {
        return Err(StorageError::Parameter { buffer, vectors });
    }
    if typed.is_empty() {
        return Ok(func);
    }
    let body = Rewriter { typed: &typed, all }.mutate(func.body.clone())?;
    let body = substitute(body, |var| Some(typed.get(var)?.var.clone().upcast()))?;
    if func.params.iter().any(|param| typed.contains_key(param)) {
        let renamed = |param: &Var| typed.get(param).map_or_else(|| param.clone(), |typed| typed.var.clone());
        let params: Array<Var> = func.params.iter().map(renamed).collect();
        *func.make_mut().params = params;
    }
    Ok(with_body(func, body))
}

/// A pointer with another type.
struct Typed {
    var: Var,
    dtype: DataType,
    /// The number of old elements in a new one.
    factor: u16,
}

impl Typed {
    /// Returns a number of new elements.
    fn divided(&self, count: &PrimExpr) -> Result<PrimExpr, ConstructError> {
        op::div(count, op::make_const(count.dtype, i64::from(self.factor), None)?, None)
    }

    /// Returns the index and the predicate of an access to whole elements, or `None` for another.
    fn whole(&self, index: &PrimExpr) -> Result<Option<(PrimExpr, PrimExpr)>, ConstructError> {
        let Some(ramp) = contiguous(index) else { return Ok(None) };
        let lanes = op::make_const(ramp.base.dtype, i64::from(ramp.lanes), None)?;
        let index = op::div(&ramp.base, lanes, None)?;
        let predicate = op::const_true(index.dtype.lanes, None)?;
        Ok(Some((index, predicate)))
    }
}

/// Rewrites the objects that access pointers. Other uses of the pointers change afterwards.
struct Rewriter<'a> {
    typed: &'a HashMap<Var, Typed>,
    /// Whether the indices of accesses change.
    all: bool,
}

impl StmtExprMutator for Rewriter<'_> {
    type Error = StorageError;

    fn visit_load(&mut self, mut load: Load) -> Result<PrimExpr, StorageError> {
        let Some(typed) = self.typed.get(&load.buffer_var).filter(|_| self.all) else {
            return Ok(load.upcast());
        };
        if let Some((index, predicate)) = typed.whole(&load.index)? {
            let fields = load.make_mut();
            (*fields.index, *fields.predicate) = (index, predicate);
        }
        Ok(load.upcast())
    }

    fn visit_store(&mut self, mut store: Store) -> Result<Stmt, StorageError> {
        let Some(typed) = self.typed.get(&store.buffer_var).filter(|_| self.all) else {
            return Ok(store.upcast());
        };
        if let Some((index, predicate)) = typed.whole(&store.index)? {
            let fields = store.make_mut();
            (*fields.index, *fields.predicate) = (index, predicate);
        }
        Ok(store.upcast())
    }

    fn visit_call(&mut self, call: Call) -> Result<PrimExpr, StorageError> {
        if !self.all || !call.op.same_as(&builtin::tvm_access_ptr()) {
            return Ok(call.upcast());
        }
        let [_, buffer, offset, extent, mask] = &call.args[..] else { return Ok(call.upcast()) };
        let Some(typed) = buffer.downcast_ref::<Var>().and_then(|var| self.typed.get(var)) else {
            return Ok(call.upcast());
        };
        let element = Call::of(typed.dtype, builtin::type_annotation(), [], None).upcast();
        let (offset, extent) = (typed.divided(offset)?, typed.divided(extent)?);
        let args = [element, buffer.clone(), offset, extent, mask.clone()];
        Ok(call_with(&call, typed.dtype, args)?)
    }

    fn visit_allocate(&mut self, mut allocate: Allocate) -> Result<Stmt, StorageError> {
        let Some(typed) = self.typed.get(&allocate.buffer_var) else { return Ok(allocate.upcast()) };
        let mut extents: Vec<PrimExpr> = allocate.extents.to_vec();
        if let Some(last) = extents.last_mut() {
            *last = typed.divided(last)?;
        }
        let fields = allocate.make_mut();
        (*fields.dtype, *fields.extents) = (typed.dtype, extents.into());
        Ok(allocate.upcast())
    }
}
