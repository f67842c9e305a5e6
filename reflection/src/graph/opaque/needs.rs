//! The types below which nodes stand in.
//!
//! A node of a known type that cannot be built is a stand-in below its own type. For an unknown
//! type, the fields of other nodes that refer to its nodes, also through arrays and maps, declare
//! types of which it must be a descendant. The most derived one is the *need* of the type. If two
//! needs of a type are not related, its nodes stay opaque.
//!
//! A type that cannot have descendants is replaced by its nearest ancestor that can. So is a type
//! whose version in the file is newer.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use objet_object::{FieldKind, ObjectRef, ReferenceKind, TypeIndex, TypeInfo, types};
use smol_str::ToSmolStr;

use super::keep::StandIns;
use super::node::Opaque;
use super::stand_in::{Form, base, literal_arg, stand_in, stand_in_type};
use crate::field::Field;
use crate::graph::document::{Document, FileValue, Node};
use crate::graph::ffi;
use crate::graph::load::plans::ABSENT;
use crate::graph::load::{Kind, Kinds, Plans, field_arg};
use crate::graph::number::{canonical_index, read_index};
use crate::graph::text_budget::TextBudget;
use crate::graph::versions::are_current;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The maximum number of rounds. A further round is needed only where a field of a
/// stand-in refers to another unknown node.
const ROUNDS: usize = 8;

/// The need of a type.
#[derive(Clone, Copy, Default, PartialEq)]
enum Need {
    #[default]
    None,
    Below(TypeInfo),
    Conflict,
}

/// The results of [`are_current`] for the versions in a file, by the number of the type key. A
/// version can be as long as the file, so it is parsed once for all nodes of a type.
struct CurrentVersions(Vec<Vec<(TypeIndex, Arc<str>, bool)>>);

impl CurrentVersions {
    /// Returns the result of [`are_current`] for a type key, which is `number` in the document.
    fn are_current(
        &mut self,
        number: u32,
        type_key: &str,
        version: Option<&Arc<str>>,
        base: &'static Reflection,
    ) -> bool {
        let Some(version) = version else { return are_current(type_key, None, base) };
        let (results, index) = (&mut self.0[number as usize], base.own_index());
        let known = results.iter().find(|(of, text, _)| *of == index && text == version);
        if let Some((_, _, are_current)) = known {
            return *are_current;
        }
        let are_current = are_current(type_key, Some(version), base);
        results.push((index, version.clone(), are_current));
        are_current
    }
}

/// The types below which the nodes of a document stand in.
pub(crate) struct Needs {
    /// For each type key, the type itself, or the need of an unknown type.
    by_key: Vec<Option<TypeInfo>>,
    /// The stand-in types that were looked up before, by the index of the parent.
    stand_ins: RefCell<HashMap<TypeIndex, Option<Reflected>>>,
    current: RefCell<CurrentVersions>,
    form: Form,
    /// The budget for the texts of strings and lists that fields of stand-ins copy.
    texts: TextBudget,
}

impl Needs {
    /// Collects the needs of all unknown types, and records in `kinds` which attributes of nodes
    /// that are kept have the meaning of a field. Returns whether `kinds` has changed, too.
    ///
    /// Takes time linear in the document.
    pub(crate) fn of(document: &Document, kinds: &mut Kinds, plans: &Plans) -> (Self, bool) {
        // A stand-in type is no type of files.
        let is_file_type = |info: &TypeInfo| Reflection::of_stand_in_type(*info).is_none();
        let info = |key| kinds.info(key).filter(is_file_type);
        let mut by_key: Vec<_> = (0..document.type_key_count()).map(info).collect();
        // The empty key is that of null.
        let is_null = |key: usize| document.type_key(key as u32).is_empty();
        let is_unknown: Vec<_> =
            by_key.iter().enumerate().map(|(key, info)| info.is_none() && !is_null(key)).collect();
        let is_kept: Vec<_> = (0..by_key.len()).map(|key| kinds.is_kept(key)).collect();
        let known = by_key.clone();
        let mut needs = Vec::new();
        let mut current = CurrentVersions(by_key.iter().map(|_| Vec::new()).collect());
        let is_known_and_kept = |(info, is_kept): (&Option<_>, &bool)| info.is_some() && *is_kept;
        let any_need = kinds.any_unknown()
            && (kinds.any_reference_field() || known.iter().zip(&is_kept).any(is_known_and_kept));
        for _ in 0..if any_need { ROUNDS } else { 0 } {
            let mut collected = Collector::new(document, kinds, plans, &is_unknown).collect();
            for (need, info) in collected.iter_mut().zip(&known) {
                if let Some(info) = info {
                    *need = Need::Below(*info);
                }
            }
            if collected == needs {
                break;
            }
            needs = collected;
            let bases = bases(document, kinds, &mut current, &needs, &is_kept, &known);
            for (key, info) in bases.into_iter().enumerate() {
                if is_kept[key] {
                    by_key[key] = info.or(known[key]);
                    kinds.set_base(key, info.and_then(base));
                }
            }
            kinds.set_shapes(document);
        }
        let has_changed = kinds.any_base();
        let form = match document.is_plain() {
            true => Form::Plain,
            false if document.is_tvm_ffi() => Form::TvmFfi,
            false => Form::Text,
        };
        let texts = TextBudget::of(document);
        let (stand_ins, current) = (RefCell::default(), RefCell::new(current));
        (Self { by_key, stand_ins, current, form, texts }, has_changed)
    }

    fn stand_in_type(&self, info: TypeInfo) -> Option<Reflected> {
        *self.stand_ins.borrow_mut().entry(info.index()).or_insert_with(|| stand_in_type(info))
    }
}

impl StandIns for Needs {
    /// Makes an opaque node into a stand-in below the type with this key, or below its nearest
    /// possible ancestor. Otherwise returns the opaque node.
    fn stand_in(&self, type_key: u32, mut opaque: Opaque) -> ObjectRef {
        let mut below = self.by_key[type_key as usize];
        while let Some(info) = below {
            let is_current = |base| {
                let (key, version) = (opaque.opaque_type_key(), opaque.version());
                self.current.borrow_mut().are_current(type_key, key, version, base)
            };
            if base(info).is_some_and(is_current)
                && let Some(of) = self.stand_in_type(info)
            {
                match stand_in(opaque, of, self.form, &self.texts) {
                    Ok(object) => return object,
                    Err(rejected) => opaque = rejected,
                }
            }
            below = info.parent();
        }
        opaque.into()
    }
}

/// Returns for each type key of kept nodes the nearest ancestor of its need that can have
/// stand-ins, and whose fields have the attributes of all nodes with this key. `known` are the
/// known types.
fn bases(
    document: &Document,
    kinds: &Kinds,
    current: &mut CurrentVersions,
    needs: &[Need],
    is_kept: &[bool],
    known: &[Option<TypeInfo>],
) -> Vec<Option<TypeInfo>> {
    let nearest = |mut below: Option<TypeInfo>| {
        while let Some(info) = below.filter(|info| base(*info).is_none()) {
            below = info.parent();
        }
        below
    };
    let of = |(need, is_kept): (&Need, &bool)| match need {
        Need::Below(info) if *is_kept => nearest(Some(*info)),
        Need::Below(_) | Need::None | Need::Conflict => None,
    };
    let mut bases: Vec<_> = needs.iter().zip(is_kept).map(of).collect();
    for (index, node) in document.nodes().enumerate() {
        let info = &mut bases[node.type_key() as usize];
        let mut takes = |base| {
            let type_key = document.type_key(node.type_key());
            current.are_current(node.type_key(), type_key, kinds.stored_version(node.type_key()), base)
                && fits(document, index, node, base, known)
        };
        while let Some(rejected) = info.filter(|info| !base(*info).is_some_and(&mut takes)) {
            *info = nearest(rejected.parent());
        }
    }
    bases
}

/// Whether each attribute with the name of a field has a text that files have for the field.
fn fits(
    document: &Document,
    index: usize,
    node: Node<'_>,
    base: &'static Reflection,
    known: &[Option<TypeInfo>],
) -> bool {
    node.names().iter().enumerate().all(|(attr_index, name)| {
        let Some(position) = base.find_stored(document.name(*name)) else { return true };
        let field = &base.fields()[position];
        if document.is_tvm_ffi() {
            let info = |target: u32| known[document.node(target as usize).type_key() as usize];
            return ffi::fits(document, index, field, node.value(attr_index), info);
        }
        if document.is_plain() && fits_plain(field.kind(), node.value(attr_index)) {
            return true;
        }
        let count = if field.is_tensor() { document.tensors.len() } else { document.len() };
        match (node.value(attr_index), field.is_reference()) {
            (Some(FileValue::Untyped(text)), true) => {
                canonical_index(text).is_some_and(|index| (index as usize) < count)
            }
            (Some(FileValue::Node(_) | FileValue::Literal("null")), is_reference) => is_reference,
            (Some(FileValue::Untyped(text) | FileValue::String(text)), false) => {
                field_arg(field, text).is_ok()
            }
            (Some(FileValue::Literal(literal)), false) => literal_arg(field, literal).is_ok(),
            (Some(FileValue::Integer(number)), false) => literal_arg(field, &number.to_smolstr()).is_ok(),
            #[cfg(feature = "serde")]
            (Some(FileValue::Json(_)), false) => true,
            _ => false,
        }
    })
}

/// Whether a field may have a value of a plain document that has another form as an attribute of an
/// unknown type: strings and numbers are objects or not, and so are lists.
fn fits_plain(kind: FieldKind, value: Option<FileValue<'_>>) -> bool {
    match kind {
        FieldKind::Reference(kind) => {
            !kind.is_tensor
                && matches!(value, Some(FileValue::String(_) | FileValue::Literal(_) | FileValue::Integer(_)))
        }
        FieldKind::List(_) => matches!(value, Some(FileValue::Node(_))),
        FieldKind::Optional(_) => true,
        _ => false,
    }
}

/// Collects the needs that the fields of all nodes declare.
struct Collector<'a> {
    document: &'a Document,
    kinds: &'a Kinds,
    plans: &'a Plans,
    /// Whether each type key is unknown.
    is_unknown: &'a [bool],
    needs: Vec<Need>,
    /// The containers that were entered, each with the kind of its parts.
    entered: HashSet<(u32, usize), foldhash::fast::RandomState>,
    /// Nodes to enter, with the kind of a reference to each.
    pending: Vec<(u32, ReferenceKind)>,
}

impl<'a> Collector<'a> {
    fn new(document: &'a Document, kinds: &'a Kinds, plans: &'a Plans, is_unknown: &'a [bool]) -> Self {
        let needs = vec![Need::None; is_unknown.len()];
        let (entered, pending) = Default::default();
        Self { document, kinds, plans, is_unknown, needs, entered, pending }
    }

    fn collect(mut self) -> Vec<Need> {
        for node in self.document.nodes() {
            match self.kinds.get(node) {
                Kind::Fields(of) => {
                    let (reflection, plan) = (of.reflection(), self.plans.attr_indices(node));
                    for position in reflection.references().iter().filter(|at| plan[**at] != ABSENT) {
                        self.refer(node, &reflection.fields()[*position], plan[*position] as usize);
                    }
                }
                kind => {
                    let Some(reflection) = kind.reflection() else { continue };
                    for (attr_index, name) in node.names().iter().enumerate() {
                        if let Some(position) = reflection.find_stored(self.document.name(*name)) {
                            self.refer(node, &reflection.fields()[position], attr_index);
                        }
                    }
                }
            }
        }
        self.needs
    }

    /// Enters the node that an attribute refers to, and the nodes below if it is a container.
    fn refer(&mut self, node: Node<'_>, field: &Field, attr_index: usize) {
        let FieldKind::Reference(kind) = field.kind() else { return };
        let index = match node.value(attr_index) {
            Some(FileValue::Untyped(text)) => read_index(text).ok(),
            Some(FileValue::Node(index)) => Some(index as usize),
            value if self.document.is_tvm_ffi() => ffi::node_index(value).ok(),
            _ => None,
        };
        let Some(target) = index.and_then(|index| u32::try_from(index).ok()).filter(|_| !kind.is_tensor)
        else {
            return;
        };
        self.pending.push((target, kind));
        while let Some((target, kind)) = self.pending.pop() {
            if (target as usize) < self.document.len() {
                self.enter(target, kind);
            }
        }
    }

    fn enter(&mut self, target: u32, kind: ReferenceKind) {
        let node = self.document.node(target as usize);
        let step = match self.kinds.get(node) {
            Kind::Unknown(_) if self.is_unknown[node.type_key() as usize] => {
                return self.needs[node.type_key() as usize].meet(kind.type_index());
            }
            Kind::Array => 1,
            Kind::Map if node.keys().len() > 0 => 1,
            Kind::Map => 2,
            _ => return,
        };
        if let Some((parts, id)) = kind.parts()
            && self.entered.insert((target, id))
        {
            // The last part of each step is an element or a value.
            let kinds = parts.into_iter().skip(2 - step).cycle();
            self.pending.extend(node.data().iter().copied().zip(kinds));
        }
    }
}

impl Need {
    /// Adds the type that a field declares.
    fn meet(&mut self, index: TypeIndex) {
        let Some(info) = types::by_index(index).filter(|_| index != TypeIndex::OBJECT) else { return };
        *self = match *self {
            Self::None => Self::Below(info),
            Self::Below(other) if info.is_derived_from(other) => Self::Below(info),
            Self::Below(other) if other.is_derived_from(info) => Self::Below(other),
            Self::Below(_) | Self::Conflict => Self::Conflict,
        };
    }
}
