use objet::prelude::*;
use objet::walk::RewriteError;
use objet::{load_json, print, rewrite, save_json, structural_equal};

/// Base of every expression.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "algebra.Expr", new)]
pub struct ExprNode {
    base: Object,
}

/// A number.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "algebra.Number", is_final, new)]
pub struct NumberNode {
    base: ExprNode, // the parent is the type of the first field
    pub value: i64,
}

/// A variable.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "algebra.Var", is_final, new)]
pub struct VarNode {
    base: ExprNode,
    pub name: objet::String,
}

/// `lhs + rhs`
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "algebra.Add", is_final, new)]
pub struct AddNode {
    base: ExprNode,
    pub lhs: Expr, // a reference to any expression
    pub rhs: Expr,
}

/// Writes an expression as people do.
fn infix(expr: &Expr) -> String {
    match_node!(match expr {
        number @ NumberNode => number.value.to_string(),
        var @ VarNode => var.name.to_string(),
        add @ AddNode => format!("({} + {})", infix(&add.lhs), infix(&add.rhs)),
        _ => expr.type_key().into(),
    })
}

/// Replaces each sum of two numbers by a number.
fn fold_constants(expr: Expr) -> Result<Expr, RewriteError> {
    rewrite(expr, |object: ObjectRef| {
        let Some(add) = object.as_node::<AddNode>() else { return object };
        match (add.lhs.as_node::<NumberNode>(), add.rhs.as_node::<NumberNode>()) {
            (Some(lhs), Some(rhs)) => Number::new(lhs.value + rhs.value).into(),
            _ => object,
        }
    })
}

fn main() -> objet::Result<()> {
    let expr: Expr = Add::new(Var::new("x"), Add::new(Number::new(2), Number::new(40))).into();
    println!("built:  {}", infix(&expr));

    let folded = fold_constants(expr)?;
    println!("folded: {}", infix(&folded));

    let json = save_json(&folded)?;
    let loaded: Expr = load_json(&json)?.downcast()?;
    println!("loaded: {}", print(&loaded));
    assert!(structural_equal(&folded, &loaded));
    Ok(())
}
