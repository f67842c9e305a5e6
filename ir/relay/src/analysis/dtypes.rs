//! Collects the data types of a program.

use std::collections::HashSet;

use objet::prelude::*;
use objet::walk::references;
use objet_ir::types::TensorTypeNode;

use crate::functor::post_order;

/// Returns the data types of all tensors in the inferred types of an expression or a module, each
/// once, in the order of their first occurrence.
///
/// Only `checked_type` counts. An expression without inferred types has no data types, whatever
/// types its variables declare.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_ir::types::TensorType;
/// use objet_relay::analysis::all_dtypes;
/// use objet_relay::expr::Var;
///
/// let mut x = Var::new("x", None, None);
/// assert_eq!(all_dtypes(&x), []);
/// *x.make_mut().checked_type = Some(TensorType::scalar(DataType::int(8)).into());
/// assert_eq!(all_dtypes(&x), [DataType::int(8)]);
/// ```
pub fn all_dtypes(root: &impl IsObjectRef) -> Vec<DataType> {
    let (mut seen, mut dtypes) = (HashSet::<ObjectRef>::new(), HashSet::new());
    let (mut found, mut waiting) = (Vec::new(), Vec::<ObjectRef>::new());
    for expr in post_order(root) {
        waiting.extend(expr.checked_type.as_ref().map(|ty| ty.as_object_ref().clone()));
        // The types of different expressions share parts, so all types have one set of seen parts.
        while let Some(object) = waiting.pop() {
            if !seen.insert(object.clone()) {
                continue;
            }
            if let Some(tensor) = object.as_node::<TensorTypeNode>() {
                if dtypes.insert(tensor.dtype) {
                    found.push(tensor.dtype);
                }
            } else {
                let from = waiting.len();
                waiting.extend(references(&object));
                waiting[from..].reverse();
            }
        }
    }
    found
}
