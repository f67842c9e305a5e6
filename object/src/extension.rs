//! Objects with fields that are described at run time: the struct of a node type, and these fields behind it.
//!
//! Invariants:
//! - An object whose type's record names a struct with an [`Extension`] lies in memory of the extension's layout. It begins with a
//!   struct of `base`, and at the offset of each field lies a value of its kind. Where that is a reference, it may be null even if it
//!   must not, as long as nobody but its maker has the object.
//! - [`grow`] alone makes such memory, and [`free`] alone frees it.
//! - Only [`Extension::new`] makes an [`Extension`].

#![expect(unsafe_code, reason = "fields are laid out and ended by offset")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use crate::caught::{Caught, caught, resumed};
use crate::field_type::{FieldKind, IntKind};
use crate::header::Object;
use crate::node::{IsObjectRef, ObjectPtr, ObjectRef};
use crate::tensor::data_type::DataType;
use crate::types::info::TypeInfo;
use crate::types::node_type::{Content, Extension, ExtraField};
use crate::types::record::TypeRecord;

impl Extension {
    /// The objects of a type with these fields behind those of its parent. It is made once for a type, and kept.
    pub fn new(parent: TypeInfo, own: impl IntoIterator<Item = FieldKind>) -> Self {
        let parent = parent.node();
        let (base, fields) = match parent.extension {
            Some(inherited) => (inherited.base, inherited.fields.clone()),
            None => (parent, Vec::new()),
        };
        let mut extension = Self {
            parent,
            base,
            needs_drop: parent.needs_drop,
            fields,
            layout: parent.layout(),
            drop_content,
            free,
            shallow_copy,
        };
        for kind in own {
            let field = layout_of(kind);
            let (layout, offset) = match extension.layout.extend(field) {
                Ok(extended) => extended,
                Err(_) => unreachable!("a struct does not fill the memory"),
            };
            let content = match kind {
                FieldKind::Text => Content::Text,
                FieldKind::Reference(_) => Content::Reference,
                _ => Content::Plain(field.size()),
            };
            extension.needs_drop |= !matches!(content, Content::Plain(_));
            extension.fields.push(ExtraField { content, offset });
            extension.layout = layout.pad_to_align();
        }
        extension
    }

    /// Where the fields behind the struct lie, those of the parent first.
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> {
        self.fields.iter().map(|field| field.offset)
    }
}

fn layout_of(kind: FieldKind) -> Layout {
    let of_int = |kind| match kind {
        IntKind::I8 | IntKind::U8 => Layout::new::<u8>(),
        IntKind::I16 | IntKind::U16 => Layout::new::<u16>(),
        IntKind::I32 | IntKind::U32 => Layout::new::<u32>(),
        IntKind::I64 | IntKind::U64 => Layout::new::<u64>(),
    };
    match kind {
        FieldKind::Int(kind) => of_int(kind),
        FieldKind::Enum(declared) => of_int(declared.repr),
        FieldKind::F32 => Layout::new::<f32>(),
        FieldKind::F64 => Layout::new::<f64>(),
        FieldKind::Bool => Layout::new::<bool>(),
        FieldKind::Text => Layout::new::<String>(),
        FieldKind::DataType => Layout::new::<DataType>(),
        FieldKind::Reference(_) => Layout::new::<Option<ObjectRef>>(),
    }
}

/// An object of a type with an extension, made of one of the struct that it begins with, to which nobody else refers. The fields behind
/// that have the values of `model`, an object of the same type; or without one, they are zero, false, empty, and null.
///
/// `None` if the object is no such one.
///
/// # Safety
/// Without a model, the caller gives each reference that must not be null a value, and each enum one of its variants, before anyone
/// else has the object.
pub unsafe fn extend(mut object: ObjectRef, info: TypeInfo, model: Option<&Object>) -> Option<ObjectRef> {
    let extension = info.node().extension?;
    let is_base = std::ptr::eq(object.record().node(), extension.base);
    let is_same = model.is_none_or(|model| model.type_index() == info.index());
    if !is_base || !is_same || object.get_mut().is_none() {
        return None;
    }
    let base = ObjectPtr::into_raw(object.into_ptr());
    // SAFETY: the object is of that struct, nobody else refers to it, and its count is ours.
    let grown = unsafe { grow(base, extension, info.record(), model) };
    // SAFETY: the new object has one strong count, which is ours.
    Some(ObjectRef::from(unsafe { ObjectPtr::from_raw(grown) }))
}

/// Moves the struct of `base` into new memory, and fills the fields behind it.
///
/// # Safety
/// `base` is the extension's struct on the heap, to which nobody refers any more, whatever its header says. The record is that of a
/// type with this extension, and `model` is an object of such a type.
unsafe fn grow(
    base: NonNull<Object>,
    extension: &'static Extension,
    record: &'static TypeRecord,
    model: Option<&Object>,
) -> NonNull<Object> {
    // SAFETY: the layout begins with a header, and so is not empty.
    let Some(new) = NonNull::new(unsafe { alloc(extension.layout) }) else {
        handle_alloc_error(extension.layout)
    };
    // As all objects: see `object_ptr`.
    new.expose_provenance();
    // SAFETY: the new memory is as large as the struct and the fields behind it. The content moves, and so the old memory is freed
    // without ending it.
    unsafe {
        new.copy_from_nonoverlapping(base.cast(), extension.base.layout().size());
        new.cast::<Object>().write(Object::lone(record.index(), record.place()));
        (extension.base.free)(base);
    }
    for field in &extension.fields {
        // SAFETY: the field lies within the memory; a model has a value of the same kind there.
        unsafe {
            let at = new.add(field.offset);
            match model {
                Some(model) => {
                    copy_field(NonNull::from(model).cast::<u8>().add(field.offset), at, field.content)
                }
                None => empty_field(at, field.content),
            }
        }
    }
    new.cast()
}

/// # Safety
/// `at` is memory for that content.
unsafe fn empty_field(at: NonNull<u8>, content: Content) {
    // SAFETY: as the caller promised. Numbers, truth values and data types can be zeros, and the caller
    // of `extend` gives enums their values.
    unsafe {
        match content {
            Content::Text => at.cast().write(String::new()),
            Content::Reference => at.cast::<Option<ObjectRef>>().write(None),
            Content::Plain(size) => at.write_bytes(0, size),
        }
    }
}

/// # Safety
/// That content is at `from`, and `to` is memory for it.
unsafe fn copy_field(from: NonNull<u8>, to: NonNull<u8>, content: Content) {
    // SAFETY: as the caller promised. The bytes of all other fields can be copied.
    unsafe {
        match content {
            Content::Text => to.cast().write(from.cast::<String>().as_ref().clone()),
            Content::Reference => to.cast().write(from.cast::<Option<ObjectRef>>().as_ref().clone()),
            Content::Plain(size) => to.copy_from_nonoverlapping(from, size),
        }
    }
}

/// The extension of an object's type.
///
/// # Safety
/// `object` begins with its header, and its type has one.
unsafe fn extension_of(object: NonNull<Object>) -> &'static Extension {
    // SAFETY: as the caller promised.
    match unsafe { object.as_ref() }.record().node().extension {
        Some(extension) => extension,
        None => unreachable!("the type's struct has an extension"),
    }
}

/// Ends the content of an object: the function of [`Extension`] for types with an extension.
///
/// # Safety
/// The object's type has an extension, nobody uses its content any more, and this happens once.
unsafe fn drop_content(object: NonNull<Object>) -> Caught<()> {
    // SAFETY: as the caller promised; the fields lie where the extension says, and end each once.
    caught(|| unsafe {
        let extension = extension_of(object);
        for field in &extension.fields {
            let at = object.cast::<u8>().add(field.offset);
            match field.content {
                Content::Text => at.cast::<String>().drop_in_place(),
                Content::Reference => at.cast::<Option<ObjectRef>>().drop_in_place(),
                Content::Plain(_) => {}
            }
        }
        resumed((extension.base.drop_content)(object));
    })
}

/// Frees the memory of an object: the function of [`Extension`] for types with an extension.
///
/// # Safety
/// The object's type has an extension, its content has ended, and this happens once.
unsafe fn free(object: NonNull<Object>) {
    // SAFETY: as the caller promised; the memory was made with this layout.
    unsafe { dealloc(object.as_ptr().cast(), extension_of(object).layout) }
}

/// Copies an object: the function of [`Extension`] for types with an extension over a struct that can be copied.
///
/// # Safety
/// The object's type has such an extension.
unsafe fn shallow_copy(object: NonNull<Object>) -> Caught<NonNull<Object>> {
    // SAFETY: as the caller promised: the object begins with the struct of `base`, of which the copy is made. Its header has the
    // index of the type, but nobody sees it before its content moves.
    unsafe {
        let extension = extension_of(object);
        let Some(copy) = extension.base.shallow_copy() else {
            unreachable!("the struct can be copied, as the type's own can be")
        };
        let header = object.as_ref();
        let copied = copy(object)?;
        Ok(grow(copied, extension, header.record(), Some(header)))
    }
}
