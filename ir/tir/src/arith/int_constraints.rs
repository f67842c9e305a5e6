//! Systems of conditions on integers, and their solutions.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::Analyzer;
use crate::expr::{Range, Var};
use crate::op;

/// The bounds of `coef * x` for a variable `x`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IntGroupBounds", is_final, new)]
#[reflect(repr = show_bounds)]
pub struct IntGroupBoundsNode {
    base: Object,
    /// The coefficient.
    pub coef: PrimExpr,
    /// The lower bounds, which are inclusive.
    pub lower: Array<PrimExpr>,
    /// The values that the product is equal to.
    pub equal: Array<PrimExpr>,
    /// The upper bounds, which are inclusive.
    pub upper: Array<PrimExpr>,
}

/// Variables with their ranges, and conditions that hold for them.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IntConstraints", is_final, new)]
#[reflect(repr = show_system)]
pub struct IntConstraintsNode {
    base: Object,
    /// The variables.
    pub variables: Array<Var>,
    /// The ranges of variables.
    pub ranges: Map<Var, Range>,
    /// The conditions.
    pub relations: Array<PrimExpr>,
}

/// Two equivalent systems in different variables.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "arith.IntConstraintsTransform", is_final, new)]
#[reflect(repr = show_transform)]
pub struct IntConstraintsTransformNode {
    base: Object,
    /// The original system.
    pub src: IntConstraints,
    /// The other system.
    pub dst: IntConstraints,
    /// The values of the variables of `src` in terms of those of `dst`.
    pub src_to_dst: Map<Var, PrimExpr>,
    /// The values of the variables of `dst` in terms of those of `src`.
    pub dst_to_src: Map<Var, PrimExpr>,
}

impl IntGroupBounds {
    /// Returns the bounds of a variable with a range.
    ///
    /// # Errors
    /// Returns an error if the range is not one of integers.
    ///
    /// ```
    /// use objet_tir::arith::IntGroupBounds;
    /// use objet_tir::expr::Range;
    /// use objet_tir::op::as_const_int;
    ///
    /// let bounds = IntGroupBounds::from_range(&Range::from_min_extent(2, 8))?;
    /// assert_eq!(as_const_int(&bounds.upper[0]), Some(9));
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn from_range(range: &Range) -> Result<Self, ConstructError> {
        let coef = op::make_const(range.min.dtype, 1, None)?;
        if op::is_const_int(&range.extent, 1) {
            return Ok(Self::new(coef, [], [range.min.clone()], []));
        }
        let last = op::sub(op::add(&range.min, &range.extent, None), 1, None)?;
        Ok(Self::new(coef, [range.min.clone()], [], [Analyzer::new().simplify(&last, 2)]))
    }
}

/// Creates the bounds of `coef * x`.
#[register_global("arith.IntGroupBounds")]
fn int_group_bounds(
    coef: PrimExpr,
    lower: Array<PrimExpr>,
    equal: Array<PrimExpr>,
    upper: Array<PrimExpr>,
) -> IntGroupBounds {
    IntGroupBounds::new(coef, lower, equal, upper)
}

/// Returns the bounds of a variable with a range.
#[register_global("arith.IntGroupBounds_from_range")]
fn int_group_bounds_from_range(r: Range) -> Result<IntGroupBounds, ConstructError> {
    IntGroupBounds::from_range(&r)
}

/// Creates a system. Missing variables or ranges are empty.
#[register_global("arith.IntConstraints")]
fn int_constraints(
    variables: Option<Array<Var>>,
    ranges: Option<Map<Var, Range>>,
    relations: Array<PrimExpr>,
) -> IntConstraints {
    IntConstraints::new(variables.unwrap_or_default(), ranges.unwrap_or_default(), relations)
}

/// Creates a pair of equivalent systems.
#[register_global("arith.IntConstraintsTransform")]
fn int_constraints_transform(
    src: IntConstraints,
    dst: IntConstraints,
    src_to_dst: Map<Var, PrimExpr>,
    dst_to_src: Map<Var, PrimExpr>,
) -> IntConstraintsTransform {
    IntConstraintsTransform::new(src, dst, src_to_dst, dst_to_src)
}

fn show_bounds<'a>(bounds: &'a IntGroupBoundsNode, printer: &mut ReprPrinter<'a>) {
    let IntGroupBoundsNode { coef, lower, equal, upper, .. } = bounds;
    printer.text("IntGroupBounds(coef=").object(coef).text(", lower=").object(lower);
    printer.text(", equal=").object(equal).text(", upper=").object(upper).text(")");
}

fn show_system<'a>(system: &'a IntConstraintsNode, printer: &mut ReprPrinter<'a>) {
    let IntConstraintsNode { variables, ranges, relations, .. } = system;
    printer.text("IntConstraints(").object(variables).text(", ").object(ranges);
    printer.text(", ").object(relations).text(")");
}

fn show_transform<'a>(transform: &'a IntConstraintsTransformNode, printer: &mut ReprPrinter<'a>) {
    let IntConstraintsTransformNode { src, dst, src_to_dst, dst_to_src, .. } = transform;
    printer.text("IntConstraintsTransform(\n\t").object(src).text("\n\t").object(dst);
    printer.text("\n\t").object(src_to_dst).text("\n\t").object(dst_to_src).text("\n)");
}
