//! Constants of tir fold to the results of Rust's arithmetic, for each type of numbers.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{FloatImmNode, IntImmNode, PrimExpr};
use objet_tir::expr::{CastNode, FloorModNode, ModNode};
use objet_tir::op::{self, Number, make_const};
use proptest::prelude::*;

fn constant(dtype: DataType, number: impl Into<Number>) -> PrimExpr {
    make_const(dtype, number, None).unwrap()
}

/// Returns the value of a folded result of type `dtype`.
fn int(result: Result<PrimExpr, ConstructError>, dtype: DataType) -> i64 {
    let expr = result.unwrap();
    assert_eq!(expr.dtype, dtype);
    expr.as_node::<IntImmNode>().unwrap_or_else(|| panic!("not folded: {expr:?}")).value
}

fn float(result: Result<PrimExpr, ConstructError>, dtype: DataType) -> f64 {
    let expr = result.unwrap();
    assert_eq!(expr.dtype, dtype);
    expr.as_node::<FloatImmNode>().unwrap_or_else(|| panic!("not folded: {expr:?}")).value
}

fn truth(result: Result<PrimExpr, ConstructError>) -> bool {
    int(result, DataType::BOOL) != 0
}

#[test]
fn half_floats_fold_like_other_floats() {
    for dtype in [DataType::float(16), DataType::bfloat16()] {
        let (x, y) = (constant(dtype, 1.5), constant(dtype, 0.25));
        assert_eq!(float(op::add(&x, &y, None), dtype), 1.75);
        assert_eq!(float(op::sub(&x, &y, None), dtype), 1.25);
        assert_eq!(float(op::mul(&x, &y, None), dtype), 0.375);
        assert_eq!(float(op::div(&x, &y, None), dtype), 6.0);
        assert_eq!(float(op::max(&x, &y, None), dtype), 1.5);
        assert_eq!(float(op::neg(&x, None), dtype), -1.5);
    }
}

macro_rules! integers {
    ($($test:ident $number:ident $dtype:expr, $is_index:expr;)*) => {
        proptest! {
            $(
                #[test]
                fn $test(a: $number, b: $number, small in -3..3_i8) {
                    let dtype: DataType = $dtype;
                    // Random numbers are almost never equal, zero or one.
                    for b in [b, a, small as $number] {
                        let (x, y) = (constant(dtype, a), constant(dtype, b));
                        prop_assert_eq!(int(op::add(&x, &y, None), dtype), i64::from(a.wrapping_add(b)));
                        prop_assert_eq!(int(op::sub(&x, &y, None), dtype), i64::from(a.wrapping_sub(b)));
                        prop_assert_eq!(int(op::mul(&x, &y, None), dtype), i64::from(a.wrapping_mul(b)));
                        prop_assert_eq!(int(op::min(&x, &y, None), dtype), i64::from(a.min(b)));
                        prop_assert_eq!(int(op::max(&x, &y, None), dtype), i64::from(a.max(b)));
                        prop_assert_eq!(int(op::neg(&x, None), dtype), i64::from(a.wrapping_neg()));
                        prop_assert_eq!(truth(op::equal(&x, &y, None)), a == b);
                        prop_assert_eq!(truth(op::not_equal(&x, &y, None)), a != b);
                        prop_assert_eq!(truth(op::less(&x, &y, None)), a < b);
                        prop_assert_eq!(truth(op::less_equal(&x, &y, None)), a <= b);
                        prop_assert_eq!(truth(op::greater(&x, &y, None)), a > b);
                        prop_assert_eq!(truth(op::greater_equal(&x, &y, None)), a >= b);
                        let quotients = [
                            op::div(&x, &y, None), op::floordiv(&x, &y, None), op::truncdiv(&x, &y, None),
                        ];
                        if b == 0 {
                            for refused in quotients {
                                let error = refused.unwrap_err().to_string();
                                prop_assert!(error.ends_with("expected b to be nonzero, found 0"), "{error}");
                            }
                            prop_assert_eq!(op::floormod(&x, &y, None).is_err(), $is_index);
                            continue;
                        }
                        let [div, floordiv, truncdiv] = quotients;
                        prop_assert_eq!(int(div, dtype), i64::from(a.wrapping_div(b)));
                        prop_assert_eq!(int(truncdiv, dtype), i64::from(a.wrapping_div(b)));
                        let (truncmod, floormod) = (op::truncmod(&x, &y, None), op::floormod(&x, &y, None));
                        let wide = (i128::from(a), i128::from(b));
                        let floor = wide.0.div_euclid(wide.1) - i128::from(wide.1 < 0 && wide.0.rem_euclid(wide.1) != 0);
                        prop_assert_eq!(int(floordiv, dtype), i64::from(floor as $number));
                        if $is_index {
                            prop_assert_eq!(int(truncmod, dtype), i64::from(a.wrapping_rem(b)));
                            prop_assert_eq!(i128::from(int(floormod, dtype)), wide.0 - floor * wide.1);
                        } else {
                            prop_assert!(truncmod.unwrap().is_instance::<ModNode>());
                            prop_assert!(floormod.unwrap().is_instance::<FloorModNode>());
                        }
                    }
                }
            )*
        }
    };
}

integers! {
    of_i8 i8 DataType::int(8), false;
    of_i16 i16 DataType::int(16), false;
    of_i32 i32 DataType::int(32), true;
    of_i64 i64 DataType::int(64), true;
    of_u8 u8 DataType::uint(8), false;
    of_u16 u16 DataType::uint(16), false;
    of_u32 u32 DataType::uint(32), false;
}

macro_rules! floats {
    ($($test:ident $number:ident $bits:literal;)*) => {
        proptest! {
            $(
                #[test]
                fn $test(a in proptest::num::$number::ANY, b in proptest::num::$number::ANY, small in -2..3_i8) {
                    let dtype = DataType::float($bits);
                    let same = |found: f64, expected: $number| {
                        found.to_bits() == f64::from(expected).to_bits()
                            || found.is_nan() && expected.is_nan()
                            // If an operand is zero or one, the operator is folded without the
                            // other operand.
                            || found == 0.0 && expected == 0.0
                    };
                    for b in [b, a, $number::from(small)] {
                        let (x, y) = (constant(dtype, a), constant(dtype, b));
                        prop_assert!(same(float(op::add(&x, &y, None), dtype), a + b));
                        prop_assert!(same(float(op::sub(&x, &y, None), dtype), a - b));
                        prop_assert!(same(float(op::mul(&x, &y, None), dtype), a * b));
                        prop_assert!(same(float(op::neg(&x, None), dtype), -a));
                        prop_assert!(same(float(op::abs(&x, None), dtype), a.abs()));
                        if !a.is_nan() && !b.is_nan() {
                            prop_assert!(same(float(op::min(&x, &y, None), dtype), a.min(b)));
                            prop_assert!(same(float(op::max(&x, &y, None), dtype), a.max(b)));
                        }
                        prop_assert_eq!(truth(op::equal(&x, &y, None)), a == b);
                        prop_assert_eq!(truth(op::not_equal(&x, &y, None)), a != b);
                        prop_assert_eq!(truth(op::less(&x, &y, None)), a < b);
                        prop_assert_eq!(truth(op::greater_equal(&x, &y, None)), a >= b);
                        match op::div(&x, &y, None) {
                            Err(_) => prop_assert_eq!(b, 0.0),
                            quotient => prop_assert!(same(float(quotient, dtype), a / b)),
                        }
                    }
                }
            )*
        }
    };
}

floats! {
    of_f32 f32 32;
    of_f64 f64 64;
}

proptest! {
    #[test]
    fn shifts_and_bits(a: i32, b: i32, bits in 0..32_i32) {
        let dtype = DataType::int(32);
        let (x, y, n) = (PrimExpr::from(a), PrimExpr::from(b), PrimExpr::from(bits));
        prop_assert_eq!(int(op::left_shift(&x, &n, None), dtype), i64::from(a << bits));
        prop_assert_eq!(int(op::right_shift(&x, &n, None), dtype), i64::from(a >> bits));
        prop_assert_eq!(int(op::bitwise_and(&x, &y, None), dtype), i64::from(a & b));
        prop_assert_eq!(int(op::bitwise_or(&x, &y, None), dtype), i64::from(a | b));
        prop_assert_eq!(int(op::bitwise_xor(&x, &y, None), dtype), i64::from(a ^ b));
    }

    #[test]
    fn casts(a: i64, f: f64, fitting in -1e9..1e9_f64) {
        let x = PrimExpr::from(a);
        prop_assert_eq!(int(op::cast(DataType::int(8), &x, None), DataType::int(8)), i64::from(a as i8));
        prop_assert_eq!(int(op::cast(DataType::int(32), &x, None), DataType::int(32)), i64::from(a as i32));
        prop_assert_eq!(int(op::cast(DataType::uint(16), &x, None), DataType::uint(16)), i64::from(a as u16));
        prop_assert_eq!(truth(op::cast(DataType::BOOL, &x, None)), a != 0);
        prop_assert_eq!(float(op::cast(DataType::float(64), &x, None), DataType::float(64)), a as f64);
        prop_assert_eq!(float(op::cast(DataType::float(32), f, None), DataType::float(32)), f64::from(f as f32));
        prop_assert_eq!(int(op::cast(DataType::int(32), fitting, None), DataType::int(32)), i64::from(fitting as i32));
    }
}

#[test]
fn values_without_a_constant_stay_expressions() -> Result<(), ConstructError> {
    let uint64 = DataType::uint(64);
    assert!(op::cast(uint64, -1, None)?.is_instance::<CastNode>());
    assert!(op::cast(DataType::int(8), 300.0, None)?.is_instance::<CastNode>());
    assert!(op::cast(DataType::int(8), f64::NAN, None)?.is_instance::<CastNode>());
    let largest = constant(uint64, i64::MAX);
    assert_eq!(op::add(&largest, &largest, None)?.type_key(), "tir.Add");
    Ok(())
}
