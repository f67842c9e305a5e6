//! Ranges of integers.

use objet::ReprPrinter;
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr};
use objet_ir::span::Span;

use crate::op::{as_const_int, sub};

/// The numbers from `min` on, as many as `extent` says.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Range", is_final)]
#[reflect(repr = show_range)]
pub struct RangeNode {
    base: Object,
    /// The first one.
    pub min: PrimExpr,
    /// How many there are.
    pub extent: PrimExpr,
    /// Where it is written.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

impl Range {
    /// The numbers from `begin` on that are less than `end`.
    ///
    /// # Errors
    /// If `end - begin` cannot be made of the two.
    pub fn new(
        begin: impl Into<PrimExpr>,
        end: impl Into<PrimExpr>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (begin, end) = (begin.into(), end.into());
        let from_zero = as_const_int(&begin) == Some(0);
        let extent = if from_zero { end } else { sub(end, &begin, span.clone())? };
        Ok(make_object(RangeNode { base: Object::new(), min: begin, extent, span }).into())
    }

    /// The same range, written there.
    #[must_use]
    pub fn at(mut self, span: Option<Span>) -> Self {
        *self.make_mut().span = span;
        self
    }

    /// The range of `extent` numbers from `min` on.
    pub fn from_min_extent(min: impl Into<PrimExpr>, extent: impl Into<PrimExpr>) -> Self {
        let (min, extent) = (min.into(), extent.into());
        make_object(RangeNode { base: Object::new(), min, extent, span: None }).into()
    }
}

/// The numbers from `begin` on that are less than `end`.
#[register_global("ir.Range", short)]
fn range(begin: ExprArg, end: ExprArg, #[default(None)] span: Option<Span>) -> Result<Range, ConstructError> {
    Range::new(begin.0, end.0, span)
}

/// The numbers from `min` on, as many as `extent` says.
#[register_global("ir.Range_from_min_extent", short)]
fn range_from_min_extent(min: ExprArg, extent: ExprArg, #[default(None)] span: Option<Span>) -> Range {
    Range::from_min_extent(min.0, extent.0).at(span)
}

fn show_range<'a>(range: &'a RangeNode, printer: &mut ReprPrinter<'a>) {
    printer.text("range(min=").object(&range.min).text(", ext=").object(&range.extent).text(")");
}
