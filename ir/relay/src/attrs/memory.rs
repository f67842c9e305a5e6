//! Attributes of operators that allocate memory.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use crate::expr::Constant;

/// Attributes of `memory.alloc_storage`.
#[attrs_node("relay.attrs.AllocStorageAttrs")]
pub struct AllocStorageAttrsNode {
    /// The data type of what is stored.
    #[reflect(default = DataType::float(32))]
    pub dtype: DataType,
    /// Which device of that type, from 0.
    pub device_id: i32,
    /// The type of the device, as DLPack numbers them.
    pub device_type: i32,
}

/// Attributes of `memory.alloc_tensor`.
#[attrs_node("relay.attrs.AllocTensorAttrs")]
pub struct AllocTensorAttrsNode {
    /// The data type of the tensor.
    #[reflect(default = DataType::float(32))]
    pub dtype: DataType,
    /// The shape, if it is constant, for type inference.
    #[reflect(required)]
    pub const_shape: Option<Constant>,
    /// The shape that is known to result, for later analyses.
    #[reflect(required)]
    pub assert_shape: Option<Array<PrimExpr>>,
}
