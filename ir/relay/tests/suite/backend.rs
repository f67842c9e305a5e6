//! The data that code generators exchange with front ends.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::prelude::*;
use objet::{Registry, load_json, save_json};
use objet_ir::expr::{IntImm, RelayExpr};
use objet_ir::types::TensorType;
use objet_relay::backend::executor::{Executor, Runtime};
use objet_relay::backend::graph_plan_memory;
use objet_relay::backend::memory_plan::{StaticMemoryPlan, StorageInfo};
use objet_relay::backend::names;
use objet_relay::expr::{Function, Let, TempExpr, Var, VarNode};
use objet_relay::functor::post_order;
use objet_relay::infer::{infer_function, infer_module};
use objet_relay::interpreter::{ConstructorValue, RefValue};
use objet_relay::op::{exp, nn};
use objet_relay::quantize::{QAnnotateExpr, QAnnotateKind, QConfig, QPartitionExpr};
use objet_relay::text::parse_module;
use serde_json::Value;

type Text = objet::String;

fn options<const N: usize>(options: [(&str, ObjectRef); N]) -> Map<Text, ObjectRef> {
    options.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

#[test]
fn executors_and_runtimes_check_their_options() {
    let create = |kind: &str, name: &str, options: Map<Text, ObjectRef>| {
        let function = Registry::expect(&format!("relay.backend.Create{kind}")).unwrap();
        function.call_as::<ObjectRef>((name, &options)).map_err(|error| error.message().to_string())
    };
    let c = || Text::from("c").upcast();
    let yes = || IntImm::from(true).upcast();
    let aot = create("Executor", "aot", options([("interface-api", c()), ("unpacked-api", yes())])).unwrap();
    assert_eq!(objet::text::as_repr(Some(&aot)), "aot");
    let text = save_json(&aot).unwrap();
    assert_eq!(save_json(&load_json(&text).unwrap()).unwrap(), text);

    let graph = Executor::new::<Text, ObjectRef>("graph", []).unwrap();
    assert_eq!(graph.attrs.get::<IntImm>("link-params").unwrap().value, 0);
    let graph = Executor::new("graph", [("link-params", yes())]).unwrap();
    assert_eq!(graph.attrs.get::<IntImm>("link-params").unwrap().value, 1);
    assert!(Runtime::new("c", [("system-lib", yes())]).unwrap().attrs.dict.len() == 1);

    for (kind, name, options, expected) in [
        ("Executor", "woof", options([]), "Executor \"woof\" is not defined: the names are graph, aot, vm"),
        (
            "Executor",
            "vm",
            options([("woof", yes())]),
            "Attribute \"woof\" is not available on this Executor: \"vm\" has none",
        ),
        (
            "Executor",
            "aot",
            options([("unpacked-api", c())]),
            "Attribute \"unpacked-api\" should have type \"IntImm\" but instead found \"runtime.String\"",
        ),
        ("Runtime", "woof", options([]), "Runtime \"woof\" is not defined: the names are cpp, c"),
    ] {
        let error = create(kind, name, options).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }

    let list: Array<Text> = Registry::expect("relay.backend.ListExecutors").unwrap().call_as(()).unwrap();
    assert!(list.iter().any(|name| *name == "aot"));
    let function = Registry::expect("relay.backend.ListRuntimeOptions").unwrap();
    let keys: Map<Text, Text> = function.call_as(("c",)).unwrap();
    assert_eq!(keys.get("system-lib").unwrap(), "IntImm");
    assert!(function.call_as::<ObjectRef>(("woof",)).is_err());
}

/// The answers of TVM 0.8.
#[test]
fn names_of_generated_code_are_those_of_tvm() {
    for (name, function, variable, constant) in [
        ("TVM_my_fn", "TVMMyFn", "tvm_my_fn", "TVM_MY_FN"),
        ("TVM_", "TVM", "tvm_", "TVM_"),
        ("TVM", "TVM", "tvm", "TVM"),
    ] {
        assert_eq!(names::to_c_function_style(name).unwrap(), function);
        assert_eq!(names::to_c_variable_style(name).unwrap(), variable);
        assert_eq!(names::to_c_constant_style(name).unwrap(), constant);
    }
    for name in ["tvm_My_Fn", "_x", "my-fn.x"] {
        let error = names::to_c_function_style(name).unwrap_err().to_string();
        assert_eq!(error, format!("Function not TVM prefixed: found {name:?}"));
        assert!(names::to_c_variable_style(name).is_err() && names::to_c_constant_style(name).is_err());
    }
    assert_eq!(names::to_c_constant_style("").unwrap_err().to_string(), "Constant name is empty");
    for (name, expected) in [("my-fn.x", "my_fn_x"), ("a b", "a_b"), ("__a__b", "__a__b")] {
        assert_eq!(names::sanitize_name(name).unwrap(), expected);
    }
    assert_eq!(names::prefix_name(&["a B", "c-d"]).unwrap(), "TVM_a B_c-d");
    assert_eq!(names::prefix_generated_name(&["Device"]).unwrap(), "TVMGen_Device");
    assert_eq!(names::prefix_name(&[""; 0]).unwrap_err().to_string(), "Name segments empty");

    let parts: Array<Text> = ["a", "b"].into_iter().map(Text::from).collect();
    let function = Registry::expect("relay.backend.PrefixGeneratedName").unwrap();
    assert_eq!(function.call_as::<String>((&parts,)).unwrap(), "TVMGen_a_b");
}

#[test]
fn storages_are_shown_as_by_tvm_and_not_saved() {
    let numbers = |numbers: [i32; 2]| numbers.into_iter().map(IntImm::from).collect::<Array<_>>();
    let info = StorageInfo::new(numbers([1, 2]), numbers([1, 1]), numbers([4, 8]));
    assert_eq!(
        objet::text::as_repr(Some(&info)),
        "StorageInfoNode(\n  storage_ids=[1, 2, ],\n  device_types=[1, 1, ],\n  storage_size_in_bytes=[4, 8, ])"
    );
    assert!(save_json(&info).unwrap().contains("\"type_key\": \"relay.StorageInfo\"\n"));
    let x: RelayExpr = Var::new("x", None, None).upcast();
    let plan = StaticMemoryPlan::new(Map::from_iter([(x.clone(), info.clone())]));
    assert!(plan.expr_to_storage_info.get(&x).unwrap().same_as(&info));
    let ids: Array<IntImm> =
        Registry::expect("relay.ir.StorageInfoStorageIds").unwrap().call_as((&info,)).unwrap();
    assert_eq!(ids.iter().map(|id| id.value).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn values_of_programs_are_shown_as_by_tvm() {
    let one: ObjectRef = IntImm::from(1).upcast();
    let cell = RefValue::new(Some(one.clone()));
    assert_eq!(objet::text::as_repr(Some(&cell)), "RefValueObj(1)");
    let value = ConstructorValue::new(3, [one], None);
    assert_eq!(objet::text::as_repr(Some(&value)), "ConstructorValueObj(3,[1])");
}

#[test]
fn temporary_expressions_of_quantization_are_realized() {
    let x: RelayExpr = Var::new("x", None, None).upcast();
    let annotated = QAnnotateExpr::new(x.clone(), QAnnotateKind::Weight);
    assert!(annotated.upcast::<TempExpr>().realize().unwrap().same_as(&x));
    let realized = QPartitionExpr::new(nn::relu(x).unwrap());
    let realized = realized.upcast::<TempExpr>().realize().unwrap();
    let text = objet_relay::text::pretty_print(Some(&realized.upcast()));
    assert!(
        text.ends_with("%1 = annotation.cast_hint(%0, dtype=\"int8\");\nannotation.stop_fusion(%1)"),
        "{text}"
    );
}

#[test]
fn front_ends_enter_and_leave_configurations() {
    let call = |name: &str| Registry::expect(&format!("relay._quantize.{name}")).unwrap();
    assert_eq!(
        objet::text::as_repr(Some(&QConfig::current())),
        "qconfig(nbit_input=8, nbit_weight=8, nbit_activation=32, calibrate_mode=global_scale, \
         global_scale=8, weight_scale=power2, skip_conv_layers==(nullptr), skip_dense_layer==1, \
         do_simulation==0, round_for_shift==1, debug_enabled_ops==(nullptr), rounding==UPWARD, \
         partition_conversions==disabled)"
    );
    let mut config = QConfig::new();
    *config.make_mut().nbit_weight = 4;
    call("_EnterQConfigScope").call((&config,)).unwrap();
    let current: QConfig = call("_GetCurrentQConfig").call_as(()).unwrap();
    assert!(current.same_as(&config));
    call("_ExitQConfigScope").call(()).unwrap();
    assert_eq!(QConfig::current().nbit_weight, 8);
    let error = call("_ExitQConfigScope").call(()).unwrap_err();
    assert!(error.to_string().contains("none was entered"), "{error}");
}

/// Compares the plans with those of TVM 0.8, see `tests/data/memory_plans/README.md`.
#[test]
fn memory_plans_are_those_of_tvm() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/memory_plans/plans.jsonl.gz");
    let mut lines = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut lines).unwrap();
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let function = load_json(line["function"].as_str().unwrap()).unwrap();
        let function: Function = function.downcast().unwrap();
        let plan = graph_plan_memory(&function).unwrap();
        let numbers = |numbers: &Array<IntImm>| numbers.iter().map(|number| number.value).collect::<Vec<_>>();
        let (vars, others): (Vec<RelayExpr>, Vec<RelayExpr>) =
            post_order(&function).partition(|expr| expr.is_instance::<VarNode>());
        let name = |var: RelayExpr| (var.as_node::<VarNode>().unwrap().vid.name_hint.to_string(), var);
        let vars: BTreeMap<String, RelayExpr> = vars.into_iter().map(name).collect();
        let vars = vars.into_iter().map(|(name, var)| (Value::from(name), var));
        let others = others.into_iter().enumerate().map(|(index, expr)| (Value::from(index), expr));
        let lines = vars.chain(others).filter_map(|(key, expr)| {
            let info = plan.expr_to_storage_info.get(&expr)?;
            let lists = [&info.storage_ids, &info.device_types, &info.storage_sizes_in_bytes].map(numbers);
            Some(serde_json::json!([key, lists[0], lists[1], lists[2]]))
        });
        let lines = Value::from(lines.collect::<Vec<_>>());
        if lines != line["plan"] {
            wrong.push(format!("{}:\n{lines}\n{}", line["name"], line["plan"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), lines.lines().count(), wrong.join("\n"));
}

#[test]
fn unsuitable_functions_get_no_memory_plan() {
    let refuse = |text: &str, expected: &str| {
        let text = format!("#[version = \"0.0.5\"]\ndef @main({text}");
        let module = infer_module(&parse_module("plan.rly", &text).unwrap()).unwrap();
        let main: Function = module.lookup_by_name("main").unwrap().downcast().unwrap();
        let error = graph_plan_memory(&main).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    refuse("%x: float32, %k: bool) { if (%k) { exp(%x) } else { %x } }", "for an if");
    refuse("%x: float32) { let %r = ref(%x); ref_read(%r) }", "for a reference");
    refuse("%x: Tensor[(?, 2), float32]) { exp(%x) }", "its size must be constant");
    refuse("%x: Tensor[(2147483647, 2147483647, 2147483647), int8]) { %x }", "fit 64 bits");
    refuse("%x: ((float32, float32), float32)) { %x.1 }", "tuples of tensors");
    refuse("%x: float32) { fn (%y: float32) { %y } }", "a function, or an operator, as a value");
    let (x, y) = (Var::new("x", None, None), Var::new("y", None, None));
    let function = |body: &Var| Function::new([x.clone()], body.clone(), None, [], None, None);
    assert!(graph_plan_memory(&function(&x)).unwrap_err().to_string().contains("infer the types"));
    let float = TensorType::scalar(DataType::float(32)).upcast();
    let mut typed = x.clone();
    *typed.make_mut().checked_type = Some(float);
    let function = Function::new([typed], y, None, [], None, None);
    assert!(graph_plan_memory(&function).unwrap_err().to_string().contains("%y is not bound"));
}

#[test]
fn deep_functions_get_a_memory_plan() {
    const DEPTH: usize = 10_000;
    crate::deep::on_a_tiny_stack(|| {
        let x = Var::new("x", Some(TensorType::scalar(DataType::float(32)).upcast()), None);
        let calls = (0..DEPTH).fold(RelayExpr::from(x.clone()), |below, _| exp(below).unwrap().into());
        let names: Vec<Var> = (0..DEPTH).map(|_| Var::new("v", None, None)).collect();
        let mut body: RelayExpr = exp(names[DEPTH - 1].clone()).unwrap().upcast();
        for index in (0..DEPTH).rev() {
            let value = if index == 0 { calls.clone() } else { names[index - 1].clone().upcast() };
            body = Let::new(names[index].clone(), value, body, None).upcast();
        }
        let function = infer_function(Function::new([x], body, None, [], None, None), None).unwrap();
        let plan = graph_plan_memory(&function).unwrap();
        let storages = plan.expr_to_storage_info.values().map(|info| info.storage_ids[0].value);
        assert_eq!(storages.max(), Some(2));
    });
}
