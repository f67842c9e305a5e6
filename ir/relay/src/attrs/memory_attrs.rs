//! Attributes of operators that allocate memory.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::PrimExpr;

use crate::expr::Constant;

/// Attributes of `memory.alloc_storage`.
#[attrs_node("relay.attrs.AllocStorageAttrs")]
pub struct AllocStorageAttrsNode {
    /// The data type of the stored elements.
    #[reflect(default = DataType::float(32))]
    pub dtype: DataType,
    /// The index of the device among the devices of its type, from 0.
    pub device_id: i32,
    /// The device type, as numbered by DLPack.
    pub device_type: i32,
}

/// Attributes of `memory.alloc_tensor`.
#[attrs_node("relay.attrs.AllocTensorAttrs")]
pub struct AllocTensorAttrsNode {
    /// The data type of the tensor.
    #[reflect(default = DataType::float(32))]
    pub dtype: DataType,
    /// The shape as a constant, if known, for type inference.
    #[reflect(required)]
    pub const_shape: Option<Constant>,
    /// The known shape of the result, for later analyses.
    #[reflect(required)]
    pub assert_shape: Option<Array<PrimExpr>>,
}
