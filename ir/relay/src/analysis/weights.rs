//! Finds the weights of layers that a pass could store in another form.

use std::borrow::Cow;
use std::collections::HashSet;

use objet::String;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use crate::expr::{CallNode, VarNode};
use crate::scope::operands;

/// Returns the names of the variables that are the weight of an `nn.conv2d`, users before operands.
/// A variable appears once for each call that uses it.
///
/// The callees of calls are not searched.
///
/// ```
/// use objet_ir::attrs;
/// use objet_relay::analysis::search_conv2d_op_weight;
/// use objet_relay::expr::Var;
/// use objet_relay::op::nn;
///
/// let [x, first, second] = ["x", "first", "second"].map(|name| Var::new(name, None, None));
/// let inner = nn::conv2d(x, first, attrs! { kernel_size: [1, 1] })?;
/// let outer = nn::conv2d(inner, second, attrs! { kernel_size: [1, 1] })?;
/// assert_eq!(search_conv2d_op_weight(&outer.into()), ["second", "first"]);
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
pub fn search_conv2d_op_weight(expr: &RelayExpr) -> Vec<String> {
    weights(expr, |call| of_op(call, "nn.conv2d")?.args.get(1))
}

/// Returns the names of the variables that are the weight of an `nn.dense`, like
/// [`search_conv2d_op_weight`].
///
/// ```
/// use objet_ir::attrs;
/// use objet_relay::analysis::search_dense_op_weight;
/// use objet_relay::expr::Var;
/// use objet_relay::op::nn;
///
/// let [x, w] = ["x", "w"].map(|name| Var::new(name, None, None));
/// assert_eq!(search_dense_op_weight(&nn::dense(x, w, attrs! { units: 3 })?.into()), ["w"]);
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
pub fn search_dense_op_weight(expr: &RelayExpr) -> Vec<String> {
    weights(expr, |call| of_op(call, "nn.dense")?.args.get(1))
}

/// Returns the names of the variables whose transpose is the weight of an `nn.dense`, like
/// [`search_conv2d_op_weight`]. The axes of the transpose do not matter.
///
/// ```
/// use objet_ir::attrs;
/// use objet_relay::analysis::search_fc_transpose;
/// use objet_relay::expr::Var;
/// use objet_relay::op::{nn, transpose};
///
/// let [x, w] = ["x", "w"].map(|name| Var::new(name, None, None));
/// let weight = transpose(w, attrs! { axes: [1, 0] })?;
/// assert_eq!(search_fc_transpose(&nn::dense(x, weight, attrs! { units: 3 })?.into()), ["w"]);
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
pub fn search_fc_transpose(expr: &RelayExpr) -> Vec<String> {
    weights(expr, |call| {
        let weight = of_op(call, "nn.dense")?.args.get(1)?;
        of_op(weight.as_node()?, "transpose")?.args.first()
    })
}

/// Returns the call if it calls the operator.
fn of_op<'c>(call: &'c CallNode, op: &str) -> Option<&'c CallNode> {
    call.as_op().is_some_and(|called| called.name == *op).then_some(call)
}

/// Returns the names of the variables that `weight` finds in calls, in pre-order.
fn weights(root: &RelayExpr, weight: impl for<'c> Fn(&'c CallNode) -> Option<&'c RelayExpr>) -> Vec<String> {
    let mut names = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting = vec![root.clone()];
    while let Some(expr) = waiting.pop() {
        if !seen.insert(expr.clone()) {
            continue;
        }
        let from = waiting.len();
        if let Some(call) = expr.as_node::<CallNode>() {
            let var = weight(call).and_then(|weight| weight.as_node::<VarNode>());
            names.extend(var.map(|var| var.vid.name_hint.clone()));
            waiting.extend(call.args.iter().cloned());
        } else {
            waiting.extend(operands(&expr).map(Cow::into_owned));
        }
        waiting[from..].reverse();
    }
    names
}
