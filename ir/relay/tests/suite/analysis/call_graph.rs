//! Call graphs.

use objet::prelude::*;
use objet::{load_json, save_json};
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_relay::analysis::{CallGraph, CallGraphError};
use objet_relay::expr::{Call, Function, Tuple};

use super::load;

fn function(body: impl Into<RelayExpr>) -> Function {
    Function::new([], body, None, [], None, None)
}

fn call(callee: &GlobalVar) -> RelayExpr {
    Call::new(callee.clone(), [], None, [], None).into()
}

fn calls(callees: &[&GlobalVar]) -> Function {
    function(Tuple::new(callees.iter().map(|callee| call(callee)).collect::<Vec<_>>(), None))
}

fn module_of(functions: &[(&GlobalVar, Function)]) -> IRModule {
    let mut module = IRModule::new();
    for (var, function) in functions {
        module.add((*var).clone(), function.clone(), false).unwrap();
    }
    module
}

#[test]
fn references_are_counted_by_object() {
    let [a, b, c, d] = ["a", "b", "c", "d"].map(GlobalVar::new);
    let module = module_of(&[
        (&a, calls(&[])),
        (&b, calls(&[&a, &a])),
        (&c, calls(&[&b, &a])),
        (&d, calls(&[&d, &c])),
    ]);
    let graph = CallGraph::new(module.clone()).unwrap();
    let numbers = |var| {
        let (refs, calls) = (graph.ref_count(var).unwrap(), graph.global_call_count(var).unwrap());
        (refs, calls, graph.is_recursive(var).unwrap())
    };
    assert_eq!([&a, &b, &c, &d].map(numbers), [(2, 0, false), (1, 1, false), (1, 2, false), (1, 2, true)]);
    assert!(graph.module.same_as(&module));
    assert_eq!(graph.topological_order().unwrap(), [d, c.clone(), b, a]);
    let expected = "Call graph node: c,  #refs = 1\n  call site: <c> calls b\n  call site: <c> calls a\n\n";
    assert_eq!(graph.function_text(&c).unwrap(), expected);
    assert_eq!(graph.text().unwrap().matches("Call graph node").count(), 4);
}

#[test]
fn cycles_and_values_count() {
    let [even, odd, main] = ["even", "odd", "main"].map(GlobalVar::new);
    // `main` returns `even` without calling it.
    let functions = [(&even, calls(&[&odd])), (&odd, calls(&[&even])), (&main, function(even.clone()))];
    let graph = CallGraph::new(module_of(&functions)).unwrap();
    assert_eq!(graph.topological_order().unwrap(), [main.clone(), even.clone(), odd.clone()]);
    assert_eq!(graph.callees(&main).unwrap(), std::slice::from_ref(&even));
    assert_eq!(graph.ref_count(&even).unwrap(), 2);
    assert!(![even, odd].iter().any(|var| graph.is_recursive(var).unwrap()));
    let graph = CallGraph::new(load("prelude.typed")).unwrap();
    let map = graph.module.get_global_var("map").unwrap();
    assert!(graph.is_recursive(&map).unwrap());
}

#[test]
fn unknown_functions_are_errors() {
    let [main, missing] = ["main", "missing"].map(GlobalVar::new);
    let error = CallGraph::new(module_of(&[(&main, calls(&[&missing]))])).unwrap_err();
    assert!(matches!(error, CallGraphError::UndefinedCallee { .. }));
    assert_eq!(error.to_string(), r#"function @main: the module has no function "missing""#);
    let graph = CallGraph::new(module_of(&[(&main, calls(&[]))])).unwrap();
    let error = graph.ref_count(&missing).unwrap_err().to_string();
    assert_eq!(error, r#"call graph: the module has no function "missing""#);
    let error = graph.ref_count(&GlobalVar::new("main")).unwrap_err().to_string();
    assert!(error.contains("by another GlobalVar object"), "{error}");
}

#[test]
fn a_graph_survives_a_file() {
    let [main, other] = ["main", "other"].map(GlobalVar::new);
    let module = module_of(&[(&other, calls(&[])), (&main, calls(&[&other]))]);
    let json = save_json(&CallGraph::new(module).unwrap()).unwrap();
    let graph: CallGraph = load_json(&json).unwrap().downcast().unwrap();
    let other = graph.module.get_global_var("other").unwrap();
    assert_eq!(graph.ref_count(&other).unwrap(), 1);
}
