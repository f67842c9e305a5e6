//! The layouts of operators on quantized tensors. Scales and zero points have the layout `C`.

use objet::prelude::*;
use objet_ir::types::TupleTypeNode;
use objet_tir::data_layout::Layout;

use crate::attrs::RequantizeAttrs;
use crate::op::infer_layout::{LayoutError, LayoutQuery, LayoutResult, Layouts, broadcast_pair, channels};
use crate::op::join::layouts::concatenated;
use crate::op::nn::conv::attributes::Conv;
use crate::op::nn::conv::layouts;
use crate::op::nn::norm::layouts::moved_axis;

/// Adds the layouts of `count` scales and zero points.
fn with_channels(mut layouts: Layouts, count: usize) -> Result<Layouts, LayoutError> {
    let channels = channels()?;
    layouts.inputs.extend(std::iter::repeat_n(channels, count));
    Ok(layouts)
}

/// The layouts of two tensors that are broadcast.
pub(super) fn broadcast(query: &LayoutQuery) -> LayoutResult {
    let Some((inputs, output)) = broadcast_pair(query)? else { return Ok(None) };
    with_channels(Layouts::new(inputs, output), 6).map(Some)
}

/// The layouts of a convolution.
pub(super) fn conv<A: IsObjectRef>(query: &LayoutQuery) -> LayoutResult
where
    for<'a> Conv<'a>: From<&'a A>,
{
    layouts::conv::<A>(query)?.map(|layouts| with_channels(layouts, 4)).transpose()
}

/// All tensors get one layout.
pub(super) fn concatenate(query: &LayoutQuery) -> LayoutResult {
    let tuple = query.types.first().and_then(|ty| ty.as_node::<TupleTypeNode>());
    let Some(count) = tuple.map(|tuple| tuple.fields.len()) else { return Ok(None) };
    if query.old.len() != 3 * count + 2 {
        return Ok(None);
    }
    let layouts = concatenated(query, count)?;
    layouts.map(|layouts| with_channels(layouts, 2 * count + 2)).transpose()
}

/// The axis of the scales moves with its letter. The tensor takes the primal axes of a new layout.
pub(super) fn requantize(query: &LayoutQuery) -> LayoutResult {
    let mut attrs = query.attrs::<RequantizeAttrs>()?;
    let (Some(old), Some(data)) = (query.old(0), query.current(0)) else { return Ok(None) };
    let mut data = data.clone();
    if query.new.is_some() {
        let whole: String = data.axis_letters().filter(char::is_ascii_uppercase).collect();
        data = Layout::new(whole)?;
        let Some(position) = moved_axis(old, &data, attrs.axis) else { return Ok(None) };
        *attrs.make_mut().axis = position;
    }
    let layouts = with_channels(Layouts::new([data.clone()], data), 4)?;
    Ok(Some(layouts.with_attrs(attrs)))
}
