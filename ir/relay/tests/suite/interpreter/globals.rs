//! The registered function, as TVM's Python package calls it.

use objet::Registry;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::target::Target;
use objet_ir::types::TensorType;
use objet_relay::expr::{Constant, RefCreate, Tuple, Var};

use super::{expr, module, number};

fn eval(module: &IRModule, expr: &RelayExpr) -> Result<PackedFunc, RuntimeError> {
    let target = Target::new("llvm").unwrap();
    let eval = Registry::expect("relay.backend.EvalFunction").unwrap();
    eval.call_as((module, expr, Device::cpu(0), &target))
}

fn constant(number: i32) -> RelayExpr {
    Constant::new(objet::NDArray::from_slice(&[], &[number]).unwrap(), None).upcast()
}

fn apply(function: &PackedFunc, args: &[RelayExpr]) -> Result<ObjectRef, RuntimeError> {
    let args: Array<RelayExpr> = args.iter().cloned().collect();
    function.call_as((&args,))
}

#[test]
fn arguments_are_expressions() {
    let module = module(
        "type Maybe { Just(int32), Nothing }
         def @main(%x: int32, %t: (int32, int32), %r: ref(int32), %m: Maybe) -> int32 {
           let %unit = ref_write(%r, add(ref_read(%r), %t.1));
           match (%m) { Just(%y) => { add(add(%x, ref_read(%r)), %y) }, Nothing => { %x } }
         }",
    );
    let just = module.get_constructor("Maybe", "Just").unwrap();
    let just = objet_relay::expr::Call::new(just, [constant(1000)], None, [], None);
    let pair = Tuple::new([constant(7), constant(20)], None);
    let cell = RefCreate::new(constant(300), None);
    let function = eval(&module, &module.get_global_var("main").unwrap().upcast()).unwrap();
    let args = [constant(4), pair.upcast(), cell.upcast(), just.upcast()];
    for _ in 0..2 {
        assert_eq!(number::<i32>(&apply(&function, &args).unwrap()), 1324);
    }
}

#[test]
fn other_expressions_are_functions_of_their_free_variables() {
    let x = Var::new("x", Some(TensorType::scalar(DataType::int(32)).upcast()), None);
    let function = eval(&IRModule::new(), &x.upcast()).unwrap();
    assert_eq!(number::<i32>(&apply(&function, &[constant(4)]).unwrap()), 4);
    let function = eval(&IRModule::new(), &expr("add(1, 2)")).unwrap();
    assert_eq!(number::<i32>(&apply(&function, &[]).unwrap()), 3);
}

#[test]
fn errors_are_those_of_the_interpreter() {
    let module = module("def @main(%x: int32) -> int32 { %x }");
    let main: RelayExpr = module.get_global_var("main").unwrap().upcast();
    let function = eval(&module, &main).unwrap();
    let text = apply(&function, &[]).unwrap_err().to_string();
    assert!(text.contains("a function of 1 parameter(s) is called with 0 argument(s)"), "{text}");
    let text = eval(&module, &GlobalVar::new("nope").upcast()).unwrap_err().to_string();
    assert!(text.contains("no function \"nope\""), "{text}");
    let error = eval(&module, &expr("if (1) { 2 } else { 3 }")).unwrap_err();
    assert!(error.to_string().contains("DiagnosticError"), "{error}");
}

#[test]
fn devices_must_fit_the_target() {
    let eval = Registry::expect("relay.backend.EvalFunction").unwrap();
    let module = module("def @main() -> int32 { 1 }");
    let main: RelayExpr = module.get_global_var("main").unwrap().upcast();
    let gpu = Device::new(objet::tensor::DeviceType::CUDA, 0);
    let call = |device: Device, target: &str| {
        let target = Target::new(target).unwrap();
        eval.call((&module, &main, device, &target)).unwrap_err().to_string()
    };
    let text = call(gpu, "llvm");
    assert!(text.contains("the target llvm is for the device type cpu, not for cuda(0)"), "{text}");
    let text = call(gpu, "cuda");
    assert!(text.contains("evaluates programs on CPUs, not on cuda(0)"), "{text}");
}
