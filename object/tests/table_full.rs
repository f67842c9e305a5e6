//! A type table without enough indices for a linked type. A separate process, because the type is
//! rejected when the process is set up.

use objet::prelude::*;
use objet::types::{self, TypeError};

/// Declares more slots than there are indices.
#[derive(Object)]
#[repr(C)]
#[object(key = "full.Greedy", child_slots = 2_000_000)]
struct GreedyNode {
    base: Object,
}

/// Rejected together with its parent.
#[derive(Object)]
#[repr(C)]
#[object(key = "full.Greedy.Child")]
struct GreedyChildNode {
    base: GreedyNode,
}

/// Unrelated to the rejected types.
#[derive(Object)]
#[repr(C)]
#[object(key = "full.Modest")]
struct ModestNode {
    base: Object,
}

#[test]
fn a_linked_type_with_too_many_slots_is_rejected_and_the_others_are_not() {
    let _ = objet::register_types!(GreedyNode, GreedyChildNode, ModestNode);
    let error =
        types::refused().into_iter().find(|error| matches!(error, TypeError::TableFull { .. })).unwrap();
    assert!(error.to_string().starts_with("no type index is left for `full.Greedy` ("), "{error}");
    assert!(error.to_string().ends_with("which needs 2000002"), "{error}");
    assert!(matches!(types::try_type_index::<GreedyNode>(), Err(TypeError::TableFull { .. })));
    assert!(types::try_type_index::<GreedyChildNode>().is_err());
    let modest = Modest::from(make_object(ModestNode { base: Object::new() }));
    assert!(modest.is_instance::<ModestNode>() && !modest.is_instance::<GreedyNode>());
}
