//! The numbers of objects and tensors in the file of a graph.

use objet_object::{NDArray, ObjectRef};

use super::error::GraphError;
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
/// use objet::{NodeList, String};
///
/// let x = String::from("x");
/// let root = ObjectRef::from(Array::from([x.clone(), String::from("y"), x]));
///
/// let list = NodeList::of(Some(&root))?;
/// let keys: Vec<_> = list.nodes().map(|(number, object)| (number, object.type_key())).collect();
/// assert_eq!(keys, [(1, "Array"), (2, "runtime.String"), (3, "runtime.String")]);
/// assert_eq!(list.len(), 4); // with node 0, which is null
/// # Ok::<(), objet::GraphError>(())
/// ```
#[doc(alias = "NodeIndexer")]
pub struct NodeList {
    objects: Vec<ObjectRef>,
    tensors: Vec<NDArray>,
}

impl NodeList {
    /// Numbers all objects reachable from the root, which may be null. Takes time linear in their
    /// number, and constant stack space.
    ///
    /// # Errors
    /// If an object cannot be saved, as in [`save_json`](crate::save_json). Errors that only occur
    /// during writing are not detected.
    pub fn of(root: Option<&ObjectRef>) -> Result<Self, GraphError> {
        let loaded = Loaded::default();
        let Numbering { objects, tensors, .. } = Numbering::of(root, &loaded)?;
        Ok(Self {
            objects: objects.into_iter().cloned().collect(),
            tensors: tensors.into_iter().cloned().collect(),
        })
    }

    /// Returns the number of nodes in the file, including node 0, which is null.
    #[expect(clippy::len_without_is_empty, reason = "there always is node 0")]
    pub fn len(&self) -> usize {
        self.objects.len() + 1
    }

    /// Returns the objects with their numbers, in ascending order. The root has number 1.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (usize, &ObjectRef)> + DoubleEndedIterator {
        self.objects.iter().enumerate().map(|(index, object)| (index + 1, object))
    }

    /// Returns the object with this number. Returns `None` for 0, which is null, and for numbers
    /// out of range.
    pub fn node(&self, number: usize) -> Option<&ObjectRef> {
        self.objects.get(number.checked_sub(1)?)
    }

    /// Returns the tensors in the order of their numbers, which begin with 0.
    pub fn tensors(&self) -> &[NDArray] {
        &self.tensors
    }
}
