//! Operators that allocate and free memory explicitly.

pub(super) mod relation;
mod tuple_type;

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::op::OpPatternKind::Opaque;

use crate::attrs::{AllocStorageAttrsNode, AllocTensorAttrsNode};
use crate::expr::{Call, Constant};
use crate::op::infer_layout::InferLayout;
use crate::operators;

pub use tuple_type::{TupleTypeError, flatten_tuple_type, from_tuple_type, to_tuple_type};

operators! {
    /// Allocates memory.
    pub fn alloc_storage(
        size: "Tensor" = "The size in bytes.",
        alignment: "Tensor" = "The alignment in bytes.",
    ) with AllocStorageAttrsNode = "memory.alloc_storage"
        => |op| op.type_relation("AllocStorage").pattern(Opaque).stateful(false)
            .non_computational()
            .arbitrary_layout();

    /// Creates a tensor in allocated memory.
    pub fn alloc_tensor(
        storage: "Storage" = "The memory.",
        offset: "Tensor" = "The offset of the tensor in the memory.",
        shape: "Tensor" = "The shape of the tensor.",
    ) with AllocTensorAttrsNode = "memory.alloc_tensor"
        => |op| op.type_relation("AllocTensor").pattern(Opaque).stateful(false).non_computational()
            .arbitrary_layout();

    /// Frees a tensor.
    pub fn kill(to_free: "Tensor" = "The tensor to free.") = "memory.kill"
        => |op| op.type_relation("Kill").pattern(Opaque).stateful(false).non_computational()
            .arbitrary_layout();
}

/// Creates a call of `memory.alloc_storage`.
#[register_global("relay.op.memory._make.alloc_storage", short)]
fn make_alloc_storage(
    size: RelayExpr,
    alignment: RelayExpr,
    device: Device,
    dtype_hint: Option<DataType>,
) -> Result<Call, OpError> {
    let attrs = attrs! {
        dtype: dtype_hint.unwrap_or(DataType::VOID),
        device_id: device.device_id,
        device_type: device.device_type.0,
    };
    alloc_storage(size, alignment, attrs)
}

/// Creates a call of `memory.alloc_tensor`. The shape must be a constant unless `assert_shape` is
/// set.
#[register_global("relay.op.memory._make.alloc_tensor", short)]
fn make_alloc_tensor(
    storage: RelayExpr,
    offset: RelayExpr,
    shape: RelayExpr,
    dtype: Option<DataType>,
    assert_shape: Option<Array<PrimExpr>>,
) -> Result<Call, BoxError> {
    let const_shape = match assert_shape {
        None => Some(shape.clone().downcast::<Constant>()?),
        Some(_) => None,
    };
    let attrs = attrs! {
        dtype: dtype.unwrap_or(DataType::VOID),
        const_shape: const_shape.map(ObjectRef::from),
        assert_shape: assert_shape,
    };
    Ok(alloc_tensor(storage, offset, shape, attrs)?)
}
