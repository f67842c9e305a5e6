//! Operands of different types, and invalid operands of operators and constructors.

use objet::prelude::*;
use objet::structural_equal;
use objet::tensor::DataTypeCode;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::types::{PointerType, PrimType, TupleType};
use objet_tir::buffer::{Buffer, BufferType};
use objet_tir::data_layout::Layout;
use objet_tir::expr::{
    Add, And, Broadcast, BufferLoad, Call, Cast, CommReducer, IterVar, IterVarType, Let, Load, Not, Ramp,
    Range, Reduce, Select, Shuffle, SizeVar, StringImm, Var,
};
use objet_tir::op;
use objet_tir::stmt::{
    Allocate, AssertStmt, Block, BlockRealize, BufferRegion, BufferStore, Evaluate, For, IfThenElse, LetStmt,
    MatchBufferRegion, Stmt, Store, While,
};

fn var(dtype: &str) -> Var {
    Var::new("x", dtype.parse().unwrap(), None)
}

fn text(error: Result<impl std::fmt::Debug, ConstructError>) -> String {
    error.unwrap_err().to_string()
}

#[test]
fn operands_are_converted_to_one_type() {
    for (a, b, expected) in [
        ("int32", "int32", "int32"),
        ("int8", "int64", "int64"),
        ("uint8", "uint16", "uint16"),
        ("int32", "uint32", "uint32"),
        ("int64", "uint32", "int64"),
        ("int8", "uint16", "uint16"),
        ("float16", "float32", "float32"),
        ("int64", "float16", "float16"),
        ("bfloat16", "int32", "bfloat16"),
        ("bfloat16", "float16", "float16"),
        ("int32x4", "int32", "int32x4"),
        ("int32", "float32x8", "float32x8"),
        ("bool", "int32", "int32"),
        ("custom[130]8", "int32", "custom[130]8"),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            let sum = op::add(var(a), var(b), None).unwrap();
            assert_eq!(sum.dtype.to_string(), expected, "{a} + {b}");
            let less = op::less(var(a), var(b), None).unwrap();
            assert_eq!((less.dtype.is_bool(), less.dtype.lanes), (true, sum.dtype.lanes), "{a} < {b}");
        }
    }
    assert!(DataTypeCode(130).0 >= DataTypeCode::CUSTOM_BEGIN.0);
    for (a, b) in
        [("int32x4", "int32x2"), ("handle", "int32"), ("handle", "float32"), ("int8x2", "float32x4")]
    {
        let expected = format!("tir.Mul: expected a and b to have the same data type, found {a} and {b}");
        assert_eq!(text(op::mul(var(a), var(b), None)), expected);
    }
}

#[test]
fn rust_operators_are_equal_to_the_functions() -> Result<(), ConstructError> {
    let x = var("int32");
    let (n, y) = (SizeVar::new("n", DataType::int(32), None), PrimExpr::from(&x));
    let below = op::less(&x, 3, None)?;
    for (found, expected) in [
        (&x + 1, op::add(&x, 1, None)),
        (2 - &y, op::sub(2, &x, None)),
        (x.clone() * &n, op::mul(&x, &n, None)),
        (y.clone() / 3, op::div(&x, 3, None)),
        (&x % 3, op::truncmod(&x, 3, None)),
        (&x << 2, op::left_shift(&x, 2, None)),
        (&x >> 2, op::right_shift(&x, 2, None)),
        (&x & 7, op::bitwise_and(&x, 7, None)),
        (&x | 7, op::bitwise_or(&x, 7, None)),
        (&x ^ 7, op::bitwise_xor(&x, 7, None)),
        (-&x, op::sub(0, &x, None)),
        (!&x, op::bitwise_neg(&x, None)),
        (!below, op::logical_not(op::less(&x, 3, None), None)),
        (1.5 * (&x + 1), op::mul(1.5_f64, op::add(&x, 1, None), None)),
    ] {
        assert!(structural_equal(&found.expr()?, &expected?));
    }
    // Further operators pass the first error on.
    let error = (&x / 0 + 1) * 2 - &n;
    assert_eq!(text(error.expr()), "tir.Div: expected b to be nonzero, found 0");
    Ok(())
}

#[test]
fn zeros_and_ones_are_folded() -> Result<(), ConstructError> {
    let (x, f, v) = (var("int32"), var("float32"), var("int32x4"));
    let same = |checked: op::Checked, expected: &Var| checked.expr().unwrap().same_as(expected);
    assert!(same(&x + 0, &x) && same(0 + &x, &x) && same(&x - 0, &x));
    assert!(same(&x * 1, &x) && same(1 * &x, &x) && same(&x / 1, &x));
    assert!(same(&f + 0.0_f32, &f) && same(1.0_f32 * &f, &f) && same(&f / 1.0_f32, &f));
    assert!(same(op::floordiv(&x, 1, None).into(), &x) && same(op::max(&x, &x, None).into(), &x));
    for zero in [&x * 0, 0 * &x, 0 / &x, op::truncmod(&x, 1, None).into(), op::floormod(&x, 1, None).into()] {
        assert_eq!(op::as_const_int(&zero.expr()?), Some(0));
    }
    assert_eq!((&v + 0).expr()?.type_key(), "tir.Add"); // a vector of zeros is not a constant
    assert_eq!(text((&f / 0.0_f32).expr()), "tir.Div: expected b to be nonzero, found 0");
    Ok(())
}

#[test]
fn constant_operands_are_folded() -> Result<(), ConstructError> {
    let (x, y) = (var("int32"), var("int64"));
    let cond = op::less(&x, 3, None)?;
    assert!(op::logical_and(true, &cond, None)?.same_as(&cond));
    assert!(op::logical_or(&cond, false, None)?.same_as(&cond));
    assert_eq!(op::as_const_int(&op::logical_and(&cond, false, None)?), Some(0));
    assert_eq!(op::as_const_int(&op::logical_or(true, &cond, None)?), Some(1));
    assert_eq!(op::if_then_else(&cond, &x, &y, None)?.dtype, DataType::int(64));
    assert!(op::if_then_else(false, &x, &y, None)?.same_as(&y));
    assert!(op::select(true, &x, 1, None)?.same_as(&x));
    assert_eq!(
        text(op::if_then_else(&x, 1, 2, None)),
        "tir.if_then_else: expected cond to be a boolean scalar, found int32"
    );
    assert_eq!(text(op::logical_and(&x, &cond, None)), "tir.And: expected a to be a boolean, found int32");
    assert_eq!(
        text(op::left_shift(&x, 32, None)),
        "tir.shift_left: expected b to be at least 0 and less than the bits of the type, found 32"
    );
    assert_eq!(text(op::floordiv(1.0, &x, None)), "tir.FloorDiv: expected a to be an integer, found float64");
    assert_eq!(op::make_zero(DataType::HANDLE, None)?.dtype, DataType::HANDLE);
    assert_eq!(op::const_true(4, None)?.dtype, DataType::BOOL.with_lanes(4));
    assert_eq!(op::as_const_int(&op::ceildiv(7, 2, None)?), Some(4));
    assert_eq!(op::as_const_int(&op::ceildiv(-7, 2, None)?), Some(-3));
    assert_eq!(op::as_const_int(&op::ceildiv(i32::MAX, 2, None)?), Some(1_073_741_824));
    assert_eq!(op::as_const_int(&op::ceildiv(i32::MAX, i32::MAX, None)?), Some(1));
    let byte = |number: u8| op::make_const(DataType::uint(8), number, None);
    let quotient = op::ceildiv(byte(255)?, byte(16)?, None)?;
    assert_eq!((op::as_const_int(&quotient), quotient.dtype), (Some(16), DataType::uint(8)));
    assert_eq!(op::ceildiv(&x, 2, None)?.type_key(), "tir.FloorDiv");
    assert!(op::ceildiv(7, 0, None).is_err());
    assert_eq!(op::abs(&x, None)?.type_key(), "tir.Select");
    assert_eq!(text(op::pow(&x, 2, None)), "tir.pow: expected a to be a float, found int32");
    Ok(())
}

#[test]
fn expressions_reject_invalid_operands() -> Result<(), ConstructError> {
    let (x, l, v, b) = (var("int32"), var("int64"), var("int32x4"), var("bool"));
    let mismatch = "tir.Add: expected a and b to have the same data type, found int32 and int64";
    assert_eq!(text(Add::new(&x, &l, None)), mismatch);
    assert_eq!(text(And::new(&b, &x, None)), "tir.And: expected b to be a boolean, found int32");
    assert_eq!(text(Not::new(&x, None)), "tir.Not: expected a to be a boolean, found int32");
    assert!(Cast::new(DataType::int(64), &v, None).is_err());
    assert!(Select::new(&x, &x, &x, None).is_err());
    assert!(Select::new(&b, &x, &l, None).is_err());
    assert!(Select::new(&b, &v, &v, None).is_ok());
    assert!(Let::new(x.clone(), &l, &x, None).is_err());
    assert!(Ramp::new(&v, 1, 4, None).is_err());
    assert!(Ramp::new(&x, &l, 4, None).is_err());
    assert_eq!(text(Ramp::new(&x, 1, 1, None)), "tir.Ramp: expected lanes to be from 2 to 65535, found 1");
    assert_eq!(Ramp::new(&x, 1, 8, None)?.dtype.to_string(), "int32x8");
    assert!(Broadcast::new(&v, 4, None).is_err());
    assert!(Broadcast::new(&x, -4, None).is_err());
    assert_eq!(Shuffle::new([v.clone().into(), (&v).into()], [7.into(), 0.into()], None)?.dtype.lanes, 2);
    assert!(Shuffle::new([], [0.into()], None).is_err());
    assert!(Shuffle::new([v.clone().into(), l.clone().into()], [0.into()], None).is_err());
    assert!(Load::new(DataType::float(32), var("handle"), &v, true, None).is_err());
    let message = "tir.Call: expected op to be an Op or a GlobalVar, found a relay.Tuple";
    assert_eq!(text(Call::new(DataType::BOOL, objet_relay::expr::Tuple::new([], None), [], None)), message);
    assert!(Var::typed("p", PointerType::new(PrimType::new(DataType::int(8)), ""), None)?.dtype.is_handle());
    assert!(Var::typed("v", TupleType::empty(), None)?.dtype.is_void());
    assert!(Var::typed("t", TupleType::new([TupleType::empty().into()], None), None).is_err());
    assert!(IntImm::new(DataType::int(32), 1, None).is_ok());
    Ok(())
}

#[test]
fn reductions_reject_invalid_operands() -> Result<(), ConstructError> {
    let (x, y) = (var("float32"), var("float32"));
    let sum = (&x + &y).expr()?;
    let reducer = CommReducer::new([x.clone()], [y.clone()], [sum.clone()], [0.0_f32.into()], None)?;
    let message = "tir.CommReducer: expected 1 identity elements, found 0";
    assert_eq!(text(CommReducer::new([x.clone()], [y], [sum], [], None)), message);
    let axis = |kind| {
        IterVar::new(
            Some(Range::from_min_extent(0, 8)),
            Var::new("k", DataType::int(32), None),
            kind,
            "",
            None,
        )
    };
    let reduce = |kind, index, init: Vec<PrimExpr>| {
        Reduce::new(
            reducer.clone(),
            [PrimExpr::from(&x)],
            [axis(kind)?],
            Some(true.into()),
            index,
            init,
            None,
        )
    };
    assert_eq!(reduce(IterVarType::CommReduce, 0, vec![])?.dtype, DataType::float(32));
    assert!(reduce(IterVarType::DataPar, 0, vec![]).is_err());
    assert!(reduce(IterVarType::CommReduce, 1, vec![]).is_err());
    assert!(reduce(IterVarType::CommReduce, -1, vec![]).is_err());
    assert!(reduce(IterVarType::CommReduce, 0, vec![1.into(), 2.into()]).is_err());
    assert!(reduce(IterVarType::CommReduce, 0, vec![(&x).into()]).is_err());
    assert!(reduce(IterVarType::CommReduce, 0, vec![1.into()]).is_ok());
    Ok(())
}

#[test]
fn statements_reject_invalid_operands() -> Result<(), ConstructError> {
    let (x, v, b) = (var("int32"), var("int32x4"), var("bool"));
    let body = || Stmt::from(Evaluate::new(0, None));
    assert!(LetStmt::new(x.clone(), 1.0, body(), None).is_err());
    assert!(AssertStmt::new(&b, 1.0, body(), None).is_err());
    assert!(AssertStmt::new(&b, StringImm::new("no", None), body(), None).is_ok());
    assert!(IfThenElse::new(&x, body(), None, None).is_err());
    assert!(For::serial(x.clone(), &v, body()).is_err());
    assert!(For::serial(var("float32"), 4, body()).is_err());
    assert!(While::new(true, body(), None).is_err());
    assert!(Store::new(var("handle"), &v, &x, true, None).is_err());
    let pointer = Var::typed("p", PointerType::new(PrimType::new(DataType::float(32)), ""), None)?;
    let allocate =
        |dtype| Allocate::new(pointer.clone(), dtype, [4.into(), 5.into()], true, body(), Map::new(), None);
    assert_eq!(allocate(DataType::float(32))?.constant_allocation_size(), Some(20));
    assert_eq!(
        text(allocate(DataType::int(8))),
        "tir.Allocate: expected buffer_var to be a pointer to the element type, found a pointer to float32"
    );
    Ok(())
}

#[test]
fn buffers_and_blocks_reject_invalid_operands() -> Result<(), ConstructError> {
    let float = DataType::float(32);
    let a = Buffer::decl([8.into(), 4.into()], float, "A", "", None)?;
    assert_eq!(
        text(BufferLoad::new(a.clone(), [0.into()], None)),
        "tir.BufferLoad: expected 2 indices, found 1"
    );
    for length in [PrimExpr::from(1.5_f32), op::make_const(DataType::int(32).with_lanes(4), 8, None)?] {
        let error = text(Buffer::decl([length.clone()], float, "B", "", None));
        let found = length.dtype;
        assert_eq!(
            error,
            format!("tir.Buffer: expected shape to be an array of integer scalars, found {found}")
        );
    }
    assert!(BufferStore::new(a.clone(), 0.0_f32, [], None).is_err());
    assert!(BufferRegion::new(a.clone(), []).is_err());
    let new = |data: Var| {
        Buffer::new(data, float, [8.into()], [], None, "B", 0, 0, BufferType::AutoBroadcast, None)
    };
    assert_eq!(
        text(new(var("handle"))),
        "tir.Buffer: expected data to be a pointer to the element type, found no annotation"
    );
    let b = new(a.data.clone())?;
    assert_eq!((b.strides.len(), b.data_alignment, b.offset_factor, b.scope()), (1, 128, 1, "global"));
    let row = Buffer::decl([4.into()], float, "row", "", None)?;
    let point = BufferRegion::from_point(a.clone(), [0.into(), 0.into()])?;
    assert!(MatchBufferRegion::new(row.clone(), point).is_err()); // one element is not a row
    // The whole buffer is eight rows.
    assert!(MatchBufferRegion::new(row.clone(), BufferRegion::full(a.clone())?).is_err());
    let ranges = [Range::from_min_extent(3, 1), Range::from_min_extent(0, 4)];
    assert!(MatchBufferRegion::new(row, BufferRegion::new(a.clone(), ranges)?).is_ok());
    let shared = Buffer::decl([8.into(), 4.into()], float, "S", "shared", None)?;
    assert!(MatchBufferRegion::new(shared, BufferRegion::full(a)?).is_err());
    let block = Block::new([], [], [], "b", Evaluate::new(0, None), None, [], [], Map::new(), None);
    assert!(BlockRealize::new([], true, block.clone(), None).is_ok());
    assert!(BlockRealize::new([0.into()], true, block.clone(), None).is_err());
    assert!(BlockRealize::new([], 1, block, None).is_err());
    for wrong in ["nchw", "N4", "NC0c", "NCHW99999999999c", "N-C"] {
        assert!(Layout::new(wrong).is_err(), "{wrong}");
    }
    Ok(())
}

#[test]
fn construct_errors_become_rewrite_errors() {
    let refused: RewriteError = Not::new(1, None).unwrap_err().into();
    assert_eq!(refused.to_string(), "invalid tir.Not node: tir.Not: expected a to be a boolean, found int32");
}
