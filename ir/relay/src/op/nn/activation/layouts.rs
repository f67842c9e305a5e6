//! The layouts of activation functions.

use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, channels};

/// The tensor keeps its original layout, because the factors are those of one of its axes.
pub(super) fn prelu(query: &LayoutQuery) -> LayoutResult {
    let Some(data) = query.old(0) else { return Ok(None) };
    Ok(Some(Layouts::new([data.clone(), channels()?], data.clone())))
}
