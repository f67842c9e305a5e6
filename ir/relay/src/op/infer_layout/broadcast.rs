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
            let rhs = end_of(lhs, query.shape(0), query.shape(1));
            return Ok(rhs.map(|rhs| ([lhs.clone(), rhs], lhs.clone())));
        }
        (None, Some(rhs)) => {
            let lhs = end_of(rhs, query.shape(1), query.shape(0));
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
    let old = [query.old(0), query.old(1)].map(|layout| layout.map(|layout| layout.name.as_str()));
    let lengths = match (query.old(index), query.shape(index)) {
        _ if old[0] != old[1] => None,
        (Some(old), Some(shape)) => Some((old, shape)),
        _ => return Ok(None),
    };
    let Some(adjusted) = with_whole_units(large, small, lengths)? else { return Ok(None) };
    let inputs = if is_lhs_small { [adjusted, large.clone()] } else { [large.clone(), adjusted] };
    Ok(Some((inputs, large.clone())))
}

/// Returns the layout of the last axes of a tensor, as many as another tensor has.
fn end_of(layout: &Layout, shape: Option<&[PrimExpr]>, other: Option<&[PrimExpr]>) -> Option<Layout> {
    let (shape, other) = (shape?, other?);
    layout.part(shape.len().checked_sub(other.len())?, other.len())
}

/// Returns the layout of the other input, in which the blocks of axes of length 1 have the length 1:
/// those of axes that `small` lacks, and those that have this length. `lengths` is the layout and
/// the shape of that input, if both inputs have this layout. Returns `None` if the shape lacks an
/// axis.
fn with_whole_units(
    large: &Layout,
    small: &Layout,
    lengths: Option<(&Layout, &[PrimExpr])>,
) -> Result<Option<Layout>, LayoutError> {
    let mut name = String::new();
    for letter in large.axis_letters() {
        let primal = letter.to_ascii_uppercase();
        if letter != primal {
            let mut is_unit = small.index_of(primal).is_none();
            if let Some((old, shape)) = lengths {
                let length = old.index_of(primal).and_then(|position| shape.get(position));
                let Some(length) = length else { return Ok(None) };
                is_unit |= as_const_int(length) == Some(1);
            }
            let factor = if is_unit { Some(1) } else { large.factor_of(primal) };
            name.extend(factor.map(|factor| factor.to_string()));
        }
        name.push(letter);
    }
    Ok(Some(Layout::new(name)?))
}
