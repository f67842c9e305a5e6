//! The tree of post-dominators of a dataflow graph.

use objet_ir::op::OpPatternKind;

use super::dataflow::Dataflow;

/// A node of the tree. Each node has a parent and one more distant ancestor (a skew-binary jump
/// pointer), so that the nearest common ancestor takes logarithmic time at any depth.
#[derive(Clone, Copy)]
struct TreeNode {
    parent: usize,
    /// The pattern of all paths to the parent.
    pattern: OpPatternKind,
    jump: usize,
    /// The pattern of all paths to the ancestor `jump`.
    jump_pattern: OpPatternKind,
    depth: usize,
}

/// For each expression, the first expression that all its users lead to. The last node of the tree
/// stands for the users outside of kernels.
pub(super) struct Dominators(Vec<TreeNode>);

/// The dominator of an expression.
pub(super) struct Dominator {
    pub(super) position: usize,
    /// The pattern of all paths to the dominator.
    pub(super) pattern: OpPatternKind,
}

impl Dominators {
    pub(super) fn new(dataflow: &Dataflow) -> Self {
        let outside = dataflow.nodes.len();
        let (pattern, jump_pattern) = (OpPatternKind::Opaque, OpPatternKind::Opaque);
        let root = TreeNode { parent: outside, pattern, jump: outside, jump_pattern, depth: 0 };
        let mut this = Self(vec![root; outside + 1]);
        // Users come after an expression, so their nodes are complete.
        for (position, node) in dataflow.nodes.iter().enumerate().rev() {
            let mut parent = None;
            let mut pattern = OpPatternKind::ElemWise;
            for found in &node.uses {
                pattern = pattern.max(found.pattern);
                parent = Some(match parent {
                    Some(parent) => this.common(parent, found.user, &mut pattern),
                    None => found.user,
                });
            }
            this.0[position] = match parent {
                Some(parent) if !node.is_needed => this.below(parent, pattern),
                _ => this.below(outside, OpPatternKind::Opaque),
            };
        }
        this
    }

    /// Returns the dominator of an expression, if it lies inside a kernel.
    pub(super) fn of(&self, position: usize) -> Option<Dominator> {
        let TreeNode { parent, pattern, .. } = self.0[position];
        (parent + 1 < self.0.len()).then_some(Dominator { position: parent, pattern })
    }

    /// Creates a node with the given parent.
    fn below(&self, parent: usize, pattern: OpPatternKind) -> TreeNode {
        let at_parent = self.0[parent];
        let at_jump = self.0[at_parent.jump];
        let depth = at_parent.depth;
        // Two jumps of equal length combine into one jump over both.
        let (jump, jump_pattern) = if depth - at_jump.depth == at_jump.depth - self.0[at_jump.jump].depth {
            (at_jump.jump, pattern.max(at_parent.jump_pattern).max(at_jump.jump_pattern))
        } else {
            (parent, pattern)
        };
        TreeNode { parent, pattern, jump, jump_pattern, depth: depth + 1 }
    }

    /// Returns the nearest common ancestor, and adds the patterns of the paths to it.
    fn common(&self, mut a: usize, mut b: usize, pattern: &mut OpPatternKind) -> usize {
        if self.0[a].depth < self.0[b].depth {
            (a, b) = (b, a);
        }
        let depth = self.0[b].depth;
        while self.0[a].depth > depth {
            let node = self.0[a];
            let can_jump = self.0[node.jump].depth >= depth;
            (a, *pattern) = if can_jump {
                (node.jump, (*pattern).max(node.jump_pattern))
            } else {
                (node.parent, (*pattern).max(node.pattern))
            };
        }
        while a != b {
            let (at_a, at_b) = (self.0[a], self.0[b]);
            if at_a.jump != at_b.jump {
                *pattern = (*pattern).max(at_a.jump_pattern).max(at_b.jump_pattern);
                (a, b) = (at_a.jump, at_b.jump);
            } else {
                *pattern = (*pattern).max(at_a.pattern).max(at_b.pattern);
                (a, b) = (at_a.parent, at_b.parent);
            }
        }
        a
    }
}
