//! Buffers: tensors in memory.

mod access;
mod globals;

use objet::prelude::*;
use objet::{ReprPrinter, String};
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::span::Span;
use objet_ir::types::{PointerType, PointerTypeNode, PrimType, PrimTypeNode, Type};

use super::check::Check;
use super::expr::Var;
use crate::te::TensorNode;

/// A tensor in memory: a pointer, and where each element lies from there.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Buffer", is_final)]
#[reflect(repr = show_buffer)]
pub struct BufferNode {
    base: Object,
    /// The pointer.
    #[reflect(def)]
    pub data: Var,
    /// The type of an element.
    pub dtype: DataType,
    /// The number of elements along each axis.
    #[reflect(def)]
    pub shape: Array<PrimExpr>,
    /// How many elements lie between neighbours along each axis; empty if the elements lie side by side.
    #[reflect(def)]
    pub strides: Array<PrimExpr>,
    /// How many elements lie before the first one.
    #[reflect(def)]
    pub elem_offset: PrimExpr,
    /// A name to print.
    #[reflect(skip_eq)]
    pub name: String,
    /// A number of bytes that the address of the pointer is a multiple of.
    pub data_alignment: i32,
    /// A number that `elem_offset` is a multiple of.
    #[reflect(skip_eq)]
    pub offset_factor: i32,
    /// Whether axes of length one stand for axes of any length.
    pub buffer_type: BufferType,
    /// Where it is written.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// Whether axes of length one stand for axes of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum BufferType {
    /// They do not.
    Default = 1,
    /// They do: every index into such an axis is the first.
    AutoBroadcast = 2,
}

/// Base of what gives a tensor that does not lie in memory yet.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.DataProducer")]
pub struct DataProducerNode {
    base: Object,
}

/// The alignment of buffers that give none, in bytes: that of what the runtime allocates.
pub(super) const ALLOC_ALIGNMENT: i32 = 128;

impl Buffer {
    /// The buffer of that element type and shape at `data`.
    ///
    /// Without `elem_offset` it begins at the pointer. A `data_alignment` of 0 or less stands for that of what the runtime allocates, an
    /// `offset_factor` of 0 for 1. A broadcast buffer without strides gets a variable for each.
    ///
    /// # Errors
    /// If `data` is not annotated as a pointer to `dtype` (to `int8` if that is `bool`), or if, without `elem_offset`, the first of the shape is no
    /// integer scalar, of whose type the offset is.
    #[expect(clippy::too_many_arguments, reason = "a buffer has as many fields")]
    pub fn new(
        data: impl Into<Var>,
        dtype: DataType,
        shape: impl Into<Array<PrimExpr>>,
        strides: impl Into<Array<PrimExpr>>,
        elem_offset: Option<PrimExpr>,
        name: impl Into<String>,
        data_alignment: i32,
        offset_factor: i32,
        buffer_type: BufferType,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (data, shape, name) = (data.into(), shape.into(), name.into());
        if !points_to(&data, storage_type(dtype)) {
            let expected = "annotated as a pointer to the elements";
            return Err(Check(BufferNode::TYPE_KEY).refuse("data", expected, annotation(&data)));
        }
        let mut strides = strides.into();
        if buffer_type == BufferType::AutoBroadcast && strides.is_empty() {
            strides = shape.iter().map(|_| Var::new("stride", DataType::int(32), None).upcast()).collect();
        }
        let elem_offset = match elem_offset {
            Some(offset) => offset,
            None => first_index(&shape)?.upcast(),
        };
        Ok(make_object(BufferNode {
            base: Object::new(),
            data,
            dtype,
            shape,
            strides,
            elem_offset,
            name,
            data_alignment: if data_alignment <= 0 { ALLOC_ALIGNMENT } else { data_alignment },
            offset_factor: if offset_factor == 0 { 1 } else { offset_factor },
            buffer_type,
            span,
        })
        .into())
    }

    /// A new buffer of that shape and element type, whose elements lie side by side in that memory (`""` is `"global"`).
    ///
    /// # Errors
    /// If the first of the shape is no integer scalar.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::buffer::Buffer;
    ///
    /// let a = Buffer::decl([128.into(), 64.into()], DataType::float(32), "A", "shared", None)?;
    /// assert_eq!((a.data.name_hint.as_str(), a.scope()), ("A", "shared"));
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    #[doc(alias = "decl_buffer")]
    pub fn decl(
        shape: impl Into<Array<PrimExpr>>,
        dtype: DataType,
        name: impl Into<String>,
        storage_scope: impl Into<String>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (shape, name) = (shape.into(), name.into());
        let pointer = PointerType::new(PrimType::new(storage_type(dtype)), storage_scope);
        let data = Var::typed(name.clone(), pointer, span.clone())?;
        Self::new(data, dtype, shape, [], None, name, 0, 0, BufferType::Default, span)
    }

    /// The memory that it lies in.
    pub fn scope(&self) -> &str {
        match self.data.type_annotation.as_ref().and_then(|ty| ty.as_node::<PointerTypeNode>()) {
            Some(pointer) if !pointer.storage_scope.is_empty() => pointer.storage_scope.as_str(),
            _ => "global",
        }
    }
}

impl DataProducerNode {
    /// The base of what gives a tensor.
    pub fn new() -> Self {
        Self { base: Object::new() }
    }
}

impl Default for DataProducerNode {
    fn default() -> Self {
        Self::new()
    }
}

/// The name of what gives a tensor, as texts show it; without a name of its own, its type key.
pub(super) fn producer_name(producer: &DataProducer) -> std::string::String {
    match producer.as_node::<TensorNode>() {
        Some(tensor) => tensor.name_hint(),
        None => producer.type_key().into(),
    }
}

/// The type that elements are stored as: truth values take a byte each.
fn storage_type(dtype: DataType) -> DataType {
    if dtype == DataType::BOOL { DataType::int(8) } else { dtype }
}

/// The type of the indices into a tensor of that shape.
fn index_type(shape: &Array<PrimExpr>) -> DataType {
    shape.first().map_or(DataType::int(32), |length| length.dtype)
}

/// The index 0 into a tensor of that shape.
fn first_index(shape: &Array<PrimExpr>) -> Result<IntImm, ConstructError> {
    let dtype = index_type(shape);
    let is_index = dtype.is_scalar() && (dtype.is_int() || dtype.is_uint());
    Check(BufferNode::TYPE_KEY).dtype("shape", dtype, is_index, "of integer scalars")?;
    IntImm::new(dtype, 0, None)
}

/// Whether the variable is annotated as a pointer to `element`.
pub(super) fn points_to(var: &Var, element: DataType) -> bool {
    let pointer = var.type_annotation.as_ref().and_then(|ty| ty.as_node::<PointerTypeNode>());
    pointer
        .and_then(|pointer| pointer.element_type.as_node::<PrimTypeNode>())
        .is_some_and(|prim| prim.dtype == element)
}

/// The annotation of a variable in words.
pub(super) fn annotation(var: &Var) -> std::string::String {
    let element = |ty: &Type| match ty.as_node::<PrimTypeNode>() {
        Some(prim) => prim.dtype.to_string(),
        None => super::check::kind_of(ty),
    };
    match &var.type_annotation {
        None => "no annotation".into(),
        Some(ty) => match ty.as_node::<PointerTypeNode>() {
            Some(pointer) => format!("a pointer to {}", element(&pointer.element_type)),
            None => element(ty),
        },
    }
}

fn show_buffer<'a>(buffer: &'a BufferNode, printer: &mut ReprPrinter<'a>) {
    printer.text("buffer(").text(buffer.name.as_str()).text(format!(", {buffer:p})"));
}
