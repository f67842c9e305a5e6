//! A `match` over the types of nodes.

/// Takes the first arm whose node type the object is of, and binds the node.
///
/// The object is anything that has [`as_node`](crate::Object::as_node): a reference, or a borrowed node. An arm may name
/// several types, which then bind nothing, and have a condition. The last arm is `_`, since the set of types is open.
///
/// ```
/// use objet_object::{ArrayNode, MapNode, ObjectRef, ShapeTuple, ShapeTupleNode, StringNode, match_node};
///
/// fn describe(object: &ObjectRef) -> String {
///     match_node!(object, {
///         text: StringNode => format!("text of {} bytes", text.as_str().len()),
///         shape: ShapeTupleNode if shape.as_slice().is_empty() => "a scalar's shape".into(),
///         shape: ShapeTupleNode => format!("shape {:?}", shape.as_slice()),
///         ArrayNode | MapNode => "a container".into(),
///         _ => object.type_key().into(),
///     })
/// }
///
/// assert_eq!(describe(&ShapeTuple::from([2, 3]).into()), "shape [2, 3]");
/// ```
#[macro_export]
macro_rules! match_node {
    ($object:expr, { $($arms:tt)+ }) => {
        match $object {
            ref object => $crate::match_node!(@arms object, $($arms)+),
        }
    };
    (@arms $object:ident, _ => $otherwise:expr $(,)?) => {
        $otherwise
    };
    (@arms $object:ident, $node:ident : $($ty:ident)::+ $(if $condition:expr)? => $then:expr, $($arms:tt)+) => {
        match $object.as_node::<$($ty)::+>() {
            ::core::option::Option::Some($node) $(if $condition)? => $then,
            _ => $crate::match_node!(@arms $object, $($arms)+),
        }
    };
    (@arms $object:ident, $($($ty:ident)::+)|+ $(if $condition:expr)? => $then:expr, $($arms:tt)+) => {
        if ($($object.is_instance::<$($ty)::+>())||+) $(&& $condition)? {
            $then
        } else {
            $crate::match_node!(@arms $object, $($arms)+)
        }
    };
}
