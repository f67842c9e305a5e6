//! Layouts.

use std::time::{Duration, Instant};

use objet::function::ArgValue;
use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::PrimExpr;
use objet_tir::data_layout::{BijectiveLayout, Layout};
use objet_tir::expr::{Any, Var};
use objet_tir::op;

use super::{Result, call, int, list, numbers, size, text};

#[test]
fn layouts_are_parsed() -> Result<()> {
    let layout = call("tir.Layout", &["NCHW16c".into()])?.get::<Layout>()?;
    let number =
        |name: &str, axis: &str| -> Result<i64> { Ok(call(name, &[(&layout).into(), axis.into()])?.get()?) };
    assert_eq!(
        ["N", "C", "H", "W", "c", "O"].map(|axis| number("tir.LayoutIndexOf", axis).unwrap()),
        [0, 1, 2, 3, 4, -1]
    );
    assert_eq!(
        ["N", "C", "c", "O"].map(|axis| number("tir.LayoutFactorOf", axis).unwrap()),
        [-1, 16, 16, -1]
    );
    assert!(number("tir.LayoutIndexOf", "16c").is_err());
    assert_eq!(call("tir.LayoutNdim", &[(&layout).into()])?.get::<i64>()?, 5);
    assert!(call("tir.LayoutNdim", &[ArgValue::Null]).is_err());
    let item = |index: i64| call("tir.LayoutGetItem", &[(&layout).into(), index.into()]);
    assert_eq!((item(0)?.get::<&str>()?, item(4)?.get::<&str>()?, item(-2)?.get::<&str>()?), ("N", "c", "W"));
    assert!(item(5).is_err() && item(-6).is_err() && item(i64::MIN).is_err());
    for name in ["", "__undef__"] {
        assert_eq!(call("tir.Layout", &[name.into()])?.type_code(), objet::function::TypeCode::NULLPTR);
    }
    for name in ["16NCHW", "NCHWc", "NHW4c", "N-C", "NCHW16"] {
        assert!(call("tir.Layout", &[name.into()]).is_err(), "{name}");
    }
    Ok(())
}

/// Time and memory are linear in the length of the layout.
#[test]
fn layouts_may_be_long() -> Result<()> {
    let begin = Instant::now();
    let long = Layout::new(format!("NC{}", "1n".repeat(4000)))?;
    let same = BijectiveLayout::new(long.clone(), long)?;
    assert_eq!(same.forward_rule.len(), 4002);
    assert!(structural_equal(&same.backward_rule[1], &same.dst_layout.axes[1].var));

    let blocks = |letter| format!("1{letter}").repeat(100_000);
    let (first, last) = (format!("BA{}", blocks("a")), format!("A{}B{}", blocks("a"), blocks("b")));
    assert!(Layout::new(first)?.has_axes_of(&Layout::new(last)?));
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    Ok(())
}

#[test]
fn layouts_are_converted() -> Result<()> {
    let between = |src: &str, dst: &str| -> Result<Option<BijectiveLayout>> {
        let [src, dst] = [src, dst].map(|name| call("tir.Layout", &[name.into()]));
        Ok(call("tir.BijectiveLayout", &[src?.as_arg(), dst?.as_arg()])?.get()?)
    };
    let undefined = [
        ("NCHW", "ABCD"),
        ("__undef__", "NCHW"),
        ("NCHW", "__undef__"),
        ("", "NCHW"),
        ("NCHW", ""),
        ("", ""),
    ];
    for (src, dst) in undefined {
        assert!(between(src, dst)?.is_none(), "{src} {dst}");
    }
    assert!(between("NCHW", "NCH").is_err(), "there is no way back");

    let blocked = between("NCHW", "NCHW16c")?.ok_or("no layout")?;
    let converted =
        |name: &str, layout: &BijectiveLayout, from: Array<Option<ObjectRef>>| -> Result<Array<PrimExpr>> {
            Ok(call(&format!("tir.BijectiveLayout{name}"), &[layout.into(), (&from).into()])?.get()?)
        };
    let ints = |numbers: &[i32]| numbers.iter().map(|number| Some(int(*number).into())).collect::<Array<_>>();
    let cases: [(_, &[i32], &[i64]); 4] = [
        ("ForwardShape", &[1, 32, 7, 7], &[1, 2, 7, 7, 16]),
        ("BackwardShape", &[1, 2, 7, 7, 16], &[1, 32, 7, 7]),
        ("ForwardIndex", &[0, 18, 6, 6], &[0, 1, 6, 6, 2]),
        ("BackwardIndex", &[0, 1, 6, 6, 2], &[0, 18, 6, 6]),
    ];
    for (name, from, to) in cases {
        assert_eq!(numbers(&converted(name, &blocked, ints(from))?), to, "{name}");
        assert!(converted(name, &blocked, ints(&from[1..])).is_err());
    }
    assert!(converted("BackwardShape", &blocked, ints(&[1, 2, 7, 7, 8])).is_err(), "blocks of 16");
    let c = size("c");
    let shape = converted("ForwardShape", &blocked, list([&int(1), &c, &int(7), &int(7)]))?;
    assert!(structural_equal(&shape[1], &op::floordiv(&c, 16, None)?));
    let wide = Var::new("w", DataType::int(64), None);
    let index = converted("ForwardIndex", &blocked, list([&int(0), &wide, &int(6), &int(6)]))?;
    assert!(structural_equal(&index[4], &op::floormod(&wide, 16, None)?));
    let any = Any::new(None);
    let permuted = between("NCHW", "NHWC")?.ok_or("no layout")?;
    let shape = converted("ForwardShape", &permuted, list([&int(1), &any, &int(7), &int(8)]))?;
    assert_eq!(text(&shape), "[1, 7, 8, ?]");

    let twice = between("OIHW", "OIHW16i4o2i")?.ok_or("no layout")?;
    assert_eq!(numbers(&converted("ForwardShape", &twice, ints(&[8, 64, 3, 3]))?), [2, 2, 3, 3, 16, 4, 2]);
    for i in [0, 1, 31, 32, 63] {
        let there = converted("ForwardIndex", &twice, ints(&[5, i, 1, 2]))?;
        let there: Array<Option<ObjectRef>> = there.iter().map(|index| Some(index.clone().into())).collect();
        assert_eq!(numbers(&converted("BackwardIndex", &twice, there)?), [5, i.into(), 1, 2]);
    }
    Ok(())
}
