//! The layouts of operators that slice.

use objet::prelude::*;
use objet_ir::expr::Integer;
use objet_tir::data_layout::Layout;
use objet_tir::op::as_const_int;

use crate::attrs::{SliceLikeAttrs, StridedSliceAttrs};
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts};
use crate::op::relation::axis;

/// Both tensors have one layout, and the cut axes move with their letters.
pub(super) fn slice_like(query: &LayoutQuery) -> LayoutResult {
    let mut attrs = query.attrs::<SliceLikeAttrs>()?;
    let [old, like] = [query.old(0), query.old(1)];
    let (Some(old), Some(like)) = (old, like) else { return Ok(None) };
    if query.new.is_none() {
        return Ok(Some(Layouts::new([old.clone(), like.clone()], like.clone())));
    }
    let [Some(new), Some(new_like)] = [query.new_layout(0), query.new_layout(1)] else { return Ok(None) };
    if new.name != new_like.name {
        return Ok(None);
    }
    let layouts = Layouts::all(2, new.clone());
    let Some(axes) = &attrs.axes else { return Ok(Some(layouts)) };
    let Some(axes) = axes.iter().map(|axis| moved(old, new, axis)).collect::<Option<_>>() else {
        return Ok(None);
    };
    *attrs.make_mut().axes = Some(axes);
    Ok(Some(layouts.with_attrs(attrs)))
}

/// Returns the position of an axis in a new layout.
fn moved(old: &Layout, new: &Layout, position: &Integer) -> Option<Integer> {
    let position = axis("data", position.value, old.ndim()).ok()?;
    Some(Integer::from(new.index_of(old.axis(position as i64).ok()?)? as i32))
}

/// A permuted layout permutes the slices. If the new layout has fewer blocks, the tensor returns to
/// the original layout. In a layout that appends blocks to the original one, the
/// bounds of split axes are divided by the length of their blocks.
pub(super) fn strided_slice(query: &LayoutQuery) -> LayoutResult {
    let attrs = query.attrs::<StridedSliceAttrs>()?;
    let (Some(old), Some(shape)) = (query.old(0), query.shape(0)) else { return Ok(None) };
    if query.new.is_none() {
        return Ok(Some(Layouts::all(1, old.clone())));
    }
    let Some(new) = query.new_layout(0) else { return Ok(None) };
    if old.name.starts_with(new.name.as_str()) {
        return Ok(Some(Layouts::all(1, old.clone())));
    }
    let slices = Slices { attrs: &attrs, old, new };
    let sliced = match () {
        () if new.name.starts_with(old.name.as_str()) => slices.blocked(),
        () if new.name.len() != old.name.len() => None,
        () if attrs.axes.is_some() => slices.with_moved_axes(attrs.clone()),
        () => slices.permuted(shape.iter().map(as_const_int).collect()),
    };
    Ok(sliced.map(|attrs| Layouts::all(1, new.clone()).with_attrs(attrs)))
}

struct Slices<'a> {
    attrs: &'a StridedSliceAttrs,
    old: &'a Layout,
    new: &'a Layout,
}

impl Slices<'_> {
    /// Replaces the axes by their positions in the new layout.
    fn with_moved_axes(&self, mut attrs: StridedSliceAttrs) -> Option<StridedSliceAttrs> {
        if let Some(axes) = &self.attrs.axes {
            let axes = axes.iter().map(|axis| moved(self.old, self.new, axis));
            *attrs.make_mut().axes = Some(axes.collect::<Option<_>>()?);
        }
        Some(attrs)
    }

    /// Returns slices of all axes in the order of the new layout.
    fn permuted(&self, shape: Vec<Option<i64>>) -> Option<StridedSliceAttrs> {
        let (begin, end) = (self.attrs.begin.as_ref()?, self.attrs.end.as_ref()?);
        let strides = self.attrs.strides.as_ref()?;
        let (mut begins, mut ends, mut steps) = (Array::new(), Array::new(), Array::new());
        for letter in self.new.axis_letters() {
            let position = self.old.index_of(letter)?;
            let length = || Some(Integer::from(i32::try_from((*shape.get(position)?)?).ok()?));
            begins.push(begin.get(position).cloned().unwrap_or_else(|| Integer::from(0)));
            ends.push(Some(match end.get(position) {
                Some(Some(end)) => end.clone(),
                _ => length()?,
            }));
            steps.push(strides.get(position).cloned().unwrap_or_else(|| Integer::from(1)));
        }
        let mut attrs = self.attrs.clone();
        let fields = attrs.make_mut();
        (*fields.begin, *fields.end, *fields.strides) = (Some(begins), Some(ends), Some(steps));
        Some(attrs)
    }

    /// Divides the bounds of split axes. The blocks must be whole, and their steps 1.
    fn blocked(&self) -> Option<StridedSliceAttrs> {
        let (begin, end) = (self.attrs.begin.as_ref()?, self.attrs.end.as_ref()?);
        let (mut begins, mut ends) = (Array::new(), Array::new());
        for (index, (begin, end)) in begin.iter().zip(end).enumerate() {
            let position = match &self.attrs.axes {
                Some(axes) => axis("data", axes.get(index)?.value, self.old.ndim()).ok()?,
                None => index,
            };
            let letter = self.old.axis(position as i64).ok().filter(char::is_ascii_uppercase)?;
            let Some(factor) = self.new.factor_of(letter) else {
                begins.push(begin.clone());
                ends.push(end.clone());
                continue;
            };
            let step = self.attrs.strides.as_ref().and_then(|strides| strides.get(index));
            if step.is_some_and(|step| step.value != 1) {
                return None;
            }
            let is_rest = self.attrs.slice_mode == "size";
            begins.push(divided(begin, factor)?);
            ends.push(match end {
                Some(end) if is_rest && end.value < 0 => Some(end.clone()),
                Some(end) => Some(divided(end, factor)?),
                None => None,
            });
        }
        let mut attrs = self.with_moved_axes(self.attrs.clone())?;
        let fields = attrs.make_mut();
        (*fields.begin, *fields.end) = (Some(begins), Some(ends));
        Some(attrs)
    }
}

/// Divides a bound by the length of a block, if the result is whole.
fn divided(bound: &Integer, factor: i32) -> Option<Integer> {
    let factor = i64::from(factor);
    match bound.value.checked_rem(factor)? {
        0 => Some(Integer::from(i32::try_from(bound.value / factor).ok()?)),
        _ => None,
    }
}
