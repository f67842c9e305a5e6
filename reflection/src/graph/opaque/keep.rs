//! The part of the loader that keeps nodes as in their file.
//!
//! The loader calls it through the trait [`Keep`], to whose implementation only
//! [`LoadJson::keep_unknown`](crate::LoadJson::keep_unknown) and types with upgrade functions
//! refer. A program with neither does not link the inference.

use objet_object::ObjectRef;

use super::known::{by_name, keep_bytes, keep_known};
use super::load_opaque::Unknowns;
use super::needs::Needs;
use super::node::{Opaque, OpaqueNode};
use super::tagged::keep_known_tagged;
use crate::field::Field;
use crate::graph::document::{Document, Node};
use crate::graph::error::GraphError;
use crate::graph::ffi;
use crate::graph::load::{Kinds, Plans, ReferenceCounts, upgraded};
use crate::graph::text_budget::TextBudget;
use crate::graph::versions::UpgradeStep;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The functions that keep nodes as in their file.
pub(crate) trait Keep: Sync {
    /// Returns the positions of the attributes of a node in ascending order of their names.
    fn by_name(&self, document: &Document, node: Node<'_>) -> Vec<u32>;

    /// Collects the types below which nodes stand in, see `Needs::of`.
    fn stand_ins(&self, document: &Document, kinds: &mut Kinds, plans: &Plans) -> (Box<dyn StandIns>, bool);

    /// Infers the meanings of the attributes of unknown types, see `Unknowns::of`.
    fn unknowns<'a>(
        &self,
        document: &'a Document,
        kinds: &Kinds,
        plans: &'a Plans,
    ) -> Result<Option<Box<dyn UnknownNodes + 'a>>, GraphError>;

    /// Converts a node of a known type that its type cannot build. `targets` are its references in
    /// the order of graph numbering, if the document has them as texts. `get` returns the object of
    /// a node.
    fn known(
        &self,
        document: &Document,
        node: Node<'_>,
        reflection: &'static Reflection,
        targets: &[u32],
        get: &dyn Fn(u32) -> Option<ObjectRef>,
    ) -> Opaque;

    /// Converts a node whose type rejects its bytes.
    fn bytes(&self, document: &Document, type_key: &str, bytes: &[u8]) -> Opaque;

    /// Builds a node of a known type from the node as in the file, which the upgrade functions of
    /// the type convert. If `keeps`, attributes of the file without a field are kept. `texts` is
    /// the budget for texts that fields can share.
    fn upgraded(
        &self,
        document: &Document,
        node: OlderNode<'_>,
        keeps: bool,
        texts: &TextBudget,
    ) -> Result<Upgraded, GraphError>;
}

/// A node of an older version of its type.
#[derive(Clone, Copy)]
pub(crate) struct OlderNode<'a> {
    pub(crate) index: usize,
    /// The node as in the file.
    pub(crate) stored: &'a OpaqueNode,
    pub(crate) of: Reflected,
    pub(crate) steps: &'a [UpgradeStep],
}

/// A node that the upgrade functions of its type have converted.
pub(crate) enum Upgraded {
    Node(ObjectRef),
    /// A node with attributes without a field, as in a file of the current version.
    Kept(Opaque),
}

/// The types below which the nodes of a document stand in.
pub(crate) trait StandIns {
    /// Makes an opaque node into a stand-in, if there is a type for one.
    fn stand_in(&self, type_key: u32, opaque: Opaque) -> ObjectRef;
}

/// The nodes of unknown types of a document.
pub(crate) trait UnknownNodes {
    /// Returns the number of references to each node, if it is known and all of them are to earlier
    /// nodes. They are returned once.
    fn take_counts(&mut self) -> Option<ReferenceCounts>;

    /// Appends the indices of the nodes that a node of an unknown type refers to, or may refer to.
    fn append_targets(&self, number: u32, node: Node<'_>, targets: &mut Vec<u32>);

    /// Builds a node. The nodes that it refers to must be built already. `of` has the fields of
    /// some of the attributes, if the type is known or the node is below a known type.
    fn make(
        &self,
        number: usize,
        node: Node<'_>,
        of: Option<&'static Reflection>,
        get: &dyn Fn(u32) -> Option<ObjectRef>,
    ) -> Opaque;

    /// Converts a node that stays as in the file, although its type is known.
    fn kept(&self, type_key: u32, opaque: Opaque) -> Opaque;

    /// Checks that no attribute of an unknown type may be a reference, except for references that
    /// the order of the nodes proves if `is_in_order`.
    fn expect_texts(
        &self,
        kinds: &Kinds,
        is_in_order: bool,
        is_saved: &dyn Fn(usize) -> bool,
    ) -> Result<(), GraphError>;
}

/// The implementation of [`Keep`].
pub(crate) struct Keeper;

impl Keep for Keeper {
    fn by_name(&self, document: &Document, node: Node<'_>) -> Vec<u32> {
        by_name(document, node)
    }

    fn stand_ins(&self, document: &Document, kinds: &mut Kinds, plans: &Plans) -> (Box<dyn StandIns>, bool) {
        let (needs, has_changed) = Needs::of(document, kinds, plans);
        (Box::new(needs), has_changed)
    }

    fn unknowns<'a>(
        &self,
        document: &'a Document,
        kinds: &Kinds,
        plans: &'a Plans,
    ) -> Result<Option<Box<dyn UnknownNodes + 'a>>, GraphError> {
        let unknowns = Unknowns::of(document, kinds, plans)?;
        Ok(unknowns.map(|unknowns| Box::new(unknowns) as _))
    }

    fn known(
        &self,
        document: &Document,
        node: Node<'_>,
        reflection: &'static Reflection,
        targets: &[u32],
        get: &dyn Fn(u32) -> Option<ObjectRef>,
    ) -> Opaque {
        if document.is_tvm_ffi() {
            return ffi::keep_known(document, node, reflection, get);
        }
        if document.is_tagged {
            return keep_known_tagged(document, node, reflection, get);
        }
        keep_known(document, node, reflection, targets, |field: &Field, target| match field.is_tensor() {
            true => Some(document.tensors[target as usize].clone().into()),
            false => get(target),
        })
    }

    fn bytes(&self, document: &Document, type_key: &str, bytes: &[u8]) -> Opaque {
        keep_bytes(document, type_key, bytes)
    }

    fn upgraded(
        &self,
        document: &Document,
        node: OlderNode<'_>,
        keeps: bool,
        texts: &TextBudget,
    ) -> Result<Upgraded, GraphError> {
        upgraded(document, node, keeps, texts)
    }
}
