//! The layouts of dense layers.

use objet_tir::data_layout::Layout;

use crate::attrs::DensePackAttrs;
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, layout};

/// All matrices have the layout `NC`.
pub(super) fn dense(_query: &LayoutQuery) -> LayoutResult {
    Ok(Some(Layouts::all(2, Layout::new("NC")?)))
}

/// The weights have the layout of the attributes.
pub(super) fn dense_pack(query: &LayoutQuery) -> LayoutResult {
    let attrs = query.attrs::<DensePackAttrs>()?;
    let Some(weight) = layout("weight_layout", &attrs.weight_layout)? else { return Ok(None) };
    let data = Layout::new("NC")?;
    Ok(Some(Layouts::new([data.clone(), weight], data)))
}
