//! The type relations of elementwise operators.

use objet::prelude::*;
use objet::{Registry, structural_equal};
use objet_ir::attrs::AttrValue;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::op::{Op, OpError};
use objet_ir::types::{IncompleteType, TensorType, Type, TypeKind};
use objet_relay::op::OpExt;
use objet_tir::expr::{Any, Var};

fn tensor(shape: &[PrimExpr], dtype: DataType) -> Type {
    TensorType::new(Array::from(shape), dtype).upcast()
}

fn float(shape: &[i32]) -> Type {
    let shape: Vec<PrimExpr> = shape.iter().map(|dim| IntImm::from(*dim).upcast()).collect();
    tensor(&shape, DataType::float(32))
}

fn result(op: &str, inputs: &[&Type]) -> Result<Type, OpError> {
    let inputs: Array<Type> = inputs.iter().map(|ty| (*ty).clone()).collect();
    Op::get(op)?.infer_type(inputs, None)
}

#[test]
fn operands_are_broadcast() -> Result<(), OpError> {
    let cases: [[&[i32]; 3]; 6] = [
        [&[2, 3], &[2, 3], &[2, 3]],
        [&[2, 1], &[3], &[2, 3]],
        [&[3], &[2, 1], &[2, 3]],
        [&[], &[4, 5], &[4, 5]],
        [&[0, 1], &[1, 7], &[0, 7]],
        [&[], &[], &[]],
    ];
    for [a, b, expected] in cases {
        let found = result("add", &[&float(a), &float(b)])?;
        assert!(structural_equal(&found, &float(expected)), "{a:?} {b:?}: {found:?}");
    }
    let compared = result("less", &[&float(&[2, 1]), &float(&[3])])?;
    let dims: [PrimExpr; 2] = [2.into(), 3.into()];
    assert!(structural_equal(&compared, &tensor(&dims, DataType::BOOL)));
    Ok(())
}

#[test]
fn axes_may_be_variables_or_unknown() -> Result<(), OpError> {
    let n: PrimExpr = Var::new("n", DataType::int(32), None).upcast();
    let any: PrimExpr = Any::new(None).upcast();
    let of = |dim: &PrimExpr| tensor(std::slice::from_ref(dim), DataType::float(32));
    assert!(structural_equal(&result("add", &[&of(&n), &of(&n)])?, &of(&n)));
    assert!(structural_equal(&result("add", &[&of(&any), &of(&n)])?, &of(&n)));
    assert!(structural_equal(&result("add", &[&float(&[4]), &of(&any)])?, &float(&[4])));
    assert!(result("add", &[&of(&n), &float(&[4])]).is_err());
    Ok(())
}

#[test]
fn mismatched_operands_are_errors() {
    let half = tensor(&[3.into()], DataType::float(16));
    let unknown: Type = IncompleteType::new(TypeKind::Type, None).upcast();
    let message = |inputs: &[&Type]| result("add", inputs).unwrap_err().to_string();
    assert!(message(&[&float(&[2]), &float(&[3])]).ends_with("of shapes (2) and (3)"));
    assert!(
        message(&[&half, &float(&[3])])
            .ends_with("expected operands of one data type, found float16 and float32")
    );
    assert!(matches!(result("add", &[&float(&[3]), &unknown]), Err(OpError::TypeUnknown { .. })));
}

#[test]
fn unsuitable_attributes_and_ranks_are_named() {
    let message = |op: &str, inputs: &[Type], attrs: Vec<(&str, AttrValue)>| {
        let op = Op::get(op).unwrap();
        let attrs = op.make_attrs(attrs).unwrap();
        op.infer_type(Array::from(inputs), Some(&attrs)).unwrap_err().to_string()
    };
    let blocks = |block_shape: Vec<i64>, crops: Vec<Vec<i64>>| {
        vec![("block_shape", block_shape.into()), ("crops", crops.into())]
    };
    let to_space = "nn.batch_to_space_nd";
    for (text, expected) in [
        (
            message(to_space, &[float(&[4, 2])], blocks(vec![2, 2], vec![])),
            "attribute block_shape: expected fewer numbers than the 2 axes of data, found 2",
        ),
        (
            message(to_space, &[float(&[4, 2, 2])], blocks(vec![2, 2], vec![])),
            "attribute crops: expected 2 pairs, one for each number of block_shape, found 0",
        ),
        (
            message(to_space, &[float(&[4])], blocks(vec![], vec![])),
            "data: expected at least 2 axes, found 1",
        ),
        (
            message("sequence_mask", &[float(&[4]), float(&[4])], vec![("axis", 0.into())]),
            "data: expected at least 2 axes, found 1",
        ),
        (
            message("sequence_mask", &[float(&[]), float(&[4])], vec![("axis", 1.into())]),
            "data: expected at least 1 axes, found 0",
        ),
        (
            message("matrix_set_diag", &[float(&[4, 4]), float(&[])], vec![]),
            "the number of axes of diagonal: expected 1 to 3, found 0",
        ),
        (
            message(
                "random.uniform",
                &[tensor(&[10.into()], DataType::uint(64)), float(&[]), float(&[])],
                vec![("out_shape", vec![2].into()), ("out_dtype", DataType::VOID.into())],
            ),
            "attribute out_dtype: expected float32 or float64, found no value",
        ),
    ] {
        assert!(text.ends_with(expected), "{text}");
    }
}

#[test]
fn unary_operators_keep_the_type_of_their_operand() -> Result<(), OpError> {
    let found = result("exp", &[&float(&[2, 3])])?;
    assert!(structural_equal(&found, &float(&[2, 3])));
    // An operator declared by a front end uses a registered relation by name.
    let call = |name: &str, args: &[objet::function::ArgValue<'_>]| Registry::expect(name)?.call(args);
    call("ir.RegisterOp", &["relations.twice".into(), "Twice as much.".into()])
        .and_then(|_| {
            call("ir.OpSetNumInputs", &[(&Op::get("relations.twice").expect("registered")).into(), 1.into()])
        })
        .and_then(|_| {
            let op = Op::get("relations.twice").expect("registered");
            call("ir.OpAddTypeRel", &[(&op).into(), "Identity".into(), objet::function::ArgValue::Null])
        })
        .expect("the operator is declared");
    assert!(structural_equal(&result("relations.twice", &[&float(&[5])])?, &float(&[5])));
    Ok(())
}
