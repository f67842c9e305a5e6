//! The layouts of operators that permute or remove axes.

use objet::prelude::*;
use objet_ir::expr::Integer;
use objet_tir::data_layout::Layout;
use objet_tir::op::as_const_int;

use crate::attrs::{SqueezeAttrs, TransposeAttrs};
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts};
use crate::op::relation::axis;

/// A new layout of the same axes permutes the axes by their letters. Otherwise, the input returns
/// to the original layout.
pub(super) fn transpose(query: &LayoutQuery) -> LayoutResult {
    let mut attrs = query.attrs::<TransposeAttrs>()?;
    let Some(old) = query.old(0) else { return Ok(None) };
    let axes: Option<Vec<usize>> = match attrs.axes.as_ref().filter(|axes| !axes.is_empty()) {
        Some(axes) => axes.iter().map(|position| axis("data", position.value, old.ndim()).ok()).collect(),
        None => Some((0..old.ndim()).rev().collect()),
    };
    let Some(mut axes) = axes else { return Ok(None) };
    let moved = |new: &Layout| {
        let axes = axes.iter().map(|position| new.index_of(old.axis(*position as i64).ok()?));
        axes.collect::<Option<Vec<_>>>().filter(|axes| axes.len() == new.ndim())
    };
    let mut input = old;
    if let Some(new) = query.new_layout(0)
        && let Some(moved) = moved(new)
    {
        (input, axes) = (new, moved);
    }
    // The letters are those at these positions of the name. In a layout with blocks, other
    // positions than those of primal axes do not form a layout.
    let output = axes.iter().map(|position| input.name.as_bytes().get(*position).copied().map(char::from));
    let Some(output) = output.collect::<Option<String>>() else { return Ok(None) };
    let Ok(output) = Layout::new(output) else { return Ok(None) };
    *attrs.make_mut().axes = Some(axes.into_iter().map(|position| Integer::from(position as i32)).collect());
    Ok(Some(Layouts::new([input.clone()], output).with_attrs(attrs)))
}

/// The removed axes move with their letters.
pub(super) fn squeeze(query: &LayoutQuery) -> LayoutResult {
    let mut attrs = query.attrs::<SqueezeAttrs>()?;
    let (Some(old), Some(shape)) = (query.old(0), query.shape(0)) else { return Ok(None) };
    let Some(input) = query.current(0) else { return Ok(None) };
    let axes: Option<Vec<usize>> = match &attrs.axis {
        Some(axes) => axes.iter().map(|position| axis("data", position.value, old.ndim()).ok()).collect(),
        None => {
            let lengths = shape.iter().map(as_const_int).zip(0..);
            Some(lengths.filter(|(length, _)| *length == Some(1)).map(|(_, axis)| axis).collect())
        }
    };
    let moved = axes.and_then(|axes| {
        let moved = axes.iter().map(|position| input.index_of(old.axis(*position as i64).ok()?));
        moved.collect::<Option<Vec<_>>>()
    });
    let Some(axes) = moved else { return Ok(None) };
    let kept = input.axes.iter().zip(0..).filter(|(_, position)| !axes.contains(position));
    let output = Layout::of_axes(kept.map(|(axis, _)| axis.clone()).collect::<Array<_>>());
    let layouts = Layouts::new([input.clone()], output);
    if query.new.is_none() {
        return Ok(Some(layouts));
    }
    *attrs.make_mut().axis = Some(axes.into_iter().map(|position| Integer::from(position as i32)).collect());
    Ok(Some(layouts.with_attrs(attrs)))
}
