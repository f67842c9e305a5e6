//! Tests of the progress that long work over graphs reports.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::rc::Rc;

use objet::compare::structural_hash;
use objet::containers::ArrayNode;
use objet::graph::{Format, SaveJson};
use objet::prelude::*;
use objet::progress::{Progress, Stopped, watch};
use objet::{Visitor, load_json, post_order, print, rewrite, save_json, structural_equal};

const COUNT: usize = 40_000;

fn chain() -> ObjectRef {
    let end = ObjectRef::from(Array::<ObjectRef>::new());
    (0..COUNT).fold(end, |inner, _| Array::from_iter([inner]).into())
}

fn saved(graph: &ObjectRef, format: Format) -> std::string::String {
    let mut bytes = Vec::new();
    SaveJson::new(format).save(Some(graph), &mut bytes).unwrap();
    std::string::String::from_utf8(bytes).unwrap()
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics abort")]
fn long_work_reports_its_progress_and_can_be_stopped() {
    let graph = chain();
    let text = save_json(&graph).unwrap();
    let copy = load_json(&text).unwrap();
    let expected_hash = structural_hash(&graph);
    let [of_tvm_ffi, plain] = [Format::TvmFfi, Format::Plain].map(|format| saved(&graph, format));
    let works: [(&str, &dyn Fn()); 12] = [
        ("read", &|| drop(load_json(&text).unwrap())),
        ("read", &|| drop(load_json(&of_tvm_ffi).unwrap())),
        ("read", &|| drop(load_json(&plain).unwrap())),
        ("number", &|| drop(save_json(&graph).unwrap())),
        ("number", &|| assert!(!saved(&graph, Format::TvmFfi).is_empty())),
        ("number", &|| assert!(!saved(&graph, Format::Plain).is_empty())),
        ("compare", &|| assert!(structural_equal(&graph, &copy))),
        ("hash", &|| assert_eq!(structural_hash(&graph), expected_hash)),
        ("print", &|| drop(print(&graph).to_string())),
        ("walk", &|| assert!(post_order(&graph).count() > COUNT)),
        ("visit", &|| Visitor::new().on::<ArrayNode>(|_, _| {}).visit(&graph)),
        ("rewrite", &|| drop(rewrite(graph.clone(), |object| object).unwrap())),
    ];
    for (expected, work) in works {
        let seen = Rc::new(RefCell::new(Vec::<Progress>::new()));
        let kept = seen.clone();
        let watcher = move |progress| {
            kept.borrow_mut().push(progress);
            ControlFlow::Continue(())
        };
        watch(watcher, work).unwrap();
        let seen = seen.take();
        assert_eq!(seen.first().map(|progress| progress.work), Some(expected));
        assert!(seen.iter().all(|progress| progress.done > 0), "{seen:?}");
        if expected == "number" {
            assert_eq!(seen.last().map(|progress| progress.work), Some("write"));
        }
        assert!(seen.iter().all(|progress| progress.total.is_none_or(|total| total >= progress.done)));
        assert_eq!(watch(|_| ControlFlow::Break(()), work), Err(Stopped), "{expected}");
        work();
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics abort")]
fn watchers_nest_and_let_panics_pass() {
    let graph = chain();
    let stop = |_: Progress| ControlFlow::Break(());
    let hash = || structural_hash(&graph);
    assert_eq!(watch(stop, || watch(|_| ControlFlow::Continue(()), hash)), Ok(Ok(hash())));
    assert_eq!(watch(|_| ControlFlow::Continue(()), || watch(stop, hash)), Ok(Err(Stopped)));
    assert_eq!(watch(stop, || watch(stop, hash).is_err()), Ok(true));
    let panicked = catch_unwind(|| watch(|_| ControlFlow::Continue(()), || panic!("a mistake"))).unwrap_err();
    assert_eq!(panicked.downcast_ref(), Some(&"a mistake"));
    assert_eq!(watch(stop, || 3), Ok(3), "short work is not stopped");
}
