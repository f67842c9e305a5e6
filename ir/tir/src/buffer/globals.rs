//! Global functions through which front ends create and access buffers.

use objet::String;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr, exprs};
use objet_ir::span::Span;

use super::{Buffer, BufferType};
use crate::expr::Var;
use crate::stmt::Stmt;

/// Creates a buffer at `data`. The buffer type `auto_broadcast` broadcasts axes of length one, and
/// any other string is the default type.
#[register_global("tir.Buffer", short)]
#[expect(clippy::too_many_arguments, reason = "a buffer has as many fields")]
fn buffer(
    data: Var,
    dtype: DataType,
    shape: Array<Option<ObjectRef>>,
    strides: Option<Array<Option<ObjectRef>>>,
    elem_offset: Option<ExprArg>,
    name: String,
    data_alignment: i32,
    offset_factor: i32,
    buffer_type: &str,
    span: Option<Span>,
) -> Result<Buffer, BoxError> {
    let (shape, strides) = (exprs(shape)?, exprs(strides.unwrap_or_default())?);
    let elem_offset = elem_offset.map(|offset| offset.0);
    let buffer_type = match buffer_type {
        "auto_broadcast" => BufferType::AutoBroadcast,
        _ => BufferType::Default,
    };
    let (alignment, factor) = (data_alignment, offset_factor);
    Ok(Buffer::new(data, dtype, shape, strides, elem_offset, name, alignment, factor, buffer_type, span)?)
}

/// Returns the address of the elements from index `offset` on.
#[register_global("tir.BufferAccessPtr")]
fn buffer_access_ptr(
    buffer: Buffer,
    access_mask: i32,
    ptr_type: DataType,
    content_lanes: i32,
    offset: ExprArg,
) -> Result<PrimExpr, ConstructError> {
    buffer.access_ptr(access_mask, ptr_type, content_lanes, offset.0)
}

/// Loads the element or the vector at the indices `begin`.
#[register_global("tir.BufferVLoad")]
fn buffer_vload(
    buffer: Buffer,
    begin: Array<Option<ObjectRef>>,
    dtype: DataType,
) -> Result<PrimExpr, BoxError> {
    Ok(buffer.vload(exprs(begin)?, dtype)?)
}

/// Stores `value` at the indices `begin`.
#[register_global("tir.BufferVStore")]
fn buffer_vstore(buffer: Buffer, begin: Array<Option<ObjectRef>>, value: ExprArg) -> Result<Stmt, BoxError> {
    Ok(buffer.vstore(exprs(begin)?, value.0)?.upcast())
}

/// Returns the storage scope of a buffer.
#[register_global("tir.BufferStorageScope", short)]
fn buffer_storage_scope(buffer: Buffer) -> String {
    buffer.scope().into()
}
