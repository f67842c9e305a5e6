//! Arithmetic of sliding windows on spatial axes.

use objet_ir::expr::PrimExpr;
use objet_tir::op::{Checked, floordiv};

use super::{RelationError, extent};

/// Returns the entry of a list of attributes for a spatial axis.
///
/// # Errors
/// Fails if the list is too short.
pub(crate) fn entry<'a>(
    name: &'static str,
    list: &'a [PrimExpr],
    axis: usize,
) -> Result<&'a PrimExpr, RelationError> {
    list.get(axis).ok_or_else(|| RelationError::Attribute {
        name,
        expected: format!("at least {} numbers", axis + 1),
        found: list.len().to_string(),
    })
}

/// Returns the total padding of each of `axes` spatial axes. The attribute has one number for all
/// sides, one for both sides of each axis, or one for each side: first the sides before the axes,
/// then the sides after them.
///
/// # Errors
/// Fails if the attribute has another number of entries.
pub(crate) fn total_padding(padding: &[PrimExpr], axes: usize) -> Result<Vec<Checked>, RelationError> {
    let total = |axis: usize| match padding {
        [all] => Some(Checked::from(all) * 2),
        _ if padding.len() == axes => Some(Checked::from(padding.get(axis)?) * 2),
        _ if padding.len() == 2 * axes => Some(Checked::from(padding.get(axis)?) + padding.get(axes + axis)?),
        _ => None,
    };
    (0..axes).map(total).collect::<Option<_>>().ok_or_else(|| RelationError::Attribute {
        name: "padding",
        expected: format!("1, {axes} or {} numbers", 2 * axes),
        found: padding.len().to_string(),
    })
}

/// Returns the distance that a window covers: `(size - 1) * dilation + 1`.
pub(crate) fn covered(size: &PrimExpr, dilation: &PrimExpr) -> Checked {
    Checked::from(1) + (Checked::from(size) - 1) * dilation
}

/// Returns the number of positions of a window on an axis. An axis of any length has any number.
///
/// # Errors
/// Fails if the extents cannot be computed, for example because the stride is 0.
pub(crate) fn positions(
    length: &PrimExpr,
    padding: Checked,
    covered: Checked,
    stride: &PrimExpr,
) -> Result<PrimExpr, RelationError> {
    if extent::is_any(length) { Ok(length.clone()) } else { steps(length, padding, covered, stride) }
}

/// Returns the number of positions of a window, like [`positions`]. The result for `Any` is an
/// expression of it.
///
/// # Errors
/// Fails if the extents cannot be computed, for example because the stride is 0.
pub(crate) fn steps(
    length: &PrimExpr,
    padding: Checked,
    covered: Checked,
    stride: &PrimExpr,
) -> Result<PrimExpr, RelationError> {
    let last = Checked::from(length) + padding - covered;
    Ok((Checked::from(floordiv(last, stride, None)) + 1).expr()?)
}
