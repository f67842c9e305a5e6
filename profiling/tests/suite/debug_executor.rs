//! Graph executors that measure each of their nodes.

#![expect(unsafe_code, reason = "creates executors, which write to tensors that callers share")]

use std::sync::{Arc, Mutex};

use objet_object::{Device, NDArray};
use objet_profiling::{Metric, Report};
use objet_runtime::{Args, ErrorKind, Module, ModuleKind, PackedFunc, Registry, Result};

const GRAPH: &str = include_str!("../../../runtime/tests/c/network.json");

/// A library that records the calls of its functions.
struct Library(Arc<Mutex<Vec<String>>>);

impl ModuleKind for Library {
    fn type_key(&self) -> &str {
        "test.library"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        let (calls, called) = (Arc::clone(&self.0), name.to_owned());
        let function = move |_: Args<'_>, _: &mut _| {
            calls.lock().unwrap().push(called.clone());
            Ok(())
        };
        Ok(name.starts_with("net_").then(|| PackedFunc::from_fn(function)))
    }
}

/// Returns a global function that creates executors or factories.
fn global(name: &str) -> PackedFunc {
    // SAFETY: the library writes to no tensor, and no slice is held while an executor does.
    unsafe { Registry::find_unchecked(name) }.unwrap()
}

/// Creates an executor, and the list of the calls of its functions.
fn executor() -> (Module, Arc<Mutex<Vec<String>>>) {
    let calls = Arc::<Mutex<Vec<_>>>::default();
    let create = global("tvm.graph_executor_debug.create");
    (create.call_as((GRAPH, &Module::new(Library(Arc::clone(&calls))), 1, 0)).unwrap(), calls)
}

fn taken(calls: &Mutex<Vec<String>>) -> Vec<String> {
    std::mem::take(&mut *calls.lock().unwrap())
}

#[test]
fn each_node_is_measured() {
    let (executor, calls) = executor();
    let times: String = executor.expect_function("run_individual").unwrap().call_as((3, 2, 0)).unwrap();
    let times: Vec<f64> = times.trim_end_matches(',').split(',').map(|time| time.parse().unwrap()).collect();
    let takes_time: Vec<_> = times.iter().map(|time| *time > 0.0).collect();
    assert_eq!(takes_time, [false, false, true, true, false, true]);
    // All nodes run once, then each one runs as a warm-up and in two measurements of three runs.
    assert_eq!(taken(&calls).len(), 3 + 3 * 7);
}

#[test]
fn nodes_run_one_by_one() {
    let (executor, calls) = executor();
    let execute = executor.expect_function("execute_node").unwrap();
    execute.call((2,)).unwrap();
    assert_eq!(taken(&calls), ["net_double"]);
    execute.call((5,)).unwrap();
    assert_eq!(taken(&calls), ["net_add", "net_total"]);
    execute.call((2,)).unwrap();
    assert_eq!(taken(&calls), ["net_double"]);
    let error = execute.call((6,)).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::INDEX_ERROR);

    let x = NDArray::from_slice(&[2, 2], &[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    executor.expect_function("set_input").unwrap().call(("x", &x)).unwrap();
    let get_node_output = executor.expect_function("get_node_output").unwrap();
    let input: NDArray = get_node_output.call_as((0, 0)).unwrap();
    assert_eq!(input.as_slice::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0]);
    assert!(get_node_output.call((0, 1)).unwrap_err().message().contains("node 0 has 1 outputs"));

    let debug_get_output = executor.expect_function("debug_get_output").unwrap();
    for node in [objet_object::ArgValue::from("sum"), 3.into()] {
        let out = NDArray::from_slice(&[2, 2], &[9.0_f32; 4]).unwrap();
        debug_get_output.call((node, &out)).unwrap();
        assert_eq!(out.as_slice::<f32>().unwrap(), [0.0; 4]);
        assert_eq!(taken(&calls), ["net_double", "net_add"]);
    }
    assert!(debug_get_output.call(("no", &x)).unwrap_err().message().contains("no node \"no\""));
}

#[test]
fn a_profile_has_a_call_for_each_function() {
    let (executor, _) = executor();
    let report: Report = executor.expect_function("profile").unwrap().call_as(((),)).unwrap();
    let metric = |call: usize, name: &str| Metric::of(&report.calls[call][name]);
    assert_eq!(report.calls.len(), 3);
    assert_eq!(metric(1, "Name"), Some(Metric::from("net_add".to_owned())));
    let shapes = "float32[2, 2], float32[2, 2], float32[2, 2]".to_owned();
    assert_eq!(metric(1, "Argument Shapes"), Some(Metric::from(shapes)));
    let json: String = executor.expect_function("profile_rpc").unwrap().call_as(()).unwrap();
    assert_eq!(Report::from_json(&json).unwrap().calls.len(), 3);
}

#[test]
fn a_factory_creates_debug_executors() {
    let create = global("tvm.graph_executor_factory.create");
    let library = Module::new(Library(Arc::default()));
    let w = NDArray::from_slice(&[2, 2], &[5.0_f32; 4]).unwrap();
    let factory: Module = create.call_as((GRAPH, &library, "default", "w", &w)).unwrap();
    let debug_create = factory.expect_function("debug_create").unwrap();
    let executor: Module = debug_create.call_as(("default", Device::cpu(0))).unwrap();
    let input: NDArray = executor.expect_function("get_input").unwrap().call_as(("w",)).unwrap();
    assert_eq!(input.as_slice::<f32>().unwrap(), [5.0; 4]);
    assert!(executor.function("run_individual").unwrap().is_some());
    assert!(debug_create.call(("other", Device::cpu(0))).unwrap_err().message().contains("\"default\""));
}
