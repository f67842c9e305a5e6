//! Long work over programs reports its progress, and can be stopped.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use objet::NDArray;
use objet::prelude::*;
use objet::progress::{Progress, Stopped, watch};
use objet_ir::expr::RelayExpr;
use objet_ir::types::TensorType;
use objet_relay::expr::{Function, Var};
use objet_relay::infer::infer_expr;
use objet_relay::interpreter::Interpreter;
use objet_relay::op::exp;
use objet_relay::text::{parse_expr, parse_module};
use objet_relay::transform::fuse_ops;

/// Returns the names of the work that is reported, each once. Also checks that a report stops it.
fn works<R: PartialEq + std::fmt::Debug>(work: impl Fn() -> R) -> Vec<&'static str> {
    let seen = Rc::new(RefCell::new(Vec::<Progress>::new()));
    let kept = seen.clone();
    let watcher = move |progress| {
        kept.borrow_mut().push(progress);
        ControlFlow::Continue(())
    };
    let done = watch(watcher, &work);
    assert!(done.is_ok());
    for progress in &*seen.borrow() {
        assert!(
            progress.done > 0 && progress.total.is_none_or(|total| total >= progress.done),
            "{progress:?}"
        );
    }
    let mut names: Vec<_> = seen.borrow().iter().map(|progress| progress.work).collect();
    names.dedup();
    for name in &names {
        let name = *name;
        let stop = move |progress: Progress| {
            if progress.work == name { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(watch(stop, &work), Err(Stopped), "{name}");
    }
    assert_eq!(Ok(work()), done);
    names
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics abort")]
fn parsing() {
    let text = format!("free_var %x; %x{}", " + %x".repeat(40_000));
    let tokens = 2 * 40_000;
    let seen = Rc::new(RefCell::new(Vec::<usize>::new()));
    let kept = seen.clone();
    let watcher = move |progress: Progress| {
        kept.borrow_mut().push(progress.done);
        ControlFlow::Continue(())
    };
    watch(watcher, || parse_expr("test.rly", &text).unwrap()).unwrap();
    // Both the division into tokens and the parser report, from the beginning.
    let starts = seen.borrow().windows(2).filter(|pair| pair[1] <= pair[0]).count() + 1;
    assert!(starts == 2 && seen.borrow().iter().all(|done| *done <= tokens + 8), "{seen:?}");
    assert_eq!(works(|| parse_expr("test.rly", &text).is_ok()), ["parse"]);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics abort")]
fn evaluation() {
    let module = parse_module(
        "test.rly",
        "def @endless(%n: int32) -> int32 { @endless(add(%n, 0)) }
         def @count(%n: int32) -> int32 { if (equal(%n, 0)) { %n } else { @count(subtract(%n, 1)) } }
         def @elements(%n: int32, %x: Tensor[(4096), int32]) -> Tensor[(4096), int32] {
           if (equal(%n, 0)) { %x } else { @elements(subtract(%n, 1), negative(%x)) }
         }
         def @sum(%x: Tensor[(100, 400), int32]) -> int32 { sum(transpose(%x, axes=[1, 0])) }",
    )
    .unwrap();
    let interpreter = Interpreter::new(&module).unwrap();
    let tensor = |shape: &[i64]| -> ObjectRef {
        NDArray::from_slice(shape, &vec![1_i32; shape.iter().product::<i64>() as usize]).unwrap().upcast()
    };
    let number = |number: i32| -> ObjectRef { NDArray::from_slice(&[], &[number]).unwrap().upcast() };
    let apply = |name, args: &[ObjectRef]| {
        let function = module.get_global_var(name).unwrap();
        interpreter.evaluate(function, args).unwrap().downcast::<NDArray>().unwrap().to_vec::<i32>().unwrap()
    };
    let stop = |_| ControlFlow::Break(());
    assert_eq!(watch(stop, || apply("endless", &[number(1)])), Err(Stopped));
    assert_eq!(works(|| apply("count", &[number(10_000)])), ["evaluate"]);
    // Elements count, too.
    assert_eq!(works(|| apply("elements", &[number(4), tensor(&[4096])])), ["evaluate"]);
    assert_eq!(works(|| apply("sum", &[tensor(&[100, 400])])), ["evaluate"]);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics abort")]
fn fusion() {
    let vector = TensorType::new([3.into()], DataType::float(32));
    let x = Var::new("x", Some(vector.upcast()), None);
    let body = (0..20_000).fold(RelayExpr::from(x.clone()), |below, _| exp(below).unwrap().into());
    let typed = infer_expr(&Function::new([x], body, None, [], None, None).upcast(), None).unwrap();
    let works = works(|| fuse_ops(&typed, 2, 256).is_ok());
    assert!(works.contains(&"fuse"), "{works:?}");
}
