//! Device planning refuses conflicts, and accepts functions of functions.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_relay::expr::{Call, Function, Let, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::infer_module;
use objet_relay::op::annotation::{device_copy, on_device};
use objet_relay::op::{add, exp, negative};
use objet_relay::text::{parse_module, pretty_print};
use objet_relay::transform::plan_devices;

use super::deep_programs::{matrix, module};
use crate::deep::on_a_tiny_stack;

fn typed(name: &str) -> Var {
    Var::new(name, Some(matrix()), None)
}

fn on(expr: impl Into<RelayExpr>, device_type: i32, is_fixed: bool) -> RelayExpr {
    on_device(expr, attrs! { device_type: device_type, is_fixed: is_fixed }).unwrap().upcast()
}

fn refused(body: impl Into<RelayExpr>, x: &Var) -> String {
    plan_devices(&module(x.clone(), body.into()), 1).unwrap_err().to_string()
}

#[test]
fn conflicts_name_both_places() {
    let x = typed("x");
    let sum = add(on(exp(x.clone()).unwrap(), 2, true), on(negative(x.clone()).unwrap(), 3, true)).unwrap();
    let error = refused(sum, &x);
    for part in [
        "device type 2 of the annotation of the call of exp in @main",
        "device type 3 of the annotation of the call of negative in @main",
        "needs one device",
    ] {
        assert!(error.contains(part), "{error}");
    }
    let text = "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2), float32], param_device_types=[2],\n\
                result_device_type=3) -> Tensor[(2), float32] {\n  exp(%x)\n}";
    let error = plan_devices(&parse_module("conflict.rly", text).unwrap(), 1).unwrap_err().to_string();
    assert!(
        error.contains("a function at conflict.rly:2:") && error.contains("the call of exp at"),
        "{error}"
    );
    // Functions agree in all parts.
    let copied = device_copy(x.clone(), attrs! { src_dev_type: 4, dst_dev_type: 5 }).unwrap();
    let error = refused(add(on(x.clone(), 2, false), copied).unwrap(), &x);
    assert!(error.contains("device type 2") && error.contains("the call of device_copy"), "{error}");
}

#[test]
fn device_types_are_not_negative() {
    let x = typed("x");
    assert!(refused(on(x.clone(), -1, false), &x).contains("-1 is not a device type"));
    let error = plan_devices(&module(x.clone(), x.clone().upcast()), -7).unwrap_err().to_string();
    assert!(error.contains("the default device: -7 is not a device type"), "{error}");
    let attrs = DictAttrs::new([("param_device_types", Array::from([1, 2].map(Integer::from)))]);
    let function = Function::new([x.clone()], x.clone(), None, [], Some(attrs), None);
    let error = refused(Call::new(function, [x.clone().upcast()], None, [], None), &x);
    assert!(error.contains("a function of 1 parameters is used as one of 2"), "{error}");
}

/// Text of a module after device planning on the CPU.
fn planned(text: &str) -> String {
    let module: IRModule = parse_module("text", &format!("#[version = \"0.0.5\"]\n{text}")).unwrap();
    let module = plan_devices(&module, 1).unwrap();
    infer_module(&module).unwrap();
    pretty_print(Some(module.upcast_ref()))
}

#[test]
fn functions_as_type_arguments_are_on_one_device() {
    let text = planned(
        "def @id[A](%x: A) -> A { %x }
         def @main(%a: float32) -> float32 {
           let %f = @id(fn (%y: float32) -> float32 { on_device(exp(%y), device_type=2) });
           %f(%a)
         }",
    );
    assert!(text.contains("%y: float32, param_device_types=[2], result_device_type=2"), "{text}");
    let text = planned(
        "def @call[A, B](%f: fn (A) -> B) -> fn (A) -> B { %f }
         def @main(%a: float32) -> float32 {
           let %f = @call(@call);
           on_device(%f(fn (%y: float32) -> float32 { exp(%y) })(%a), device_type=2)
         }",
    );
    assert!(text.contains("%y: float32, param_device_types=[2], result_device_type=2"), "{text}");
}

#[test]
fn copies_follow_each_other() {
    let x = typed("x");
    let there = device_copy(exp(x.clone()).unwrap(), attrs! { src_dev_type: 1, dst_dev_type: 2 }).unwrap();
    let back = device_copy(there, attrs! { src_dev_type: 2, dst_dev_type: 1 }).unwrap();
    let planned = plan_devices(&module(x, back.upcast()), 1).unwrap();
    let text = pretty_print(Some(planned.upcast_ref()));
    assert_eq!(text.matches("device_copy").count(), 2, "{text}");
}

#[test]
fn devices_change_along_deep_programs() {
    on_a_tiny_stack(|| {
        let x = typed("x");
        let body = (0..10_000).fold(RelayExpr::from(x.clone()), |below, position| {
            on(exp(below).unwrap(), 1 + position % 2, false)
        });
        let planned = plan_devices(&module(x.clone(), body), 1).unwrap();
        let main = planned.lookup_by_name("main").unwrap();
        let calls = |name: &str| {
            let calls = post_order(&main).filter_map(|expr| expr.downcast::<Call>().ok());
            calls.filter(|call| call.as_op().is_some_and(|op| op.name == name)).count()
        };
        assert_eq!((calls("exp"), calls("device_copy")), (10_000, 9_999));

        // Functions in functions in functions, each bound and called.
        let mut body = on(exp(x.clone()).unwrap(), 2, false);
        for _ in 0..10_000 {
            let (f, y) = (Var::new("f", None, None), typed("y"));
            let function = Function::new([y], body, None, [], None, None);
            body = Let::new(f.clone(), function, Call::new(f, [x.clone().upcast()], None, [], None), None)
                .upcast();
        }
        plan_devices(&module(x, body), 1).unwrap();
    });
}
