//! A loop nest on its way through the passes of two crates: simplified, vectorized, with common
//! subexpressions merged, saved, and read from a file of an earlier version.

use std::error::Error;

use loops::{BufferType, Expr, For, Function, Let, Load, LoopKind, Seq, Stmt, Store, Type, Var};
use loops::{cost, simplify};
use loops_vector::vectorize;
use objet::graph::{Format, SaveJson};
use objet::prelude::*;
use objet::{assert_structural_eq, cse, load_json, post_order};

/// A file that was saved when a loop had a flag in place of its kind, and its `extent` was called
/// `count`.
const OLD: &str = include_str!("../old.json");

/// Makes a function with something to do for each pass.
fn example() -> Result<Function, Box<dyn Error>> {
    let buffer = BufferType::new(DataType::int(64), 64);
    let [a, b] = ["a", "b"].map(|name| Var::new(name, buffer.clone()));
    let [i, j, k, n] = ["i", "j", "k", "n"].map(|name| Var::new(name, Type::index()));
    let index = |var: &Var| -> Expr { var.clone().upcast() };

    // a[i] = (b[i] + n) * (b[i] + n)
    let sum = || Expr::from(Load::new(b.clone(), i.clone())) + n.clone();
    let square = Store::new(a.clone(), index(&i) + 0, sum() * sum())?;
    // b[j] = a[j] * 1
    let copy = Store::new(b.clone(), j.clone(), Expr::from(Load::new(a.clone(), j.clone())) * 1)?;
    let fill = Store::new(a.clone(), k.clone(), index(&k))?;
    let loops: [Stmt; 3] = [
        For::new(i, 64, square, LoopKind::Parallel).upcast(),
        For::new(k, 0, fill, LoopKind::Serial).upcast(),
        For::new(j, 64, copy, LoopKind::Serial).upcast(),
    ];
    Ok(Function::new("squares", [a, b], Let::new(n, Expr::from(2) * 21, Seq::new(loops))))
}

fn main() -> Result<(), Box<dyn Error>> {
    let function = example()?;
    println!("{function}\n");

    let simple = simplify(function.clone())?;
    println!("simplified, cost {} in place of {}:\n{simple}\n", cost(&simple), cost(&function));

    let vector = simplify(vectorize(simple.clone(), 16)?)?;
    println!("vectorized, cost {}:\n{vector}\n", cost(&vector));

    let merged = cse(vector.clone())?;
    assert_structural_eq!(merged, vector);
    println!("objects: {}, merged: {}", post_order(&vector).count(), post_order(&merged).count());

    let file = SaveJson::new(Format::Plain).to_string(&merged)?;
    let loaded: Function = load_json(&file)?.downcast()?;
    assert_structural_eq!(loaded, merged);
    println!("saved and loaded: {} bytes\n", file.len());

    let old: Function = load_json(OLD)?.downcast()?;
    println!("from an old file:\n{old}");
    Ok(())
}
