//! Fields in memory, changed: of objects to which nobody else refers.
//!
//! Invariant: an object is written to only where [`__private::lone_object`] gave its address, which says that there is no
//! other reference to it, strong or weak; and a field is given only what its kind accepts. See [`LoneNode`] for the one
//! exception.

#![expect(unsafe_code, reason = "fields are reached by offset")]

use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use objet_object::{
    __private, ArgValue, DataType, FieldKind, IntKind, Object, ObjectRef, ReferenceKind, TypeInfo,
    ValueError, make_object, types,
};

use super::{Node, variant};
use crate::field::{Field, Spot};
use crate::reflection::Reflection;

/// Changes a field of an object to which nobody else refers.
///
/// # Errors
/// If the field cannot hold the value; it is unchanged then.
///
/// # Panics
/// If somebody else refers to the object, or if its type has no field of that index.
pub(crate) fn assign(object: &mut ObjectRef, index: usize, value: ArgValue<'_>) -> Result<(), ValueError> {
    let reflection = match Node::of(object) {
        Some(node) => node.reflection(),
        None => panic!("the object has no fields that are known"),
    };
    let field = &reflection.fields()[index];
    let Some(start) = __private::lone_object(object) else {
        panic!("an object is changed that others refer to");
    };
    // SAFETY: the object lives in the struct that the reflection describes, in which the field lies.
    let at = unsafe { place_at(start, field.spot()) };
    // SAFETY: nobody else reads the field, as `object` is borrowed and the only reference.
    unsafe { write(at, field.kind(), value) }
}

/// Returns the address of a field's value in an object that nothing else refers to.
///
/// # Safety
/// The node begins there, has the field, and is exclusive for as long as the address is used.
unsafe fn place_at(start: NonNull<Object>, spot: Spot) -> NonNull<u8> {
    // SAFETY: the field lies within the node, and its declaration says truly whether a cell lies there.
    unsafe {
        let field = start.cast::<u8>().add(spot.offset());
        spot.cell().map_or(field, |cell| (cell.get_mut)(field))
    }
}

/// An object of a type that is described at run time, made of one of the struct that it begins with. `give` is asked for the value
/// of each of `fields`, those behind the struct, and passes it on.
///
/// # Errors
/// Those of `give`.
///
/// # Panics
/// If the object is no such one, if others refer to it, or if `give` passes nothing on.
pub(crate) fn extended<E>(
    object: ObjectRef,
    info: TypeInfo,
    fields: &'static [Field],
    mut give: impl FnMut(&'static Field, &mut dyn FnMut(ArgValue<'_>) -> Result<(), ValueError>) -> Result<(), E>,
) -> Result<ObjectRef, E> {
    // SAFETY: each field is given a value that it can hold before the object is given away, or else the object ends.
    let mut object = unsafe { extend(object, info, None) };
    let start = lone(&mut object);
    for field in fields {
        let mut is_given = false;
        give(field, &mut |value| {
            is_given = true;
            // SAFETY: the field is one of the object's, which nobody else has, and holds a value of its kind or null.
            unsafe { write(place_at(start, field.spot()), field.kind(), value) }
        })?;
        assert!(is_given, "no value for {field:?}");
    }
    Ok(object)
}

/// An object of the same type as `model`, with the same values behind the struct with which it begins, made of a copy of that.
///
/// # Panics
/// If the object is no such copy, or if others refer to it.
pub(crate) fn extended_like(object: ObjectRef, model: &Object) -> ObjectRef {
    let Some(info) = types::by_index(model.type_index()) else {
        unreachable!("the type of an object is known")
    };
    // SAFETY: the fields have the values of the model's.
    unsafe { extend(object, info, Some(model)) }
}

/// # Safety
/// That of [`__private::extend`].
unsafe fn extend(object: ObjectRef, info: TypeInfo, model: Option<&Object>) -> ObjectRef {
    // SAFETY: as the caller promised.
    match unsafe { __private::extend(object, info, model) } {
        Some(object) => object,
        None => panic!("the object is not of the struct that those of the type begin with"),
    }
}

fn lone(object: &mut ObjectRef) -> NonNull<Object> {
    match __private::lone_object(object) {
        Some(start) => start,
        None => unreachable!("nobody can have come to refer to the object"),
    }
}

/// Whether a field of that kind can hold a value.
///
/// # Errors
/// If it cannot.
pub(crate) fn accepts(kind: FieldKind, value: ArgValue<'_>) -> Result<(), ValueError> {
    match kind {
        FieldKind::Text => value.get::<String>().map(drop),
        FieldKind::Reference(reference) => {
            check_reference(reference, value.get::<Option<ObjectRef>>()?.as_ref())
        }
        plain => {
            let mut room = 0_u64;
            // SAFETY: it is room enough for all other kinds, which are plain bytes.
            unsafe { write(NonNull::from(&mut room).cast(), plain, value) }
        }
    }
}

/// Puts a value in the place of another one.
///
/// # Safety
/// A valid value of that kind lies there, which nobody else reads or writes.
unsafe fn write(at: NonNull<u8>, kind: FieldKind, value: ArgValue<'_>) -> Result<(), ValueError> {
    // SAFETY: the caller's promise, in each arm for the type that the kind stands for.
    unsafe {
        match kind {
            FieldKind::Int(kind) => write_int(at, kind, value)?,
            FieldKind::Enum(declared) => write_int(at, declared.repr, variant(declared, value)?.into())?,
            FieldKind::F32 => at.cast::<f32>().write(value.get()?),
            FieldKind::F64 => at.cast::<f64>().write(value.get()?),
            FieldKind::Bool => at.cast::<bool>().write(value.get()?),
            FieldKind::Text => *at.cast::<String>().as_mut() = value.get()?,
            FieldKind::DataType => at.cast::<DataType>().write(value.get()?),
            FieldKind::Reference(reference) => {
                let object = value.get::<Option<ObjectRef>>()?;
                check_reference(reference, object.as_ref())?;
                *at.cast::<Option<ObjectRef>>().as_mut() = object;
            }
        }
    }
    Ok(())
}

/// Whether a field can hold that reference.
fn check_reference(kind: ReferenceKind, object: Option<&ObjectRef>) -> Result<(), ValueError> {
    match object {
        Some(object) => Ok(kind.check(object)?),
        None if kind.nullable => Ok(()),
        None => Err(objet_object::CastError::Null { expected: kind.type_name() }.into()),
    }
}

/// Writes an integer.
///
/// # Safety
/// An integer of that kind lies there, which nobody else reads or writes.
unsafe fn write_int(at: NonNull<u8>, kind: IntKind, value: ArgValue<'_>) -> Result<(), ValueError> {
    // SAFETY: the caller's promise, in each arm for the type that the kind stands for.
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

/// A node to which nobody else refers, and whose references can move out, one at a time, and back.
///
/// Where a reference has moved out, null lies in its place, even if the field must not be null. So the object itself
/// is given back only when the place is filled again. If that never happens, because an error or a panic comes in
/// between, the object ends with a stopgap in the place.
///
/// ```text
/// new ── take(i) ── put(reference) ── take(j) ── put(reference) ── into_object
/// ```
pub(crate) struct LoneNode {
    object: ObjectRef,
    reflection: &'static Reflection,
    /// The field that holds null while its reference is out.
    open: Option<usize>,
}

impl LoneNode {
    /// The object, if its fields are known and nobody else refers to it; else itself.
    pub(crate) fn new(mut object: ObjectRef) -> Result<Self, ObjectRef> {
        match Node::of(&object).map(Node::reflection) {
            Some(reflection) if __private::lone_object(&mut object).is_some() => {
                Ok(Self { object, reflection, open: None })
            }
            _ => Err(object),
        }
    }

    pub(crate) fn reflection(&self) -> &'static Reflection {
        self.reflection
    }

    /// Moves the reference out of the `index`th field, and leaves that open, unless it is null.
    ///
    /// # Panics
    /// If a reference is out already, or if that field holds none.
    pub(crate) fn take(&mut self, index: usize) -> Option<ObjectRef> {
        assert!(self.open.is_none(), "one reference is out already");
        let (mut place, _) = self.place(index);
        // SAFETY: a reference lies there, which is in memory an `Option<ObjectRef>`, and nobody else reads it. `open` takes
        // note that null is left where there was an object.
        let reference = unsafe { place.as_mut() }.take();
        self.open = reference.is_some().then_some(index);
        reference
    }

    /// Moves a reference into the place from which one was taken.
    ///
    /// # Errors
    /// If the field cannot hold it. The place stays open.
    ///
    /// # Panics
    /// If no reference is out.
    pub(crate) fn put(&mut self, reference: Option<ObjectRef>) -> Result<(), ValueError> {
        let Some(index) = self.open else { panic!("no reference is out") };
        let (mut place, kind) = self.place(index);
        check_reference(kind, reference.as_ref())?;
        // SAFETY: as in `take`, and the field can hold this reference.
        unsafe { *place.as_mut() = reference };
        self.open = None;
        Ok(())
    }

    /// The object as a whole.
    ///
    /// # Panics
    /// If a reference is out.
    pub(crate) fn into_object(self) -> ObjectRef {
        assert!(self.open.is_none(), "a reference is out");
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is not used any more.
        unsafe { std::ptr::from_ref(&this.object).read() }
    }

    /// Where the reference in the `index`th field lies, and what it accepts.
    fn place(&mut self, index: usize) -> (NonNull<Option<ObjectRef>>, ReferenceKind) {
        let field = &self.reflection.fields()[index];
        let FieldKind::Reference(kind) = field.kind() else { panic!("{field:?} is no reference") };
        let start = lone(&mut self.object);
        // SAFETY: the object lives in the struct that the reflection describes, in which the field lies.
        (unsafe { place_at(start, field.spot()) }.cast(), kind)
    }
}

impl Drop for LoneNode {
    fn drop(&mut self) {
        if let Some(index) = self.open {
            let (place, _) = self.place(index);
            let stopgap = ObjectRef::from(make_object(Object::new()));
            // SAFETY: null lies there, so nothing is lost. The stopgap need not be of the field's type: all that is still
            // done with the field is to drop it, as nobody else refers to the object, which ends here. References of all
            // types drop alike, by the type of the object that they find (see `IsObjectRef`).
            unsafe { place.write(Some(stopgap)) };
        }
    }
}
