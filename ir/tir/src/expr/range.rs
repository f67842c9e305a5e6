//! Ranges of integers.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr};
use objet_ir::span::Span;

use crate::op::{as_const_int, sub};

/// A range of `extent` integers that starts at `min`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Range", is_final)]
#[reflect(repr = show_range)]
pub struct RangeNode {
    base: Object,
    /// The first integer.
    pub min: PrimExpr,
    /// The number of integers.
    pub extent: PrimExpr,
    /// The source location.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

impl Range {
    /// Creates the range from `begin` up to, but not including, `end`.
    ///
    /// # Errors
    /// Returns the error of the subtraction `end - begin`.
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

    /// Returns the range with another source location.
    #[must_use]
    pub fn at(mut self, span: Option<Span>) -> Self {
        *self.make_mut().span = span;
        self
    }

    /// Creates a range of `extent` integers that starts at `min`.
    pub fn from_min_extent(min: impl Into<PrimExpr>, extent: impl Into<PrimExpr>) -> Self {
        let (min, extent) = (min.into(), extent.into());
        make_object(RangeNode { base: Object::new(), min, extent, span: None }).into()
    }
}

/// Creates the range from `begin` up to, but not including, `end`.
#[register_global("ir.Range", short)]
fn range(begin: ExprArg, end: ExprArg, #[default(None)] span: Option<Span>) -> Result<Range, ConstructError> {
    Range::new(begin.0, end.0, span)
}

/// Creates a range of `extent` integers that starts at `min`.
#[register_global("ir.Range_from_min_extent", short)]
fn range_from_min_extent(min: ExprArg, extent: ExprArg, #[default(None)] span: Option<Span>) -> Range {
    Range::from_min_extent(min.0, extent.0).at(span)
}

fn show_range<'a>(range: &'a RangeNode, printer: &mut ReprPrinter<'a>) {
    printer.text("range(min=").object(&range.min).text(", ext=").object(&range.extent).text(")");
}
