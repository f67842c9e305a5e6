//! Operators on small tensors, compared with numbers from NumPy.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::module::IRModule;
use objet_relay::expr::{Constant, Tuple};
use objet_relay::interpreter::{EvaluationError, Interpreter};
use objet_relay::op;

use super::{main_of, number, parts, tensor, truths, value};

fn floats(text: &str) -> Vec<f32> {
    parts::<f32>(&value(text).unwrap()).1
}

#[test]
fn scalars() {
    for (text, expected) in [
        ("add(7, 5)", 12),
        ("subtract(7, 5)", 2),
        ("divide(-7, 2)", -3),
        ("floor_divide(-7, 2)", -4),
        ("floor_mod(-7, 2)", 1),
        ("power(3, 4)", 81),
        ("where(less(1, 2), 10, 20)", 10),
        ("where(greater(1, 2), 10, 20)", 20),
        ("cast(2.75f, dtype=\"int32\")", 2),
        ("clip(30, a_min=0f, a_max=6f)", 6),
        ("nn.relu(-3)", 0),
        ("left_shift(3, 4)", 48),
    ] {
        assert_eq!(number::<i32>(&value(text).unwrap()), expected, "{text}");
    }
    for (text, expected) in [
        ("logical_and(less(1, 2), greater_equal(2f, 2f))", true),
        ("logical_or(False, not_equal(1, 1))", false),
        ("logical_not(True)", false),
        ("isnan(divide(0f, 0f))", true),
        ("isfinite(divide(1f, 0f))", false),
        ("isinf(divide(1f, 0f))", true),
    ] {
        assert_eq!(truths(&value(text).unwrap()), (vec![], vec![expected]), "{text}");
    }
    let functions = [
        ("exp(1f)", std::f32::consts::E),
        ("log(10f)", std::f32::consts::LN_10),
        ("tanh(0.5f)", 0.462_117_16),
        ("sigmoid(2f)", 0.880_797_1),
        ("rsqrt(4f)", 0.5),
        ("power(2f, 0.5f)", std::f32::consts::SQRT_2),
        ("round(2.5f)", 3.0),
        ("round(-2.5f)", -3.0),
        ("sin(1f)", 0.841_471),
    ];
    for (text, expected) in functions {
        let found = floats(text)[0];
        assert!((found - expected).abs() <= expected.abs() * 1e-6, "{text}: {found}, not {expected}");
    }
}

fn of_matrix<T: objet::tensor::Scalar>(body: &str) -> (Vec<i64>, Vec<T>) {
    parts(&applied_to_matrix(body))
}

/// Applies a function of one tensor to the numbers 1 to 6 in two rows.
fn applied_to_matrix(body: &str) -> ObjectRef {
    let text = format!("def @main(%x: Tensor[(2, 3), float32]) {{ {body} }}");
    main_of(&text, &[tensor(&[2, 3], &[1_f32, 2.0, 3.0, 4.0, 5.0, 6.0])]).unwrap()
}

#[test]
fn tensors() {
    let floats = |shape: &[i64], elements: &[f32]| (shape.to_vec(), elements.to_vec());
    assert_eq!(of_matrix("transpose(%x, axes=None)"), floats(&[3, 2], &[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]));
    assert_eq!(of_matrix("reshape(%x, newshape=[3, -1])"), floats(&[3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    assert_eq!(of_matrix("sum(%x, axis=[1])"), floats(&[2], &[6.0, 15.0]));
    assert_eq!(of_matrix("sum(%x, axis=[-2], keepdims=True)"), floats(&[1, 3], &[5.0, 7.0, 9.0]));
    assert_eq!(of_matrix("max(%x, axis=[0], exclude=True)"), floats(&[2], &[3.0, 6.0]));
    assert_eq!(of_matrix("mean(%x)"), floats(&[], &[3.5]));
    assert_eq!(of_matrix("min(negative(%x), axis=[0])"), floats(&[3], &[-4.0, -5.0, -6.0]));
    assert_eq!(of_matrix("prod(%x, axis=[1])"), floats(&[2], &[6.0, 120.0]));
    assert_eq!(truths(&applied_to_matrix("any(greater(%x, 5f), axis=[1])")), (vec![2], vec![false, true]));
    assert_eq!(truths(&applied_to_matrix("all(greater(%x, 3f), axis=[1])")), (vec![2], vec![false, true]));
    assert_eq!(of_matrix("shape_of(%x, dtype=\"int64\")"), (vec![2], vec![2_i64, 3]));
    assert_eq!(
        of_matrix("where(greater(%x, 3f), %x, multiply(%x, 10f))"),
        floats(&[2, 3], &[10.0, 20.0, 30.0, 4.0, 5.0, 6.0])
    );
    assert_eq!(
        of_matrix("concatenate((%x, negative(%x)), axis=1)"),
        floats(&[2, 6], &[1.0, 2.0, 3.0, -1.0, -2.0, -3.0, 4.0, 5.0, 6.0, -4.0, -5.0, -6.0])
    );
    assert_eq!(
        of_matrix("let %pair = (%x, negative(%x)); concatenate(%pair)"),
        floats(&[4, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, -1.0, -2.0, -3.0, -4.0, -5.0, -6.0])
    );
    assert_eq!(
        of_matrix("stack((sum(%x, axis=[1]), sum(%x, axis=[1])), axis=-1)"),
        floats(&[2, 2], &[6.0, 6.0, 15.0, 15.0])
    );
    assert_eq!(of_matrix("zeros(shape=[2], dtype=\"float32\")"), floats(&[2], &[0.0, 0.0]));
    assert_eq!(of_matrix("full(1.5f, shape=[2], dtype=\"float32\")"), floats(&[2], &[1.5, 1.5]));
    assert_eq!(of_matrix("full_like(sum(%x, axis=[1]), 2f)"), floats(&[2], &[2.0, 2.0]));
}

#[test]
fn transposition_of_three_axes() {
    let text = "def @main(%x: Tensor[(2, 3, 4), int32]) { transpose(%x, axes=[1, 2, 0]) }";
    let numbers: Vec<i32> = (0..24).collect();
    let (shape, elements) = parts::<i32>(&main_of(text, &[tensor(&[2, 3, 4], &numbers)]).unwrap());
    assert_eq!(shape, [3, 4, 2]);
    let expected: Vec<i32> =
        (0..3).flat_map(|i| (0..4).flat_map(move |j| (0..2).map(move |k| k * 12 + i * 4 + j))).collect();
    assert_eq!(elements, expected);
}

#[test]
fn shapes_may_be_arguments() {
    let text = "
        def @main(%x: Tensor[(?, ?), float32], %shape: Tensor[(2), int64]) -> Tensor[(?, ?), float32] {
          dyn.reshape(%x, %shape, newshape=None)
        }";
    let x = tensor(&[2, 3], &[1_f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let result = main_of(text, &[x, tensor(&[2], &[3_i64, 2])]).unwrap();
    assert_eq!(parts::<f32>(&result), (vec![3, 2], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
}

#[test]
fn tensors_without_elements() {
    let text = "def @main(%x: Tensor[(?), float32]) -> Tensor[(?), float32] { add(%x, 1f) }";
    let empty = tensor::<f32>(&[0], &[]);
    assert_eq!(parts::<f32>(&main_of(text, &[empty]).unwrap()), (vec![0], vec![]));
    let text = "def @main(%x: Tensor[(?), float32]) -> float32 { sum(%x) }";
    assert_eq!(number::<f32>(&main_of(text, &[tensor::<f32>(&[0], &[])]).unwrap()), 0.0);
    let text = "def @main(%x: Tensor[(?), float32]) -> float32 { max(%x) }";
    let error = main_of(text, &[tensor::<f32>(&[0], &[])]).unwrap_err();
    assert!(matches!(error, EvaluationError::NoKernel { .. }), "{error}");
}

#[test]
fn a_copy_of_a_large_tensor() {
    let numbers: Vec<f32> = (0..200_000).map(|number| number as f32).collect();
    let data = objet::NDArray::from_slice(&[200_000], &numbers).unwrap();
    let sum = op::add(Constant::new(data.clone(), None), Constant::new(data, None)).unwrap();
    let result = Interpreter::new(&IRModule::new()).unwrap().value(sum).unwrap();
    assert_eq!(parts::<f32>(&result).1[199_999], 399_998.0);
}

#[test]
fn an_operator_without_a_kernel_is_named() {
    let error = main_of(
        "def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
           nn.conv2d(%x, %w, padding=[0, 0, 0, 0])
         }",
        &[tensor(&[1, 3, 8, 8], &[0_f32; 192]), tensor(&[4, 3, 3, 3], &[0_f32; 108])],
    )
    .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("no kernel of the operator `nn.conv2d`"), "{text}");
    assert!(text.contains("(Tensor[(1, 3, 8, 8), float32], Tensor[(4, 3, 3, 3), float32])"), "{text}");
    assert!(text.contains("at test.rly:3:"), "{text}");
    assert!(text.contains("needs a code generator"), "{text}");
}

#[test]
fn undefined_results_are_errors() {
    for text in ["divide(1, 0)", "floor_mod(1, 0)", "left_shift(1, 40)", "cast(1e20f, dtype=\"int32\")"] {
        let error = value(text).unwrap_err();
        assert!(matches!(error, EvaluationError::Undefined { .. }), "{text}: {error}");
    }
}

#[test]
fn casts_to_bfloat16() {
    let cast = |text: &str| {
        let value: NDArray = value(text).unwrap().downcast().expect("a tensor");
        assert_eq!(value.dtype(), DataType::bfloat16(), "{text}");
        u16::from_ne_bytes(value.as_bytes().unwrap().try_into().unwrap())
    };
    assert_eq!(cast("cast(1.5f, dtype=\"bfloat16\")"), 0x3fc0);
    // 257 is between 256 and 258, and 259 between 258 and 260: ties are rounded to even.
    assert_eq!(cast("cast(257, dtype=\"bfloat16\")"), 0x4380);
    assert_eq!(cast("cast(259f, dtype=\"bfloat16\")"), 0x4382);
    assert_eq!(cast("cast(True, dtype=\"bfloat16\")"), 0x3f80);
    let sum = "add(cast(1f, dtype=\"bfloat16\"), cast(2f, dtype=\"bfloat16\"))";
    assert_eq!(cast(sum), 0x4040);
    assert_eq!(floats(&format!("cast({sum}, dtype=\"float32\")")), [3.0]);
    let error = value("cast(cast(1e20f, dtype=\"bfloat16\"), dtype=\"int32\")").unwrap_err();
    assert!(matches!(error, EvaluationError::Undefined { .. }), "{error}");
}

#[test]
fn casts_to_other_types_name_the_type() {
    for dtype in ["int4", "int1", "float8_e4m3fn", "int32x2"] {
        for number in ["1f", "1"] {
            let error = value(&format!("cast({number}, dtype=\"{dtype}\")")).unwrap_err().to_string();
            let expected = format!("a cast to {dtype} is not implemented in the interpreter");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}

#[test]
fn attributes_and_tuples_of_constants() {
    let row = |numbers: [i32; 2]| {
        Constant::new(objet::NDArray::from_slice(&[1, 2], &numbers).unwrap(), None).upcast()
    };
    let rows = Tuple::new([row([1, 2]), row([3, 4])], None);
    let joined = op::concatenate(rows, attrs! { axis: 0 }).unwrap();
    let result = Interpreter::new(&IRModule::new()).unwrap().value(joined).unwrap();
    assert_eq!(parts::<i32>(&result), (vec![2, 2], vec![1, 2, 3, 4]));
}
