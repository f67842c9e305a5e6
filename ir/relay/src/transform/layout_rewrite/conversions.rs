//! Conversions of expressions between layouts.

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_tir::data_layout::Layout;
use objet_tir::op::as_const_int;

use super::{LayoutPassError, Value};
use crate::op::{expand_dims, layout_transform};
use crate::transform::typed_exprs::known_tensor;

/// The converted expressions by expression, source layout and target layout.
#[derive(Default)]
pub(super) struct Conversions(HashMap<(RelayExpr, objet::String, objet::String), RelayExpr>);

/// The operator that requires a conversion, with its input or result.
pub(super) type Place<'a> = (&'a Op, &'static str, usize);

impl Conversions {
    /// Returns an expression in the original layout.
    pub(super) fn restore(&mut self, value: &Value) -> Result<RelayExpr, LayoutPassError> {
        match &value.altered {
            Some(altered) => {
                self.convert(&value.expr, &altered.new, &altered.old, (&altered.op, "result", 0))
            }
            None => Ok(value.expr.clone()),
        }
    }

    /// Converts an expression, once for each pair of layouts.
    pub(super) fn convert(
        &mut self,
        expr: &RelayExpr,
        from: &Layout,
        to: &Layout,
        place: Place<'_>,
    ) -> Result<RelayExpr, LayoutPassError> {
        if from.name == to.name {
            return Ok(expr.clone());
        }
        let key = (expr.clone(), from.name.clone(), to.name.clone());
        if let Some(converted) = self.0.get(&key) {
            return Ok(converted.clone());
        }
        let converted = converted(expr, from, to, place)?;
        self.0.insert(key, converted.clone());
        Ok(converted)
    }
}

/// Returns whether one layout becomes the other one by adding axes at the start.
pub(super) fn only_adds_axes(from: &Layout, to: &Layout) -> bool {
    from.name == to.name || from.expanded_like(to).is_ok_and(|expanded| expanded.name == to.name)
}

/// Adds missing axes of length 1 at the start, and then moves and splits the axes. A tensor with
/// one element and fewer axes stays, because it is broadcast.
fn converted(
    expr: &RelayExpr,
    from: &Layout,
    to: &Layout,
    place: Place<'_>,
) -> Result<RelayExpr, LayoutPassError> {
    let inconvertible = || {
        let (op, what, index) = place;
        LayoutPassError::Inconvertible {
            op: op.name.to_string(),
            place: format!("{what} {index}"),
            from: from.name.to_string(),
            to: to.name.to_string(),
        }
    };
    let (mut expr, mut from) = (expr.clone(), from.clone());
    if let Some(missing @ 1..) = to.primal_ndim().checked_sub(from.primal_ndim()) {
        if from.ndim() == 0 || has_one_element(&expr) {
            return Ok(expr);
        }
        from = from.expanded_like(to).map_err(|_| inconvertible())?;
        expr = expand_dims(expr, attrs! { axis: 0, num_newaxis: missing as i32 })?.upcast();
        if from.name == to.name {
            return Ok(expr);
        }
    }
    if !from.has_axes_of(to) || !to.has_axes_of(&from) {
        return Err(inconvertible());
    }
    let (src, dst) = (from.name.as_str(), to.name.as_str());
    Ok(layout_transform(expr, attrs! { src_layout: src, dst_layout: dst })?.upcast())
}

/// Returns whether a tensor with an inferred type has one element.
fn has_one_element(expr: &RelayExpr) -> bool {
    known_tensor(expr).is_some_and(|tensor| tensor.shape.iter().all(|length| as_const_int(length) == Some(1)))
}
