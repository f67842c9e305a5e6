//! Buffers, and indices into buffers.

use objet::function::ArgValue;
use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::PrimExpr;
use objet_tir::buffer::{Buffer, BufferType};
use objet_tir::expr::{CallNode, LoadNode};
use objet_tir::op::{self, as_const_int};
use objet_tir::stmt::{Stmt, Store, StoreNode};

use super::{Result, call, fails, int, list, make, size, text, var};

/// Creates a buffer like `decl_buffer` of the front end.
fn decl_buffer(
    shape: Array<Option<ObjectRef>>,
    strides: Array<Option<ObjectRef>>,
    elem_offset: ArgValue<'_>,
    buffer_type: &str,
) -> Result<Buffer> {
    let dtype = DataType::float(32);
    let data = Buffer::decl([int(1)], dtype, "A", "shared", None)?.data.clone();
    let args = [
        (&data).into(),
        "float32".into(),
        (&shape).into(),
        (&strides).into(),
        elem_offset,
        "A".into(),
        (-1).into(),
        0.into(),
        buffer_type.into(),
    ];
    make("tir.Buffer", &args)
}

#[test]
fn pointers_to_buffers() -> Result<()> {
    let (m, n) = (size("m"), size("n"));
    let stride = (&n + 1).expr()?;
    let with_strides = decl_buffer(list([&m, &n]), list([&stride, &int(1)]), ArgValue::Null, "")?;
    let without = decl_buffer(list([&m, &n]), list([]), ArgValue::Null, "")?;
    let pointer = |buffer: &Buffer, mask: i32, lanes: i32, offset: ArgValue<'_>| -> Result<Array<PrimExpr>> {
        let args = [buffer.into(), mask.into(), "handle".into(), lanes.into(), offset];
        let pointer = call("tir.BufferAccessPtr", &args)?.get::<PrimExpr>()?;
        Ok(pointer.as_node::<CallNode>().ok_or("no call")?.args.clone())
    };
    let args = pointer(&with_strides, 3, 1, 0.into())?;
    assert!(structural_equal(&args[3], &(&stride * &m).expr()?));
    assert_eq!((args[0].dtype, as_const_int(&args[4])), (with_strides.dtype, Some(3)));
    let args = pointer(&without, 2, 1, 100.into())?;
    assert_eq!((as_const_int(&args[2]), as_const_int(&args[4])), (Some(100), Some(2)));
    assert!(structural_equal(&args[3], &(&m * &n - 100).expr()?));
    let v = var("v");
    let args = pointer(&without, 1, 1, (&op::add(200, &v, None)?).into())?;
    assert!(structural_equal(&args[2], &op::add(200, &v, None)?));
    let args = pointer(&without, 1, 4, 8.into())?;
    assert_eq!((args[0].dtype, as_const_int(&args[2])), (DataType::float(32).with_lanes(4), Some(2)));
    assert!(pointer(&without, 1, 1 << 20, 0.into()).is_err());

    assert_eq!(call("tir.BufferStorageScope", &[(&without).into()])?.get::<&str>()?, "shared");
    let broadcast = decl_buffer(list([&m, &n]), list([]), ArgValue::Null, "auto_broadcast")?;
    assert_eq!((broadcast.buffer_type, broadcast.strides.len()), (BufferType::AutoBroadcast, 2));
    assert!(call("tir.Buffer", &[(&v).into()]).is_err());
    Ok(())
}

#[test]
fn elements_of_buffers() -> Result<()> {
    let (m, n) = (size("m"), size("n"));
    let buffer = decl_buffer(list([&m, &n]), list([]), 100.into(), "")?;
    let begin = list([&int(2), &int(3)]);
    let load = call("tir.BufferVLoad", &[(&buffer).into(), (&begin).into(), "float32".into()])?;
    let load = load.get::<PrimExpr>()?;
    let load = load.as_node::<LoadNode>().ok_or("no load")?;
    let expected = op::add(100, &n * 2 + 3, None)?;
    assert!(structural_equal(&load.index, &expected), "{}", text(&load.index));
    let load = call("tir.BufferVLoad", &[(&buffer).into(), (&begin).into(), "float32x4".into()])?;
    assert_eq!(text(&load.get::<PrimExpr>()?), "A[ramp((100 + (({n|n>=0}*2) + 3)), 1, 4)]");
    let wrong = fails("tir.BufferVLoad", &[(&buffer).into(), (&begin).into(), "int8".into()]).1;
    assert!(wrong.contains("the element type of the buffer"), "{wrong}");
    assert!(call("tir.BufferVLoad", &[(&buffer).into(), (&list([&m])).into(), "float32".into()]).is_err());
    let store = call("tir.BufferVStore", &[(&buffer).into(), (&begin).into(), 1.5.into()])?.get::<Stmt>()?;
    assert!(store.is_instance::<StoreNode>());

    let flags = Buffer::decl([int(8)], DataType::BOOL, "f", "", None)?;
    let load = call("tir.BufferVLoad", &[(&flags).into(), (&list([&int(1)])).into(), "bool".into()])?;
    assert_eq!(text(&load.get::<PrimExpr>()?), "bool(f[1])");
    let yes = op::const_true(1, None)?;
    let store = call("tir.BufferVStore", &[(&flags).into(), (&list([&int(1)])).into(), (&yes).into()])?;
    let store = store.get::<Store>()?;
    assert_eq!((store.value.dtype, as_const_int(&store.value)), (DataType::int(8), Some(1)));

    let scalar = Buffer::decl(Array::new(), DataType::float(32), "s", "", None)?;
    for begin in [list([]), list([&int(0)])] {
        assert!(call("tir.BufferVLoad", &[(&scalar).into(), (&begin).into(), "float32".into()]).is_ok());
    }
    assert!(
        call("tir.BufferVLoad", &[(&scalar).into(), (&list([&int(1)])).into(), "float32".into()]).is_err()
    );
    Ok(())
}

/// A quotient times its divisor plus the remainder is merged, even if other terms are in between.
#[test]
fn split_indices_are_merged() -> Result<()> {
    let [m, n, s] = ["m", "n", "s"].map(size);
    let [k0, k1] = ["k0", "k1"].map(size);
    let div = |a: &PrimExpr, b: &PrimExpr| op::floordiv(a, b, None);
    let modulo = |a: &PrimExpr, b: &PrimExpr| op::floormod(a, b, None);
    let [n_expr, s_expr, k0, k1] = [&n, &s, &k0, &k1].map(PrimExpr::from);
    let plain = decl_buffer(list([&m, &n]), list([]), ArgValue::Null, "")?;
    let with_stride = decl_buffer(list([&m, &n]), list([&s, &int(1)]), ArgValue::Null, "")?;
    let index = |buffer: &Buffer, row: PrimExpr, column: PrimExpr| buffer.offset_of(&[row, column].into());

    let low = modulo(&k0, &k1)?;
    let column = (modulo(&low, &s_expr)? + div(&k0, &k1)? * &k1).expr()?;
    let split = index(&with_stride, div(&low, &s_expr)?, column)?;
    assert!(split.same_as(&k0), "{}", text(&split));

    let part = div(&k1, &s_expr)?;
    let inner = modulo(&k0, &part)?;
    let column = (modulo(&inner, &n_expr)? + &low).expr()?;
    let split = index(&plain, div(&inner, &n_expr)?, column)?;
    assert!(structural_equal(&split, &(&low + &inner).expr()?), "{}", text(&split));

    let outer = (div(&k0, &part)? * &part).expr()?;
    let row = (div(&outer, &n_expr)? + div(&inner, &n_expr)?).expr()?;
    let column = (modulo(&outer, &n_expr)? + modulo(&inner, &n_expr)?).expr()?;
    let split = index(&plain, row, column)?;
    assert!(split.same_as(&k0), "{}", text(&split));

    let column = (modulo(&modulo(&k0, &div(&k1, &n_expr)?)?, &n_expr)? + &low).expr()?;
    let other = index(&plain, div(&inner, &n_expr)?, column.clone())?;
    let expected = index(&plain, int(0), (div(&inner, &n_expr)? * &n_expr + column).expr()?)?;
    assert!(structural_equal(&other, &expected), "{}", text(&other));

    // As in TVM, the double of both is not merged.
    let twice = (div(&k0, &k1)? * &k1 * 2 + modulo(&k0, &k1)? * 2 - 5).expr()?;
    let unmerged = index(&plain, int(0), twice.clone())?;
    assert!(structural_equal(&unmerged, &twice), "{}", text(&unmerged));
    Ok(())
}

#[test]
fn a_long_index_is_computed_quickly() -> Result<()> {
    let a = Buffer::decl([int(1 << 20)], DataType::float(32), "a", "", None)?;
    let mut index = var("i").upcast();
    for _ in 0..100_000 {
        index = op::add(index, var("i"), None)?;
    }
    assert!(a.offset_of(&[index.clone()].into())?.same_as(&index));
    Ok(())
}
