//! Maps of iterators: expressions that split and fuse iterators.
//!
//! - An [`IterMark`] is an expression with a value from 0 up to an extent: a variable, a variable
//!   less its least value, or a sum of splits.
//! - An [`IterSplitExpr`] is a part of the digits of a mark.
//! - An [`IterSumExpr`] fuses splits.
//!
//! [`detect_iter_map`] finds the map of indices, [`subspace_divide`] divides indices into an outer
//! and an inner part, and [`inverse_affine_iter_map`] inverts a map.

mod constraints;
mod detect;
mod divide;
mod factors;
mod fuse;
mod globals;
mod inverse;
mod normalize;
mod rewrite;
mod splits;
mod sum;

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::{PrimExpr, PrimExprNode};

use crate::op;

pub use detect::detect_iter_map;
pub use divide::{SubspaceDivision, subspace_divide};
pub use inverse::{InverseError, inverse_affine_iter_map};
pub use normalize::normalize_iter_map_to_expr;

/// Base of maps of iterators.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IterMapExpr", child_slots = 3, new(dtype: DataType, span = None))]
#[reflect(is_abstract)]
pub struct IterMapExprNode {
    base: PrimExprNode,
}

/// An expression with a value from 0 up to, but not including, an extent.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IterMark", is_final, new)]
#[reflect(graph_node, repr = show_mark)]
pub struct IterMarkNode {
    base: Object,
    /// A variable, another expression, or an [`IterSumExpr`].
    pub source: PrimExpr,
    /// The number of values.
    pub extent: PrimExpr,
}

/// The value `floormod(floordiv(source, lower_factor), extent) * scale`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IterSplitExpr", is_final, new(dtype = source.source.dtype))]
#[reflect(fields(source, lower_factor, extent, scale), repr = show_split)]
pub struct IterSplitExprNode {
    base: IterMapExprNode,
    /// The iterator.
    pub source: IterMark,
    /// The divisor of the iterator.
    pub lower_factor: PrimExpr,
    /// The number of values, before they are scaled.
    pub extent: PrimExpr,
    /// The factor of the result.
    pub scale: PrimExpr,
}

/// The sum of `args` and `base`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IterSumExpr", is_final, new(dtype = base.dtype))]
#[reflect(fields(args, base), repr = show_sum)]
pub struct IterSumExprNode {
    parent: IterMapExprNode,
    /// The terms.
    pub args: Array<IterSplitExpr>,
    /// The constant term.
    pub base: PrimExpr,
}

impl IterSplitExpr {
    /// Returns the split that is a whole iterator, with a scale.
    fn whole(mark: &IterMark, scale: PrimExpr) -> Option<Self> {
        Some(Self::new(mark.clone(), constant(1, &mark.source)?, &mark.extent, scale))
    }
}

fn show_mark<'a>(mark: &'a IterMarkNode, printer: &mut ReprPrinter<'a>) {
    printer.text("IterMark(").object(&mark.source).text(", extent=").object(&mark.extent).text(")");
}

fn show_split<'a>(split: &'a IterSplitExprNode, printer: &mut ReprPrinter<'a>) {
    let IterSplitExprNode { source, lower_factor, extent, scale, .. } = split;
    printer.text("IterSplit(").object(source).text(", lower_factor=").object(lower_factor);
    printer.text(", extent=").object(extent).text(", scale=").object(scale).text(")");
}

fn show_sum<'a>(sum: &'a IterSumExprNode, printer: &mut ReprPrinter<'a>) {
    printer.text("IterSum(").object(&sum.args).text(", ").object(&sum.base).text(")");
}

/// Returns a constant of the data type of another expression.
fn constant(value: i64, like: &PrimExprNode) -> Option<PrimExpr> {
    op::make_const(like.dtype, value, None).ok()
}

fn is_one(expr: &PrimExpr) -> bool {
    op::is_const_int(expr, 1)
}

fn is_zero(expr: &PrimExpr) -> bool {
    op::is_const_int(expr, 0)
}
