//! Structs and fields with other attributes, raw names, and nodes that a macro generates.

use downstream::attributes::{Decl, DeclNode, Dot, DotNode, Mark, MarkNode};
use renamed_objet::{IsObject, IsObjectRef, make_object};

#[test]
fn a_field_with_a_raw_name_is_a_field() {
    let mut decl = Decl::from(make_object(DeclNode::default()));
    let shared = decl.clone();
    DeclNode::set(&mut decl, "i32", 2);
    assert_eq!((decl.r#type.as_str(), decl.uses()), ("i32", 2));
    assert_eq!((shared.r#type.as_str(), shared.uses()), ("", 0));
}

#[test]
fn a_field_that_is_configured_in_is_in_the_view() {
    let mut decl = Decl::from(make_object(DeclNode::default()));
    *decl.get_mut().unwrap().there = true;
    assert!(decl.there);
}

#[test]
fn options_can_be_split_into_several_attributes() {
    assert_eq!(DeclNode::TYPE_KEY, "down.Decl");
    const { assert!(DeclNode::TYPE_FINAL) };
}

#[test]
fn a_macro_can_generate_nodes_and_name_their_parents() {
    let dot = Dot::from(make_object(DotNode::default()));
    let mark: Mark = dot.clone().into();
    assert!(mark.is_instance::<MarkNode>());
    assert_eq!(mark.type_key(), "down.Dot");
}
