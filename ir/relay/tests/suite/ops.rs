//! The registrations of all operators, compared with TVM 0.8's table `tables/ops.tsv`, and calls of
//! operators.

use std::collections::{BTreeMap, BTreeSet};

use objet::function::RetValue;
use objet::prelude::*;
use objet::structural_equal;
use objet_ir::attrs;
use objet_ir::expr::{IntImm, PrimExpr, RelayExpr};
use objet_ir::op::{Op, OpError};
use objet_ir::types::{IncompleteType, TensorType, TupleType, Type, TypeKind, TypeRelationNode};
use objet_relay::attrs::{BatchNormAttrsNode, Conv2DAttrsNode};
use objet_relay::expr::{Tuple, Var};
use objet_relay::op::{self, OpExt as _, nn};

type Row = BTreeMap<&'static str, &'static str>;

/// The columns for operator attributes, whose values are in the notation of `RetValue`.
const ATTRIBUTES: [&str; 7] = [
    "TOpPattern",
    "TOpIsStateful",
    "TNonComputational",
    "TCallEffectKind",
    "TVectorizable",
    "TReshapeOp",
    "TGlobalSymbol",
];

/// Attributes that hold functions of TVM's compiler. An operator has such an attribute only if this
/// crate implements the function.
const FUNCTIONS: [&str; 8] = [
    "FInferCorrectLayout",
    "FMacCount",
    "FQRealizeRewrite",
    "FScaleAxisBackwardPrep",
    "FScaleAxisBackwardTransform",
    "FScaleAxisForwardPrep",
    "FScaleAxisForwardRewrite",
    "FTVMCompute",
];

fn is_function(attr: &str) -> bool {
    FUNCTIONS.contains(&attr) || attr.ends_with(".FLowerIntrinsic") || attr.ends_with(".FLegalize")
}

fn rows() -> Vec<Row> {
    let mut lines = include_str!("../../../../tests/tables/ops.tsv").lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(|line| names.iter().copied().zip(line.split('\t')).collect()).collect()
}

/// Returns the attributes that have a value for the operator, as text. Front ends and other tests
/// set attributes for external compilers.
fn attributes(op: &Op) -> BTreeMap<String, String> {
    let value = |attr: &String| {
        let values = Op::get_attr_map::<RetValue>(attr);
        values.value(op).map(|value| format!("{value:?}"))
    };
    let names = Op::attr_names().into_iter().filter(|attr| !attr.starts_with("target."));
    names.filter_map(|attr| Some((attr.clone(), value(&attr)?))).collect()
}

/// Converts the table's notation: `kPure(1)` and `true` become 1, and names are quoted.
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
fn registered_operators_equal_the_table() {
    let expected: BTreeSet<_> = rows().iter().map(|row| row["op_name"]).collect();
    let found: BTreeSet<_> = Op::all().map(|op| op.name.as_str()).collect();
    assert_eq!(found, expected);
    assert_eq!(expected.len(), 384);
}

#[test]
fn operators_have_the_inputs_of_the_table() {
    for row in rows() {
        let op = Op::get(row["op_name"]).unwrap();
        assert_eq!(op.num_inputs.load().to_string(), row["num_inputs"], "{}", op.name);
        assert_eq!(op.support_level.load().to_string(), row["support_level"], "{}", op.name);
        assert_eq!(*op.attrs_type_key.load(), *row["attrs_type_key"], "{}", op.name);
        let names: Vec<_> = op.arguments.load().iter().map(|argument| argument.name.to_string()).collect();
        assert_eq!(names.join(","), row["arg_names"], "{}", op.name);
        let types: Vec<_> =
            op.arguments.load().iter().map(|argument| argument.type_info.to_string()).collect();
        assert_eq!(types.join(","), row["arg_types"], "{}", op.name);
        assert!(op.description.load().ends_with('.'), "{}", op.name);
        assert!(
            op.arguments.load().iter().all(|argument| argument.description.ends_with('.')),
            "{}",
            op.name
        );
    }
}

/// If TVM registers several relations for an operator, the last one applies. All of them are
/// functions that exist.
#[test]
fn type_relations() {
    for row in rows() {
        let op = Op::get(row["op_name"]).unwrap();
        let Some(op_type) = op.op_type.load() else {
            assert_eq!(row["type_relations"], "", "{}", op.name);
            continue;
        };
        let relation = op_type.type_constraints[0].as_node::<TypeRelationNode>().unwrap();
        let expected = row["type_relations"].rsplit(',').next().unwrap();
        let func = relation.func.as_ref().unwrap();
        func.func().unwrap_or_else(|error| panic!("{}: {error}", op.name));
        let name = &func.name;
        assert_eq!(name.strip_prefix("tvm.relay.type_relation."), Some(expected), "{}", op.name);
        let inputs = usize::try_from(op.num_inputs.load()).unwrap_or_default();
        assert_eq!(relation.num_inputs as usize, inputs, "{}", op.name);
        assert_eq!(relation.args.len(), inputs + 1, "{}", op.name);
    }
}

/// Calls each operator without attributes on tensors of each rank. The relation of an operator that
/// needs attributes names their type.
#[test]
fn operators_declare_the_attributes_that_their_relations_need() {
    let mut needed = 0;
    for op in Op::all() {
        let inputs = usize::try_from(op.num_inputs.load()).unwrap_or(1);
        let types = (1..=5).map(|ndim| tensor_type(&vec![4; ndim], DataType::float(32)));
        let found = types.chain([TupleType::empty().upcast()]).find_map(|ty| {
            let error = op.infer_type(vec![ty; inputs], None).err()?.to_string();
            let (_, key) = error.split_once("expected attributes of type ")?;
            Some(key.split(',').next()?.to_owned())
        });
        if let Some(key) = found {
            assert_eq!(op.call_attrs_type_key(), *key, "{}", op.name);
            needed += 1;
        }
    }
    assert!(needed > 150, "only {needed} operators need attributes");
}

#[test]
fn calls_have_attributes_that_the_operator_does_not_declare() -> Result<(), OpError> {
    let cumsum = Op::get("cumsum")?;
    let x: RelayExpr = Var::new("x", None, None).upcast();
    let call = cumsum.call([x.clone()], Some(cumsum.make_attrs(attrs! { axis: 1 })?))?;
    assert_eq!(call.attrs.as_ref().unwrap().type_key(), "relay.attrs.ScanopAttrs");
    assert!(cumsum.call([x.clone()], None).is_err(), "the attributes are missing");

    let pack = Op::get("nn.contrib_dense_pack")?;
    let attrs = pack.make_attrs(attrs! { units: (), weight_layout: "NC8n" })?;
    assert_eq!(attrs.type_key(), "relay.attrs.DensePackAttrs");
    assert_eq!(pack.attrs_type_key.load(), "relay.attrs.DenseAttrs");
    assert_eq!(pack.call([x.clone(), x], Some(attrs))?.args.len(), 2);
    Ok(())
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
        assert!(found.is_empty(), "{} has attributes that TVM lacks: {found:?}", op.name);
        assert_eq!(row["non_default_plevels"], "");
    }
}

#[test]
fn operator_functions_create_calls() -> Result<(), OpError> {
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
fn errors_of_calls_name_the_attribute() {
    let x = || Var::new("x", None, None);
    let message = |call: Result<objet_relay::expr::Call, OpError>| call.unwrap_err().to_string();
    assert_eq!(
        message(nn::dense(x(), x(), attrs! {})),
        r#"the attributes of the operator "nn.dense": relay.attrs.DenseAttrs: missing value for field "units" of type Option<PrimExpr>"#
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

fn tensor_type(shape: &[i32], dtype: DataType) -> Type {
    TensorType::new(shape.iter().map(|dim| (*dim).into()).collect::<Vec<PrimExpr>>(), dtype).upcast()
}

fn bias_add_type(axis: i32, data: Type, bias: Type) -> Result<Type, OpError> {
    let bias_add = Op::get("nn.bias_add")?;
    bias_add.infer_type([data, bias], Some(&bias_add.make_attrs(attrs! { axis: axis })?))
}

#[test]
fn type_of_bias_add_is_inferred() -> Result<(), OpError> {
    let float = |shape: &[i32]| tensor_type(shape, DataType::float(32));
    for (axis, length) in [(0, 2), (1, 3), (-1, 4), (-3, 2)] {
        let result = bias_add_type(axis, float(&[2, 3, 4]), float(&[length]))?;
        assert!(structural_equal(&result, &float(&[2, 3, 4])));
    }
    let unknown = || -> Type { IncompleteType::new(TypeKind::Type, None).into() };
    assert!(structural_equal(&bias_add_type(1, float(&[2, 3]), unknown())?, &float(&[2, 3])));

    let message = |axis, data, bias| bias_add_type(axis, data, bias).unwrap_err().to_string();
    assert!(
        message(1, float(&[2, 3]), float(&[2]))
            .ends_with("bias: expected Tensor[(3), float32], found Tensor[(2), float32]")
    );
    let half = tensor_type(&[3], DataType::float(16));
    assert!(
        message(1, float(&[2, 3]), half)
            .ends_with("bias: expected Tensor[(3), float32], found Tensor[(3), float16]")
    );
    assert!(message(2, float(&[2, 3]), float(&[3])).ends_with("axis 2 is out of range for data with 2 axes"));
    assert!(
        message(-3, float(&[2, 3]), float(&[3])).ends_with("axis -3 is out of range for data with 2 axes")
    );
    assert!(
        message(1, TupleType::empty().upcast(), float(&[3]))
            .contains("data: expected a tensor, found TupleType(")
    );
    assert!(matches!(bias_add_type(1, unknown(), float(&[3])), Err(OpError::TypeUnknown { .. })));
    Ok(())
}

#[test]
fn bias_add_is_computed() -> Result<(), objet::Error> {
    let bias_add = Op::get("nn.bias_add").unwrap();
    let compute = Op::get_attr_map::<PackedFunc>("FTVMCompute").get(&bias_add).unwrap().unwrap();
    let sum = |axis: i32, data: NDArray, bias: NDArray| -> Result<NDArray, objet::Error> {
        let attrs = bias_add.make_attrs(attrs! { axis: axis }).unwrap();
        let outputs: Array<NDArray> = compute.call((&attrs, &Array::from([data, bias]), ()))?.get()?;
        Ok(outputs[0].clone())
    };
    let data = NDArray::from_slice(&[2, 3], &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    let rows = sum(0, data.clone(), NDArray::from_slice(&[2], &[10.0_f32, 20.0])?)?;
    assert_eq!(rows.as_slice::<f32>()?, [11.0, 12.0, 13.0, 24.0, 25.0, 26.0]);
    let columns = sum(-1, data.clone(), NDArray::from_slice(&[3], &[10.0_f32, 20.0, 30.0])?)?;
    assert_eq!(columns.as_slice::<f32>()?, [11.0, 22.0, 33.0, 14.0, 25.0, 36.0]);
    assert_eq!(columns.shape(), [2, 3]);
    let ints =
        sum(1, NDArray::from_slice(&[1, 2, 2], &[1_i8, 2, 3, 127])?, NDArray::from_slice(&[2], &[1_i8, 2])?)?;
    assert_eq!(ints.as_slice::<i8>()?, [2, 3, 5, -127]);
    let none =
        sum(0, NDArray::zeros(&[2, 0], DataType::float(32))?, NDArray::zeros(&[2], DataType::float(32))?)?;
    assert_eq!(none.shape(), [2, 0]);

    let error = sum(1, data, NDArray::from_slice(&[2], &[1.0_f32, 2.0])?).unwrap_err().to_string();
    assert!(error.ends_with("bias: expected float32 of shape [3], found float32 of shape [2]"), "{error}");
    Ok(())
}
