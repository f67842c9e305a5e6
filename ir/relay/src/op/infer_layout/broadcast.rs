//! Layouts of operators on two tensors that are broadcast.

use objet_ir::expr::PrimExpr;
use objet_tir::data_layout::Layout;
use objet_tir::op::as_const_int;

use super::{LayoutError, LayoutQuery, LayoutResult, Layouts};

/// Returns the layouts of two inputs that are broadcast, and of the result.
pub(super) fn broadcast(query: &LayoutQuery) -> LayoutResult {
    Ok(broadcast_pair(query)?.map(|(inputs, output)| Layouts::new(inputs, output)))
}

/// Returns the layouts of the first two inputs, and of the result.
///
/// - If one layout is undefined, it is the end of the other one, if that tensor has as many axes.
/// - A scalar keeps its layout.
/// - Otherwise, both get the layout with more primal axes. Axes of length 1 of the other input are
///   not split.
pub(crate) fn broadcast_pair(query: &LayoutQuery) -> Result<Option<([Layout; 2], Layout)>, LayoutError> {
    let (lhs, rhs) = match (query.current(0), query.current(1)) {
        (Some(lhs), Some(rhs)) => (lhs, rhs),
        (Some(lhs), None) => {
            let rhs = end_of(lhs, query.shape(0), query.shape(1))?;
            return Ok(rhs.map(|rhs| ([lhs.clone(), rhs], lhs.clone())));
        }
        (None, Some(rhs)) => {
            let lhs = end_of(rhs, query.shape(1), query.shape(0))?;
            return Ok(lhs.map(|lhs| ([lhs, rhs.clone()], rhs.clone())));
        }
        (None, None) => return Ok(None),
    };
    if lhs.ndim() == 0 {
        return Ok(Some(([lhs.clone(), rhs.clone()], rhs.clone())));
    }
    if rhs.ndim() == 0 {
        return Ok(Some(([lhs.clone(), rhs.clone()], lhs.clone())));
    }
    let is_lhs_small = lhs.primal_ndim() < rhs.primal_ndim();
    let (small, large) = if is_lhs_small { (lhs, rhs) } else { (rhs, lhs) };
    let index = usize::from(!is_lhs_small);
    let is_unit =
        |axis: char| small.index_of(axis).is_none() || is_unit(axis, query.old(index), query.shape(index));
    let adjusted = with_whole_units(large, is_unit)?;
    let inputs = if is_lhs_small { [adjusted, large.clone()] } else { [large.clone(), adjusted] };
    Ok(Some((inputs, large.clone())))
}

/// Returns the layout of the last axes of a tensor, as many as another tensor has. Its blocks have
/// the lengths of the axes of that tensor.
fn end_of(
    layout: &Layout,
    shape: Option<&[PrimExpr]>,
    other: Option<&[PrimExpr]>,
) -> Result<Option<Layout>, LayoutError> {
    let (Some(shape), Some(other)) = (shape, other) else { return Ok(None) };
    let start = shape.len().checked_sub(other.len());
    let Some(part) = start.and_then(|start| layout.part(start, other.len())) else { return Ok(None) };
    let is_unit = |axis: char| is_unit(axis, Some(&part), Some(other));
    let is_split = |axis: char| axis.is_ascii_lowercase() && is_unit(axis.to_ascii_uppercase());
    if layout.ndim() == shape.len() && part.axis_letters().any(is_split) {
        return with_whole_units(&part, is_unit).map(Some);
    }
    Ok(Some(part))
}

/// Returns whether a primal axis, with all its blocks, has the length 1.
fn is_unit(axis: char, layout: Option<&Layout>, shape: Option<&[PrimExpr]>) -> bool {
    let (Some(layout), Some(shape)) = (layout, shape) else { return false };
    let mut lengths =
        layout.axis_letters().zip(shape).filter(|(letter, _)| letter.eq_ignore_ascii_case(&axis));
    layout.index_of(axis).is_some() && lengths.all(|(_, length)| as_const_int(length) == Some(1))
}

/// Returns a layout in which the blocks of axes of length 1 have the length 1.
fn with_whole_units(layout: &Layout, is_unit: impl Fn(char) -> bool) -> Result<Layout, LayoutError> {
    let mut name = String::new();
    for (letter, factor) in layout.letters_and_factors() {
        let factor = factor.map(|factor| if is_unit(letter.to_ascii_uppercase()) { 1 } else { factor });
        name.extend(factor.map(|factor| factor.to_string()));
        name.push(letter);
    }
    Ok(Layout::new(name)?)
}
