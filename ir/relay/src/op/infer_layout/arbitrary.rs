//! Layouts of operators that treat all elements alike.

use super::{LayoutQuery, LayoutResult, Layouts};

/// Returns the new layout of the first input for all inputs and the result. For the original call,
/// returns the first layout that is defined.
pub(super) fn arbitrary(query: &LayoutQuery) -> LayoutResult {
    let layout = match &query.new {
        Some(_) => query.new_layout(0),
        None => query.old.iter().flatten().next(),
    };
    Ok(layout.map(|layout| Layouts::all(query.old.len(), layout.clone())))
}
