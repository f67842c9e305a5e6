//! `match_node!` over the nodes of another crate.

use downstream::expr::{
    Add, AddNode, BinaryNode, Const, ConstNode, Expr, ExprNode, Mul, MulNode, Var, VarNode,
};
use downstream::{expr, stmt};
use renamed_objet::{Array, IsObject, IsObjectRef, Object, ObjectRef, match_node};

fn text(expr: &ExprNode) -> String {
    match_node!(match expr {
        add @ expr::AddNode => format!("({} + {})", text(&add.lhs), text(&add.rhs)),
        mul @ MulNode => format!("{} * {}", text(&mul.lhs), text(&mul.rhs)),
        constant @ ConstNode if constant.value < 0 => format!("({})", constant.value),
        constant @ ConstNode => constant.value.to_string(),
        var @ VarNode => var.name.to_string(),
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
        match_node!(match object {
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
    let reference = match_node!(match expr {
        constant @ ConstNode => constant.to_ref(),
        _ => None,
    });
    assert_eq!(reference.map(|constant| constant.value), Some(5));
}

/// `let var = value; body`, of which a part may be missing.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "match_node.Let", is_final, crate = renamed_objet, new)]
struct LetNode {
    base: Object,
    var: Var,
    value: Option<Expr>,
    body: (Expr, i64),
    others: Array<Expr>,
}

fn number(value: i64) -> Expr {
    Const::new(value).into()
}

fn add(lhs: impl Into<Expr>, rhs: impl Into<Expr>) -> Expr {
    Add::new(lhs.into(), rhs.into()).into()
}

fn mul(lhs: impl Into<Expr>, rhs: impl Into<Expr>) -> Expr {
    Mul::new(lhs.into(), rhs.into()).into()
}

/// Simplifies one node.
fn simpler(expr: &Expr) -> Option<Expr> {
    match_node!(match expr {
        AddNode { lhs, rhs: ConstNode { value: 0, .. }, .. } => Some(lhs.clone()),
        AddNode { lhs: ConstNode { value: a, .. }, rhs: ConstNode { value: b } } => Some(number(a + b)),
        expr::AddNode { lhs: a, rhs: b } if a == b => {
            let two = number(2);
            Some(mul(a.clone(), two))
        }
        AddNode { lhs: MulNode { lhs: a, rhs: x }, rhs: product @ MulNode { lhs: b, .. } }
            if a == b && a != x =>
            Some(mul(a.clone(), add(x.clone(), product.rhs.clone()))),
        MulNode { rhs: ConstNode { value: ..=-10 | 10.., .. }, .. } => Some(number(10)),
        MulNode { lhs: AddNode | MulNode { rhs: VarNode, .. }, rhs } => Some(rhs.clone()),
        _ => None,
    })
}

#[test]
fn nodes_are_matched_in_the_fields_of_nodes() {
    let (x, y): (Expr, Expr) = (Var::new("x").into(), Var::new("y").into());
    assert_eq!(simpler(&add(x.clone(), number(0))), Some(x.clone()));
    assert_eq!(simpler(&add(number(2), number(3))).map(|sum| text(&sum)), Some("5".into()));
    assert_eq!(simpler(&add(x.clone(), x.clone())).map(|sum| text(&sum)), Some("x * 2".into()));
    let products = add(mul(x.clone(), y.clone()), mul(x.clone(), number(3)));
    assert_eq!(simpler(&products).map(|sum| text(&sum)), Some("x * (y + 3)".into()));
    assert_eq!(simpler(&add(x.clone(), y.clone())), None);
    assert_eq!(simpler(&mul(x.clone(), number(12))).map(|sum| text(&sum)), Some("10".into()));
    assert_eq!(simpler(&mul(x.clone(), number(9))), None);
    assert_eq!(simpler(&mul(add(x.clone(), y.clone()), y.clone())), Some(y.clone()));
    assert_eq!(simpler(&mul(mul(x.clone(), y.clone()), x.clone())), Some(x.clone()));
    assert_eq!(simpler(&mul(mul(x.clone(), number(1)), x)), None);
}

#[test]
fn inherited_fields_are_matched() {
    let line = |expr: &Expr| {
        match_node!(match expr {
            ConstNode { line: 1, value, .. } => *value,
            ExprNode { line, .. } => -i64::from(*line),
            _ => 0,
        })
    };
    assert_eq!(line(&number(7)), 7);
    assert_eq!(line(&Var::new("x").into()), -1);
}

#[test]
fn nodes_are_matched_inside_of_other_patterns() {
    let describe = |object: &ObjectRef| {
        match_node!(match object {
            LetNode { value: Some(ConstNode { value, .. }), body: (MulNode, 1), .. } => value.to_string(),
            LetNode { value: None, var, .. } => var.name.to_string(),
            LetNode { body: (body @ AddNode { .. }, 2 | 3), .. } => text(body),
            LetNode { value: some @ Some(_), .. } if some.is_some() => "some".into(),
            _ => "other".into(),
        })
    };
    let node = |value: Option<Expr>, body: Expr, number: i64| {
        ObjectRef::from(Let::new(Var::new("v"), value, (body, number), Array::new()))
    };
    let (x, sum) = (Expr::from(Var::new("x")), add(Var::new("x"), Var::new("y")));
    let product = mul(x.clone(), x.clone());
    assert_eq!(describe(&node(Some(number(4)), product.clone(), 1)), "4");
    assert_eq!(describe(&node(None, product.clone(), 1)), "v");
    assert_eq!(describe(&node(Some(x.clone()), sum.clone(), 3)), "(x + y)");
    assert_eq!(describe(&node(Some(number(4)), sum, 4)), "some");
    assert_eq!(describe(&x.into()), "other");
    let _ = Let::new(Var::new("v"), None, (product, 0), [number(1)]).others.len();
}

#[test]
fn pairs_are_matched() {
    fn equal(a: &Expr, b: &Expr) -> bool {
        match_node!(match (a, b) {
            (ConstNode { value: a, .. }, ConstNode { value: b, .. }) => a == b,
            (AddNode { lhs: a, rhs: b }, AddNode { lhs: c, rhs: d }) => equal(a, c) && equal(b, d),
            (a, b @ VarNode { name, .. }) if name.as_str() == "any" => a.line == b.line,
            (VarNode, MulNode) | (MulNode, VarNode) => true,
            _ => a == b,
        })
    }
    let (x, any) = (Var::new("x"), Var::new("any"));
    assert!(equal(&add(number(1), x.clone()), &add(number(1), x.clone())));
    assert!(!equal(&add(number(1), x.clone()), &add(number(2), x.clone())));
    assert!(equal(&number(1), &any.into()));
    let product = mul(number(1), number(2));
    assert!(equal(&x.clone().into(), &product) && equal(&product, &x.clone().into()));
    assert!(!equal(&x.into(), &number(1)));
}

#[test]
fn the_matched_value_is_evaluated_once_and_lives_until_the_end() {
    let mut count = 0;
    let mut next = || {
        count += 1;
        number(count)
    };
    let value = match_node!(match next() {
        AddNode => 0,
        ConstNode { value, .. } if *value > 5 => *value,
        constant @ ConstNode { value: 1, .. } => constant.value + 10,
        other => i64::from(other.line),
    });
    assert_eq!((value, count), (11, 1));
}

#[test]
fn a_name_binds_the_matched_value_itself() {
    fn operand<'a>(a: &'a Expr, b: &'a Expr) -> Option<&'a Expr> {
        match_node!(match (a, b) {
            (AddNode { lhs, .. }, other) if lhs == other => Some(other),
            (one, AddNode { rhs, .. }) => (one == rhs).then_some(one),
            _ => None,
        })
    }
    let (x, y): (Expr, Expr) = (Var::new("x").into(), Var::new("y").into());
    let sum = add(x.clone(), y.clone());
    assert_eq!(operand(&sum, &x), Some(&x));
    assert_eq!(operand(&y, &sum), Some(&y));
    assert_eq!(operand(&sum, &y), None);
    let owned: Expr = match_node!(match sum {
        ConstNode => number(0),
        other => other,
    });
    assert_eq!(owned.strong_count(), 1);
}

#[test]
fn arms_can_leave_the_function_and_the_loop() {
    fn first_var(exprs: &[Expr]) -> Option<&str> {
        for expr in exprs {
            match_node!(match expr {
                ConstNode { value: 0, .. } => break,
                VarNode { name, .. } => return Some(name.as_str()),
                _ if exprs.len() > 5 => continue,
                _ => {}
            });
        }
        None
    }
    let exprs = [number(1), Var::new("x").into()];
    assert_eq!(first_var(&exprs), Some("x"));
    assert_eq!(first_var(&[number(0), Var::new("x").into()]), None);
}
