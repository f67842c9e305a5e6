//! Cycle detection for imports.

use std::collections::HashMap;
use std::hash::Hash;

enum Step<N, K> {
    /// Enters a node along the edge from another node.
    Enter { node: N, from: Option<N> },
    /// Leaves a node after all its edges were followed.
    Leave(K),
}

/// Returns an edge that closes a cycle in the graph reachable from `starts`, if there is one. Each
/// edge is followed once.
pub(super) fn closing_edge<N: Clone, K: Clone + Eq + Hash>(
    starts: impl IntoIterator<Item = N>,
    key: impl Fn(&N) -> K,
    next: impl Fn(&N) -> Vec<N>,
) -> Option<(N, N)> {
    let mut steps: Vec<_> = starts.into_iter().map(|node| Step::Enter { node, from: None }).collect();
    // For each entered node: whether it was left.
    let mut left = HashMap::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Leave(key) => {
                left.insert(key, true);
            }
            Step::Enter { node, from } => match (left.get(&key(&node)), from) {
                (Some(true), _) | (Some(false), None) => {}
                // The path to the node leads through the node itself.
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
