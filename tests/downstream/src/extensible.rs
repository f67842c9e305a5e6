//! Sets of functions that other crates extend.

use renamed_objet::walk::{NodeFunctor, VisitContext};
use renamed_objet::{Rewriter, Visitor, extend, extension_point};

use crate::expr::{AddNode, ConstNode, ExprNode};

extension_point! {
    /// The number of operations of an expression.
    pub static COST: NodeFunctor<(), u32> = NodeFunctor::new().on::<ExprNode>(|_, ()| 1);
}

extension_point! {
    /// Simplifies expressions.
    pub static SIMPLIFY: Rewriter;
}

extension_point! {
    /// Collects the lines of expressions.
    pub static LINES: Visitor<Vec<u32>>;
}

/// Returns the cost of a constant.
#[extend(COST, crate = renamed_objet)]
#[must_use]
pub const fn cost_of_const(_: &ConstNode, (): &mut ()) -> u32 {
    0
}

/// Adds the line of an addition, before those of its operands.
#[extend(LINES, enter, crate = renamed_objet)]
pub fn line_of_add(add: &AddNode, cx: &mut VisitContext<'_, Vec<u32>>) {
    cx.state.push(add.line);
}
