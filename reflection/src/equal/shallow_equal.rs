//! Shallow comparison: objects whose references are compared by identity.

use objet_object::__private::resumed;
use objet_object::{MapNode, Object, ObjectRef};

use super::equal_engine::same_tensor;
use super::equal_reducer::EqualReducer;
use crate::content::Content;
use crate::field::FieldRole;
use crate::loaded::Loaded;
use crate::memory::Node;
use crate::options::Comparison;

/// Whether two objects are the same, or have the same type, equal values and identical references.
pub(crate) fn shallow_equal(lhs: &Object, rhs: &Object) -> bool {
    if lhs.same_as(rhs) {
        return true;
    }
    if lhs.type_index() != rhs.type_index() {
        return false;
    }
    match (Content::of(lhs), Content::of(rhs)) {
        (Content::String(l), Content::String(r)) => l.as_str() == r.as_str(),
        (Content::Tensor(l), Content::Tensor(r)) => same_tensor(l, r),
        (Content::Shape(l), Content::Shape(r)) => l.as_slice() == r.as_slice(),
        (Content::Array(l), Content::Array(r)) => same_lists(l.as_slice(), r.as_slice()),
        (Content::Adt(l), Content::Adt(r)) => l.tag() == r.tag() && same_lists(l.fields(), r.fields()),
        (Content::Map(l), Content::Map(r)) => same_maps(l, r),
        (Content::Node(l), Content::Node(r)) => shallow_equal_nodes(l, r),
        _ => false,
    }
}

fn shallow_equal_nodes(l: Node<'_>, r: Node<'_>) -> bool {
    if compares_by_identity(l) {
        return false;
    }
    let (reflection, loaded) = (l.reflection(), Loaded::default());
    match (reflection.comparison(), reflection.bytes()) {
        (Comparison::Fields, Some(bytes)) => bytes.of(l.object()) == bytes.of(r.object()),
        (Comparison::Fields, None) => {
            l.plain_equals(r, &loaded) && l.compared_with(r, &loaded).all(|(_, lhs, rhs)| is_same(lhs, rhs))
        }
        (Comparison::Custom { equal, .. }, _) => {
            let mut reducer = EqualReducer::new(false, &loaded);
            resumed(equal(l.object(), r.object(), &mut reducer))
                && !reducer.is_graph_node
                && reducer.steps.iter().all(|step| match (step.lhs, step.rhs) {
                    (Some(lhs), Some(rhs)) => lhs.same_as(rhs),
                    (lhs, rhs) => lhs.is_none() && rhs.is_none(),
                })
        }
        _ => false,
    }
}

/// Whether a node is equal only to itself in a shallow comparison:
/// - variables and graph nodes, whose identity counts,
/// - nodes that compare by address,
/// - nodes with compared fields that change in place.
pub(crate) fn compares_by_identity(node: Node<'_>) -> bool {
    match node.reflection().comparison() {
        Comparison::Fields => {}
        Comparison::FreeVariable | Comparison::GraphNode | Comparison::Pointer => return true,
        Comparison::Custom { equal, .. } => {
            let loaded = Loaded::default();
            let mut reducer = EqualReducer::new(false, &loaded);
            resumed(equal(node.object(), node.object(), &mut reducer));
            if reducer.is_graph_node {
                return true;
            }
        }
    }
    let mut fields = node.reflection().fields().iter();
    fields.any(|field| field.role() != FieldRole::Skipped && field.offset().cell().is_some())
}

fn is_same(lhs: Option<&ObjectRef>, rhs: Option<&ObjectRef>) -> bool {
    match (lhs, rhs) {
        (Some(lhs), Some(rhs)) => (**lhs).same_as(rhs),
        (lhs, rhs) => lhs.is_none() && rhs.is_none(),
    }
}

fn same_lists(lhs: &[Option<ObjectRef>], rhs: &[Option<ObjectRef>]) -> bool {
    lhs.len() == rhs.len() && lhs.iter().zip(rhs).all(|(lhs, rhs)| is_same(lhs.as_ref(), rhs.as_ref()))
}

fn same_maps(lhs: &MapNode, rhs: &MapNode) -> bool {
    lhs.len() == rhs.len()
        && lhs.iter().all(|(key, value)| rhs.get(key).is_some_and(|other| is_same(value, other)))
}
