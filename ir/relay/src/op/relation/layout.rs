//! Shapes in the layouts of attributes.
//!
//! An operator computes in one layout, such as `NCHW`. Its attributes name the layouts of its
//! operands, so a relation converts the shapes of the inputs to that layout, and the shape of the
//! result back.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::data_layout::Layout;
use objet_tir::op::{Checked, floordiv};

use super::{RelationError, extent};
use objet_tir::op::simplified;

/// An axis of a layout: its letter, and the factor of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Axis {
    letter: char,
    factor: Option<i32>,
}

impl Axis {
    fn primal(self) -> char {
        self.letter.to_ascii_uppercase()
    }

    fn is_primal(self) -> bool {
        self.factor.is_none()
    }
}

/// Converts a shape from one layout to another. `name` is the attribute that names one of them.
///
/// If the shape has `Any` at some position, then the axis at the same position of the result has
/// any length too, unless it is a block. Other axes that depend on an axis of any length become
/// expressions of it.
///
/// # Errors
/// Fails if a layout is malformed, if the layouts do not have the same axes, if the shape has
/// another number of axes, or if a block of the shape has another length than its factor.
pub(crate) fn in_layout(
    name: &'static str,
    shape: &[PrimExpr],
    from: &str,
    to: &str,
) -> Result<Array<PrimExpr>, RelationError> {
    let (source, target) = convertible(name, from, to)?;
    if shape.len() != source.len() {
        let expected = source.len();
        return Err(RelationError::Rank { operand: layout_operand(name), expected, found: shape.len() });
    }
    for (axis, length) in source.iter().zip(shape) {
        if let (Some(factor), Some(found)) = (axis.factor, extent::constant(length))
            && found != i64::from(factor)
        {
            let (expected, found) = (factor.to_string(), found.to_string());
            return Err(RelationError::Extent { what: "the length of a block", expected, found });
        }
    }
    let length = |(position, axis): (usize, &Axis)| -> Result<PrimExpr, RelationError> {
        match axis.factor {
            Some(factor) => Ok(factor.into()),
            None if shape.get(position).is_some_and(extent::is_any) => Ok(extent::any()),
            None => Ok(simplified(&primal_length(axis.letter, &source, &target, shape)?)),
        }
    };
    target.iter().enumerate().map(length).collect()
}

/// Checks that a layout can be converted to another one.
///
/// # Errors
/// Fails if a layout is malformed, or if the layouts do not have the same axes.
pub(crate) fn expect_convertible(name: &'static str, from: &str, to: &str) -> Result<(), RelationError> {
    convertible(name, from, to).map(drop)
}

/// Returns the axes of two layouts with the same primal axes.
fn convertible(name: &'static str, from: &str, to: &str) -> Result<(Vec<Axis>, Vec<Axis>), RelationError> {
    let (source, target) = (axes(name, from)?, axes(name, to)?);
    let covers = |some: &[Axis], others: &[Axis]| {
        others.iter().all(|other| some.iter().any(|axis| axis.primal() == other.primal()))
    };
    if covers(&source, &target) && covers(&target, &source) {
        Ok((source, target))
    } else {
        Err(RelationError::Layout { name, expected: to.into(), found: from.into() })
    }
}

/// Returns the length of a primal axis of the target: the length in the source times the blocks of
/// the source, divided by the blocks of the target.
fn primal_length(
    letter: char,
    source: &[Axis],
    target: &[Axis],
    shape: &[PrimExpr],
) -> Result<PrimExpr, RelationError> {
    let blocks = |axes: &[Axis]| -> Option<i32> {
        let factors = axes.iter().filter(|axis| axis.primal() == letter).filter_map(|axis| axis.factor);
        factors.reduce(i32::saturating_mul)
    };
    let position = source.iter().position(|axis| axis.letter == letter);
    let Some(length) = position.and_then(|position| shape.get(position)) else {
        let expected = "a layout with all axes".into();
        return Err(RelationError::Attribute { name: "layout", expected, found: letter.into() });
    };
    let (multiplied, divided) = (blocks(source), blocks(target));
    if multiplied.or(divided).is_some() && length.dtype != DataType::int(32) {
        let (expected, found) = ("int32 (the axis is split into blocks)", length.dtype);
        return Err(RelationError::DataType { operand: "the length of an axis", expected, found });
    }
    let whole = match multiplied {
        Some(factor) => (Checked::from(length) * factor).expr()?,
        None => length.clone(),
    };
    Ok(match divided {
        Some(factor) => floordiv(whole, factor, None)?,
        None => whole,
    })
}

/// Returns the operand that a layout attribute is about.
fn layout_operand(name: &str) -> &'static str {
    match name {
        "kernel_layout" | "weight_layout" => "weight",
        "out_layout" => "result",
        _ => "data",
    }
}

/// Parses a layout.
fn axes(name: &'static str, layout: &str) -> Result<Vec<Axis>, RelationError> {
    let malformed = || RelationError::Attribute {
        name,
        expected: "a layout that has each axis once".into(),
        found: if layout.is_empty() { "an empty text".into() } else { layout.into() },
    };
    let axes: Vec<Axis> = if layout.bytes().all(|letter| letter.is_ascii_uppercase()) {
        layout.chars().map(|letter| Axis { letter, factor: None }).collect()
    } else {
        Layout::new(layout)?;
        let mut axes = Vec::new();
        let mut factor = 0_i32;
        for letter in layout.chars() {
            match letter.to_digit(10) {
                Some(digit) => factor = factor.saturating_mul(10).saturating_add_unsigned(digit),
                None => {
                    let block = letter.is_ascii_lowercase().then_some(std::mem::take(&mut factor));
                    axes.push(Axis { letter, factor: block });
                }
            }
        }
        axes
    };
    let mut known = 0_u64;
    for axis in &axes {
        let bit = 1_u64 << ((axis.letter as u32).wrapping_sub('A' as u32) & 63);
        if known & bit != 0 {
            return Err(malformed());
        }
        known |= bit;
    }
    if axes.is_empty() || !axes.iter().any(|axis| axis.is_primal()) { Err(malformed()) } else { Ok(axes) }
}

/// Returns the positions of primal axes in a layout. They must not be split into blocks.
///
/// # Errors
/// Fails if the layout is malformed, lacks one of the axes or splits it, or if a tensor of `ndim`
/// axes has no such position.
pub(crate) fn positions_in(
    name: &'static str,
    layout: &str,
    letters: &'static str,
    ndim: usize,
) -> Result<Vec<usize>, RelationError> {
    let axes = axes(name, layout)?;
    let position = |letter: char| {
        let position = axes.iter().position(|axis| axis.letter == letter);
        let is_split = axes.iter().any(|axis| !axis.is_primal() && axis.primal() == letter);
        let position = position.filter(|_| !is_split).ok_or_else(|| RelationError::Attribute {
            name,
            expected: format!("a layout with the whole axes {letters}"),
            found: layout.into(),
        })?;
        super::axis("data", position as i64, ndim)
    };
    letters.chars().map(position).collect()
}
