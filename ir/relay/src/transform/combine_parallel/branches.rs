//! Branches: calls that share an input, with the element-wise calls after each of them.

use foldhash::{HashMap, HashSet};
use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::{Op, OpPatternKind};
use objet_ir::types::TensorTypeNode;

use super::CombineError;
use crate::expr::Call;
use crate::functor::{ExprMutator, post_order};
use crate::transform::typed_exprs::known_tensor;

/// A call and the calls after it, each of which is the only user of the one before.
pub(super) type Branch = Vec<Call>;

/// The way in which calls of one operator are combined.
pub(super) trait Combiner {
    /// Returns the name of the operator.
    fn op(&self) -> &str;

    /// Whether a call can be combined at all.
    fn is_supported(&self, call: &Call) -> bool;

    /// Whether two calls with the same input can be combined.
    fn can_combine(&self, a: &Call, b: &Call) -> bool;

    /// Returns the call for the first calls of all branches.
    fn combined(&self, branches: &[Branch]) -> Result<RelayExpr, CombineError>;

    /// Whether the argument `index` of two following calls can be combined. `first` is the first
    /// call of the branch of `a`.
    fn is_compatible(&self, first: &Call, a: &Call, b: &Call, index: usize) -> bool;

    /// Returns the combination of one argument of the calls at `depth` in all branches.
    fn argument(&self, branches: &[Branch], depth: usize, index: usize) -> Result<RelayExpr, CombineError>;

    /// Returns the results of the branches as parts of the combined result.
    fn results(&self, combined: RelayExpr, branches: &[Branch]) -> Result<Vec<RelayExpr>, CombineError>;
}

/// Combines the calls of an operator.
pub(super) fn combine(
    expr: &RelayExpr,
    combiner: &dyn Combiner,
    min_branches: usize,
) -> Result<RelayExpr, CombineError> {
    let op = Op::get(combiner.op())?;
    let mut users = HashMap::<RelayExpr, Vec<Call>>::default();
    let (mut inputs, mut seen) = (Vec::new(), HashSet::default());
    for call in post_order(expr).filter_map(|expr| expr.downcast::<Call>().ok()) {
        if call.calls(&op) && combiner.is_supported(&call) {
            let Some(input) = call.args.first() else { continue };
            if seen.insert(input.clone()) {
                inputs.push(input.clone());
            }
            users.entry(input.clone()).or_default().push(call);
        } else {
            for arg in &call.args {
                users.entry(arg.clone()).or_default().push(call.clone());
            }
        }
    }
    let mut replaced = HashMap::default();
    for input in &inputs {
        for group in groups(&users, &users[input], combiner, &op) {
            if group.len() >= min_branches {
                combine_group(combiner, &group, &mut replaced)?;
            }
        }
    }
    if replaced.is_empty() { Ok(expr.clone()) } else { Replace(replaced).mutate(expr.clone()) }
}

/// Returns groups of branches that can be combined. All first calls have the same input.
fn groups(
    users: &HashMap<RelayExpr, Vec<Call>>,
    calls: &[Call],
    combiner: &dyn Combiner,
    op: &Op,
) -> Vec<Vec<Branch>> {
    let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    let mut groups = Vec::<Vec<Branch>>::new();
    for call in calls.iter().filter(|call| call.calls(op) && combiner.is_supported(call)) {
        let mut branch = vec![call.clone()];
        while let Some([user]) = users.get(branch[branch.len() - 1].upcast_ref()).map(Vec::as_slice) {
            let pattern = user.op.downcast_ref::<Op>().and_then(|op| patterns.get(op).ok().flatten());
            if pattern.is_none_or(|pattern| pattern > OpPatternKind::Broadcast) {
                break;
            }
            branch.push(user.clone());
        }
        match groups.iter_mut().find(|group| combiner.can_combine(call, &group[0][0])) {
            Some(group) => group.push(branch),
            None => groups.push(vec![branch]),
        }
    }
    groups
}

fn combine_group(
    combiner: &dyn Combiner,
    branches: &[Branch],
    replaced: &mut HashMap<RelayExpr, RelayExpr>,
) -> Result<(), CombineError> {
    let mut combined = combiner.combined(branches)?;
    let depth = branches.iter().map(Vec::len).min().unwrap_or(1);
    let mut last = 0;
    for level in 1..depth {
        let (before, call) = (&branches[0][level - 1], &branches[0][level]);
        let Some(position) = call.args.iter().position(|arg| arg.same_as(before)) else { break };
        if !is_parallel(combiner, branches, level, position) {
            break;
        }
        let args = (0..call.args.len()).map(|index| {
            if index == position { Ok(combined.clone()) } else { combiner.argument(branches, level, index) }
        });
        let args: Vec<RelayExpr> = args.collect::<Result<_, _>>()?;
        combined = Call::new(call.op.clone(), args, call.attrs.clone(), [], None).upcast();
        last = level;
    }
    let results = combiner.results(combined, branches)?;
    for (branch, result) in branches.iter().zip(results) {
        replaced.insert(branch[last].clone().upcast(), result);
    }
    Ok(())
}

/// Whether the calls at one level of all branches can be combined. The argument at `position` is
/// the call before.
fn is_parallel(combiner: &dyn Combiner, branches: &[Branch], level: usize, position: usize) -> bool {
    let call = &branches[0][level];
    branches[1..].iter().all(|branch| {
        let other = &branch[level];
        let has_same_attrs = match (&call.attrs, &other.attrs) {
            (Some(a), Some(b)) => objet::structural_equal(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        other.op.same_as(&call.op)
            && has_same_attrs
            && other.args.len() == call.args.len()
            && other.args[position].same_as(&branch[level - 1])
            && (0..call.args.len())
                .filter(|index| *index != position)
                .all(|index| combiner.is_compatible(&branches[0][0], call, other, index))
    })
}

/// Whether two extents are equal.
pub(super) fn is_same(a: &PrimExpr, b: &PrimExpr) -> bool {
    a.same_as(b) || objet::structural_equal(a, b)
}

/// Whether two tensors have the same data type, and the same shape except along one axis.
pub(super) fn is_similar(a: &TensorTypeNode, b: &TensorTypeNode, except: Option<usize>) -> bool {
    let pairs = || a.shape.iter().zip(&b.shape).enumerate();
    a.dtype == b.dtype
        && a.shape.len() == b.shape.len()
        && pairs().all(|(axis, (a, b))| Some(axis) == except || is_same(a, b))
}

/// Returns the types of one argument of two calls.
pub(super) fn argument_types<'c>(
    a: &'c Call,
    b: &'c Call,
    index: usize,
) -> Option<(&'c TensorTypeNode, &'c TensorTypeNode)> {
    Some((known_tensor(a.args.get(index)?)?, known_tensor(b.args.get(index)?)?))
}

/// Replaces expressions by new ones, in which others are replaced too.
struct Replace(HashMap<RelayExpr, RelayExpr>);

impl ExprMutator for Replace {
    type Error = CombineError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, CombineError> {
        Ok(self.0.get(expr).map_or(Enter::Inside, |new| Enter::Instead(new.clone().upcast())))
    }
}
