//! Attributes of calls that are lowered, for the virtual machine and for the executors.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::{Integer, PrimExpr};

/// Attributes of `call_lowered`.
#[attrs_node("relay.attrs.CallLoweredAttrs")]
pub struct CallLoweredAttrsNode {
    /// What else is known of the call, by name.
    #[reflect(required)]
    pub metadata: Option<Map<String, Option<ObjectRef>>>,
}

/// Attributes of `vm.shape_func`.
#[attrs_node("relay.attrs.ShapeFuncAttrs")]
pub struct ShapeFuncAttrsNode {
    /// For each argument, whether the function takes the values (1) or only the shape (0).
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
