//! The type relations of upsampling by constant factors.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{FloatImm, PrimExpr};
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, cast, round};

use crate::attrs::{UpSampling3DAttrs, UpSamplingAttrs};
use crate::op::relation::layout::in_layout;
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, tensor, types_of,
};

/// Relates the types of images and upsampled images.
#[register_global("tvm.relay.type_relation.UpSampling")]
fn upsampling(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: UpSamplingAttrs = attrs_of(attrs)?;
    upsampled(&types, &[attrs.scale_h, attrs.scale_w], &attrs.layout, "NCHW", &reporter)
}

/// Relates the types of volumes and upsampled volumes.
#[register_global("tvm.relay.type_relation.UpSampling3D")]
fn upsampling3d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: UpSampling3DAttrs = attrs_of(attrs)?;
    let scales = [attrs.scale_d, attrs.scale_h, attrs.scale_w];
    upsampled(&types, &scales, &attrs.layout, "NCDHW", &reporter)
}

fn upsampled(
    types: &Array<Type>,
    scales: &[f64],
    layout: &str,
    native: &str,
    reporter: &TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let mut shape = in_layout("layout", &data.shape, layout, native)?.to_vec();
    for (length, scale) in shape[2..].iter_mut().zip(scales) {
        *length = scaled(length, *scale)?;
    }
    let found = in_layout("layout", &shape, native, layout)?;
    assign(reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Multiplies a length by a factor, in floats of 64 bits, and rounds the product.
fn scaled(length: &PrimExpr, scale: f64) -> Result<PrimExpr, RelationError> {
    let scale: PrimExpr = FloatImm::new(DataType::float(64), scale, None)?.upcast();
    let product = Checked::from(length) * scale;
    Ok(cast(length.dtype, round(product, None), None)?)
}
