//! Functions of tensors through global functions.

use objet::function::RetValue;
use objet::prelude::*;
use objet::text::as_repr;
use objet::{Error, Registry};
use objet_ir::expr::PrimExpr;
use objet_tir::expr::{ReduceNode, Var};
use objet_tir::te::{ComputeOpNode, Tensor};
use objet_tir::topi;

const FLOAT: DataType = DataType::float(32);

/// Returns the name, the tag and the body of the operation of a tensor, and its shape.
fn text(tensor: &Tensor) -> std::string::String {
    let body = as_repr(Some(&tensor.op.as_node::<ComputeOpNode>().unwrap().body));
    format!("{}|{}|{body}|{}", tensor.op.name, tensor.op.tag, as_repr(Some(&tensor.shape)))
}

fn matrix() -> Tensor {
    Tensor::placeholder("A", [2.into(), 3.into()], FLOAT)
}

#[test]
fn operands_are_tensors_or_numbers() -> Result<(), Error> {
    let (a, n) = (matrix(), Var::new("n", DataType::int(32), None));
    let add = Registry::expect("topi.add")?;
    let sum: Tensor = add.call((&a, 2))?.get()?;
    assert_eq!(text(&sum), "T_add|elemwise|[(A[ax0, ax1] + 2f)]|[2, 3]");
    let sum: Tensor = add.call((&n, &a))?.get()?;
    assert_eq!(text(&sum), "T_add|elemwise|[(float32(n) + A[ax0, ax1])]|[2, 3]");
    let sum: Tensor = add.call((&a, &a))?.get()?;
    assert_eq!(text(&sum), "T_add|broadcast|[(A[ax0, ax1] + A[ax0, ax1])]|[2, 3]");
    let sum: PrimExpr = add.call((&n, 2))?.get()?;
    assert_eq!(as_repr(Some(&sum)), "(n + 2)");
    assert!(topi::add(&n, 2).unwrap_err().to_string().contains("at least one tensor, found two numbers"));
    Ok(())
}

#[test]
fn axes_of_reductions_are_one_or_several_or_all() -> Result<(), Error> {
    let (a, sum) = (matrix(), Registry::expect("topi.sum")?);
    let reduced = |axes: RetValue, keepdims: bool| -> Result<std::string::String, Error> {
        let sum: Tensor = sum.call((&a, &axes, keepdims))?.get()?;
        let body = &sum.op.as_node::<ComputeOpNode>().unwrap().body[0];
        let source = as_repr(Some(&body.as_node::<ReduceNode>().unwrap().source));
        Ok(format!("{source} {}", as_repr(Some(&sum.shape))))
    };
    assert_eq!(reduced(RetValue::Null, false)?, "[A[k0, k1]] []");
    assert_eq!(reduced(1.into(), false)?, "[A[ax0, k1]] [2]");
    assert_eq!(reduced((-1).into(), true)?, "[A[ax0, k1]] [2, 1]");
    assert_eq!(reduced(Array::from([PrimExpr::from(0)]).into(), false)?, "[A[k0, ax0]] [3]");
    let error = reduced(2.into(), false).unwrap_err().to_string();
    assert!(error.contains("expected axis to be an axis of the tensor, found 2"), "{error}");
    Ok(())
}

#[test]
fn elements_are_taken_in_three_ways() -> Result<(), Error> {
    let (a, take) = (matrix(), Registry::expect("topi.take")?);
    let indices = Tensor::placeholder("I", [4.into()], DataType::int(32));
    let taken: Tensor = take.call((&a, &indices, "fast"))?.get()?;
    assert_eq!(
        text(&taken),
        "T_take|injective|[A[floormod(floordiv(I[ax0], 3), 2), floormod(I[ax0], 3)]]|[4]"
    );
    let taken: Tensor = take.call((&a, &indices, 0, 1, "fast"))?.get()?;
    assert_eq!(text(&taken), "T_take|injective|[A[ax0, I[ax1]]]|[2, 4]");
    let taken: Tensor = take.call((&a, &indices, 0, "clip"))?.get()?;
    assert_eq!(taken.shape.len(), 1);
    assert!(
        take.call((&a, &indices, "nearest")).unwrap_err().to_string().contains("unknown mode \"nearest\"")
    );
    Ok(())
}

#[test]
fn bad_input_is_an_error() {
    let a = matrix();
    let vector = Tensor::placeholder("v", [4.into()], FLOAT);
    for (error, part) in [
        (
            topi::add(&a, &vector).unwrap_err(),
            "expected shapes to be equal extents, or an extent of 1, found 3 and 4",
        ),
        (topi::transpose(&a, Some(&[0, 0])).unwrap_err(), "axis 0 twice"),
        (
            topi::squeeze(&a, Some(&[0])).unwrap_err(),
            "expected the length of a removed axis to be 1, found 2",
        ),
        (topi::concatenate(&[], 0).unwrap_err(), "at least one tensor"),
        (topi::reorg(&a, 1).unwrap_err(), "expected 4 axes, found 2"),
        (topi::split_sections(&a, 0, 0).unwrap_err(), "expected sections to be positive"),
    ] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn counts_have_bounds() -> Result<(), Error> {
    let (a, expand) = (matrix(), Registry::expect("topi.expand_dims")?);
    let expanded: Tensor = expand.call((&a, 1, 1 << 16))?.get()?;
    assert_eq!(expanded.shape.len(), 2 + (1 << 16));
    for count in [(1 << 16) + 1, i64::MAX] {
        let error = expand.call((&a, 1, count)).unwrap_err().to_string();
        let expected = format!("expected num_newaxis to be at most 65536, found {count}");
        assert!(error.contains(&expected), "{error}");
    }
    let error = topi::split_sections(&a, i32::MAX, 0).unwrap_err().to_string();
    assert!(error.contains("expected sections to be at most 1048576, found 2147483647"), "{error}");
    Ok(())
}
