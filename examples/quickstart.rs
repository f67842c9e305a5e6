//! A toy language: defines nodes, and builds, casts, changes, prints, compares, rewrites, saves and
//! loads them.

use objet::compare::{StructuralEqual, structural_hash};
use objet::fields::Reflection;
use objet::prelude::*;
use objet::walk::RewriteError;
use objet::{get_attr, load_json, make_node, print, rewrite, save_json, structural_equal, types};

/// Base of every expression.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "toy.Expr", child_slots = 8, new(line))]
pub struct ExprNode {
    base: Object,
    /// The line in the source.
    #[reflect(skip_eq, default = 0)]
    pub line: u32,
}

/// A number.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "toy.Number", is_final, new(line: u32))]
pub struct NumberNode {
    base: ExprNode,
    /// The value.
    #[reflect(lower_bound = 0)]
    pub value: i64,
}

/// `lhs + rhs`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "toy.Add", is_final, new(line: u32))]
pub struct AddNode {
    base: ExprNode,
    /// The left operand.
    pub lhs: Expr,
    /// The right operand.
    pub rhs: Expr,
}

/// A pass that returns the value of an expression.
fn evaluate(expr: &Expr) -> i64 {
    match_node!(match expr {
        number @ NumberNode => number.value,
        add @ AddNode => evaluate(&add.lhs) + evaluate(&add.rhs),
        _ => 0,
    })
}

/// A pass that replaces the sum of two numbers by a number. `rewrite` calls the closure with
/// operands before their sum.
fn fold_constants(expr: Expr) -> Result<Expr, RewriteError> {
    rewrite(expr, |object: ObjectRef| {
        let folded = object.as_node::<AddNode>().and_then(|add| {
            let (lhs, rhs) = (add.lhs.as_node::<NumberNode>()?, add.rhs.as_node::<NumberNode>()?);
            Some(Number::new(lhs.value + rhs.value, add.line))
        });
        folded.map_or(object, ObjectRef::from)
    })
}

fn main() -> objet::Result<()> {
    // Build. `two` is one object with three references.
    let two = Number::new(2, 1);
    let sum = Add::new(two.clone(), Add::new(two.clone(), Number::new(38, 4), 3), 2);
    println!("2 + (2 + 38) = {}; `2` has {} references", evaluate(&sum.clone().upcast()), two.strong_count());

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

    // Change: a shared object is copied first, so `expr` stays unchanged.
    let mut changed: Add = expr.clone().downcast()?;
    let mut fields = changed.make_mut();
    *fields.lhs = Number::new(60, 2).into();
    *fields.line = 20; // a field of the base
    let changed: Expr = changed.upcast();
    println!("changed: {} on line {}; before: {}", evaluate(&changed), changed.line, evaluate(&expr));

    // Print and compare.
    println!("\nthe graph, with names for shared nodes:\n{:#}", print(&expr));
    for difference in StructuralEqual::new().differences(&expr, &changed, 10) {
        println!("different at {difference}");
    }

    // Save and load. A shared object is shared again.
    let json = save_json(&expr)?;
    let back: Expr = load_json(&json)?.downcast()?;
    println!(
        "\n{} bytes of JSON come back equal: {}; with the same hash: {}",
        json.len(),
        structural_equal(&expr, &back),
        structural_hash(&expr) == structural_hash(&back)
    );

    // Rewrite: only changed nodes are rebuilt.
    println!("with constants folded: {}", print(&fold_constants(back)?));

    // By name, like files and front ends.
    let number = make_node("toy.Number", [("value", 7.into())])?;
    println!("made by name: {}; its value is {:?}", print(&number), get_attr(&number, "value")?);
    if let Err(error) = make_node("toy.Number", [("valeu", 7.into())]) {
        println!("made by a wrong name: {error}");
    }
    if let Err(error) = make_node("toy.Number", [("value", (-1).into())]) {
        println!("made out of bounds: {error}");
    }

    // All linked types, by index. The indices of `toy.Expr` and its descendants are one range.
    println!("\n{:>5}  {:<24} {:<10} {:>5}  fields", "index", "type", "range", "slots");
    for info in types::all() {
        let range = info.range();
        let name = format!("{:indent$}{}", "", info.key(), indent = 2 * info.depth());
        println!(
            "{:>5}  {name:<24} {:<10} {:>5}  {:?}",
            info.index(),
            format!("{}..{}", range.start, range.end),
            info.child_slots(),
            Reflection::of_type(info).map_or(&[][..], Reflection::fields)
        );
    }
    Ok(())
}
