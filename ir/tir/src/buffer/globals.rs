//! Buffers by the functions that front ends know.

use objet::prelude::*;
use objet::{BoxError, String};
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr, exprs};
use objet_ir::span::Span;

use super::{Buffer, BufferType};
use crate::expr::Var;
use crate::stmt::Stmt;

/// The buffer of that element type and shape at `data`. A type of `auto_broadcast` makes axes of length one stand for axes of any
/// length; any other text does not.
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

/// The address of all elements from number `offset` on.
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

/// What lies at these indices.
#[register_global("tir.BufferVLoad")]
fn buffer_vload(
    buffer: Buffer,
    begin: Array<Option<ObjectRef>>,
    dtype: DataType,
) -> Result<PrimExpr, BoxError> {
    Ok(buffer.vload(exprs(begin)?, dtype)?)
}

/// Writes `value` to what lies at these indices.
#[register_global("tir.BufferVStore")]
fn buffer_vstore(buffer: Buffer, begin: Array<Option<ObjectRef>>, value: ExprArg) -> Result<Stmt, BoxError> {
    Ok(buffer.vstore(exprs(begin)?, value.0)?.upcast())
}

/// The memory that a buffer lies in.
#[register_global("tir.BufferStorageScope", short)]
fn buffer_storage_scope(buffer: Buffer) -> String {
    buffer.scope().into()
}
