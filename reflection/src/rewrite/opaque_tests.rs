//! Tests of opaque nodes, which only the loader creates: traversal, rewriting, copying and
//! printing.

use objet_object::{IsObjectRef, Object, ObjectRef, String};

use crate::graph::Lead;
use crate::graph::{Opaque, OpaqueValue};
use crate::{RewriteError, deep_copy, post_order, print, rewrite};

fn attr(name: &str, value: OpaqueValue) -> (&str, OpaqueValue) {
    (name, value)
}

fn opaque(object: &ObjectRef) -> Opaque {
    let attrs = vec![
        attr("a", OpaqueValue::String("1".into())),
        attr("b", OpaqueValue::Reference(Some(object.clone()))),
        attr("c", OpaqueValue::Reference(None)),
        attr(
            "d",
            OpaqueValue::Ambiguous {
                number: 2,
                object: Some(object.clone()),
                other: None,
                is_tree_edge: true,
            },
        ),
        attr("e", OpaqueValue::Ambiguous { number: 3, object: None, other: None, is_tree_edge: false }),
    ];
    let leads = [1, 2, 3].map(Lead::new);
    Opaque::of_attrs("lost.Node", attrs, &leads)
}

fn rename(node: Opaque) -> Result<Opaque, RewriteError> {
    rewrite(node, |object| {
        Ok(if object.downcast_ref::<String>().is_some() { String::from("y").into() } else { object })
    })
}

#[test]
fn opaque_nodes_are_rewritten_in_place_or_copied() {
    let text = ObjectRef::from(String::from("x"));
    let node = opaque(&text);
    assert_eq!(post_order(&node).count(), 2);
    let before = r#"lost.Node(a="1", b="x", c=null, d="2" or "x", e="3")"#;
    assert_eq!(print(&node).to_string(), before);

    let renamed = rename(node.clone()).unwrap();
    assert_eq!(print(&node).to_string(), before);
    assert_eq!(print(&renamed).to_string(), before.replace("\"x\"", "\"y\""));
    assert!(!deep_copy(&node).same_as(&node));

    let address = std::ptr::from_ref::<Object>(node.as_object_ref());
    let renamed = rename(node).unwrap();
    assert!(std::ptr::eq(address, std::ptr::from_ref::<Object>(renamed.as_object_ref())));
    assert_eq!(print(&renamed).to_string(), before.replace("\"x\"", "\"y\""));
}
