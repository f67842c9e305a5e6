//! Writes fields in memory, in objects with a unique reference.
//!
//! Invariants:
//! - An object is written only at the address that [`__private::unique_object`] returns. That
//!   function checks that there is no other reference to the object, strong or weak.
//! - A field is set only to a value that its kind accepts. [`UniqueNode`] describes the one
//!   exception.

#![expect(unsafe_code, reason = "fields are accessed by offset")]

use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use objet_object::__private::{Element, WriteMode, resumed};
use objet_object::{
    __private, ArgValue, CastError, DataType, FieldKind, IntKind, Object, ObjectRef, ReferenceKind, TypeInfo,
    ValueError, make_object, types,
};

use super::{Node, read_reference, variant};
use crate::field::{Field, FieldOffset};
use crate::json_text::{self, Value};
use crate::make::{FieldArg, empty_array, empty_map};
use crate::node_layout::NodeLayout;

/// Sets a field of an object with a unique reference.
///
/// # Errors
/// If the field cannot hold the value. The field is unchanged then.
///
/// # Panics
/// If the object has other references, or if its type has no field with this index.
pub(crate) fn assign(object: &mut ObjectRef, index: usize, value: ArgValue<'_>) -> Result<(), ValueError> {
    let reflection = match Node::of(object).or_else(|| Node::of_stand_in(object)) {
        Some(node) => node.reflection(),
        None => panic!("the type of the object has no reflection"),
    };
    let field = &reflection.fields()[index];
    let Some(start) = __private::unique_object(object) else {
        panic!("object is shared: writing a field needs a unique reference");
    };
    // SAFETY: the field belongs to the struct of the object, which the reflection describes.
    let at = unsafe { field_at(start, field.offset()) };
    // SAFETY: no other code accesses the field, since `object` is borrowed and the only reference.
    unsafe { write(at, field.kind(), value, WriteMode::Replace) }
}

/// Returns the address of a field's value in an object with a unique reference.
///
/// # Safety
/// `start` points to a node with this field. The node is not accessed otherwise while the address
/// is used.
#[inline]
unsafe fn field_at(start: NonNull<Object>, offset: FieldOffset) -> NonNull<u8> {
    // SAFETY: the field lies within the node. Its declaration states truly whether it is a cell.
    unsafe {
        let field = start.cast::<u8>().add(offset.bytes());
        offset.cell().map_or(field, |cell| (cell.get_mut)(field))
    }
}

/// Extends an object of a Rust struct to an object of a type that is defined at run time.
///
/// `set` is called for each of `fields`, which are the fields behind the struct. It must call its
/// second argument with the value of the field.
///
/// # Errors
/// Returns the errors of `set`.
///
/// # Panics
/// If the object is not of the struct that objects of the type begin with, or has other references.
/// If `set` does not call its second argument.
pub(crate) fn extended<E>(
    object: ObjectRef,
    info: TypeInfo,
    fields: &'static [Field],
    mut set: impl FnMut(&'static Field, &mut dyn FnMut(FieldArg<'_>) -> Result<(), ValueError>) -> Result<(), E>,
) -> Result<ObjectRef, E> {
    // SAFETY: each field is set to a value of its kind before the object is returned. On an error
    // or a panic, the object is dropped.
    let mut object = unsafe { extend(object, info, None) };
    let start = unique(&mut object);
    for field in fields {
        let mut is_given = false;
        set(field, &mut |value| {
            is_given = true;
            // SAFETY: the field belongs to the object, which has no other references. The field
            // holds a value of its kind, or null.
            unsafe { fill(field_at(start, field.offset()), field.kind(), value, WriteMode::Replace) }
        })?;
        assert!(is_given, "no value for {field:?}");
    }
    Ok(object)
}

/// Extends a copy of `model`'s struct to an object with the type and the further fields of `model`.
///
/// # Panics
/// If the object is not such a copy, or has other references.
pub(super) fn extended_like(object: ObjectRef, model: &Object) -> ObjectRef {
    let Some(info) = types::by_index(model.type_index()) else {
        unreachable!("the type of an object is registered")
    };
    // SAFETY: the fields are set to the values of `model`.
    unsafe { extend(object, info, Some(model)) }
}

/// Extends an object of a Rust struct to an object of a type that is defined at run time.
///
/// # Safety
/// The same as for [`__private::extend`].
unsafe fn extend(object: ObjectRef, info: TypeInfo, model: Option<&Object>) -> ObjectRef {
    // SAFETY: guaranteed by the caller.
    match unsafe { __private::extend(object, info, model) } {
        Some(object) => object,
        None => panic!("the object is not of the struct that objects of the type begin with"),
    }
}

fn unique(object: &mut ObjectRef) -> NonNull<Object> {
    match __private::unique_object(object) {
        Some(start) => start,
        None => unreachable!("the object has a unique reference"),
    }
}

/// Checks that a field of this kind can hold a value.
///
/// # Errors
/// If the field cannot hold the value.
pub(crate) fn accepts(kind: FieldKind, value: ArgValue<'_>) -> Result<(), ValueError> {
    match kind {
        FieldKind::String => value.get::<String>().map(drop),
        FieldKind::Reference(kind) => reference(kind, value).map(drop),
        FieldKind::List(of) | FieldKind::Optional(of) => (of.accepts)(value),
        FieldKind::Custom(_) => unreachable!("the builder of the type refuses these fields"),
        plain => {
            let mut room = 0_u64;
            // SAFETY: all other kinds are plain bytes, of at most 8 bytes.
            unsafe { write(NonNull::from(&mut room).cast(), plain, value, WriteMode::Initialize) }
        }
    }
}

/// Writes any form of value to memory.
///
/// # Safety
/// As for [`write`].
#[inline]
pub(super) unsafe fn fill(
    at: NonNull<u8>,
    kind: FieldKind,
    value: FieldArg<'_>,
    mode: WriteMode,
) -> Result<(), ValueError> {
    match value {
        // SAFETY: guaranteed by the caller.
        FieldArg::Value(value) => unsafe { write(at, kind, value, mode) },
        // SAFETY: guaranteed by the caller.
        _ => unsafe { fill_other(at, kind, value, mode) },
    }
}

/// Writes a value that is no [`ArgValue`]. Separate from `fill` to keep the path of other values
/// short.
///
/// # Safety
/// As for [`write`].
#[inline(never)]
unsafe fn fill_other(
    at: NonNull<u8>,
    kind: FieldKind,
    value: FieldArg<'_>,
    mode: WriteMode,
) -> Result<(), ValueError> {
    let text = match value {
        FieldArg::Nothing | FieldArg::Computed(_) | FieldArg::Value(_) => {
            unreachable!("the caller has a value of another form")
        }
        // SAFETY: guaranteed by the caller.
        FieldArg::Unsigned(number) => return unsafe { fill_unsigned(at, kind, number, mode) },
        FieldArg::Json(text) => text,
        // SAFETY: guaranteed by the caller.
        FieldArg::EmptyArray => return unsafe { write(at, kind, (&empty_array()).into(), mode) },
        // SAFETY: guaranteed by the caller.
        FieldArg::EmptyMap => return unsafe { write(at, kind, (&empty_map()).into(), mode) },
    };
    // SAFETY: guaranteed by the caller. Only a list and an option have elements.
    unsafe {
        match (json_text::read(kind, text)?, kind) {
            (Value::Elements(mut elements), FieldKind::List(of) | FieldKind::Optional(of)) => {
                (of.set_elements)(at, &mut elements, mode)
            }
            (Value::Scalar(Element::Value(value)), _) => write(at, kind, value.as_arg(), mode),
            (Value::Scalar(Element::Unsigned(number)), _) => fill_unsigned(at, kind, number, mode),
            (Value::Text(text), _) => write(at, kind, text.into(), mode),
            (Value::Elements(_), _) => unreachable!("other kinds have no elements"),
        }
    }
}

/// Writes an integer that an [`ArgValue`] may not hold.
///
/// # Safety
/// As for [`write`].
unsafe fn fill_unsigned(
    at: NonNull<u8>,
    kind: FieldKind,
    number: u64,
    mode: WriteMode,
) -> Result<(), ValueError> {
    match kind {
        FieldKind::Int(IntKind::U64) => {
            // SAFETY: guaranteed by the caller. The kind is that of a `u64`.
            unsafe { at.cast::<u64>().write(number) };
            Ok(())
        }
        // SAFETY: guaranteed by the caller.
        _ => unsafe { write(at, kind, ArgValue::try_from(number)?, mode) },
    }
}

/// Writes a value to memory. On an error, the memory is unchanged.
///
/// # Safety
/// `at` is memory for a value of this kind, which no other code accesses. With
/// [`WriteMode::Replace`], it holds such a value.
// Copies of this function in its callers would take several KB.
#[inline(never)]
unsafe fn write(
    at: NonNull<u8>,
    kind: FieldKind,
    value: ArgValue<'_>,
    mode: WriteMode,
) -> Result<(), ValueError> {
    // SAFETY: guaranteed by the caller. Each arm writes the type of the kind.
    unsafe {
        match kind {
            FieldKind::Int(kind) => write_int(at, kind, value)?,
            FieldKind::Enum(declared) => write_int(at, declared.repr, variant(declared, value)?.into())?,
            FieldKind::F32 => at.cast::<f32>().write(value.get()?),
            FieldKind::F64 => at.cast::<f64>().write(value.get()?),
            FieldKind::Bool => at.cast::<bool>().write(value.get()?),
            FieldKind::Char => at.cast::<char>().write(value.get()?),
            FieldKind::String => mode.write::<String>(at, value.get()?),
            FieldKind::DataType => at.cast::<DataType>().write(value.get()?),
            FieldKind::Reference(kind) => mode.write(at, reference(kind, value)?),
            FieldKind::List(of) | FieldKind::Optional(of) => (of.set)(at, value, mode)?,
            FieldKind::Custom(of) => resumed((of.set)(at, value, mode))?,
        }
    }
    Ok(())
}

/// Converts a value for a reference field.
#[inline]
fn reference(kind: ReferenceKind, value: ArgValue<'_>) -> Result<Option<ObjectRef>, ValueError> {
    let object = match value.get::<Option<ObjectRef>>() {
        Ok(object) => object,
        Err(error) => return Err(expecting(kind, error)),
    };
    match check_reference(&kind, object.as_ref()) {
        Ok(()) => Ok(object),
        Err(error) => {
            // An object that does not fit stays with the caller.
            if let ArgValue::RValueRef(slot) = value {
                slot.set(object);
            }
            Err(error)
        }
    }
}

/// Returns the error with the type of the field, for a value that is no object at all.
#[cold]
fn expecting(kind: ReferenceKind, error: ValueError) -> ValueError {
    let expected = kind.type_name();
    match error {
        ValueError::Cast(CastError::Type { found, .. }) => CastError::Type { expected, found }.into(),
        ValueError::Detached { .. } => ValueError::Detached { expected },
        error => error,
    }
}

/// Checks that a field of this kind can hold the reference.
fn check_reference(kind: &ReferenceKind, object: Option<&ObjectRef>) -> Result<(), ValueError> {
    match object {
        Some(object) => Ok(kind.check(object)?),
        None if kind.nullable => Ok(()),
        None => Err(CastError::Null { expected: kind.type_name() }.into()),
    }
}

/// Writes an integer.
///
/// # Safety
/// `at` is memory for an integer of this kind, which no other code accesses.
unsafe fn write_int(at: NonNull<u8>, kind: IntKind, value: ArgValue<'_>) -> Result<(), ValueError> {
    // SAFETY: guaranteed by the caller. Each arm writes the type of the kind.
    unsafe {
        match kind {
            IntKind::I8 => at.cast::<i8>().write(value.get()?),
            IntKind::I16 => at.cast::<i16>().write(value.get()?),
            IntKind::I32 => at.cast::<i32>().write(value.get()?),
            IntKind::I64 => at.cast::<i64>().write(value.get()?),
            IntKind::U8 => at.cast::<u8>().write(value.get()?),
            IntKind::U16 => at.cast::<u16>().write(value.get()?),
            IntKind::U32 => at.cast::<u32>().write(value.get()?),
            IntKind::U64 => at.cast::<u64>().write(value.get()?),
        }
    }
    Ok(())
}

/// A node with a unique reference, whose own references can be moved out, one at a time, and back
/// in. The references are numbered in the order of graph numbering.
///
/// While a reference is moved out, its field holds null, even if the field is not nullable. So the
/// object is returned only after the field is filled again. If an error or a panic prevents this, a
/// placeholder is put into the field and the object is dropped.
///
/// ```text
/// new ── take(i) ── put(reference) ── take(j) ── put(reference) ── into_object
/// ```
pub(crate) struct UniqueNode {
    object: ObjectRef,
    layout: &'static NodeLayout,
    /// The reference that is moved out, and whose field holds null.
    open: Option<u32>,
}

impl UniqueNode {
    /// Takes the object, if it has a reflection and no other references. Otherwise returns the
    /// object as the error.
    #[inline]
    pub(crate) fn new(mut object: ObjectRef) -> Result<Self, ObjectRef> {
        match Node::of(&object).map(Node::layout) {
            Some(layout) if __private::unique_object(&mut object).is_some() => {
                Ok(Self { object, layout, open: None })
            }
            _ => Err(object),
        }
    }

    /// Creates a copy of a node.
    #[inline]
    pub(crate) fn copy_of(node: Node<'_>) -> Self {
        let object = node.reflection().copy(node.object());
        Self { object, layout: node.layout(), open: None }
    }

    pub(crate) fn layout(&self) -> &'static NodeLayout {
        self.layout
    }

    /// Returns the reference with this number. Returns `None` if it is null, and for a cell.
    #[inline]
    pub(crate) fn peek(&self, index: u32) -> Option<&ObjectRef> {
        let offset = self.layout.reference_offsets[index as usize];
        match offset.cell() {
            // SAFETY: the layout is that of the object, and states that the field is a reference.
            // It does not change while `self` is borrowed, since it is in no cell.
            None => unsafe { read_reference(NonNull::from(&*self.object).cast::<u8>().add(offset.bytes())) },
            Some(_) => None,
        }
    }

    /// Moves out the reference with this number. The field stays open, unless the reference is
    /// null.
    ///
    /// # Panics
    /// If a reference is already moved out, or if there are fewer references.
    #[inline]
    pub(crate) fn take(&mut self, index: u32) -> Option<ObjectRef> {
        assert!(self.open.is_none(), "another reference is already moved out");
        let mut slot = self.slot(index);
        // SAFETY: the field is a reference, which has the layout of `Option<ObjectRef>`, and no
        // other code accesses the field. `open` records that the field holds null.
        let reference = unsafe { slot.as_mut() }.take();
        self.open = reference.is_some().then_some(index);
        reference
    }

    /// Moves a reference into the open field.
    ///
    /// # Errors
    /// If the field cannot hold the reference: its position and the reason. The field stays open.
    ///
    /// # Panics
    /// If no reference is moved out.
    #[inline]
    pub(crate) fn put(&mut self, reference: ObjectRef) -> Result<(), (usize, ValueError)> {
        let Some(index) = self.open else { panic!("no reference is moved out") };
        self.set(index, reference)?;
        self.open = None;
        Ok(())
    }

    /// Replaces the reference with this number.
    ///
    /// # Errors
    /// If the field cannot hold the reference: its position and the reason.
    ///
    /// # Panics
    /// If there are fewer references.
    #[inline]
    pub(crate) fn set(&mut self, index: u32, reference: ObjectRef) -> Result<(), (usize, ValueError)> {
        let position = self.layout.references[index as usize];
        let kind = self.layout.reference_kind(index as usize);
        kind.check(&reference).map_err(|error| (position, error.into()))?;
        let mut slot = self.slot(index);
        // SAFETY: as in `take`. The field can hold this reference.
        unsafe { *slot.as_mut() = Some(reference) };
        Ok(())
    }

    /// Returns the complete object.
    ///
    /// # Panics
    /// If a reference is moved out.
    #[inline]
    pub(crate) fn into_object(self) -> ObjectRef {
        assert!(self.open.is_none(), "a reference is still moved out");
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is not used afterwards.
        unsafe { std::ptr::from_ref(&this.object).read() }
    }

    /// Returns the address of the reference with this number.
    #[inline]
    fn slot(&mut self, index: u32) -> NonNull<Option<ObjectRef>> {
        let offset = self.layout.reference_offsets[index as usize];
        let start = unique(&mut self.object);
        // SAFETY: the field belongs to the struct of the object, which the layout describes.
        unsafe { field_at(start, offset) }.cast()
    }
}

impl Drop for UniqueNode {
    fn drop(&mut self) {
        if let Some(index) = self.open {
            let slot = self.slot(index);
            let placeholder = ObjectRef::from(make_object(Object::new()));
            // SAFETY: the field holds null, so no reference is lost. The placeholder may have
            // another type than the field: the object has no other references and is dropped now,
            // so its field is only dropped. References of all types drop alike, by the type in the
            // header of the object (see `IsObjectRef`).
            unsafe { slot.write(Some(placeholder)) };
        }
    }
}
