//! Attributes of lowered calls, for the virtual machine and the executors.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{Integer, PrimExpr};

/// Attributes of `call_lowered`.
#[attrs_node("relay.attrs.CallLoweredAttrs")]
pub struct CallLoweredAttrsNode {
    /// The metadata of the call, by name.
    #[reflect(required)]
    pub metadata: Option<Map<String, Option<ObjectRef>>>,
}

/// Attributes of `vm.shape_func`.
#[attrs_node("relay.attrs.ShapeFuncAttrs")]
pub struct ShapeFuncAttrsNode {
    /// One flag for each argument: 1 if the function takes its values, 0 if only its shape.
    #[reflect(required)]
    pub is_input: Option<Array<Integer>>,
}

/// Attributes of `vm.reshape_tensor`.
#[attrs_node("relay.attrs.ReshapeTensorAttrs")]
pub struct ReshapeTensorAttrsNode {
    /// The shape of the result.
    #[reflect(required)]
    pub newshape: Option<Array<PrimExpr>>,
}
