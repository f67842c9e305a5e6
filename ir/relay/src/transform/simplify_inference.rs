//! Replacement of normalizations and `nn.dropout` by simple operators, for inference.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::transform::{BoxError, Pass, PassInfo};
use objet_ir::types::TensorTypeNode;

use super::canonicalize_ops::expanded;
use super::function_pass::FunctionPass;
use super::replace_exprs::replace_exprs;
use super::typed_exprs::{known_tensor, scalar_constant, static_shape};
use crate::attrs::{
    BatchNormAttrsNode, GroupNormAttrsNode, InstanceNormAttrsNode, L2NormalizeAttrsNode, LayerNormAttrsNode,
};
use crate::expr::{CallNode, TupleGetItemNode};
use crate::op::relation::axis;
use crate::op::{self, add, divide, multiply, negative, sqrt, subtract};

/// Replaces operators that are simpler outside of training, in an expression with inferred types.
///
/// - The first result of `nn.dropout` is the input. That of `nn.batch_norm` becomes a scale and a
///   shift. If another result is used, the call stays for that use.
/// - `nn.layer_norm`, `nn.instance_norm`, `nn.group_norm` and `nn.l2_normalize` become element-wise
///   operators and reductions.
///
/// # Errors
/// Fails if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::Var;
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::nn;
/// use objet_relay::transform::simplify_inference;
///
/// let matrix = TensorType::new([4.into(), 8.into()], DataType::float(32));
/// let x = Var::new("x", Some(matrix.upcast()), None);
/// let norm = nn::l2_normalize(x, attrs! { eps: 0.5, axis: [1] })?;
/// let simple = simplify_inference(infer_expr(&norm.into(), None)?)?;
/// let text = objet_relay::text::pretty_print(Some(&simple.into()));
/// assert!(text.contains("divide(%x, %3)"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "SimplifyInference")]
pub fn simplify_inference<R: IsObjectRef>(root: R) -> Result<R, BoxError> {
    replace_exprs(root, |expr| {
        let simple = match expr.as_node::<TupleGetItemNode>() {
            Some(item) if item.index == 0 => item.tuple_value.as_node::<CallNode>().map(first_result),
            Some(_) => None,
            None => expr.as_node::<CallNode>().map(normalization),
        };
        Ok(simple.transpose()?.flatten())
    })
}

/// Returns the first result of a call with several results.
fn first_result(call: &CallNode) -> Result<Option<RelayExpr>, OpError> {
    let name = call.as_op().map(|op| op.name.as_str());
    match (name, &call.args[..]) {
        (Some("nn.dropout"), [data]) => Ok(Some(data.clone())),
        (Some("nn.batch_norm"), [data, gamma, beta, mean, variance]) => {
            batch_norm(call, data, gamma, beta, [mean, variance])
        }
        _ => Ok(None),
    }
}

/// Returns the value of a call of a normalization.
fn normalization(call: &CallNode) -> Result<Option<RelayExpr>, OpError> {
    let name = call.as_op().map(|op| op.name.as_str());
    match (name, &call.args[..]) {
        (Some("nn.layer_norm"), [data, gamma, beta]) => layer_norm(call, data, gamma, beta),
        (Some("nn.instance_norm"), [data, gamma, beta]) => instance_norm(call, data, gamma, beta),
        (Some("nn.group_norm"), [data, gamma, beta]) => group_norm(call, data, gamma, beta),
        (Some("nn.l2_normalize"), [data]) => l2_normalize(call, data),
        _ => Ok(None),
    }
}

fn attributes<N: IsObject>(call: &CallNode) -> Option<&N> {
    call.attrs.as_ref()?.as_node::<N>()
}

/// Returns a constant of the data type of a tensor. TVM keeps such numbers in single precision.
fn number(tensor: &TensorTypeNode, value: f64) -> Option<RelayExpr> {
    Some(scalar_constant(tensor.dtype, f64::from(value as f32))?.upcast())
}

/// The parts of a normalization that follow from the type of its input.
struct Normalized {
    ndim: usize,
    /// The axis of the channels.
    axis: usize,
    epsilon: RelayExpr,
}

impl Normalized {
    fn of(data: &RelayExpr, position: i32, epsilon: f64) -> Option<Self> {
        let tensor = known_tensor(data)?;
        let ndim = tensor.shape.len();
        let axis = axis("data", position.into(), ndim).ok()?;
        Some(Self { ndim, axis, epsilon: number(tensor, epsilon)? })
    }
}

/// Returns axes as the value of an attribute.
fn axes(axes: impl IntoIterator<Item = usize>) -> Array<Integer> {
    axes.into_iter().map(|axis| Integer::from(axis as i32)).collect()
}

fn batch_norm(
    call: &CallNode,
    data: &RelayExpr,
    gamma: &RelayExpr,
    beta: &RelayExpr,
    [mean, variance]: [&RelayExpr; 2],
) -> Result<Option<RelayExpr>, OpError> {
    let known = || {
        let attrs = attributes::<BatchNormAttrsNode>(call)?;
        Some((attrs, Normalized::of(data, attrs.axis, attrs.epsilon)?, number(known_tensor(data)?, 1.0)?))
    };
    let Some((attrs, Normalized { ndim, axis, epsilon }, one)) = known() else { return Ok(None) };
    let mut scale = divide(one, sqrt(add(variance.clone(), epsilon)?)?)?;
    if attrs.scale {
        scale = multiply(scale, gamma.clone())?;
    }
    let mut shift = multiply(negative(mean.clone())?, scale.clone())?;
    if attrs.center {
        shift = add(shift, beta.clone())?;
    }
    let scaled = multiply(data.clone(), expanded(scale.upcast(), axis, ndim)?)?;
    Ok(Some(add(scaled, expanded(shift.upcast(), axis, ndim)?)?.upcast()))
}

/// Returns the data with mean 0 and variance 1 over some axes.
fn standardized(data: RelayExpr, over: Array<Integer>, epsilon: RelayExpr) -> Result<RelayExpr, OpError> {
    let mean = op::mean(data.clone(), attrs! { axis: over.clone(), keepdims: true })?;
    let variance = op::variance(data.clone(), mean.clone(), attrs! { axis: over, keepdims: true })?;
    let deviation = sqrt(add(variance, epsilon)?)?;
    Ok(divide(subtract(data, mean)?, deviation)?.upcast())
}

/// Returns the data multiplied by `gamma` and with `beta` added, as far as they are given.
fn scaled(
    mut data: RelayExpr,
    gamma: Option<&RelayExpr>,
    beta: Option<&RelayExpr>,
    axis: usize,
    ndim: usize,
) -> Result<RelayExpr, OpError> {
    if let Some(gamma) = gamma {
        data = multiply(data, expanded(gamma.clone(), axis, ndim)?)?.upcast();
    }
    if let Some(beta) = beta {
        data = add(data, expanded(beta.clone(), axis, ndim)?)?.upcast();
    }
    Ok(data)
}

/// Returns a normalization over the axes that `over` returns, with a scale and a shift for each
/// channel.
fn normalized(
    data: &RelayExpr,
    [gamma, beta]: [Option<&RelayExpr>; 2],
    norm: Option<Normalized>,
    over: impl FnOnce(&Normalized) -> Array<Integer>,
) -> Result<Option<RelayExpr>, OpError> {
    let Some(norm) = norm else { return Ok(None) };
    let standard = standardized(data.clone(), over(&norm), norm.epsilon)?;
    scaled(standard, gamma, beta, norm.axis, norm.ndim).map(Some)
}

fn layer_norm(
    call: &CallNode,
    data: &RelayExpr,
    gamma: &RelayExpr,
    beta: &RelayExpr,
) -> Result<Option<RelayExpr>, OpError> {
    let Some(attrs) = attributes::<LayerNormAttrsNode>(call) else { return Ok(None) };
    let channels = [attrs.scale.then_some(gamma), attrs.center.then_some(beta)];
    let norm = Normalized::of(data, attrs.axis, attrs.epsilon);
    normalized(data, channels, norm, |_| [Integer::from(attrs.axis)].into())
}

/// All axes but the first, of the instances, and that of the channels are normalized.
fn instance_norm(
    call: &CallNode,
    data: &RelayExpr,
    gamma: &RelayExpr,
    beta: &RelayExpr,
) -> Result<Option<RelayExpr>, OpError> {
    let Some(attrs) = attributes::<InstanceNormAttrsNode>(call) else { return Ok(None) };
    let channels = [attrs.scale.then_some(gamma), attrs.center.then_some(beta)];
    let norm = Normalized::of(data, attrs.axis, attrs.epsilon);
    normalized(data, channels, norm, |norm| axes((1..norm.ndim).filter(|position| *position != norm.axis)))
}

fn group_norm(
    call: &CallNode,
    data: &RelayExpr,
    gamma: &RelayExpr,
    beta: &RelayExpr,
) -> Result<Option<RelayExpr>, OpError> {
    let known = || {
        let attrs = attributes::<GroupNormAttrsNode>(call)?;
        let norm = Normalized::of(data, attrs.axis, attrs.epsilon)?;
        let shape = static_shape(known_tensor(data)?)?;
        let channels = i32::try_from(shape[norm.axis].value).ok()?;
        Some((attrs, norm, shape, channels.checked_div(attrs.num_groups)?))
    };
    let Some((attrs, norm, shape, of_group)) = known() else { return Ok(None) };
    let Normalized { ndim, axis, epsilon } = norm;
    let (gamma, beta) = (attrs.scale.then_some(gamma), attrs.center.then_some(beta));
    let mut grouped = shape.to_vec();
    grouped.splice(axis..=axis, [attrs.num_groups, of_group].map(Integer::from));
    let groups = op::reshape(data.clone(), attrs! { newshape: grouped })?;
    let standard = standardized(groups.upcast(), axes(axis + 1..=ndim), epsilon)?;
    let standard = op::reshape(standard, attrs! { newshape: shape })?;
    scaled(standard.upcast(), gamma, beta, axis, ndim).map(Some)
}

fn l2_normalize(call: &CallNode, data: &RelayExpr) -> Result<Option<RelayExpr>, OpError> {
    let known = || {
        let (attrs, tensor) = (attributes::<L2NormalizeAttrsNode>(call)?, known_tensor(data)?);
        Some((attrs.axis.clone(), number(tensor, attrs.eps)?))
    };
    let Some((axis, least)) = known() else { return Ok(None) };
    let sum = op::sum(multiply(data.clone(), data.clone())?, attrs! { axis: axis, keepdims: true })?;
    let norm = sqrt(op::maximum(sum, least)?)?;
    Ok(Some(divide(data.clone(), norm)?.upcast()))
}

/// Creates the pass for [`simplify_inference`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(0, "SimplifyInference", ["InferType"]);
    FunctionPass::typed(info, |function, _, _| simplify_inference(function)).into()
}

objet_ir::register_pass!("relay._transform.SimplifyInference", pass);
