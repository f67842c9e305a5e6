//! Calls: one function, called 1,024 times.

use std::hint::black_box;

use objet::ShapeTuple;
use objet::containers::ShapeTupleNode;
use objet::function::PackedFuncNode;
use objet::prelude::*;

use crate::case::{Case, Contestant, Goal};
use crate::plan::OBJECTS;
use crate::tvm_ffi;

/// A hand-written value type of 16 bytes.
#[derive(Clone, Copy)]
enum Value {
    Null,
    Int(i64),
    Float(f64),
}

type ByValues = Box<dyn Fn(&[Value]) -> Value>;
type ByNumbers = Box<dyn Fn(i64, i64, f64) -> i64>;

#[inline]
pub(crate) fn add(a: i64, b: i64, c: f64) -> i64 {
    a.wrapping_add(b).wrapping_add(c as i64)
}

/// The result of all measured functions, so that they can be compared.
const RESULT: i64 = 5;
const TEXT: &str = "seven";

/// Calls `call` `OBJECTS` times and returns the sum of the results.
#[inline(always)]
pub(crate) fn repeat(call: impl Fn() -> i64) -> u64 {
    (0..OBJECTS).fold(0, |sum, _| sum.wrapping_add(call() as u64))
}

#[cold]
fn failed<T>(error: impl std::fmt::Display) -> T {
    panic!("the call failed: {error}")
}

/// Hides a value from the optimizer.
pub(crate) fn hidden<T>(value: T) -> T {
    black_box(value)
}

pub(crate) fn numbers() -> (i64, i64, f64) {
    black_box((RESULT - 3, 3, 0.5))
}

fn by_values() -> ByValues {
    hidden(Box::new(|values: &[Value]| match *values {
        [Value::Int(a), Value::Int(b), Value::Float(c)] => Value::Int(add(a, b, c)),
        _ => Value::Null,
    }))
}

#[inline(never)]
fn call_by_values(function: &ByValues) -> u64 {
    let (a, b, c) = numbers();
    repeat(|| match function(&[Value::Int(a), Value::Int(b), Value::Float(c)]) {
        Value::Int(sum) => sum,
        Value::Float(_) | Value::Null => 0,
    })
}

#[inline(never)]
fn call_by_numbers(function: &ByNumbers) -> u64 {
    let (a, b, c) = numbers();
    repeat(|| function(a, b, c))
}

#[inline(never)]
pub(crate) fn call_packed(function: &PackedFuncNode) -> u64 {
    let (a, b, c) = numbers();
    repeat(|| function.call_as((a, b, c)).unwrap_or_else(failed))
}

/// Calls like `call_packed`, but converts the result from a value.
#[inline(never)]
pub(crate) fn call_packed_for_value(function: &PackedFuncNode) -> u64 {
    let (a, b, c) = numbers();
    repeat(|| function.call((a, b, c)).unwrap_or_else(failed).get().unwrap_or_else(failed))
}

type TypedNumbers = TypedPackedFunc<fn(i64, i64, f64) -> i64>;

#[inline(never)]
fn call_typed(function: &TypedNumbers) -> u64 {
    let (a, b, c) = numbers();
    repeat(|| function.call(a, b, c).unwrap_or_else(failed))
}

#[inline(never)]
fn call_packed_text(function: &PackedFuncNode) -> u64 {
    let text = black_box(TEXT);
    repeat(|| function.call_as((text,)).unwrap_or_else(failed))
}

#[inline(never)]
fn call_packed_object(function: &PackedFuncNode, object: &ShapeTuple) -> u64 {
    repeat(|| function.call_as((object,)).unwrap_or_else(failed))
}

#[inline(never)]
fn call_typed_text(function: &TypedPackedFunc<fn(&'static str) -> i64>) -> u64 {
    let text = black_box(TEXT);
    repeat(|| function.call(text).unwrap_or_else(failed))
}

#[inline(never)]
fn call_typed_object(
    function: &TypedPackedFunc<fn(&'static ShapeTupleNode) -> i64>,
    object: &ShapeTupleNode,
) -> u64 {
    repeat(|| function.call(object).unwrap_or_else(failed))
}

fn packed_numbers() -> PackedFunc {
    hidden(TypedPackedFunc::new(add).into())
}

fn typed_numbers() -> TypedNumbers {
    hidden(TypedPackedFunc::new(add))
}

fn packed_numbers_contestant(name: &'static str) -> Contestant {
    let function = packed_numbers();
    Contestant::new(name, move || call_packed(&function))
}

fn typed_numbers_contestant(name: &'static str) -> Contestant {
    let function = typed_numbers();
    Contestant::new(name, move || call_typed(&function))
}

/// Returns the peers, and `another` peer if it is installed.
fn with(another: Option<Contestant>, mut peers: Vec<Contestant>) -> Vec<Contestant> {
    peers.extend(another);
    peers
}

/// Returns the cases of packed and typed calls with numbers, with a string and with an object.
pub fn call_cases() -> Vec<Case> {
    const VALUES: &str = "Box<dyn Fn(&[V])>";
    const DIRECT: &str = "Box<dyn Fn>";
    const NUMBERS: &str = "three numbers";
    let by_values = by_values();
    let by_numbers: ByNumbers = hidden(Box::new(add));
    let for_value = packed_numbers();
    let untyped = hidden(PackedFunc::from_fn(|args, result| {
        *result = add(args.get(0)?, args.get(1)?, args.get(2)?).into();
        Ok(())
    }));

    let text = |text: &str| text.len() as i64;
    let (packed_text, typed_text) =
        (hidden(PackedFunc::from(TypedPackedFunc::new(text))), hidden(TypedPackedFunc::new(text)));
    let size = |shape: &ShapeTupleNode| shape.as_slice()[0];
    let (packed_object, typed_object) =
        (hidden(PackedFunc::from(TypedPackedFunc::new(size))), hidden(TypedPackedFunc::new(size)));
    let shape = ShapeTuple::from([RESULT]);
    let node = shape.clone();
    vec![
        Case::new(
            "call, packed, three numbers",
            &[Goal::Times(VALUES, 1.2)],
            packed_numbers_contestant("objet"),
            with(
                tvm_ffi::numbers_contestant(numbers()),
                vec![Contestant::new(VALUES, move || call_by_values(&by_values))],
            ),
        ),
        Case::new(
            "call, packed, three numbers, for a value",
            &[],
            Contestant::new("objet", move || call_packed_for_value(&for_value)),
            vec![packed_numbers_contestant(NUMBERS)],
        ),
        Case::new(
            "call, packed, three numbers, by hand",
            &[],
            Contestant::new("objet", move || call_packed(&untyped)),
            vec![packed_numbers_contestant(NUMBERS)],
        ),
        Case::new(
            "call, packed, text",
            &[Goal::Times(NUMBERS, 1.0)],
            Contestant::new("objet", move || call_packed_text(&packed_text)),
            with(tvm_ffi::text_contestant(c"seven"), vec![packed_numbers_contestant(NUMBERS)]),
        ),
        Case::new(
            "call, packed, object borrowed",
            &[Goal::Times(NUMBERS, 1.0)],
            Contestant::new("objet", move || call_packed_object(&packed_object, &shape)),
            with(tvm_ffi::object_contestant(RESULT), vec![packed_numbers_contestant(NUMBERS)]),
        ),
        Case::new(
            "call, typed, three numbers",
            &[Goal::Times(DIRECT, 1.5)],
            typed_numbers_contestant("objet"),
            vec![Contestant::new(DIRECT, move || call_by_numbers(&by_numbers))],
        ),
        Case::new(
            "call, typed, text",
            &[Goal::Times(NUMBERS, 1.0)],
            Contestant::new("objet", move || call_typed_text(&typed_text)),
            vec![typed_numbers_contestant(NUMBERS)],
        ),
        Case::new(
            "call, typed, object borrowed",
            &[Goal::Times(NUMBERS, 1.0)],
            Contestant::new("objet", move || {
                let node: Option<&ShapeTupleNode> = node.as_node();
                node.map_or(0, |node| call_typed_object(&typed_object, node))
            }),
            vec![typed_numbers_contestant(NUMBERS)],
        ),
    ]
}
