//! What a file tells of the attributes of unknown types, and what follows from that.

use super::super::number::canonical_index;
use super::edges::{Gathered, KNOWN, Use};
use super::solver::{Belief, Class, Solver};
use super::tree::Tree;

/// What the values of an attribute of an unknown type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Texts, and perhaps null references throughout.
    Text,
    /// Indices of nodes.
    Reference,
    /// Indices of tensors.
    Tensor,
    /// Perhaps indices, perhaps texts that look like some.
    Unclear,
}

/// What a file tells.
pub(crate) struct Evidence {
    nodes: usize,
    root: usize,
    tensors: usize,
    last: u32,
    edges: Gathered,
    uses: Gathered,
    classes: Vec<Class>,
}

impl Evidence {
    /// A file of so many nodes and tensors, with this root.
    pub(crate) fn new(nodes: usize, root: usize, tensors: usize) -> Self {
        let (edges, uses) = Default::default();
        Self { nodes, root, tensors, last: 0, edges, uses, classes: Vec::new() }
    }

    /// A reference that is certainly one. What belongs to a node must come before what belongs to the nodes behind it.
    pub(crate) fn reference(&mut self, node: u32, target: u32) {
        self.turn_to(node);
        if (target as usize) < self.nodes && target > 0 && node > 0 {
            self.edges.push(node, KNOWN, target);
        }
    }

    /// A use of a tensor that is certainly one. Known types are taken to visit their tensors before their references; where
    /// one does not, the numbers of tensors may come out different if an unknown type uses tensors too.
    pub(crate) fn tensor(&mut self, node: u32, tensor: u32) {
        self.turn_to(node);
        if (tensor as usize) < self.tensors && node > 0 {
            self.uses.push(node, KNOWN, tensor);
        }
    }

    /// An attribute of an unknown type. Every pair of type and name is one class, and the classes are numbered from 0.
    pub(crate) fn attr(&mut self, node: u32, class: u32, value: &str) {
        self.turn_to(node);
        if self.classes.len() <= class as usize {
            self.classes.resize(class as usize + 1, Class::default());
        }
        if node == 0 {
            return;
        }
        let known = &mut self.classes[class as usize];
        let target = canonical_index(value);
        known.refers |= target.is_some_and(|target| target > 0);
        known.is_text |= target.is_none_or(|target| target as usize >= self.nodes.max(self.tensors));
        // Nothing refers to the root or to itself: that would be a circle.
        let is_node = |target: &u32| {
            (*target as usize) < self.nodes && *target != node && *target as usize != self.root
        };
        match target.filter(|target| *target == 0 || is_node(target)) {
            None => known.node = Belief::No,
            Some(target) if target > 0 && known.node != Belief::No => self.edges.push(node, class, target),
            Some(_) => {}
        }
        match target.filter(|target| (*target as usize) < self.tensors) {
            None => known.tensor = Belief::No,
            Some(tensor) if known.tensor != Belief::No => self.uses.push(node, class, tensor),
            Some(_) => {}
        }
    }

    fn turn_to(&mut self, node: u32) {
        debug_assert!(self.last <= node, "nodes in ascending order");
        self.last = node;
    }

    /// What follows.
    pub(crate) fn infer(self) -> Inference {
        let mut classes = self.classes;
        for class in classes.iter_mut().filter(|class| !class.refers) {
            class.node = Belief::No;
        }
        let kept = |belief: fn(&Class) -> Belief| {
            let classes = &classes;
            move |from: Use| from.class == KNOWN || belief(&classes[from.class as usize]) != Belief::No
        };
        let edges = self.edges.by_target(self.nodes, kept(|class| class.node));
        let uses = self.uses.by_target(self.tensors, kept(|class| class.tensor));
        let mut solver = Solver { edges, uses, classes, moments: None };
        // The writer's root is the first node, or null.
        let mut solved = if self.root == 1 { solver.solve() } else { None };
        if solved.is_none() {
            solver.forget(|class| &mut class.node);
        }
        let mut first_uses = solved.as_ref().and_then(|tree| solver.first_uses(tree));
        if let (Some(tree), None) = (&solved, &first_uses)
            && let Some((other, uses)) = solver.with_fewer_steps(tree)
        {
            (solved, first_uses) = (Some(other), Some(uses));
        }
        if solved.is_none() || solver.moments.is_none() {
            solver.forget(|class| &mut class.tensor);
        }
        let (first_uses, classes) = (first_uses.unwrap_or_default(), solver.classes);
        Inference { tree: solved, first_uses, classes, any_tensors: self.tensors > 0 }
    }
}

/// What was found out.
pub(crate) struct Inference {
    tree: Option<Tree>,
    /// For each tensor its first use and the moment of that; empty if they are not known to be in order.
    first_uses: Vec<(Use, u32)>,
    classes: Vec<Class>,
    any_tensors: bool,
}

impl Inference {
    /// Whether the nodes are numbered as the writer would. If not, nothing unclear leads anywhere.
    #[cfg(test)]
    pub(crate) fn in_order(&self) -> bool {
        self.tree.is_some()
    }

    /// What the values of a class are.
    pub(crate) fn meaning(&self, class: u32) -> Meaning {
        match self.classes.get(class as usize) {
            None | Some(Class { node: Belief::No, tensor: Belief::No, .. }) => Meaning::Text,
            Some(Class { node: Belief::Yes, .. }) => Meaning::Reference,
            Some(Class { tensor: Belief::Yes, .. }) => Meaning::Tensor,
            Some(_) => Meaning::Unclear,
        }
    }

    /// Whether the values of a class are texts in any file, however its nodes are numbered. Zeros alone may be null throughout,
    /// which stays 0, unless there are tensors.
    pub(crate) fn is_text(&self, class: u32) -> bool {
        let known = self.classes.get(class as usize);
        known.is_none_or(|class| class.is_text || !class.refers && !self.any_tensors)
    }

    /// Whether this attribute, with this value, is what we take to have led to the node `target`. Following these, the
    /// known and the certain references of each node in ascending order of their targets numbers all nodes as before.
    pub(crate) fn claims_node(&self, node: u32, class: u32, target: u32) -> bool {
        let tree = self.tree.as_ref().filter(|_| target > 1);
        tree.and_then(|tree| tree.parents.get(target as usize)) == Some(&Use { node, class })
    }

    /// Whether this attribute, with this value, is what we take to be the first use of a tensor.
    pub(crate) fn claims_tensor(&self, node: u32, class: u32, tensor: u32) -> bool {
        self.first_uses.get(tensor as usize).is_some_and(|(from, _)| *from == Use { node, class })
    }

    /// The last node that was numbered before this tensor, if its first use is told by [`Inference::claims_tensor`].
    /// The attributes of that node come in ascending order of their targets and, for tensors, of this number, tensors
    /// behind nodes; then all tensors are numbered as before.
    pub(crate) fn before_tensor(&self, tensor: u32) -> Option<u32> {
        self.first_uses.get(tensor as usize).map(|(_, moment)| *moment)
    }

    /// Whether this attribute, with this value, may be held as a reference: it is one, or it may be one and holding it,
    /// with all others of which this is so, closes no circle.
    pub(crate) fn holds_node(&self, node: u32, class: u32, target: u32) -> bool {
        let belief = self.classes.get(class as usize).map_or(Belief::No, |class| class.node);
        let fits = |tree: &Tree| {
            let inside = target > 0 && (target as usize) < tree.parents.len();
            inside && tree.in_order(node, target) && !tree.leads(target, node)
        };
        belief == Belief::Yes || belief != Belief::No && self.tree.as_ref().is_some_and(fits)
    }

    /// Whether the values of this class may be indices of tensors.
    pub(crate) fn holds_tensor(&self, class: u32) -> bool {
        self.classes.get(class as usize).is_some_and(|class| class.tensor != Belief::No)
    }
}
