//! The passes of quantization.

use objet::Registry;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{Pass, PassInfo};

use super::forward::forward_rewrite;
use super::{QAnnotateExpr, QAnnotateKind, QuantizeError};
use crate::analysis::free_vars;
use crate::expr::{Function, TempExprNode};
use crate::transform::FunctionPass;

fn as_function(expr: RelayExpr) -> Result<Function, QuantizeError> {
    expr.downcast().map_err(|_| QuantizeError::Expr)
}

/// Marks the parts of a function that are quantized, by the attribute `FQPartitionRewrite` of its
/// operators. The parts end in `annotation.cast_hint` and `annotation.stop_fusion`.
///
/// # Errors
/// Fails if the function of an operator fails.
#[doc(alias = "QuantizePartition")]
pub fn quantize_partition(function: &Function) -> Result<Function, QuantizeError> {
    as_function(forward_rewrite(function, "FQPartitionRewrite", None)?)
}

/// Adds simulated quantization to a function, by the attribute `FQAnnotateRewrite` of its
/// operators. Quantized values with several uses are quantized as inputs, by the global function
/// `relay.quantize.attach_simulated_quantize`. The parameters of the simulation become parameters
/// of the function.
///
/// # Errors
/// Fails if the function of an operator fails, or the global one.
#[doc(alias = "QuantizeAnnotate")]
pub fn quantize_annotate(function: &Function) -> Result<Function, QuantizeError> {
    let attach = |expr: RelayExpr| {
        if !expr.is_instance::<TempExprNode>() {
            return Ok(expr);
        }
        let annotated = expr.downcast_ref::<QAnnotateExpr>().ok_or(QuantizeError::Expr)?;
        let input = QAnnotateKind::Input;
        let quantized: Result<RelayExpr, RuntimeError> =
            Registry::expect("relay.quantize.attach_simulated_quantize")
                .map_err(RuntimeError::from)
                .and_then(|attach| attach.call_as((&annotated.expr, input as i32)));
        let quantized = quantized.map_err(|source| QuantizeError::Attach { source })?;
        Ok(QAnnotateExpr::new(quantized, input).upcast())
    };
    let mut new = as_function(forward_rewrite(function, "FQAnnotateRewrite", Some(&attach))?)?;
    let params = new.params.iter().cloned().chain(free_vars(&new)).collect();
    *new.make_mut().params = params;
    Ok(new)
}

/// Replaces simulated quantization by operators on integers, by the attribute `FQRealizeRewrite` of
/// the operators. The configuration of the thread gives the data types. The function is calibrated
/// and has inferred types.
///
/// # Errors
/// Fails if a parameter of the simulation is not constant, or if the function of an operator fails.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::RelayExpr;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Constant, Function, Var};
/// use objet_relay::infer::infer_function;
/// use objet_relay::op::nn;
/// use objet_relay::quantize::{QAnnotateKind, quantize_realize, simulated_quantize};
/// use objet_relay::text::pretty_print;
///
/// let number = |value: f32| Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None);
/// let parameters = || [0.25, -127.0, 127.0].map(|value| RelayExpr::from(number(value)));
/// let matrix = TensorType::new([2.into(), 3.into()], DataType::float(32)).upcast();
/// let x = Var::new("x", Some(matrix), None);
/// let input = simulated_quantize(x.clone(), parameters(), QAnnotateKind::Input, true, "round")?;
/// let function = Function::new([x], nn::relu(input)?, None, [], None, None);
/// let integers = quantize_realize(&infer_function(function, None)?)?;
/// let text = pretty_print(Some(&integers.upcast()));
/// assert!(text.contains("%0 = multiply(%x, 4f") && text.contains("round(%0)"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "QuantizeRealize")]
pub fn quantize_realize(function: &Function) -> Result<Function, QuantizeError> {
    as_function(forward_rewrite(function, "FQRealizeRewrite", None)?)
}

fn pass(name: &str, function: fn(&Function) -> Result<Function, QuantizeError>) -> Pass {
    let info = PassInfo::new(1, name, []);
    FunctionPass::typed(info, move |found, _, _| Ok(function(&found)?)).into()
}

/// Creates the pass that marks the parts of functions that are quantized.
#[register_global("relay._quantize.QuantizePartition")]
fn partition_pass() -> Pass {
    pass("QuantizePartition", quantize_partition)
}

/// Creates the pass that adds simulated quantization to functions.
#[register_global("relay._quantize.QuantizeAnnotate")]
fn annotate_pass() -> Pass {
    pass("QuantizeAnnotate", quantize_annotate)
}

/// Creates the pass that replaces simulated quantization by operators on integers.
#[register_global("relay._quantize.QuantizeRealize")]
fn realize_pass() -> Pass {
    pass("QuantizeRealize", quantize_realize)
}
