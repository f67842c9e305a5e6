//! Inference of the meaning of attributes of unknown types from the evidence in a file.

use super::super::number::canonical_index;
use super::edges::{Gathered, KNOWN, LateUses, UNORDERED, Use, is_certain};
use super::solver::{Belief, Class, Solver};
use super::tree::Tree;

/// The meaning of the values of an attribute of an unknown type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Strings. If all values are 0, they may also be null references.
    String,
    /// Indices of nodes.
    Reference,
    /// Indices of tensors.
    Tensor,
    /// Indices, or strings that look like indices.
    Ambiguous,
}

/// The evidence in a file.
pub(crate) struct Evidence {
    nodes: usize,
    root: usize,
    tensors: usize,
    last: u32,
    /// The highest target of the references of the last node whose order is known.
    highest: u32,
    edges: Gathered,
    uses: Gathered,
    late: LateUses,
    classes: Vec<Class>,
}

impl Evidence {
    /// Creates the evidence of a file with these numbers of nodes and tensors, and this root.
    pub(crate) fn new(nodes: usize, root: usize, tensors: usize) -> Self {
        let (edges, uses, late) = Default::default();
        Self { nodes, root, tensors, last: 0, highest: 0, edges, uses, late, classes: Vec::new() }
    }

    /// Adds a certain reference. All evidence must be added in ascending order of the nodes.
    pub(crate) fn reference(&mut self, node: u32, target: u32) {
        self.turn_to(node);
        if (target as usize) < self.nodes && target > 0 && node > 0 {
            self.edges.push(node, KNOWN, target);
        }
    }

    /// Adds a certain reference. The references of a node must be added in the order in which the
    /// writer visits them. The targets of earlier references have numbers already when the writer
    /// comes to a later one, so this one leads to no number between the node and these targets.
    pub(crate) fn next_reference(&mut self, node: u32, target: u32) {
        self.turn_to(node);
        if target > node && target < self.highest {
            return;
        }
        self.highest = self.highest.max(target);
        self.reference(node, target);
    }

    /// Adds a certain use of a tensor, which the writer visits after the references that
    /// [`Evidence::next_reference`] has added for the node.
    pub(crate) fn tensor(&mut self, node: u32, tensor: u32) {
        self.turn_to(node);
        if (tensor as usize) < self.tensors && node > 0 {
            if self.highest > node && !self.uses.of_last(node).any(|other| other == tensor) {
                self.late.insert((node, tensor), self.highest);
            }
            self.uses.push(node, KNOWN, tensor);
        }
    }

    /// Adds a certain use of a tensor, which the writer may visit before or after any reference of
    /// the node.
    pub(crate) fn unordered_tensor(&mut self, node: u32, tensor: u32) {
        self.turn_to(node);
        if (tensor as usize) < self.tensors && node > 0 {
            self.uses.push(node, UNORDERED, tensor);
        }
    }

    /// Adds an attribute of an unknown type. Each pair of a type and an attribute name is a class,
    /// and classes are numbered from 0.
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
        // No node refers to the root or to itself, since this would be a cycle.
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
        if self.last != node {
            (self.last, self.highest) = (node, 0);
        }
    }

    /// Infers the meanings of all classes.
    pub(crate) fn infer(self) -> Inference {
        let mut classes = self.classes;
        for class in classes.iter_mut().filter(|class| !class.refers) {
            class.node = Belief::No;
        }
        let kept = |belief: fn(&Class) -> Belief| {
            let classes = &classes;
            move |from: Use| is_certain(from.class) || belief(&classes[from.class as usize]) != Belief::No
        };
        let edges = self.edges.by_target(self.nodes, kept(|class| class.node));
        let uses = self.uses.by_target(self.tensors, kept(|class| class.tensor));
        let mut solver = Solver { edges, uses, late: self.late, classes, moments: None };
        // In files of the writer, the root is the first node, or null.
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

/// The result of the inference.
pub(crate) struct Inference {
    tree: Option<Tree>,
    /// For each tensor its first use and the moment of this use. Empty if the order of the tensors
    /// is not explained.
    first_uses: Vec<(Use, u32)>,
    classes: Vec<Class>,
    any_tensors: bool,
}

impl Inference {
    /// Whether the numbering of the nodes is explained. Otherwise, ambiguous attributes are not
    /// followed.
    #[cfg(test)]
    pub(crate) fn in_order(&self) -> bool {
        self.tree.is_some()
    }

    /// Returns the meaning of the values of a class.
    pub(crate) fn meaning(&self, class: u32) -> Meaning {
        match self.classes.get(class as usize) {
            None | Some(Class { node: Belief::No, tensor: Belief::No, .. }) => Meaning::String,
            Some(Class { node: Belief::Yes, .. }) => Meaning::Reference,
            Some(Class { tensor: Belief::Yes, .. }) => Meaning::Tensor,
            Some(_) => Meaning::Ambiguous,
        }
    }

    /// Whether the values of a class are strings independently of the numbering. A class with only
    /// zeros may consist of null references, which stay 0, unless the file has tensors.
    pub(crate) fn is_text(&self, class: u32) -> bool {
        let known = self.classes.get(class as usize);
        known.is_none_or(|class| class.is_text || !class.refers && !self.any_tensors)
    }

    /// Whether this attribute with this value is assumed to have led to the node `target`. A
    /// traversal that follows these attributes, and the known and the certain references of each
    /// node in ascending order of their targets, numbers all nodes as in the file.
    pub(crate) fn claims_node(&self, node: u32, class: u32, target: u32) -> bool {
        let tree = self.tree.as_ref().filter(|_| target > 1);
        tree.and_then(|tree| tree.parents.get(target as usize)) == Some(&Use { node, class })
    }

    /// Whether this attribute with this value is assumed to be the first use of a tensor.
    pub(crate) fn claims_tensor(&self, node: u32, class: u32, tensor: u32) -> bool {
        self.first_uses.get(tensor as usize).is_some_and(|(from, _)| *from == Use { node, class })
    }

    /// Returns the last node that was numbered before this tensor, if [`Inference::claims_tensor`]
    /// reports the first use of the tensor.
    ///
    /// A traversal that visits the attributes of each node in ascending order of their targets, or
    /// of this number for tensors, numbers all tensors as in the file. Nodes come before tensors
    /// with the same number.
    pub(crate) fn before_tensor(&self, tensor: u32) -> Option<u32> {
        self.first_uses.get(tensor as usize).map(|(_, moment)| *moment)
    }

    /// Whether this attribute with this value may be loaded as a reference. It must be a certain
    /// reference, or an ambiguous one that closes no cycle together with all other such attributes.
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
