//! Type errors of programs without source ranges name the call and the function.

use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_ir::types::TensorType;
use objet_relay::expr::{Call, Function, Var};
use objet_relay::infer::{infer_expr, infer_module};
use objet_relay::op::nn;
use objet_relay::text::parse_module;

fn matrix(name: &str, rows: i32, columns: i32) -> Var {
    let ty = TensorType::new([rows.into(), columns.into()], DataType::float(32));
    Var::new(name, Some(ty.upcast()), None)
}

/// Returns layers of which the third one has a weight of the wrong shape.
fn layers() -> Function {
    let x = matrix("x", 1, 2);
    let weights: Vec<Var> =
        (0..5).map(|layer| matrix(&format!("w{layer}"), 2, if layer == 2 { 5 } else { 2 })).collect();
    let body = weights.iter().fold(RelayExpr::from(x.clone()), |below, weight| {
        nn::dense(below, weight.clone(), attrs! { units: () }).unwrap().into()
    });
    Function::new([x].into_iter().chain(weights).collect::<Array<Var>>(), body, None, [], None, None)
}

fn module(functions: impl IntoIterator<Item = (&'static str, Function)>) -> IRModule {
    let functions = functions.into_iter().map(|(name, function)| (GlobalVar::new(name), function));
    IRModule::from_parts(functions, []).unwrap()
}

#[test]
fn the_call_of_an_operator() {
    let error = infer_expr(&layers().upcast(), None).unwrap_err();
    let messages: Vec<&str> = error.diagnostics().iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("the operator `nn.dense`: "), "{}", messages[0]);
    assert!(messages[0].ends_with(", in the call `nn.dense(…, %w2)`"), "{}", messages[0]);
}

#[test]
fn the_function_of_a_module() {
    let x = matrix("x", 1, 2);
    let good = Function::new([x.clone()], x, None, [], None, None);
    let error = infer_module(&module([("good", good), ("bad", layers())])).unwrap_err();
    let end = ", in the call `nn.dense(…, %w2)`, in the function `@bad`";
    assert!(error.to_string().ends_with(end), "{error}");
}

#[test]
fn the_call_of_a_function() {
    let (x, y) = (matrix("x", 1, 2), matrix("y", 3, 4));
    let ty = x.type_annotation.clone();
    let callee = GlobalVar::new("callee");
    let call = Call::new(callee.clone(), [y.clone().into()], None, [], None);
    let functions = [
        (callee, Function::new([x.clone()], x, ty, [], None, None)),
        (GlobalVar::new("main"), Function::new([y], call, None, [], None, None)),
    ];
    let module = IRModule::from_parts(functions, []).unwrap();
    let error = infer_module(&module).unwrap_err();
    for error in error.diagnostics() {
        let end = ", in the call `@callee(%y)`, in the function `@main`";
        assert!(error.message.ends_with(end), "{}", error.message);
    }
}

#[test]
fn a_source_range_says_it_better() {
    let text =
        "def @main(%x: Tensor[(1, 2), float32], %w: Tensor[(2, 5), float32]) { nn.dense(%x, %w, units=2) }";
    let error = infer_module(&parse_module("a.rly", text).unwrap()).unwrap_err();
    assert!(error.diagnostics().iter().all(|error| !error.message.contains(", in the")), "{error}");
}

#[test]
fn the_error_of_a_pass_has_its_kind_once() {
    let infer = Pass::get("InferType").unwrap();
    let error = infer.run(module([("main", layers())])).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("the pass \"InferType\": the operator `nn.dense`: "), "{text}");
    let error = RuntimeError::from(Box::<dyn std::error::Error + Send + Sync>::from(error));
    assert_eq!((error.kind().name(), error.message()), ("DiagnosticError", text.as_str()));
}
