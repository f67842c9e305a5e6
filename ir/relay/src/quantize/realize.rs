//! The functions that replace operators on simulated quantized values by operators on integers.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::OpBuilder;
use objet_ir::types::TensorTypeNode;

use super::simulate::simulated;
use super::{QAnnotateKind, QConfig, QuantizeError};
use crate::attrs::{BatchMatmulAttrs, CastHintAttrs, ClipAttrs, Conv1DAttrs, Conv2DAttrs, DenseAttrs};
use crate::expr::{Call, CallNode, Constant, ConstantNode, TempExpr, TempExprNode, Tuple, TupleNode};
use crate::op::annotation::stop_fusion;
use crate::op::qnn::{Rounding, multiplied};
use crate::op::{add, cast, clip, left_shift, multiply, right_shift, round};
use crate::transform::fold_constant;

/// A quantized value: integers, and the step between two of them.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.quantize.QRealizeIntExpr", is_final)]
pub struct QRealizeIntExprNode {
    base: TempExprNode,
    /// The integers, which may be stored as floats.
    pub data: RelayExpr,
    /// The quantization step.
    pub dom_scale: RelayExpr,
    /// The data type of the integers.
    pub dtype: DataType,
}

type Result<T, E = QuantizeError> = std::result::Result<T, E>;

const FLOAT32: DataType = DataType::float(32);

impl QRealizeIntExpr {
    /// Creates a quantized value. It stands for the floats.
    pub fn new(data: impl Into<RelayExpr>, dom_scale: RelayExpr, dtype: DataType) -> Self {
        let base = TempExprNode::new(floats);
        make_object(QRealizeIntExprNode { base, data: data.into(), dom_scale, dtype }).into()
    }

    /// Returns the integers as another data type.
    fn integers(&self, dtype: DataType) -> Result<RelayExpr> {
        if self.dtype == dtype { Ok(self.data.clone()) } else { as_type(self.data.clone(), dtype) }
    }
}

fn floats(expr: &TempExpr) -> Result<RelayExpr, BoxError> {
    let value = expr.downcast_ref::<QRealizeIntExpr>().ok_or("expected a relay.quantize.QRealizeIntExpr")?;
    Ok(multiply(as_type(value.data.clone(), FLOAT32)?, value.dom_scale.clone())?.upcast())
}

/// A call and its new arguments.
struct Realized<'a> {
    call: &'a Call,
    args: &'a [RelayExpr],
}

/// A function that returns the new call, or `None` if the arguments are not quantized.
type Rule = fn(&Realized<'_>) -> Result<Option<RelayExpr>>;

impl Realized<'_> {
    fn op(&self) -> std::string::String {
        self.call.as_op().map(|op| op.name.to_string()).unwrap_or_default()
    }

    fn invalid(&self) -> QuantizeError {
        QuantizeError::Call { op: self.op() }
    }

    fn attrs<A: IsObjectRef>(&self) -> Result<A> {
        let attrs = self.call.attrs.as_ref().and_then(|attrs| attrs.downcast_ref::<A>());
        attrs.cloned().ok_or_else(|| self.invalid())
    }

    /// Returns the quantized argument, if the argument is quantized.
    fn one(&self) -> Result<Option<&QRealizeIntExpr>> {
        let [arg] = self.args else { return Err(self.invalid()) };
        Ok(arg.downcast_ref())
    }

    /// Returns both quantized arguments, or `None` if both are not quantized.
    fn both(&self) -> Result<Option<[&QRealizeIntExpr; 2]>> {
        let [lhs, rhs] = self.args else { return Err(self.invalid()) };
        match (lhs.downcast_ref::<QRealizeIntExpr>(), rhs.downcast_ref::<QRealizeIntExpr>()) {
            (Some(lhs), Some(rhs)) => Ok(Some([lhs, rhs])),
            (None, None) => Ok(None),
            _ => Err(QuantizeError::Mixed { op: self.op() }),
        }
    }

    /// Returns the call with other arguments.
    fn forward(&self, args: impl Into<Array<RelayExpr>>) -> RelayExpr {
        self.with_attrs(args, self.call.attrs.clone())
    }

    fn with_attrs(&self, args: impl Into<Array<RelayExpr>>, attrs: Option<Attrs>) -> RelayExpr {
        Call::new(self.call.op.clone(), args, attrs, self.call.type_args.clone(), None).upcast()
    }
}

/// Sets the attribute of an operator.
fn realized(op: OpBuilder, rule: Rule) -> OpBuilder {
    let function = move |call: Call, args: Array<RelayExpr>, _: Option<ObjectRef>| {
        rule(&Realized { call: &call, args: &args })
    };
    op.attr("FQRealizeRewrite", PackedFunc::from(TypedPackedFunc::new(function)))
}

macro_rules! realize {
    ($($rule:ident: $($op:literal),+;)+) => {
        $($(objet_ir::register_op_attrs! { $op .with(|op| realized(op, $rule)) })+)+
    };
}

realize! {
    quantize: "relay.op.annotation.simulated_quantize";
    conv1d: "nn.conv1d";
    conv2d: "nn.conv2d";
    dense: "nn.dense";
    batch_matmul: "nn.batch_matmul";
    multiplication: "multiply";
    addition: "add";
    bounds: "clip";
    concatenation: "concatenate";
    same_type: "nn.relu", "reshape", "strided_slice", "nn.batch_flatten", "transpose",
        "annotation.stop_fusion";
    of_inputs: "nn.max_pool1d", "nn.max_pool2d";
    of_activations: "nn.avg_pool2d", "nn.global_avg_pool2d";
    hint: "annotation.cast_hint";
}

fn as_type(data: RelayExpr, dtype: DataType) -> Result<RelayExpr> {
    Ok(cast(data, attrs! { dtype: dtype })?.upcast())
}

/// Returns the float of a constant scalar.
fn float(operand: &'static str, expr: &RelayExpr) -> Result<f32> {
    let data = expr.as_node::<ConstantNode>().map(|constant| &constant.data);
    let data = data.filter(|data| data.shape().is_empty()).and_then(|data| data.as_slice::<f32>().ok());
    data.and_then(|data| data.first().copied()).ok_or(QuantizeError::Parameter { operand })
}

fn float_constant(value: f32) -> Result<RelayExpr> {
    Ok(Constant::new(NDArray::from_slice(&[], &[value])?, None).upcast())
}

/// Returns a constant of a data type of activations.
fn constant(dtype: DataType, value: f64) -> Result<RelayExpr> {
    let constant = crate::transform::typed_exprs::scalar_constant(dtype, value);
    Ok(constant.ok_or(QuantizeError::Parameter { operand: "an activation" })?.upcast())
}

fn shape(expr: &RelayExpr) -> Option<Array<PrimExpr>> {
    Some(expr.checked_type.as_ref()?.as_node::<TensorTypeNode>()?.shape.clone())
}

/// Returns integers times a number, rounded as in the configuration.
fn scaled(data: RelayExpr, by: f64, shape: Option<Array<PrimExpr>>) -> Result<RelayExpr> {
    let (rounding, shape) = match (QConfig::current().rounding.as_str(), shape) {
        ("UPWARD", shape) => (Rounding::Upward, shape.unwrap_or_default()),
        (_, Some(shape)) => (Rounding::ToNearest, shape),
        (_, None) => return Err(QuantizeError::Untyped),
    };
    multiplied(data, by, rounding, &shape).map_err(|error| QuantizeError::Ratio(error.into()))
}

/// Replaces simulated quantization. A value that is quantized already gets another step.
fn quantize(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    let attrs = simulated(site.call).ok_or_else(|| site.invalid())?;
    if attrs.rounding != "round" {
        return Err(QuantizeError::Rounding { found: attrs.rounding.clone() });
    }
    let [data, dom_scale, clip_min, clip_max] = site.args else { return Err(site.invalid()) };
    let step = float("the quantization step", dom_scale)?;
    let bounds = attrs! {
        a_min: f64::from(float("the minimum", clip_min)?), a_max: f64::from(float("the maximum", clip_max)?),
    };
    let Some(value) = data.downcast_ref::<QRealizeIntExpr>() else {
        let scaled = multiply(data.clone(), float_constant(1.0 / step)?)?;
        let integers = clip(round(scaled)?, bounds)?;
        return Ok(Some(QRealizeIntExpr::new(integers, dom_scale.clone(), FLOAT32).upcast()));
    };
    let (config, old_step) = (QConfig::current(), float("the quantization step", &value.dom_scale)?);
    let mut data = value.data.clone();
    let bits = (step / old_step).log2();
    if step == old_step {
        data = clip(data, bounds)?.upcast();
    } else if bits.trunc() == bits {
        let dtype = config.dtype_activation;
        if bits > 0.0 {
            if config.round_for_shift {
                let half = 2_f64.powf(f64::from(bits) - 1.0).trunc();
                data = add(data, constant(dtype, half)?)?.upcast();
            }
            data = right_shift(data, constant(dtype, bits.into())?)?.upcast();
        } else {
            data = left_shift(data, constant(dtype, (-bits).into())?)?.upcast();
        }
        data = clip(data, bounds)?.upcast();
    } else {
        let wide = as_type(data, DataType::int(64))?;
        let ratio = old_step / step;
        let scaled = scaled(wide, ratio.into(), shape(site.call.upcast_ref()))?;
        data = as_type(clip(scaled, bounds)?.upcast(), value.dtype)?;
    }
    Ok(Some(QRealizeIntExpr::new(data, dom_scale.clone(), value.dtype).upcast()))
}

/// Returns the product of two quantization steps.
fn product_of_steps(lhs: &RelayExpr, rhs: &RelayExpr) -> Result<RelayExpr> {
    Ok(fold_constant(multiply(lhs.clone(), rhs.clone())?.upcast())?)
}

/// Replaces an operator on inputs and weights. `attrs` returns the attributes with the data type of
/// the result.
fn weighted(
    site: &Realized<'_>,
    attrs: impl FnOnce(DataType) -> Result<Attrs>,
    is_cast: bool,
) -> Result<Option<RelayExpr>> {
    let [lhs, rhs] = site.args else { return Err(site.invalid()) };
    let (Some(lhs), Some(rhs)) =
        (lhs.downcast_ref::<QRealizeIntExpr>(), rhs.downcast_ref::<QRealizeIntExpr>())
    else {
        return Ok(None);
    };
    let config = QConfig::current();
    let data = lhs.integers(config.dtype_input)?;
    let weight = match is_cast {
        true => as_type(rhs.data.clone(), config.dtype_weight)?,
        false => rhs.integers(config.dtype_weight)?,
    };
    let out_dtype = config.dtype_activation;
    let new = site.with_attrs([data, weight], Some(attrs(out_dtype)?));
    let step = product_of_steps(&lhs.dom_scale, &rhs.dom_scale)?;
    Ok(Some(QRealizeIntExpr::new(new, step, out_dtype).upcast()))
}

macro_rules! weighted_rules {
    ($($rule:ident: $attrs:ty, $is_cast:literal;)+) => {
        $(fn $rule(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
            let attrs = |out_dtype| {
                let mut attrs: $attrs = site.attrs()?;
                *attrs.make_mut().out_dtype = out_dtype;
                Ok(attrs.upcast())
            };
            weighted(site, attrs, $is_cast)
        })+
    };
}

weighted_rules! {
    conv1d: Conv1DAttrs, true;
    conv2d: Conv2DAttrs, true;
    dense: DenseAttrs, true;
    batch_matmul: BatchMatmulAttrs, false;
}

fn multiplication(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    let Some([lhs, rhs]) = site.both()? else { return Ok(None) };
    let dtype = QConfig::current().dtype_activation;
    let new = site.forward([lhs.integers(dtype)?, rhs.integers(dtype)?]);
    let step = product_of_steps(&lhs.dom_scale, &rhs.dom_scale)?;
    Ok(Some(QRealizeIntExpr::new(new, step, dtype).upcast()))
}

/// Returns integers of one data type and of one step, and the step.
fn unified(
    old: &[RelayExpr],
    values: &[&QRealizeIntExpr],
    dtype: DataType,
) -> Result<(Vec<RelayExpr>, RelayExpr)> {
    let config = QConfig::current();
    let steps = values.iter().map(|value| float("the quantization step", &value.dom_scale));
    let steps = steps.collect::<Result<Vec<f32>>>()?;
    let step = match steps[..] {
        [lhs, rhs] => lhs.min(rhs),
        _ => (config.global_scale as f32 as f64 / 2_f64.powi(config.nbit_activation - 1)) as f32,
    };
    let convert = |((old, value), from): ((&RelayExpr, &&QRealizeIntExpr), f32)| {
        let is_input = old.as_node::<CallNode>().and_then(simulated);
        let is_input = is_input.is_some_and(|attrs| attrs.kind == QAnnotateKind::Input as i32);
        let data = match value.dtype == dtype {
            true if is_input => {
                let narrow = stop_fusion(as_type(value.data.clone(), config.dtype_input)?)?;
                as_type(narrow.upcast(), dtype)?
            }
            _ => value.integers(dtype)?,
        };
        rescaled(data, from, step, dtype, shape(old))
    };
    let data = old.iter().zip(values).zip(steps).map(convert).collect::<Result<_>>()?;
    Ok((data, float_constant(step)?))
}

/// Returns integers times the ratio of two steps, of which the first one is not less.
fn rescaled(
    data: RelayExpr,
    from: f32,
    to: f32,
    dtype: DataType,
    shape: Option<Array<PrimExpr>>,
) -> Result<RelayExpr> {
    if from == to {
        return Ok(data);
    }
    let factor = from / to;
    let bits = factor.log2();
    if bits.trunc() == bits {
        Ok(left_shift(data, constant(dtype, bits.into())?)?.upcast())
    } else if factor.trunc() == factor {
        Ok(multiply(data, constant(dtype, factor.into())?)?.upcast())
    } else {
        as_type(scaled(data, factor.into(), shape)?, dtype)
    }
}

fn addition(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    let Some(values) = site.both()? else { return Ok(None) };
    let dtype = QConfig::current().dtype_activation;
    let (mut data, step) = unified(&site.call.args, &values, dtype)?;
    for (data, value) in data.iter_mut().zip(values) {
        // A quantized float is computed on its own.
        if value.dtype == FLOAT32 {
            *data = stop_fusion(data.clone())?.upcast();
        }
    }
    Ok(Some(QRealizeIntExpr::new(site.forward(data), step, dtype).upcast()))
}

fn bounds(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    let Some(value) = site.one()? else { return Ok(None) };
    let step = f64::from(float("the quantization step", &value.dom_scale)?);
    let mut attrs: ClipAttrs = site.attrs()?;
    let fields = attrs.make_mut();
    *fields.a_min /= step;
    *fields.a_max /= step;
    let new = site.with_attrs([value.data.clone()], Some(attrs.upcast()));
    Ok(Some(QRealizeIntExpr::new(new, value.dom_scale.clone(), value.dtype).upcast()))
}

fn concatenation(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    let [arg] = site.args else { return Err(site.invalid()) };
    let old = site.call.args.first().and_then(|arg| arg.as_node::<TupleNode>());
    let (Some(tuple), Some(old)) = (arg.as_node::<TupleNode>(), old) else { return Ok(None) };
    let values: Vec<&QRealizeIntExpr> =
        tuple.fields.iter().filter_map(|field| field.downcast_ref()).collect();
    if values.is_empty() {
        return Ok(None);
    }
    if values.len() != tuple.fields.len() {
        return Err(QuantizeError::Mixed { op: site.op() });
    }
    let config = QConfig::current();
    let dtype = match values[..] {
        [_, second] if second.dtype == config.dtype_input => config.dtype_input,
        _ => config.dtype_activation,
    };
    let (data, step) = unified(&old.fields, &values, dtype)?;
    let new = site.forward([Tuple::new(data, None).upcast()]);
    Ok(Some(QRealizeIntExpr::new(new, step, dtype).upcast()))
}

/// Keeps an operator whose result has the data type and the step of its argument.
fn same_type(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    let Some(value) = site.one()? else { return Ok(None) };
    let new = site.forward([value.data.clone()]);
    Ok(Some(QRealizeIntExpr::new(new, value.dom_scale.clone(), value.dtype).upcast()))
}

/// Keeps an operator on integers of a data type.
fn of_type(site: &Realized<'_>, dtype: DataType) -> Result<Option<RelayExpr>> {
    let Some(value) = site.one()? else { return Ok(None) };
    let new = site.forward([value.integers(dtype)?]);
    Ok(Some(QRealizeIntExpr::new(new, value.dom_scale.clone(), dtype).upcast()))
}

fn of_inputs(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    of_type(site, QConfig::current().dtype_input)
}

fn of_activations(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    of_type(site, QConfig::current().dtype_activation)
}

/// Casts integers as a hint says.
fn hint(site: &Realized<'_>) -> Result<Option<RelayExpr>> {
    let Some(value) = site.one()? else { return Ok(None) };
    let attrs: CastHintAttrs = site.attrs()?;
    let new = as_type(value.data.clone(), attrs.dtype)?;
    Ok(Some(QRealizeIntExpr::new(new, value.dom_scale.clone(), attrs.dtype).upcast()))
}
