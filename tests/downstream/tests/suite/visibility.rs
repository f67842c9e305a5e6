//! Private nodes.

use downstream::expr::{Expr, ExprNode};
use downstream::inner;
use renamed_objet::{IsObjectRef, Object, make_object};

#[test]
fn an_object_of_a_private_type_is_used_through_its_crate() {
    let counter = (0..5).fold(None, |counter, _| Some(inner::count(counter))).unwrap();
    assert_eq!(inner::value(&counter), Some(3));
    assert_eq!(counter.type_key(), "down.Limited");
}

#[test]
fn a_function_can_define_local_nodes() {
    #[derive(Clone, Object)]
    #[repr(C)]
    #[object(key = "test.Local", crate = renamed_objet)]
    struct LocalNode {
        base: ExprNode,
        depth: usize,
    }

    #[derive(Clone, Object)]
    #[repr(C)]
    #[object(key = "test.Inner", is_final, crate = renamed_objet)]
    struct InnerNode {
        base: LocalNode,
    }

    let local = LocalNode { base: ExprNode::new(3), depth: 1 };
    let mut expr: Expr = Inner::from(make_object(InnerNode { base: local })).upcast();
    *expr.make_mut().line += 1;
    assert_eq!(expr.as_node::<LocalNode>().map(|local| (local.line, local.depth)), Some((4, 1)));
    assert_eq!(expr.downcast::<Local>().map(|local| local.depth).ok(), Some(1));
}
