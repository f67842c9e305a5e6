//! The numbers of objects and tensors in the file of a graph.

use objet_object::{NDArray, ObjectRef};

use super::error::GraphError;
use super::ffi;
use super::format::{Format, SaveJson};
use super::numbering::Numbering;
use crate::loaded::Loaded;

/// The objects of a graph with their numbers in a saved file. Error messages refer to nodes by
/// these numbers.
///
/// If all keys of a map are strings, the node of the map contains the keys, and the keys have no
/// numbers.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::graph::NodeList;
///
/// let x = String::from("x");
/// let root = ObjectRef::from(Array::from([x.clone(), String::from("y"), x]));
///
/// let list = NodeList::of(Some(&root))?;
/// let keys: Vec<_> = list.nodes().map(|(number, object)| (number, object.type_key())).collect();
/// assert_eq!(keys, [(1, "Array"), (2, "runtime.String"), (3, "runtime.String")]);
/// assert_eq!(list.len(), 4); // with node 0, which is null
/// # Ok::<(), objet::graph::GraphError>(())
/// ```
#[doc(alias = "NodeIndexer")]
pub struct NodeList {
    /// The objects with their numbers, in ascending order.
    objects: Vec<(u32, ObjectRef)>,
    tensors: Vec<NDArray>,
    len: usize,
}

impl NodeList {
    /// Numbers all objects reachable from the root as in a file of TVM 0.8. The root, which may
    /// be null, has number 1. Takes time linear in their number, and constant stack space.
    ///
    /// # Errors
    /// If an object cannot be saved, as in [`save_json`](crate::save_json). Errors that only occur
    /// during writing are not detected.
    pub fn of(root: Option<&ObjectRef>) -> Result<Self, GraphError> {
        let loaded = Loaded::default();
        let Numbering { objects, tensors, .. } = Numbering::of(root, &loaded)?;
        Ok(Self {
            len: objects.len() + 1,
            objects: (1..).zip(objects.into_iter().cloned()).collect(),
            tensors: tensors.into_iter().cloned().collect(),
        })
    }

    /// Works like [`NodeList::of`] for files with these options. In the format of tvm-ffi, the root
    /// is the last node, tensors are nodes, and null, strings in fields and equal values have the
    /// numbers of nodes that are no objects of the list.
    ///
    /// # Errors
    /// If an object cannot be saved in the format.
    pub fn of_file(root: Option<&ObjectRef>, options: &SaveJson) -> Result<Self, GraphError> {
        if options.format() != Format::TvmFfi {
            return Self::of(root);
        }
        let (objects, len) = ffi::node_list(root)?;
        Ok(Self { objects, tensors: Vec::new(), len })
    }

    /// Returns the number of nodes in the file, including nodes that are null.
    #[expect(clippy::len_without_is_empty, reason = "there always is a node")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the objects with their numbers, in ascending order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (usize, &ObjectRef)> + DoubleEndedIterator {
        self.objects.iter().map(|(number, object)| (*number as usize, object))
    }

    /// Returns the object with this number. Returns `None` for nodes that are null, and for numbers
    /// out of range.
    pub fn node(&self, number: usize) -> Option<&ObjectRef> {
        let index = self.objects.binary_search_by_key(&number, |(number, _)| *number as usize).ok()?;
        Some(&self.objects[index].1)
    }

    /// Returns the tensors in the order of their numbers, which begin with 0.
    pub fn tensors(&self) -> &[NDArray] {
        &self.tensors
    }
}
