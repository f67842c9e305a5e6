//! Values of `bfloat16` as integers of their bits.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{FloatImmNode, IntImm, PrimExpr};
use objet_ir::functor::downcast_known;
use objet_ir::transform::PassInfo;
use objet_ir::types::{PointerType, PointerTypeNode, PrimType, PrimTypeNode};

use super::bf16_promote::{is_bfloat16, is_bfloat16_type};
use super::narrow_data_type::with_types;
use crate::buffer::Buffer;
use crate::builtin;
use crate::expr::{BufferLoad, Call, CallNode, Cast, Let, Load, Var};
use crate::function::PrimFunc;
use crate::functor::Class;
use crate::op;
use crate::stmt::{
    Allocate, AttrStmt, BufferRealize, BufferStore, BufferStoreNode, LetStmt, LetStmtNode, Stmt, Store,
    StoreNode,
};
use crate::transform::operands_first::{is_changed, rewrite_operands_first};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that stores `bfloat16` as `uint16` of the same bits. Conversions between
/// `float32` and `bfloat16` become operations on these bits, and round to the nearest even number.
///
/// Variables, buffers and allocations change their types, including those of parameters.
#[doc(alias = "BF16TypeLowering")]
pub fn bf16_type_lowering() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.BF16TypeLowering", []), |mut func: PrimFunc, _, _| {
        let mut lowering = Lowering { vars: HashMap::new(), buffers: HashMap::new() };
        let mut buffers = Vec::new();
        for (param, buffer) in &func.buffer_map {
            buffers.push((lowering.var(param)?, lowering.buffer(buffer)?));
        }
        let params = func.params.iter().map(|param| lowering.var(param));
        let params = params.collect::<Result<Array<_>, _>>()?;
        let body = rewrite_stmt(func.body.clone(), &mut lowering)?;
        let is_changed = !body.same_as(&func.body) || !lowering.buffers.is_empty();
        if is_changed || params.iter().zip(&func.params).any(|(new, old)| !new.same_as(old)) {
            let fields = func.make_mut();
            (*fields.params, *fields.body) = (params, body);
            *fields.buffer_map = buffers.into_iter().collect();
        }
        Ok(Some(func))
    })
}

struct Lowering {
    vars: HashMap<Var, Var>,
    /// The buffers whose element types change.
    buffers: HashMap<Buffer, Buffer>,
}

/// Returns the type in which values are stored.
fn stored(dtype: DataType) -> DataType {
    if is_bfloat16_type(dtype) { DataType::uint(16).with_lanes(dtype.lanes) } else { dtype }
}

/// Returns the variable with the type of the stored values, or `None` if the type does not change.
fn lowered_var(var: &Var) -> Result<Option<Var>, ConstructError> {
    if is_bfloat16_type(var.dtype) {
        return Ok(Some(Var::new(var.name_hint.clone(), stored(var.dtype), var.span.clone())));
    }
    let pointer = var.type_annotation.as_ref().and_then(|annotation| annotation.as_node::<PointerTypeNode>());
    let Some(pointer) = pointer else { return Ok(None) };
    let Some(element) = pointer.element_type.as_node::<PrimTypeNode>() else { return Ok(None) };
    if !is_bfloat16_type(element.dtype) {
        return Ok(None);
    }
    // As in TVM, the name of the default scope is left out.
    let scope = Some(pointer.storage_scope.as_str()).filter(|scope| *scope != "global");
    let pointer = PointerType::new(PrimType::new(stored(element.dtype)), scope.unwrap_or_default());
    Ok(Some(Var::typed(var.name_hint.clone(), pointer, var.span.clone())?))
}

impl Lowering {
    fn var(&mut self, var: &Var) -> Result<Var, ConstructError> {
        if let Some(known) = self.vars.get(var) {
            return Ok(known.clone());
        }
        let new = lowered_var(var)?.unwrap_or_else(|| var.clone());
        self.vars.insert(var.clone(), new.clone());
        Ok(new)
    }

    fn buffer(&mut self, buffer: &Buffer) -> Result<Buffer, ConstructError> {
        if let Some(known) = self.buffers.get(buffer) {
            return Ok(known.clone());
        }
        let data = self.var(&buffer.data)?;
        if data.same_as(&buffer.data) && !is_bfloat16_type(buffer.dtype) {
            return Ok(buffer.clone());
        }
        let mut new = buffer.clone();
        let fields = new.make_mut();
        (*fields.data, *fields.dtype) = (data, stored(buffer.dtype));
        self.buffers.insert(buffer.clone(), new.clone());
        Ok(new)
    }

    fn expr(&mut self, expr: &PrimExpr) -> Result<PrimExpr, ConstructError> {
        rewrite_operands_first(expr, |expr, class, operands| self.lowered(expr, class, operands))
    }

    fn lowered(
        &mut self,
        expr: &PrimExpr,
        class: Class,
        operands: Vec<PrimExpr>,
    ) -> Result<PrimExpr, ConstructError> {
        let object = expr.as_object_ref();
        if let Some(var) = expr.downcast_ref::<Var>() {
            return Ok(self.var(var)?.upcast());
        }
        Ok(match (class, &operands[..]) {
            (Class::FloatImm, _) if is_bfloat16(expr) => {
                let value = expr.as_node::<FloatImmNode>().map_or(0.0, |number| number.value);
                IntImm::new(stored(expr.dtype), nearest_bits(value as f32).into(), None)?.upcast()
            }
            (Class::Cast, [value]) => {
                let from = &downcast_known::<Cast>(object).value;
                match (is_bfloat16(from), is_bfloat16(expr)) {
                    (true, true) => value.clone(),
                    (true, false) => cast(expr.dtype, &widened(value)?)?,
                    (false, true) => {
                        narrowed(&cast(DataType::float(32).with_lanes(value.dtype.lanes), value)?)?
                    }
                    (false, false) if from.same_as(value) => expr.clone(),
                    (false, false) => Cast::new(expr.dtype, value, None)?.upcast(),
                }
            }
            (Class::Load, [index, predicate]) => {
                let load: &Load = downcast_known(object);
                let pointer = self.var(&load.buffer_var)?;
                if pointer.same_as(&load.buffer_var) && !is_changed(expr, class, &operands) {
                    return Ok(expr.clone());
                }
                Load::new(stored(load.dtype), pointer, index, predicate, None)?.upcast()
            }
            (Class::BufferLoad, indices) => {
                let load: &BufferLoad = downcast_known(object);
                let buffer = self.buffer(&load.buffer)?;
                if buffer.same_as(&load.buffer) && !is_changed(expr, class, &operands) {
                    return Ok(expr.clone());
                }
                BufferLoad::new(buffer, indices.to_vec(), None)?.upcast()
            }
            (Class::Let, [value, body]) => {
                let binding: &Let = downcast_known(object);
                let var = self.var(&binding.var)?;
                if var.same_as(&binding.var) && !is_changed(expr, class, &operands) {
                    return Ok(expr.clone());
                }
                Let::new(var, value, body, None)?.upcast()
            }
            (Class::Call, args) if is_changed(expr, class, &operands) => {
                let call: &CallNode = downcast_known::<Call>(object);
                let is_choice = call.calls(&builtin::if_then_else());
                let dtype = if is_choice { stored(call.dtype) } else { call.dtype };
                Call::new(dtype, call.op.clone(), args.to_vec(), None)?.upcast()
            }
            _ if is_changed(expr, class, &operands) => with_types(expr, class, operands)?,
            _ => expr.clone(),
        })
    }
}

/// Converts a value unless it has the type already.
fn cast(dtype: DataType, value: &PrimExpr) -> Result<PrimExpr, ConstructError> {
    match value.dtype == dtype {
        true => Ok(value.clone()),
        false => Ok(Cast::new(dtype, value, None)?.upcast()),
    }
}

/// Returns the bits of the nearest `bfloat16`. Of two nearest numbers, the even one is chosen.
fn nearest_bits(value: f32) -> u16 {
    if value.is_nan() {
        return 0x7fc0;
    }
    let bits = value.to_bits();
    let bias = (bits >> 16 & 1) + 0x7fff;
    (bits.wrapping_add(bias) >> 16) as u16
}

/// Returns the `float32` with the bits of a `bfloat16` as its high bits.
fn widened(bits: &PrimExpr) -> Result<PrimExpr, ConstructError> {
    let lanes = bits.dtype.lanes;
    let wide: PrimExpr = Cast::new(DataType::uint(32).with_lanes(lanes), bits, None)?.upcast();
    let shifted = op::left_shift(wide, 16, None)?;
    let dtype = DataType::float(32).with_lanes(lanes);
    Ok(Call::of(dtype, builtin::reinterpret(), [shifted], None).upcast())
}

/// Returns the bits of the `bfloat16` nearest to a `float32`.
fn narrowed(value: &PrimExpr) -> Result<PrimExpr, ConstructError> {
    let lanes = value.dtype.lanes;
    let (wide, narrow) = (DataType::uint(32).with_lanes(lanes), DataType::uint(16).with_lanes(lanes));
    let bits: PrimExpr = Call::of(wide, builtin::reinterpret(), [value.clone()], None).upcast();
    let is_odd = op::bitwise_and(op::right_shift(&bits, 16, None), 1, None)?;
    let bias = op::add(is_odd, op::make_const(narrow, 0x7fff, None), None)?;
    let rounded = op::right_shift(op::add(bits, bias, None), 16, None)?;
    Ok(Cast::new(narrow, rounded, None)?.upcast())
}

impl ScopedRewriter for Lowering {
    type Error = LowerError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        // The types of the variable and the value change together.
        if let Some(binding) = stmt.as_node::<LetStmtNode>() {
            let (var, value) = (self.var(&binding.var)?, self.expr(&binding.value)?);
            if !var.same_as(&binding.var) || !value.same_as(&binding.value) {
                let binding = LetStmt::new(var, value, binding.body.clone(), binding.span.clone())?;
                return Ok(EnterStmt::Inside(binding.upcast()));
            }
            return Ok(EnterStmt::Inside(stmt));
        }
        let stmt = map_exprs(stmt, &mut |expr| self.expr(expr))?;
        if let Some(store) = stmt.as_node::<StoreNode>() {
            let pointer = self.var(&store.buffer_var)?;
            if !pointer.same_as(&store.buffer_var) {
                let (value, index) = (store.value.clone(), store.index.clone());
                let store = Store::new(pointer, value, index, store.predicate.clone(), store.span.clone())?;
                return Ok(EnterStmt::Done(store.upcast()));
            }
        }
        if let Some(store) = stmt.as_node::<BufferStoreNode>() {
            let buffer = self.buffer(&store.buffer)?;
            if !buffer.same_as(&store.buffer) {
                let (value, indices) = (store.value.clone(), store.indices.clone());
                let store = BufferStore::new(buffer, value, indices, store.span.clone())?;
                return Ok(EnterStmt::Done(store.upcast()));
            }
        }
        if let Some(realize) = stmt.downcast_ref::<BufferRealize>() {
            let mut realize = realize.clone();
            let buffer = self.buffer(&realize.buffer)?;
            if !buffer.same_as(&realize.buffer) {
                *realize.make_mut().buffer = buffer;
                return Ok(EnterStmt::Inside(realize.upcast()));
            }
        }
        if let Some(allocate) = stmt.downcast_ref::<Allocate>() {
            let mut allocate = allocate.clone();
            let pointer = self.var(&allocate.buffer_var)?;
            if !pointer.same_as(&allocate.buffer_var) {
                let dtype = stored(allocate.dtype);
                let fields = allocate.make_mut();
                (*fields.buffer_var, *fields.dtype) = (pointer, dtype);
                return Ok(EnterStmt::Inside(allocate.upcast()));
            }
        }
        if let Some(attr) = stmt.downcast_ref::<AttrStmt>()
            && let Some(node) = &attr.node
        {
            let new = match (node.downcast_ref::<Var>(), node.downcast_ref::<Buffer>()) {
                (Some(var), _) => self.var(var)?.into_object_ref(),
                (_, Some(buffer)) => self.buffer(buffer)?.into_object_ref(),
                _ => return Ok(EnterStmt::Inside(stmt)),
            };
            if !new.same_as(node) {
                let mut attr = attr.clone();
                *attr.make_mut().node = Some(new);
                return Ok(EnterStmt::Inside(attr.upcast()));
            }
        }
        Ok(EnterStmt::Inside(stmt))
    }
}
