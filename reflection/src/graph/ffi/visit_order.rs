//! The search for the attributes that lead a traversal to the nodes in the order of the file.
//!
//! A traversal that reaches an attribute has left all nodes below some number, and the nodes that
//! it is visiting come later in the file. So the rest of the traversal depends on two numbers
//! alone: the position of the attribute, and the number of nodes that were left. The search
//! computes the outcome for each pair once.

use std::collections::HashMap;

/// The values of all nodes.
pub(super) struct Values<'a, F> {
    /// Returns for the value at a position whether it is ambiguous, so that a traversal follows or
    /// skips it, and the target.
    pub(super) value: F,
    /// The position of the first value of each node.
    pub(super) starts: &'a [u32],
    /// The number of values.
    pub(super) count: usize,
    /// For each node, the first node that can be below it.
    pub(super) firsts: &'a [u32],
}

/// The position of a value, and the number of nodes that the traversal has left before it.
type State = (u32, u32);

/// The outcome of the traversal of the remaining values of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The traversal leaves the nodes in another order.
    Fails,
    /// The traversal follows the value.
    Follows,
    /// The traversal does not follow the value.
    Skips,
}

/// A value that leads to a node which was not visited, whose outcome is being computed.
struct Frame {
    state: State,
    node: u32,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The target is being visited.
    Target,
    /// The target was visited, and the other values of the node follow.
    AfterTarget,
    /// The value is skipped, and the other values of the node follow.
    AfterSkip,
}

/// Replaces the number of a use that does not exist.
const NONE: u32 = u32::MAX;

impl<F: Fn(u32) -> (bool, u32)> Values<'_, F> {
    /// Returns the position of the value that leads to each node, for a traversal from the last
    /// node that leaves the nodes in the order of the file. Returns `None` if there is no such
    /// traversal, or if the search takes too long.
    pub(super) fn find(&self) -> Option<Vec<u32>> {
        let nodes = self.starts.len() as u32;
        let root = nodes.checked_sub(1)?;
        let mut outcomes = HashMap::new();
        if !self.search(root, &mut outcomes)? {
            return None;
        }
        let mut first_uses = vec![NONE; nodes as usize];
        let mut path = vec![(root, self.starts[root as usize])];
        let mut left = 0;
        while let Some((node, position)) = path.pop() {
            let Some((position, target)) = self.next_choice(position, left, node) else {
                left = node + 1;
                continue;
            };
            path.push((node, position + 1));
            if outcomes.get(&(position, left)) == Some(&Outcome::Follows) {
                first_uses[target as usize] = position;
                path.push((target, self.starts[target as usize]));
            }
        }
        Some(first_uses)
    }

    /// Computes the outcomes of the traversal from a node before which no node was left. Returns
    /// whether it leaves the nodes in the order of the file, or `None` if the search takes too
    /// long.
    fn search(&self, root: u32, outcomes: &mut HashMap<State, Outcome>) -> Option<bool> {
        // A search needs few steps for a file of the writer. Files can be made that need more.
        let mut steps = 16 * (self.count + self.starts.len()) + (1 << 16);
        let mut frames: Vec<Frame> = Vec::new();
        // The values to traverse next, or the result of the last ones.
        let mut next = Ok((self.starts[root as usize], 0, root));
        loop {
            steps = steps.checked_sub(1)?;
            let success = match next {
                Err(success) => success,
                Ok((begin, left, node)) => match self.next_choice(begin, left, node) {
                    None => {
                        steps = steps.checked_sub((self.end(node) - begin) as usize)?;
                        left == node
                    }
                    Some((position, target)) => {
                        steps = steps.checked_sub((position - begin) as usize)?;
                        let state = (position, left);
                        if let Some(outcome) = outcomes.get(&state) {
                            *outcome != Outcome::Fails
                        } else {
                            let can_lead = self.firsts[target as usize] <= left;
                            next = if can_lead {
                                frames.push(Frame { state, node, stage: Stage::Target });
                                Ok((self.starts[target as usize], left, target))
                            } else {
                                frames.push(Frame { state, node, stage: Stage::AfterTarget });
                                Err(false)
                            };
                            continue;
                        }
                    }
                },
            };
            let Some(frame) = frames.last_mut() else { return Some(success) };
            let Frame { state: (position, left), node, stage } = *frame;
            let (is_ambiguous, target) = (self.value)(position);
            next = match (stage, success) {
                (Stage::Target, true) => {
                    frame.stage = Stage::AfterTarget;
                    Ok((position + 1, target + 1, node))
                }
                (Stage::Target | Stage::AfterTarget, false) if is_ambiguous => {
                    frame.stage = Stage::AfterSkip;
                    Ok((position + 1, left, node))
                }
                (stage, success) => {
                    let outcome = match (stage, success) {
                        (_, false) => Outcome::Fails,
                        (Stage::AfterSkip, true) => Outcome::Skips,
                        (_, true) => Outcome::Follows,
                    };
                    outcomes.insert((position, left), outcome);
                    frames.pop();
                    Err(success)
                }
            };
        }
    }

    /// Returns the next value of a node that leads to a node which was not visited, and its target.
    fn next_choice(&self, position: u32, left: u32, node: u32) -> Option<(u32, u32)> {
        (position..self.end(node)).find_map(|position| {
            let (_, target) = (self.value)(position);
            (left..node).contains(&target).then_some((position, target))
        })
    }

    /// Returns the position after the values of a node.
    fn end(&self, node: u32) -> u32 {
        self.starts.get(node as usize + 1).map_or(self.count as u32, |end| *end)
    }
}
