//! Tests of the passes over nodes of both crates.

use std::error::Error;

use loops::{
    BufferType, Expr, For, ForNode, Function, Let, Load, LoopKind, Seq, Stmt, Store, Type, Var, cost,
    is_copy, simplify, stored_buffers,
};
use loops_vector::{Ramp, RampNode, vectorize};
use objet::prelude::*;
use objet::{assert_structural_eq, assert_structural_ne, cse, load_json, make_node, post_order, save_json};

type Outcome = Result<(), Box<dyn Error>>;

fn var(name: &str) -> Var {
    Var::new(name, Type::index())
}

fn buffer(name: &str) -> Var {
    Var::new(name, BufferType::new(DataType::int(64), 64))
}

fn index(var: &Var) -> Expr {
    var.clone().upcast()
}

/// `for i in 0..extent { a[i] = value }`
fn fill(a: &Var, extent: i64, value: impl FnOnce(&Var) -> Expr) -> Result<For, Box<dyn Error>> {
    let i = var("i");
    let store = Store::new(a.clone(), i.clone(), value(&i))?;
    Ok(For::new(i, extent, store, LoopKind::Serial))
}

#[test]
fn constants_are_folded_also_across_operators() -> Outcome {
    let x = var("x");
    for (expr, simple) in [
        (Expr::from(2) * 3 + index(&x), "x + 6"),
        (index(&x) * Expr::from(0) + 1, "1"),
        (Expr::from(1) * (index(&x) + 1 + 2 + 3), "x + 6"),
        (Expr::from(i64::MAX) + 1, "9223372036854775807 + 1"),
        ((index(&x) + 1) * (index(&x) + 0), "(x + 1) * x"),
    ] {
        assert_eq!(simplify(expr)?.to_string(), simple);
    }
    Ok(())
}

#[test]
fn statements_without_effect_disappear() -> Outcome {
    let a = buffer("a");
    let [kept, gone] = [fill(&a, 8, index)?, fill(&a, 0, index)?];
    let nested: Stmt = Seq::new([Seq::new([gone.upcast()]).upcast(), kept.clone().upcast()]).upcast();
    assert_structural_eq!(simplify(nested)?, kept.upcast::<Stmt>());
    Ok(())
}

#[test]
fn a_copy_is_matched() -> Outcome {
    let [a, b] = [buffer("a"), buffer("b")];
    let load = |index: &Var| -> Expr { Load::new(b.clone(), index.clone()).upcast() };
    assert!(is_copy(&fill(&a, 8, load)?.upcast()));
    let other = var("j");
    assert!(!is_copy(&fill(&a, 8, |_| load(&other))?.upcast()));
    assert!(!is_copy(&fill(&a, 8, index)?.upcast()));
    Ok(())
}

#[test]
fn only_loops_that_the_lanes_divide_are_vectorized() -> Outcome {
    let a = buffer("a");
    let both = Seq::new([fill(&a, 32, index)?.upcast::<Stmt>(), fill(&a, 33, index)?.upcast()]);
    let vector = vectorize(both, 8)?;
    assert_eq!(vector.stmts[0].to_string(), "for i in 0..4 {\n  a[i * 8..+8] = i * 8..+8\n}");
    assert_eq!(vector.stmts[1].to_string(), "for i in 0..33 {\n  a[i] = i\n}");
    Ok(())
}

#[test]
fn rules_and_costs_of_the_extension_join() -> Outcome {
    let ramp = |lanes| -> Expr { Ramp::new(index(&var("x")) * 4 * 2, lanes).upcast() };
    assert_eq!(simplify(ramp(1))?.to_string(), "x * 8");
    assert_eq!(simplify(ramp(4))?.to_string(), "x * 8..+4");
    assert_eq!(cost(&ramp(16)) - cost(&ramp(4)), 3);
    let error = make_node("loops.vector.Ramp", [("ty", (&Type::index()).into()), ("lanes", 0.into())]);
    assert!(error.unwrap_err().to_string().starts_with("loops.vector.Ramp.lanes: "));
    Ok(())
}

#[test]
fn equal_subexpressions_become_one_object() -> Outcome {
    let (a, x) = (buffer("a"), var("x"));
    let square = |x: &Var| (index(x) + 1) * (index(x) + 1);
    let program = Store::new(a, x.clone(), square(&x))?;
    let merged = cse(program.clone())?;
    assert_structural_eq!(merged, program);
    assert!(post_order(&merged).count() < post_order(&program).count());
    assert_eq!(stored_buffers(&merged), stored_buffers(&program));
    Ok(())
}

#[test]
fn variables_hold_in_their_scope_only() -> Outcome {
    let a = buffer("a");
    let program = |name: &str, last: &Var| -> Result<Seq, Box<dyn Error>> {
        let n = var(name);
        let inner = Let::new(n.clone(), 4, Store::new(a.clone(), n.clone(), n)?);
        Ok(Seq::new([inner.upcast::<Stmt>(), Store::new(a.clone(), last.clone(), last.clone())?.upcast()]))
    };
    let [free, other] = [var("free"), var("other")];
    assert_structural_eq!(program("n", &free)?, program("m", &free)?);
    assert_structural_ne!(program("n", &free)?, program("n", &other)?);
    Ok(())
}

#[test]
fn a_value_of_another_type_is_refused() -> Outcome {
    let floats = Var::new("f", BufferType::new(DataType::float(32), 64));
    let error = Store::new(floats.clone(), var("i"), 1).unwrap_err();
    assert_eq!(error.to_string(), "expected a value for float32[64], found int64");

    // Also in a file.
    let json = save_json(&Store::new(buffer("a"), var("i"), 1)?)?;
    let error = load_json(&json.replacen("\"int64\"", "\"float32\"", 1)).unwrap_err().to_string();
    assert!(error.contains("expected a value for "), "{error}");
    Ok(())
}

#[test]
fn both_crates_are_in_one_file() -> Outcome {
    let a = buffer("a");
    let body = vectorize(fill(&a, 32, index)?, 8)?;
    let function = Function::new("fill", [a], body);
    let loaded: Function = load_json(&save_json(&function)?)?.downcast()?;
    assert_structural_eq!(loaded, function);
    assert!(post_order(&loaded).any(|object| object.is_instance::<RampNode>()));
    assert!(post_order(&loaded).any(|object| object.is_instance::<ForNode>()));
    Ok(())
}
