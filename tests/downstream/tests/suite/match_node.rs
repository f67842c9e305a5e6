//! `match_node!` over the nodes of another crate.

use downstream::expr::{Add, BinaryNode, Const, ConstNode, Expr, ExprNode, Mul, MulNode, Var, VarNode};
use downstream::{expr, stmt};
use renamed_objet::{IsObject, IsObjectRef, ObjectRef, match_node};

fn text(expr: &ExprNode) -> String {
    match_node!(expr, {
        add: expr::AddNode => format!("({} + {})", text(&add.lhs), text(&add.rhs)),
        mul: MulNode => format!("{} * {}", text(&mul.lhs), text(&mul.rhs)),
        constant: ConstNode if constant.value < 0 => format!("({})", constant.value),
        constant: ConstNode => constant.value.to_string(),
        var: VarNode => var.name.to_string(),
        _ => "?".into(),
    })
}

#[test]
fn a_borrowed_node_is_matched() {
    let sum: Expr = Add::new(Var::new("x"), Const::new(1)).upcast();
    let expr: Expr = Mul::new(sum, Const::new(-2)).upcast();
    assert_eq!(text(&expr), "(x + 1) * (-2)");
}

#[test]
fn a_reference_is_matched() {
    fn kind(object: &ObjectRef) -> &'static str {
        match_node!(object, {
            BinaryNode | stmt::LoopNode => "of two or three",
            ExprNode => "an expression",
            _ => "something else",
        })
    }
    assert_eq!(kind(&Add::new(Var::new("x"), Var::new("y")).into()), "of two or three");
    assert_eq!(kind(&stmt::For::new(Const::new(1), None).into()), "of two or three");
    assert_eq!(kind(&Var::new("x").into()), "an expression");
    assert_eq!(kind(&renamed_objet::String::from("x").into()), "something else");
}

#[test]
fn a_wrapper_is_matched() {
    let expr: Expr = Const::new(5).into();
    let reference = match_node!(expr, { constant: ConstNode => constant.to_ref(), _ => None });
    assert_eq!(reference.map(|constant| constant.value), Some(5));
}
