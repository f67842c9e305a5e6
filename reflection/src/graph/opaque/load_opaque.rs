//! Building of opaque nodes.

use std::collections::{HashMap, HashSet};

use objet_object::{IsObjectRef, NDArray, NDArrayNode, ObjectRef, String as ObjectString, make_object};

use super::infer::{Evidence, Inference, Meaning};
use super::keep::UnknownNodes;
use super::known::{is_json, typed};
use super::leads::Lead;
use super::node::{Opaque, OpaqueNode, OpaqueValue};
use super::shapes::Shapes;
use super::tagged;
use crate::graph::document::{Document, Node};
use crate::graph::error::GraphError;
use crate::graph::ffi::{self, Meanings};
use crate::graph::load::plans::{ABSENT, REFERENCE, TENSOR, TEXT};
use crate::graph::load::references::text_target;
use crate::graph::load::{Kind, Kinds, Plans, ReferenceCounts};
use crate::graph::number::{canonical_index, read_index};
use crate::graph::value_nodes::tensor_index;
use crate::reflection::Reflection;

/// The inferred meanings of the attributes of unknown types.
pub(crate) struct Unknowns<'a> {
    document: &'a Document,
    plans: &'a Plans,
    shapes: Shapes<'a>,
    inference: Inference,
    /// The meanings in a file of tvm-ffi.
    tvm_ffi: Option<Meanings>,
    /// The reflections of known types whose nodes have another version in the file, by type key.
    /// Only types with fields that hold JSON are here.
    declared: HashMap<u32, &'static Reflection, foldhash::fast::RandomState>,
}

/// An attribute that is an index, or may be one.
#[derive(Clone, Copy)]
struct Index {
    node: u32,
    class: u32,
    value: u32,
    meaning: Meaning,
}

impl<'a> Unknowns<'a> {
    /// Infers the meanings of the attributes of unknown types. Returns `None` if all types are
    /// known.
    ///
    /// # Errors
    /// If a node of an unknown type is a container. If an attribute that is known to be a reference
    /// is not a valid index. If there are too many references.
    pub(crate) fn of(
        document: &'a Document,
        kinds: &Kinds,
        plans: &'a Plans,
    ) -> Result<Option<Self>, GraphError> {
        if !kinds.any_inferred() {
            return Ok(None);
        }
        // The inference counts references in 32 bits.
        if u32::try_from(document.reference_limit()).is_err() {
            return Err(GraphError::TooManyReferences { node: document.location(0) });
        }
        let shapes = Shapes::new(document);
        let declared = declared(document, kinds);
        if document.is_tagged {
            let inference = Evidence::new(0, 0, 0).infer();
            let tvm_ffi =
                document.is_tvm_ffi().then(|| Meanings::infer(document, kinds, plans)).transpose()?;
            return Ok(Some(Self { document, plans, shapes, inference, tvm_ffi, declared }));
        }
        let mut evidence = Evidence::new(document.len(), document.root, document.tensors.len());
        for (index, node) in document.nodes().enumerate() {
            let number = index as u32;
            match kinds.get(node) {
                Kind::Array | Kind::Map => {
                    node.data().iter().for_each(|target| evidence.next_reference(number, *target));
                }
                Kind::Fields(of) => {
                    let reflection = of.reflection();
                    let plan = plans.attr_indices(node);
                    for position in reflection.references() {
                        if plan[*position] == ABSENT {
                            continue;
                        }
                        let value = node.text(plan[*position] as usize).unwrap_or_default();
                        // `References::of` reports invalid indices.
                        let Some(target) = read_index(value).ok().and_then(|index| u32::try_from(index).ok())
                        else {
                            continue;
                        };
                        match reflection.fields()[*position].is_tensor() {
                            true => evidence.tensor(number, target),
                            false => evidence.next_reference(number, target),
                        }
                    }
                }
                kind @ (Kind::Unknown(_) | Kind::Upgraded(_)) => {
                    let reflection = kind.reflection();
                    if node.data().len() + node.keys().len() > 0 {
                        return Err(GraphError::UnknownContainer { node: document.location(index) });
                    }
                    for (attr_index, class, value) in plans.attrs(node) {
                        let name = document.name(node.names()[attr_index]);
                        match reflection.and_then(|reflection| reflection.stored_field(name)) {
                            None => evidence.attr(number, class, value),
                            Some(field) if !field.is_reference() => {}
                            Some(field) => {
                                let target = text_target(document, index, field, value)?;
                                match field.is_tensor() {
                                    true => evidence.unordered_tensor(number, target),
                                    false => evidence.reference(number, target),
                                }
                            }
                        }
                    }
                }
                Kind::Tensor => {
                    if let Some(target) = tensor_index(document, node) {
                        evidence.tensor(number, target);
                    }
                }
                Kind::Null | Kind::Text | Kind::Shape | Kind::Special(_) | Kind::Bytes(_) => {}
            }
        }
        let inference = evidence.infer();
        Ok(Some(Self { document, plans, shapes, inference, tvm_ffi: None, declared }))
    }

    /// Whether a value may be an index of a node or a tensor.
    fn may_be_index(&self, value: &str) -> bool {
        let count = self.document.len().max(self.document.tensors.len());
        canonical_index(value).is_some_and(|index| (index as usize) < count)
    }

    fn index(&self, node: u32, class: u32, value: &str) -> Option<Index> {
        let known = || read_index(value).ok().and_then(|index| u32::try_from(index).ok());
        let (meaning, value) = match class {
            TEXT => return None,
            REFERENCE => (Meaning::Reference, known()?),
            TENSOR => (Meaning::Tensor, known()?),
            _ => {
                let meaning = self.inference.meaning(class);
                (meaning, canonical_index(value).filter(|_| meaning != Meaning::String)?)
            }
        };
        Some(Index { node, class, value, meaning })
    }

    fn holds_node(&self, Index { node, class, value, meaning }: Index) -> bool {
        value > 0
            && meaning != Meaning::Tensor
            && (class == REFERENCE || self.inference.holds_node(node, class, value))
    }

    fn tensor(&self, Index { class, value, meaning, .. }: Index) -> Option<&NDArray> {
        let may_be =
            meaning == Meaning::Tensor || meaning == Meaning::Ambiguous && self.inference.holds_tensor(class);
        self.document.tensors.get(value as usize).filter(|_| may_be)
    }

    /// Returns the value of the attribute at position `attr`. Adds the references that a traversal
    /// follows to `leads`, each with its position in the order of numbering. Nodes are ordered by
    /// their number, and tensors come after the last node that was numbered before them.
    fn value(
        &self,
        index: Index,
        text: &str,
        attr: u32,
        leads: &mut Vec<((u32, u32), Lead)>,
        get: impl Fn(u32) -> Option<ObjectRef>,
    ) -> OpaqueValue {
        let Index { node, class, value, meaning } = index;
        let object = if self.holds_node(index) { get(value) } else { None };
        let tensor = self.tensor(index);
        let is_node = object.as_ref().is_some_and(|object| object.is_instance::<NDArrayNode>());
        let mut lead = |moment, lead| leads.push((moment, lead));
        let to_node = Lead { is_node, ..Lead::new(attr) };
        let moment = (self.inference.before_tensor(value).unwrap_or(u32::MAX), value + 1);
        let tensor_ref = |tensor: &NDArray| ObjectRef::from(tensor.clone());
        match meaning {
            Meaning::String => OpaqueValue::String(text.into()),
            Meaning::Reference => {
                if object.is_some() {
                    lead((value, 0), to_node);
                }
                OpaqueValue::Reference(object)
            }
            Meaning::Tensor => {
                if tensor.is_some() {
                    lead(moment, Lead::new(attr));
                }
                OpaqueValue::Reference(tensor.map(tensor_ref))
            }
            Meaning::Ambiguous => {
                let leads_to_tensor = tensor.is_some() && self.inference.claims_tensor(node, class, value);
                let leads_to_node = object.is_some() && self.inference.claims_node(node, class, value);
                let other = tensor.map(tensor_ref);
                // The reference that is followed comes first.
                let swapped = leads_to_tensor && !leads_to_node;
                if leads_to_node {
                    lead((value, 0), to_node);
                }
                if leads_to_tensor {
                    lead(moment, Lead { other: !swapped, ..Lead::new(attr) });
                }
                let (object, other) = if swapped { (other, object) } else { (object, other) };
                OpaqueValue::Ambiguous {
                    number: value,
                    object,
                    other,
                    is_tree_edge: leads_to_node || leads_to_tensor,
                }
            }
        }
    }
}

impl UnknownNodes for Unknowns<'_> {
    fn take_counts(&mut self) -> Option<ReferenceCounts> {
        self.tvm_ffi.as_mut()?.take_counts()
    }

    /// Appends the indices of the nodes that a node of an unknown type refers to, or may refer to.
    fn append_targets(&self, number: u32, node: Node<'_>, targets: &mut Vec<u32>) {
        if let Some(meanings) = &self.tvm_ffi {
            targets.extend(meanings.targets(self.plans, node));
            return;
        }
        if self.document.is_tagged {
            targets.extend(tagged::targets(node));
            return;
        }
        for (_, class, value) in self.plans.attrs(node) {
            if let Some(index) = self.index(number, class, value).filter(|index| self.holds_node(*index)) {
                targets.push(index.value);
            }
        }
    }

    fn make(
        &self,
        number: usize,
        node: Node<'_>,
        of: Option<&'static Reflection>,
        get: &dyn Fn(u32) -> Option<ObjectRef>,
    ) -> Opaque {
        let field = |attr: usize| of?.stored_field(self.document.name(node.names()[attr]));
        if let Some(meanings) = &self.tvm_ffi {
            let field = of.map(|_| field);
            return ffi::make(&self.shapes, meanings, self.plans, number as u32, node, field, get);
        }
        if self.document.is_tagged {
            return tagged::make(self.document, self.shapes.in_file_order(node), node, field, get);
        }
        let mut leads = Vec::new();
        let mut values = Vec::with_capacity(node.names().len());
        for (attr, class, text) in self.plans.attrs(node) {
            let value = match self.index(number as u32, class, text) {
                None => match field(attr) {
                    Some(field) => typed(field, text),
                    None => OpaqueValue::String(text.into()),
                },
                Some(index) => self.value(index, text, values.len() as u32, &mut leads, get),
            };
            values.push(value);
        }
        leads.sort_unstable_by_key(|(moment, _)| *moment);
        let leads = leads.into_iter().map(|(_, lead)| lead).collect();
        let shape = self.shapes.of(node, || self.plans.classes(node).map(|(attr, _)| attr));
        // Empty bytes are omitted in files.
        let bytes = node.repr().filter(|bytes| !bytes.is_empty());
        make_object(OpaqueNode::new(shape, bytes, values.into(), leads)).into()
    }

    fn kept(&self, type_key: u32, mut opaque: Opaque) -> Opaque {
        if let Some(reflection) = self.declared.get(&type_key) {
            texts_to_json(&mut opaque, reflection, self.tvm_ffi.is_some());
        }
        opaque
    }

    /// Checks that no attribute of an unknown type may be a reference. The caller has found that
    /// the numbering of the file differs from that of a saved graph, so the numbering proves
    /// nothing. If `is_in_order`, the file only lacks objects of the graph. Then its numbering
    /// proves as much as that of a saved graph, and only ambiguous attributes are errors, since
    /// they would not keep their numbers. Nodes that are not saved with the graph prove nothing
    /// either, since they are missing when the graph is loaded again.
    ///
    /// # Errors
    /// If an attribute may be a reference.
    #[cold]
    fn expect_texts(
        &self,
        kinds: &Kinds,
        is_in_order: bool,
        is_saved: &dyn Fn(usize) -> bool,
    ) -> Result<(), GraphError> {
        if self.document.is_tagged {
            return Ok(());
        }
        let unknown = |(_, node): &(usize, Node<'_>)| matches!(kinds.get(*node), Kind::Unknown(_));
        let nodes = || self.document.nodes().enumerate().filter(unknown);
        let saved_attrs =
            nodes().filter(|(index, _)| is_saved(*index)).flat_map(|(_, node)| self.plans.attrs(node));
        let shown: HashSet<u32> = saved_attrs
            .filter(|(_, _, value)| !self.may_be_index(value))
            .map(|(_, class, _)| class)
            .collect();
        for (index, node) in nodes() {
            let ambiguous = |(_, class, value): &(usize, u32, &str)| {
                if is_in_order {
                    return self.inference.meaning(*class) == Meaning::Ambiguous;
                }
                let is_shown = shown.contains(class) || *value == "0" || *class >= TEXT;
                !self.inference.is_text(*class) || !is_shown && is_saved(index)
            };
            if let Some((attr_index, ..)) = self.plans.attrs(node).find(ambiguous) {
                let attr = self.document.name(node.names()[attr_index]).into();
                return Err(GraphError::AmbiguousAttr { node: self.document.location(index), attr });
            }
        }
        Ok(())
    }
}

/// Returns the reflections of the known types with another version, see [`Unknowns::declared`].
fn declared(
    document: &Document,
    kinds: &Kinds,
) -> HashMap<u32, &'static Reflection, foldhash::fast::RandomState> {
    let of_key = |type_key: usize| {
        let info = kinds.info(type_key).filter(|_| kinds.is_of_other_version(type_key));
        let reflection = info.and_then(Reflection::of_type)?;
        let any_json = reflection.fields().iter().any(|field| field.kind().holds_json());
        any_json.then_some((type_key as u32, reflection))
    };
    (0..document.type_key_count()).filter_map(of_key).collect()
}

/// Converts the texts in fields that hold JSON. Another version of a type mostly has the fields of
/// the known one, and plain JSON has the JSON itself in their place. In a file of tvm-ffi, such a
/// text is a node of its own.
#[cold]
fn texts_to_json(opaque: &mut Opaque, reflection: &'static Reflection, is_tvm_ffi: bool) {
    let json_of = |(name, value): (&str, &OpaqueValue)| {
        reflection.stored_field(name).filter(|field| field.kind().holds_json())?;
        let text = match value {
            OpaqueValue::String(text) if !is_tvm_ffi => text.as_str().into(),
            OpaqueValue::Reference(Some(object)) | OpaqueValue::Ambiguous { object: Some(object), .. }
                if is_tvm_ffi =>
            {
                object.downcast_ref::<ObjectString>()?.clone()
            }
            _ => return None,
        };
        is_json(text.as_str()).then_some(text)
    };
    let texts: Vec<_> = opaque.attrs().map(json_of).collect();
    if texts.iter().all(Option::is_none) {
        return;
    }
    let node = opaque.make_mut();
    *node.leads = node.leads.iter().filter(|lead| texts[lead.attr as usize].is_none()).collect();
    for (value, text) in node.values.iter_mut().zip(texts) {
        if let Some(text) = text {
            *value = OpaqueValue::Json(text);
        }
    }
}
