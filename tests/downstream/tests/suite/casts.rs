//! Casts up and down the hierarchy.

use downstream::expr::{
    Add, AddNode, BinaryNode, Const, ConstNode, Expr, ExprNode, Mul, MulNode, Var, VarNode,
};
use downstream::stmt::{For, Loop, LoopNode, Stmt, StmtNode};
use renamed_objet::{IsObject, IsObjectRef, Object, ObjectRef};

fn sum() -> Add {
    Add::new(Var::new("x"), Const::new(1))
}

#[test]
fn an_upcast_goes_to_every_ancestor() {
    let add = sum();
    let binary: downstream::expr::Binary = add.clone().upcast();
    let expr: Expr = binary.clone().upcast();
    let object: ObjectRef = add.clone().upcast();
    assert!(binary.same_as(&add) && expr.same_as(&add) && object.same_as(&add));
    assert_eq!(add.strong_count(), 4);
}

#[test]
fn a_borrowed_upcast_counts_nothing() {
    let add = sum();
    let expr: &Expr = add.upcast_ref();
    assert_eq!(expr.strong_count(), 1);
    assert_eq!(expr.line, 1);
}

#[test]
fn a_downcast_accepts_the_own_type_and_all_ancestors() {
    let object = ObjectRef::from(sum());
    assert!(object.clone().downcast::<Expr>().is_ok());
    assert!(object.clone().downcast::<downstream::expr::Binary>().is_ok());
    let add: Add = object.downcast().unwrap();
    assert!(add.lhs.is_instance::<VarNode>());
}

#[test]
fn a_failed_downcast_returns_the_original() {
    let object = ObjectRef::from(sum());
    let copy = object.clone();
    let error = object.downcast::<Mul>().unwrap_err();
    assert_eq!(error.to_string(), "expected down.Mul, found down.Add");
    let back = error.into_object();
    assert!(back.same_as(&copy));
    assert_eq!(back.strong_count(), 2);
}

#[test]
fn a_wrapper_checks_the_type_of_its_object() {
    let expr: Expr = sum().upcast();
    assert!(expr.is_instance::<AddNode>() && expr.is_instance::<BinaryNode>());
    assert!(expr.is_instance::<ExprNode>() && expr.is_instance::<Object>());
    assert!(!expr.is_instance::<MulNode>() && !expr.is_instance::<StmtNode>());
    assert_eq!(expr.as_node::<AddNode>().map(|add| add.line), Some(1));
    assert!(expr.as_node::<MulNode>().is_none());
    assert!(expr.downcast_ref::<Add>().is_some_and(|add| add.rhs.is_instance::<ConstNode>()));
    assert_eq!(expr.type_key(), "down.Add");
    assert_eq!(expr.type_index(), AddNode::type_index());
}

#[test]
fn a_borrowed_node_checks_its_own_type() {
    fn value(expr: &ExprNode) -> Option<i64> {
        expr.as_node::<ConstNode>().map(|constant| constant.value)
    }
    assert_eq!(value(&Const::new(7)), Some(7));
    assert_eq!(value(&sum()), None);
    assert!(sum().rhs.to_ref().is_some_and(|rhs| rhs.is_instance::<ConstNode>()));
}

#[test]
fn a_child_of_a_parent_that_cannot_overflow_is_found() {
    let stmt: Stmt = For::new(Const::new(3), None).upcast();
    assert!(stmt.is_instance::<LoopNode>());
    let body = Some(stmt);
    let outer: Loop = For::new(Const::new(4), body).into();
    assert!(outer.body.as_ref().is_some_and(|body| body.downcast_ref::<For>().is_some()));
    assert!(!outer.is_instance::<ExprNode>());
}
