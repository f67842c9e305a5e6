//! Buffers: tensors in memory.

mod access;
mod globals;
mod index_sum;
mod slice;

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::span::Span;
use objet_ir::types::{PointerType, PointerTypeNode, PrimType, PrimTypeNode, Type};

use super::check::Check;
use super::expr::Var;
use crate::te::TensorNode;

pub(crate) use index_sum::merged_index;

/// A tensor in memory: a data pointer and the layout of the elements.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Buffer", is_final)]
#[reflect(repr = show_buffer)]
pub struct BufferNode {
    base: Object,
    /// The data pointer.
    #[reflect(def)]
    pub data: Var,
    /// The data type of an element.
    pub dtype: DataType,
    /// The number of elements along each axis.
    #[reflect(def)]
    pub shape: Array<PrimExpr>,
    /// The distance between neighboring elements along each axis, in elements. Without strides, the
    /// layout is row-major and compact.
    #[reflect(def)]
    pub strides: Array<PrimExpr>,
    /// The offset of the first element from the data pointer, in elements.
    #[reflect(def)]
    pub elem_offset: PrimExpr,
    /// The name for printing.
    #[reflect(skip_eq)]
    pub name: String,
    /// The alignment of the data pointer in bytes.
    pub data_alignment: i32,
    /// A factor of `elem_offset`: the offset is a multiple of this number.
    #[reflect(skip_eq)]
    pub offset_factor: i32,
    /// The treatment of axes of length one.
    pub buffer_type: BufferType,
    /// The source location.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// The treatment of axes of length one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum BufferType {
    /// Axes of length one are ordinary axes.
    Default = 1,
    /// Axes of length one are broadcast: every index into such an axis addresses its only element.
    AutoBroadcast = 2,
}

/// Base of objects that produce a tensor before the tensor has memory.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.DataProducer")]
#[reflect(is_abstract)]
pub struct DataProducerNode {
    base: Object,
}

/// The default alignment of buffers in bytes. The runtime allocates memory with this alignment.
pub(super) const ALLOC_ALIGNMENT: i32 = 128;

impl Buffer {
    /// Creates a buffer at `data`.
    ///
    /// - Without `elem_offset`, the buffer starts at the data pointer.
    /// - A `data_alignment` of 0 or less selects the alignment of memory from the runtime.
    /// - An `offset_factor` of 0 stands for 1.
    /// - A broadcast buffer without strides gets a variable for each stride.
    ///
    /// # Errors
    /// Returns an error if `data` is not annotated as a pointer to `dtype`, or to `int8` for a
    /// boolean `dtype`. Without `elem_offset`, the offset has the type of the first length of the
    /// shape, so a first length that is not an integer scalar is also an error.
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
            let expected = "a pointer to the element type";
            return Err(Check(BufferNode::TYPE_KEY).operand_error("data", expected, annotation(&data)));
        }
        let mut strides = strides.into();
        if buffer_type == BufferType::AutoBroadcast && strides.is_empty() {
            strides = shape.iter().map(|extent| Var::new("stride", extent.dtype, None).upcast()).collect();
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

    /// Declares a new compact buffer. `storage_scope` is the memory of the buffer, and an empty
    /// string stands for `"global"`.
    ///
    /// # Errors
    /// Returns an error if the first length of the shape is not an integer scalar.
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

    /// Returns the storage scope: the memory that holds the buffer.
    pub fn scope(&self) -> &str {
        match self.data.type_annotation.as_ref().and_then(|ty| ty.as_node::<PointerTypeNode>()) {
            Some(pointer) if !pointer.storage_scope.is_empty() => pointer.storage_scope.as_str(),
            _ => "global",
        }
    }
}

impl DataProducerNode {
    /// Creates the base of a producer.
    pub fn new() -> Self {
        Self { base: Object::new() }
    }
}

impl Default for DataProducerNode {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the printed name of a producer: the name of a tensor, or the type key of another
/// producer.
pub(super) fn producer_name(producer: &DataProducer) -> std::string::String {
    match producer.as_node::<TensorNode>() {
        Some(tensor) => tensor.name_hint(),
        None => producer.type_key().into(),
    }
}

/// Returns the type in which elements are stored. A boolean takes one byte.
pub(super) fn storage_type(dtype: DataType) -> DataType {
    if dtype == DataType::BOOL { DataType::int(8) } else { dtype }
}

/// Returns the data type of indices into a tensor of a shape.
pub(super) fn index_type(shape: &Array<PrimExpr>) -> DataType {
    shape.first().map_or(DataType::int(32), |length| length.dtype)
}

/// Returns the index 0 into a tensor of a shape.
fn first_index(shape: &Array<PrimExpr>) -> Result<IntImm, ConstructError> {
    let dtype = index_type(shape);
    let is_index = dtype.is_scalar() && (dtype.is_int() || dtype.is_uint());
    Check(BufferNode::TYPE_KEY).dtype("shape", dtype, is_index, "an array of integer scalars")?;
    IntImm::new(dtype, 0, None)
}

/// Whether a variable is annotated as a pointer to `element`.
pub(super) fn points_to(var: &Var, element: DataType) -> bool {
    let pointer = var.type_annotation.as_ref().and_then(|ty| ty.as_node::<PointerTypeNode>());
    pointer
        .and_then(|pointer| pointer.element_type.as_node::<PrimTypeNode>())
        .is_some_and(|prim| prim.dtype == element)
}

/// Describes the type annotation of a variable.
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
