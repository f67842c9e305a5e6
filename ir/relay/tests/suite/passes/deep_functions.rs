//! Passes over local functions run over deep programs on a small stack.

use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::types::{FuncType, TensorType, Type};
use objet_relay::analysis::{alpha_equal, bound_vars};
use objet_relay::expr::{Call, CallNode, Function, FunctionNode, If, Let, LetNode, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::infer_function;
use objet_relay::op::{add, tanh};
use objet_relay::transform::{dedup, defunctionalization, lambda_lift, to_cps, un_cps};

use super::module_of;
use crate::deep::on_a_tiny_stack;

const DEPTH: usize = 20_000;

fn scalar() -> Type {
    TensorType::scalar(DataType::float(32)).upcast()
}

fn typed(name: &str) -> Var {
    Var::new(name, Some(scalar()), None)
}

fn function(params: impl Into<Array<Var>>, body: impl Into<RelayExpr>) -> Function {
    Function::new(params, body, Some(scalar()), [], None, None)
}

fn called(callee: impl Into<RelayExpr>, args: &[RelayExpr]) -> RelayExpr {
    Call::new(callee, args, None, [], None).upcast()
}

/// `let f = fn (y) { let f = fn (y) { … }; f(y) }; f(x)`
fn nested_functions(captured: &Var) -> RelayExpr {
    let y = typed("y");
    let innermost = function([y.clone()], add(y.clone(), captured.clone()).unwrap());
    let nest = (0..DEPTH).fold(innermost, |inner, _| {
        let (f, y) = (Var::new("f", None, None), typed("y"));
        let body = Let::new(f.clone(), inner, called(f, &[y.clone().upcast()]), None);
        function([y], body)
    });
    called(nest, &[captured.clone().upcast()])
}

#[test]
fn nested_functions_are_lifted() {
    on_a_tiny_stack(|| {
        let x = typed("x");
        let module = module_of([("main", std::slice::from_ref(&x), nested_functions(&x))]);
        let lifted = lambda_lift(&module).unwrap();
        assert_eq!(lifted.functions.load().len(), DEPTH + 2);
        for function in lifted.functions.load().values() {
            let local = post_order(function).filter(|expr| expr.is_instance::<FunctionNode>()).count();
            assert!(local <= 2, "the closure of a function has the function only");
        }
    });
}

#[test]
fn functions_in_a_row_are_lifted() {
    on_a_tiny_stack(|| {
        let x = typed("x");
        // A function calls the one before it.
        let row = (0..DEPTH).fold((x.clone(), Vec::new()), |(last, mut row), index| {
            let (f, y) = (Var::new(format!("f{index}"), None, None), typed("y"));
            let arg: RelayExpr = y.clone().upcast();
            let body = if row.is_empty() { tanh(y.clone()).unwrap().upcast() } else { called(last, &[arg]) };
            row.push((f.clone(), function([y], body)));
            (f, row)
        });
        let body = called(row.0, &[x.clone().upcast()]);
        let body =
            row.1.into_iter().rev().fold(body, |body, (f, value)| Let::new(f, value, body, None).upcast());
        let lifted = lambda_lift(&module_of([("main", &[x], body)])).unwrap();
        assert!(lifted.functions.load().len() > 2);
    });
}

#[test]
fn deep_expressions_get_fresh_variables() {
    on_a_tiny_stack(|| {
        let x = typed("x");
        let nested = nested_functions(&x);
        let copy = dedup(&nested).unwrap();
        assert!(alpha_equal(&copy, &nested, false));
        let (old, new) = (bound_vars(&nested), bound_vars(&copy));
        assert!(old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| old.vid != new.vid));
    });
}

#[test]
fn deep_branches_and_calls_are_converted_to_cps() {
    on_a_tiny_stack(|| {
        let x = typed("x");
        let f = Var::new("f", Some(FuncType::new([scalar()], scalar(), [], [], None).upcast()), None);
        let yes = Var::new("yes", Some(TensorType::scalar(DataType::BOOL).upcast()), None);
        let nest = (0..DEPTH).fold(RelayExpr::from(x.clone()), |inner, index| match index % 3 {
            0 => called(f.clone(), &[inner]),
            1 => If::new(yes.clone(), inner, x.clone(), None).upcast(),
            _ => tanh(inner).unwrap().upcast(),
        });
        let main = function([f, yes, x], nest);
        let (cps, module) = to_cps(&main, &IRModule::new()).unwrap();
        let functions = post_order(&cps).filter(|expr| expr.is_instance::<FunctionNode>()).count();
        // The function itself, and a continuation for each branch and each call of a function.
        assert_eq!(functions, 1 + DEPTH.div_ceil(3) + (DEPTH + 1) / 3);
        let cps = infer_function(cps, Some(&module)).unwrap();
        assert_eq!(un_cps(&cps).unwrap().params.len(), 3);
    });
}

#[test]
fn nested_functions_are_converted_to_cps() {
    on_a_tiny_stack(|| {
        let x = typed("x");
        let (cps, _) = to_cps(&function([x.clone()], nested_functions(&x)), &IRModule::new()).unwrap();
        assert_eq!(post_order(&cps).filter(|expr| expr.is_instance::<LetNode>()).count(), DEPTH + 1);
    });
}

/// A global function that calls its parameter.
fn run() -> (GlobalVar, IRModule) {
    let (f, y) =
        (Var::new("f", Some(FuncType::new([scalar()], scalar(), [], [], None).upcast()), None), typed("y"));
    let mut module = IRModule::new();
    let run = GlobalVar::new("run");
    let body = called(f.clone(), &[y.clone().upcast()]);
    module.add(run.clone(), function([f, y], body), false).unwrap();
    (run, module)
}

#[test]
fn functions_in_deep_calls_are_defunctionalized() {
    on_a_tiny_stack(|| {
        let ((run, module), x) = (run(), typed("x"));
        let calls = (0..DEPTH).fold(RelayExpr::from(x.clone()), |inner, _| {
            let z = typed("z");
            called(run.clone(), &[function([z.clone()], tanh(z).unwrap()).upcast(), inner])
        });
        let (main, module) = defunctionalization(&function([x], calls), &module).unwrap();
        assert_eq!(post_order(&main).filter(|expr| expr.is_instance::<FunctionNode>()).count(), 1);
        let types = module.type_definitions.load();
        assert_eq!(types.values().next().unwrap().constructors.len(), DEPTH);
    });
}

#[test]
fn nested_functions_are_defunctionalized() {
    on_a_tiny_stack(|| {
        let ((run, module), x) = (run(), typed("x"));
        // run(fn (z) { run(fn (z) { … }, z) }, x)
        let z = typed("z");
        let innermost = function([z.clone()], tanh(z).unwrap());
        let nest = (0..DEPTH).fold(innermost, |inner, _| {
            let z = typed("z");
            function([z.clone()], called(run.clone(), &[inner.upcast(), z.upcast()]))
        });
        let main = function([x.clone()], called(run, &[nest.upcast(), x.upcast()]));
        let (_, module) = defunctionalization(&main, &module).unwrap();
        let types = module.type_definitions.load();
        assert_eq!(types.values().next().unwrap().constructors.len(), DEPTH + 1);
    });
}

#[test]
fn deep_calls_of_function_expressions_become_their_bodies() {
    on_a_tiny_stack(|| {
        let x = typed("x");
        // fn (z) { fn (z) { … }(z) }(x)
        let z = typed("z");
        let innermost = function([z.clone()], tanh(z).unwrap());
        let nest = (0..DEPTH).fold(innermost, |inner, _| {
            let z = typed("z");
            function([z.clone()], called(inner, &[z.upcast()]))
        });
        let main = function([x.clone()], called(nest, &[x.clone().upcast()]));
        let (main, _) = defunctionalization(&main, &IRModule::new()).unwrap();
        assert!(main.body.as_node::<CallNode>().unwrap().args[0].same_as(&main.params[0]));
    });
}
