//! Vectors of indices.

use loops::{COST, Const, Cost, Expr, ExprNode, MulNode, SIMPLIFY, Type};
use objet::prelude::*;
use objet::walk::{RewriteContext, VisitContext};

/// The indices `start`, `start + 1` and so on, one for each lane. A load or a store with this index
/// handles all lanes at once.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.vector.Ramp", is_final, new(ty = Type::index()), display = "{start}..+{lanes}")]
pub struct RampNode {
    base: ExprNode,
    /// The index of the first lane.
    pub start: Expr,
    /// The number of lanes.
    #[reflect(lower_bound = 1)]
    pub lanes: i64,
}

/// A vector of one lane is its index.
#[extend(SIMPLIFY)]
fn ramp_of_one_lane(ramp: &RampNode, _: &mut RewriteContext<'_>) -> Option<Expr> {
    (ramp.lanes == 1).then(|| ramp.start.clone())
}

/// `(a * b) * c` with numbers `b` and `c` becomes `a * (b * c)`: the pass makes such indices.
#[extend(SIMPLIFY)]
fn product_of_product(mul: &MulNode, _: &mut RewriteContext<'_>) -> Option<Expr> {
    let inner = mul.lhs.as_node::<MulNode>()?;
    let [b, c] = [&inner.rhs, &mul.rhs].map(|factor| factor.downcast_ref::<Const>());
    Some(inner.lhs.clone() * b?.value.checked_mul(c?.value)?)
}

/// A vector of indices costs one unit for each four lanes, in addition to the unit of an
/// expression.
#[extend(COST)]
fn cost_of_ramp(ramp: &RampNode, cx: &mut VisitContext<'_, Cost>) {
    cx.state.total += cx.state.runs * (ramp.lanes.unsigned_abs() / 4);
}
