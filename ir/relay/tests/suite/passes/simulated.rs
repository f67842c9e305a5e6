//! Simulated quantization: functions of operators, errors, and deep programs.

use std::error::Error;

use objet::Registry;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{Call, CallNode, Constant, Function, TempExpr, Tuple, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::infer_function;
use objet_relay::op::{add, nn};
use objet_relay::quantize::{
    QAnnotateExpr, QAnnotateKind, QConfig, QPartitionExpr, QuantizeError, create_stats_collector,
    quantize_annotate, quantize_partition, quantize_realize, simulated_quantize,
};
use objet_relay::text::pretty_print;

use super::op;
use crate::deep::on_a_tiny_stack;

fn matrix(name: &str) -> Var {
    let ty: Type = TensorType::new([2.into(), 3.into()], DataType::float(32)).upcast();
    Var::new(name, Some(ty), None)
}

fn scalar(value: f32) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None).into()
}

fn simulated(data: impl Into<RelayExpr>, step: RelayExpr, rounding: &str) -> RelayExpr {
    let parameters = [step, scalar(-127.0), scalar(127.0)];
    simulated_quantize(data, parameters, QAnnotateKind::Input, true, rounding).unwrap().into()
}

fn input(data: impl Into<RelayExpr>, step: f32) -> RelayExpr {
    simulated(data, scalar(step), "round")
}

fn relu(data: RelayExpr) -> RelayExpr {
    nn::relu(data).unwrap().into()
}

fn function(params: &[&Var], body: impl Into<RelayExpr>) -> Function {
    let params: Vec<Var> = params.iter().map(|param| (*param).clone()).collect();
    infer_function(Function::new(params, body, None, [], None, None), None).unwrap()
}

fn text(function: &Function) -> String {
    pretty_print(Some(function.upcast_ref()))
}

/// Sets a function of a call and of its new arguments as an attribute of an operator.
fn set(op: &str, attr: &str, rewrite: fn(&Call, &[RelayExpr]) -> Option<RelayExpr>) {
    let function = move |call: Call, args: Array<RelayExpr>, _: Option<ObjectRef>| rewrite(&call, &args);
    let function: PackedFunc = TypedPackedFunc::new(function).into();
    Op::get(op).unwrap().set_attr(attr, function, 10).unwrap();
}

fn forwarded(call: &Call, args: &[RelayExpr]) -> RelayExpr {
    Call::new(call.op.clone(), args, call.attrs.clone(), [], None).into()
}

#[test]
fn parts_end_where_operators_have_no_function() {
    const ATTR: &str = "FQPartitionRewrite";
    set("asin", ATTR, |call, args| Some(QPartitionExpr::new(forwarded(call, args)).upcast()));
    set("acos", ATTR, |call, args| {
        let data = args[0].downcast_ref::<QPartitionExpr>()?.expr.clone();
        Some(QPartitionExpr::new(forwarded(call, &[data])).upcast())
    });
    let x = matrix("x");
    let call = |name: &str, data: RelayExpr| op(name, &[data]);
    let part = call("acos", call("asin", x.clone().into()));
    let alone = call("acos", x.clone().into());
    let body = Tuple::new([call("tan", part.clone()), alone, part], None);
    let new = text(&quantize_partition(&function(&[&x], body)).unwrap());
    // The part is marked once for all its users.
    assert_eq!(new.matches(r#"annotation.cast_hint(%1, dtype="int8")"#).count(), 1, "{new}");
    assert!(new.contains("tan(%3)") && new.contains("(%4, %5, %3)"), "{new}");
}

#[test]
fn values_with_several_uses_are_quantized_as_inputs() {
    const ATTR: &str = "FQAnnotateRewrite";
    let attach = |expr: RelayExpr, kind: QAnnotateKind| {
        assert_eq!(kind, QAnnotateKind::Input);
        let parameters = ["dom_scale", "clip_min", "clip_max"].map(|name| Var::new(name, None, None).into());
        simulated_quantize(expr, parameters, kind, true, "round").unwrap()
    };
    let attach: PackedFunc = TypedPackedFunc::new(attach).into();
    Registry::register("relay.quantize.attach_simulated_quantize", attach).unwrap();
    set("asinh", ATTR, |call, args| {
        Some(QAnnotateExpr::new(forwarded(call, args), QAnnotateKind::Activation).upcast())
    });
    let x = matrix("x");
    let value = op("asinh", &[x.clone().into()]);
    let once = quantize_annotate(&function(&[&x], op("tan", std::slice::from_ref(&value)))).unwrap();
    assert_eq!(once.params.len(), 1, "{}", text(&once));
    let body = Tuple::new([op("tan", std::slice::from_ref(&value)), value], None);
    let twice = quantize_annotate(&function(&[&x], body)).unwrap();
    assert_eq!(twice.params.len(), 7, "three parameters for each use: {}", text(&twice));
    assert!(post_order(&twice).all(|expr| !expr.is_instance::<objet_relay::expr::TempExprNode>()));
    infer_function(twice, None).unwrap();
}

#[test]
fn functions_that_fail_are_errors() {
    let failing = TypedPackedFunc::new(|_: Call, _: Array<RelayExpr>, _: Option<ObjectRef>| {
        Err::<RelayExpr, _>("no table of logarithms")
    });
    let failing: PackedFunc = failing.into();
    Op::get("log2").unwrap().set_attr("FQPartitionRewrite", failing, 10).unwrap();
    let x = matrix("x");
    let error = quantize_partition(&function(&[&x], op("log2", &[x.clone().into()]))).unwrap_err();
    assert_eq!(error.to_string(), r#"the attribute FQPartitionRewrite of "log2" failed"#);
    assert!(error.source().unwrap().to_string().contains("no table of logarithms"));
}

#[test]
fn programs_that_are_not_calibrated_are_errors() {
    let (x, step) = (matrix("x"), Var::new("step", None, None));
    let open = function(&[&x, &step], simulated(x.clone(), step.clone().into(), "round"));
    let floor = function(&[&x], simulated(x.clone(), scalar(0.5), "floor"));
    let mixed = function(&[&x], add(relu(input(x.clone(), 0.5)), x.clone()).unwrap());
    for (function, expected) in [
        (open, "the quantization step must be a constant scalar of float32: calibrate"),
        (floor, r#"expected the rounding "round", found "floor""#),
        (mixed, r#"some arguments of "add" are quantized, and others are not"#),
    ] {
        let error = quantize_realize(&function).expect_err(expected);
        let cause = error.source().map(ToString::to_string).unwrap_or_default();
        assert!(format!("{error}: {cause}").contains(expected), "{error}: {cause}");
    }
}

#[test]
fn constants_that_are_not_weights_have_no_statistics() {
    let x = matrix("x");
    let constant = Constant::new(NDArray::from_slice(&[2, 3], &[0.5_f32; 6]).unwrap(), None);
    let sum = add(input(x.clone(), 0.5), input(constant, 0.5)).unwrap();
    let error = create_stats_collector(&function(&[&x], sum)).unwrap_err();
    assert!(matches!(error, QuantizeError::Constant), "{error}");
}

#[test]
fn the_configuration_of_the_thread_decides() {
    let x = matrix("x");
    let narrowed = function(&[&x], input(input(x.clone(), 0.3), 0.7));
    let of = |rounding: &str| {
        let mut config = QConfig::new();
        *config.make_mut().rounding = rounding.into();
        let _scope = config.enter();
        text(&quantize_realize(&narrowed).unwrap())
    };
    assert!(of("UPWARD").contains("fixed_point_multiply"));
    assert!(of("TONEAREST").contains("where("));
}

#[test]
fn deep_programs_are_realized() {
    const DEPTH: usize = 10_000;
    on_a_tiny_stack(|| {
        let x = matrix("x");
        let y = input(matrix("y"), 0.5);
        let body = (0..DEPTH).fold(input(x.clone(), 0.25), |data, index| match index % 3 {
            0 => relu(data),
            1 => add(data, y.clone()).unwrap().into(),
            _ => input(data, 0.25),
        });
        let Ok(y) = y.as_node::<CallNode>().unwrap().args[0].clone().downcast::<Var>() else {
            panic!("the argument is a variable")
        };
        let function = function(&[&x, &y], body);
        let new = quantize_realize(&function).unwrap();
        let is_left = |expr: &RelayExpr| {
            expr.clone().downcast::<TempExpr>().is_ok()
                || expr
                    .as_node::<CallNode>()
                    .is_some_and(|call| call.as_op().unwrap().name.contains("simulated"))
        };
        assert!(!post_order(&new).any(|expr| is_left(&expr)));
        let statistics = create_stats_collector(&function).unwrap();
        let collected = statistics.body.as_node::<objet_relay::expr::TupleNode>().unwrap();
        assert_eq!(collected.fields.len(), DEPTH / 3 + 2);
    });
}
