//! The fields of a struct and its ancestors, in the order of each algorithm that uses them.

use std::collections::HashMap;
#[cfg(feature = "serde")]
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use objet_object::{CustomType, ElementsType, FieldKind, IntKind, ReferenceKind, TypeIndex};

use crate::by_name;
use crate::field::{Field, FieldDeclaration, FieldOffset, FieldRole};
#[cfg(feature = "serde")]
use crate::graph::NodeKeys;
use crate::hash;
use crate::memory::Structure;
use crate::reflection::Reflection;

/// Data that is computed once for each type.
pub(crate) struct NodeLayout {
    pub(crate) reflection: &'static Reflection,
    /// The visited fields, in visiting order.
    pub(crate) visited: Box<[Field]>,
    /// The positions of the visited reference fields, in the order of graph numbering.
    pub(crate) references: Box<[usize]>,
    /// The locations of these fields in a node.
    pub(crate) reference_offsets: Box<[FieldOffset]>,
    /// The indices of the references that traversals follow: all, or none if files store the node
    /// as a name or as bytes.
    pub(crate) followed: Box<[u32]>,
    /// The positions of the visited fields that are nodes in the format of tvm-ffi: those in
    /// `references`, then the others.
    pub(crate) nodes: Box<[usize]>,
    /// The visited fields in ascending order of their names, as in files.
    pub(crate) saved: Box<[Saved]>,
    /// Whether the type or an ancestor checks complete nodes.
    pub(crate) is_checked: bool,
    /// Whether the node has fields whose values JSON may not be able to hold.
    pub(crate) has_custom: bool,
    /// Whether the declared bounds were found to be consistent, or a check of them runs.
    pub(crate) bounds_hold: AtomicBool,
    /// The approximate size of a node in a file, in bytes.
    pub(crate) saved_size: usize,
    /// The keys of a node in plain JSON.
    #[cfg(feature = "serde")]
    pub(crate) plain_keys: OnceLock<NodeKeys>,
    /// All reflected fields, in construction order.
    pub(crate) built: Box<[&'static FieldDeclaration]>,
    pub(crate) by_name: HashMap<&'static str, usize, foldhash::fast::RandomState>,
    /// The positions of the visited fields by their former names.
    pub(crate) by_alias: HashMap<&'static str, usize, foldhash::fast::RandomState>,
    /// Whether the type or an ancestor has a version.
    pub(crate) is_versioned: bool,
    /// Whether saving notes the version of the nodes: there is one, or another definition of the
    /// type may have one.
    pub(crate) notes_version: bool,
    /// The compared and hashed fields that are not references.
    pub(crate) plain: Box<[Plain]>,
    /// The compared and hashed fields that are references.
    pub(crate) compared: Box<[Compared]>,
    /// Whether the variables that the node defines hold only in its scope fields.
    pub(crate) has_scopes: bool,
    /// The fields of the Rust struct. A type that is defined at run time has none of its own.
    pub(crate) structure: Option<Structure>,
    /// Whether a visited reference is in a cell.
    pub(crate) has_reference_cells: bool,
    /// The index of the type.
    pub(crate) own_index: TypeIndex,
    /// The hash of the type key.
    pub(crate) key_hash: u64,
}

/// A field in the order of files.
pub(crate) struct Saved {
    /// The position among the visited fields.
    pub(crate) position: usize,
    /// The index in `NodeLayout::references`, if the field is a reference.
    pub(crate) reference: Option<usize>,
    /// Whether files hold the field as JSON text.
    pub(crate) is_json: bool,
}

/// A compared field that is not a reference.
pub(crate) struct Plain {
    /// The location of the value in a node.
    pub(crate) offset: FieldOffset,
    /// The position among the visited fields.
    pub(crate) position: u32,
    pub(crate) kind: PlainKind,
}

/// How values that are not references are compared.
#[derive(Clone, Copy)]
pub(crate) enum PlainKind {
    /// Bitwise, with the width in bits.
    Bits8,
    Bits16,
    Bits32,
    Bits64,
    DataType,
    F32,
    F64,
    String,
    Elements(&'static ElementsType),
    Custom(&'static CustomType),
}

/// A compared reference field.
pub(crate) struct Compared {
    /// The position among the visited fields.
    pub(crate) position: u32,
    /// The location of the reference in a node.
    pub(crate) offset: FieldOffset,
    /// Whether the field defines the variables in it.
    pub(crate) is_definition: bool,
    /// Whether the variables that the node defines hold in the field.
    pub(crate) is_scope: bool,
}

impl NodeLayout {
    /// Returns the fields of the Rust struct.
    ///
    /// # Panics
    /// If the type is defined at run time.
    pub(crate) fn structure(&self) -> &Structure {
        match &self.structure {
            Some(structure) => structure,
            None => unreachable!("the type has a Rust struct"),
        }
    }

    /// Returns the kind of a reference field, by its index in `references`.
    #[inline]
    pub(crate) fn reference_kind(&self, index: usize) -> &ReferenceKind {
        match self.visited[self.references[index]].reference_kind() {
            Some(kind) => kind,
            None => unreachable!("these fields are references"),
        }
    }

    pub(crate) fn of(
        reflection: &'static Reflection,
        parent: Option<&'static NodeLayout>,
        own: &'static [FieldDeclaration],
    ) -> Self {
        let mut visited = parent.map_or_else(Vec::new, |parent| parent.visited.to_vec());
        let mut built = parent.map_or_else(Vec::new, |parent| parent.built.to_vec());
        for declaration in own {
            visited.push(Field::new(declaration, built.len()));
            built.push(declaration);
        }
        if let Some(names) = reflection.explicit_fields() {
            // The derive checks that each name is a field of the struct or of an ancestor. The list
            // of the ancestor may omit this field.
            let field = |name: &&str| {
                let index = built.iter().rposition(|declaration| declaration.name == *name)?;
                Some(Field::new(built[index], index))
            };
            visited = names.iter().filter_map(field).collect();
        }
        let references = visited.iter().enumerate().filter(|(_, field)| field.is_reference());
        let (last, first): (Vec<_>, Vec<_>) = references.partition(|(_, field)| field.is_visited_last());
        let compared = || visited.iter().enumerate().filter(|(_, field)| field.role() != FieldRole::Skipped);
        let references: Box<[usize]> = first.into_iter().chain(last).map(|(index, _)| index).collect();
        let reference_offsets: Box<[FieldOffset]> =
            references.iter().map(|position| visited[*position].offset()).collect();
        let texts = visited.iter().enumerate().filter(|(_, field)| field.is_node() && !field.is_reference());
        let is_versioned = reflection.version() > 0 || parent.is_some_and(|parent| parent.is_versioned);
        Self {
            reflection,
            nodes: references.iter().copied().chain(texts.map(|(index, _)| index)).collect(),
            saved: saved(&visited, &references),
            followed: match reflection.bytes() {
                Some(_) => Box::default(),
                None => (0..references.len() as u32).collect(),
            },
            is_checked: reflection.has_check() || parent.is_some_and(|parent| parent.is_checked),
            has_custom: visited.iter().any(|field| matches!(field.kind(), FieldKind::Custom(_))),
            bounds_hold: AtomicBool::new(false),
            saved_size: visited.iter().map(|field| field.name().len() + 28).sum(),
            #[cfg(feature = "serde")]
            plain_keys: OnceLock::new(),
            references,
            by_name: visited.iter().enumerate().map(|(index, field)| (field.name(), index)).collect(),
            by_alias: visited
                .iter()
                .enumerate()
                .flat_map(|(index, field)| field.aliases().iter().map(move |alias| (*alias, index)))
                .collect(),
            is_versioned,
            notes_version: is_versioned || reflection.is_runtime_defined(),
            plain: compared().filter_map(|(position, field)| Plain::of(position, field)).collect(),
            compared: compared()
                .filter(|(_, field)| field.is_reference())
                .map(|(position, field)| Compared {
                    position: position as u32,
                    offset: field.offset(),
                    is_definition: field.role() == FieldRole::Definition,
                    is_scope: field.role() == FieldRole::Scope,
                })
                .collect(),
            has_scopes: visited.iter().any(|field| field.role() == FieldRole::Scope),
            structure: Structure::of(
                reflection,
                parent.and_then(|parent| parent.structure.as_ref()),
                own,
                built.len() - own.len(),
                &reference_offsets,
            ),
            reference_offsets,
            has_reference_cells: visited
                .iter()
                .any(|field| field.is_reference() && field.offset().cell().is_some()),
            visited: visited.into(),
            built: built.into(),
            own_index: reflection.own_index(),
            key_hash: hash::of_text(reflection.type_key()),
        }
    }
}

fn saved(visited: &[Field], references: &[usize]) -> Box<[Saved]> {
    let names: Vec<_> = visited.iter().map(Field::name).collect();
    let reference = |position| references.iter().position(|reference| *reference == position);
    let saved = |position: usize| {
        let is_json = visited[position].kind().holds_json();
        Saved { position, reference: reference(position), is_json }
    };
    by_name::in_name_order(&names).iter().map(|position| saved(*position as usize)).collect()
}

impl Plain {
    fn of(position: usize, field: &Field) -> Option<Self> {
        let kind = PlainKind::of(field.kind())?;
        Some(Self { offset: field.offset(), position: position as u32, kind })
    }
}

impl PlainKind {
    /// Returns how values of a kind are compared, or `None` for references.
    pub(crate) fn of(kind: FieldKind) -> Option<Self> {
        let bits = |kind| match kind {
            IntKind::I8 | IntKind::U8 => Self::Bits8,
            IntKind::I16 | IntKind::U16 => Self::Bits16,
            IntKind::I32 | IntKind::U32 => Self::Bits32,
            IntKind::I64 | IntKind::U64 => Self::Bits64,
        };
        Some(match kind {
            FieldKind::Int(kind) => bits(kind),
            FieldKind::Enum(declared) => bits(declared.repr),
            FieldKind::Bool => Self::Bits8,
            FieldKind::Char => Self::Bits32,
            FieldKind::DataType => Self::DataType,
            FieldKind::F32 => Self::F32,
            FieldKind::F64 => Self::F64,
            FieldKind::String => Self::String,
            FieldKind::List(of) | FieldKind::Optional(of) => Self::Elements(of),
            FieldKind::Custom(of) => Self::Custom(of),
            FieldKind::Reference(_) => return None,
        })
    }
}
