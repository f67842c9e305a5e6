//! The fields of a struct with those of its ancestors, put in order for each way in which they are gone through.

use std::collections::HashMap;

use objet_object::{FieldKind, IntKind, TypeIndex};

use crate::field::{Field, FieldDeclaration, FieldRole, Spot};
use crate::hash;
use crate::reflection::Reflection;

/// What is worked out once for each type.
pub(crate) struct Layout {
    pub(crate) reflection: &'static Reflection,
    /// The fields that are visited, in that order.
    pub(crate) visited: Box<[Field]>,
    /// The positions of the visited references, in the order in which graphs are numbered.
    pub(crate) references: Box<[usize]>,
    /// The visited fields in ascending order of their names, as files have them.
    pub(crate) saved: Box<[Saved]>,
    /// About how many bytes a node takes in a file.
    pub(crate) saved_size: usize,
    /// Every field that is reflected, in the order in which nodes are built.
    pub(crate) built: Box<[&'static FieldDeclaration]>,
    pub(crate) by_name: HashMap<&'static str, usize, foldhash::fast::RandomState>,
    /// The fields that comparison and hash go by, but for references.
    pub(crate) plain: Box<[Plain]>,
    /// The references that comparison and hash go by.
    pub(crate) compared: Box<[Compared]>,
    /// The index of the type that the struct stands for.
    pub(crate) own_index: TypeIndex,
    /// The hash of its key.
    pub(crate) key_hash: u64,
}

/// A field, as files have it.
pub(crate) struct Saved {
    /// Its position among the visited fields.
    pub(crate) position: usize,
    /// If it is a reference, its place among those, in the order in which graphs are numbered.
    pub(crate) reference: Option<usize>,
}

/// A field that is no reference, as comparison sees it.
pub(crate) struct Plain {
    /// Where it lies.
    pub(crate) spot: Spot,
    /// Its position among the visited fields.
    pub(crate) position: u32,
    pub(crate) kind: PlainKind,
}

/// How values that are no references are compared.
#[derive(Clone, Copy)]
pub(crate) enum PlainKind {
    /// Bit by bit, so many bytes.
    Bits8,
    Bits16,
    Bits32,
    Bits64,
    DataType,
    F32,
    F64,
    Text,
}

/// A reference, as comparison sees it.
pub(crate) struct Compared {
    /// Its position among the visited fields.
    pub(crate) position: u32,
    /// Where it lies.
    pub(crate) spot: Spot,
    /// Whether variables in it are bound.
    pub(crate) is_definition: bool,
}

impl Layout {
    pub(crate) fn of(
        reflection: &'static Reflection,
        parent: Option<&'static Layout>,
        own: &'static [FieldDeclaration],
    ) -> Self {
        let mut visited = parent.map_or_else(Vec::new, |parent| parent.visited.to_vec());
        let mut built = parent.map_or_else(Vec::new, |parent| parent.built.to_vec());
        for declaration in own {
            visited.push(Field::new(declaration, built.len()));
            built.push(declaration);
        }
        if let Some(names) = reflection.listed() {
            // The derive has made sure that each is the name of a field, its own or an ancestor's, which need not be
            // in the ancestor's own list.
            let field = |name: &&str| {
                let place = built.iter().rposition(|declaration| declaration.name == *name)?;
                Some(Field::new(built[place], place))
            };
            visited = names.iter().filter_map(field).collect();
        }
        let references = visited.iter().enumerate().filter(|(_, field)| field.is_reference());
        let (last, first): (Vec<_>, Vec<_>) = references.partition(|(_, field)| field.is_visited_last());
        let compared = || visited.iter().enumerate().filter(|(_, field)| field.role() != FieldRole::Skipped);
        let references: Box<[usize]> = first.into_iter().chain(last).map(|(index, _)| index).collect();
        Self {
            reflection,
            saved: saved(&visited, &references),
            saved_size: visited.iter().map(|field| field.name().len() + 28).sum(),
            references,
            by_name: visited.iter().enumerate().map(|(index, field)| (field.name(), index)).collect(),
            plain: compared().filter_map(|(position, field)| Plain::of(position, field)).collect(),
            compared: compared()
                .filter(|(_, field)| field.is_reference())
                .map(|(position, field)| Compared {
                    position: position as u32,
                    spot: field.spot(),
                    is_definition: field.role() == FieldRole::Definition,
                })
                .collect(),
            visited: visited.into(),
            built: built.into(),
            own_index: reflection.own_index(),
            key_hash: hash::of_text(reflection.type_key()),
        }
    }
}

fn saved(visited: &[Field], references: &[usize]) -> Box<[Saved]> {
    let mut positions: Vec<_> = (0..visited.len()).collect();
    positions.sort_by_key(|position| visited[*position].name());
    let reference = |position| references.iter().position(|reference| *reference == position);
    positions.into_iter().map(|position| Saved { position, reference: reference(position) }).collect()
}

impl Plain {
    fn of(position: usize, field: &Field) -> Option<Self> {
        let bits = |kind| match kind {
            IntKind::I8 | IntKind::U8 => PlainKind::Bits8,
            IntKind::I16 | IntKind::U16 => PlainKind::Bits16,
            IntKind::I32 | IntKind::U32 => PlainKind::Bits32,
            IntKind::I64 | IntKind::U64 => PlainKind::Bits64,
        };
        let kind = match field.kind() {
            FieldKind::Int(kind) => bits(kind),
            FieldKind::Enum(declared) => bits(declared.repr),
            FieldKind::Bool => PlainKind::Bits8,
            FieldKind::DataType => PlainKind::DataType,
            FieldKind::F32 => PlainKind::F32,
            FieldKind::F64 => PlainKind::F64,
            FieldKind::Text => PlainKind::Text,
            FieldKind::Reference(_) => return None,
        };
        Some(Self { spot: field.spot(), position: position as u32, kind })
    }
}
