//! Finds types with dimensions that are unknown at compile time.

use objet::prelude::*;
use objet::walk::pre_order;
use objet_ir::expr::IntImmNode;
use objet_ir::types::{TensorTypeNode, Type};

/// Returns whether a tensor type inside `ty` has a dimension that is not a constant: `Any`, a
/// variable, or an expression.
///
/// ```
/// use objet::DataType;
/// use objet_ir::types::{TensorType, TupleType};
/// use objet_relay::analysis::is_dynamic;
/// use objet_tir::expr::Any;
///
/// let fixed = TensorType::new([2.into(), 3.into()], DataType::float(32));
/// let batch = TensorType::new([Any::new(None).into(), 3.into()], DataType::float(32));
/// assert!(!is_dynamic(&fixed.clone().into()));
/// assert!(is_dynamic(&TupleType::new([fixed.into(), batch.into()], None).into()));
/// ```
#[doc(alias = "IsDynamic")]
pub fn is_dynamic(ty: &Type) -> bool {
    pre_order(ty).any(|object| {
        let shape = object.as_node::<TensorTypeNode>().map(|tensor| &tensor.shape);
        shape.is_some_and(|shape| shape.iter().any(|dim| !dim.is_instance::<IntImmNode>()))
    })
}
