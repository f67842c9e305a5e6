//! The shape of a graph: its numbered nodes and the links between them.

use std::collections::{HashMap, VecDeque};

use objet_object::progress::Steps;
use objet_object::{IsObjectRef, MapNode, NDArray, Object, ObjectRef, ShapeTupleNode};
use objet_reflection::{GraphError, NodeList, OpaqueView, references};

use crate::part::{Content, Value};

/// The number of a node. Number 0 is null, and number 1 is the root.
pub type Number = usize;

/// The number of parts of an object that a view always includes.
const MIN_PARTS: usize = 32;

/// The graph below an object, or the part of it that is near that object.
///
/// ```
/// use objet::prelude::*;
/// use objet_view::{Label, Value, View};
///
/// let x = ObjectRef::from(objet::String::from("x"));
/// let root = ObjectRef::from(Array::from([Some(x.clone()), None, Some(x)]));
///
/// let view = View::of(Some(&root))?;
/// assert_eq!((view.len(), view.type_key(1), view.type_key(2)), (3, "Array", "runtime.String"));
/// assert!(view.links(1).eq([2, 2]));
/// assert_eq!((view.users(2), view.null_count()), (2, 1));
///
/// let content = view.content(1);
/// assert!(matches!(content.parts()[2].label, Label::Index(2)));
/// assert!(matches!(content.parts()[2].value, Value::Node(2)));
/// # Ok::<(), objet::graph::GraphError>(())
/// ```
pub struct View {
    objects: Vec<ObjectRef>,
    tensors: Vec<NDArray>,
    numbers: Numbers,
    /// The maximum number of parts that are read of an object.
    parts: usize,
    is_numbered_as_saved: bool,
    /// The end index of each node's links in `links`. Node 0 has no links.
    ends: Vec<usize>,
    links: Vec<u32>,
    /// The number of links to each node.
    users: Vec<u32>,
    /// The source of the last link to each node.
    last_users: Vec<u32>,
    nulls: usize,
}

/// The numbers of nodes and tensors by address.
#[derive(Default)]
pub(crate) struct Numbers {
    nodes: HashMap<*const Object, Number>,
    tensors: HashMap<*const Object, usize>,
}

impl Numbers {
    /// Returns the number of a node.
    pub(crate) fn node(&self, object: &ObjectRef) -> Option<Number> {
        self.nodes.get(&address(object)).copied()
    }

    /// Returns the number of a tensor.
    pub(crate) fn tensor(&self, object: &ObjectRef) -> Option<usize> {
        self.tensors.get(&address(object)).copied()
    }
}

fn address(object: &ObjectRef) -> *const Object {
    std::ptr::from_ref(&**object)
}

/// Returns the type key of an object. For an object of an unknown type, this is the type key from
/// the file.
pub fn type_key(object: &ObjectRef) -> &str {
    OpaqueView::of(object).map_or_else(|| object.type_key(), OpaqueView::opaque_type_key)
}

impl View {
    /// Creates a view of the whole graph below `root`, which may be null. Nodes have the same
    /// numbers as in the saved graph.
    ///
    /// # Errors
    /// Returns an error if the graph cannot be saved.
    pub fn of(root: Option<&ObjectRef>) -> Result<Self, GraphError> {
        let list = NodeList::of(root)?;
        let objects: Vec<_> = list.nodes().map(|(_, object)| object.clone()).collect();
        let mut numbers = Numbers::default();
        numbers.nodes.extend(list.nodes().map(|(number, object)| (address(object), number)));
        let tensors = list.tensors().iter().enumerate();
        numbers.tensors.extend(tensors.map(|(number, tensor)| (address(tensor.as_object_ref()), number)));
        Ok(Self::linked(objects, list.tensors().to_vec(), numbers, usize::MAX, true))
    }

    /// Creates a view of the nodes near `root`: at most `limit` nodes, in breadth-first order. With
    /// `usize::MAX`, the view is the whole graph.
    ///
    /// Of an object with many parts only the first are included, which leaves room for the objects
    /// below them. The time is at most quadratic in `limit`, and does not depend on the size of the
    /// graph. Every object has such a view, even if its graph cannot be saved.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::containers::ADT;
    /// use objet_view::{Value, View};
    ///
    /// let chain = (0..1000).fold(ADT::tuple([]), |chain, _| ADT::tuple([chain.into()]));
    /// let root = ObjectRef::from(chain);
    /// let view = View::near(&root, 3);
    /// assert_eq!(view.len(), 4);
    /// assert!(matches!(view.content(2).parts()[0].value, Value::Node(3)));
    /// let content = view.content(3);
    /// assert!(matches!(&content.parts()[0].value, Value::Outside(key) if key == "runtime.ADT"));
    /// ```
    pub fn near(root: &ObjectRef, limit: usize) -> Self {
        let parts = (limit / 8).max(MIN_PARTS);
        let (mut objects, mut tensors, mut numbers) = (vec![root.clone()], Vec::new(), Numbers::default());
        numbers.nodes.insert(address(root), 1);
        let mut next = 0;
        while let Some(object) = objects.get(next).cloned() {
            next += 1;
            // An entry of a map is two references.
            let in_a_part = if object.is_instance::<MapNode>() { 2 } else { 1 };
            for found in references(&object).take(parts.saturating_mul(in_a_part)) {
                if let Some(tensor) = found.downcast_ref::<NDArray>() {
                    let number = tensors.len();
                    numbers.tensors.entry(address(&found)).or_insert_with(|| {
                        tensors.push(tensor.clone());
                        number
                    });
                } else if objects.len() < limit && !found.is_instance::<ShapeTupleNode>() {
                    let number = objects.len() + 1;
                    numbers.nodes.entry(address(&found)).or_insert_with(|| {
                        objects.push(found);
                        number
                    });
                }
            }
        }
        Self::linked(objects, tensors, numbers, parts, false)
    }

    /// Creates a view and collects the links between its nodes.
    fn linked(
        objects: Vec<ObjectRef>,
        tensors: Vec<NDArray>,
        numbers: Numbers,
        parts: usize,
        is_numbered_as_saved: bool,
    ) -> Self {
        let len = objects.len() + 1;
        let mut view = Self {
            ends: Vec::with_capacity(len),
            links: Vec::new(),
            users: vec![0; len],
            last_users: vec![0; len],
            nulls: 0,
            objects,
            tensors,
            numbers,
            parts,
            is_numbered_as_saved,
        };
        view.ends.push(0);
        let mut steps = Steps::new("link", Some(len));
        for from in 1..len {
            steps.next();
            for part in view.content(from).parts() {
                view.nulls += usize::from(matches!(part.value, Value::Null));
                for number in part.nodes() {
                    view.links.push(number as u32);
                    view.users[number] += 1;
                    view.last_users[number] = from as u32;
                }
            }
            view.ends.push(view.links.len());
        }
        view
    }

    /// Returns the number of nodes, including node 0.
    #[expect(clippy::len_without_is_empty, reason = "there always is node 0")]
    pub fn len(&self) -> usize {
        self.objects.len() + 1
    }

    /// Whether nodes have the same numbers as in the saved graph.
    pub fn is_numbered_as_saved(&self) -> bool {
        self.is_numbered_as_saved
    }

    /// Returns the numbers of all nodes.
    pub fn numbers(&self) -> std::ops::Range<Number> {
        1..self.len()
    }

    /// Returns the tensors by index.
    pub fn tensors(&self) -> &[NDArray] {
        &self.tensors
    }

    /// Returns the object of a node. Node 0 and numbers without a node have none.
    pub fn node(&self, number: Number) -> Option<&ObjectRef> {
        self.objects.get(number.checked_sub(1)?)
    }

    /// Returns the type key of a node.
    pub fn type_key(&self, number: Number) -> &str {
        self.node(number).map_or("", type_key)
    }

    /// Reads the parts of a node.
    pub fn content(&self, number: Number) -> Content {
        self.content_up_to(number, self.parts)
    }

    /// Reads at most `limit` parts of a node.
    pub(crate) fn content_up_to(&self, number: Number, limit: usize) -> Content {
        self.node(number).map_or(Content::Unknown, |object| Content::of(object, &self.numbers, limit))
    }

    /// Returns the targets of a node's links, with repetitions.
    pub fn links(&self, number: Number) -> impl ExactSizeIterator<Item = Number> + Clone {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        self.links[begin..self.ends[number]].iter().map(|number| *number as usize)
    }

    /// Returns the number of links between nodes.
    pub fn link_count(&self) -> usize {
        self.links.len()
    }

    /// Returns the number of fields, elements and entries that are null.
    pub fn null_count(&self) -> usize {
        self.nulls
    }

    /// Returns the number of links to a node.
    pub fn users(&self, number: Number) -> usize {
        self.users[number] as usize
    }

    /// Returns the source of the only link to a node, if there is exactly one link.
    pub fn only_user(&self, number: Number) -> Option<Number> {
        (self.users[number] == 1).then(|| self.last_users[number] as usize)
    }

    /// Selects all nodes that are reachable from the root.
    pub fn all(&self) -> Selection {
        self.select(1, usize::MAX)
    }

    /// Selects the nodes that are reachable from `root` over at most `depth` links. The selection
    /// is empty if node `root` does not exist.
    pub fn select(&self, root: Number, depth: usize) -> Selection {
        let mut distances = vec![usize::MAX; self.len()];
        let mut queue = VecDeque::new();
        if let Some(distance) = distances.get_mut(root).filter(|_| root > 0) {
            *distance = 0;
            queue.push_back(root);
        }
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

    /// Returns the selected nodes in post-order: each node comes after the nodes it leads to,
    /// except in a cycle.
    pub fn post_order(&self, selection: &Selection) -> Vec<Number> {
        let mut order = Vec::new();
        let mut visited = vec![false; self.len()];
        let mut path = Vec::new();
        if selection.contains(selection.root) {
            visited[selection.root] = true;
            path.push((selection.root, self.links(selection.root)));
        }
        while let Some((number, links)) = path.last_mut() {
            match links.find(|link| selection.contains(*link) && !visited[*link]) {
                Some(link) => {
                    visited[link] = true;
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

/// The nodes of a graph within a distance of one node.
pub struct Selection {
    /// The node at distance 0.
    pub root: Number,
    /// The distance of each node from the root, or `usize::MAX` if the node is not selected.
    distances: Vec<usize>,
}

impl Selection {
    /// Whether a node is selected.
    pub fn contains(&self, number: Number) -> bool {
        self.distances.get(number).is_some_and(|distance| *distance != usize::MAX)
    }
}
