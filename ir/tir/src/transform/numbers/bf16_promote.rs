//! Arithmetic on `bfloat16` as arithmetic on `float32`.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::transform::{PassInfo, Sequential};

use super::narrow_data_type::with_types;
use crate::arith::with_operands;
use crate::expr::{Cast, CastNode};
use crate::function::PrimFunc;
use crate::functor::Class;
use crate::stmt::Stmt;
use crate::transform::operands_first::{is_changed, rewrite_operands_first};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass, bf16_type_lowering};

const FLOAT32: DataType = DataType::float(32);

/// Creates a pass that replaces `bfloat16` by other types: [`bf16_promote`],
/// [`bf16_cast_elimination`] and [`bf16_type_lowering`].
#[doc(alias = "BF16Legalize")]
pub fn bf16_legalize() -> Sequential {
    let passes = [bf16_promote().upcast(), bf16_cast_elimination().upcast(), bf16_type_lowering().upcast()];
    Sequential::new(passes, "tir.BF16Legalize")
}

/// Creates a pass that computes sums, differences, products, quotients, minima, maxima and orders
/// of `bfloat16` in `float32`. The results are `bfloat16` again.
#[doc(alias = "BF16Promote")]
pub fn bf16_promote() -> PrimFuncPass {
    over_exprs("tir.BF16Promote", |expr, class, operands| {
        let is_order = matches!(class, Class::LT | Class::LE | Class::GT | Class::GE);
        let is_arithmetic =
            matches!(class, Class::Add | Class::Sub | Class::Mul | Class::Div | Class::Min | Class::Max);
        let [a, b] = &operands[..] else { return Ok(rebuilt(expr, class, operands)) };
        if !(is_order || is_arithmetic) || !is_bfloat16(a) || !is_bfloat16(b) {
            return match is_changed(expr, class, &operands) && (is_order || is_arithmetic) {
                true => with_types(expr, class, operands),
                false => Ok(rebuilt(expr, class, operands)),
            };
        }
        let result = with_types(expr, class, vec![cast(FLOAT32, a)?, cast(FLOAT32, b)?])?;
        if is_order { Ok(result) } else { cast(DataType::bfloat16(), &result) }
    })
}

/// Creates a pass that removes conversions of `float32` to `bfloat16` and back, which round a value
/// between two operations.
#[doc(alias = "BF16CastElimination")]
pub fn bf16_cast_elimination() -> PrimFuncPass {
    over_exprs("tir.BF16CastElimination", |expr, class, operands| {
        if class == Class::Cast
            && is_float32(expr)
            && let [value] = &operands[..]
            && is_bfloat16(value)
            && let Some(inner) = value.as_node::<CastNode>()
            && is_float32(&inner.value)
        {
            return Ok(inner.value.clone());
        }
        Ok(rebuilt(expr, class, operands))
    })
}

pub(super) fn is_bfloat16(expr: &PrimExpr) -> bool {
    is_bfloat16_type(expr.dtype)
}

pub(super) fn is_bfloat16_type(dtype: DataType) -> bool {
    dtype.element() == DataType::bfloat16()
}

fn is_float32(expr: &PrimExpr) -> bool {
    expr.dtype.element() == FLOAT32
}

/// Converts a value to another element type. Constants are not folded.
fn cast(element: DataType, value: &PrimExpr) -> Result<PrimExpr, ConstructError> {
    Ok(Cast::new(element.with_lanes(value.dtype.lanes), value, None)?.upcast())
}

fn rebuilt(expr: &PrimExpr, class: Class, operands: Vec<PrimExpr>) -> PrimExpr {
    with_operands(class, expr, operands)
}

/// Creates a pass that rewrites all expressions of functions.
fn over_exprs(
    name: &'static str,
    function: impl Fn(&PrimExpr, Class, Vec<PrimExpr>) -> Result<PrimExpr, ConstructError>
    + Copy
    + Send
    + Sync
    + 'static,
) -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, name, []), move |mut func: PrimFunc, _, _| {
        let body = rewrite_stmt(func.body.clone(), &mut Exprs(function))?;
        if !body.same_as(&func.body) {
            *func.make_mut().body = body;
        }
        Ok(Some(func))
    })
}

struct Exprs<F>(F);

impl<F> ScopedRewriter for Exprs<F>
where
    F: Fn(&PrimExpr, Class, Vec<PrimExpr>) -> Result<PrimExpr, ConstructError>,
{
    type Error = LowerError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        let stmt = map_exprs(stmt, &mut |expr| rewrite_operands_first(expr, &self.0))?;
        Ok(EnterStmt::Inside(stmt))
    }
}
