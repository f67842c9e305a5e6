//! Calls of the operator that simulates quantization in floats, and the collector of its inputs.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};

use super::{QAnnotateKind, QuantizeError};
use crate::analysis::free_vars;
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Call, CallNode, Constant, ConstantNode, Function, Tuple};
use crate::functor::post_order;

/// The name of the operator.
pub(super) const SIMULATED_QUANTIZE: &str = "relay.op.annotation.simulated_quantize";

/// Attributes of `relay.op.annotation.simulated_quantize`.
///
/// In TVM, this class shares its type key with the attributes of `qnn.simulated_quantize`.
#[attrs_node("relay.quantize.SimulatedQuantizeAttrs")]
pub struct QAnnotateAttrsNode {
    /// The kind of the quantized value: 0 for none, 1 for an input, 2 for a weight and 3 for an
    /// activation.
    pub kind: i32,
    /// Whether the integers have a sign.
    #[reflect(default = true)]
    pub sign: bool,
    /// The rounding: `round`.
    #[reflect(default = "round".into())]
    pub rounding: std::string::String,
}

/// Creates a call that simulates quantization: it rounds `data / dom_scale` to integers from
/// `clip_min` to `clip_max`, and multiplies them by `dom_scale`.
///
/// # Errors
/// Fails if the operator is registered twice.
///
/// ```
/// use objet::NDArray;
/// use objet_relay::expr::{Constant, Var};
/// use objet_relay::quantize::{QAnnotateKind, simulated_quantize};
///
/// let [x, scale] = ["x", "scale"].map(|name| Var::new(name, None, None));
/// let bound = |value: f32| Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None);
/// let parameters = [scale.into(), bound(-127.0).into(), bound(127.0).into()];
/// let call = simulated_quantize(x, parameters, QAnnotateKind::Input, true, "round")?;
/// assert_eq!(call.args.len(), 4);
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
pub fn simulated_quantize(
    data: impl Into<RelayExpr>,
    [dom_scale, clip_min, clip_max]: [RelayExpr; 3],
    kind: QAnnotateKind,
    sign: bool,
    rounding: &str,
) -> Result<Call, OpError> {
    let mut attrs = QAnnotateAttrs::new(kind as i32);
    let fields = attrs.make_mut();
    (*fields.sign, *fields.rounding) = (sign, rounding.into());
    let args = [data.into(), dom_scale, clip_min, clip_max];
    Ok(Call::new(Op::get(SIMULATED_QUANTIZE)?, args, Some(attrs.upcast()), [], None))
}

/// Returns the attributes of a call that simulates quantization.
pub(super) fn simulated(call: &CallNode) -> Option<&QAnnotateAttrs> {
    call.as_op().filter(|op| op.name == SIMULATED_QUANTIZE)?;
    call.attrs.as_ref()?.downcast_ref()
}

/// Returns a function of the values that are quantized, except weights. The simulated quantization
/// keeps the values, so that they are those of the original function.
///
/// # Errors
/// Fails if a constant is quantized, but not as a weight, or if a rewritten expression is invalid.
#[doc(alias = "CreateStatsCollector")]
pub fn create_stats_collector(function: &Function) -> Result<Function, QuantizeError> {
    let mut replaced = Replaced::default();
    let mut collected = Vec::new();
    for expr in post_order(function) {
        let mut new = replaced.rebuild(&expr)?;
        if let Some(attrs) = expr.as_node::<CallNode>().and_then(simulated)
            && let Some(data) = new.as_node::<CallNode>().and_then(|call| call.args.first()).cloned()
        {
            let unused: RelayExpr = Constant::new(NDArray::from_slice(&[], &[0.0_f32])?, None).upcast();
            let unused = [unused.clone(), unused.clone(), unused];
            let is_constant = data.is_instance::<ConstantNode>();
            let identity = QAnnotateKind::Identity;
            let value: RelayExpr =
                simulated_quantize(data, unused, identity, attrs.sign, &attrs.rounding)?.upcast();
            if attrs.kind != QAnnotateKind::Weight as i32 {
                if is_constant {
                    return Err(QuantizeError::Constant);
                }
                collected.push(value.clone());
            }
            new = value;
        }
        replaced.insert(&expr, new);
    }
    let body = Tuple::new(collected, None);
    let params = free_vars(&body);
    let (type_params, attrs) = (function.type_params.clone(), function.attrs.clone());
    Ok(Function::new(params, body, None, type_params, attrs, None))
}

/// Creates a call that simulates quantization.
#[register_global("relay._quantize.simulated_quantize")]
fn make_simulated_quantize(
    data: RelayExpr,
    dom_scale: RelayExpr,
    clip_min: RelayExpr,
    clip_max: RelayExpr,
    kind: QAnnotateKind,
    sign: bool,
    rounding: String,
) -> Result<Call, OpError> {
    simulated_quantize(data, [dom_scale, clip_min, clip_max], kind, sign, &rounding)
}

/// Returns a function of the values that are quantized.
#[register_global("relay._quantize.CreateStatsCollector")]
fn stats_collector(expr: Function) -> Result<Function, QuantizeError> {
    create_stats_collector(&expr)
}
