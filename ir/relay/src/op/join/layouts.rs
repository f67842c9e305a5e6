//! The layouts of concatenations.

use objet::prelude::*;
use objet_ir::types::{TensorTypeNode, TupleTypeNode};
use objet_tir::data_layout::Layout;

use crate::attrs::ConcatenateAttrs;
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts};
use crate::op::relation::axis;

/// All tensors get one layout.
pub(super) fn concatenate(query: &LayoutQuery) -> LayoutResult {
    concatenated(query, query.old.len())
}

/// Returns the layout of the first `count` inputs, which are concatenated.
///
/// - In the original call, it is the first layout that is defined.
/// - Equal new layouts stay. Otherwise, the inputs return to the original layout.
pub(crate) fn concatenated(query: &LayoutQuery, count: usize) -> LayoutResult {
    let mut attrs = query.attrs::<ConcatenateAttrs>()?;
    let first = || {
        let tuple = query.types.first()?.as_node::<TupleTypeNode>()?;
        axis("data", attrs.axis.into(), tuple.fields.first()?.as_node::<TensorTypeNode>()?.shape.len()).ok()
    };
    let Some(joined) = first() else { return Ok(None) };
    let letter = |layout: &Layout| layout.axis(joined as i64).ok();
    let Some(new) = &query.new else {
        let layout = query.old.iter().take(count).flatten().next();
        let layout = layout.filter(|layout| letter(layout).is_some_and(|letter| letter.is_ascii_uppercase()));
        return Ok(layout.map(|layout| Layouts::all(count, layout.clone())));
    };
    let Some(old) = query.old(0) else { return Ok(None) };
    let mut new = new.iter().take(count).map(Option::as_ref);
    let Some(Some(layout)) = new.next() else { return Ok(None) };
    if !new.all(|other| other.is_some_and(|other| other.name == layout.name)) {
        return Ok(Some(Layouts::all(count, old.clone())));
    }
    let Some(position) = letter(old).and_then(|letter| layout.index_of(letter)) else { return Ok(None) };
    *attrs.make_mut().axis = position as i32;
    Ok(Some(Layouts::all(count, layout.clone()).with_attrs(attrs)))
}
