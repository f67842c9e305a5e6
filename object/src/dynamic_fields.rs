//! Objects with fields that are described at run time: the struct of a node type, with these fields
//! behind it.
//!
//! Invariants:
//! - If the record of a type names a node type with [`DynamicFields`], objects of the type have
//!   the memory layout of the dynamic fields. An object begins with a struct of `base`, and has a
//!   value of its kind at the offset of each field. A reference that must not be null can be null
//!   until the code that creates the object shares it.
//! - Only [`grow`] allocates such memory.
//! - Only [`DynamicFields::new`] creates [`DynamicFields`].

#![expect(unsafe_code, reason = "fields are placed and dropped by offset")]

use std::alloc::{Layout, alloc, handle_alloc_error};
use std::ptr::NonNull;

use crate::caught::{Caught, resumed};
use crate::field_type::{FieldKind, IntKind};
use crate::header::Object;
use crate::node::object_ptr::free;
use crate::node::{IsObjectRef, ObjectPtr, ObjectRef};
use crate::tensor::data_type::DataType;
use crate::types::info::TypeInfo;
use crate::types::node_type::{Content, DynamicField, DynamicFields};
use crate::types::record::TypeRecord;

impl DynamicFields {
    /// Describes the objects of a type that adds the fields `own` to those of its parent. Called
    /// once for each type.
    pub fn new(parent: TypeInfo, own: impl IntoIterator<Item = FieldKind>) -> Self {
        let parent = parent.node();
        let (base, fields) = match parent.dynamic_fields {
            Some(inherited) => (inherited.base, inherited.fields.clone()),
            None => (parent, Vec::new()),
        };
        let mut dynamic_fields = Self {
            parent,
            base,
            fields,
            layout: parent.layout(),
            drop_content: parent.needs_drop().then_some(drop_content),
            shallow_copy,
        };
        for kind in own {
            let field = layout_of(kind);
            let (layout, offset) = match dynamic_fields.layout.extend(field) {
                Ok(extended) => extended,
                Err(_) => unreachable!("a struct is much smaller than the address space"),
            };
            let content = match kind {
                FieldKind::String => Content::String,
                FieldKind::Reference(reference) => {
                    reference.copy_owned().map_or(Content::Reference, Content::Owned)
                }
                FieldKind::List(elements) | FieldKind::Optional(elements) => Content::Value(&elements.value),
                _ => Content::Plain(field.size()),
            };
            if !matches!(content, Content::Plain(_)) {
                dynamic_fields.drop_content = Some(drop_content);
            }
            dynamic_fields.fields.push(DynamicField { content, offset });
            dynamic_fields.layout = layout.pad_to_align();
        }
        dynamic_fields
    }

    /// Returns the offsets of the fields behind the struct, those of the parent first.
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> {
        self.fields.iter().map(|field| field.offset)
    }
}

/// Returns the memory layout of a field.
///
/// # Panics
/// If the kind is [`FieldKind::Custom`].
pub fn layout_of(kind: FieldKind) -> Layout {
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
        FieldKind::Char => Layout::new::<char>(),
        FieldKind::String => Layout::new::<String>(),
        FieldKind::DataType => Layout::new::<DataType>(),
        FieldKind::Reference(_) => Layout::new::<Option<ObjectRef>>(),
        FieldKind::List(elements) | FieldKind::Optional(elements) => elements.value.layout,
        FieldKind::Custom(_) => unreachable!("the builder of the type refuses these fields"),
    }
}

/// Creates an object of a type with dynamic fields from an object of its base struct. The object
/// must be unshared and is consumed. The fields behind the struct are copied from `model`, an
/// object of the same type. Without a model they are zero, false, empty or null.
///
/// Returns `None` if the type has no dynamic fields, or if one of the objects does not meet these
/// conditions.
///
/// # Safety
/// Without a model, the caller sets each reference that must not be null, and sets each enum to one
/// of its variants, before any other code gets the object.
pub unsafe fn extend(mut object: ObjectRef, info: TypeInfo, model: Option<&Object>) -> Option<ObjectRef> {
    let dynamic_fields = info.node().dynamic_fields?;
    let is_base = std::ptr::eq(object.record().node(), dynamic_fields.base);
    let is_same = model.is_none_or(|model| model.type_index() == info.index());
    if !is_base || !is_same || object.get_mut().is_none() {
        return None;
    }
    let base = ObjectPtr::into_raw(object.into_ptr());
    // SAFETY: the object uses the base struct and is not shared, and its strong count passes to
    // `grow`.
    let grown = unsafe { grow(base, dynamic_fields, info.record(), model) };
    // SAFETY: the new object has one strong count, which passes to the pointer.
    Some(ObjectRef::from(unsafe { ObjectPtr::from_raw(grown) }))
}

/// Moves the struct at `base` into new memory, and initializes the fields behind it.
///
/// # Safety
/// - `base` is an object of the base struct on the heap. It has no other references, and is
///   not used again. Its header may have any type index.
/// - The record belongs to a type with these dynamic fields.
/// - `model` is an object of such a type.
unsafe fn grow(
    base: NonNull<Object>,
    dynamic_fields: &'static DynamicFields,
    record: &'static TypeRecord,
    model: Option<&Object>,
) -> NonNull<Object> {
    // SAFETY: the layout begins with a header, so it is not empty.
    let Some(new) = NonNull::new(unsafe { alloc(dynamic_fields.layout) }) else {
        handle_alloc_error(dynamic_fields.layout)
    };
    // The addresses of all objects are exposed. See `object_ptr`.
    new.expose_provenance();
    // SAFETY: the new memory has room for the struct and the fields behind it. The content moves,
    // so the old memory is freed without dropping the content.
    unsafe {
        new.copy_from_nonoverlapping(base.cast(), dynamic_fields.base.layout().size());
        new.cast::<Object>().write(Object::unique(record.index(), record.range_index()));
        free(base, dynamic_fields.base.layout());
    }
    for field in &dynamic_fields.fields {
        // SAFETY: the field is within the memory, and a model has a value of the same kind at the
        // same offset.
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
/// `at` is uninitialized memory for `content`.
unsafe fn empty_field(at: NonNull<u8>, content: Content) {
    // SAFETY: as the caller promised. Zero bytes are valid numbers, booleans, characters and data
    // types, and the caller of `extend` sets the enums.
    unsafe {
        match content {
            Content::String => at.cast().write(String::new()),
            Content::Reference | Content::Owned(_) => at.cast::<Option<ObjectRef>>().write(None),
            Content::Value(value) => match value.empty {
                Some(empty) => empty(at),
                None => unreachable!("the builder of the type refuses arrays"),
            },
            Content::Plain(size) => at.write_bytes(0, size),
        }
    }
}

/// # Safety
/// `from` points to a value of `content`, and `to` is uninitialized memory for such a value.
unsafe fn copy_field(from: NonNull<u8>, to: NonNull<u8>, content: Content) {
    // SAFETY: as the caller promised. The values of plain fields can be copied as bytes.
    unsafe {
        match content {
            Content::String => to.cast().write(from.cast::<String>().as_ref().clone()),
            Content::Reference => to.cast().write(from.cast::<Option<ObjectRef>>().as_ref().clone()),
            Content::Owned(copy) => {
                let owned = from.cast::<Option<ObjectRef>>().as_ref();
                to.cast().write(owned.as_ref().map(copy));
            }
            Content::Value(value) => (value.clone)(from, to),
            Content::Plain(size) => to.copy_from_nonoverlapping(from, size),
        }
    }
}

/// Returns the dynamic fields of an object's type.
///
/// # Safety
/// `object` points to an object whose type has dynamic fields.
unsafe fn dynamic_fields_of(object: NonNull<Object>) -> &'static DynamicFields {
    // SAFETY: as the caller promised.
    match unsafe { object.as_ref() }.record().node().dynamic_fields {
        Some(dynamic_fields) => dynamic_fields,
        None => unreachable!("the type's struct has dynamic fields"),
    }
}

/// Drops the content of an object. This is the `drop_content` of [`DynamicFields`].
///
/// # Safety
/// The object's type has dynamic fields, and its content is not used again.
unsafe fn drop_content(object: NonNull<Object>) {
    // SAFETY: as the caller promised. The fields are at their offsets, and each
    // field is dropped once.
    unsafe {
        let dynamic_fields = dynamic_fields_of(object);
        for field in &dynamic_fields.fields {
            let at = object.cast::<u8>().add(field.offset);
            match field.content {
                Content::String => at.cast::<String>().drop_in_place(),
                Content::Reference | Content::Owned(_) => {
                    at.cast::<Option<ObjectRef>>().drop_in_place();
                }
                Content::Value(value) => (value.drop)(at),
                Content::Plain(_) => {}
            }
        }
        resumed(dynamic_fields.base.drop_content(object));
    }
}

/// Copies an object. This is the `shallow_copy` of [`DynamicFields`] whose base struct is
/// `Clone`.
///
/// # Safety
/// The object's type has dynamic fields.
unsafe fn shallow_copy(object: NonNull<Object>) -> Caught<NonNull<Object>> {
    // SAFETY: as the caller promised, the object begins with a struct of `base`, which is copied.
    // The header of the copy has the index of the extended type, but no other code sees the copy
    // before `grow` moves its content.
    unsafe {
        let dynamic_fields = dynamic_fields_of(object);
        let Some(copy) = dynamic_fields.base.shallow_copy() else {
            unreachable!("the base struct of a type that can be copied can be copied")
        };
        let header = object.as_ref();
        let copied = copy(object)?;
        Ok(grow(copied, dynamic_fields, header.record(), Some(header)))
    }
}
