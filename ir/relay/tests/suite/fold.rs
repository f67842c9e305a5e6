//! Constant folding for every data type, and for undefined results.

use objet::prelude::*;
use objet::tensor::Scalar;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::types::TensorType;
use objet_relay::analysis::alpha_equal;
use objet_relay::expr::{Call, Constant, ConstantNode, If, Let, RefRead, RefWrite, Tuple, TupleGetItem, Var};
use objet_relay::op::{add, broadcast_to, cast, divide, expand_dims, ones_like, reshape, sqrt, zeros_like};
use objet_relay::transform::fold_constant;
use proptest::prelude::*;

fn constant<T: Scalar>(number: T) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[number]).unwrap(), None).into()
}

fn truth(value: bool) -> RelayExpr {
    Constant::new(NDArray::from_bytes(&[], DataType::BOOL, &[u8::from(value)]).unwrap(), None).into()
}

fn half(bits: u16, dtype: DataType) -> RelayExpr {
    Constant::new(NDArray::from_bytes(&[], dtype, &bits.to_ne_bytes()).unwrap(), None).into()
}

fn call(op: &str, args: &[RelayExpr]) -> RelayExpr {
    Call::new(Op::get(op).unwrap(), args, None, [], None).into()
}

/// Returns the constant that the expression is folded to, if any.
fn folded(expr: RelayExpr) -> Option<NDArray> {
    fold_constant(expr).unwrap().as_node::<ConstantNode>().map(|constant| constant.data.clone())
}

fn number<T: Scalar>(op: &str, args: &[RelayExpr]) -> Option<T> {
    folded(call(op, args)).map(|data| data.as_slice::<T>().unwrap()[0])
}

fn bool_of(op: &str, args: &[RelayExpr]) -> Option<bool> {
    let data = folded(call(op, args))?;
    assert_eq!(data.dtype(), DataType::BOOL);
    Some(data.as_bytes().unwrap()[0] != 0)
}

/// Compares folding with Rust's arithmetic for each integer type.
macro_rules! integers {
    ($($test:ident: $int:ty;)*) => {
        proptest! {
            $(
                #[test]
                fn $test(a: $int, b: $int, small in -3_i8..4) {
                    for b in [b, small as $int] {
                        let args = [constant(a), constant(b)];
                        prop_assert_eq!(number("add", &args), Some(a.wrapping_add(b)));
                        prop_assert_eq!(number("subtract", &args), Some(a.wrapping_sub(b)));
                        prop_assert_eq!(number("multiply", &args), Some(a.wrapping_mul(b)));
                        prop_assert_eq!(number("divide", &args), a.checked_div(b));
                        prop_assert_eq!(number("mod", &args), a.checked_rem(b));
                        prop_assert_eq!(number("maximum", &args), Some(a.max(b)));
                        prop_assert_eq!(number("minimum", &args), Some(a.min(b)));
                        prop_assert_eq!(number("bitwise_xor", &args), Some(a ^ b));
                        let shift = u32::try_from(b).ok();
                        prop_assert_eq!(number("left_shift", &args), shift.and_then(|by| a.checked_shl(by)));
                        prop_assert_eq!(number("right_shift", &args), shift.and_then(|by| a.checked_shr(by)));
                        prop_assert_eq!(number("negative", &args[..1]), Some(a.wrapping_neg()));
                        prop_assert_eq!(number("bitwise_not", &args[..1]), Some(!a));
                        prop_assert_eq!(bool_of("less", &args), Some(a < b));
                        prop_assert_eq!(bool_of("equal", &args), Some(a == b));
                        if let (Some(quotient), Some(rest)) = (number::<$int>("floor_divide", &args), number::<$int>("floor_mod", &args)) {
                            prop_assert_eq!(quotient.wrapping_mul(b).wrapping_add(rest), a);
                            #[allow(unused_comparisons, reason = "unsigned types share this code")]
                            let of_sign = rest == 0 || (rest < 0) == (b < 0);
                            prop_assert!(of_sign, "the signs of {} and {} differ", rest, b);
                        } else {
                            prop_assert_eq!(a.checked_div(b), None);
                        }
                    }
                }
            )*
        }
    };
}

integers! {
    int8_is_folded: i8;
    int16_is_folded: i16;
    int32_is_folded: i32;
    int64_is_folded: i64;
    uint8_is_folded: u8;
    uint16_is_folded: u16;
    uint32_is_folded: u32;
    uint64_is_folded: u64;
}

/// Compares folding bit for bit with Rust's arithmetic, except that any NaN equals any other.
macro_rules! floats {
    ($($test:ident: $float:ty;)*) => {
        proptest! {
            $(
                #[test]
                fn $test(a: $float, b: $float) {
                    let args = [constant(a), constant(b)];
                    let expected = [
                        ("add", a + b), ("subtract", a - b), ("multiply", a * b), ("divide", a / b), ("mod", a % b),
                        ("floor_divide", (a / b).floor()),
                        ("floor_mod", a - (a / b).floor() * b),
                        ("maximum", if a > b { a } else { b }),
                    ];
                    for (op, expected) in expected {
                        let found: $float = number(op, &args).unwrap();
                        let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                        prop_assert!(same, "{} {:e} {:e}: {:e} for {:e}", op, a, b, found, expected);
                    }
                    prop_assert_eq!(number::<$float>("sqrt", &[constant(a.abs())]), Some(a.abs().sqrt()));
                    prop_assert_eq!(bool_of("greater_equal", &args), Some(a >= b));
                }
            )*
        }
    };
}

floats! {
    float32_is_folded: f32;
    float64_is_folded: f64;
}

#[test]
fn floats_of_16_bits_are_rounded_to_their_type() {
    let float16 = DataType::float(16);
    let third = folded(call("divide", &[half(0x3c00, float16), half(0x4200, float16)])).unwrap();
    assert_eq!((third.dtype(), third.as_bytes().unwrap()), (float16, &0x3555_u16.to_ne_bytes()[..]));
    let bfloat16 = DataType::bfloat16();
    let sum = folded(call("add", &[half(0x3f80, bfloat16), half(0x3b80, bfloat16)])).unwrap();
    // 1 + 2^-8 is halfway between 1 and the next float, which is odd.
    assert_eq!((sum.dtype(), sum.as_bytes().unwrap()), (bfloat16, &0x3f80_u16.to_ne_bytes()[..]));
}

#[test]
fn booleans_are_folded() {
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        let args = [truth(a), truth(b)];
        assert_eq!(bool_of("logical_and", &args), Some(a && b));
        assert_eq!(bool_of("logical_or", &args), Some(a || b));
        assert_eq!(bool_of("logical_xor", &args), Some(a != b));
        assert_eq!(bool_of("logical_not", &args[..1]), Some(!a));
        assert_eq!(bool_of("not_equal", &args), Some(a != b));
        assert_eq!(bool_of("add", &args), None);
    }
}

#[test]
fn defined_casts_are_folded() {
    let cast = |from, dtype: &str| {
        folded(cast(from, attrs! { dtype: dtype.parse::<DataType>().unwrap() }).unwrap().into())
    };
    assert_eq!(cast(constant(300_i32), "uint8").unwrap().as_slice::<u8>().unwrap(), [44]);
    assert_eq!(cast(constant(-1_i8), "uint64").unwrap().as_slice::<u64>().unwrap(), [u64::MAX]);
    assert_eq!(cast(constant(-2.75_f32), "int16").unwrap().as_slice::<i16>().unwrap(), [-2]);
    let near_the_middle = (1_i64 << 60) + (1 << 36) + 1;
    assert_eq!(
        cast(constant(near_the_middle), "float32").unwrap().as_slice::<f32>().unwrap(),
        [near_the_middle as f32]
    );
    assert_eq!(cast(constant(0.5_f64), "bool").unwrap().as_bytes().unwrap(), [1]);
    assert!(cast(constant(300.0_f32), "int8").is_none());
    assert!(cast(constant(f64::NAN), "int32").is_none());
}

#[test]
fn undefined_results_are_not_folded() {
    let stays = |expr: RelayExpr| assert!(fold_constant(expr.clone()).unwrap().same_as(&expr), "{expr:?}");
    stays(call("divide", &[constant(1_i32), constant(0_i32)]));
    stays(call("divide", &[constant(i64::MIN), constant(-1_i64)]));
    stays(call("left_shift", &[constant(1_i32), constant(32_i32)]));
    stays(call("add", &[constant(1_i32), constant(1_i64)]));
    stays(call("add", &[constant(1_i32), Var::new("x", None, None).into()]));
}

#[test]
fn projections_keep_the_effects_of_other_fields() {
    let cell = Var::new("cell", None, None);
    let write: RelayExpr = RefWrite::new(cell.clone(), constant(2_i32), None).into();
    let read: RelayExpr = RefRead::new(cell, None).into();
    let project = |fields: [&RelayExpr; 2], index| {
        RelayExpr::from(TupleGetItem::new(Tuple::new(fields.map(Clone::clone), None), index, None))
    };
    let three = constant(3_i32);
    for kept in [project([&write, &three], 1), project([&write, &read], 1), project([&write, &write], 0)] {
        assert!(fold_constant(kept.clone()).unwrap().same_as(&kept), "{kept:?}");
    }
    assert!(fold_constant(project([&three, &read], 1)).unwrap().same_as(&read));
    assert!(fold_constant(project([&write, &read], 0)).unwrap().same_as(&write));
}

#[test]
fn folded_constants_keep_the_type_of_the_call() {
    let mut sum: Call = call("add", &[constant(1_i32), constant(2_i32)]).downcast().unwrap();
    let ty = TensorType::scalar(DataType::int(32));
    *sum.make_mut().checked_type = Some(ty.clone().upcast());
    let folded = fold_constant(RelayExpr::from(sum)).unwrap();
    assert!(folded.checked_type.as_ref().unwrap().same_as(&ty));
}

#[test]
fn constants_propagate_through_lets_and_branches() {
    let [a, b, x] = ["a", "b", "x"].map(|name| Var::new(name, None, None));
    // let a = 1 + 2; let b = a; if (b < 4) { (b, x) } else { x }
    let less = call("less", &[b.clone().into(), constant(4_i32)]);
    let chosen: RelayExpr = Tuple::new([b.clone().into(), x.clone().into()], None).into();
    let body = Let::new(b, a.clone(), If::new(less, chosen, x.clone(), None), None);
    let program = Let::new(a, call("add", &[constant(1_i32), constant(2_i32)]), body, None);
    let expected = Tuple::new([constant(3_i32), x.into()], None);
    assert!(alpha_equal(&fold_constant(RelayExpr::from(program)).unwrap(), &expected, false));
}

fn tensor<T: Scalar>(shape: &[i64], elements: &[T]) -> RelayExpr {
    Constant::new(NDArray::from_slice(shape, elements).unwrap(), None).into()
}

#[test]
fn tensors_are_folded_with_broadcasting() {
    let matrix = || tensor(&[2, 3], &[1.0_f32, 4.0, 9.0, 16.0, 25.0, 36.0]);
    let data = |expr: RelayExpr| fold_constant(expr).unwrap().downcast::<Constant>().unwrap().data.clone();
    let sum = data(add(sqrt(matrix()).unwrap(), tensor(&[3], &[10.0_f32, 20.0, 30.0])).unwrap().into());
    assert_eq!(
        (sum.shape(), sum.as_slice::<f32>().unwrap()),
        (&[2, 3][..], &[11.0, 22.0, 33.0, 14.0, 25.0, 36.0][..])
    );
    let outer = data(add(tensor(&[2, 1], &[1_i32, 2]), tensor(&[1, 2], &[10_i32, 20])).unwrap().into());
    assert_eq!((outer.shape(), outer.as_slice::<i32>().unwrap()), (&[2, 2][..], &[11, 21, 12, 22][..]));
    let wide =
        data(cast(tensor(&[2], &[1.9_f64, -1.9]), attrs! { dtype: DataType::int(32) }).unwrap().into());
    assert_eq!(wide.as_slice::<i32>().unwrap(), [1, -1]);
    let long = data(reshape(matrix(), attrs! { newshape: [3, -1] }).unwrap().into());
    assert_eq!((long.shape(), long.as_slice::<f32>().unwrap()[3]), (&[3, 2][..], 16.0));
    let deep = data(expand_dims(tensor(&[], &[1_i8]), attrs! { axis: 0, num_newaxis: 2 }).unwrap().into());
    assert_eq!(deep.shape(), [1, 1]);
    let zeros =
        data(cast(zeros_like(matrix()).unwrap(), attrs! { dtype: DataType::int(32) }).unwrap().into());
    assert_eq!((zeros.shape(), zeros.as_slice::<i32>().unwrap()), (&[2, 3][..], &[0; 6][..]));
    let ones = data(ones_like(tensor(&[2], &[7_u8, 8])).unwrap().into());
    assert_eq!(ones.as_slice::<u8>().unwrap(), [1, 1]);
    let to = |shape: &[i32]| attrs! { shape: shape.to_vec(), dtype: DataType::VOID };
    let rows = data(broadcast_to(tensor(&[2, 1], &[5_i64, 6]), to(&[2, 2, 3])).unwrap().into());
    assert_eq!(
        (rows.shape(), rows.as_slice::<i64>().unwrap()),
        (&[2, 2, 3][..], &[5, 5, 5, 6, 6, 6, 5, 5, 5, 6, 6, 6][..])
    );
}

#[test]
fn tensors_without_a_defined_result_are_kept() {
    let keeps = |expr: RelayExpr| assert!(fold_constant(expr.clone()).unwrap().same_as(&expr), "{expr:?}");
    keeps(divide(tensor(&[2], &[1_i32, 2]), tensor(&[2], &[1_i32, 0])).unwrap().into());
    keeps(add(tensor(&[2], &[1_i32, 2]), tensor(&[3], &[1_i32, 2, 3])).unwrap().into());
    keeps(reshape(tensor(&[2], &[1_i32, 2]), attrs! { newshape: [3] }).unwrap().into());
    keeps(add(tensor(&[2], &[1_i32, 2]), tensor(&[2], &[1_i64, 2])).unwrap().into());
    let to = attrs! { shape: [2, 3], dtype: DataType::VOID };
    keeps(broadcast_to(tensor(&[2], &[1_i32, 2]), to).unwrap().into());
    // The result has more than 65,536 elements.
    let (column, row) = (vec![1_i32; 300], vec![1_i32; 300]);
    keeps(add(tensor(&[300, 1], &column), tensor(&[1, 300], &row)).unwrap().into());
}
