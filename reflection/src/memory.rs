//! Fields in memory: read by offset and kind. How they are written is in `change.rs`.
//!
//! Invariant: a [`FieldDeclaration`] tells truly where its field lies in the node that declares it and of which kind it
//! is; [`Reflection::of`](crate::Reflection) asks its callers for that. A [`Node`] joins an object with the
//! reflection of the struct in which it lives, and is made by look-up alone.

#![expect(unsafe_code, reason = "fields are reached by offset")]

mod change;

use std::ptr::NonNull;

use objet_object::__private::CellAccess;
use objet_object::{
    ArgValue, DataType, EnumType, FieldKind, FieldType, FromValue, IntKind, Object, ObjectRef, RetValue,
    TypeIndex, ValueError,
};

pub(crate) use change::{LoneNode, accepts, assign, extended, extended_like};

use crate::equal::same_float;
use crate::field::{Field, Spot};
use crate::hash;
use crate::layout::{Compared, Layout, PlainKind};
use crate::loaded::Loaded;
use crate::reflection::Reflection;

/// An object whose fields are known.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    object: &'a Object,
    layout: &'static Layout,
}

/// The types that were met last, so that the next objects of these need no look-up.
pub(crate) struct RecentTypes([(TypeIndex, Option<&'static Layout>); RECENT]);

const RECENT: usize = 16;

impl RecentTypes {
    pub(crate) fn new() -> Self {
        // The root has no fields, so this is true of it.
        Self([(TypeIndex::OBJECT, None); RECENT])
    }

    /// What [`Node::of`] gives.
    #[inline(always)]
    pub(crate) fn node<'a>(&mut self, object: &'a Object) -> Option<Node<'a>> {
        let type_index = object.type_index();
        let (recent, layout) = &mut self.0[type_index.value() as usize % RECENT];
        if *recent != type_index {
            *recent = type_index;
            *layout = Node::of(object).map(|node| node.layout);
        }
        // The layout is that of another object of the same type, and so in the same struct.
        layout.map(|layout| Node { object, layout })
    }
}

/// The value of a field that is no reference, for a hash: integers by their bits.
pub(crate) enum PlainValue<'a> {
    Bits(u64),
    Float(f64),
    Text(&'a str),
}

/// The value of a field: an `Err` is a `u64` that no [`ArgValue`] holds.
pub(crate) type FieldArg<'a> = Result<ArgValue<'a>, u64>;

impl Field {
    /// Calls `then` with the value of this field, or with a `u64` that no [`ArgValue`] holds. Nothing
    /// is looked up.
    ///
    /// # Safety
    /// The object is of the type whose [`Reflection`] has this field, or of one that shares its struct.
    #[inline]
    pub unsafe fn read<R>(&self, object: &Object, then: impl FnOnce(Result<ArgValue<'_>, u64>) -> R) -> R {
        let loaded = Loaded::default();
        // SAFETY: the caller promises that the field lies there, of this kind.
        then(unsafe { read(value_at(object, self.spot(), &loaded), self.kind()) })
    }
}

impl<'a> Node<'a> {
    /// The object with its reflection, if it has one.
    #[inline]
    pub(crate) fn of(object: &'a Object) -> Option<Self> {
        let reflection = Reflection::lookup(object)?;
        Some(Self { object, layout: reflection.layout() })
    }

    /// Another object of the same type, if it is.
    #[inline]
    pub(crate) fn of_same_type<'b>(self, object: &'b Object) -> Option<Node<'b>> {
        (object.type_index() == self.object.type_index()).then_some(Node { object, layout: self.layout })
    }

    #[inline]
    pub(crate) fn object(self) -> &'a Object {
        self.object
    }

    #[inline]
    pub(crate) fn layout(self) -> &'static Layout {
        self.layout
    }

    /// Returns the reflection of the object's type.
    #[inline]
    pub fn reflection(self) -> &'static Reflection {
        self.layout.reflection
    }

    /// Whether the fields that comparison goes by, but for references, are equal in two objects of one type.
    ///
    /// # Panics
    /// If the objects are of different types.
    #[inline]
    pub(crate) fn plain_equals(self, other: Node<'_>, loaded: &Loaded) -> bool {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout.plain.iter().all(|plain| {
            // SAFETY: the layout is that of both objects, and says what lies there.
            unsafe { equal_plain(self.at(plain.spot, loaded), other.at(plain.spot, loaded), plain.kind) }
        })
    }

    /// The values of these fields.
    #[inline]
    pub(crate) fn plain_values(self, loaded: &'a Loaded) -> impl Iterator<Item = PlainValue<'a>> {
        self.layout.plain.iter().map(move |plain| {
            // SAFETY: the layout is that of the object, and says what lies there.
            unsafe { read_plain(self.at(plain.spot, loaded), plain.kind) }
        })
    }

    /// The positions of those that are not equal.
    pub(crate) fn plain_differences(self, other: Node<'_>, loaded: &Loaded) -> impl Iterator<Item = usize> {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout
            .plain
            .iter()
            .filter(move |plain| {
                // SAFETY: as in `plain_equals`.
                let equal = unsafe {
                    equal_plain(self.at(plain.spot, loaded), other.at(plain.spot, loaded), plain.kind)
                };
                !equal
            })
            .map(|plain| plain.position as usize)
    }

    /// The references that comparison goes by, of two objects of one type.
    ///
    /// # Panics
    /// If the objects are of different types.
    #[inline]
    pub(crate) fn compared_with(
        self,
        other: Node<'a>,
        loaded: &'a Loaded,
    ) -> impl DoubleEndedIterator<Item = (&'static Compared, Option<&'a ObjectRef>, Option<&'a ObjectRef>)>
    {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout.compared.iter().map(move |compared| {
            // SAFETY: the layout is that of both objects, and says that references lie there.
            let (lhs, rhs) = unsafe {
                (
                    read_reference(self.at(compared.spot, loaded)),
                    read_reference(other.at(compared.spot, loaded)),
                )
            };
            (compared, lhs, rhs)
        })
    }

    /// The `index`th of the references that comparison goes by; the outer `None` if there are fewer.
    #[inline]
    pub(crate) fn compared(
        self,
        index: usize,
        loaded: &'a Loaded,
    ) -> Option<(&'static Compared, Option<&'a ObjectRef>)> {
        let compared = self.layout.compared.get(index)?;
        // SAFETY: the layout is that of the object, and says that a reference lies there.
        Some((compared, unsafe { read_reference(self.at(compared.spot, loaded)) }))
    }

    /// The value of the `index`th field.
    ///
    /// # Panics
    /// If there are fewer fields.
    #[inline]
    pub(crate) fn value(self, index: usize, loaded: &'a Loaded) -> FieldArg<'a> {
        let field = &self.layout.visited[index];
        // SAFETY: the object is of the struct that the reflection describes.
        unsafe { read(self.at(field.spot(), loaded), field.kind()) }
    }

    /// The value of the `index`th field, as one of its own.
    ///
    /// # Errors
    /// If it is an integer that does not fit into 64 bits with a sign.
    ///
    /// # Panics
    /// If there are fewer fields.
    pub(crate) fn own_value(self, index: usize) -> Result<RetValue, ValueError> {
        let loaded = Loaded::default();
        self.value(index, &loaded).or_else(ArgValue::try_from)?.try_into()
    }

    /// The `index`th field as a reference; `None` if it is null or holds something else.
    #[inline]
    pub(crate) fn reference(self, index: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        let field = &self.layout.visited[index];
        match field.kind() {
            // SAFETY: as in `value`; the kind says what lies there.
            FieldKind::Reference(_) => unsafe { read_reference(self.at(field.spot(), loaded)) },
            _ => None,
        }
    }

    #[inline(always)]
    fn at(self, spot: Spot, loaded: &Loaded) -> NonNull<u8> {
        // SAFETY: the field is one of the struct that begins with this header.
        unsafe { value_at(self.object, spot, loaded) }
    }
}

/// Returns the address of a field's value, which does not change while both arguments are borrowed.
///
/// # Safety
/// The node that begins with this header has the field. That the memory is larger than the header
/// that the reference is to is as in `Object::as_node`.
#[inline(always)]
unsafe fn value_at(node: &Object, spot: Spot, loaded: &Loaded) -> NonNull<u8> {
    // SAFETY: the field lies within the node.
    let field = unsafe { NonNull::from(node).cast::<u8>().add(spot.offset()) };
    match spot.cell() {
        None => field,
        // SAFETY: the declaration says truly that such a cell lies there.
        Some(cell) => unsafe { load(field, cell, loaded) },
    }
}

/// Loads the value of a cell, out of the way of the other fields.
///
/// # Safety
/// Such a cell lies there.
#[cold]
#[inline(never)]
unsafe fn load(field: NonNull<u8>, cell: &CellAccess, loaded: &Loaded) -> NonNull<u8> {
    // SAFETY: as the caller promised.
    loaded.keep_any(unsafe { (cell.load)(field) })
}

/// Whether two values are equal.
///
/// # Safety
/// Valid values of that kind lie there.
#[inline]
unsafe fn equal_plain(lhs: NonNull<u8>, rhs: NonNull<u8>, kind: PlainKind) -> bool {
    // SAFETY: the caller's promise, in each arm for a type of which every bit counts, or for the one that is named.
    unsafe {
        match kind {
            PlainKind::Bits8 => lhs.read() == rhs.read(),
            PlainKind::Bits16 => lhs.cast::<u16>().read() == rhs.cast::<u16>().read(),
            PlainKind::Bits32 => lhs.cast::<u32>().read() == rhs.cast::<u32>().read(),
            PlainKind::DataType => lhs.cast::<DataType>().read() == rhs.cast::<DataType>().read(),
            PlainKind::Bits64 => lhs.cast::<u64>().read() == rhs.cast::<u64>().read(),
            PlainKind::F32 => same_float(lhs.cast::<f32>().read().into(), rhs.cast::<f32>().read().into()),
            PlainKind::F64 => same_float(lhs.cast::<f64>().read(), rhs.cast::<f64>().read()),
            PlainKind::Text => lhs.cast::<String>().as_ref() == rhs.cast::<String>().as_ref(),
        }
    }
}

/// Reads a field that is no reference.
///
/// # Safety
/// A valid value of that kind lies there, and stays unchanged for as long as `'a`.
#[inline]
unsafe fn read_plain<'a>(at: NonNull<u8>, kind: PlainKind) -> PlainValue<'a> {
    // SAFETY: the caller's promise, in each arm for a type of which every bit counts, or for the one that is named.
    unsafe {
        match kind {
            PlainKind::Bits8 => PlainValue::Bits(at.read().into()),
            PlainKind::Bits16 => PlainValue::Bits(at.cast::<u16>().read().into()),
            PlainKind::Bits32 => PlainValue::Bits(at.cast::<u32>().read().into()),
            PlainKind::DataType => PlainValue::Bits(hash::of_data_type(at.cast().read())),
            PlainKind::Bits64 => PlainValue::Bits(at.cast::<u64>().read()),
            PlainKind::F32 => PlainValue::Float(at.cast::<f32>().read().into()),
            PlainKind::F64 => PlainValue::Float(at.cast::<f64>().read()),
            PlainKind::Text => PlainValue::Text(at.cast::<String>().as_ref()),
        }
    }
}

/// Reads a field.
///
/// # Safety
/// A valid value of that kind lies there, and stays unchanged for as long as `'a`.
#[inline]
unsafe fn read<'a>(at: NonNull<u8>, kind: FieldKind) -> FieldArg<'a> {
    // SAFETY: the caller's promise, in each arm for the type that the kind stands for.
    Ok(unsafe {
        match kind {
            FieldKind::Int(IntKind::U64) => {
                let number = at.cast::<u64>().read();
                i64::try_from(number).map_err(|_| number)?.into()
            }
            FieldKind::Int(kind) => read_int(at, kind).into(),
            FieldKind::Enum(declared) => read_int(at, declared.repr).into(),
            FieldKind::F32 => at.cast::<f32>().read().into(),
            FieldKind::F64 => at.cast::<f64>().read().into(),
            FieldKind::Bool => at.cast::<bool>().read().into(),
            FieldKind::Text => at.cast::<String>().as_ref().as_str().into(),
            FieldKind::DataType => at.cast::<DataType>().read().into(),
            FieldKind::Reference(_) => read_reference(at).into(),
        }
    })
}

/// Reads a reference.
///
/// # Safety
/// A reference lies there, which may be null, and stays unchanged for as long as `'a`.
#[inline]
unsafe fn read_reference<'a>(at: NonNull<u8>) -> Option<&'a ObjectRef> {
    // SAFETY: the caller's promise.
    unsafe { at.cast::<Option<ObjectRef>>().as_ref() }.as_ref()
}

/// Reads an integer that is no `u64`, or the number of an enum's variant.
///
/// # Safety
/// An integer of that kind lies there.
#[inline]
unsafe fn read_int(at: NonNull<u8>, kind: IntKind) -> i64 {
    // SAFETY: the caller's promise, in each arm for the type that the kind stands for.
    unsafe {
        match kind {
            IntKind::I8 => at.cast::<i8>().read().into(),
            IntKind::I16 => at.cast::<i16>().read().into(),
            IntKind::I32 => at.cast::<i32>().read().into(),
            IntKind::I64 => at.cast::<i64>().read(),
            IntKind::U8 => at.cast::<u8>().read().into(),
            IntKind::U16 => at.cast::<u16>().read().into(),
            IntKind::U32 => at.cast::<u32>().read().into(),
            IntKind::U64 => at.cast::<u64>().read().cast_signed(),
        }
    }
}

/// The number of a variant of that enum.
///
/// # Errors
/// If the value is no integer, or not the number of a variant.
pub(crate) fn variant(declared: &'static EnumType, value: ArgValue<'_>) -> Result<i64, ValueError> {
    let number = i64::from_value(value)?;
    match declared.variant(number) {
        Some(_) => Ok(number),
        None => Err(ValueError::Range { expected: declared.name, found: number.to_string() }),
    }
}

/// A value that a field of type `T` can have, as it crosses into functions and front ends; null for an integer that
/// does not fit into 64 bits with a sign.
pub fn ret_value<T: FieldType>(mut value: T) -> RetValue {
    let at = NonNull::from(&mut value).cast();
    // SAFETY: a `T` lies there, and it outlives what is read of it.
    let read = unsafe { read(T::CELL.map_or(at, |cell| (cell.get_mut)(at)), T::KIND) };
    read.or_else(ArgValue::try_from).and_then(RetValue::try_from).unwrap_or_default()
}
