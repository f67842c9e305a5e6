//! Layouts: how the axes of a tensor lie in memory.

mod convert;
mod globals;

use std::collections::{BTreeMap, BTreeSet};

use objet::prelude::*;
use objet::{ReprPrinter, String};
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::check::Check;
use super::expr::{IterVar, IterVarType, Var};
use super::op::{Checked, floordiv, floormod};
use crate::expr::Range;

/// The order of a tensor's axes, some of which are split: in `NCHW16c` the axis `C` is split into a greater part and
/// into blocks of 16.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Layout", is_final)]
#[reflect(repr = show_layout)]
pub struct LayoutNode {
    base: Object,
    /// The layout as a text; empty if it is not known.
    pub name: String,
    /// Its axes: `N`, `C`, `H`, `W` and `c` in `NCHW16c`.
    pub axes: Array<IterVar>,
}

/// How indices in one layout become indices in another, and back.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BijectiveLayout", is_final)]
#[reflect(repr = show_bijection)]
pub struct BijectiveLayoutNode {
    base: Object,
    /// The one layout.
    pub src_layout: Layout,
    /// The other one.
    pub dst_layout: Layout,
    /// The indices in the other one, of the variables of the one.
    pub forward_rule: Array<PrimExpr>,
    /// The indices in the one, of the variables of the other one.
    pub backward_rule: Array<PrimExpr>,
}

/// An axis of a layout: a letter, and how long a block is if it is a part of that axis.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Axis {
    letter: u8,
    factor: Option<i32>,
}

impl Layout {
    /// The layout of that text: capital letters are axes, and small ones, after a number, blocks of them.
    ///
    /// # Errors
    /// If the text is no layout, or if it has blocks of an axis that it does not have.
    ///
    /// ```
    /// use objet_tir::data_layout::Layout;
    ///
    /// let layout = Layout::new("NCHW16c")?;
    /// assert_eq!((layout.ndim(), layout.index_of('H'), layout.factor_of('C')), (5, Some(2), Some(16)));
    /// assert_eq!(
    ///     Layout::new("NHW16c").unwrap_err().to_string(),
    ///     "tir.Layout: expected name to be a layout with the axis of every block, found NHW16c"
    /// );
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn new(name: impl Into<String>) -> Result<Self, ConstructError> {
        let name = name.into();
        let axes = parse(&name)?.into_iter().map(Axis::variable).collect::<Result<Array<_>, _>>()?;
        Ok(make_object(LayoutNode { base: Object::new(), name, axes }).into())
    }

    /// How many axes it has, blocks included.
    pub fn ndim(&self) -> usize {
        self.axes.len()
    }

    /// The position of an axis: of `C`, or of its blocks, `c`.
    pub fn index_of(&self, letter: char) -> Option<usize> {
        self.letters().position(|axis| char::from(axis.letter) == letter)
    }

    /// How many elements of an axis, given by its capital letter, lie in a block; `None` if it is not split.
    pub fn factor_of(&self, letter: char) -> Option<i32> {
        let blocks = self.letters().filter(|axis| char::from(axis.letter) == letter.to_ascii_lowercase());
        blocks.filter_map(|axis| axis.factor).reduce(i32::saturating_mul)
    }

    /// The name of the axis at a position, which counts from the end if it is negative.
    ///
    /// # Errors
    /// If there is no such position.
    pub fn axis(&self, index: i64) -> Result<char, ConstructError> {
        let count = self.ndim() as i64;
        let position = if index < 0 { count.saturating_add(index) } else { index };
        let axis = usize::try_from(position).ok().and_then(|position| self.axes.get(position));
        match axis.and_then(Axis::of) {
            Some(axis) => Ok(char::from(axis.letter)),
            None => Err(ConstructError::Number {
                node: LayoutNode::TYPE_KEY,
                operand: "the position",
                expected: "that of an axis",
                found: index,
            }),
        }
    }

    /// Whether it has all axes that another one has, whole or in parts.
    pub fn has_axes_of(&self, other: &Layout) -> bool {
        let own: BTreeSet<u8> = self.letters().map(Axis::capital).collect();
        other.letters().all(|axis| own.contains(&axis.capital()))
    }

    fn letters(&self) -> impl Iterator<Item = Axis> {
        self.axes.iter().filter_map(Axis::of)
    }
}

impl BijectiveLayout {
    /// The indices of either layout by those of the other.
    ///
    /// # Errors
    /// If one has an axis that the other has not.
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

/// The indices in `to` by the variables of `from`.
fn indices_by(from: &Layout, to: &Layout, operand: &'static str) -> Result<Array<PrimExpr>, ConstructError> {
    let (from_axes, to_axes): (Vec<_>, Vec<_>) = (from.letters().collect(), to.letters().collect());
    // The index in each whole axis, by its letter.
    let mut wholes = BTreeMap::<u8, Checked>::new();
    for ((part, below), axis) in from_axes.iter().zip(elements_below(&from_axes)).zip(&from.axes) {
        let whole = wholes.entry(part.capital()).or_insert_with(|| 0.into());
        *whole = whole.clone() + &axis.var * below;
    }
    let index = |(axis, stride): (&Axis, i32)| {
        let Some(whole) = wholes.get(&axis.capital()) else {
            let found = to.name.as_str();
            return Err(Check(BijectiveLayoutNode::TYPE_KEY).refuse(
                operand,
                "a layout of the same axes",
                found,
            ));
        };
        // Of that, the index in the part of it that this axis is.
        let whole = whole.clone();
        match axis.factor {
            Some(factor) => floordiv(floormod(whole, stride.saturating_mul(factor), None), stride, None),
            None => floordiv(whole, stride, None),
        }
    };
    to_axes.iter().zip(elements_below(&to_axes)).map(index).collect()
}

/// How many elements of the whole axis lie between neighbours on each axis: as many as the blocks of it have that follow, or for the axis
/// itself all of its blocks.
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

    /// The letter of the whole axis.
    fn capital(self) -> u8 {
        self.letter.to_ascii_uppercase()
    }

    /// The variable that goes over the axis.
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

/// What stands for a layout that is not known.
const UNDEFINED: &str = "__undef__";

/// The letter that an axis is called by.
fn axis_name(name: &str) -> Result<char, ConstructError> {
    match name.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Ok(char::from(*letter)),
        _ => Err(Check(LayoutNode::TYPE_KEY).refuse("axis", "a letter", name)),
    }
}

/// The axes of a layout.
fn parse(name: &str) -> Result<Vec<Axis>, ConstructError> {
    let refuse = |expected| Check(LayoutNode::TYPE_KEY).refuse("name", expected, name);
    let mut axes = Vec::new();
    let mut factor = None;
    for letter in name.bytes() {
        match letter {
            b'0'..=b'9' => {
                let digit = i32::from(letter - b'0');
                let longer =
                    factor.unwrap_or(0_i32).checked_mul(10).and_then(|factor| factor.checked_add(digit));
                factor = Some(longer.ok_or_else(|| refuse("a layout with blocks of an i32's length"))?);
            }
            b'a'..=b'z' if factor.is_some_and(|factor| factor > 0) => {
                axes.push(Axis { letter, factor: factor.take() });
            }
            b'A'..=b'Z' if factor.is_none() => axes.push(Axis { letter, factor }),
            _ => {
                return Err(refuse(
                    "a layout of capital letters, and of small ones after the length of a block",
                ));
            }
        }
    }
    let letters: BTreeSet<u8> = axes.iter().map(|axis| axis.letter).collect();
    if factor.is_some() {
        return Err(refuse("a layout with a letter after every number"));
    }
    if !axes.iter().all(|axis| letters.contains(&axis.capital())) {
        return Err(refuse("a layout with the axis of every block"));
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
