//! A tree of nested scopes with fast lookup of the nearest common ancestor.

/// The index of a scope in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope(pub usize);

/// A tree of nested scopes.
///
/// Each scope stores its parent and one more distant ancestor (a skew-binary jump pointer), so that
/// [`ScopeTree::common`] takes logarithmic time at any depth.
pub struct ScopeTree {
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Copy)]
struct TreeNode {
    parent: usize,
    jump: usize,
    depth: usize,
}

impl ScopeTree {
    /// Creates a tree with only the root scope.
    pub fn new() -> Self {
        Self { nodes: vec![TreeNode { parent: 0, jump: 0, depth: 0 }] }
    }

    /// Adds a scope inside `parent`.
    pub fn open(&mut self, Scope(parent): Scope) -> Scope {
        let TreeNode { jump, depth, .. } = self.nodes[parent];
        let one = depth - self.nodes[jump].depth;
        let two = self.nodes[jump].depth - self.nodes[self.nodes[jump].jump].depth;
        // Two jumps of equal length combine into one jump over both.
        let jump = if one == two { self.nodes[jump].jump } else { parent };
        self.nodes.push(TreeNode { parent, jump, depth: depth + 1 });
        Scope(self.nodes.len() - 1)
    }

    /// Returns the number of scopes. The number of each scope is less than this count.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the nearest scope that contains both scopes.
    pub fn common(&self, Scope(mut a): Scope, Scope(mut b): Scope) -> Scope {
        if self.nodes[a].depth < self.nodes[b].depth {
            (a, b) = (b, a);
        }
        let depth = self.nodes[b].depth;
        while self.nodes[a].depth > depth {
            let node = self.nodes[a];
            a = if self.nodes[node.jump].depth >= depth { node.jump } else { node.parent };
        }
        while a != b {
            let (at_a, at_b) = (self.nodes[a], self.nodes[b]);
            let can_jump = at_a.jump != at_b.jump;
            (a, b) = if can_jump { (at_a.jump, at_b.jump) } else { (at_a.parent, at_b.parent) };
        }
        Scope(a)
    }
}

impl Default for ScopeTree {
    fn default() -> Self {
        Self::new()
    }
}

impl Scope {
    /// The root scope, which has no parent.
    pub const ROOT: Self = Self(0);

    /// Returns the number of the scope, from 0 for the root.
    pub fn number(self) -> usize {
        self.0
    }
}
