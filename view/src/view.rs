//! The shape of a graph: its nodes by their numbers, and what leads from one to the other.

use std::collections::{HashMap, VecDeque};

use objet_object::{IsObjectRef, MapNode, NDArray, Object, ObjectRef, ShapeTupleNode};
use objet_reflection::{GraphError, NodeList, OpaqueNode, references};

use crate::part::{Content, Value};

/// The number of a node. 0 is null, 1 is the root.
pub type Number = usize;

/// So many parts of an object are always seen.
const FEW: usize = 32;

/// The graph below an object, or what of it is near that.
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
/// # Ok::<(), objet::GraphError>(())
/// ```
pub struct View {
    objects: Vec<ObjectRef>,
    tensors: Vec<NDArray>,
    numbers: Numbers,
    /// How many parts of an object are looked at.
    parts: usize,
    is_numbered_as_saved: bool,
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
#[derive(Default)]
pub(crate) struct Numbers {
    nodes: HashMap<*const Object, Number>,
    tensors: HashMap<*const Object, usize>,
}

impl Numbers {
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
pub fn type_key(object: &ObjectRef) -> &str {
    match object.as_node::<OpaqueNode>() {
        Some(opaque) => opaque.opaque_type_key(),
        None => object.type_key(),
    }
}

impl View {
    /// The whole graph below a root, which may be null. Nodes have the numbers that they have when the graph is saved.
    ///
    /// # Errors
    /// If the graph cannot be saved.
    pub fn of(root: Option<&ObjectRef>) -> Result<Self, GraphError> {
        let list = NodeList::of(root)?;
        let objects: Vec<_> = list.nodes().map(|(_, object)| object.clone()).collect();
        let mut numbers = Numbers::default();
        numbers.nodes.extend(list.nodes().map(|(number, object)| (address(object), number)));
        let tensors = list.tensors().iter().enumerate();
        numbers.tensors.extend(tensors.map(|(number, tensor)| (address(tensor.as_object_ref()), number)));
        Ok(Self::linked(objects, list.tensors().to_vec(), numbers, usize::MAX, true))
    }

    /// What is near an object: at most `limit` nodes, those to which the fewest references lead from there. Of an object with many parts
    /// the first are seen, so that there is room for what these refer to. That takes time in proportion to the square of the limit, however large the graph is, and any object can be seen so, also one
    /// that cannot be saved. With `usize::MAX` it is the whole graph.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::ADT;
    /// use objet_view::{Value, View};
    ///
    /// let chain = (0..1000).fold(ADT::tuple([]), |chain, _| ADT::tuple([chain.into()]));
    /// let root = ObjectRef::from(chain);
    /// let view = View::near(&root, 3);
    /// assert_eq!(view.len(), 4);
    /// assert!(matches!(view.content(2).parts()[0].value, Value::Node(3)));
    /// assert!(matches!(&view.content(3).parts()[0].value, Value::Beyond(key) if key == "runtime.ADT"));
    /// ```
    pub fn near(root: &ObjectRef, limit: usize) -> Self {
        let parts = (limit / 8).max(FEW);
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

    /// Finds what leads from node to node.
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
        for from in 1..len {
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

    /// One more than the highest number.
    #[expect(clippy::len_without_is_empty, reason = "there always is node 0")]
    pub fn len(&self) -> usize {
        self.objects.len() + 1
    }

    /// Whether nodes have the numbers that they have when the graph is saved.
    pub fn is_numbered_as_saved(&self) -> bool {
        self.is_numbered_as_saved
    }

    /// The numbers of all nodes.
    pub fn numbers(&self) -> std::ops::Range<Number> {
        1..self.len()
    }

    /// The tensors, by their numbers.
    pub fn tensors(&self) -> &[NDArray] {
        &self.tensors
    }

    /// The object that a node is; `None` for 0, which is null, and for numbers that no node has.
    pub fn node(&self, number: Number) -> Option<&ObjectRef> {
        self.objects.get(number.checked_sub(1)?)
    }

    /// The key of a node's type.
    pub fn type_key(&self, number: Number) -> &str {
        self.node(number).map_or("", type_key)
    }

    /// What a node is made of.
    pub fn content(&self, number: Number) -> Content {
        self.content_up_to(number, self.parts)
    }

    /// What a node is made of, with at most `limit` parts.
    pub(crate) fn content_up_to(&self, number: Number, limit: usize) -> Content {
        self.node(number).map_or(Content::Unknown, |object| Content::of(object, &self.numbers, limit))
    }

    /// The nodes that a node leads to, as often as it does.
    pub fn links(&self, number: Number) -> impl ExactSizeIterator<Item = Number> + Clone {
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        self.links[begin..self.ends[number]].iter().map(|number| *number as usize)
    }

    /// How many links lead from nodes to nodes.
    pub fn link_count(&self) -> usize {
        self.links.len()
    }

    /// How many fields, elements and entries are null.
    pub fn null_count(&self) -> usize {
        self.nulls
    }

    /// How many links lead to a node.
    pub fn users(&self, number: Number) -> usize {
        self.users[number] as usize
    }

    /// The node from which a link leads to this one, if there is one link.
    pub fn only_user(&self, number: Number) -> Option<Number> {
        (self.users[number] == 1).then(|| self.last_users[number] as usize)
    }

    /// All nodes, from the root on.
    pub fn all(&self) -> Selection {
        self.select(1, usize::MAX)
    }

    /// All nodes that can be reached from `root` by at most `depth` links; none if there is no node of that number.
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

    /// The selected nodes, each after all that it leads to.
    pub fn post_order(&self, selection: &Selection) -> Vec<Number> {
        let mut order = Vec::new();
        let mut met = vec![false; self.len()];
        let mut path = Vec::new();
        if selection.has(selection.root) {
            met[selection.root] = true;
            path.push((selection.root, self.links(selection.root)));
        }
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
pub struct Selection {
    /// The node from which they are counted.
    pub root: Number,
    /// How far each node is from the root; `usize::MAX` if it is not selected.
    distances: Vec<usize>,
}

impl Selection {
    /// Whether a node is selected.
    pub fn has(&self, number: Number) -> bool {
        self.distances.get(number).is_some_and(|distance| *distance != usize::MAX)
    }
}
