//! Layouts: how the axes of a tensor lie in memory.

use objet::String;
use objet::prelude::*;

use super::check::Check;
use super::expr::{IterVar, IterVarType, Var};
use crate::error::ConstructError;
use crate::expr::{IntImmNode, PrimExpr, Range};

/// The order of a tensor's axes, some of which are split: in `NCHW16c` the axis `C` is split into a greater part and
/// into blocks of 16.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Layout", is_final)]
pub struct LayoutNode {
    base: Object,
    /// The layout as a text; empty if it is not known.
    pub name: String,
    /// Its axes: `N`, `C`, `H`, `W` and `16c` in `NCHW16c`.
    pub axes: Array<IterVar>,
}

/// How indices in one layout become indices in another, and back.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BijectiveLayout", is_final)]
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
    /// use objet_ir::tir::data_layout::Layout;
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

    fn letters(&self) -> impl Iterator<Item = Axis> {
        self.axes.iter().filter_map(Axis::of)
    }
}

impl Axis {
    fn of(axis: &IterVar) -> Option<Self> {
        let letter = *axis.var.name_hint.as_bytes().last()?;
        let extent = axis.dom.as_ref().and_then(|dom| dom.extent.as_node::<IntImmNode>());
        Some(Self { letter, factor: extent.and_then(|extent| i32::try_from(extent.value).ok()) })
    }

    /// The variable that goes over the axis.
    fn variable(self) -> Result<IterVar, ConstructError> {
        let var = |name: std::string::String| Var::new(name, DataType::int(32), None);
        let letter = char::from(self.letter);
        let (name, extent) = match self.factor {
            Some(factor) => (format!("{factor}{letter}"), PrimExpr::from(factor)),
            None => (letter.to_string(), var(format!("{letter}_shape")).upcast()),
        };
        let dom = Range::from_min_extent(0, extent);
        IterVar::new(Some(dom), var(name), IterVarType::DataPar, "", None)
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
    let has = |letter: u8| axes.iter().any(|axis| axis.letter == letter);
    if factor.is_some() {
        return Err(refuse("a layout with a letter after every number"));
    }
    if !axes.iter().all(|axis| has(axis.letter.to_ascii_uppercase())) {
        return Err(refuse("a layout with the axis of every block"));
    }
    Ok(axes)
}
