//! The layouts of normalizations.

use objet::prelude::*;
use objet_tir::data_layout::Layout;

use crate::attrs::BatchNormAttrs;
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, channels};
use crate::op::relation::axis;

/// The axis of the channels moves with its letter. If a new layout splits the axis, the data
/// returns to the original layout. All vectors have the layout `C`.
pub(super) fn batch_norm(query: &LayoutQuery) -> LayoutResult {
    let mut attrs = query.attrs::<BatchNormAttrs>()?;
    let (Some(old), Some(mut data)) = (query.old(0), query.current(0)) else { return Ok(None) };
    if query.new.is_some() {
        let channels = axis("data", attrs.axis.into(), old.ndim()).ok();
        let channels = channels.and_then(|position| old.axis(position as i64).ok());
        if channels.is_none_or(|letter| data.factor_of(letter).is_some()) {
            data = old;
        }
        let Some(position) = moved_axis(old, data, attrs.axis) else { return Ok(None) };
        *attrs.make_mut().axis = position;
    }
    let channels = channels()?;
    let mut inputs = vec![channels.clone(); 5];
    inputs[0] = data.clone();
    let outputs = vec![data.clone(), channels.clone(), channels];
    Ok(Some(Layouts { inputs, outputs, attrs: None }.with_attrs(attrs)))
}

/// Returns the position of an axis in a new layout.
pub(crate) fn moved_axis(old: &Layout, new: &Layout, position: i32) -> Option<i32> {
    let position = axis("data", position.into(), old.ndim()).ok()?;
    i32::try_from(new.index_of(old.axis(position as i64).ok()?)?).ok()
}
