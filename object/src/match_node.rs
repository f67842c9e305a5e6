//! The macro `match_node!`: a `match` over node types.

/// Evaluates the first arm whose node type fits the object, and binds the node in that arm.
///
/// The object is any expression with the method [`as_node`](crate::Object::as_node): a reference,
/// or a borrowed node. An arm can list several types, separated by `|`, and then binds nothing. An
/// arm can have an `if` condition. The last arm is `_`, because the set of types is open.
///
/// ```
/// use objet_object::{ArrayNode, MapNode, ObjectRef, ShapeTuple};
/// use objet_object::{ShapeTupleNode, StringNode, match_node};
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
