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
use crate::graph::load::{Kind, Kinds, Plans};
use crate::graph::opaque::edges::{self, KNOWN, Uses};
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
    /// For each node, the number of the use that is assumed to have led the writer to it.
    first_uses: Vec<u32>,
    /// The targets of all uses, or `NONE` if the value is no reference.
    targets: Vec<u32>,
    /// The number of the first use by each node.
    starts: Vec<u32>,
}

/// Replaces the number of a use or a node that does not exist, and the target of a value that is
/// not the index of a node.
const NONE: u32 = u32::MAX;

/// A value that may be the index of a node. Nodes of unknown types have a use for each attribute
/// that is not known to be a text.
#[derive(Clone, Copy)]
struct Use {
    class: u32,
    target: u32,
}

/// A class while the file is read.
#[derive(Clone, Copy)]
struct Class {
    /// Whether all values are less than the indices of their nodes.
    may_refer: bool,
    /// Whether all values are less than the number of nodes.
    in_range: bool,
    /// A node with the class, and the position of the attribute.
    example: (u32, u32),
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
        let mut classes: Vec<Option<Class>> = Vec::new();
        let mut all = Vec::with_capacity(document.tagged.len() + document.data.len());
        let mut starts = Vec::with_capacity(document.len());
        // The references of a node of a known type, each with the position of its attribute.
        let mut known: Vec<(u32, u32)> = Vec::new();
        // An attribute that is read as the field of a stand-in.
        let (any_base, mut assumed) = (kinds.any_base(), None);
        for (index, node) in document.nodes().enumerate() {
            starts.push(all.len() as u32);
            match kinds.get(node) {
                Kind::Array | Kind::Map | Kind::Special(_) => {
                    all.extend(node.data().iter().map(|target| Use { class: KNOWN, target: *target }));
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
                    all.extend(known.drain(..).map(|(_, target)| Use { class: KNOWN, target }));
                }
                kind @ (Kind::Unknown(_) | Kind::Upgraded(_)) => {
                    for (attr, class) in plans.classes(node) {
                        if class >= TEXT && any_base {
                            assumed.get_or_insert((index, attr));
                        }
                        if class == TEXT {
                            continue;
                        }
                        let value = node.value(attr);
                        if class == REFERENCE {
                            let target = known_target(document, index, kind.reflection(), attr, value)?;
                            all.push(Use { class: KNOWN, target });
                            continue;
                        }
                        let found = match value {
                            Some(FileValue::Integer(number)) => Some(number),
                            _ => None,
                        };
                        note(&mut classes, class, document.len(), (index, attr), found);
                        let target = found.filter(|found| (*found as usize) < index).unwrap_or(NONE);
                        all.push(Use { class, target });
                    }
                }
                Kind::Null | Kind::Text | Kind::Shape | Kind::Tensor | Kind::Bytes(_) => {}
            }
        }
        let may_refer = |class: u32| {
            class == KNOWN || classes[class as usize].is_some_and(|class: Class| class.may_refer)
        };
        let mut meanings = vec![Meaning::Value; classes.len()];
        let tree = Tree::of(&all, &starts, may_refer);
        if !tree.is_whole || document.root + 1 != document.len() {
            // The order proves nothing.
            if let Some(class) = classes.iter().flatten().find(|class| class.in_range) {
                let (node, attr) = class.example;
                return Err(ambiguous(document, node as usize, attr as usize));
            }
            if let Some((node, attr)) = assumed {
                return Err(ambiguous(document, node, attr));
            }
            let first_uses = vec![NONE; document.len()];
            let targets = targets(&all, &meanings);
            return Ok(Self { classes: meanings, first_uses, targets, starts });
        }
        for (meaning, class) in meanings.iter_mut().zip(&classes) {
            if class.is_some_and(|class| class.may_refer) {
                *meaning = Meaning::Ambiguous;
            }
        }
        tree.find_references(&all, &starts, may_refer, |class| {
            meanings[class as usize] = Meaning::Reference;
        });
        let targets = targets(&all, &meanings);
        let mut meanings = Self { classes: meanings, first_uses: tree.first_uses, targets, starts };
        let found = meanings.traverse(&all).or_else(|| meanings.find_order(&all, &tree.firsts));
        match (found, assumed) {
            (Some(first_uses), _) => meanings.first_uses = first_uses,
            (None, Some((node, attr))) => return Err(ambiguous(document, node, attr)),
            (None, None) => {}
        }
        Ok(meanings)
    }

    /// Traverses the nodes from the last one. Returns the number of the use that leads to each node
    /// if the traversal leaves the nodes in the order of the file.
    ///
    /// The traversal follows all references. It follows an ambiguous attribute if this attribute is
    /// assumed to have led the writer to the node.
    fn traverse(&self, all: &[Use]) -> Option<Vec<u32>> {
        let count = self.starts.len();
        let end = |node: usize| self.starts.get(node + 1).map_or(all.len(), |end| *end as usize);
        let is_followed = |Use { class, target }: Use, position: usize| match self.choice(class) {
            Choice::None => false,
            Choice::Follow => true,
            Choice::FollowOrSkip => self.first_uses[target as usize] as usize == position,
        };
        let (mut first_uses, mut visited, mut finished) = (vec![NONE; count], vec![false; count], 0);
        // The nodes that are being visited, each with its next use.
        let mut stack: Vec<(usize, usize)> = Vec::new();
        let mut entered = count.checked_sub(1);
        loop {
            if let Some(node) = entered.take() {
                visited[node] = true;
                stack.push((node, self.starts[node] as usize));
            }
            let Some((node, next)) = stack.last_mut() else { break };
            if *next < end(*node) {
                let position = *next;
                *next += 1;
                let target = all[position].target as usize;
                if target < count && !visited[target] && is_followed(all[position], position) {
                    first_uses[target] = position as u32;
                    entered = Some(target);
                }
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
    fn find_order(&self, all: &[Use], firsts: &[u32]) -> Option<Vec<u32>> {
        let value = |position: u32| {
            let Use { class, target } = all[position as usize];
            (self.choice(class), target)
        };
        Values { value, starts: &self.starts, count: all.len(), firsts }.find()
    }

    fn choice(&self, class: u32) -> Choice {
        match class {
            KNOWN => Choice::Follow,
            class => match self.meaning(class) {
                Meaning::Value => Choice::None,
                Meaning::Reference => Choice::Follow,
                Meaning::Ambiguous => Choice::FollowOrSkip,
            },
        }
    }

    /// Returns the indices of the nodes that a node refers to, or may refer to.
    pub(in crate::graph) fn targets(&self, number: u32) -> impl Iterator<Item = u32> {
        let end = self.starts.get(number as usize + 1).map_or(self.targets.len(), |end| *end as usize);
        let targets = &self.targets[self.starts[number as usize] as usize..end];
        targets.iter().copied().filter(|target| *target != NONE)
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
    pub(super) fn attrs<'a>(
        &'a self,
        plans: &'a Plans,
        number: u32,
        node: Node<'a>,
    ) -> impl Iterator<Item = (usize, Meaning, Option<(u32, bool)>)> + 'a {
        let mut next = self.starts[number as usize];
        plans.classes(node).map(move |(attr, class)| {
            if class == TEXT {
                return (attr, Meaning::Value, None);
            }
            let (number, target) = (next, self.targets[next as usize]);
            next += 1;
            let meaning = self.meaning(class);
            let index =
                (target != NONE).then(|| (target, self.first_uses.get(target as usize) == Some(&number)));
            (attr, meaning, index)
        })
    }
}

/// Returns the targets of all uses, or `NONE` for uses of classes that are no references.
fn targets(uses: &[Use], meanings: &[Meaning]) -> Vec<u32> {
    let is_value = |class: u32| meanings.get(class as usize) == Some(&Meaning::Value);
    uses.iter().map(|each| if is_value(each.class) { NONE } else { each.target }).collect()
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

/// Adds a value, which may be an index, to its class.
fn note(
    classes: &mut Vec<Option<Class>>,
    class: u32,
    count: usize,
    (index, attr): (usize, usize),
    value: Option<u32>,
) {
    if classes.len() <= class as usize {
        classes.resize(class as usize + 1, None);
    }
    let example = (index as u32, attr as u32);
    let class = classes[class as usize].get_or_insert(Class { may_refer: true, in_range: true, example });
    class.may_refer &= value.is_some_and(|value| (value as usize) < index);
    class.in_range &= value.is_some_and(|value| (value as usize) < count);
}

/// The tree in which each node has the first possible parent.
struct Tree {
    /// For each node, the number of the use that leads to it.
    first_uses: Vec<u32>,
    /// The parent of each node.
    parents: Vec<u32>,
    /// The first node below each node, or the node itself.
    firsts: Vec<u32>,
    /// Whether all nodes are below the last one.
    is_whole: bool,
}

impl Tree {
    fn of(all: &[Use], starts: &[u32], may_refer: impl Fn(u32) -> bool) -> Self {
        let count = starts.len();
        let mut tree = Self {
            first_uses: vec![NONE; count],
            parents: vec![NONE; count],
            firsts: (0..count as u32).collect(),
            is_whole: false,
        };
        let mut open: Vec<u32> = Vec::new();
        for node in 0..count {
            let uses = uses_of(all, starts, node);
            let mut end = uses.len();
            while let Some(top) = open.last().copied() {
                let leads = |each: &Use| each.target == top && may_refer(each.class);
                let Some(position) = uses[..end].iter().rposition(leads) else { break };
                end = position;
                open.pop();
                tree.first_uses[top as usize] = starts[node] + position as u32;
                tree.parents[top as usize] = node as u32;
                tree.firsts[node] = tree.firsts[top as usize];
            }
            open.push(node as u32);
        }
        tree.is_whole = open.len() == 1;
        tree
    }

    /// Calls `found` with each class that alone can have led the writer to a node.
    fn find_references(
        &self,
        all: &[Use],
        starts: &[u32],
        may_refer: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32),
    ) {
        let count = starts.len();
        let users = Uses::by_target(count, || {
            (0..count).flat_map(|node| {
                let may_refer = &may_refer;
                let refers = move |each: &&Use| may_refer(each.class) && (each.target as usize) < node;
                let user =
                    move |each: &Use| (edges::Use { node: node as u32, class: each.class }, each.target);
                uses_of(all, starts, node).iter().filter(refers).map(user)
            })
        });
        // The open nodes, each with the last possible parent of all nodes that follow while it is
        // open.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for target in 0..count.saturating_sub(1) {
            while open.last().is_some_and(|(node, _)| self.parents[*node as usize] as usize == target) {
                open.pop();
            }
            let bound = open.last().map_or(NONE, |(_, bound)| *bound);
            let can_lead = |node: u32| self.firsts[node as usize] as usize <= target + 1 && node <= bound;
            let mut possible = users.of(target).iter().filter(|from| can_lead(from.node));
            let mut last = NONE;
            if let Some(first) = possible.next() {
                last = first.node;
                let mut is_only = true;
                for other in possible {
                    is_only &= other.class == first.class;
                    last = other.node;
                }
                if is_only && first.class != KNOWN {
                    found(first.class);
                }
            }
            open.push((target as u32, last.min(bound)));
        }
    }
}

fn uses_of<'a>(all: &'a [Use], starts: &[u32], node: usize) -> &'a [Use] {
    let end = starts.get(node + 1).map_or(all.len(), |end| *end as usize);
    &all[starts[node] as usize..end]
}
