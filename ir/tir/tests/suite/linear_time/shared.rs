//! Statements that are shared by several places, to a depth at which a tree of the same statements
//! would not end.

use std::time::{Duration, Instant};

use objet_tir::op;
use objet_tir::stmt::{Evaluate, ForKind, IfThenElse, LetStmt, Stmt};

use super::programs::*;
use super::*;

const DEPTH: usize = 60;

/// Runs all passes on a function. Returns the passes that refuse it.
#[track_caller]
fn run(func: &PrimFunc) -> Vec<String> {
    let mut refused = Vec::new();
    for (name, pass, context) in passes().unwrap() {
        // The pass needs a target.
        if name == "tir.transform.VerifyMemory" {
            continue;
        }
        let module = IRModule::from_parts([(GlobalVar::new("main"), func.clone())], []).unwrap();
        let start = Instant::now();
        let result = pass.run_in(module, &context);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(120), "{name} took {time:?}");
        if let Err(error) = result {
            refused.push(format!("{name}: {error}"));
        }
    }
    refused
}

fn twice(stmt: Stmt) -> Stmt {
    seq([stmt.clone(), stmt])
}

/// Whether passes refuse a function only because its statements have too many places.
fn only_places(refused: &[String]) -> bool {
    refused.iter().all(|error| error.contains("further places of shared objects"))
}

#[test]
fn sequences_are_linear() {
    let a = pointer("A");
    let body = nest(DEPTH, store(&a, load(&a, 1), 0), |body, _| Ok(twice(body))).unwrap();
    assert_eq!(run(&function(&[&a], body)), [""; 0]);
    // A nest of loops, attributes and branches has one scope for both places.
    let m = int("m");
    let body = nest(DEPTH, store(&a, 1.0_f32, 0), |body, k| {
        Ok(match k % 3 {
            0 => twice(attr(m.clone(), "pragma_x", k, body)),
            1 => twice(when(op::less(&m * 2, k, None)?, body)?),
            _ => twice(body),
        })
    });
    assert_eq!(run(&function(&[&a, &m], body.unwrap())), [""; 0]);
}

#[test]
fn bindings_are_copied_or_refused() {
    let (a, m) = (pointer("A"), int("m"));
    let loops = nest(DEPTH, store(&a, 1.0_f32, 0), |body, _| Ok(twice(times(&int("i"), m.clone(), body)?)));
    let refused = run(&function(&[&a, &m], loops.unwrap()));
    assert!(only_places(&refused), "{refused:#?}");
    let lets = nest(DEPTH, store(&a, 1.0_f32, 0), |body, k| {
        let x = int("x");
        let used = seq([store(&a, 1.0_f32, x.clone()), body]);
        Ok(twice(LetStmt::new(x, expr(&m + k), used, None)?.upcast()))
    });
    let refused = run(&function(&[&a, &m], lets.unwrap()));
    assert!(only_places(&refused), "{refused:#?}");
    let allocations = nest(DEPTH, store(&a, 1.0_f32, 0), |body, k| {
        let p = pointer("p");
        Ok(twice(allocate(&p, 64, seq([store(&p, 1.0_f32, k), body, store(&a, load(&p, k), k)]))?))
    });
    let refused = run(&function(&[&a], allocations.unwrap()));
    assert!(only_places(&refused), "{refused:#?}");
}

#[test]
fn branches_with_other_facts_are_refused() {
    let (a, m) = (pointer("A"), int("m"));
    let body = nest(DEPTH, store(&a, 1.0_f32, 0), |body, k| {
        let condition = op::less(&m * 2, k, None)?;
        Ok(IfThenElse::new(condition, body.clone(), Some(body), None)?.upcast())
    });
    let refused = run(&function(&[&a, &m], body.unwrap()));
    assert!(only_places(&refused), "{refused:#?}");
    assert!(refused.iter().any(|error| error.starts_with("tir.transform.Simplify")), "{refused:#?}");
}

#[test]
fn shared_statements_keep_their_results() {
    // Both places have the same facts, so they have the same result.
    let (a, m) = (pointer("A"), int("m"));
    let part = store(&a, 1.0_f32, &m * 2 - &m);
    let both = function(&[&a, &m], twice(part.clone()));
    let module = IRModule::from_parts([(GlobalVar::new("main"), both)], []).unwrap();
    let result = objet_tir::transform::simplify().run(module).unwrap().lookup_by_name("main").unwrap();
    let text = objet_tir::text::print(&result);
    assert_eq!(text.matches("[m] = 1f32").count(), 2, "{text}");
    // The places have other facts, so they have other results.
    let part: Stmt = Evaluate::new(op::floordiv(&m, 4, None).unwrap(), None).upcast();
    let inside = seq([part.clone(), times(&m, 4, twice(part)).unwrap()]);
    let module = IRModule::from_parts([(GlobalVar::new("main"), function(&[&a], inside))], []).unwrap();
    let result = objet_tir::transform::simplify().run(module).unwrap().lookup_by_name("main").unwrap();
    let text = objet_tir::text::print(&result);
    assert_eq!(text.matches("floordiv").count(), 1, "{text}");
}

#[test]
fn results_stay_small() {
    let a = pointer("A");
    let loops = |kind, extent: i32| {
        nest(DEPTH, store(&a, 1.0_f32, 0), |body, _| kind_of_loop(&int("i"), extent, kind, body)).unwrap()
    };
    let config = objet_tir::transform::UnrollLoopConfigNode::default();
    let error = objet_tir::transform::unroll_loop(loops(ForKind::Unrolled, 2), &config).unwrap_err();
    assert!(error.to_string().starts_with("cannot unroll the loop over i: "), "{error}");
    // Each loop splits in two, so all of them would have 2^60 parts.
    let m = int("m");
    let split = nest(DEPTH, store(&a, 1.0_f32, 0), |body, _| {
        let (outer, inner) = (int("i.outer"), int("i.inner"));
        let condition = likely(op::less(&outer * 4 + &inner, 30, None)?)?;
        times(&outer, 8, times(&inner, 4, when(condition, seq([store(&a, 1.0_f32, m.clone()), body]))?)?)
    });
    let mut config = objet_tir::transform::LoopPartitionConfigNode::default();
    config.partition_const_loop = true;
    let split = objet_tir::transform::loop_partition(split.unwrap(), &config).unwrap();
    let parts = objet_tir::functor::post_order(&split).count();
    assert!((1_000..200_000).contains(&parts), "{parts}");
}
