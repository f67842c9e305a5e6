//! Counts calls of operators.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::op::Op;

use crate::expr::Call;
use crate::functor::post_order;

/// Returns the operators that an expression or a module calls, with the number of calls of each.
///
/// The operators with the most calls come first, and operators with equally many calls are sorted
/// by name. A call node that is shared by several expressions counts once.
///
/// ```
/// use objet_ir::op::Op;
/// use objet_relay::analysis::list_op_freqs;
/// use objet_relay::expr::{Call, Var};
///
/// let x = Var::new("x", None, None);
/// let once = Call::new(Op::get("nn.relu")?, [x.into()], None, [], None);
/// let twice = Call::new(Op::get("nn.relu")?, [once.into()], None, [], None);
/// assert_eq!(list_op_freqs(&twice), [(Op::get("nn.relu")?, 2)]);
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
pub fn list_op_freqs(root: &impl IsObjectRef) -> Vec<(Op, usize)> {
    let mut freqs = HashMap::<Op, usize>::new();
    let calls = post_order(root).filter_map(|expr| expr.downcast::<Call>().ok());
    for op in calls.filter_map(|call| call.op.clone().downcast::<Op>().ok()) {
        *freqs.entry(op).or_default() += 1;
    }
    let mut freqs: Vec<_> = freqs.into_iter().collect();
    freqs.sort_unstable_by(|(lhs, m), (rhs, n)| {
        n.cmp(m).then_with(|| lhs.name.as_str().cmp(rhs.name.as_str()))
    });
    freqs
}
