//! The type relations of pooling.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::Checked;

use crate::attrs::{
    AdaptivePool1DAttrs, AdaptivePool2DAttrs, AdaptivePool3DAttrs, AvgPool1DAttrs, AvgPool2DAttrs,
    AvgPool3DAttrs, GlobalPool2DAttrs, MaxPool1DAttrs, MaxPool2DAttrs, MaxPool3DAttrs,
};
use crate::op::relation::layout::positions_in;
use crate::op::relation::spatial::{covered, entry, total_padding};
use crate::op::relation::{
    NotYet, RelationError, RelationResult, Solved, assign, attrs_of, extent, tensor, types_of,
};
use objet_ir::attrs::Attrs;

/// The attributes of pooling over a sliding window.
struct Window<'a> {
    size: &'a [PrimExpr],
    strides: &'a [PrimExpr],
    dilation: &'a [PrimExpr],
    padding: &'a [PrimExpr],
    layout: &'a str,
    ceil_mode: bool,
}

/// Registers the relations of pooling: over a sliding window, and to a given size.
macro_rules! relations {
    (windows: $($window_name:literal $window:ident $window_attrs:ident $window_axes:literal;)+
     adaptive: $($adaptive_name:literal $adaptive:ident $adaptive_attrs:ident $adaptive_axes:literal;)+) => {
        $(
            /// Relates the types of pooling over a sliding window.
            #[register_global($window_name)]
            fn $window(
                types: Array<Type>,
                _num_inputs: i32,
                attrs: Option<Attrs>,
                reporter: TypeReporter,
            ) -> RelationResult {
                let attrs: $window_attrs = attrs_of(attrs)?;
                let window = Window {
                    size: attrs.pool_size.as_deref().unwrap_or_default(),
                    strides: &attrs.strides,
                    dilation: &attrs.dilation,
                    padding: &attrs.padding,
                    layout: &attrs.layout,
                    ceil_mode: attrs.ceil_mode,
                };
                over_window(&types, &window, $window_axes, &reporter)
            }
        )+
        $(
            /// Relates the types of pooling to a given size.
            #[register_global($adaptive_name)]
            fn $adaptive(
                types: Array<Type>,
                _num_inputs: i32,
                attrs: Option<Attrs>,
                reporter: TypeReporter,
            ) -> RelationResult {
                let attrs: $adaptive_attrs = attrs_of(attrs)?;
                to_size(&types, attrs.output_size.as_deref(), &attrs.layout, $adaptive_axes, &reporter)
            }
        )+
    };
}

relations! {
    windows:
        "tvm.relay.type_relation.MaxPool1D" max_pool1d MaxPool1DAttrs "W";
        "tvm.relay.type_relation.MaxPool2D" max_pool2d MaxPool2DAttrs "HW";
        "tvm.relay.type_relation.MaxPool3D" max_pool3d MaxPool3DAttrs "DHW";
        "tvm.relay.type_relation.AvgPool1D" avg_pool1d AvgPool1DAttrs "W";
        "tvm.relay.type_relation.AvgPool2D" avg_pool2d AvgPool2DAttrs "HW";
        "tvm.relay.type_relation.AvgPool3D" avg_pool3d AvgPool3DAttrs "DHW";
    adaptive:
        "tvm.relay.type_relation.AdaptiveMaxPool1D" adaptive_max_pool1d AdaptivePool1DAttrs "W";
        "tvm.relay.type_relation.AdaptiveMaxPool2D" adaptive_max_pool2d AdaptivePool2DAttrs "HW";
        "tvm.relay.type_relation.AdaptiveMaxPool3D" adaptive_max_pool3d AdaptivePool3DAttrs "DHW";
        "tvm.relay.type_relation.AdaptiveAvgPool1D" adaptive_avg_pool1d AdaptivePool1DAttrs "W";
        "tvm.relay.type_relation.AdaptiveAvgPool2D" adaptive_avg_pool2d AdaptivePool2DAttrs "HW";
        "tvm.relay.type_relation.AdaptiveAvgPool3D" adaptive_avg_pool3d AdaptivePool3DAttrs "DHW";
}

fn over_window(
    types: &Array<Type>,
    window: &Window<'_>,
    axes: &'static str,
    reporter: &TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let places = positions_in("layout", window.layout, axes, data.shape.len())?;
    let mut found = data.shape.to_vec();
    let padding = total_padding(window.padding, axes.len())?;
    for (axis, (place, padding)) in places.into_iter().zip(padding).enumerate() {
        let length = &mut found[place];
        if extent::is_any(length) {
            continue;
        }
        let size = entry("pool_size", window.size, axis)?;
        let stride = entry("strides", window.strides, axis)?;
        let covered = covered(size, entry("dilation", window.dilation, axis)?);
        let mut last = Checked::from(&*length) + padding - covered;
        if window.ceil_mode {
            last = last + (Checked::from(stride) - 1);
        }
        *length = (last / stride + 1).expr()?;
    }
    assign(reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

fn to_size(
    types: &Array<Type>,
    size: Option<&[PrimExpr]>,
    layout: &str,
    axes: &'static str,
    reporter: &TypeReporter,
) -> RelationResult {
    let [data, result] = types_of(types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let places = positions_in("layout", layout, axes, data.shape.len())?;
    let size = size.unwrap_or_default();
    if size.len() > axes.len() {
        return Err(RelationError::Attribute {
            name: "output_size",
            expected: format!("at most {} numbers", axes.len()),
            found: size.len().to_string(),
        });
    }
    let mut found = data.shape.to_vec();
    for (axis, place) in places.into_iter().enumerate() {
        match size {
            [] => {}
            [all] => found[place] = all.clone(),
            _ => found[place] = entry("output_size", size, axis)?.clone(),
        }
    }
    assign(reporter, "result", result, TensorType::new(found, data.dtype))?;
    Ok(Solved)
}

/// Relates the types of pooling of whole images by the mean.
#[register_global("tvm.relay.type_relation.GlobalAvgPool2D")]
fn global_avg_pool2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: GlobalPool2DAttrs = attrs_of(attrs)?;
    to_size(&types, Some(&[1.into()]), &attrs.layout, "HW", &reporter)
}

/// Relates the types of pooling of whole images by the maximum.
#[register_global("tvm.relay.type_relation.GlobalMaxPool2D")]
fn global_max_pool2d(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: GlobalPool2DAttrs = attrs_of(attrs)?;
    to_size(&types, Some(&[1.into()]), &attrs.layout, "HW", &reporter)
}

/// Gives the gradient of pooling the type of the pooled images.
#[register_global("tvm.relay.type_relation.MaxPool2DGrad")]
fn pool2d_grad(
    types: Array<Type>,
    _num_inputs: i32,
    _attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let [_gradient, data, result] = types_of(&types)?;
    if tensor("data", data)?.is_none() {
        return Ok(NotYet);
    }
    assign(&reporter, "result", result, data.clone())?;
    Ok(Solved)
}
