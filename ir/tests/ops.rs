//! What is registered of every operator, beside the table of TVM 0.8's in `tables/ops.tsv`, and calls of operators.

use std::collections::{BTreeMap, BTreeSet};

use objet::{IsObjectRef, RetValue};
use objet_ir::attrs;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::op::{Op, OpError};
use objet_ir::relay::attrs::{BatchNormAttrsNode, Conv2DAttrsNode};
use objet_ir::relay::expr::{Tuple, Var};
use objet_ir::relay::op::{self, nn};
use objet_ir::types::TypeRelationNode;

type Row = BTreeMap<&'static str, &'static str>;

/// The columns that are attributes of operators; their values are written as RetValues print them.
const ATTRIBUTES: [&str; 7] = [
    "TOpPattern",
    "TOpIsStateful",
    "TNonComputational",
    "TCallEffectKind",
    "TVectorizable",
    "TReshapeOp",
    "TGlobalSymbol",
];

/// Attributes that hold functions of TVM's compiler: operators have them as far as there is something here that they can be
/// functions of.
const FUNCTIONS: [&str; 9] = [
    "FInferCorrectLayout",
    "FMacCount",
    "FQRealizeRewrite",
    "FScaleAxisBackwardPrep",
    "FScaleAxisBackwardTransform",
    "FScaleAxisForwardPrep",
    "FScaleAxisForwardRewrite",
    "FTVMCompute",
    "FTVMQnnCanonicalize",
];

fn is_function(attr: &str) -> bool {
    FUNCTIONS.contains(&attr) || attr.ends_with(".FLowerIntrinsic") || attr.ends_with(".FLegalize")
}

fn rows() -> Vec<Row> {
    let mut lines = include_str!("tables/ops.tsv").lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(|line| names.iter().copied().zip(line.split('\t')).collect()).collect()
}

/// The attributes that the operator has a value for, as text.
fn attributes(op: &Op) -> BTreeMap<String, String> {
    let value = |attr: &String| {
        let values = Op::get_attr_map::<RetValue>(attr);
        values.value(op).map(|value| format!("{value:?}"))
    };
    Op::attr_names().into_iter().filter_map(|attr| Some((attr.clone(), value(&attr)?))).collect()
}

/// `kPure(1)` and `true` are 1; names are in quotes.
fn expected_value(column: &str, text: &str) -> String {
    match (column, text, text.split_once(['(', ')'])) {
        ("TGlobalSymbol", ..) => format!("{text:?}"),
        (_, "true", _) => "1".into(),
        (_, "false", _) => "0".into(),
        (.., Some((_, number))) => number.trim_end_matches(')').into(),
        _ => panic!("{column}: {text}"),
    }
}

#[test]
fn every_operator_of_the_table_and_no_other() {
    let expected: BTreeSet<_> = rows().iter().map(|row| row["op_name"]).collect();
    let found: BTreeSet<_> = Op::all().map(|op| op.name.as_str()).collect();
    assert_eq!(found, expected);
    assert_eq!(expected.len(), 384);
}

#[test]
fn what_operators_take() {
    for row in rows() {
        let op = Op::get(row["op_name"]).unwrap();
        assert_eq!(op.num_inputs.to_string(), row["num_inputs"], "{}", op.name);
        assert_eq!(op.support_level.to_string(), row["support_level"], "{}", op.name);
        assert_eq!(op.attrs_type_key, row["attrs_type_key"], "{}", op.name);
        let names: Vec<_> = op.arguments.iter().map(|argument| argument.name.to_string()).collect();
        assert_eq!(names.join(","), row["arg_names"], "{}", op.name);
        let types: Vec<_> = op.arguments.iter().map(|argument| argument.type_info.to_string()).collect();
        assert_eq!(types.join(","), row["arg_types"], "{}", op.name);
        assert!(op.description.ends_with('.'), "{}", op.name);
        assert!(op.arguments.iter().all(|argument| argument.description.ends_with('.')), "{}", op.name);
    }
}

/// Of several relations that TVM registers, the last is in force.
#[test]
fn type_relations() {
    for row in rows() {
        let op = Op::get(row["op_name"]).unwrap();
        let Some(op_type) = &op.op_type else {
            assert_eq!(row["type_relations"], "", "{}", op.name);
            continue;
        };
        let relation = op_type.type_constraints[0].as_node::<TypeRelationNode>().unwrap();
        let expected = row["type_relations"].rsplit(',').next().unwrap();
        let name = &relation.func.as_ref().unwrap().name;
        assert_eq!(name.strip_prefix("tvm.relay.type_relation."), Some(expected), "{}", op.name);
        assert_eq!(relation.num_inputs as usize, op.arguments.len(), "{}", op.name);
        assert_eq!(relation.args.len(), op.arguments.len() + 1, "{}", op.name);
    }
}

#[test]
fn attributes_of_operators() {
    for row in rows() {
        let op = Op::get(row["op_name"]).unwrap();
        let mut found = attributes(&op);
        for column in ATTRIBUTES {
            let expected = Some(row[column]).filter(|text| !text.is_empty());
            let expected = expected.map(|text| expected_value(column, text));
            assert_eq!(found.remove(column), expected, "{}: {column}", op.name);
        }
        for other in row["other_attr_keys"].split(',').filter(|other| !other.is_empty()) {
            assert!(found.remove(other).is_some() || is_function(other), "{}: {other}", op.name);
        }
        assert!(found.is_empty(), "{} has more than TVM's: {found:?}", op.name);
        assert_eq!(row["non_default_plevels"], "");
    }
}

#[test]
fn a_network_of_calls() -> Result<(), OpError> {
    let var = |name: &str| Var::new(name, None, None);
    let conv =
        nn::conv2d(var("data"), var("w"), attrs! { channels: 16, kernel_size: [3, 3], strides: [2, 2] })?;
    let norm =
        nn::batch_norm(conv.clone(), var("g"), var("b"), var("m"), var("v"), attrs! { epsilon: 2e-5 })?;
    let pool = nn::global_avg_pool2d(nn::relu(norm.clone())?, attrs! {})?;
    let flat = nn::batch_flatten(op::concatenate(Tuple::new([pool.into()], None), attrs! { axis: 1 })?)?;
    let dense = nn::dense(flat, var("fc"), attrs! { units: 1000 })?;
    let reshaped = op::reshape(dense, attrs! { newshape: [-1, 1000] })?;
    let result = nn::softmax(reshaped, attrs! {})?;
    assert_eq!(result.as_op().unwrap().name, "nn.softmax");

    let attrs = conv.attrs.as_ref().unwrap().as_node::<Conv2DAttrsNode>().unwrap();
    let ints = |exprs: &[PrimExpr]| -> Vec<i64> {
        exprs.iter().map(|expr| expr.clone().downcast::<IntImm>().unwrap().value).collect()
    };
    assert_eq!(ints(&attrs.strides.iter().cloned().collect::<Vec<_>>()), [2, 2]);
    assert_eq!(ints(&attrs.padding.iter().cloned().collect::<Vec<_>>()), [0, 0]);
    assert_eq!(ints(&[attrs.channels.clone().unwrap()]), [16]);
    let attrs = norm.attrs.as_ref().unwrap().as_node::<BatchNormAttrsNode>().unwrap();
    assert_eq!((attrs.axis, attrs.epsilon), (1, 2e-5));
    Ok(())
}

#[test]
fn what_is_wrong_with_a_call_names_the_attribute() {
    let x = || Var::new("x", None, None);
    let message = |call: Result<objet_ir::relay::expr::Call, OpError>| call.unwrap_err().to_string();
    assert_eq!(
        message(nn::dense(x(), x(), attrs! {})),
        r#"the attributes of the operator "nn.dense": relay.attrs.DenseAttrs needs a value for its field "units", of type Option<PrimExpr>"#
    );
    assert_eq!(
        message(nn::bias_add(x(), x(), attrs! { axis: "C" })),
        r#"the attributes of the operator "nn.bias_add": relay.attrs.BiasAddAttrs.axis: expected int but got str"#
    );
    assert_eq!(
        message(nn::leaky_relu(x(), attrs! { alpha: -1.0 })),
        r#"the attributes of the operator "nn.leaky_relu": relay.attrs.LeakyReluAttrs.alpha: expected at least 0.0, found -1.0"#
    );
    assert_eq!(
        message(Op::get("nn.bias_add").unwrap().call([x().into(), x().into()], None)),
        r#"the attributes of the operator "nn.bias_add": expected relay.attrs.BiasAddAttrs, found none"#
    );
}
