//! Operators on memory, once it is explicit.

mod tuple_type;

use objet::BoxError;
use objet::prelude::*;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::OpPatternKind::Opaque;
use objet_ir::op::{Op, OpError};
use objet_ir::{attrs, register_op};

use crate::attrs::{AllocStorageAttrsNode, AllocTensorAttrsNode};
use crate::expr::{Call, Constant};
use crate::op::OpExt as _;

pub use tuple_type::{TupleTypeError, flatten_tuple_type, from_tuple_type, to_tuple_type};

register_op! { "memory.alloc_storage"
    .describe("Allocates memory.")
    .argument("size", "Tensor", "How many bytes.")
    .argument("alignment", "Tensor", "What their address is a multiple of.")
    .attrs::<AllocStorageAttrsNode>()
    .type_relation("AllocStorage").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "memory.alloc_tensor"
    .describe("A tensor in memory that was allocated before.")
    .argument("storage", "Storage", "The memory.")
    .argument("offset", "Tensor", "Where in it the tensor begins.")
    .argument("shape", "Tensor", "The shape.")
    .attrs::<AllocTensorAttrsNode>()
    .type_relation("AllocTensor").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "memory.kill"
    .describe("Ends the life of a tensor.")
    .argument("to_free", "Tensor", "The tensor.")
    .type_relation("Kill").pattern(Opaque).stateful(false).non_computational()
}

/// Allocates memory on a device.
#[register_global("relay.op.memory._make.alloc_storage", short)]
fn alloc_storage(
    size: RelayExpr,
    alignment: RelayExpr,
    device: Device,
    dtype_hint: Option<DataType>,
) -> Result<Call, OpError> {
    let op = Op::get("memory.alloc_storage")?;
    let attrs = op.make_attrs(attrs! {
        dtype: dtype_hint.unwrap_or(DataType::VOID),
        device_id: device.device_id,
        device_type: device.device_type.0,
    })?;
    op.call([size, alignment], Some(attrs))
}

/// A tensor in memory that was allocated before: of a shape that is asserted, or else of one that is a constant.
#[register_global("relay.op.memory._make.alloc_tensor", short)]
fn alloc_tensor(
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
    let op = Op::get("memory.alloc_tensor")?;
    let attrs = op.make_attrs(attrs! {
        dtype: dtype.unwrap_or(DataType::VOID),
        const_shape: const_shape.map(ObjectRef::from),
        assert_shape: assert_shape,
    })?;
    Ok(op.call([storage, offset, shape], Some(attrs))?)
}
