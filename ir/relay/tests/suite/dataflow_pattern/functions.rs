//! The global functions that front ends call.

use std::sync::{Arc, Mutex};

use objet::function::ErrorKind;
use objet::prelude::*;
use objet::{Registry, String as Text};
use objet_ir::attrs;
use objet_ir::expr::{IntImm, RelayExpr};
use objet_ir::op::Op;
use objet_relay::dataflow_pattern::{DFPattern, DFPatternCallback, is_op};
use objet_relay::expr::{Call, CallNode, FunctionNode, Var};
use objet_relay::op::{add, exp, multiply, nn, tanh};

use super::var;

fn function(name: &str) -> PackedFunc {
    Registry::expect(&format!("relay.dataflow_pattern.{name}")).unwrap()
}

fn wildcard() -> DFPattern {
    function("WildcardPattern").call_as(()).unwrap()
}

/// Creates the pattern of a call as the front end of TVM does.
fn call<const N: usize>(op: &str, args: [&DFPattern; N]) -> DFPattern {
    let op: DFPattern = function("ExprPattern").call_as((&Op::get(op).unwrap(),)).unwrap();
    let args: Array<DFPattern> = args.into_iter().cloned().collect();
    function("CallPattern").call_as((&op, &args)).unwrap()
}

fn hit(pattern: &DFPattern, expr: impl Into<RelayExpr>) -> bool {
    function("match").call_as((pattern, &expr.into())).unwrap()
}

#[test]
fn patterns_are_built_and_matched() {
    let [x, y] = ["x", "y"].map(var);
    let x_pattern: DFPattern = function("VarPattern").call_as(("x",)).unwrap();
    let sum = call("add", [&x_pattern, &wildcard()]);
    assert!(hit(&sum, add(x.clone(), y.clone()).unwrap()) && hit(&sum, add(y.clone(), x.clone()).unwrap()));
    assert!(!hit(&sum, add(y.clone(), y.clone()).unwrap()));

    let either: DFPattern = function("AltPattern").call_as((&sum, &call("tanh", [&wildcard()]))).unwrap();
    assert!(hit(&either, tanh(y.clone()).unwrap()) && !hit(&either, exp(y.clone()).unwrap()));
    let op: DFPattern = function("ExprPattern").call_as((&Op::get("add").unwrap(),)).unwrap();
    let any: DFPattern = function("CallPattern").call_as((&op, &None::<Array<DFPattern>>)).unwrap();
    assert!(hit(&any, add(x.clone(), x.clone()).unwrap()));

    let attrs = objet_ir::attrs::DictAttrs::new([("groups", IntImm::from(2))]);
    let grouped: DFPattern = function("AttrPattern").call_as((&wildcard(), &attrs)).unwrap();
    let conv = |groups: i32| nn::conv2d(x.clone(), y.clone(), attrs! { groups: groups }).unwrap();
    assert!(hit(&grouped, conv(2)) && !hit(&grouped, conv(1)));

    let path = call("nn.relu", [&wildcard()]);
    let dominated: DFPattern =
        function("DominatorPattern").call_as((&call("exp", [&wildcard()]), &path, &sum)).unwrap();
    let relu = nn::relu(exp(y.clone()).unwrap()).unwrap();
    assert!(!hit(&dominated, add(x, relu.clone()).unwrap()));
    let any_sum = call("add", [&wildcard(), &wildcard()]);
    let dominated: DFPattern =
        function("DominatorPattern").call_as((&call("exp", [&wildcard()]), &path, &any_sum)).unwrap();
    assert!(hit(&dominated, add(relu.clone(), relu).unwrap()));
}

#[test]
fn callbacks_get_a_map_from_patterns_to_expressions() {
    let operand = wildcard();
    let pattern = call("tanh", [&operand]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (key, log) = (operand.clone(), seen.clone());
    let callback = TypedPackedFunc::new(
        move |pre: RelayExpr,
              post: RelayExpr,
              nodes: Map<DFPattern, Array<RelayExpr>>|
              -> Result<RelayExpr, objet::Error> {
            log.lock().unwrap().push((pre, post, nodes.len()));
            let operand = nodes.get(&key).and_then(|exprs| exprs.first()).cloned();
            Ok(exp(operand.expect("a binding")).expect("a call").upcast())
        },
    );
    let callback: DFPatternCallback =
        function("DFPatternCallback").call_as((&pattern, &PackedFunc::from(callback), false, false)).unwrap();
    let x = var("x");
    let inner: RelayExpr = tanh(x).unwrap().upcast();
    let root: RelayExpr = tanh(inner.clone()).unwrap().upcast();
    let callbacks = Array::from([callback]);
    let module = objet_ir::module::IRModule::new();
    let changed: RelayExpr = function("rewrite").call_as((&callbacks, &root, &module)).unwrap();
    let text = objet_relay::text::pretty_print(Some(&changed.into()));
    assert_eq!(text, "free_var %x;\n%0 = exp(%x);\nexp(%0)");
    let seen = seen.lock().unwrap();
    let [first, second] = &seen[..] else { panic!("{} calls", seen.len()) };
    // Three patterns match: the operator, its operand and the call.
    assert_eq!((&first.0, &first.1, first.2), (&inner, &inner, 3));
    assert_eq!(second.0, root);
    assert_ne!(second.1, root);
}

#[test]
fn errors_of_callbacks_keep_their_kind() {
    let fails = TypedPackedFunc::new(|_: RelayExpr, _: RelayExpr, _: ObjectRef| -> Result<RelayExpr, _> {
        Err(objet::function::RuntimeError::new(ErrorKind::VALUE_ERROR, "no layout"))
    });
    let callback: DFPatternCallback = function("DFPatternCallback")
        .call_as((&call("exp", [&wildcard()]), &PackedFunc::from(fails), true, true))
        .unwrap();
    let root: RelayExpr = exp(var("x")).unwrap().upcast();
    let error = function("rewrite").call((&Array::from([callback]), &root, &None::<ObjectRef>)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::VALUE_ERROR);
    assert!(error.message().contains("no layout"), "{error}");
}

#[test]
fn partitions_take_attributes_and_a_check() {
    let [x, y] = ["x", "y"].map(var);
    let pattern = call("add", [&wildcard(), &wildcard()]);
    let inner: RelayExpr = add(x.clone(), y).unwrap().upcast();
    let root: RelayExpr = tanh(inner.clone()).unwrap().upcast();
    let part = |attrs: Option<Map<Text, Option<ObjectRef>>>, accepts: bool| -> RelayExpr {
        let check = PackedFunc::from(TypedPackedFunc::new(move |_: RelayExpr| accepts));
        function("partition").call_as((&pattern, &root, &attrs, &check)).unwrap()
    };
    assert_eq!(part(None, false), root);
    let attrs: Map<Text, Option<ObjectRef>> = [("Composite".into(), Some(Text::from("sum").upcast()))].into();
    let parts = part(Some(attrs), true);
    let call: Call = parts.as_node::<CallNode>().unwrap().args[0].clone().downcast().unwrap();
    let attrs = call.op.as_node::<FunctionNode>().unwrap().attrs.clone().unwrap();
    assert_eq!(attrs.get::<Text>("PartitionedFromPattern").unwrap().as_str(), "add_");
    assert_eq!(attrs.get::<Text>("Composite").unwrap().as_str(), "sum");
}

#[test]
fn fields_of_patterns_are_found_by_name() {
    let (a, b) = (wildcard(), wildcard());
    let pattern = is_op("multiply").unwrap().call([&a, &b]);
    let args: ObjectRef = Registry::expect("node.NodeGetAttr").unwrap().call_as((&pattern, "args")).unwrap();
    assert_eq!(args.downcast::<Array<DFPattern>>().unwrap()[..], [a.clone(), b]);
    let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
    assert!(hit(&pattern, multiply(x, y).unwrap()));
}
