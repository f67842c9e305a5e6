//! The type relations of operators whose sizes are computed at run time: the changed axes have any
//! length. The compute function of padding.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::as_const_int;
use objet_tir::topi;

use crate::attrs::{PadAttrs, Resize2DAttrs, UpSampling3DAttrs, UpSamplingAttrs};
use crate::op::compute::{ComputeResult, Computed};
use crate::op::nn::space::padding::pad_mode;
use crate::op::relation::layout::in_layout;
use crate::op::relation::{
    NotYet, RelationResult, Solved, assign, attrs_of, expect_ndim, extent, tensor, types_of,
};

/// Computes the padded tensor. The amounts are elements of a tensor.
pub(super) fn pad_compute(call: &Computed) -> ComputeResult {
    let (data, widths, attrs) = (call.input(0)?, call.input(1)?, call.attrs::<PadAttrs>()?);
    let rows =
        widths.shape.first().and_then(as_const_int).ok_or("pad_width: expected a known number of rows")?;
    let column = |column: i32| {
        let amount =
            |row: i64| widths.at([PrimExpr::from(i32::try_from(row).unwrap_or(i32::MAX)), column.into()]);
        (0..rows).map(amount).collect::<Result<Vec<_>, _>>()
    };
    let mode = pad_mode(&attrs.pad_mode, call.input(2)?)?;
    Ok(vec![topi::pad_to(data, &column(0)?, &column(1)?, "T_pad", &mode, &call.shape()?)?])
}

/// Requires a matrix of the amounts of padding. Like TVM, the relation does not check its size.
#[register_global("tvm.relay.type_relation.DynamicPad")]
fn pad(types: Array<Type>, _num_inputs: i32, attrs: Option<Attrs>, reporter: TypeReporter) -> RelationResult {
    attrs_of::<PadAttrs>(attrs)?;
    let [data, widths, value, result] = types_of(&types)?;
    let (Some(data), Some(widths), Some(_)) =
        (tensor("data", data)?, tensor("pad_width", widths)?, tensor("pad_value", value)?)
    else {
        return Ok(NotYet);
    };
    expect_ndim("pad_width", widths, 2)?;
    let found: Vec<_> = data.shape.iter().map(|_| extent::any()).collect();
    assign(&reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Relates the types of images and upsampled images.
#[register_global("tvm.relay.type_relation.DynamicUpSampling")]
fn upsampling(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: UpSamplingAttrs = attrs_of(attrs)?;
    let [data, scale_h, scale_w, result] = types_of(&types)?;
    let (Some(scale_h), Some(scale_w)) = (tensor("scale_h", scale_h)?, tensor("scale_w", scale_w)?) else {
        return Ok(NotYet);
    };
    expect_ndim("scale_h", scale_h, 0)?;
    expect_ndim("scale_w", scale_w, 0)?;
    resized(data, result, &attrs.layout, "NCHW", None, &reporter)
}

/// Relates the types of volumes and upsampled volumes.
#[register_global("tvm.relay.type_relation.DynamicUpSampling3D")]
fn upsampling3d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: UpSampling3DAttrs = attrs_of(attrs)?;
    let [data, _scale_d, _scale_h, _scale_w, result] = types_of(&types)?;
    resized(data, result, &attrs.layout, "NCDHW", None, &reporter)
}

/// Relates the types of images and resized images.
#[register_global("tvm.relay.type_relation.DynResize2D")]
fn resize2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: Resize2DAttrs = attrs_of(attrs)?;
    let [data, size, result] = types_of(&types)?;
    if tensor("size", size)?.is_none() {
        return Ok(NotYet);
    }
    let dtype = Some(attrs.out_dtype).filter(|dtype| dtype.bits != 0);
    resized(data, result, &attrs.layout, "NCHW", dtype, &reporter)
}

/// Gives all spatial axes any length.
fn resized(
    data: &Type,
    result: &Type,
    layout: &str,
    native: &str,
    dtype: Option<DataType>,
    reporter: &TypeReporter,
) -> RelationResult {
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let mut shape = in_layout("layout", &data.shape, layout, native)?.to_vec();
    shape[2..].fill_with(extent::any);
    let found = in_layout("layout", &shape, native, layout)?;
    assign(reporter, "result", result, TensorType::new(found, dtype.unwrap_or(data.dtype)))?;
    Ok(Solved)
}
