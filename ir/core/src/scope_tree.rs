//! Scopes in one another.

/// A scope, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope(pub usize);

/// Scopes in one another. Each knows its parent and, on the way to the root, one further up: so that the nearest common one of two is found in
/// logarithmic time however deep they are.
pub struct ScopeTree {
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Copy)]
struct TreeNode {
    parent: usize,
    further: usize,
    depth: usize,
}

impl ScopeTree {
    /// The root alone.
    pub fn new() -> Self {
        Self { nodes: vec![TreeNode { parent: 0, further: 0, depth: 0 }] }
    }

    /// A new scope in that one.
    pub fn open(&mut self, Scope(parent): Scope) -> Scope {
        let TreeNode { further, depth, .. } = self.nodes[parent];
        let one = depth - self.nodes[further].depth;
        let two = self.nodes[further].depth - self.nodes[self.nodes[further].further].depth;
        // Two steps of the same length make one of twice that.
        let further = if one == two { self.nodes[further].further } else { parent };
        self.nodes.push(TreeNode { parent, further, depth: depth + 1 });
        Scope(self.nodes.len() - 1)
    }

    /// How many scopes there are. Their numbers are less.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The nearest one that both are in.
    pub fn common(&self, Scope(mut a): Scope, Scope(mut b): Scope) -> Scope {
        if self.nodes[a].depth < self.nodes[b].depth {
            (a, b) = (b, a);
        }
        let depth = self.nodes[b].depth;
        while self.nodes[a].depth > depth {
            let node = self.nodes[a];
            a = if self.nodes[node.further].depth >= depth { node.further } else { node.parent };
        }
        while a != b {
            let (at_a, at_b) = (self.nodes[a], self.nodes[b]);
            let further = at_a.further != at_b.further;
            (a, b) = if further { (at_a.further, at_b.further) } else { (at_a.parent, at_b.parent) };
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
    /// What is in no other.
    pub const ROOT: Self = Self(0);

    /// Returns the number of the scope, from 0 for the root.
    pub fn number(self) -> usize {
        self.0
    }
}
