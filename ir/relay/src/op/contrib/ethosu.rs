//! The type relations of operators on an Arm Ethos-U.
//!
//! A feature map has the layout `NHWC`, or `NHCWB16` with the channels in blocks of 16.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, TensorTypeNode, Type, TypeReporter};

use crate::attrs::{
    EthosuBinaryElementwiseAttrs, EthosuConv2DAttrs, EthosuDepthwiseConv2DAttrs, EthosuPoolingAttrs,
};
use crate::op::relation::spatial::{covered, entry, steps, total_padding};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, axis, extent, required, tensor, types_of,
};

const BLOCKED: &str = "NHCWB16";
const INT8: DataType = DataType::int(8);
const UINT8: DataType = DataType::uint(8);
const INT32: DataType = DataType::int(32);

/// A kernel that slides over a feature map.
struct Kernel<'a> {
    size: &'a [PrimExpr],
    strides: &'a [PrimExpr],
    padding: &'a [PrimExpr],
    dilation: &'a [PrimExpr],
    channels: Option<&'a PrimExpr>,
    ifm_layout: &'a str,
    ofm_layout: &'a str,
    /// Whether the packed scales and biases must have the length of the output channels.
    has_scales_of_channels: bool,
}

macro_rules! convolutions {
    ($($name:literal $function:ident $attrs:ident $has_scales_of_channels:literal;)+) => {
        $(
            /// Relates the types of a convolution. The attributes give the type of the weight.
            #[register_global($name)]
            fn $function(
                types: Array<Type>,
                _num_inputs: i32,
                attrs: Option<Attrs>,
                reporter: TypeReporter,
            ) -> RelationResult {
                let attrs: $attrs = attrs_of(attrs)?;
                let kernel = Kernel {
                    size: attrs.kernel_shape.as_deref().unwrap_or_default(),
                    strides: &attrs.strides,
                    padding: &attrs.padding,
                    dilation: &attrs.dilation,
                    channels: attrs.ofm_channels.as_ref(),
                    ifm_layout: &attrs.ifm_layout,
                    ofm_layout: &attrs.ofm_layout,
                    has_scales_of_channels: $has_scales_of_channels,
                };
                convolution(&types, &kernel, &reporter)
            }
        )+
    };
}

convolutions! {
    "tvm.relay.type_relation.EthosuConv2D" conv2d EthosuConv2DAttrs true;
    "tvm.relay.type_relation.EthosuDepthwiseConv2D" depthwise_conv2d EthosuDepthwiseConv2DAttrs false;
}

fn convolution(types: &Array<Type>, kernel: &Kernel<'_>, reporter: &TypeReporter) -> RelationResult {
    let [ifm, weight, scale_bias, _lut, result] = types_of(types)?;
    let (Some(ifm), Some(known), Some(known_scale_bias)) =
        (tensor("ifm", ifm)?, tensor("weight", weight)?, tensor("scale_bias", scale_bias)?)
    else {
        return Ok(NotYet);
    };
    expect_dtype("ifm", ifm.dtype, &[INT8, UINT8])?;
    expect_dtype("weight", known.dtype, &[INT8, UINT8])?;
    expect_dtype("scale_bias", known_scale_bias.dtype, &[UINT8])?;
    let inputs = axis("weight", 3, known.shape.len())?;
    if kernel.has_scales_of_channels {
        let scales = TensorType::new([known.shape[0].clone(), 10.into()], UINT8);
        assign(reporter, "scale_bias", scale_bias, scales)?;
    }
    let expected = [
        kernel.channels()?.clone(),
        entry("kernel_shape", kernel.size, 0)?.clone(),
        entry("kernel_shape", kernel.size, 1)?.clone(),
        known.shape[inputs].clone(),
    ];
    assign(reporter, "weight", weight, TensorType::new(expected, known.dtype))?;
    assign(reporter, "result", result, TensorType::new(kernel.result(ifm)?, ifm.dtype))?;
    Ok(Solved)
}

/// Relates the types of pooling.
#[register_global("tvm.relay.type_relation.EthosuPooling")]
fn pooling(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: EthosuPoolingAttrs = attrs_of(attrs)?;
    let [ifm, _lut, result] = types_of(&types)?;
    let Some(ifm) = tensor("ifm", ifm)? else { return Ok(NotYet) };
    expect_dtype("ifm", ifm.dtype, &[INT8, UINT8])?;
    if !matches!(attrs.pooling_type.as_str(), "AVG" | "MAX") {
        return Err(RelationError::attribute("pooling_type", "AVG or MAX", &attrs.pooling_type));
    }
    let kernel = Kernel {
        size: attrs.pool_shape.as_deref().unwrap_or_default(),
        strides: &attrs.strides,
        padding: &attrs.padding,
        dilation: &[1.into(), 1.into()],
        channels: attrs.ofm_channels.as_ref(),
        ifm_layout: &attrs.ifm_layout,
        ofm_layout: &attrs.ofm_layout,
        has_scales_of_channels: false,
    };
    assign(&reporter, "result", result, TensorType::new(kernel.result(ifm)?, ifm.dtype))?;
    Ok(Solved)
}

/// Relates the types of an element-wise operation. The second tensor is broadcast to the first one
/// when the operation runs; its shape is not checked.
#[register_global("tvm.relay.type_relation.EthosuBinaryElementwise")]
fn binary_elementwise(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: EthosuBinaryElementwiseAttrs = attrs_of(attrs)?;
    let [ifm, ifm2, _lut, result] = types_of(&types)?;
    let (Some(ifm), Some(ifm2)) = (tensor("ifm", ifm)?, tensor("ifm2", ifm2)?) else { return Ok(NotYet) };
    if ifm.dtype != ifm2.dtype {
        return Err(RelationError::DataTypes { lhs: ifm.dtype, rhs: ifm2.dtype });
    }
    let ofm_dtype: DataType = attrs
        .ofm_dtype
        .parse()
        .map_err(|_| RelationError::attribute("ofm_dtype", "a data type", &attrs.ofm_dtype))?;
    let (inputs, outputs): (&[DataType], &[DataType]) = match attrs.operator_type.as_str() {
        "ADD" | "SUB" | "MUL" => (&[INT8, UINT8, INT32], &[INT8, UINT8, INT32]),
        "MIN" | "MAX" => (&[INT8, UINT8], &[ifm.dtype]),
        "SHR" => (&[INT32], &[INT8, UINT8, INT32]),
        "SHL" => (&[INT32], &[INT32]),
        other => {
            let expected = "ADD, SUB, MUL, MIN, MAX, SHR or SHL";
            return Err(RelationError::attribute("operator_type", expected, other));
        }
    };
    expect_dtype("ifm", ifm.dtype, inputs)?;
    expect_dtype("the result", ofm_dtype, outputs)?;
    let channels = required("ifm_channels", &attrs.ifm_channels)?;
    let [batch, height, width] = spatial(ifm, &attrs.ifm_layout)?;
    let found = in_ofm_layout([batch, height, width, channels].map(Clone::clone), &attrs.ofm_layout)?;
    assign(&reporter, "result", result, TensorType::new(found, ofm_dtype))?;
    Ok(Solved)
}

impl Kernel<'_> {
    fn channels(&self) -> Result<&PrimExpr, RelationError> {
        required("ofm_channels", &self.channels).copied()
    }

    /// Returns the shape of the result.
    fn result(&self, ifm: &TensorTypeNode) -> Result<Vec<PrimExpr>, RelationError> {
        let [batch, height, width] = spatial(ifm, self.ifm_layout)?;
        let mut lengths = Vec::new();
        let padding = total_padding(self.padding, 2)?;
        for (axis, (length, padding)) in [height, width].into_iter().zip(padding).enumerate() {
            let size = entry("the size of the kernel", self.size, axis)?;
            let covered = covered(size, entry("dilation", self.dilation, axis)?);
            lengths.push(steps(length, padding, covered, entry("strides", self.strides, axis)?)?);
        }
        let [height, width] = [&lengths[0], &lengths[1]];
        let channels = self.channels()?;
        in_ofm_layout([batch, height, width, channels].map(Clone::clone), self.ofm_layout)
    }
}

/// Returns the batch, the height and the width of a feature map.
fn spatial<'a>(ifm: &'a TensorTypeNode, layout: &str) -> Result<[&'a PrimExpr; 3], RelationError> {
    let width = axis("ifm", if layout == BLOCKED { 3 } else { 2 }, ifm.shape.len())?;
    Ok([0, 1, width].map(|axis| &ifm.shape[axis]))
}

/// Converts a shape of the layout `NHWC` to the layout of the result. Blocks of channels need a
/// constant number of channels.
fn in_ofm_layout(shape: [PrimExpr; 4], layout: &str) -> Result<Vec<PrimExpr>, RelationError> {
    if layout != BLOCKED {
        return Ok(shape.into());
    }
    let [batch, height, width, channels] = shape;
    let Some(count) = extent::constant(&channels) else {
        return Err(RelationError::attribute("ofm_channels", "a constant", extent::text(&channels)));
    };
    let blocks = i32::try_from(1 + count.saturating_sub(1) / 16).unwrap_or(i32::MAX);
    Ok(vec![batch, height, blocks.into(), width, 16.into()])
}

fn expect_dtype(name: &'static str, dtype: DataType, allowed: &[DataType]) -> Result<(), RelationError> {
    if allowed.contains(&dtype) {
        return Ok(());
    }
    let expected = allowed.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    Err(RelationError::attribute(name, expected, dtype))
}
