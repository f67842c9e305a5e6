//! Partitioning into functions.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{IntImm, RelayExpr};
use objet_relay::adt::{Clause, Match, PatternWildcard};
use objet_relay::dataflow_pattern::{
    is_any_function, is_constant, is_op, is_tuple, is_tuple_get_item, partition, wildcard,
};
use objet_relay::expr::{Call, CallNode, Function, FunctionNode, Tuple, TupleGetItem};
use objet_relay::op::{add, nn, tanh};
use objet_relay::text::pretty_print;

use super::{constant, var};

fn text(expr: &RelayExpr) -> String {
    pretty_print(Some(expr.upcast_ref()))
}

#[test]
fn inputs_become_parameters() {
    let [x, w, b] = ["x", "w", "b"].map(var);
    let conv = is_op("nn.conv2d").unwrap().call([wildcard(), wildcard()]);
    let biased = conv.optional(|conv| Ok(is_op("nn.bias_add")?.call([conv, wildcard()]))).unwrap();
    let pattern = is_op("nn.relu").unwrap().call([biased]);
    let conv = nn::conv2d(x, w, attrs! {}).unwrap();
    let root = nn::relu(nn::bias_add(conv, b, attrs! {}).unwrap()).unwrap().upcast();
    let expected = "\
free_var %x;
free_var %w;
free_var %b;
%2 = fn (%FunctionVar_0_0, %FunctionVar_0_1, %FunctionVar_0_2, PartitionedFromPattern=\"nn.conv2d_nn.bias_add_nn.relu_\") {
  %0 = nn.conv2d(%FunctionVar_0_0, %FunctionVar_0_1, padding=[0, 0, 0, 0]);
  %1 = nn.bias_add(%0, %FunctionVar_0_2);
  nn.relu(%1)
};
%2(%x, %w, %b)";
    let parts = partition(&pattern, &root, None, |_| Ok(true)).unwrap();
    assert_eq!(
        text(&parts).replace(", padding=[0, 0, 0, 0]", ""),
        expected.replace(", padding=[0, 0, 0, 0]", "")
    );
    // The functions of a partition are not searched again.
    let again = partition(&pattern, &parts, None, |_| Ok(true)).unwrap();
    assert_eq!(again, parts);
}

#[test]
fn constants_of_the_pattern_stay_inside() {
    let x = var("x");
    let root: RelayExpr = add(constant(1.0), x).unwrap().upcast();
    let params = |pattern| {
        let parts = partition(&pattern, &root, None, |_| Ok(true)).unwrap();
        let function = parts.as_node::<CallNode>().unwrap().op.clone();
        function.as_node::<FunctionNode>().unwrap().params.len()
    };
    assert_eq!(params(is_constant() + wildcard()), 1);
    assert_eq!(params(wildcard() + wildcard()), 2);
}

#[test]
fn attributes_and_checks() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    let inner: RelayExpr = add(x, y).unwrap().upcast();
    let root: RelayExpr = add(inner.clone(), z).unwrap().upcast();
    let attrs = DictAttrs::new([("level", IntImm::from(3))]);
    let mut seen = Vec::new();
    let parts = partition(&(wildcard() + wildcard()), &root, Some(&attrs), |found| {
        seen.push(found.clone());
        Ok(*found == inner)
    });
    let expected = "\
free_var %x;
free_var %y;
%0 = fn (%FunctionVar_1_0, %FunctionVar_1_1, PartitionedFromPattern=\"add_\", level=3) {
  add(%FunctionVar_1_0, %FunctionVar_1_1)
};
%1 = %0(%x, %y);
free_var %z;
add(%1, %z)";
    assert_eq!(text(&parts.unwrap()), expected);
    assert_eq!(seen, [inner.clone(), root.clone()]);
    let error = partition(&(wildcard() + wildcard()), &root, None, |_| Err("no target".into())).unwrap_err();
    let text = "the check for CallPatternNode(Op(add), [*, *]) failed: no target";
    assert_eq!(error.to_string(), text);
}

#[test]
fn names_tell_what_is_inside() {
    let [x, y] = ["x", "y"].map(var);
    let name = |pattern, root: RelayExpr| {
        let parts = partition(&pattern, &root, None, |_| Ok(true)).unwrap();
        let call = parts.as_node::<CallNode>().unwrap();
        let attrs = call.op.as_node::<FunctionNode>().unwrap().attrs.clone().unwrap();
        attrs.get::<objet::String>("PartitionedFromPattern").unwrap().to_string()
    };
    let pair = Tuple::new([x.clone().into(), y.clone().into()], None);
    let item = TupleGetItem::new(pair, 1, None).upcast();
    let pattern = is_tuple_get_item(is_tuple([wildcard(), wildcard()]), None);
    assert_eq!(name(pattern, item), "Tuple_TupleGetItem1_");

    let a = var("a");
    let clause = Clause::new(PatternWildcard::new(None), tanh(a.clone()).unwrap());
    let body = Match::new(nn::relu(a.clone()).unwrap(), [clause], true, None);
    let function = Function::new([a], body, None, [], None, None);
    let call: RelayExpr = Call::new(function, [x.into()], None, [], None).upcast();
    let expected = "tanh_nn.relu_Match_FunctionCall_";
    assert_eq!(name(wildcard().call([wildcard()]), call.clone()), expected);
    assert_eq!(name(is_any_function(wildcard()).call_any(), call), expected);
}

#[test]
fn patterns_of_functions_are_not_searched() {
    let x = var("x");
    let function: RelayExpr = Function::new([x.clone()], x, None, [], None, None).upcast();
    assert_eq!(partition(&is_any_function(wildcard()), &function, None, |_| Ok(true)).unwrap(), function);
}

#[test]
fn a_match_used_elsewhere_is_no_function() {
    let [x, w] = ["x", "w"].map(var);
    let pattern =
        is_op("nn.relu").unwrap().call([is_op("nn.conv2d").unwrap().call([wildcard(), wildcard()])]);
    let conv = nn::conv2d(x, w, attrs! {}).unwrap();
    let root: RelayExpr = add(nn::relu(conv.clone()).unwrap(), conv).unwrap().upcast();
    assert_eq!(partition(&pattern, &root, None, |_| Ok(true)).unwrap(), root);
}
