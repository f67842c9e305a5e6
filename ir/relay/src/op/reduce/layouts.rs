//! The layouts of reductions.

use objet::prelude::*;
use objet_ir::expr::Integer;
use objet_tir::data_layout::Layout;

use crate::attrs::{ArgReduceAttrs, ReduceAttrs, VarianceAttrs};
use crate::op::infer_layout::{LayoutError, LayoutQuery, LayoutResult, Layouts};
use crate::op::relation::axis;

macro_rules! reductions {
    ($($(#[doc = $doc:literal])+ $function:ident $attrs:ident $inputs:literal;)*) => {
        $(
            $(#[doc = $doc])+
            pub(super) fn $function(query: &LayoutQuery) -> LayoutResult {
                let mut attrs = query.attrs::<$attrs>()?;
                let (axes, keepdims, exclude) = (attrs.axis.as_ref(), attrs.keepdims, attrs.exclude);
                let Some(found) = reduced(query, axes, keepdims, exclude)? else { return Ok(None) };
                let layouts = Layouts::new(vec![found.input; $inputs], found.output);
                Ok(Some(match found.axes {
                    Some(axes) => {
                        *attrs.make_mut().axis = Some(axes);
                        layouts.with_attrs(attrs)
                    }
                    None => layouts,
                }))
            }
        )*
    };
}

reductions! {
    /// The reduced axes move with their letters.
    reduce ReduceAttrs 1;
    /// The searched axes move with their letters.
    arg_reduce ArgReduceAttrs 1;
    /// The mean has the layout of the data.
    variance VarianceAttrs 2;
}

struct Reduced {
    input: Layout,
    output: Layout,
    /// The axes in a new layout.
    axes: Option<Array<Integer>>,
}

/// Returns the layouts of a reduction. The result lacks the reduced axes, or has them with blocks
/// of length 1. A reduction to a scalar has no layout.
fn reduced(
    query: &LayoutQuery,
    axes: Option<&Array<Integer>>,
    keepdims: bool,
    exclude: bool,
) -> Result<Option<Reduced>, LayoutError> {
    let (Some(old), Some(shape)) = (query.old(0), query.shape(0)) else { return Ok(None) };
    let letter = |position: &Integer| {
        let position = axis("data", position.value, shape.len()).ok()?;
        Some(old.axis(position as i64).ok()?.to_ascii_uppercase())
    };
    let named = match axes {
        Some(axes) => axes.iter().map(letter).collect::<Option<Vec<_>>>(),
        None => Some(old.axis_letters().map(|letter| letter.to_ascii_uppercase()).collect()),
    };
    let Some(named) = named else { return Ok(None) };
    let is_named = |letter: char| named.contains(&letter.to_ascii_uppercase());
    let is_reduced = |letter: char| is_named(letter) != (exclude && axes.is_some());
    let reduces_any = old.axis_letters().any(is_reduced);
    let input = if reduces_any { query.current(0) } else { Some(old) };
    let Some(input) = input else { return Ok(None) };
    let mut output = String::new();
    for (letter, factor) in input.letters_and_factors() {
        if !is_reduced(letter) || keepdims {
            let factor = factor.map(|factor| if is_reduced(letter) { 1 } else { factor });
            output.extend(factor.map(|factor| factor.to_string()));
            output.push(letter);
        }
    }
    if output.is_empty() {
        return Ok(None);
    }
    let axes = (query.new.is_some() && reduces_any).then(|| {
        let letters = input.axis_letters().zip(0..);
        letters.filter(|(letter, _)| is_named(*letter)).map(|(_, axis)| Integer::from(axis)).collect()
    });
    Ok(Some(Reduced { input: input.clone(), output: Layout::new(output)?, axes }))
}
