//! Operators on memory, once it is explicit.

mod tuple_type;

use objet::BoxError;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::op::OpPatternKind::Opaque;

use crate::attrs::{AllocStorageAttrsNode, AllocTensorAttrsNode};
use crate::expr::{Call, Constant};
use crate::operators;

pub use tuple_type::{TupleTypeError, flatten_tuple_type, from_tuple_type, to_tuple_type};

operators! {
    /// Allocates memory.
    pub fn alloc_storage(
        size: "Tensor" = "How many bytes.",
        alignment: "Tensor" = "What their address is a multiple of.",
    ) with AllocStorageAttrsNode = "memory.alloc_storage"
        => |op| op.type_relation("AllocStorage").pattern(Opaque).stateful(false)
            .non_computational();

    /// A tensor in memory that was allocated before.
    pub fn alloc_tensor(
        storage: "Storage" = "The memory.",
        offset: "Tensor" = "Where in it the tensor begins.",
        shape: "Tensor" = "The shape.",
    ) with AllocTensorAttrsNode = "memory.alloc_tensor"
        => |op| op.type_relation("AllocTensor").pattern(Opaque).stateful(false).non_computational();

    /// Ends the life of a tensor.
    pub fn kill(to_free: "Tensor" = "The tensor.") = "memory.kill"
        => |op| op.type_relation("Kill").pattern(Opaque).stateful(false).non_computational();
}

/// Allocates memory on a device.
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

/// A tensor in memory that was allocated before: of a shape that is asserted, or else of one that is a constant.
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
