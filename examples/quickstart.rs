//! Three node types of a toy language: built, checked, cast, changed, and printed as a type table.

use objet::prelude::*;
use objet::types;

/// Base of every expression.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "toy.Expr", child_slots = 8)]
pub struct ExprNode {
    base: Object,
    /// The line it stands on.
    pub line: u32,
}

/// A number.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "toy.Number", is_final)]
pub struct NumberNode {
    base: ExprNode,
    /// Its value.
    pub value: i64,
}

/// `lhs + rhs`
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "toy.Add", is_final)]
pub struct AddNode {
    base: ExprNode,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}

impl ExprNode {
    fn new(line: u32) -> Self {
        Self { base: Object::new(), line }
    }
}

impl Number {
    /// The number `value`.
    pub fn new(line: u32, value: i64) -> Self {
        make_object(NumberNode { base: ExprNode::new(line), value }).into()
    }
}

impl Add {
    /// The sum of two expressions.
    pub fn new(line: u32, lhs: impl Into<Expr>, rhs: impl Into<Expr>) -> Self {
        make_object(AddNode { base: ExprNode::new(line), lhs: lhs.into(), rhs: rhs.into() }).into()
    }
}

/// A pass: what an expression comes to.
fn evaluate(expr: &Expr) -> i64 {
    match_node!(expr, {
        number: NumberNode => number.value,
        add: AddNode => evaluate(&add.lhs) + evaluate(&add.rhs),
        _ => 0,
    })
}

fn main() -> objet::Result<()> {
    // Build. `two` is one object, seen from three places.
    let two = Number::new(1, 2);
    let sum = Add::new(2, two.clone(), Add::new(3, two.clone(), Number::new(4, 38)));
    println!(
        "2 + (2 + 38) = {}; `2` is referred to {} times",
        evaluate(&sum.clone().upcast()),
        two.strong_count()
    );

    // Check and cast: up at compile time, down at run time.
    let expr: Expr = sum.upcast();
    println!(
        "the root is a {}: an Expr? {}; a Number? {}",
        expr.type_key(),
        expr.is_instance::<ExprNode>(),
        expr.is_instance::<NumberNode>()
    );
    if let Err(error) = expr.clone().downcast::<Number>() {
        println!("as a Number: {error}");
    }

    // Change: what is shared is copied first, so `expr` stays what it was.
    let mut changed: Add = expr.clone().downcast()?;
    let mut fields = changed.make_mut();
    *fields.lhs = Number::new(2, 60).into();
    *fields.line = 20; // a field of the base
    println!(
        "changed: {} on line {}; before: {} on line {}",
        evaluate(&changed.upcast()),
        20,
        evaluate(&expr),
        expr.line
    );

    // Every linked type, by index; `toy.Expr` and what derives from it are one range.
    println!("\n{:>5}  {:<24} {:<10} {:>5}", "index", "type", "range", "slots");
    for info in types::all() {
        let range = info.range();
        let name = format!("{:indent$}{}", "", info.key(), indent = 2 * info.depth());
        println!(
            "{:>5}  {name:<24} {:<10} {:>5}",
            info.index(),
            format!("{}..{}", range.start, range.end),
            info.child_slots()
        );
    }
    Ok(())
}
