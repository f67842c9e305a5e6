//! The layouts of operators on regions, which are those of their attributes.

use objet_tir::data_layout::Layout;

use crate::attrs::{ROIAlignAttrs, ROIPoolAttrs};
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, layout};

pub(super) fn roi_align(query: &LayoutQuery) -> LayoutResult {
    of_attributes(&query.attrs::<ROIAlignAttrs>()?.layout)
}

pub(super) fn roi_pool(query: &LayoutQuery) -> LayoutResult {
    of_attributes(&query.attrs::<ROIPoolAttrs>()?.layout)
}

/// The regions are a list, whose first axis has a layout.
fn of_attributes(data: &str) -> LayoutResult {
    let Some(data) = layout("layout", data)? else { return Ok(None) };
    Ok(Some(Layouts::new([data.clone(), Layout::new("N")?], data)))
}
