//! The shape of a graph: its nodes by their numbers, and what leads from one to the other. All commands that show graphs see
//! them through this.

use std::collections::{HashMap, VecDeque};

use objet::prelude::*;
use objet::{NodeList, OpaqueNode};

use crate::args::PartArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::part::{Content, Value};

/// The number of a node in its file. 0 is null.
pub(crate) type Number = usize;

/// The graph below an object.
pub(crate) struct GraphView<'a> {
    list: NodeList<'a>,
    numbers: Numbers,
    /// Where the links of each node end; those of node 0 end at 0.
    ends: Vec<usize>,
    links: Vec<u32>,
    /// How many links lead to each node.
    users: Vec<u32>,
    /// The node from which the last of these comes.
    last_users: Vec<u32>,
    nulls: usize,
}

/// The numbers of objects and tensors, by their addresses.
pub(crate) struct Numbers {
    nodes: HashMap<*const Object, Number>,
    tensors: HashMap<*const Object, usize>,
}

impl Numbers {
    fn of(list: &NodeList<'_>) -> Self {
        let tensors = list.tensors().iter().enumerate();
        Self {
            nodes: list.nodes().map(|(number, object)| (address(object), number)).collect(),
            tensors: tensors.map(|(number, tensor)| (address(tensor.as_object_ref()), number)).collect(),
        }
    }

    /// The number of a node.
    pub(crate) fn node(&self, object: &ObjectRef) -> Option<Number> {
        self.nodes.get(&address(object)).copied()
    }

    /// The number of a tensor.
    pub(crate) fn tensor(&self, object: &ObjectRef) -> Option<usize> {
        self.tensors.get(&address(object)).copied()
    }
}

fn address(object: &ObjectRef) -> *const Object {
    std::ptr::from_ref(&**object)
}

/// The key of an object's type; of one that is not known, what the file gives.
pub(crate) fn type_key(object: &ObjectRef) -> &str {
    match object.as_node::<OpaqueNode>() {
        Some(opaque) => opaque.opaque_type_key(),
        None => object.type_key(),
    }
}

impl<'a> GraphView<'a> {
    /// The graph of an input, whose progress ends here.
    ///
    /// # Errors
    /// If it could not be saved.
    pub(crate) fn of(root: Option<&'a ObjectRef>, input: &Input) -> Result<Self, Failure> {
        let list = NodeList::of(root).map_err(|error| input.failure(error))?;
        let numbers = Numbers::of(&list);
        let mut view = Self {
            ends: Vec::with_capacity(list.len()),
            links: Vec::new(),
            users: vec![0; list.len()],
            last_users: vec![0; list.len()],
            nulls: 0,
            list,
            numbers,
        };
        view.ends.push(0);
        for (from, object) in view.list.nodes() {
            for part in Content::of(object, &view.numbers).parts() {
                view.nulls += usize::from(matches!(part.value, Value::Null));
                for number in part.nodes() {
                    view.links.push(number as u32);
                    view.users[number] += 1;
                    view.last_users[number] = from as u32;
                }
            }
            view.ends.push(view.links.len());
        }
        input.progress.finish();
        Ok(view)
    }

    /// One more than the highest number.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The numbers of all nodes.
    pub(crate) fn numbers(&self) -> std::ops::Range<Number> {
        1..self.len()
    }

    /// The tensors, by their numbers.
    pub(crate) fn tensors(&self) -> &[&'a NDArray] {
        self.list.tensors()
    }

    /// The key of a node's type.
    pub(crate) fn type_key(&self, number: Number) -> &'a str {
        self.list.node(number).map_or("", type_key)
    }

    /// What a node is made of.
    pub(crate) fn content(&self, number: Number) -> Content {
        self.list.node(number).map_or(Content::Unknown, |object| Content::of(object, &self.numbers))
    }

    /// The nodes that a node leads to, as often as it does.
    pub(crate) fn links(&self, number: Number) -> impl ExactSizeIterator<Item = Number> + Clone {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        self.links[begin..self.ends[number]].iter().map(|number| *number as usize)
    }

    /// How many links lead from nodes to nodes.
    pub(crate) fn link_count(&self) -> usize {
        self.links.len()
    }

    /// How many fields, elements and entries are null.
    pub(crate) fn null_count(&self) -> usize {
        self.nulls
    }

    /// How many links lead to a node.
    pub(crate) fn users(&self, number: Number) -> usize {
        self.users[number] as usize
    }

    /// The node from which a link leads to this one, if there is one link.
    pub(crate) fn only_user(&self, number: Number) -> Option<Number> {
        (self.users[number] == 1).then(|| self.last_users[number] as usize)
    }

    /// The part of the graph that is asked for.
    ///
    /// # Errors
    /// If there is no node where it begins.
    pub(crate) fn part(&self, args: &PartArgs, input: &Input) -> Result<Selection, Failure> {
        if self.len() == 1 {
            return Err(Failure::NullRoot { name: input.name.clone() });
        }
        if !self.numbers().contains(&args.root) {
            let (last, found) = (self.len() - 1, args.root);
            return Err(Failure::NoNode { name: input.name.clone(), last, found });
        }
        Ok(self.select(args.root, args.depth.unwrap_or(usize::MAX)))
    }

    /// All nodes that can be reached from `root` by at most `depth` links.
    pub(crate) fn select(&self, root: Number, depth: usize) -> Selection {
        let mut distances = vec![usize::MAX; self.len()];
        distances[root] = 0;
        let mut queue = VecDeque::from([root]);
        while let Some(number) = queue.pop_front() {
            let distance = distances[number] + 1;
            if distance > depth {
                continue;
            }
            for link in self.links(number) {
                if distances[link] == usize::MAX {
                    distances[link] = distance;
                    queue.push_back(link);
                }
            }
        }
        Selection { root, distances }
    }

    /// The selected nodes, each after all that it leads to.
    pub(crate) fn post_order(&self, selection: &Selection) -> Vec<Number> {
        let mut order = Vec::new();
        let mut met = vec![false; self.len()];
        met[selection.root] = true;
        let mut path = vec![(selection.root, self.links(selection.root))];
        while let Some((number, links)) = path.last_mut() {
            match links.find(|link| selection.has(*link) && !met[*link]) {
                Some(link) => {
                    met[link] = true;
                    path.push((link, self.links(link)));
                }
                None => {
                    order.push(*number);
                    path.pop();
                }
            }
        }
        order
    }
}

/// Some nodes of a graph: those that are near enough to one of them.
pub(crate) struct Selection {
    pub(crate) root: Number,
    /// How far each node is from the root; `usize::MAX` if it is not selected.
    distances: Vec<usize>,
}

impl Selection {
    /// Whether a node is selected.
    pub(crate) fn has(&self, number: Number) -> bool {
        self.distances[number] != usize::MAX
    }
}
