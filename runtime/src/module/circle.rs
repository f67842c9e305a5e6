//! Circles in what imports what.

use std::collections::HashMap;
use std::hash::Hash;

enum Step<N, K> {
    /// To a node, by way of the edge from another.
    Enter { node: N, from: Option<N> },
    /// Out of a node, all of whose edges were followed.
    Leave(K),
}

/// An edge that closes a circle among all that is reached from these nodes, if there is one. Each edge is followed once.
pub(super) fn closing_edge<N: Clone, K: Clone + Eq + Hash>(
    starts: impl IntoIterator<Item = N>,
    key: impl Fn(&N) -> K,
    next: impl Fn(&N) -> Vec<N>,
) -> Option<(N, N)> {
    let mut steps: Vec<_> = starts.into_iter().map(|node| Step::Enter { node, from: None }).collect();
    // Whether a node that was entered was left too.
    let mut left = HashMap::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Leave(key) => {
                left.insert(key, true);
            }
            Step::Enter { node, from } => match (left.get(&key(&node)), from) {
                (Some(true), _) | (Some(false), None) => {}
                // The way to it leads through itself.
                (Some(false), Some(from)) => return Some((from, node)),
                (None, _) => {
                    left.insert(key(&node), false);
                    steps.push(Step::Leave(key(&node)));
                    let entered = next(&node)
                        .into_iter()
                        .map(|next| Step::Enter { node: next, from: Some(node.clone()) });
                    steps.extend(entered);
                }
            },
        }
    }
    None
}
