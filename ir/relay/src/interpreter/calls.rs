//! The evaluation of calls.

use objet::containers::ADT;
use objet::prelude::*;
use objet::progress::Steps;
use objet_ir::adt::Constructor;
use objet_ir::op::Op;
use objet_ir::span::Span;
use objet_ir::types::type_text;

use super::EvaluationError;
use super::evaluator::{Activation, Evaluator, Result, Step, expect};
use super::values::{ConstructorValue, InterpreterClosure, RecClosure};
use crate::expr::Call;
use crate::infer::ndarray_type;
use crate::kernels::{self, KernelCall};

/// The maximum number of elements of a result.
const MAX_ELEMENTS: usize = 1 << 30;

impl Evaluator<'_> {
    pub(super) fn call(&mut self, call: &Call) -> Result<Step> {
        let args = self.atoms(&call.args)?;
        if let Some(op) = call.op.downcast_ref::<Op>() {
            return operator(op, call, args, &mut self.steps);
        }
        let callee = self.atom(&call.op)?;
        match callee.downcast::<Constructor>() {
            Ok(constructor) => {
                let (expected, found) = (constructor.inputs.len(), args.len());
                if expected != found {
                    let at = call.span.as_ref().into();
                    return Err(EvaluationError::Arguments { expected, found, at });
                }
                let tag = constructor.tag.load();
                Ok(Step::Value(ConstructorValue::new(tag, args, Some(constructor)).upcast()))
            }
            Err(error) => self.enter(&error.into_object(), args, call.span.as_ref()),
        }
    }

    /// Starts to evaluate the body of a closure.
    pub(super) fn enter(
        &mut self,
        callee: &ObjectRef,
        args: Vec<ObjectRef>,
        span: Option<&Span>,
    ) -> Result<Step> {
        let mut activation = Activation::default();
        let closure: InterpreterClosure = match callee.downcast_ref::<RecClosure>() {
            Some(recursive) => {
                activation.insert(recursive.bind.vid.clone(), callee.clone());
                recursive.clos.clone()
            }
            None => expect(callee.clone(), "a function", span)?,
        };
        let function = &closure.func;
        let (expected, found) = (function.params.len(), args.len());
        if expected != found {
            let at = span.or(function.span.as_ref()).into();
            return Err(EvaluationError::Arguments { expected, found, at });
        }
        activation.extend(closure.env.iter().map(|(var, value)| (var.vid.clone(), value.clone())));
        activation.extend(function.params.iter().map(|param| param.vid.clone()).zip(args));
        self.switch_to(activation);
        Ok(Step::Evaluate(self.body(function)))
    }
}

/// Evaluates an operator. Each element of a tensor is a step.
fn operator(op: &Op, call: &Call, mut args: Vec<ObjectRef>, steps: &mut Steps) -> Result<Step> {
    // An annotation that a value of any kind passes through.
    if matches!(op.name.as_str(), "on_device" | "annotation.with_funcid") && args.len() == 1 {
        args.truncate(1);
        return Ok(Step::Value(args.remove(0)));
    }
    let at = call.span.as_ref();
    let mut tensors: Vec<NDArray> = Vec::with_capacity(args.len());
    // The fields of tuples follow each other.
    let mut waiting: Vec<ObjectRef> = args.into_iter().rev().collect();
    while let Some(arg) = waiting.pop() {
        match arg.downcast_ref::<ADT>() {
            Some(tuple) => waiting.extend(tuple.iter().rev().flatten().cloned()),
            None => tensors.push(expect(arg, "a tensor or a tuple of tensors", at)?),
        }
    }
    steps.advance(tensors.iter().map(element_count).sum());
    let kernel = KernelCall { op, attrs: call.attrs.as_ref(), args: &tensors, max_elements: MAX_ELEMENTS };
    match kernel.evaluate() {
        Some(result) => {
            steps.advance(element_count(&result));
            Ok(Step::Value(result.upcast()))
        }
        None if kernel.is_partial() => {
            Err(EvaluationError::Undefined { op: op.name.to_string(), at: at.into() })
        }
        None => {
            if let Some(dtype) = kernel.unknown_target() {
                return Err(EvaluationError::Cast { dtype, at: at.into() });
            }
            let types: Vec<String> = tensors.iter().map(|tensor| type_text(&ndarray_type(tensor))).collect();
            let (op, types) = (op.name.to_string(), types.join(", "));
            Err(EvaluationError::NoKernel { op, types, at: at.into() })
        }
    }
}

fn element_count(tensor: &NDArray) -> usize {
    kernels::element_count(tensor.shape()).unwrap_or(0)
}
