//! Makes and copies the objects of a Rust struct, field by field.
//!
//! Invariants:
//! - The parts of a [`Structure`] are all fields of the struct and its ancestors besides the
//!   header, each with its true offset and type. The caller of
//!   [`Reflection::of`](crate::Reflection) guarantees this for each struct.

#![expect(unsafe_code, reason = "fields are accessed by offset")]

use std::convert::Infallible;
use std::mem;
use std::ptr::NonNull;

use objet_object::__private::{NewObject, ObjectType, WriteMode, caught, layout_of, resumed};
use objet_object::{ArgValue, CastError, FieldKind, Object, ObjectRef, TypeIndex, ValueError};

use super::write::{extended_like, fill};
use super::{Node, UniqueNode};
use crate::error::ReflectError;
use crate::field::{FieldDeclaration, FieldDefault, FieldOffset, HiddenField};
use crate::make::{FieldArg, FieldSource};
use crate::node_layout::NodeLayout;
use crate::reflection::Reflection;

/// The fields of a Rust struct and its ancestors, and how to copy them.
pub(crate) struct Structure {
    object_type: ObjectType,
    /// All fields besides the header, in construction order.
    parts: Box<[Part]>,
    /// The ranges of bytes that a copy takes over: those of references and plain fields. A range is
    /// an offset and a length.
    bytes: Box<[(usize, usize)]>,
    /// The offsets of the references in these ranges. Those that graphs number come first, in this
    /// order.
    references: Box<[usize]>,
    /// The fields outside of these ranges.
    others: Box<[Part]>,
}

/// A field of a struct.
#[derive(Clone, Copy)]
struct Part {
    offset: usize,
    content: Content,
}

#[derive(Clone, Copy)]
enum Content {
    /// A reflected field, and its index in construction order.
    Field(&'static FieldDeclaration, usize),
    /// A field that is not reflected.
    Hidden(&'static HiddenField),
}

/// An object under construction. Its drop drops the fields that are complete.
struct PartialObject<'a> {
    memory: NewObject,
    parts: &'a [Part],
    /// The offsets of references.
    references: &'a [usize],
}

impl Structure {
    /// Returns the structure of a type, if it has a Rust struct. `parent` and `first` are the
    /// structure of the parent and its number of reflected fields. `numbered` are the locations of
    /// the references that graphs number.
    pub(crate) fn of(
        reflection: &'static Reflection,
        parent: Option<&'static Self>,
        own: &'static [FieldDeclaration],
        first: usize,
        numbered: &[FieldOffset],
    ) -> Option<Self> {
        let (node_type, hidden) = reflection.struct_type()?;
        let object_type = match ObjectType::of_struct(node_type) {
            Ok(object_type) => object_type,
            Err(error) => panic!("{error}"),
        };
        let mut parts = parent.map_or_else(Vec::new, |parent| parent.parts.to_vec());
        parts.extend(
            own.iter()
                .zip(first..)
                .map(|(field, index)| Part { offset: field.offset, content: Content::Field(field, index) }),
        );
        parts.extend(
            hidden.iter().map(|field| Part { offset: field.offset, content: Content::Hidden(field) }),
        );
        let (mut references, mut others) = (Vec::new(), Vec::new());
        let mut bytes: Vec<(usize, usize)> = Vec::new();
        let mut sorted = parts.clone();
        sorted.sort_by_key(|part| part.offset);
        // Whether the previous part is in the last range.
        let mut continues = false;
        for part in sorted {
            match part.plain_size() {
                Some(size) => {
                    match bytes.last_mut() {
                        // Between two adjacent parts, there is only padding.
                        Some((start, length)) if continues => *length = part.offset + size - *start,
                        _ => bytes.push((part.offset, size)),
                    }
                    if let Content::Field(field, _) = part.content
                        && let FieldKind::Reference(_) = field.of.kind
                    {
                        references.push(part.offset);
                    }
                    continues = true;
                }
                None => {
                    others.push(part);
                    continues = false;
                }
            }
        }
        let numbered = numbered.iter().map(|numbered| numbered.bytes());
        let numbered: Vec<_> = numbered.filter(|offset| references.contains(offset)).collect();
        references.retain(|offset| !numbered.contains(offset));
        Some(Self {
            object_type,
            parts: parts.into(),
            bytes: bytes.into(),
            references: [numbered, references].concat().into(),
            others: others.into(),
        })
    }

    /// Makes an object of the type with this index from field values.
    pub(crate) fn make(&self, source: &FieldSource<'_>, index: TypeIndex) -> Result<ObjectRef, ReflectError> {
        let object_type = self.object_type.with_index(index)?;
        let mut object = PartialObject::new(object_type);
        for (position, part) in self.parts.iter().enumerate() {
            // SAFETY: the part is a field of the struct, and its memory is uninitialized.
            unsafe {
                let at = object.memory.start().add(part.offset);
                match part.content {
                    Content::Field(field, index) => init(at, field, index, source)?,
                    Content::Hidden(field) => resumed((field.init)(at)),
                }
            }
            object.parts = &self.parts[..=position];
        }
        // SAFETY: the parts are all fields, and complete.
        Ok(unsafe { object.finish() })
    }

    /// Returns a copy of an object. `change` is called for each reference outside of cells, by its
    /// index, from the last to the first. It returns the new reference, or `None` to keep the
    /// reference.
    ///
    /// # Errors
    /// The first error of `change`.
    ///
    /// # Panics
    /// If the object's type uses another struct.
    ///
    /// # Safety
    /// The field can hold the new reference.
    #[inline]
    unsafe fn copy<E>(
        &self,
        original: &Object,
        index: TypeIndex,
        mut change: impl FnMut(usize) -> Result<Option<ObjectRef>, E>,
    ) -> Result<ObjectRef, E> {
        let object_type = match self.object_type.with_index(index) {
            Ok(object_type) => object_type,
            Err(error) => unreachable!("an object's reflection is that of its struct: {error}"),
        };
        assert!(self.object_type.is_type_of(original), "an object's reflection is that of its struct");
        let from = NonNull::from(original).cast::<u8>();
        let mut object = PartialObject::new(object_type);
        let to = object.memory.start();
        for (position, part) in self.others.iter().enumerate() {
            // SAFETY: the part is a field of both structs, and its memory in the copy is
            // uninitialized.
            unsafe { part.clone_to(from.add(part.offset), to.add(part.offset)) };
            object.parts = &self.others[..=position];
        }
        for (offset, length) in &self.bytes {
            // SAFETY: the range lies within both structs. It has no cell, so no other code writes
            // to the original. See `Object::as_node` for why the reference to the header may be
            // used for the whole node.
            unsafe { to.add(*offset).copy_from_nonoverlapping(from.add(*offset), *length) };
        }
        for (index, offset) in self.references.iter().enumerate().rev() {
            // SAFETY: this is a reference in both structs. The copy does not own it before it is
            // cloned or replaced.
            unsafe {
                match change(index)? {
                    changed @ Some(_) => to.add(*offset).cast().write(changed),
                    None => mem::forget(from.add(*offset).cast::<Option<ObjectRef>>().as_ref().clone()),
                }
            }
            object.references = &self.references[index..];
        }
        // SAFETY: the ranges and the other parts are all fields, and complete.
        Ok(unsafe { object.finish() })
    }
}

impl PartialObject<'_> {
    #[inline]
    fn new(object_type: ObjectType) -> Self {
        Self { memory: NewObject::new(object_type), parts: &[], references: &[] }
    }

    /// Returns the object.
    ///
    /// # Safety
    /// All fields are complete.
    #[inline]
    unsafe fn finish(self) -> ObjectRef {
        let this = mem::ManuallyDrop::new(self);
        // SAFETY: `this` is not used again. The caller guarantees the rest.
        unsafe { NonNull::from(&this.memory).read().finish() }
    }
}

impl Drop for PartialObject<'_> {
    fn drop(&mut self) {
        let start = self.memory.start();
        let mut dropped = Ok(());
        // A field whose drop panics does not keep the others from being dropped.
        for part in self.parts {
            // SAFETY: the part is complete, and not used again.
            dropped = dropped.and(caught(|| unsafe { part.drop_at(start.add(part.offset)) }));
        }
        for offset in self.references {
            // SAFETY: as above.
            let drop = || unsafe { start.add(*offset).cast::<Option<ObjectRef>>().drop_in_place() };
            dropped = dropped.and(caught(drop));
        }
        resumed(dropped);
    }
}

impl Part {
    /// Returns the size of the field, if its bytes can be copied. References can, if the copies are
    /// counted.
    fn plain_size(&self) -> Option<usize> {
        match self.content {
            Content::Field(field, _) if field.of.cell.is_none() => match field.of.kind {
                FieldKind::String | FieldKind::List(_) | FieldKind::Optional(_) | FieldKind::Custom(_) => {
                    None
                }
                kind => Some(layout_of(kind).size()),
            },
            _ => None,
        }
    }

    /// Writes a clone of the field to uninitialized memory.
    ///
    /// # Safety
    /// `from` is the address of such a field, and `to` is memory for one.
    unsafe fn clone_to(&self, from: NonNull<u8>, to: NonNull<u8>) {
        // SAFETY: guaranteed by the caller. Each arm clones the type of the field.
        unsafe {
            match self.content {
                Content::Hidden(field) => resumed((field.clone)(from, to)),
                Content::Field(field, _) => match (&field.of.cell, field.of.kind) {
                    (Some(cell), _) => (cell.value.clone)(from, to),
                    (None, FieldKind::String) => to.cast().write(from.cast::<String>().as_ref().clone()),
                    (None, FieldKind::List(of) | FieldKind::Optional(of)) => (of.value.clone)(from, to),
                    (None, FieldKind::Custom(of)) => resumed((of.clone)(from, to)),
                    (None, _) => unreachable!("the bytes of other fields are copied"),
                },
            }
        }
    }

    /// Drops the field.
    ///
    /// # Safety
    /// `at` is the address of such a field, which is not used again.
    unsafe fn drop_at(&self, at: NonNull<u8>) {
        // SAFETY: guaranteed by the caller. Each arm drops the type of the field.
        unsafe {
            match self.content {
                Content::Hidden(field) => resumed((field.drop)(at)),
                Content::Field(field, _) => match (&field.of.cell, field.of.kind) {
                    (Some(cell), _) => (cell.value.drop)(at),
                    (None, FieldKind::String) => at.cast::<String>().drop_in_place(),
                    (None, FieldKind::Reference(_)) => at.cast::<Option<ObjectRef>>().drop_in_place(),
                    (None, FieldKind::List(of) | FieldKind::Optional(of)) => (of.value.drop)(at),
                    (None, FieldKind::Custom(of)) => resumed((of.drop)(at)),
                    (None, _) => {}
                },
            }
        }
    }
}

/// Writes the value of a field, or its default. The default of a nullable field is null, unless the
/// field is required.
///
/// # Safety
/// `at` is uninitialized memory for the field.
#[inline]
unsafe fn init(
    at: NonNull<u8>,
    field: &FieldDeclaration,
    index: usize,
    source: &FieldSource<'_>,
) -> Result<(), ReflectError> {
    // SAFETY: guaranteed by the caller.
    let written = unsafe {
        match source.value(index) {
            FieldArg::Nothing => match &field.default {
                Some(FieldDefault::Computed(write)) => {
                    resumed(write(Some(at)));
                    return Ok(());
                }
                Some(default) => init_as(at, field, FieldArg::Value(default.value().as_arg())),
                None if field.of.kind.is_nullable() && !field.required => {
                    init_as(at, field, FieldArg::Value(ArgValue::Null))
                }
                None => return Err(source.missing(index)),
            },
            value => init_as(at, field, value),
        }
    };
    written.map_err(|error| source.wrong(index, error))
}

/// Writes this value of a field.
///
/// # Safety
/// As for [`init`].
#[inline]
unsafe fn init_as(at: NonNull<u8>, field: &FieldDeclaration, value: FieldArg<'_>) -> Result<(), ValueError> {
    let kind = field.of.kind;
    match &field.of.cell {
        // SAFETY: guaranteed by the caller.
        None => unsafe { fill(at, kind, value, WriteMode::Initialize) },
        Some(cell) => {
            let mut written = Ok(());
            // SAFETY: guaranteed by the caller. The kind of a cell is that of its value.
            unsafe {
                (cell.init)(at, &mut |at| {
                    written = fill(at, kind, value, WriteMode::Initialize);
                    written.is_ok()
                })
            };
            written
        }
    }
}

impl Reflection {
    /// Returns a new object of the same type with the same field values.
    ///
    /// # Panics
    /// If this is not the reflection of the object's struct.
    pub(crate) fn copy(&'static self, object: &Object) -> ObjectRef {
        // SAFETY: no reference is replaced.
        let copy = |structure: &Structure, index| unsafe {
            let Ok(copy) = structure.copy(object, index, |_| Ok::<_, Infallible>(None));
            copy
        };
        match &self.layout().structure {
            Some(structure) => copy(structure, object.type_index()),
            None => {
                let base = self.base();
                extended_like(copy(base.structure(), base.own_index), object)
            }
        }
    }
}

impl Node<'_> {
    /// Returns a copy in which references are replaced, by their indices in the order of graph
    /// numbering. Takes the changes from the position `first` on. Their indices ascend.
    ///
    /// # Errors
    /// If a field cannot hold its new reference: the position of the first such field, and the
    /// reason.
    ///
    /// # Panics
    /// If there are fewer references.
    pub(crate) fn copy_with(
        self,
        changes: &mut Vec<(usize, ObjectRef)>,
        first: usize,
    ) -> Result<ObjectRef, (usize, ValueError)> {
        let layout = self.layout;
        let structure = match &layout.structure {
            Some(structure) if !layout.has_reference_cells => structure,
            // The fields behind a struct and the values of cells are changed in the complete copy.
            _ => {
                let mut copy = UniqueNode::copy_of(self);
                for (index, reference) in changes.drain(first..) {
                    copy.set(index as u32, reference)?;
                }
                return Ok(copy.into_object());
            }
        };
        let change = |index| {
            if changes.len() <= first {
                return Ok(None);
            }
            let Some((_, reference)) = changes.pop_if(|(changed, _)| *changed == index) else {
                return Ok(None);
            };
            match layout.reference_kind(index).check(&reference) {
                Ok(()) => Ok(Some(reference)),
                Err(error) => Err(first_error(layout, &changes[first..]).unwrap_or((index, error))),
            }
        };
        // SAFETY: the field can hold its new reference. No reference is in a cell, so the indices
        // are those of `layout.references`.
        let copy = unsafe { structure.copy(self.object, self.object.type_index(), change) };
        let copy = copy.map_err(|(index, error)| (layout.references[index], error.into()))?;
        assert!(changes.len() == first, "a change of a missing reference");
        Ok(copy)
    }
}

/// Returns the first change that its field rejects: its index and the reason.
#[cold]
fn first_error(layout: &NodeLayout, changes: &[(usize, ObjectRef)]) -> Option<(usize, CastError)> {
    let error = |(index, reference): &(usize, ObjectRef)| {
        layout.reference_kind(*index).check(reference).err().map(|error| (*index, error))
    };
    changes.iter().find_map(error)
}
