//! Prepares a module that was partitioned for external compilers for calibration: a run that
//! records the inputs and outputs of each such function.

use std::collections::HashSet;

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::types::TupleTypeNode;

use crate::expr::{Call, CallNode, Function, Tuple, TupleGetItem, TupleNode};
use crate::functor::post_order;

/// A module that cannot be calibrated.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CalibrationError {
    /// A call names a function that the module does not have.
    #[error("calibration: {0}")]
    Module(#[from] ModuleError),
    /// The function `main` calls a function for an external compiler twice.
    #[error("calibration: @{function} is called more than once")]
    RepeatedCall {
        /// The name of the function.
        function: String,
    },
    /// An input or an output of a function has no inferred type.
    #[error("calibration: an input or output of @{function} has no type: infer types first")]
    Untyped {
        /// The name of the function.
        function: String,
        /// The expression.
        expr: RelayExpr,
    },
    /// An input of a function is a tuple that is not the result of a call.
    #[error("calibration: an input of @{function} is a tuple: pass the fields one by one")]
    TupleInput {
        /// The name of the function.
        function: String,
        /// The input.
        expr: RelayExpr,
    },
}

/// The position of a function's inputs and outputs in the result of the module from
/// [`get_calibrate_module`]. The inputs come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalibrateOutput {
    /// The index of the first input.
    pub offset: usize,
    /// The number of inputs.
    pub inputs: usize,
    /// The number of outputs. More than one if the body of the function is a tuple.
    pub outputs: usize,
}

/// Returns the module whose `main` returns the inputs and outputs of the functions for external
/// compilers (attribute `Compiler`) that `main` calls.
///
/// A result that is a tuple becomes its fields. The functions lose the attribute `Compiler` and get
/// `Inline`, so that another compiler can run them. A module without `main` has no outputs.
///
/// # Errors
/// Fails if a called function is missing, and if an input or output has no inferred type.
#[doc(alias = "GetCalibrateModule")]
pub fn get_calibrate_module(module: &IRModule) -> Result<IRModule, CalibrationError> {
    let mut changed = module.clone();
    if let Some((var, main)) = main_of(module) {
        let mut outputs = Vec::new();
        for (call, function, _) in external_calls(module, &main)? {
            for expr in call.args.iter().chain([call.upcast_ref()]) {
                add_flattened(expr, &function, &mut outputs)?;
            }
        }
        let mut main = main;
        let mut fields = main.make_mut();
        (*fields.body, *fields.ret_type) = (Tuple::new(outputs, None).upcast(), None);
        *fields.checked_type = None;
        changed.add_unchecked(var, main, true)?;
    }
    for (var, function) in module.functions.load().iter() {
        let Some(mut function) = function.clone().downcast::<Function>().ok().filter(is_external) else {
            continue;
        };
        let attrs = function.attrs.clone().unwrap_or_default().with("Inline", Integer::from(1));
        *function.make_mut().attrs = Some(without_compiler(attrs));
        changed.add_unchecked(var.clone(), function, true)?;
    }
    Ok(changed)
}

/// Returns where the module from [`get_calibrate_module`] returns the inputs and outputs of each
/// function, in the order of the calls.
///
/// # Errors
/// Fails if a called function is missing, or if a function for an external compiler is called more
/// than once.
#[doc(alias = "GetCalibrateOutputMap")]
pub fn get_calibrate_output_map(
    module: &IRModule,
) -> Result<Vec<(GlobalVar, CalibrateOutput)>, CalibrationError> {
    let Some((_, main)) = main_of(module) else { return Ok(Vec::new()) };
    let (mut outputs, mut offset) = (Vec::<(GlobalVar, CalibrateOutput)>::new(), 0);
    let mut seen = HashSet::new();
    for (call, var, function) in external_calls(module, &main)? {
        if !seen.insert(var.clone()) {
            return Err(CalibrationError::RepeatedCall { function: var.name_hint.clone() });
        }
        let fields = function.body.as_node::<TupleNode>().map_or(1, |tuple| tuple.fields.len());
        let output = CalibrateOutput { offset, inputs: call.args.len(), outputs: fields };
        offset += output.inputs + output.outputs;
        outputs.push((var, output));
    }
    Ok(outputs)
}

fn main_of(module: &IRModule) -> Option<(GlobalVar, Function)> {
    let var = module.get_global_var("main").ok()?;
    let main = module.lookup(&var).ok()?.downcast::<Function>().ok()?;
    Some((var, main))
}

/// Returns whether the function is for an external compiler.
fn is_external(function: &Function) -> bool {
    function.attrs.as_ref().is_some_and(|attrs| attrs.get::<String>("Compiler").is_some())
}

/// Returns the calls of functions for external compilers, in post-order.
fn external_calls(
    module: &IRModule,
    main: &Function,
) -> Result<Vec<(Call, GlobalVar, Function)>, CalibrationError> {
    let mut calls = Vec::new();
    for call in post_order(&main.body).filter_map(|expr| expr.downcast::<Call>().ok()) {
        let Some(var) = call.op.downcast_ref::<GlobalVar>().cloned() else { continue };
        let function = module.lookup(&var)?.downcast::<Function>().ok();
        if let Some(function) = function.filter(is_external) {
            calls.push((call, var, function));
        }
    }
    Ok(calls)
}

/// Adds an expression, or the fields of a call that returns a tuple.
fn add_flattened(
    expr: &RelayExpr,
    function: &GlobalVar,
    outputs: &mut Vec<RelayExpr>,
) -> Result<(), CalibrationError> {
    let name = || function.name_hint.clone();
    let Some(ty) = &expr.checked_type else {
        return Err(CalibrationError::Untyped { function: name(), expr: expr.clone() });
    };
    match ty.as_node::<TupleTypeNode>() {
        None => outputs.push(expr.clone()),
        Some(_) if !expr.is_instance::<CallNode>() => {
            return Err(CalibrationError::TupleInput { function: name(), expr: expr.clone() });
        }
        Some(tuple) => {
            let fields = (0..tuple.fields.len()).map(|index| index as i32);
            outputs.extend(fields.map(|index| TupleGetItem::new(expr.clone(), index, None).upcast()));
        }
    }
    Ok(())
}

/// Sets the attribute `Compiler` to null, like TVM, which leaves the name in the dictionary.
fn without_compiler(mut attrs: DictAttrs) -> DictAttrs {
    attrs.make_mut().dict.insert("Compiler".into(), None);
    attrs
}
