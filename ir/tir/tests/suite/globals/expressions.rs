//! Numbers and reducers.

use objet::function::{ArgValue, BoxError};
use objet::prelude::*;
use objet_ir::expr::{FloatImmNode, PrimExpr};
use objet_tir::expr::Var;

use super::{Result, call, int, list, make, text, var};

#[test]
fn float_functions_and_limits() -> Result<()> {
    let one = |name: &str, value: f64| -> Result<f64> {
        let folded: ObjectRef = make(&format!("tir.{name}"), &[value.into()])?;
        Ok(folded.as_node::<FloatImmNode>().ok_or("not folded")?.value)
    };
    let cases = [
        ("floor", [-2.0, 2.0]),
        ("ceil", [-1.0, 3.0]),
        ("round", [-2.0, 2.0]),
        ("nearbyint", [-2.0, 2.0]),
        ("trunc", [-1.0, 2.0]),
    ];
    for (name, expected) in cases {
        assert_eq!([one(name, -1.5)?, one(name, 2.5)?], expected, "{name}");
        let x = Var::new("x", DataType::float(32), None);
        assert_eq!(
            text(&make::<ObjectRef>(&format!("tir.{name}"), &[(&x).into()])?),
            format!("tir.{name}(x)")
        );
        let i = var("i");
        assert!(make::<ObjectRef>(&format!("tir.{name}"), &[(&i).into()])?.same_as(&i));
        let p = Var::new("p", DataType::HANDLE, None);
        assert!(call(&format!("tir.{name}"), &[(&p).into(), ArgValue::Null]).is_err());
    }
    let of = |name: &str, dtype: &str| -> Result<String> {
        let x = Var::new("x", dtype.parse()?, None);
        Ok(text(&make::<ObjectRef>(&format!("tir.{name}"), &[(&x).into()])?))
    };
    assert_eq!(of("isnan", "float32")?, "tir.isnan(x)");
    assert_eq!(of("isnan", "float16")?, "tir.isnan(float32(x))");
    assert_eq!(of("isnan", "int32")?, "(bool)0");
    assert_eq!(of("isnan", "int8x2")?, "x2((bool)0)");
    assert_eq!(of("isinf", "float32")?, "((tir.fabs(x) == inff) && !tir.isnan(x))");
    assert_eq!(of("isfinite", "int8")?, "(bool)1");
    assert!(of("isfinite", "float32")?.ends_with("&& !tir.isnan(x))"));
    assert!(of("isnan", "handle").is_err() && of("isinf", "float32x2").is_err());
    assert_eq!(text(&make::<ObjectRef>("tir.isinf", &[f64::NEG_INFINITY.into()])?), "(bool)1");
    assert_eq!(text(&make::<ObjectRef>("tir.isnan", &[f64::NAN.into()])?), "(bool)1");

    let limits = |dtype: &str| -> Result<[String; 2]> {
        let limit = |name: &str| Ok::<_, BoxError>(text(&make::<ObjectRef>(name, &[dtype.into()])?));
        Ok([limit("tir.min_value")?, limit("tir.max_value")?])
    };
    assert_eq!(limits("int8")?, ["(int8)-128", "(int8)127"]);
    assert_eq!(limits("int32")?, ["-2147483648", "2147483647"]);
    assert_eq!(limits("int64")?, [format!("(int64){}", i64::MIN), format!("(int64){}", i64::MAX)]);
    assert_eq!(limits("uint8")?, ["(uint8)0", "(uint8)255"]);
    assert_eq!(limits("uint64")?[1], "tir.large_uint_imm((uint32)4294967295, (uint32)4294967295)");
    assert_eq!(limits("float16")?, ["-65504h", "65504h"]);
    assert_eq!(limits("float32")?[1], "3.40282e+38f");
    assert_eq!(limits("float64")?[1], "1.79769e+308");
    for dtype in ["handle", "int32x4", "float8"] {
        assert!(call("tir.max_value", &[dtype.into(), ArgValue::Null]).is_err(), "{dtype}");
    }
    Ok(())
}

#[test]
fn reducers_are_applied() -> Result<()> {
    let [x, y, a] = ["x", "y", "a"].map(var);
    let result = list([&(&x * &y).expr()?]);
    let reducer: ObjectRef = make(
        "tir.CommReducer",
        &[(&list([&x])).into(), (&list([&y])).into(), (&result).into(), (&list([&int(1)])).into()],
    )?;
    let combined = call(
        "tir.CommReducerCombine",
        &[(&reducer).into(), (&list([&a])).into(), (&list([&int(3)])).into()],
    )?;
    assert_eq!(text(&combined.get::<Array<PrimExpr>>()?[0]), "(a*3)");
    let both = list([&a, &a]);
    assert!(call("tir.CommReducerCombine", &[(&reducer).into(), (&both).into(), (&both).into()]).is_err());
    Ok(())
}
