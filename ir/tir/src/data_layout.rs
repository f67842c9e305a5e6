//! Layouts: the order and the splitting of a tensor's axes in memory.
//!
//! A *primal* axis has an uppercase letter. A *subordinate* axis has the lowercase letter of a
//! primal axis and a factor, and splits the primal axis into blocks of that length.

mod convert;
mod globals;
mod parts;

use std::collections::{BTreeMap, BTreeSet};

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::check::Check;
use super::expr::{IterVar, IterVarType, Var};
use super::op::{Checked, floordiv, floormod};
use crate::expr::Range;

/// The order of a tensor's axes. In `NCHW16c`, the primal axis `C` is split into blocks of 16
/// elements, and the last axis is the position in a block.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Layout", is_final)]
#[reflect(repr = show_layout)]
pub struct LayoutNode {
    base: Object,
    /// The layout as a string. An undefined layout has an empty name.
    pub name: String,
    /// The axes, such as `N`, `C`, `H`, `W` and `c` in `NCHW16c`.
    pub axes: Array<IterVar>,
}

/// A conversion of indices and shapes between two layouts.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BijectiveLayout", is_final)]
#[reflect(repr = show_bijection)]
pub struct BijectiveLayoutNode {
    base: Object,
    /// The source layout.
    pub src_layout: Layout,
    /// The destination layout.
    pub dst_layout: Layout,
    /// The destination indices as expressions of the variables of the source axes.
    pub forward_rule: Array<PrimExpr>,
    /// The source indices as expressions of the variables of the destination axes.
    pub backward_rule: Array<PrimExpr>,
}

/// An axis of a layout. A subordinate axis has a factor.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Axis {
    letter: u8,
    factor: Option<i32>,
}

impl Layout {
    /// Parses a layout. An uppercase letter is a primal axis, and a factor followed by a lowercase
    /// letter is a subordinate axis.
    ///
    /// # Errors
    /// Returns an error if `name` is not a layout, or if a subordinate axis has no primal axis.
    ///
    /// ```
    /// use objet_tir::data_layout::Layout;
    ///
    /// let layout = Layout::new("NCHW16c")?;
    /// assert_eq!((layout.ndim(), layout.index_of('H')), (5, Some(2)));
    /// assert_eq!(layout.factor_of('C'), Some(16));
    /// assert_eq!(
    ///     Layout::new("NHW16c").unwrap_err().to_string(),
    ///     "tir.Layout: expected name to be a layout with all primal axes, found NHW16c"
    /// );
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn new(name: impl Into<String>) -> Result<Self, ConstructError> {
        let name = name.into();
        let axes = parse(&name)?.into_iter().map(Axis::variable).collect::<Result<Array<_>, _>>()?;
        Ok(make_object(LayoutNode { base: Object::new(), name, axes }).into())
    }

    /// Returns the number of axes, including subordinate axes.
    pub fn ndim(&self) -> usize {
        self.axes.len()
    }

    /// Returns the position of the axis `letter`, such as `C` or `c`.
    pub fn index_of(&self, letter: char) -> Option<usize> {
        self.letters().position(|axis| char::from(axis.letter) == letter)
    }

    /// Returns the product of the factors of a primal axis, or `None` if the axis is not split.
    pub fn factor_of(&self, letter: char) -> Option<i32> {
        let blocks = self.letters().filter(|axis| char::from(axis.letter) == letter.to_ascii_lowercase());
        blocks.filter_map(|axis| axis.factor).reduce(i32::saturating_mul)
    }

    /// Returns the letter of the axis at a position. A negative position counts from the end.
    ///
    /// # Errors
    /// Returns an error if the position is out of range.
    pub fn axis(&self, index: i64) -> Result<char, ConstructError> {
        let count = self.ndim() as i64;
        let position = if index < 0 { count.saturating_add(index) } else { index };
        let axis = usize::try_from(position).ok().and_then(|position| self.axes.get(position));
        match axis.and_then(Axis::of) {
            Some(axis) => Ok(char::from(axis.letter)),
            None => Err(ConstructError::Number {
                node: LayoutNode::TYPE_KEY,
                operand: "the position of an axis",
                expected: "in range",
                found: index,
            }),
        }
    }

    /// Whether the layout has all primal axes of `other`.
    pub fn has_axes_of(&self, other: &Layout) -> bool {
        let own: BTreeSet<u8> = self.letters().map(Axis::capital).collect();
        other.letters().all(|axis| own.contains(&axis.capital()))
    }

    fn letters(&self) -> impl Iterator<Item = Axis> {
        self.axes.iter().filter_map(Axis::of)
    }
}

impl BijectiveLayout {
    /// Creates the conversion between two layouts.
    ///
    /// # Errors
    /// Returns an error if the layouts do not have the same primal axes.
    ///
    /// ```
    /// use objet::structural_equal;
    /// use objet_tir::data_layout::{BijectiveLayout, Layout};
    /// use objet_tir::op;
    ///
    /// let blocked = BijectiveLayout::new(Layout::new("NCHW")?, Layout::new("NCHW16c")?)?;
    /// let c = &blocked.src_layout.axes[1].var;
    /// assert!(structural_equal(&blocked.forward_rule[1], &op::floordiv(c, 16, None)?));
    /// assert!(structural_equal(&blocked.forward_rule[4], &op::floormod(c, 16, None)?));
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn new(src_layout: Layout, dst_layout: Layout) -> Result<Self, ConstructError> {
        let forward_rule = indices_by(&src_layout, &dst_layout, "dst_layout")?;
        let backward_rule = indices_by(&dst_layout, &src_layout, "src_layout")?;
        let base = Object::new();
        Ok(make_object(BijectiveLayoutNode { base, src_layout, dst_layout, forward_rule, backward_rule })
            .into())
    }
}

/// Returns the indices in `to` as expressions of the variables of `from`.
fn indices_by(from: &Layout, to: &Layout, operand: &'static str) -> Result<Array<PrimExpr>, ConstructError> {
    let (from_axes, to_axes): (Vec<_>, Vec<_>) = (from.letters().collect(), to.letters().collect());
    // The index into each primal axis, by letter.
    let mut wholes = BTreeMap::<u8, Checked>::new();
    for ((part, below), axis) in from_axes.iter().zip(elements_below(&from_axes)).zip(&from.axes) {
        let whole = wholes.entry(part.capital()).or_insert_with(|| 0.into());
        *whole = whole.clone() + &axis.var * below;
    }
    let index = |(axis, stride): (&Axis, i32)| {
        let Some(whole) = wholes.get(&axis.capital()) else {
            let found = to.name.as_str();
            return Err(Check(BijectiveLayoutNode::TYPE_KEY).operand_error(
                operand,
                "a layout with the same primal axes",
                found,
            ));
        };
        // Extracts the index into this part of the primal axis.
        let whole = whole.clone();
        match axis.factor {
            Some(factor) => floordiv(floormod(whole, stride.saturating_mul(factor), None), stride, None),
            None => floordiv(whole, stride, None),
        }
    };
    to_axes.iter().zip(elements_below(&to_axes)).map(index).collect()
}

/// Returns the stride of each axis within its primal axis: the product of the factors of the
/// subordinate axes that follow. For the primal axis itself, this is the product of all its
/// factors.
fn elements_below(axes: &[Axis]) -> Vec<i32> {
    let mut blocks = BTreeMap::<u8, i32>::new();
    let mut below = vec![1; axes.len()];
    for (axis, below) in axes.iter().zip(&mut below).rev() {
        if let Some(factor) = axis.factor {
            let following = blocks.entry(axis.capital()).or_insert(1);
            *below = *following;
            *following = following.saturating_mul(factor);
        }
    }
    for (axis, below) in axes.iter().zip(&mut below).filter(|(axis, _)| axis.factor.is_none()) {
        *below = blocks.get(&axis.capital()).copied().unwrap_or(1);
    }
    below
}

impl Axis {
    fn of(axis: &IterVar) -> Option<Self> {
        let letter = *axis.var.name_hint.as_bytes().last()?;
        let extent = axis.dom.as_ref().and_then(|dom| dom.extent.as_node::<IntImmNode>());
        let factor = extent.and_then(|extent| i32::try_from(extent.value).ok());
        Some(Self { letter, factor: factor.filter(|_| letter.is_ascii_lowercase()) })
    }

    /// Returns the letter of the primal axis.
    fn capital(self) -> u8 {
        self.letter.to_ascii_uppercase()
    }

    /// Creates the iteration variable of the axis.
    fn variable(self) -> Result<IterVar, ConstructError> {
        let var = |name: std::string::String| Var::new(name, DataType::int(32), None);
        let letter = char::from(self.letter);
        let extent = match self.factor {
            Some(factor) => PrimExpr::from(factor),
            None => var(format!("{letter}_shape")).upcast(),
        };
        let dom = Range::from_min_extent(0, extent);
        IterVar::new(Some(dom), var(letter.to_string()), IterVarType::DataPar, "", None)
    }
}

/// The name of the undefined layout.
const UNDEFINED: &str = "__undef__";

/// Parses the letter of an axis.
fn axis_name(name: &str) -> Result<char, ConstructError> {
    match name.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Ok(char::from(*letter)),
        _ => Err(Check(LayoutNode::TYPE_KEY).operand_error("axis", "a single letter", name)),
    }
}

fn parse(name: &str) -> Result<Vec<Axis>, ConstructError> {
    let error = |expected| Check(LayoutNode::TYPE_KEY).operand_error("name", expected, name);
    let mut axes = Vec::new();
    let mut factor = None;
    for letter in name.bytes() {
        match letter {
            b'0'..=b'9' => {
                let digit = i32::from(letter - b'0');
                let longer =
                    factor.unwrap_or(0_i32).checked_mul(10).and_then(|factor| factor.checked_add(digit));
                factor = Some(longer.ok_or_else(|| error("a layout with factors below 2^31"))?);
            }
            b'a'..=b'z' if factor.is_some_and(|factor| factor > 0) => {
                axes.push(Axis { letter, factor: factor.take() });
            }
            b'A'..=b'Z' if factor.is_none() => axes.push(Axis { letter, factor }),
            _ => {
                return Err(error("a layout of uppercase letters, and of factors with lowercase letters"));
            }
        }
    }
    let letters: BTreeSet<u8> = axes.iter().map(|axis| axis.letter).collect();
    if factor.is_some() {
        return Err(error("a layout with a letter after each factor"));
    }
    if !axes.iter().all(|axis| letters.contains(&axis.capital())) {
        return Err(error("a layout with all primal axes"));
    }
    let primal = axes.iter().filter(|axis| axis.letter.is_ascii_uppercase()).count();
    if primal != letters.iter().filter(|letter| letter.is_ascii_uppercase()).count() {
        return Err(error("a layout with each primal axis once"));
    }
    Ok(axes)
}

fn show_layout<'a>(layout: &'a LayoutNode, printer: &mut ReprPrinter<'a>) {
    printer.text("Layout(").text(layout.name.as_str()).text(")");
}

fn show_bijection<'a>(layouts: &'a BijectiveLayoutNode, printer: &mut ReprPrinter<'a>) {
    printer.text("BijectiveLayout(").text(layouts.src_layout.name.as_str());
    printer.text("->").text(layouts.dst_layout.name.as_str()).text(")");
}
