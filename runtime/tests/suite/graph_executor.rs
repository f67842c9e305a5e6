//! Graph executors over a C library that was written for these tests.

#![cfg(unix)]
#![expect(unsafe_code, reason = "loads a library that was written for these tests")]

use crate::compiled::build;
use crate::test_device::TestDevice;
use objet_object::{ArgValue, Array, DataType, Device, DeviceType, NDArray, OpaqueHandle};
use objet_runtime::{
    GraphExecutor, Module, ModuleKind, NDArrayExt, PackedFunc, Registry, Result, save_params,
};
use proptest::collection::vec;
use proptest::prelude::*;

const LIBRARY: &str = include_str!("../c/network.c");

/// `doubled = 2 x`, `sum = doubled + w` and `flat`, which shares the memory of `sum`. The outputs
/// are `sum` and the total of `flat`.
const GRAPH: &str = include_str!("../c/network.json");

fn library() -> Module {
    // SAFETY: the library follows the conventions, and the tests keep the contracts of its
    // functions.
    unsafe { Module::load_from_file(build("network", Some(LIBRARY)), "") }.unwrap()
}

/// Creates an executor. The tests hold no slice of its tensors while it writes.
fn executor_of(graph: &str, library: &Module, devices: &[Device]) -> Result<GraphExecutor> {
    // SAFETY: see above. The libraries of these tests are safe for the graphs.
    unsafe { GraphExecutor::new(graph, library, devices) }
}

fn executor() -> GraphExecutor {
    executor_of(GRAPH, &library(), &[Device::cpu(0)]).unwrap()
}

/// Returns a global function that creates executors or factories.
fn global(name: &str) -> PackedFunc {
    // SAFETY: as for `executor_of`.
    unsafe { Registry::find_unchecked(name) }.unwrap()
}

fn floats(shape: &[i64], elements: &[f32]) -> NDArray {
    NDArray::from_slice(shape, elements).unwrap()
}

fn call(module: &Module, name: &str, args: &[ArgValue<'_>]) -> Result<objet_object::RetValue> {
    module.expect_function(name)?.call(args)
}

fn output(module: &Module, index: i64) -> Vec<f32> {
    let output: NDArray = call(module, "get_output", &[index.into()]).unwrap().get().unwrap();
    output.to_vec().unwrap()
}

fn params() -> Vec<u8> {
    let params =
        [("w".into(), floats(&[2, 2], &[10.0, 20.0, 30.0, 40.0])), ("other".into(), floats(&[1], &[0.0]))];
    save_params(&params.into_iter().collect()).unwrap()
}

#[test]
fn a_network_runs_with_its_inputs_by_name() {
    let network = executor();
    assert_eq!((network.inputs(), network.output_count()), (vec!["x", "w"], 2));
    let x = floats(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    let w = floats(&[2, 2], &[10.0, 20.0, 30.0, 40.0]);
    for _ in 0..2 {
        let outputs = network.run(&[("x", &x), ("w", &w)]).unwrap();
        assert_eq!(outputs[0].as_slice::<f32>().unwrap(), [12.0, 24.0, 36.0, 48.0]);
        assert_eq!(outputs[0].shape(), [2, 2]);
        assert_eq!(outputs[1].as_slice::<f32>().unwrap(), [120.0]);
    }
    let error = network.run(&[("y", &x)]).unwrap_err();
    assert!(error.message().contains("no such input; the inputs are x, w"), "{error}");
    let error = network.run(&[("x", &floats(&[3], &[0.0; 3]))]).unwrap_err();
    assert!(error.message().contains("cannot copy 12 bytes to a destination of 16 bytes"), "{error}");
    assert!(error.message().contains("\"x\""), "{error}");
}

#[test]
fn front_ends_call_the_functions_of_the_module() {
    let create = global("tvm.graph_executor.create");
    let network: Module = create.call_as((GRAPH, &library(), 1, 0)).unwrap();
    assert_eq!(network.type_key(), "GraphExecutor");
    for (name, args, expected) in [
        ("get_num_inputs", vec![], 2),
        ("get_num_outputs", vec![], 2),
        ("get_input_index", vec![ArgValue::Str("w")], 1),
        ("get_input_index", vec![ArgValue::Str("nothing")], -1),
    ] {
        assert_eq!(call(&network, name, &args).unwrap().get::<i64>().unwrap(), expected, "{name}");
    }
    call(&network, "load_params", &[ArgValue::Bytes(&params())]).unwrap();
    let x = floats(&[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    // By name or by index. Unknown names are skipped, as in TVM.
    call(&network, "set_input", &["x".into(), (&floats(&[2, 2], &[0.0; 4])).into()]).unwrap();
    call(&network, "set_input", &[0.into(), (&x).into()]).unwrap();
    call(&network, "set_input", &["nothing".into(), (&x).into()]).unwrap();
    call(&network, "run", &[]).unwrap();
    assert_eq!(output(&network, 0), [12.0, 24.0, 36.0, 48.0]);
    let copied = floats(&[1], &[0.0]);
    call(&network, "get_output", &[1.into(), (&copied).into()]).unwrap();
    assert_eq!(copied.as_slice::<f32>().unwrap(), [120.0]);
    let input: NDArray = call(&network, "get_input", &["x".into()]).unwrap().get().unwrap();
    assert_eq!(input.to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0]);
    assert!(call(&network, "get_input", &["nothing".into()]).unwrap().get::<()>().is_ok());

    let halves = floats(&[2, 2], &[0.5; 4]);
    let args = [1.into(), 0.into(), "x".into(), (&halves).into()];
    let outputs: Array<NDArray> = call(&network, "run_from_inputs", &args).unwrap().get().unwrap();
    assert_eq!(outputs[0].as_slice::<f32>().unwrap(), [11.0, 21.0, 31.0, 41.0]);
    for (name, args, expected) in [
        ("get_output", vec![2.into()], "index 2 is out of range: the graph has 2 outputs"),
        ("get_input", vec![2.into()], "index 2 is out of range: the graph has 2 inputs"),
        ("set_input", vec!["x".into()], "not enough argument passed"),
        ("run_from_inputs", vec![1.into(), 0.into(), "y".into(), (&x).into()], "y is not a valid input name"),
        ("load_params", vec![ArgValue::Bytes(b"no")], "Invalid parameters file format"),
    ] {
        let error = call(&network, name, &args).unwrap_err();
        assert!(error.message().contains(expected), "{name}: {error}");
    }
    assert!(network.function("nothing").unwrap().is_none());
}

#[test]
fn an_input_may_be_lent_without_a_copy() {
    let network = executor();
    let module = network.module();
    call(module, "load_params", &[ArgValue::Bytes(&params())]).unwrap();
    let lent = NDArray::empty(&[2, 2], DataType::float(32), Device::cpu(0)).unwrap();
    let lend = |tensor: &NDArray| call(module, "set_input_zero_copy", &["x".into(), tensor.into()]);
    lend(&lent).unwrap();
    let address = |tensor: &NDArray| tensor.dl_tensor().data;
    let input: NDArray = call(module, "get_input", &["x".into()]).unwrap().get().unwrap();
    assert_eq!(address(&input), address(&lent));
    call(module, "run", &[]).unwrap();
    assert_eq!(output(module, 0), [10.0, 20.0, 30.0, 40.0]);
    // A copied input goes to the executor's own memory again.
    network.set_input("x", &floats(&[2, 2], &[1.0; 4])).unwrap();
    call(module, "run", &[]).unwrap();
    assert_eq!(output(module, 0), [12.0, 22.0, 32.0, 42.0]);
    drop(input);
    assert_eq!(lent.to_vec::<f32>().unwrap(), [0.0; 4]);

    let wide = NDArray::empty(&[64], DataType::float(32), Device::cpu(0)).unwrap();
    for (tensor, expected) in [
        (NDArray::empty(&[4], DataType::float(32), Device::cpu(0)).unwrap(), "node 0 (\"x\"): the shape or"),
        (NDArray::empty(&[2, 2], DataType::int(32), Device::cpu(0)).unwrap(), "the shape or the data type"),
        (NDArray::empty(&[2, 2], DataType::float(32), Device::cpu(1)).unwrap(), "on another device"),
        (wide.view_at(&[2, 2], DataType::float(32), 4).unwrap(), "aligned to 128 bytes"),
    ] {
        let error = lend(&tensor).unwrap_err();
        assert!(error.message().contains(expected), "{error}");
    }
}

#[test]
fn executors_share_parameters() {
    let (first, second) = (executor(), executor());
    call(first.module(), "load_params", &[ArgValue::Bytes(&params())]).unwrap();
    let args = [first.module().into(), ArgValue::Bytes(&params())];
    call(second.module(), "share_params", &args).unwrap();
    let outputs = second.run(&[("x", &floats(&[2, 2], &[0.0; 4]))]).unwrap();
    assert_eq!(outputs[0].as_slice::<f32>().unwrap(), [10.0, 20.0, 30.0, 40.0]);
    let weight = |network: &GraphExecutor| -> NDArray {
        call(network.module(), "get_input", &["w".into()]).unwrap().get().unwrap()
    };
    assert_eq!(weight(&first).dl_tensor().data, weight(&second).dl_tensor().data);
}

fn unpacked(blob: &[u8], library: &Module) -> Result<Module> {
    // SAFETY: as for `executor_of`.
    unsafe { Module::from_packed_imports_unchecked(blob, Some(library)) }
}

#[test]
fn safe_code_creates_no_executors() {
    for name in [
        "tvm.graph_executor.create",
        "tvm.graph_executor_factory.create",
        "runtime.module.loadbinary_GraphExecutorFactory",
        "runtime.module.loadbinary_GraphRuntimeFactory",
    ] {
        assert!(Registry::find(name).is_none(), "{name}");
    }
    let create = global("tvm.graph_executor_factory.create");
    let factory: Module = create.call_as((GRAPH, &library(), "default")).unwrap();
    let mut stream = [1_u64.to_le_bytes(), 20_u64.to_le_bytes()].concat();
    stream.extend(b"GraphExecutorFactory");
    stream.extend(&factory.save_to_bytes().unwrap());
    let blob = [&(stream.len() as u64).to_le_bytes(), &stream[..]].concat();
    let error = Module::from_packed_imports(&blob, Some(&library())).unwrap_err();
    let expected = "entry 0 of the blob (`GraphExecutorFactory`): global function \
                    runtime.module.loadbinary_GraphExecutorFactory is unsafe";
    assert!(error.message().contains(expected), "{error}");
    assert!(unpacked(&blob, &library()).is_ok());
}

#[test]
fn a_factory_creates_executors_with_parameters() {
    let create = global("tvm.graph_executor_factory.create");
    let w = floats(&[2, 2], &[1.0; 4]);
    let factory: Module = create.call_as((GRAPH, &library(), "default", "w", &w)).unwrap();
    assert_eq!(factory.type_key(), "GraphExecutorFactory");
    let json: String = call(&factory, "get_graph_json", &[]).unwrap().get().unwrap();
    assert_eq!(json, GRAPH);
    let zeros = floats(&[2, 2], &[0.0; 4]);
    let first = |factory: &Module| {
        let network = GraphExecutor::of(factory, &[Device::cpu(0)]).unwrap();
        network.run(&[("x", &zeros)]).unwrap()[0].to_vec::<f32>().unwrap()
    };
    assert_eq!(first(&factory), [1.0; 4]);
    let removed: Module = call(&factory, "remove_params", &[]).unwrap().get().unwrap();
    assert_eq!(first(&removed), [0.0; 4]);

    // A factory in a library comes before the library itself.
    let bytes = factory.save_to_bytes().unwrap();
    let mut stream = [2_u64.to_le_bytes(), 20_u64.to_le_bytes()].concat();
    stream.extend(b"GraphExecutorFactory");
    stream.extend(&bytes);
    stream.extend(4_u64.to_le_bytes());
    stream.extend(b"_lib");
    let blob = |stream: &[u8]| [&(stream.len() as u64).to_le_bytes(), stream].concat();
    let library_of_all = library();
    for cut in 36..stream.len() - 12 {
        assert!(unpacked(&blob(&stream[..cut]), &library_of_all).is_err(), "{cut}");
    }
    let loaded = unpacked(&blob(&stream), &library()).unwrap();
    let loaded = loaded.imports().into_iter().find(|module| module.type_key() == "GraphExecutorFactory");
    let loaded = loaded.expect("the factory");
    assert_eq!(loaded.save_to_bytes().unwrap(), bytes);
    let error = GraphExecutor::of(&loaded, &[Device::cpu(0)]).unwrap_err();
    assert!(error.message().contains("the graph executor factory imports no library"), "{error}");
    loaded.import(library()).unwrap();
    assert_eq!(first(&loaded), [1.0; 4]);
    let error = GraphExecutor::of(&loaded, &[]).unwrap_err();
    assert!(error.message().contains("needs at least one device"), "{error}");
}

#[test]
fn a_graph_that_lies_is_an_error_that_says_where() {
    let library = library();
    for (before, after, expected) in [
        ("{", "", "byte 3: expected {, found \""),
        ("\"heads\"", "\"tails\"", "missing key \"heads\""),
        ("\"heads\"", "\"nodes\"", "duplicate key"),
        ("\"name\": \"x\", ", "", "node 0 (\"\"): the key \"name\" is missing"),
        (
            "\"null\", \"name\": \"w\"",
            "\"list\", \"name\": \"w\"",
            "node 1 (\"w\"): the key \"op\" is neither",
        ),
        (
            "\"w\", \"inputs\": []",
            "\"w\", \"inputs\": [[0, 0]]",
            "node 1 (\"w\"): an input of the graph has inputs",
        ),
        ("[[0, 0, 0]]", "[[2, 0, 0]]", "node 2 (\"doubled\"): refers to node 2, which is not before it"),
        ("[[0, 0, 0]]", "[[-1, 0, 0]]", "node 2 (\"doubled\"): refers to node -1, which is not before it"),
        (
            "[[0, 0, 0]]",
            "[[0, 1, 0]]",
            "node 2 (\"doubled\"): refers to an output of node 0 that does not exist",
        ),
        (
            "[[0, 0, 0]]",
            "[[0, -1]]",
            "node 2 (\"doubled\"): refers to an output of node 0 that does not exist",
        ),
        ("[[0, 0, 0]]", "[[0]]", "expected 2 or 3 numbers in a reference"),
        ("[[0, 0, 0]]", "[]", "node 2 (\"doubled\"): num_inputs is 1, which is not the number of inputs"),
        ("\"num_outputs\": \"1\"", "\"num_outputs\": \"2\"", "node_row_ptr, element 3: expected 4"),
        (
            "\"num_outputs\": \"1\"",
            "\"num_outputs\": \"9223372036854775807\"",
            "node_row_ptr, element 3: expected 9",
        ),
        ("\"num_outputs\": \"1\"", "\"num_outputs\": \"x\"", "expected a number in a string"),
        ("\"num_outputs\": \"1\"", "\"num_outputs\": \"-1\"", "expected a number in a string"),
        ("\"flatten_data\": \"0\"", "\"other\": \"0\"", "node 2 (\"doubled\"): func_name, num_inputs"),
        (
            "\"net_double\"",
            "\"net_nothing\"",
            "node 2 (\"doubled\"): no such function in module: net_nothing",
        ),
        ("\"arg_nodes\": [0, 1]", "\"arg_nodes\": [0, 2]", "arg_nodes, element 1: node 2 is not an input"),
        ("\"arg_nodes\": [0, 1]", "\"arg_nodes\": [0, -1]", "arg_nodes, element 1: node -1 is not an input"),
        ("\"heads\": [[3, 0, 0]", "\"heads\": [[6, 0, 0]", "heads, element 0: refers to node 6"),
        ("[0, 1, 2, 3, 4, 5, 6]", "[0, 1, 2, 3, 4, 5]", "node_row_ptr, element 6: expected 6"),
        ("[0, 1, 2, 3, 4, 5, 6]", "[0, 2, 2, 3, 4, 5, 6]", "node_row_ptr, element 1: expected 1"),
        (
            "[0, 1, 2, 3, 4, 5, 6]",
            "[0, 1, 2, 3, 4, 5, 6, 7]",
            "node_row_ptr, element 6: expected 6 at the end",
        ),
        (
            "[0, 1, 2, 3, 3, 4]",
            "[0, 1, 2, 3, 3]",
            "attrs: dltype, storage_id and device_index need 6 elements",
        ),
        ("[0, 1, 2, 3, 3, 4]", "[0, 1, 2, 3, -1, 4]", "entry 4: storage_id is -1"),
        (
            "[1, 1, 1, 1, 1, 1]",
            "[1, 1, 1, 2, 1, 1]",
            "entry 4: shares the memory of entry 3, which is on another",
        ),
        (
            "[1, 1, 1, 1, 1, 1]",
            "[1, 1, 0, 1, 1, 1]",
            "entry 2: device_index is 0, which is not a device type",
        ),
        ("[2, 2], [2, 2], [2, 2]", "[2, 2], [2, -2], [2, 2]", "entry 1: "),
        ("[2, 2], [2, 2], [2, 2]", "[2, 2], [4611686018427387904, 4], [2, 2]", "entry 1: "),
        ("[2, 2], [2, 2], [2, 2]", "[2, 2], [2305843009213693951], [2, 2]", "entry 1: "),
        ("\"float32\", ", "\"floats\", ", "dltype is not a data type"),
    ] {
        let graph = GRAPH.replacen(before, after, 1);
        assert_ne!(graph, GRAPH, "{before}");
        let error = executor_of(&graph, &library, &[Device::cpu(0)]).unwrap_err();
        assert!(error.message().contains(expected), "{before}: {error}");
    }
    for cut in 0..GRAPH.trim_end().len() {
        let error = executor_of(&GRAPH[..cut], &library, &[Device::cpu(0)]).unwrap_err();
        assert!(error.message().starts_with("graph, byte "), "{error}");
    }
}

#[test]
fn an_error_of_a_function_names_its_node() {
    let graph = GRAPH.replace("net_double", "net_fail");
    let network = executor_of(&graph, &library(), &[Device::cpu(0)]).unwrap();
    let error = network.run(&[]).unwrap_err();
    assert!(format!("{error:#}").contains("in node 2 (\"doubled\") of the graph"), "{error:#}");
    assert_eq!(error.message(), "on purpose");
}

#[test]
fn linked_parameters_come_from_the_library() {
    let lookup = objet_runtime::PackedFunc::from_fn(|args, result| {
        static W: [f32; 4] = [5.0, 6.0, 7.0, 8.0];
        if args.get::<i64>(0)? == 1 {
            *result = OpaqueHandle(W.as_ptr().cast_mut().cast()).into();
        }
        Ok(())
    });
    let create = global("tvm.graph_executor.create");
    let network: Module = create.call_as((GRAPH, &library(), &lookup, 1, 0)).unwrap();
    call(&network, "run", &[]).unwrap();
    assert_eq!(output(&network, 0), [5.0, 6.0, 7.0, 8.0]);
}

#[test]
fn tensors_are_copied_between_devices() {
    let kind = DeviceType(21);
    let counted = TestDevice::register(kind);
    // `x` is on the host, `there` is its copy on the device, and `back` the copy of the copy.
    let graph = r#"{
        "nodes": [
            {"op": "null", "name": "x", "inputs": []},
            {"op": "tvm_op", "name": "there", "inputs": [[0, 0, 0]], "attrs": {
                "func_name": "__copy", "num_inputs": "1", "num_outputs": "1", "flatten_data": "0"}},
            {"op": "tvm_op", "name": "back", "inputs": [[1, 0, 0]], "attrs": {
                "func_name": "__copy", "num_inputs": "1", "num_outputs": "1", "flatten_data": "0"}}
        ],
        "arg_nodes": [0], "heads": [[1, 0, 0], [2, 0, 0]], "node_row_ptr": [0, 1, 2, 3],
        "attrs": {"dltype": ["list_str", ["int32", "int32", "int32"]], "storage_id": ["list_int", [0, 1, 2]],
                  "shape": ["list_shape", [[3], [3], [3]]], "device_index": ["list_int", [1, 21, 1]]}
    }"#;
    let devices = [Device::cpu(0), Device::new(kind, 1)];
    let network = executor_of(graph, &Module::new(Any), &devices).unwrap();
    let x = NDArray::from_slice(&[3], &[7, 8, 9]).unwrap();
    let outputs = network.run(&[("x", &x)]).unwrap();
    assert_eq!(outputs[0].as_slice::<i32>().unwrap(), [7, 8, 9]);
    assert_eq!(outputs[1].as_slice::<i32>().unwrap(), [7, 8, 9]);
    let there: NDArray = call(network.module(), "get_output", &[0.into()]).unwrap().get().unwrap();
    assert_eq!(there.device(), devices[1]);
    // An input on another device is copied too.
    let lent = x.copy_to(devices[1]).unwrap();
    let args = [21.into(), 1.into(), "x".into(), (&lent).into()];
    let outputs: Array<NDArray> = call(network.module(), "run_from_inputs", &args).unwrap().get().unwrap();
    assert_eq!(outputs[1].device(), devices[1]);
    assert_eq!(outputs[1].to_host().unwrap().as_slice::<i32>().unwrap(), [7, 8, 9]);
    // Without the device, all tensors are on the first one.
    let on_host = executor_of(graph, &Module::new(Any), &devices[..1]).unwrap();
    assert_eq!(on_host.run(&[("x", &x)]).unwrap()[0].as_slice::<i32>().unwrap(), [7, 8, 9]);
    drop((there, lent, outputs, network));
    assert_eq!(counted.live(), 0);
}

/// A library that has each function.
struct Any;

impl ModuleKind for Any {
    fn type_key(&self) -> &str {
        "test.any"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Ok((!name.starts_with('_')).then(|| PackedFunc::from_fn(|_, _| Ok(()))))
    }
}

proptest! {
    #[test]
    fn changed_graphs_run_or_name_a_place(changes in vec((0..GRAPH.len(), changed()), 1..4)) {
        let mut graph = GRAPH.to_owned();
        for (at, change) in changes {
            let at = at.min(graph.len() - 1);
            graph.replace_range(at..=at, &change);
        }
        match executor_of(&graph, &Module::new(Any), &[Device::cpu(0)]) {
            Ok(network) => prop_assert!(network.run(&[]).is_ok()),
            Err(error) => prop_assert!(error.message().starts_with("graph, "), "{error}"),
        }
    }
}

/// Parts of graphs that replace a character.
fn changed() -> impl Strategy<Value = String> {
    prop_oneof!["[0-9]", "-", Just(String::new()), Just("4, ".to_owned()), "[\\[\\]{},:\"]"]
}
