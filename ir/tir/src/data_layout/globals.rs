//! Global functions through which front ends create and convert layouts.

use objet::String;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, exprs};

use super::{BijectiveLayout, Layout, UNDEFINED};

/// Parses a layout. Returns null for an empty name and for the name of the undefined layout.
#[register_global("tir.Layout")]
fn layout(name: &str) -> Result<Option<Layout>, ConstructError> {
    match name {
        "" | UNDEFINED => Ok(None),
        name => Layout::new(name).map(Some),
    }
}

/// Returns the position of an axis, or -1 if the layout does not have the axis.
#[register_global("tir.LayoutIndexOf")]
fn index_of(layout: Option<Layout>, axis: &str) -> Result<i64, ConstructError> {
    let axis = super::axis_name(axis)?;
    Ok(layout.and_then(|layout| layout.index_of(axis)).map_or(-1, |index| index as i64))
}

/// Returns the product of the factors of a primal axis, or -1 if the axis is not split.
#[register_global("tir.LayoutFactorOf")]
fn factor_of(layout: Option<Layout>, axis: &str) -> Result<i64, ConstructError> {
    let axis = super::axis_name(axis)?;
    Ok(layout.and_then(|layout| layout.factor_of(axis)).map_or(-1, i64::from))
}

/// Returns the number of axes.
#[register_global("tir.LayoutNdim")]
fn ndim(layout: Layout) -> i64 {
    layout.ndim() as i64
}

/// Returns the letter of the axis at a position. A negative position counts from the end.
#[register_global("tir.LayoutGetItem")]
fn get_item(layout: Layout, index: i64) -> Result<String, ConstructError> {
    layout.axis(index).map(|name| name.to_string().into())
}

/// Creates the conversion between two layouts. Returns null if a layout is undefined, or if the
/// destination has a primal axis that the source lacks.
#[register_global("tir.BijectiveLayout")]
fn bijective_layout(
    src_layout: Option<Layout>,
    dst_layout: Option<Layout>,
) -> Result<Option<BijectiveLayout>, ConstructError> {
    match (src_layout, dst_layout) {
        (Some(src), Some(dst)) if src.has_axes_of(&dst) => BijectiveLayout::new(src, dst).map(Some),
        _ => Ok(None),
    }
}

macro_rules! conversions {
    ($($name:literal $function:ident;)*) => {
        $(
            /// Converts indices or a shape to the other layout.
            #[register_global($name)]
            fn $function(layout: BijectiveLayout, numbers: Array<Option<ObjectRef>>) -> Result<Array<PrimExpr>, BoxError> {
                Ok(layout.$function(exprs(numbers)?)?)
            }
        )*
    };
}

conversions! {
    "tir.BijectiveLayoutForwardIndex" forward_index;
    "tir.BijectiveLayoutBackwardIndex" backward_index;
    "tir.BijectiveLayoutForwardShape" forward_shape;
    "tir.BijectiveLayoutBackwardShape" backward_shape;
}
