//! Inference of the references of unknown types.
//!
//! A file does not state which integers of an unknown type are indices of nodes. All values of an
//! attribute of a type form a *class*, since all have the same meaning. The writer numbers the
//! nodes in the post-order of their first visit, which gives evidence:
//!
//! - A reference is less than the index of its node. Other values are not references.
//! - Some reference has led the writer to each node but the root: to the node's *parent*.
//! - A finished node is *open* until its parent is finished. Each node closes the open nodes that
//!   were finished while it was visited, which are the last ones. Its references lead to them in
//!   the order of its attributes.
//!
//! A first pass lets each node close as many open nodes as it can. So it closes a node no later
//! than the writer did: the parent in this tree is the first node that can be the writer's parent.
//! The writer's parent of a node `x` is then this parent or one of its ancestors, since the node
//! after `x` is below the writer's parent too. Nodes that the writer finished while `x` was open
//! have no later parents than `x`. If these rules leave one class that can have led to a node, the
//! class is a reference in every file of the writer.
//!
//! Other classes stay ambiguous. The first pass selects the attributes that a traversal has to
//! follow to number the nodes as in the file. It selects them as late as possible. If references
//! lead to later nodes earlier, a search finds other attributes.
//!
//! An attribute that is read as the field of a stand-in is a reference, or is none, as the field
//! declares. If the traversal does not number the nodes as in the file then, the attribute is not
//! the field, and the file is loaded without stand-ins.

use super::fields::node_index;
use super::visit_order::Values;
use crate::graph::document::{Document, FileValue, Node, TaggedValue};
use crate::graph::error::GraphError;
use crate::graph::load::plans::{REFERENCE, TEXT};
use crate::graph::load::references::in_range;
use crate::graph::load::{Kind, Kinds, Plans, ReferenceCounts};
use crate::graph::opaque::edges::KNOWN;
use crate::reflection::Reflection;

/// The meaning of the values of a class that may be indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Value,
    Reference,
    Ambiguous,
}

/// The meanings of the attributes of unknown types.
pub(in crate::graph) struct Meanings {
    /// The meaning of each class.
    classes: Vec<Meaning>,
    /// The ambiguous uses that are assumed to have led the writer to a node, in ascending order:
    /// the node, and the number of the use among those of the node.
    leading: Vec<(u32, u32)>,
    /// The number of references to each node, if all of them are to earlier nodes.
    counts: Option<ReferenceCounts>,
}

/// Replaces the number of a use or a node that does not exist.
const NONE: u32 = u32::MAX;

impl Meanings {
    /// Infers the meanings in a file.
    ///
    /// # Errors
    /// If an attribute that is known to be a reference is not a valid index. If the nodes are not
    /// in the order of the writer and an attribute may be a reference.
    pub(in crate::graph) fn infer(
        document: &Document,
        kinds: &Kinds,
        plans: &Plans,
    ) -> Result<Self, GraphError> {
        let mut classes = vec![Class { may_refer: true, is_used: false }; plans.class_count()];
        let mut tree = Tree::of(document, kinds, plans, &mut classes)?;
        if classes.iter().any(|class| class.is_used && !class.may_refer) {
            // The classes are known now, which few files need.
            tree = Tree::of(document, kinds, plans, &mut classes)?;
        }
        // An attribute that is read as the field of a stand-in.
        let assumed =
            if kinds.any_base() { find_attr(document, kinds, plans, |class| class >= TEXT) } else { None };
        if tree.open != 1 || document.root + 1 != document.len() {
            // The order proves nothing.
            if let Some((node, attr)) = in_range_attr(document, kinds, plans).or(assumed) {
                return Err(ambiguous(document, node, attr));
            }
            let classes = vec![Meaning::Value; classes.len()];
            return Ok(Self { classes, leading: Vec::new(), counts: None });
        }
        let ambiguous_if = |class: &Class| if class.may_refer { Meaning::Ambiguous } else { Meaning::Value };
        let mut meanings: Vec<_> = classes.iter().map(ambiguous_if).collect();
        tree.find_references(&mut meanings);
        let is_ambiguous = |class: u32| {
            class != KNOWN && meanings.get(class as usize).is_some_and(|class| *class == Meaning::Ambiguous)
        };
        let is_followed = |position: &u32| !is_ambiguous(tree.uses[*position as usize].class);
        let first_uses = if assumed.is_none() && !meanings.contains(&Meaning::Ambiguous) {
            Vec::new()
        } else if tree.skipped.iter().any(is_followed) {
            let found = tree.traverse(is_ambiguous).or_else(|| tree.find_order(is_ambiguous));
            let attr = || assumed.or_else(|| find_attr(document, kinds, plans, is_ambiguous));
            match found.map_or_else(|| Err(attr()), Ok) {
                Ok(first_uses) => first_uses,
                Err(Some((node, attr))) => return Err(ambiguous(document, node, attr)),
                Err(None) => tree.first_uses(),
            }
        } else {
            tree.first_uses()
        };
        let is_leading = |first: &&u32| **first != NONE && is_ambiguous(tree.uses[**first as usize].class);
        let leading = first_uses.iter().filter(is_leading).map(|first| {
            let node = tree.uses[*first as usize].node;
            let nth = (first - tree.nodes[node as usize].start) as usize;
            let attrs = plans.classes(document.node(node as usize));
            let is_use = |class: u32| {
                class == REFERENCE || classes.get(class as usize).is_some_and(|class| class.may_refer)
            };
            let mut uses = attrs.filter(|(_, class)| is_use(*class));
            (node, uses.nth(nth).map_or(NONE, |(attr, _)| attr as u32))
        });
        let mut leading: Vec<_> = leading.collect();
        leading.sort_unstable();
        let counts = tree.is_children_first.then_some(tree.counts);
        Ok(Self { classes: meanings, leading, counts })
    }

    /// Returns the number of references to each node, if all of them are to earlier nodes. They are
    /// returned once.
    pub(in crate::graph) fn take_counts(&mut self) -> Option<ReferenceCounts> {
        self.counts.take()
    }

    /// Returns the indices of the nodes that a node of an unknown type refers to, or may refer to.
    pub(in crate::graph) fn targets<'a>(
        &'a self,
        plans: &'a Plans,
        node: Node<'a>,
    ) -> impl Iterator<Item = u32> + 'a {
        let attrs = plans.classes(node).zip(node.tagged());
        attrs.filter_map(move |((attr, class), value)| self.of(node, attr, class, *value).1)
    }

    /// Returns the meaning of an attribute of this class, and if its value is the index of a node,
    /// or may be one, this index.
    #[inline]
    pub(super) fn of(
        &self,
        node: Node<'_>,
        attr: usize,
        class: u32,
        value: TaggedValue,
    ) -> (Meaning, Option<u32>) {
        match self.classes.get(class as usize) {
            Some(Meaning::Value) => (Meaning::Value, None),
            Some(meaning) => (*meaning, value.as_integer()),
            None if class == REFERENCE => {
                let index = node_index(node.value(attr)).ok().and_then(|index| u32::try_from(index).ok());
                (Meaning::Reference, index)
            }
            None => (Meaning::Value, None),
        }
    }

    /// Whether an ambiguous attribute is assumed to have led the writer to a node.
    #[inline]
    pub(super) fn leads(&self, number: u32, attr: usize) -> bool {
        self.leading.binary_search(&(number, attr as u32)).is_ok()
    }
}

/// Returns the node and the position of an attribute in a class whose values are all less than the
/// number of nodes.
#[cold]
fn in_range_attr(document: &Document, kinds: &Kinds, plans: &Plans) -> Option<(usize, usize)> {
    let mut classes = vec![(true, None); plans.class_count()];
    for (index, node) in document.nodes().enumerate() {
        if let Kind::Unknown(_) | Kind::Upgraded(_) = kinds.get(node) {
            for ((attr, class), value) in plans.classes(node).zip(node.tagged()) {
                if let Some((in_range, example)) = classes.get_mut(class as usize) {
                    *in_range &= value.is_index_below(document.len() as u32);
                    example.get_or_insert((index, attr));
                }
            }
        }
    }
    classes.into_iter().find_map(|(in_range, example)| example.filter(|_| in_range))
}

/// Returns the node and the position of the first attribute that has such a class.
fn find_attr(
    document: &Document,
    kinds: &Kinds,
    plans: &Plans,
    is_such: impl Fn(u32) -> bool,
) -> Option<(usize, usize)> {
    document.nodes().enumerate().find_map(|(index, node)| match kinds.get(node) {
        Kind::Unknown(_) | Kind::Upgraded(_) => {
            plans.classes(node).find(|(_, class)| is_such(*class)).map(|(attr, _)| (index, attr))
        }
        _ => None,
    })
}

/// Returns the index of a node in an attribute that is known to be a reference.
///
/// # Errors
/// If the value is not a valid index.
fn known_target(
    document: &Document,
    index: usize,
    reflection: Option<&'static Reflection>,
    attr: usize,
    value: Option<FileValue<'_>>,
) -> Result<u32, GraphError> {
    let name = document.name(document.node(index).names()[attr]);
    let field = reflection.and_then(|all| Some(&all.fields()[all.find_stored(name)?]));
    let Some(field) = field else { return Ok(NONE) };
    let found = node_index(value).map_err(|error| GraphError::Attr {
        node: document.location(index),
        attr: field.name(),
        source: Box::new(error),
    })?;
    in_range(document, index, field, found)
}

#[cold]
fn ambiguous(document: &Document, node: usize, attr: usize) -> GraphError {
    let name = document.node(node).names()[attr];
    GraphError::AmbiguousAttr { node: document.location(node), attr: document.name(name).into() }
}

/// The tree in which each node has the first possible parent.
struct Tree {
    nodes: Vec<TreeNode>,
    /// The values that may be indices of nodes, in the order of the file.
    uses: Vec<Use>,
    /// The uses that do not lead to their targets, although a traversal that follows the tree comes
    /// to them before it has visited the targets.
    skipped: Vec<u32>,
    /// The number of open nodes. If it is 1 after the last node, all nodes are below this node.
    open: u32,
    /// Whether all uses are of earlier nodes.
    is_children_first: bool,
    /// The number of uses of each node by later ones.
    counts: ReferenceCounts,
}

/// A class while the file is read.
#[derive(Clone, Copy)]
struct Class {
    /// Whether all values so far are less than the indices of their nodes.
    may_refer: bool,
    /// Whether the tree has uses of the class.
    is_used: bool,
}

/// A node of the tree. Each number that does not exist is `NONE`.
#[derive(Clone, Copy)]
struct TreeNode {
    /// The number of the first use by the node.
    start: u32,
    /// The number of the use that leads to the node.
    first_use: u32,
    parent: u32,
    /// The first node below the node, or the node itself.
    first: u32,
    /// A use by the last user of the node.
    user: u32,
}

/// A value that may be the index of a node.
#[derive(Clone, Copy)]
struct Use {
    node: u32,
    class: u32,
    target: u32,
    /// A use with the same target by an earlier or the same node.
    earlier: u32,
}

impl Tree {
    /// Creates the tree of a file, and updates the classes. If a class with uses turns out to have
    /// other values, the tree must be created again.
    ///
    /// # Errors
    /// If an attribute that is known to be a reference is not a valid index.
    fn of(
        document: &Document,
        kinds: &Kinds,
        plans: &Plans,
        classes: &mut [Class],
    ) -> Result<Self, GraphError> {
        let mut tree = Self {
            nodes: Vec::with_capacity(document.len()),
            uses: Vec::with_capacity(document.reference_limit()),
            skipped: Vec::new(),
            open: 0,
            is_children_first: true,
            counts: ReferenceCounts::new(document.len(), document.root),
        };
        classes.iter_mut().for_each(|class| class.is_used = false);
        // The references of a node of a known type, each with the position of its attribute.
        let mut known: Vec<(u32, u32)> = Vec::new();
        for (index, node) in document.nodes().enumerate() {
            let number = index as u32;
            tree.begin_node();
            match kinds.get(node) {
                Kind::Array | Kind::Map | Kind::Special(_) => {
                    node.data().iter().for_each(|target| tree.push(number, KNOWN, *target));
                }
                Kind::Fields(of) => {
                    let fields = plans.attr_indices(node).iter().zip(of.reflection().fields());
                    known.extend(fields.filter(|(_, field)| field.is_node()).filter_map(|(attr, _)| {
                        // `References::of` reports values that are not valid.
                        let index = node_index(node.value(*attr as usize)).ok()?;
                        Some((*attr, u32::try_from(index).ok()?))
                    }));
                    // The order of the file, which may differ from that of the fields.
                    known.sort_unstable();
                    known.drain(..).for_each(|(_, target)| tree.push(number, KNOWN, target));
                }
                kind @ (Kind::Unknown(_) | Kind::Upgraded(_)) => {
                    for ((attr, class), value) in plans.classes(node).zip(node.tagged()) {
                        if let Some(of) = classes.get_mut(class as usize) {
                            of.may_refer &= value.is_index_below(number);
                            if of.may_refer {
                                of.is_used = true;
                                tree.push(number, class, value.number());
                            }
                        } else if class == REFERENCE {
                            let value = node.value(attr);
                            let target = known_target(document, index, kind.reflection(), attr, value)?;
                            tree.push(number, KNOWN, target);
                        }
                    }
                }
                Kind::Null | Kind::Text | Kind::Shape | Kind::Tensor | Kind::Bytes(_) => {}
            }
            tree.end_node(number);
        }
        Ok(tree)
    }

    /// Adds the next node. Its uses follow.
    #[inline]
    fn begin_node(&mut self) {
        let [start, first] = [self.uses.len() as u32, self.nodes.len() as u32];
        self.nodes.push(TreeNode { start, first_use: NONE, parent: NONE, first, user: NONE });
    }

    /// Adds the next use by the current node, unless the target is `NONE`.
    #[inline]
    fn push(&mut self, node: u32, class: u32, target: u32) {
        if target != NONE {
            self.uses.push(Use { node, class, target, earlier: NONE });
        }
    }

    /// Lets the current node close as many open nodes as it can, and counts its references.
    #[inline]
    fn end_node(&mut self, node: u32) {
        let Self { nodes, uses, skipped, open, is_children_first, counts } = self;
        let start = nodes[node as usize].start;
        // The number of nodes that are visited when a traversal comes to the current use. The last
        // one of them is the last open node.
        let mut visited = node;
        let end = uses.len() as u32;
        for (position, of) in (start..end).zip(&mut uses[start as usize..]).rev() {
            if of.target >= node {
                *is_children_first = false;
                skipped.push(position);
                continue;
            }
            counts.add(&[of.target]);
            let target = &mut nodes[of.target as usize];
            of.earlier = std::mem::replace(&mut target.user, position);
            if of.target + 1 == visited {
                *open -= 1;
                (target.first_use, target.parent) = (position, node);
                visited = target.first;
            } else if of.target >= visited {
                skipped.push(position);
            }
        }
        nodes[node as usize].first = visited;
        *open += 1;
    }

    /// Returns the number of the use that leads to each node.
    fn first_uses(&self) -> Vec<u32> {
        self.nodes.iter().map(|node| node.first_use).collect()
    }

    /// Sets the meaning of each class that alone can have led the writer to a node.
    fn find_references(&self, meanings: &mut [Meaning]) {
        // The open nodes, each with the last possible parent of all nodes that follow while it is
        // open.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let rest = self.nodes.split_last().map_or(&[][..], |(_, rest)| rest);
        for (target, TreeNode { user, .. }) in (0..).zip(rest) {
            while open.last().is_some_and(|(node, _)| self.nodes[*node as usize].parent == target) {
                open.pop();
            }
            let bound = open.last().map_or(NONE, |(_, bound)| *bound);
            let (mut last, mut only, mut user) = (NONE, KNOWN, *user);
            while user != NONE {
                let Use { node, class, earlier, .. } = self.uses[user as usize];
                if node <= bound && self.nodes[node as usize].first <= target + 1 {
                    if last == NONE {
                        (last, only) = (node, class);
                    } else if only != class {
                        only = KNOWN;
                    }
                    // A further use proves nothing if the class is known to be a reference.
                    if meanings.get(only as usize).is_none_or(|meaning| *meaning == Meaning::Reference) {
                        only = KNOWN;
                        break;
                    }
                }
                user = earlier;
            }
            if let Some(meaning) = meanings.get_mut(only as usize) {
                *meaning = Meaning::Reference;
            }
            open.push((target, last.min(bound)));
        }
    }

    /// Returns the position after the uses by a node.
    #[inline]
    fn end(&self, node: usize) -> usize {
        self.nodes.get(node + 1).map_or(self.uses.len(), |next| next.start as usize)
    }

    /// Traverses the nodes from the last one. Returns the number of the use that leads to each node
    /// if the traversal leaves the nodes in the order of the file.
    ///
    /// The traversal follows all references. It follows an ambiguous attribute if this attribute
    /// leads to the node in the tree.
    fn traverse(&self, is_ambiguous: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
        let count = self.nodes.len();
        let last = count.checked_sub(1);
        let (mut first_uses, mut finished) = (vec![NONE; count], 0);
        // The nodes that are being visited, each with its next use and the end of its uses.
        let mut stack: Vec<(usize, usize, usize)> = Vec::new();
        let mut entered = last;
        loop {
            if let Some(node) = entered.take() {
                stack.push((node, self.nodes[node].start as usize, self.end(node)));
            }
            let Some((node, next, end)) = stack.last_mut() else { break };
            // No use leads to the last node, which is visited first.
            let found = (*next..*end).find(|position| {
                let Use { target, class, .. } = self.uses[*position];
                let target = target as usize;
                Some(target) < last
                    && first_uses[target] == NONE
                    && (self.nodes[target].first_use as usize == *position || !is_ambiguous(class))
            });
            if let Some(position) = found {
                *next = position + 1;
                let target = self.uses[position].target as usize;
                first_uses[target] = position as u32;
                entered = Some(target);
            } else if *node == finished {
                finished += 1;
                stack.pop();
            } else {
                return None;
            }
        }
        (finished == count).then_some(first_uses)
    }

    /// Returns the number of the use that leads to each node, for any choice of the ambiguous
    /// attributes that leaves the nodes in the order of the file.
    fn find_order(&self, is_ambiguous: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
        let value = |position: u32| {
            let Use { class, target, .. } = self.uses[position as usize];
            (is_ambiguous(class), target)
        };
        let starts: Vec<_> = self.nodes.iter().map(|node| node.start).collect();
        let firsts: Vec<_> = self.nodes.iter().map(|node| node.first).collect();
        Values { value, starts: &starts, count: self.uses.len(), firsts: &firsts }.find()
    }
}
