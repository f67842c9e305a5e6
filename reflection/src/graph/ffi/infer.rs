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
use super::visit_order::{Choice, Values};
use crate::graph::document::{Document, FileValue, Node};
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

/// Replaces the number of a use or a node that does not exist, and the target of a value that is
/// not the index of a node.
const NONE: u32 = u32::MAX;

/// The values that may be indices of nodes, in the order of the file. Nodes of unknown types have a
/// use for each attribute that is not known to be a text.
struct Uses {
    /// The class of each use.
    classes: Vec<u32>,
    /// The node that each use refers to, or `NONE` if the value is no reference.
    targets: Vec<u32>,
    /// The number of the first use by each node.
    starts: Vec<u32>,
}

/// A class while the file is read.
#[derive(Clone, Copy)]
struct Class {
    /// Whether all values are less than the indices of their nodes.
    may_refer: bool,
    /// Whether all values are less than the number of nodes.
    in_range: bool,
    /// A node with the class, and the position of the attribute.
    example: Option<(u32, u32)>,
}

impl Meanings {
    /// Infers the meanings in a file.
    ///
    /// # Errors
    /// If an attribute that is known to be a reference is not a valid index. If the nodes are not
    /// in the order of the writer and an attribute may be a reference.
    pub(in crate::graph) fn infer(
        document: &Document,
        kinds: &Kinds<'_>,
        plans: &Plans,
    ) -> Result<Self, GraphError> {
        let unseen = Class { may_refer: true, in_range: true, example: None };
        let mut classes = vec![unseen; plans.class_count()];
        let mut all = Uses::with_capacity(document);
        // The references of a node of a known type, each with the position of its attribute.
        let mut known: Vec<(u32, u32)> = Vec::new();
        // An attribute that is read as the field of a stand-in.
        let (any_base, mut assumed) = (kinds.any_base(), None);
        for (index, node) in document.nodes().enumerate() {
            all.starts.push(all.targets.len() as u32);
            match kinds.get(node) {
                Kind::Array | Kind::Map | Kind::Special(_) => {
                    node.data().iter().for_each(|target| all.push(KNOWN, *target));
                }
                Kind::Fields(of) => {
                    let plan = plans.attr_indices(node, of.reflection());
                    let fields = plan.iter().zip(of.reflection().fields());
                    known.extend(fields.filter(|(_, field)| field.is_node()).filter_map(|(attr, _)| {
                        // `References::of` reports values that are not valid.
                        let index = node_index(node.value(*attr as usize)).ok()?;
                        Some((*attr, u32::try_from(index).ok()?))
                    }));
                    // The order of the file, which may differ from that of the fields.
                    known.sort_unstable();
                    known.drain(..).for_each(|(_, target)| all.push(KNOWN, target));
                }
                kind @ (Kind::Unknown(_) | Kind::Upgraded(_)) => {
                    for (attr, class) in plans.classes(node) {
                        if class >= TEXT && any_base {
                            assumed.get_or_insert((index, attr));
                        }
                        if class == TEXT {
                            continue;
                        }
                        if class == REFERENCE {
                            let value = node.value(attr);
                            all.push(KNOWN, known_target(document, index, kind.reflection(), attr, value)?);
                            continue;
                        }
                        let found = node.integer(attr).unwrap_or(NONE);
                        let may_refer = (found as usize) < index;
                        let known = &mut classes[class as usize];
                        known.may_refer &= may_refer;
                        known.in_range &= (found as usize) < document.len();
                        known.example.get_or_insert((index as u32, attr as u32));
                        all.push(class, if may_refer { found } else { NONE });
                    }
                }
                Kind::Null | Kind::Text | Kind::Shape | Kind::Tensor | Kind::Bytes(_) => {}
            }
        }
        all.remove(|class| !classes[class as usize].may_refer);
        let tree = Tree::of(&all);
        if !tree.is_whole || document.root + 1 != document.len() {
            // The order proves nothing.
            if let Some((node, attr)) =
                classes.iter().find_map(|class| class.example.filter(|_| class.in_range))
            {
                return Err(ambiguous(document, node as usize, attr as usize));
            }
            if let Some((node, attr)) = assumed {
                return Err(ambiguous(document, node, attr));
            }
            let classes = vec![Meaning::Value; classes.len()];
            return Ok(Self { classes, leading: Vec::new(), counts: None });
        }
        let ambiguous_if = |may_refer| if may_refer { Meaning::Ambiguous } else { Meaning::Value };
        let mut meanings: Vec<_> = classes.iter().map(|class| ambiguous_if(class.may_refer)).collect();
        tree.find_references(&all, |class| meanings[class as usize] = Meaning::Reference);
        let is_ambiguous = |class: u32| {
            class != KNOWN && meanings.get(class as usize).is_some_and(|class| *class == Meaning::Ambiguous)
        };
        let counts = tree.is_children_first.then(|| all.counts(document));
        let is_followed = |position: &u32| !is_ambiguous(all.classes[*position as usize]);
        let first_uses = if assumed.is_none() && !meanings.contains(&Meaning::Ambiguous) {
            Vec::new()
        } else if tree.skipped.iter().any(is_followed) {
            let found = all.traverse(&tree.first_uses, is_ambiguous);
            match (found.or_else(|| all.find_order(is_ambiguous, &tree.firsts)), assumed) {
                (Some(first_uses), _) => first_uses,
                (None, Some((node, attr))) => return Err(ambiguous(document, node, attr)),
                (None, None) => tree.first_uses,
            }
        } else {
            tree.first_uses
        };
        let leading = all.leading(&first_uses, is_ambiguous);
        Ok(Self { classes: meanings, leading, counts })
    }

    /// Returns the number of references to each node, if all of them are to earlier nodes. They are
    /// returned once.
    pub(in crate::graph) fn take_counts(&mut self) -> Option<ReferenceCounts> {
        self.counts.take()
    }

    fn meaning(&self, class: u32) -> Meaning {
        match class {
            REFERENCE => Meaning::Reference,
            class => self.classes.get(class as usize).copied().unwrap_or(Meaning::Value),
        }
    }

    /// Returns the attributes of a node of an unknown type in the order of the file: the position
    /// and the meaning, and if the value is an index of a node, or may be one, this index and
    /// whether the attribute is assumed to have led the writer to the node.
    #[inline]
    pub(in crate::graph) fn attrs<'a>(
        &'a self,
        plans: &'a Plans,
        number: u32,
        node: Node<'a>,
    ) -> impl ExactSizeIterator<Item = (usize, Meaning, Option<(u32, bool)>)> + 'a {
        let mut uses = 0;
        plans.classes(node).map(move |(attr, class)| {
            if class == TEXT {
                return (attr, Meaning::Value, None);
            }
            let position = uses;
            uses += 1;
            let meaning = self.meaning(class);
            let index = match meaning {
                Meaning::Value => None,
                _ if class == REFERENCE => {
                    node_index(node.value(attr)).ok().and_then(|index| u32::try_from(index).ok())
                }
                _ => node.integer(attr),
            };
            let leads =
                meaning == Meaning::Ambiguous && self.leading.binary_search(&(number, position)).is_ok();
            (attr, meaning, index.map(|index| (index, leads)))
        })
    }
}

impl Uses {
    fn with_capacity(document: &Document) -> Self {
        let count = document.reference_limit();
        let [classes, targets] = [Vec::with_capacity(count), Vec::with_capacity(count)];
        Self { classes, targets, starts: Vec::with_capacity(document.len()) }
    }

    #[inline]
    fn push(&mut self, class: u32, target: u32) {
        self.classes.push(class);
        self.targets.push(target);
    }

    /// Removes the targets of the classes that are no references.
    fn remove(&mut self, is_value: impl Fn(u32) -> bool) {
        for (class, target) in self.classes.iter().zip(&mut self.targets) {
            if *class != KNOWN && is_value(*class) {
                *target = NONE;
            }
        }
    }

    /// Returns the number of references to each node. Their targets must be nodes of the document.
    fn counts(&self, document: &Document) -> ReferenceCounts {
        let counts = ReferenceCounts::new(document.len(), document.root);
        self.targets.iter().filter(|target| **target != NONE).for_each(|target| counts.add(&[*target]));
        counts
    }

    /// Returns the position after the uses by a node.
    #[inline]
    fn end(&self, node: usize) -> usize {
        self.starts.get(node + 1).map_or(self.targets.len(), |end| *end as usize)
    }

    /// Traverses the nodes from the last one. Returns the number of the use that leads to each node
    /// if the traversal leaves the nodes in the order of the file.
    ///
    /// The traversal follows all references. It follows an ambiguous attribute if this attribute is
    /// assumed to have led the writer to the node: if it is among `assumed`.
    fn traverse(&self, assumed: &[u32], is_ambiguous: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
        let count = self.starts.len();
        let last = count.checked_sub(1);
        let (mut first_uses, mut finished) = (vec![NONE; count], 0);
        // The nodes that are being visited, each with its next use and the end of its uses.
        let mut stack: Vec<(usize, usize, usize)> = Vec::new();
        let mut entered = last;
        loop {
            if let Some(node) = entered.take() {
                stack.push((node, self.starts[node] as usize, self.end(node)));
            }
            let Some((node, next, end)) = stack.last_mut() else { break };
            // No use leads to the last node, which is visited first.
            let found = (*next..*end).find(|position| {
                let target = self.targets[*position] as usize;
                Some(target) < last
                    && first_uses[target] == NONE
                    && (assumed[target] as usize == *position || !is_ambiguous(self.classes[*position]))
            });
            if let Some(position) = found {
                *next = position + 1;
                let target = self.targets[position] as usize;
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
    fn find_order(&self, is_ambiguous: impl Fn(u32) -> bool, firsts: &[u32]) -> Option<Vec<u32>> {
        let value = |position: u32| {
            let target = self.targets[position as usize];
            let choice = match self.classes[position as usize] {
                _ if target == NONE => Choice::None,
                class if is_ambiguous(class) => Choice::FollowOrSkip,
                _ => Choice::Follow,
            };
            (choice, target)
        };
        Values { value, starts: &self.starts, count: self.targets.len(), firsts }.find()
    }

    /// Returns the ambiguous uses among the uses that lead to the nodes: the node, and the number
    /// of the use among those of the node.
    fn leading(&self, first_uses: &[u32], is_ambiguous: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
        let mut leading: Vec<_> = first_uses
            .iter()
            .filter(|first| **first != NONE && is_ambiguous(self.classes[**first as usize]))
            .map(|first| {
                let node = self.starts.partition_point(|start| start <= first) - 1;
                (node as u32, first - self.starts[node])
            })
            .collect();
        leading.sort_unstable();
        leading
    }
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
    /// For each node, the number of the use that leads to it.
    first_uses: Vec<u32>,
    /// The parent of each node.
    parents: Vec<u32>,
    /// The first node below each node, or the node itself.
    firsts: Vec<u32>,
    /// For each node, a use by its last user.
    users: Vec<u32>,
    /// For each use, its node and a use with the same target by an earlier or the same node.
    earlier: Vec<(u32, u32)>,
    /// The uses that do not lead to their targets, although a traversal that follows the tree comes
    /// to them before it has visited the targets.
    skipped: Vec<u32>,
    /// Whether all nodes are below the last one.
    is_whole: bool,
    /// Whether all uses are of earlier nodes.
    is_children_first: bool,
}

impl Tree {
    fn of(all: &Uses) -> Self {
        let count = all.starts.len();
        let mut tree = Self {
            first_uses: vec![NONE; count],
            parents: vec![NONE; count],
            firsts: (0..count as u32).collect(),
            users: vec![NONE; count],
            earlier: vec![(NONE, NONE); all.targets.len()],
            skipped: Vec::new(),
            is_whole: false,
            is_children_first: true,
        };
        let mut open = 0;
        for node in 0..count as u32 {
            // The number of nodes that are visited when a traversal comes to the current use. The
            // last one of them is the last open node.
            let mut visited = node;
            for position in (all.starts[node as usize] as usize..all.end(node as usize)).rev() {
                let target = all.targets[position];
                if target == NONE {
                    continue;
                }
                if target >= node {
                    tree.is_children_first = false;
                    tree.skipped.push(position as u32);
                    continue;
                }
                let before = std::mem::replace(&mut tree.users[target as usize], position as u32);
                tree.earlier[position] = (node, before);
                if target + 1 == visited {
                    open -= 1;
                    tree.first_uses[target as usize] = position as u32;
                    tree.parents[target as usize] = node;
                    visited = tree.firsts[target as usize];
                } else if target >= visited {
                    tree.skipped.push(position as u32);
                }
            }
            tree.firsts[node as usize] = visited;
            open += 1;
        }
        tree.is_whole = open == 1;
        tree
    }

    /// Calls `found` with each class that alone can have led the writer to a node.
    fn find_references(&self, all: &Uses, mut found: impl FnMut(u32)) {
        // The open nodes, each with the last possible parent of all nodes that follow while it is
        // open.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (target, user) in self.users.iter().enumerate().take(self.users.len().saturating_sub(1)) {
            while open.last().is_some_and(|(node, _)| self.parents[*node as usize] as usize == target) {
                open.pop();
            }
            let bound = open.last().map_or(NONE, |(_, bound)| *bound);
            let (mut last, mut only, mut user) = (NONE, KNOWN, *user);
            while user != NONE {
                let (node, before) = self.earlier[user as usize];
                if node <= bound && self.firsts[node as usize] as usize <= target + 1 {
                    let class = all.classes[user as usize];
                    if last == NONE {
                        (last, only) = (node, class);
                    } else if only != class {
                        only = KNOWN;
                    }
                    if only == KNOWN {
                        break;
                    }
                }
                user = before;
            }
            if only != KNOWN {
                found(only);
            }
            open.push((target as u32, last.min(bound)));
        }
    }
}
