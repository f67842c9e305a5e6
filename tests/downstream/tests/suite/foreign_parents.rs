//! Nodes whose parents are in other crates.

use downstream::closure::{Captured, CapturedNode};
use downstream::expr::{self, Binary, BinaryNode, Const, Expr, ExprNode};
use renamed_objet::containers::ClosureNode;
use renamed_objet::types::TypeIndex;
use renamed_objet::{IsObject, IsObjectRef, Object, make_object};

/// `lhs - rhs`: a node with a parent in another crate.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "test.Sub", crate = renamed_objet)]
struct SubNode {
    base: BinaryNode,
    lhs: Expr,
    rhs: Expr,
}

/// A node whose parent is written as a path into another crate.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "test.Neg", is_final, crate = ::renamed_objet)]
struct NegNode {
    base: expr::ExprNode,
    operand: Expr,
}

#[test]
fn a_node_can_derive_from_a_node_of_another_crate() {
    let sub = Sub::from(make_object(SubNode {
        base: BinaryNode::new(2),
        lhs: Const::new(1).into(),
        rhs: Const::new(2).into(),
    }));
    let binary: Binary = sub.clone().into();
    let neg = Neg::from(make_object(NegNode { base: ExprNode::new(2), operand: binary.upcast() }));
    assert!(neg.operand.is_instance::<SubNode>());
    assert!(neg.is_instance::<ExprNode>() && !neg.is_instance::<BinaryNode>());
    assert_eq!(neg.operand.as_node::<SubNode>().map(|sub| sub.lhs.same_as(&sub.rhs)), Some(false));
    assert_eq!(sub.line, 2);
}

#[test]
fn a_node_can_derive_from_a_node_of_the_facade() {
    let captured = Captured::new(vec![Const::new(1).into()]);
    assert!(captured.is_instance::<ClosureNode>());
    assert_eq!(ClosureNode::type_index(), TypeIndex::new(8));
    assert_eq!(CapturedNode::TYPE_DEPTH, 2);
    assert_eq!(captured.captured.len(), 1);
}
