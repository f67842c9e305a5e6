//! Allocation of memory refuses programs without devices or shapes, and takes deep ones.

use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_relay::analysis::module_well_formed;
use objet_relay::expr::{Call, CallNode, Function, If, Let, Tuple, Var};
use objet_relay::functor::post_order;
use objet_relay::op::{exp, sqrt};
use objet_relay::text::{parse_module, pretty_print};
use objet_relay::transform::{manifest_alloc, plan_devices};

use super::deep_programs::{matrix, module};
use crate::deep::on_a_tiny_stack;

/// A call of a new function that fusion created.
fn fused(body: impl FnOnce(Var) -> Call, arg: impl Into<RelayExpr>) -> RelayExpr {
    let param = Var::new("p", Some(matrix()), None);
    let attrs = DictAttrs::new([("Primitive", Integer::from(1))]);
    let function = Function::new([param.clone()], body(param), Some(matrix()), [], Some(attrs), None);
    Call::new(function, [arg.into()], None, [], None).upcast()
}

fn fused_exp(arg: impl Into<RelayExpr>) -> RelayExpr {
    fused(|param| exp(param).unwrap(), arg)
}

fn x() -> Var {
    Var::new("x", Some(matrix()), None)
}

fn parsed(text: &str) -> IRModule {
    parse_module("memory.rly", &format!("#[version = \"0.0.5\"]\n{text}")).unwrap()
}

fn error(module: &IRModule) -> String {
    manifest_alloc(module).unwrap_err().to_string()
}

fn planned(module: &IRModule) -> IRModule {
    plan_devices(module, 1).unwrap()
}

fn calls(module: &IRModule, name: &str) -> usize {
    let calls = post_order(module).filter_map(|expr| expr.downcast::<Call>().ok());
    calls.filter(|call| call.as_op().is_some_and(|op| op.name == name)).count()
}

#[test]
fn devices_and_shapes_must_be_known() {
    let x = x();
    let without_devices = module(x.clone(), fused_exp(x.clone()));
    assert!(error(&without_devices).contains("PlanDevices"), "{}", error(&without_devices));
    // No other test sets the attributes of this operator.
    let dynamic = "Tensor[(?, 2), float32]";
    let text = format!(
        "def @main(%x: {dynamic}) -> {dynamic} {{
           %0 = fn (%y: {dynamic}, Primitive=1) -> {dynamic} {{ sinh(%y) }};
           %0(%x)
         }}"
    );
    let error = error(&planned(&parsed(&text)));
    assert!(error.contains("the operator \"sinh\" has no attribute FShapeFunc"), "{error}");
}

#[test]
fn sizes_fit_64_bits() {
    let large = "Tensor[(2147483647, 2147483647, 2147483647), float32]";
    let text = format!(
        "def @main(%x: {large}) -> {large} {{
           %0 = fn (%y: {large}, Primitive=1) -> {large} {{ exp(%y) }};
           %0(%x)
         }}"
    );
    let error = error(&planned(&parsed(&text)));
    assert!(error.contains("tensor is too large"), "{error}");
}

#[test]
fn allocations_belong_to_one_place() {
    let x = x();
    let shared = fused_exp(x.clone());
    let twice = module(x.clone(), Tuple::new([shared.clone(), shared], None).upcast());
    assert!(error(&planned(&twice)).contains("ToANormalForm"));
    // A call outside of a `let` gets its own block.
    let k = Var::new("k", None, None);
    let yes = fused(|param| sqrt(param).unwrap(), x.clone());
    let choice = If::new(k.clone(), yes, fused_exp(x.clone()), None);
    let mut main = IRModule::new();
    let function = Function::new([k, x], choice, None, [], None, None);
    main.add(objet_ir::expr::GlobalVar::new("main"), function, false).unwrap();
    let module = manifest_alloc(&planned(&main)).unwrap();
    assert_eq!(module_well_formed(&module), Ok(()));
    let text = pretty_print(Some(module.upcast_ref()));
    let branch = text.find("if (%k)").unwrap();
    assert!(text.find("memory.alloc_storage").unwrap() > branch, "{text}");
}

#[test]
fn modules_are_rewritten_once() {
    let x = x();
    let module = planned(&module(x.clone(), fused_exp(x)));
    let once = manifest_alloc(&module).unwrap();
    let twice = manifest_alloc(&once).unwrap();
    assert!(objet::structural_equal(&once, &twice));
}

#[test]
fn deep_programs_are_rewritten() {
    const DEPTH: usize = 10_000;
    on_a_tiny_stack(|| {
        let x = x();
        let vars: Vec<Var> = (0..=DEPTH).map(|_| Var::new("v", None, None)).collect();
        let lets = (0..DEPTH).rev().fold(vars[DEPTH].clone().upcast(), |body: RelayExpr, position| {
            let below = if position == 0 { x.clone() } else { vars[position].clone() };
            Let::new(vars[position + 1].clone(), fused_exp(below), body, None).upcast()
        });
        let after = manifest_alloc(&planned(&module(x.clone(), lets))).unwrap();
        assert_eq!(calls(&after, "memory.alloc_tensor"), DEPTH);

        let nested = (0..DEPTH).fold(fused_exp(x.clone()), |value: RelayExpr, _| {
            let v = Var::new("v", None, None);
            Let::new(v.clone(), value, fused_exp(v), None).upcast()
        });
        let after = manifest_alloc(&planned(&module(x, nested))).unwrap();
        assert_eq!(calls(&after, "vm.invoke_tvm_op"), DEPTH + 1);
        assert!(post_order(&after).filter(|expr| expr.is_instance::<CallNode>()).count() > 3 * DEPTH);
    });
}
