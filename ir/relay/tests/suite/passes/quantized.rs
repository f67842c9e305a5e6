//! Operators on quantized tensors: forms that TVM lacks, errors, and deep programs.

use std::error::Error;

use objet::prelude::*;
use objet::{Registry, get_attr};
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::transform::Pass;
use objet_ir::types::{AffineType, TensorType, Type};
use objet_relay::expr::{Call, CallNode, Constant, Function, Tuple, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::{infer_expr, infer_function};
use objet_relay::op::qnn::FixedPoint;
use objet_relay::op::{add, nn, qnn, tanh};
use objet_relay::text::pretty_print;
use objet_relay::transform::{FakeQuantizationError, fake_quantization_to_integer, legalize};

use super::op;
use crate::deep::on_a_tiny_stack;

const CANONICAL: &str = "FTVMQnnCanonicalize";
const DEPTH: usize = 10_000;

fn typed(name: &str, shape: &[i32], dtype: DataType) -> Var {
    let shape: Vec<_> = shape.iter().map(|extent| (*extent).into()).collect();
    let ty: Type = TensorType::new(shape, dtype).upcast();
    Var::new(name, Some(ty), None)
}

fn int8(name: &str, shape: &[i32]) -> Var {
    typed(name, shape, DataType::int(8))
}

fn scale(value: f32) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None).into()
}

fn zero(value: i32) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None).into()
}

fn real(data: impl Into<RelayExpr>) -> RelayExpr {
    qnn::dequantize(data, scale(0.5), zero(3), attrs! {}).unwrap().into()
}

fn quantized(data: impl Into<RelayExpr>) -> RelayExpr {
    qnn::quantize(data, scale(2.0), zero(1), attrs! { out_dtype: "int8" }).unwrap().into()
}

fn relu(data: RelayExpr) -> RelayExpr {
    nn::relu(data).unwrap().into()
}

/// Returns the typed canonical form of an expression.
fn canonical(expr: impl Into<RelayExpr>) -> Result<RelayExpr, Box<dyn Error + Send + Sync>> {
    let form = legalize(infer_expr(&expr.into(), None)?, CANONICAL)?;
    Ok(infer_expr(&form, None)?)
}

fn integers(expr: impl Into<RelayExpr>) -> Result<RelayExpr, FakeQuantizationError> {
    fake_quantization_to_integer(infer_expr(&expr.into(), None).unwrap())
}

fn text(expr: &RelayExpr) -> String {
    pretty_print(Some(expr.upcast_ref()))
}

/// Returns the messages of an error and of its causes.
fn messages(error: &dyn Error) -> String {
    let (mut all, mut cause) = (error.to_string(), error.source());
    while let Some(error) = cause {
        all = format!("{all}: {error}");
        cause = error.source();
    }
    all
}

#[test]
fn products_of_several_batches_have_a_form() {
    let [x, y] = [int8("x", &[2, 4, 16]), int8("y", &[2, 8, 16])];
    let attrs = attrs! { out_dtype: DataType::int(32), transpose_a: false, transpose_b: true };
    let product = qnn::batch_matmul(x, y, zero(5), zero(7), scale(0.5), scale(0.5), attrs).unwrap();
    let form = text(&canonical(product).unwrap());
    assert!(form.contains("newshape=[2, 1, 8]"), "{form}");
    assert!(form.contains("Tensor[(2, 4, 8), int32]"), "{form}");
}

#[test]
fn scalars_stay_scalars() {
    let [a, b] = [int8("a", &[]), int8("b", &[])];
    let s = || scale(0.5);
    let sum = qnn::add(a, b, s(), zero(1), scale(0.7), zero(2), s(), zero(3)).unwrap();
    let form = canonical(sum).unwrap();
    let expected: Type = TensorType::scalar(DataType::int(8)).upcast();
    assert!(objet::structural_equal(form.checked_type.as_ref().unwrap(), &expected), "{}", text(&form));
}

#[test]
fn results_in_another_layout_have_a_form() {
    let (x, w) = (int8("x", &[1, 4, 9, 9]), int8("w", &[8, 4, 3, 3]));
    let attrs = attrs! {
        channels: 8, kernel_size: [3, 3], out_layout: "NHWC", out_dtype: DataType::int(32),
    };
    let conv = qnn::conv2d(x, w, zero(5), zero(7), scale(0.5), scale(0.5), attrs).unwrap();
    let form = text(&canonical(conv).unwrap());
    assert!(form.contains("int16") && form.contains("Tensor[(1, 7, 7, 8), int32]"), "{form}");
}

#[test]
fn the_pass_lowers_transposed_convolutions_without_a_front_end() {
    let (x, w) = (int8("x", &[1, 4, 9, 9]), int8("w", &[8, 4, 3, 3]));
    let attrs = attrs! { channels: 8, kernel_size: [3, 3], out_dtype: DataType::int(32) };
    let conv = qnn::conv2d_transpose(x.clone(), w.clone(), zero(5), zero(7), scale(0.5), scale(0.5), attrs);
    let module = super::module_of([("main", &[x, w], conv.unwrap().into())]);
    let create = Registry::expect("relay.qnn._transform.Legalize").unwrap();
    let module = create.call_as::<Pass>(()).unwrap().run(module).unwrap();
    let form = pretty_print(Some(module.upcast_ref()));
    assert!(form.contains("nn.conv2d_transpose(") && !form.contains("qnn."), "{form}");
}

#[test]
fn calls_without_a_form_are_errors() {
    let x = int8("x", &[2, 3]);
    let (s, z) = (typed("s", &[], DataType::float(32)), typed("z", &[], DataType::int(32)));
    let requantized = |from: RelayExpr, to: RelayExpr, rounding: &str| -> RelayExpr {
        let attrs = attrs! { out_dtype: "int8", rounding: rounding };
        qnn::requantize(x.clone(), from, zero(0), to, zero(1), attrs).unwrap().into()
    };
    let a = int8("a", &[1, 4, 16]);
    let product = attrs! { out_dtype: DataType::int(32), transpose_a: false, transpose_b: true };
    let product = qnn::batch_matmul(a.clone(), a, z.clone(), zero(0), scale(1.0), scale(1.0), product);
    let pair: Type = objet_ir::types::TupleType::new(
        [s.clone(), s.clone()].map(|s| s.type_annotation.clone().unwrap()),
        None,
    )
    .upcast();
    let points = Tuple::new([zero(1), zero(1)], None);
    let parts = Tuple::new([x.clone(), x.clone()].map(Into::into), None);
    let joined = qnn::concatenate(
        parts,
        Var::new("t", Some(pair), None),
        points,
        scale(1.0),
        zero(0),
        attrs! { axis: 0 },
    );
    for (expr, expected) in [
        (
            requantized(s.clone().into(), scale(1.0), "UPWARD"),
            r#""qnn.requantize" failed: TVMError: the input scale must be a constant of float32, found relay.Var"#,
        ),
        (requantized(scale(1.0), s.into(), "UPWARD"), "the output scale must be a constant"),
        (requantized(scale(1.0), scale(0.0), "UPWARD"), "must be finite and at least 2^-31, found inf"),
        (requantized(scale(1e-20), scale(1.0), "TONEAREST"), "must be finite and at least 2^-31"),
        (requantized(scale(1.0), scale(0.5), "DOWN"), "rounding must be UPWARD or TONEAREST, found DOWN"),
        (product.unwrap().into(), "the zero point of x must be a constant scalar of int32"),
        (joined.unwrap().into(), "the input scales must be a tuple expression, found relay.Var"),
    ] {
        let error = canonical(expr).expect_err(expected);
        let messages = messages(&*error);
        assert!(messages.contains(expected), "{messages}\nexpected: {expected}");
    }
}

#[test]
fn channels_of_a_convolution_are_those_of_its_layout() {
    let (x, w) = (int8("x", &[1, 9, 9, 4]), int8("w", &[3, 3, 4, 8]));
    let layouts = attrs! {
        channels: 8, kernel_size: [3, 3], data_layout: "NHWC", kernel_layout: "HWIO",
    };
    let conv = nn::conv2d(real(x), real(w), layouts).unwrap();
    let new = integers(quantized(conv)).unwrap();
    let call = new.as_node::<CallNode>().unwrap();
    assert_eq!(call.as_op().unwrap().name, "qnn.requantize");
    assert_eq!(get_attr(call.attrs.as_ref().unwrap(), "axis").unwrap().get::<i32>().unwrap(), 3);
}

#[test]
fn padding_has_the_type_of_the_data() {
    let x = typed("x", &[1, 4, 8, 8], DataType::uint(8));
    let widths: Vec<Array<objet_ir::expr::Integer>> =
        [[0, 0], [0, 0], [1, 1], [1, 1]].map(|width| width.map(Into::into).into()).into();
    let padded = nn::pad(real(x), scale(1.0), attrs! { pad_width: widths }).unwrap();
    let new = text(&integers(quantized(padded)).unwrap());
    assert!(new.contains("qnn.quantize(1f") && new.contains(r#"out_dtype="uint8");"#), "{new}");
}

/// Returns a rule as the value of the attribute.
fn rule(function: fn(&Call, &Map<RelayExpr, AffineType>) -> Array<ObjectRef>) -> PackedFunc {
    TypedPackedFunc::new(move |call: Call, types: Map<RelayExpr, AffineType>| function(&call, &types)).into()
}

fn set_rule(name: &str, rule: impl Into<PackedFunc>) {
    Op::get(name).unwrap().set_attr("FTVMFakeQuantizationToInteger", rule.into(), 10).unwrap();
}

#[test]
fn attributes_of_operators_are_rules() {
    set_rule(
        "atanh",
        rule(|call, types| {
            let ty = types.get(&call.args[0]).unwrap();
            assert!(
                types.contains_key(&RelayExpr::from(call.clone())),
                "the call has the type of the result"
            );
            [tanh(call.args[0].clone()).unwrap().upcast(), ty.clone().upcast()].into()
        }),
    );
    let x = int8("x", &[2, 3]);
    let new = integers(quantized(relu(op("atanh", &[relu(real(x))])))).unwrap();
    let text = text(&new);
    assert!(text.contains("tanh(%0)") && !text.contains("dequantize"), "{text}");
}

#[test]
fn wrong_rules_are_errors() {
    set_rule("sigmoid", rule(|call, _| [call.clone().upcast()].into()));
    set_rule("erf", rule(|call, _| [call.clone().upcast(), call.clone().upcast()].into()));
    let failing = TypedPackedFunc::new(|_: Call, _: Map<RelayExpr, AffineType>| {
        Err::<Array<ObjectRef>, _>("no table of sines")
    });
    set_rule("sinh", failing);
    for (name, expected) in [
        ("sigmoid", r#"of "sigmoid" must return an expression and its affine type"#),
        ("erf", r#"of "erf" must return an expression and its affine type"#),
        ("sinh", r#"FTVMFakeQuantizationToInteger of "sinh" failed: TVMError: no table of sines"#),
    ] {
        let error = integers(quantized(op(name, &[real(int8("x", &[2, 3]))]))).unwrap_err();
        let messages = messages(&error);
        assert!(messages.contains(expected), "{messages}");
    }
}

#[test]
fn arguments_that_are_not_quantized_are_errors() {
    let x = || real(int8("x", &[2, 3]));
    let matrix = Constant::new(NDArray::from_slice(&[2, 3], &[0.5_f32; 6]).unwrap(), None);
    let constant = || -> RelayExpr { matrix.clone().into() };
    let pair = Tuple::new([x(), constant()], None);
    let joined = objet_relay::op::concatenate(pair, attrs! { axis: 0 }).unwrap();
    let widths: Vec<Array<objet_ir::expr::Integer>> = vec![[0.into(), 1.into()].into(); 2];
    let dense = nn::dense(x(), constant(), attrs! { units: 2 }).unwrap();
    let value = relu(scale(1.0));
    let padded = nn::pad(x(), value, attrs! { pad_width: widths }).unwrap();
    for (data, expected) in [
        (relu(constant()), r#"argument 0 of "nn.relu" is not quantized"#),
        (joined.into(), "field 1 of a tuple is not quantized"),
        (dense.into(), r#"argument 1 of "nn.dense" is not quantized"#),
        (add(constant(), constant()).unwrap().into(), r#"argument 0 of "add" is not quantized"#),
        (padded.into(), r#"argument 0 of "nn.relu" is not quantized"#),
    ] {
        let error = integers(quantized(data)).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error}\nexpected: {expected}");
    }
}

#[test]
fn overlapping_regions_have_a_limit() {
    let mut data = real(int8("x", &[2, 3]));
    let mut results = Vec::new();
    for _ in 0..700 {
        data = relu(data);
        results.push(quantized(data.clone()));
    }
    let error = integers(Tuple::new(results, None)).unwrap_err();
    assert!(matches!(error, FakeQuantizationError::TooLarge { limit } if limit > 1 << 17), "{error}");
}

#[test]
fn long_regions_are_replaced() {
    on_a_tiny_stack(|| {
        let x = int8("x", &[2, 3]);
        let y = real(int8("y", &[2, 3]));
        let data = (0..DEPTH).fold(real(x), |data, index| match index % 2 {
            0 => relu(data),
            _ => add(data, y.clone()).unwrap().into(),
        });
        let new = integers(quantized(data)).unwrap();
        let count = |name: &str| {
            let calls = post_order(&new).filter_map(|expr| expr.downcast::<Call>().ok());
            calls.filter(|call| call.as_op().is_some_and(|op| op.name == name)).count()
        };
        assert_eq!((count("maximum"), count("qnn.add")), (DEPTH / 2, DEPTH / 2));
        assert_eq!(count("qnn.dequantize") + count("nn.relu"), 0);
        let form = legalize(infer_expr(&new, None).unwrap(), CANONICAL).unwrap();
        assert!(!post_order(&form).any(|expr| {
            expr.as_node::<CallNode>().is_some_and(|call| call.as_op().unwrap().name.starts_with("qnn."))
        }));
    });
}

#[test]
fn many_regions_are_replaced() {
    on_a_tiny_stack(|| {
        let x = int8("x", &[2, 3]);
        let data = (0..DEPTH).fold(x.clone().into(), |data, _| quantized(relu(real(data))));
        let function = Function::new([x], data, None, [], None, None);
        let new = fake_quantization_to_integer(infer_function(function, None).unwrap()).unwrap();
        let calls = post_order(&new).filter(|expr| expr.is_instance::<CallNode>()).count();
        assert_eq!(calls, 2 * DEPTH, "a maximum and a qnn.requantize for each region");
    });
}

#[test]
fn fixed_points_have_31_significant_bits() {
    let of = |number: f64| FixedPoint::nearest(number).map(|by| (by.multiplier, by.shift));
    assert_eq!(of(0.0), Some((0, 0)));
    assert_eq!(of(1.0), Some((1 << 30, 1)));
    assert_eq!(of(0.75), Some((3 << 29, 0)));
    assert_eq!(of(-6.0), Some((-(3 << 29), 3)));
    assert_eq!(of(1.0 - f64::EPSILON), Some((1 << 30, 1)));
    assert_eq!(of(f64::from_bits(1)), Some((1 << 30, -1073)));
    assert_eq!(of(f64::MIN_POSITIVE), Some((1 << 30, -1021)));
    assert_eq!(of(f64::MAX), Some((1 << 30, 1025)));
    assert_eq!((of(f64::NAN), of(f64::INFINITY)), (None, None));
    for number in [0.1, -3.7, 1e-310, 5e300, 1.0 / 3.0] {
        let (multiplier, shift) = of(number).unwrap();
        // Two factors, because the power alone may overflow.
        let half = (shift - 31) / 2;
        let value = f64::from(multiplier) * 2_f64.powi(half) * 2_f64.powi(shift - 31 - half);
        assert!(((value - number) / number).abs() <= 2_f64.powi(-31), "{number}: {value}");
    }
}
