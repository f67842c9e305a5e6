//! Merging of operators by named patterns, and attributes that replace gradients.

use std::sync::Mutex;

use objet::prelude::*;
use objet::{Array, Registry, String as Text};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::op::Op;
use objet_ir::transform::Pass;
use objet_ir::types::{TensorType, Type};
use objet_relay::dataflow_pattern::{DFPattern, is_op, wildcard};
use objet_relay::expr::{Call, CallNode, Function, FunctionNode, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::infer_expr;
use objet_relay::op::{add, exp, gradients_of, tanh};
use objet_relay::transform::{first_order_gradient, gradient, inline};

use super::{body_of, module_of};

fn typed(name: &str) -> Var {
    let vector: Type = TensorType::new([3.into()], DataType::float(32)).upcast();
    Var::new(name, Some(vector), None)
}

/// Returns the attribute `Composite` of the function that an expression calls.
fn composite(expr: &RelayExpr) -> Option<Text> {
    let function = expr.as_node::<CallNode>()?.op.as_node::<FunctionNode>()?;
    function.attrs.as_ref()?.get::<Text>("Composite")
}

#[test]
fn operators_are_merged_by_patterns_with_checks() {
    let x = typed("x");
    let pattern = |inner: &str| -> DFPattern {
        let inner = is_op(inner).unwrap().call([wildcard()]);
        is_op("tanh").unwrap().call([inner])
    };
    let patterns: Array<DFPattern> = [pattern("exp"), pattern("tanh")].into();
    let names: Array<Text> = ["demo.exp", "demo.tanh"].map(Text::from).into();
    let seen = std::sync::Arc::new(Mutex::new(0));
    let count = seen.clone();
    let refuses: PackedFunc = TypedPackedFunc::new(move |_: RelayExpr| {
        *count.lock().unwrap() += 1;
        false
    })
    .into();
    let accepts: PackedFunc = TypedPackedFunc::new(|_: RelayExpr| true).into();
    let create = Registry::expect("relay._transform.MergeComposite").unwrap();
    let body = || -> RelayExpr { tanh(tanh(exp(x.clone()).unwrap()).unwrap()).unwrap().into() };
    let run = |checks: [&PackedFunc; 2]| {
        let pass: Pass = create.call_as((&names, &patterns, checks[0], checks[1])).unwrap();
        assert_eq!(pass.pass_info.opt_level, 0);
        let module = module_of([("main", std::slice::from_ref(&x), body())]);
        body_of(&pass.run(module).unwrap(), "main")
    };
    // The first pattern is merged first, so the second one finds nothing.
    let merged = run([&accepts, &accepts]);
    assert_eq!(composite(&merged), None);
    assert_eq!(composite(&merged.as_node::<CallNode>().unwrap().args[0]), Some("demo.exp".into()));
    let merged = run([&refuses, &accepts]);
    assert_eq!(composite(&merged), Some("demo.tanh".into()));
    assert_eq!(*seen.lock().unwrap(), 1);

    let error = create.call_as::<Pass>((&names, &patterns, &accepts)).unwrap_err().to_string();
    let expected = "expected a name and a check for each of 2 patterns, found 2 names and 1 checks";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn an_attribute_replaces_the_gradient_of_an_operator() {
    let (x, grad) = (typed("x"), typed("grad"));
    let round = Op::get("round").unwrap();
    let call = Call::new(round.clone(), [x.clone().into()], None, [], None);
    let call = infer_expr(&call.into(), None).unwrap().downcast::<Call>().unwrap();
    let error = gradients_of(&call, &grad.clone().into()).unwrap_err().to_string();
    assert_eq!(error, "the operator `round` has no gradient: set its attribute `FPrimalGradient`");

    let function: PackedFunc = TypedPackedFunc::new(|call: Call, grad: RelayExpr| -> Array<RelayExpr> {
        let twice = if call.args.is_empty() { vec![] } else { vec![grad; 2] };
        twice.into()
    })
    .into();
    round.set_attr("FPrimalGradient", function, 5).unwrap();
    let error = gradients_of(&call, &grad.clone().into()).unwrap_err().to_string();
    assert_eq!(error, "gradient of `round`: expected 1 results, found 2");

    let function: PackedFunc =
        TypedPackedFunc::new(|_: Call, grad: RelayExpr| -> Array<RelayExpr> { [grad].into() }).into();
    round.set_attr("FPrimalGradient", function, 10).unwrap();
    let gradients = gradients_of(&call, &grad.clone().into()).unwrap();
    assert!(gradients[0].same_as(&grad));
    let function = Function::new([x], call, None, [], None, None);
    first_order_gradient(&function, None).unwrap();
}

#[test]
fn functions_without_a_gradient_are_errors() {
    let (x, v) = (typed("x"), Var::new("v", None, None));
    let of = |body: RelayExpr| Function::new([x.clone()], body, None, [], None, None);
    let bound = super::bound(&v, exp(x.clone()).unwrap(), v.clone());
    let error = first_order_gradient(&of(bound), None).unwrap_err().to_string();
    assert!(error.starts_with("cannot differentiate the unbound variable %v"), "{error}");
    let shared: RelayExpr = exp(x.clone()).unwrap().into();
    let error = gradient(&of(add(shared.clone(), shared).unwrap().into()), None).unwrap_err().to_string();
    assert_eq!(error, "cannot differentiate a shared expression: expected A-normal form");
    let error = Pass::get("MyPass").unwrap_err().to_string();
    assert_eq!(error, r#"no pass "MyPass" is registered"#);
}

#[test]
fn functions_that_are_called_twice_have_their_own_arguments() {
    let [x, z] = ["x", "z"].map(typed);
    let callee = Function::new([z.clone()], tanh(z.clone()).unwrap(), None, [], None, None);
    let called = |callee: RelayExpr, arg: RelayExpr| Call::new(callee, [arg], None, [], None);
    let sum = |callee: RelayExpr| -> RelayExpr {
        let first = called(callee.clone(), x.clone().into());
        add(first, called(callee, exp(x.clone()).unwrap().into())).unwrap().into()
    };
    let count = |expr: &RelayExpr| {
        let calls = post_order(expr).filter(|expr| {
            let call = expr.as_node::<CallNode>();
            call.and_then(CallNode::as_op).is_some_and(|op| op.name == "tanh")
        });
        calls.count()
    };
    let function = Function::new([x.clone()], sum(callee.clone().into()), None, [], None, None);
    let gradient = first_order_gradient(&function, None).unwrap();
    assert_eq!(count(gradient.upcast_ref()), 2);

    let global = GlobalVar::new("callee");
    let mut module = module_of([("main", std::slice::from_ref(&x), sum(global.clone().into()))]);
    let attrs = DictAttrs::new([("Inline", Integer::from(1))]);
    let callee = Function::new([z.clone()], tanh(z).unwrap(), None, [], Some(attrs), None);
    module.add(global, callee, false).unwrap();
    let module = inline(module).unwrap();
    assert_eq!((module.functions.load().len(), count(&body_of(&module, "main"))), (1, 2));
}
