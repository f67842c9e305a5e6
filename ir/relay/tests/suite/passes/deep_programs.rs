//! All passes run over deep programs on a small stack, in linear time.

use objet::function::{ArgValue, RetValue};
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::{Array, Registry, String as Text};
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{Constant, Function, Let, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::infer_module;
use objet_relay::op::{add, multiply, nn, tanh};
use objet_relay::transform::gradient;

use crate::deep::{LENGTH, on_a_small_stack, on_a_tiny_stack};

/// Each pass, with its arguments.
fn passes() -> Vec<(&'static str, Vec<RetValue>)> {
    let (no, yes, two) = (RetValue::Int(0), RetValue::Int(1), RetValue::Int(2));
    vec![
        ("SimplifyExpr", vec![]),
        ("SimplifyInference", vec![]),
        ("CanonicalizeOps", vec![]),
        ("CanonicalizeCast", vec![]),
        ("FastMath", vec![]),
        ("FoldExplicitPadding", vec![]),
        ("BackwardFoldScaleAxis", vec![]),
        ("ForwardFoldScaleAxis", vec![]),
        ("SplitArgs", vec![two.clone()]),
        ("SimplifyFCTranspose", vec![Array::from([Text::from("x")]).into()]),
        ("ToBasicBlockNormalForm", vec![]),
        ("FoldConstant", vec![]),
        ("AlterOpLayout", vec![]),
        ("ConvertLayout", vec![Map::<Text, Array<Text>>::new().into()]),
        ("DynamicToStatic", vec![]),
        ("FirstOrderGradient", vec![]),
        ("Inline", vec![]),
        ("InlinePrimitives", vec![]),
        ("AnnotateTarget", vec![Array::from([Text::from("demo")]).into(), yes.clone()]),
        ("MergeCompilerRegions", vec![]),
        ("PartitionGraph", vec![Text::from("tvmgen_default").into()]),
        ("EtaExpand", vec![yes.clone(), yes.clone()]),
        ("FuseOps", vec![two.clone()]),
        ("Legalize", vec![Text::from("test.Legalize").into()]),
        ("Legalize", vec![Text::from("FTVMQnnCanonicalize").into()]),
        ("FakeQuantizationToInteger", vec![]),
        (
            "Conv2dToSparse2",
            vec![Text::from("NCHW").into(), RetValue::Int(1), two.clone(), two.clone(), RetValue::Float(0.5)],
        ),
        ("LambdaLift", vec![]),
        ("LazyGradientInit", vec![]),
        ("ToMixedPrecision", vec![Text::from("float16").into(), two.clone()]),
        ("ToCPS", vec![]),
        ("PartialEvaluate", vec![]),
        ("PlanDevices", vec![Device::new(DeviceType::CPU, 0).into()]),
        ("CombineParallelConv2D", vec![two.clone()]),
        ("CombineParallelDense", vec![two.clone(), no]),
        ("CombineParallelDense", vec![two.clone(), yes]),
        ("CombineParallelBatchMatmul", vec![two.clone()]),
        ("CombineParallelOpBatch", vec![Text::from("add").into(), Text::from("add").into(), two]),
    ]
}

/// The passes that refuse programs with `let`s.
const NO_LETS: [&str; 1] = ["FirstOrderGradient"];

pub(super) fn matrix() -> Type {
    TensorType::new([2.into(), 3.into()], DataType::float(32)).upcast()
}

/// Returns a call of an operator that depends on the position.
fn call(position: usize, below: RelayExpr, x: &Var, one: &RelayExpr) -> RelayExpr {
    let call = match position % 4 {
        0 => add(below, x.clone()),
        1 => nn::relu(below),
        2 => tanh(below),
        _ => multiply(below, one.clone()),
    };
    call.unwrap().into()
}

pub(super) fn module(x: Var, body: RelayExpr) -> IRModule {
    let mut module = IRModule::new();
    let function = Function::new([x], body, None, [], None, None);
    module.add_unchecked(GlobalVar::new("main"), function, false).unwrap();
    infer_module(&module).unwrap()
}

/// A call of a call of a call …
fn calls(length: usize) -> IRModule {
    let x = Var::new("x", Some(matrix()), None);
    let one: RelayExpr = Constant::new(NDArray::from_slice(&[], &[1.0_f32]).unwrap(), None).into();
    let body = (0..length).fold(x.clone().into(), |below, position| call(position, below, &x, &one));
    module(x, body)
}

/// A `let` in the body of a `let` in the body of a `let` …
fn lets(length: usize) -> IRModule {
    let x = Var::new("x", Some(matrix()), None);
    let one: RelayExpr = Constant::new(NDArray::from_slice(&[], &[1.0_f32]).unwrap(), None).into();
    let vars: Vec<Var> = (0..=length).map(|_| Var::new("v", None, None)).collect();
    let body = (0..length).rev().fold(vars[length].clone().into(), |body: RelayExpr, position| {
        let below = if position == 0 { x.clone() } else { vars[position].clone() };
        Let::new(vars[position + 1].clone(), call(position, below.into(), &x, &one), body, None).into()
    });
    module(x, body)
}

fn run_all_passes(shape: &str, module: IRModule) {
    for (name, args) in passes() {
        if shape == "lets" && NO_LETS.contains(&name) {
            continue;
        }
        let args: Vec<ArgValue<'_>> = args.iter().map(ArgValue::from).collect();
        let create = Registry::expect(&format!("relay._transform.{name}")).unwrap();
        let pass: Pass = create.call_as(&args[..]).unwrap();
        let after = pass.run(module.clone());
        assert!(after.is_ok(), "{name} on {shape}: {:?}", after.err());
    }
}

/// The length leaves 26 bytes of stack per expression, so that any recursion overflows the stack.
#[test]
fn passes_run_over_deep_calls() {
    on_a_tiny_stack(|| run_all_passes("calls", calls(10_000)));
}

#[test]
fn passes_run_over_deep_lets() {
    on_a_tiny_stack(|| run_all_passes("lets", lets(10_000)));
}

/// Runs for more than an hour without optimization.
#[test]
#[ignore = "needs an optimized build"]
fn passes_run_over_a_million_expressions() {
    on_a_small_stack(|| run_all_passes("calls", calls(LENGTH)));
    on_a_small_stack(|| run_all_passes("lets", lets(LENGTH)));
}

#[test]
fn deep_functions_are_differentiated() {
    on_a_small_stack(|| {
        let x = Var::new("x", Some(matrix()), None);
        let calls = (0..10_000).fold(RelayExpr::from(x.clone()), |below, _| tanh(below).unwrap().into());
        let function = Function::new([x], calls, None, [], None, None);
        let gradient = gradient(&function, None).unwrap();
        let writes = post_order(&gradient).filter(|expr| expr.type_key() == "relay.RefWrite").count();
        // Each call writes a gradient and the function that goes back, and the result writes ones.
        assert_eq!(writes, 20_001);
    });
}
