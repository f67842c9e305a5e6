//! Attributes of calls that are lowered, for the virtual machine and for the executors.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::expr::{Integer, PrimExpr};

/// Attributes of `call_lowered`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.CallLoweredAttrs", is_final, new)]
pub struct CallLoweredAttrsNode {
    base: AttrsNode,
    /// What else is known of the call, by name.
    #[reflect(required)]
    pub metadata: Option<Map<String, Option<ObjectRef>>>,
}

/// Attributes of `vm.shape_func`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ShapeFuncAttrs", is_final, new)]
pub struct ShapeFuncAttrsNode {
    base: AttrsNode,
    /// For each argument, whether the function takes the values (1) or only the shape (0).
    #[reflect(required)]
    pub is_input: Option<Array<Integer>>,
}

/// Attributes of `vm.reshape_tensor`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.ReshapeTensorAttrs", is_final, new)]
pub struct ReshapeTensorAttrsNode {
    base: AttrsNode,
    /// The shape of the result.
    #[reflect(required)]
    pub newshape: Option<Array<PrimExpr>>,
}
