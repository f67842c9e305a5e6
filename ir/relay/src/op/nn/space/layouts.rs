//! The layouts of operators on spatial axes.

use objet::prelude::*;
use objet_ir::expr::Integer;
use objet_tir::data_layout::Layout;

use crate::attrs::{PadAttrs, UpSampling3DAttrs, UpSamplingAttrs};
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, layout};

/// The widths move with the letters of their axes. If a padded axis is split, the input returns to
/// the original layout. The padding value is a scalar.
pub(super) fn pad(query: &LayoutQuery) -> LayoutResult {
    let mut attrs = query.attrs::<PadAttrs>()?;
    let Some(old) = query.old(0) else { return Ok(None) };
    let widths =
        query.new_layout(0).and_then(|new| Some((new, widths(old, new, attrs.pad_width.as_ref()?)?)));
    let Some((new, widths)) = widths else {
        return Ok(Some(Layouts::new([old.clone(), Layout::scalar()], old.clone())));
    };
    *attrs.make_mut().pad_width = Some(widths);
    Ok(Some(Layouts::new([new.clone(), Layout::scalar()], new.clone()).with_attrs(attrs)))
}

/// Returns the widths in a new layout, or `None` if a padded axis is split.
fn widths(old: &Layout, new: &Layout, widths: &Array<Array<Integer>>) -> Option<Array<Array<Integer>>> {
    let width = |letter: char| {
        let whole = old.index_of(letter);
        if let Some(position) = whole.filter(|_| letter.is_ascii_uppercase()) {
            return widths.get(position).cloned();
        }
        let width = widths.get(old.index_of(letter.to_ascii_uppercase())?)?;
        width.iter().all(|width| width.value == 0).then(|| width.clone())
    };
    new.axis_letters().map(width).collect()
}

/// Declares the layouts of upsampling. A new layout is taken if the spatial axes are whole and in
/// the same places. Scales as inputs have the layout of the attributes.
macro_rules! upsampling {
    ($($function:ident $attrs:ident $spatial:literal;)*) => {
        $(
            pub(crate) fn $function(query: &LayoutQuery) -> LayoutResult {
                let mut attrs = query.attrs::<$attrs>()?;
                let Some(given) = layout("layout", &attrs.layout)? else { return Ok(None) };
                let mut data = given.clone();
                if let Some(new) = query.new_layout(0).filter(|new| keeps(&given, new, $spatial)) {
                    data = new.clone();
                    *attrs.make_mut().layout = new.name.as_str().into();
                }
                let mut inputs = vec![given; query.old.len().max(1)];
                inputs[0] = data.clone();
                Ok(Some(Layouts::new(inputs, data).with_attrs(attrs)))
            }
        )*
    };
}

upsampling! {
    upsampling UpSamplingAttrs "HW";
    upsampling3d UpSampling3DAttrs "DHW";
}

/// Returns whether a new layout has the spatial axes whole and in the same places.
fn keeps(given: &Layout, new: &Layout, spatial: &str) -> bool {
    spatial.chars().all(|letter| {
        new.index_of(letter) == given.index_of(letter) && new.index_of(letter.to_ascii_lowercase()).is_none()
    })
}
