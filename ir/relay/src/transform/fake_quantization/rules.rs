//! The rules of operators without an attribute, as those of TVM's front end.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{IntImmNode, RelayExpr};
use objet_ir::types::{AffineType, TensorAffineType, TupleAffineType};

use super::affine::AffineTypes;
use super::{
    FakeQuantizationError, Result, elementwise_rules, layer_rules, of_dequantized, quantize_args,
    quantize_attrs,
};
use crate::attrs::{BatchMatmulAttrsNode, ConcatenateAttrsNode, SplitAttrsNode};
use crate::expr::{Call, Tuple};
use crate::op::qnn;
use crate::transform::fold_constant;

/// The call of an operator in a region.
pub(super) struct Site<'a> {
    /// The call with integers as arguments. Their types are not inferred.
    pub(super) call: &'a Call,
    /// The call with floats as arguments.
    pub(super) old: &'a Call,
    pub(super) types: &'a AffineTypes,
}

/// A function that returns the replacement of a call, and its affine type.
pub(super) type Rule = fn(&Site<'_>) -> Result<(RelayExpr, AffineType)>;

/// Returns the rule for a call of an operator.
pub(super) fn built_in(call: &Call) -> Option<Rule> {
    Some(match super::name(call)? {
        "qnn.dequantize" => dequantize,
        "qnn.quantize" => quantize,
        "reshape" | "squeeze" | "strided_slice" | "transpose" | "expand_dims" | "nn.max_pool2d"
        | "nn.batch_flatten" | "nn.depth_to_space"
            if call.args.len() == 1 =>
        {
            same_type
        }
        "concatenate" => concatenate,
        "split" => split,
        "nn.avg_pool2d" | "nn.global_avg_pool2d" => layer_rules::average,
        "nn.bias_add" => layer_rules::bias_add,
        "nn.conv2d" => layer_rules::conv2d,
        "nn.dense" => layer_rules::dense,
        "nn.batch_matmul" if is_of_rows(call) => layer_rules::batch_matmul,
        "nn.pad" => layer_rules::pad,
        "nn.relu" => elementwise_rules::relu,
        "clip" => elementwise_rules::clip,
        "add" => elementwise_rules::add,
        "multiply" => elementwise_rules::multiply,
        "subtract" => elementwise_rules::subtract,
        "minimum" => elementwise_rules::minimum,
        "maximum" => elementwise_rules::maximum,
        _ => return None,
    })
}

/// Returns whether a product multiplies the rows of both matrices, as `qnn.batch_matmul` does.
fn is_of_rows(call: &Call) -> bool {
    let attrs = call.attrs.as_ref().and_then(|attrs| attrs.as_node::<BatchMatmulAttrsNode>());
    attrs.is_some_and(|attrs| !attrs.transpose_a && attrs.transpose_b)
}

impl Site<'_> {
    pub(super) fn args<const N: usize>(&self) -> Result<&[RelayExpr; N]> {
        self.call.args.as_slice().try_into().map_err(|_| self.invalid())
    }

    pub(super) fn attrs<N: IsObject>(&self) -> Result<&N> {
        self.call.attrs.as_ref().and_then(|attrs| attrs.as_node()).ok_or_else(|| self.invalid())
    }

    /// Returns the affine type of an argument.
    pub(super) fn tensor(&self, index: usize) -> Result<TensorAffineType> {
        let ty = self.call.args.get(index).and_then(|arg| self.types.tensor(arg));
        ty.ok_or_else(|| FakeQuantizationError::Argument { op: self.op(), index })
    }

    /// Returns the affine type that the region's result has.
    pub(super) fn result(&self) -> Result<TensorAffineType> {
        self.types.tensor(self.call.upcast_ref()).ok_or_else(|| self.invalid())
    }

    pub(super) fn op(&self) -> String {
        super::name(self.call).unwrap_or_default().into()
    }

    pub(super) fn invalid(&self) -> FakeQuantizationError {
        FakeQuantizationError::Call { op: self.op() }
    }
}

/// Evaluates operators on constants.
pub(super) fn folded(expr: &RelayExpr) -> Result<RelayExpr> {
    Ok(fold_constant(expr.clone())?)
}

/// Converts integers to the parameters of another affine type.
pub(super) fn requantized(
    data: RelayExpr,
    from: &TensorAffineType,
    to: [&RelayExpr; 2],
    dtype: DataType,
) -> Result<RelayExpr> {
    let attrs = attrs! { axis: from.axis, out_dtype: dtype };
    let [scale, zero_point] = to.map(Clone::clone);
    let from = [from.scale.clone(), from.zero_point.clone()];
    let [from_scale, from_point] = from;
    Ok(qnn::requantize(data, from_scale, from_point, scale, zero_point, attrs)?.upcast())
}

fn dequantize(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let [data, ..] = site.args::<3>()?;
    Ok((data.clone(), of_dequantized(site.call)?.upcast()))
}

fn quantize(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let (attrs, [data, scale, zero_point]) = (quantize_attrs(site.call)?, quantize_args(site.call)?);
    let mut from = site.tensor(0)?;
    let parameters = [folded(&from.scale)?, folded(&from.zero_point)?];
    let is_same = objet::structural_equal(&parameters[0], scale)
        && objet::structural_equal(&parameters[1], zero_point)
        && from.dtype == attrs.out_dtype;
    let new = match is_same {
        true => data.clone(),
        false => {
            let fields = from.make_mut();
            [*fields.scale, *fields.zero_point] = parameters;
            requantized(data.clone(), &from, [scale, zero_point], attrs.out_dtype)?
        }
    };
    let ty = TensorAffineType::new(scale.clone(), zero_point.clone(), attrs.out_dtype, attrs.axis);
    Ok((new, ty.upcast()))
}

/// Keeps a call whose result has the affine type of its argument.
fn same_type(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    Ok((site.call.clone().upcast(), site.tensor(0)?.upcast()))
}

fn concatenate(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let ([data], attrs) = (site.args()?, site.attrs::<ConcatenateAttrsNode>()?);
    let fields = site.types.fields(data);
    let fields = fields.ok_or_else(|| FakeQuantizationError::Argument { op: site.op(), index: 0 })?;
    let scales = Tuple::new(fields.iter().map(|ty| ty.scale.clone()).collect::<Array<_>>(), None);
    let zero_points = Tuple::new(fields.iter().map(|ty| ty.zero_point.clone()).collect::<Array<_>>(), None);
    let to = site.result()?;
    let attrs = attrs! { axis: attrs.axis };
    let new =
        qnn::concatenate(data.clone(), scales, zero_points, to.scale.clone(), to.zero_point.clone(), attrs)?;
    Ok((new.upcast(), to.upcast()))
}

fn split(site: &Site<'_>) -> Result<(RelayExpr, AffineType)> {
    let sections = site.attrs::<SplitAttrsNode>()?.indices_or_sections.as_ref();
    let count = sections.and_then(|sections| match sections.as_node::<IntImmNode>() {
        Some(count) => usize::try_from(count.value).ok(),
        None => Some(sections.downcast_ref::<Array<ObjectRef>>()?.len() + 1),
    });
    let types = vec![site.tensor(0)?; count.ok_or_else(|| site.invalid())?];
    Ok((site.call.clone().upcast(), TupleAffineType::new(types).upcast()))
}
