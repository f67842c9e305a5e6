//! The types of a reversed program.

use objet::prelude::*;
use objet::rewrite;
use objet_ir::types::{FuncType, RelayRefType, TensorTypeNode, TupleType, Type};

use crate::transform::gradient::DifferentiationError;

/// Returns the type of the reference to the function that goes back.
pub(super) fn backward_type() -> Type {
    let back = FuncType::new([], TupleType::empty(), [], [], None);
    RelayRefType::new(back, None).upcast()
}

/// Returns the type of the reversed value of a type.
pub(super) fn reversed(ty: Type) -> Result<Type, DifferentiationError> {
    rewrite(ty, |object: ObjectRef| {
        if object.is_instance::<TensorTypeNode>() {
            let Some(tensor) = object.downcast_ref::<Type>() else { return Ok(object) };
            let gradient = RelayRefType::new(tensor.clone(), None);
            return Ok(TupleType::new([tensor.clone(), gradient.upcast()], None).upcast());
        }
        match object.downcast::<FuncType>() {
            Ok(mut function) => {
                function.make_mut().arg_types.push(backward_type());
                Ok(function.upcast())
            }
            Err(other) => Ok(other.into_object()),
        }
    })
}
