//! Layouts by the functions that front ends know.

use objet::prelude::*;
use objet::{BoxError, String};
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, exprs};

use super::{BijectiveLayout, Layout, UNDEFINED};

/// The layout of that text; null if that is empty or says that the layout is not known.
#[register_global("tir.Layout")]
fn layout(name: &str) -> Result<Option<Layout>, ConstructError> {
    match name {
        "" | UNDEFINED => Ok(None),
        name => Layout::new(name).map(Some),
    }
}

/// The position of an axis, or -1.
#[register_global("tir.LayoutIndexOf")]
fn index_of(layout: Option<Layout>, axis: &str) -> Result<i64, ConstructError> {
    let axis = super::axis_name(axis)?;
    Ok(layout.and_then(|layout| layout.index_of(axis)).map_or(-1, |index| index as i64))
}

/// How many elements of an axis lie in a block, or -1 if it is not split.
#[register_global("tir.LayoutFactorOf")]
fn factor_of(layout: Option<Layout>, axis: &str) -> Result<i64, ConstructError> {
    let axis = super::axis_name(axis)?;
    Ok(layout.and_then(|layout| layout.factor_of(axis)).map_or(-1, i64::from))
}

/// The number of axes.
#[register_global("tir.LayoutNdim")]
fn ndim(layout: Layout) -> i64 {
    layout.ndim() as i64
}

/// The name of the axis at a position, which counts from the end if it is negative.
#[register_global("tir.LayoutGetItem")]
fn get_item(layout: Layout, index: i64) -> Result<String, ConstructError> {
    layout.axis(index).map(|name| name.to_string().into())
}

/// How indices in one layout become indices in another; null if a layout is not known, or if the other has an axis that the
/// one has not.
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
            /// The numbers in the other layout.
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
