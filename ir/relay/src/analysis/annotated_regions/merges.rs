//! The history of regions that became parts of other regions.

use objet_ir::scope_tree::{Scope, ScopeTree};

/// The history of a set of regions: a forest in which each merge is the parent of two regions.
#[derive(Default)]
pub(super) struct Merges(Vec<Option<Merge>>);

/// A merge of the region `src` into the region `dest`.
pub(super) struct Merge {
    pub(super) dest: usize,
    pub(super) src: usize,
}

impl Merges {
    /// Adds a region, or a merge of two regions. Returns the number of the new one.
    pub(super) fn add(&mut self, merge: Option<Merge>) -> usize {
        self.0.push(merge);
        self.0.len() - 1
    }
}

/// The forest of merges with fast lookup of the merge that united two regions.
pub(super) struct MergeTree<'m> {
    merges: &'m Merges,
    tree: ScopeTree,
    scopes: Vec<Scope>,
    /// For each scope: the region or merge.
    of_scope: Vec<usize>,
    /// For each region or merge: whether it was part of a region that was merged into another one.
    was_src: Vec<bool>,
}

impl<'m> MergeTree<'m> {
    pub(super) fn new(merges: &'m Merges) -> Self {
        let count = merges.0.len();
        let (mut tree, mut scopes) = (ScopeTree::new(), vec![None; count]);
        let (mut of_scope, mut was_src) = (vec![count], vec![false; count]);
        let mut open = |parent: Scope, own: usize| {
            of_scope.push(own);
            tree.open(parent)
        };
        // A merge comes after its parts.
        for (own, merge) in merges.0.iter().enumerate().rev() {
            let scope = scopes[own].unwrap_or_else(|| open(Scope::ROOT, own));
            scopes[own] = Some(scope);
            if let Some(Merge { dest, src }) = *merge {
                was_src[dest] = was_src[own];
                was_src[src] = true;
                for part in [dest, src] {
                    scopes[part] = Some(open(scope, part));
                }
            }
        }
        let scopes = scopes.into_iter().flatten().collect();
        Self { merges, tree, scopes, of_scope, was_src }
    }

    /// Returns whether a region that begins inside of the region `outer` became a part of the same
    /// region, in a way that TVM notices.
    pub(super) fn is_inner(&self, region: usize, outer: usize) -> bool {
        let common = self.tree.common(self.scopes[region], self.scopes[outer]);
        let united = self.of_scope[common.number()];
        let Some(Some(Merge { src, .. })) = self.merges.0.get(united) else { return false };
        let outer_was_src = self.tree.common(self.scopes[outer], self.scopes[*src]) == self.scopes[*src];
        outer_was_src || self.was_src[united]
    }
}
