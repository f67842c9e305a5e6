//! The interpreter evaluates programs without a code generator.

mod errors;
mod globals;
mod limits;
mod operators;
mod programs;

use objet::NDArray;
use objet::prelude::*;
use objet::tensor::Scalar;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_relay::interpreter::{EvaluationError, Interpreter};
use objet_relay::text::{parse_expr, parse_module};

/// Returns a module of functions in relay's text format.
fn module(text: &str) -> IRModule {
    parse_module("test.rly", &format!("#[version = \"0.0.5\"]\n{text}")).unwrap()
}

/// Applies the function `main` of a module to arguments.
fn main_of(text: &str, args: &[ObjectRef]) -> Result<ObjectRef, EvaluationError> {
    let module = module(text);
    let interpreter = Interpreter::new(&module)?;
    interpreter.evaluate(module.get_global_var("main").unwrap(), args)
}

/// Returns the value of an expression in relay's text format.
fn value(text: &str) -> Result<ObjectRef, EvaluationError> {
    Interpreter::new(&IRModule::new())?.value(expr(text))
}

fn expr(text: &str) -> RelayExpr {
    parse_expr("test.rly", &format!("#[version = \"0.0.5\"]\n{text}")).unwrap()
}

fn tensor<T: Scalar>(shape: &[i64], elements: &[T]) -> ObjectRef {
    NDArray::from_slice(shape, elements).unwrap().upcast()
}

fn scalar<T: Scalar>(number: T) -> ObjectRef {
    tensor(&[], &[number])
}

/// Returns the shape and the elements of a tensor.
fn parts<T: Scalar>(value: &ObjectRef) -> (Vec<i64>, Vec<T>) {
    let tensor = value.downcast_ref::<NDArray>().expect("a tensor");
    (tensor.shape().to_vec(), tensor.to_vec::<T>().unwrap())
}

/// Returns the number in a scalar tensor.
fn number<T: Scalar + Copy>(value: &ObjectRef) -> T {
    let (shape, elements) = parts::<T>(value);
    assert!(shape.is_empty(), "a tensor of shape {shape:?}");
    elements[0]
}

fn truth(value: bool) -> ObjectRef {
    NDArray::from_bytes(&[], DataType::BOOL, &[value.into()]).unwrap().upcast()
}

/// Returns the shape and the elements of a tensor of booleans.
fn truths(value: &ObjectRef) -> (Vec<i64>, Vec<bool>) {
    let tensor = value.downcast_ref::<NDArray>().expect("a tensor");
    assert_eq!(tensor.dtype(), DataType::BOOL);
    (tensor.shape().to_vec(), tensor.as_bytes().unwrap().iter().map(|byte| *byte != 0).collect())
}
