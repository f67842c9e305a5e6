//! What a graph's file lists: its objects and tensors, by their numbers.

use objet_object::{NDArray, ObjectRef};

use super::error::GraphError;
use super::numbering::Numbering;
use crate::loaded::Loaded;

/// The objects of a graph under the numbers that they have when it is saved. Error messages call nodes by these numbers.
///
/// Keys of a map that are all strings stand in the map's own node; they have no numbers.
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
    /// Numbers all that can be reached from the root, which may be null. It takes time in proportion to that, and no stack.
    ///
    /// # Errors
    /// If something of it cannot be saved, as in [`save_json`](crate::save_json); what only the writing finds out is not
    /// noticed.
    pub fn of(root: Option<&ObjectRef>) -> Result<Self, GraphError> {
        let loaded = Loaded::default();
        let Numbering { objects, tensors, .. } = Numbering::of(root, &loaded)?;
        Ok(Self {
            objects: objects.into_iter().cloned().collect(),
            tensors: tensors.into_iter().cloned().collect(),
        })
    }

    /// How many nodes a file lists, with node 0, which is null.
    #[expect(clippy::len_without_is_empty, reason = "there always is node 0")]
    pub fn len(&self) -> usize {
        self.objects.len() + 1
    }

    /// The objects with their numbers, in ascending order: the root is 1.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (usize, &ObjectRef)> + DoubleEndedIterator {
        self.objects.iter().enumerate().map(|(index, object)| (index + 1, object))
    }

    /// The object of that number; `None` for 0, which is null, and for numbers that no node has.
    pub fn node(&self, number: usize) -> Option<&ObjectRef> {
        self.objects.get(number.checked_sub(1)?)
    }

    /// The tensors, each at its number, which is counted from 0.
    pub fn tensors(&self) -> &[NDArray] {
        &self.tensors
    }
}
