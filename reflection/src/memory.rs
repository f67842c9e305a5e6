//! Fields in memory: read by offset and kind. How they are written is in `change.rs`.
//!
//! Invariant: a [`FieldDeclaration`] tells truly where its field lies in the node that declares it and of which kind it
//! is; [`Reflection::of`](crate::Reflection) asks its callers for that. A [`Node`] joins an object with the
//! reflection of the struct in which it lives, and is made by look-up alone.

#![expect(unsafe_code, reason = "fields are reached by offset")]

mod change;

use std::ptr::NonNull;

use objet_object::{
    __private, ArgValue, DataType, EnumType, FieldKind, FieldType, FromValue, IntKind, Object, ObjectRef,
    RetValue, TypeIndex, ValueError,
};

pub(crate) use change::{LoneNode, accepts, assign, extended, extended_like};

use crate::equal::same_float;
use crate::field::{Field, Spot};
use crate::hash;
use crate::layout::{Compared, Layout, PlainKind};
use crate::reflection::Reflection;

/// An object whose fields are known.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
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

/// The value of a field, borrowed.
#[derive(Clone, Copy)]
pub enum FieldValue<'a> {
    /// An integer, or the number of an enum's variant.
    Int(i64),
    /// A `u64`.
    UInt(u64),
    /// A float.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// Text.
    Text(&'a str),
    /// A data type.
    DataType(DataType),
    /// A reference.
    Reference(Option<&'a ObjectRef>),
}

impl Field {
    /// The value of this field, for those who know by other means that the object has it: nothing is looked up.
    ///
    /// # Safety
    /// The object is of the type whose [`Reflection`] gave this field, or of one that lives in the same struct.
    #[inline]
    pub unsafe fn read<'a>(&self, object: &'a Object) -> FieldValue<'a> {
        // SAFETY: the field lies there, says the caller, and is of this kind; the object is borrowed for as long as `'a`.
        unsafe { read(value_at(NonNull::from(object), self.spot()), self.kind()) }
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

    #[inline]
    pub(crate) fn reflection(self) -> &'static Reflection {
        self.layout.reflection
    }

    /// Whether the fields that comparison goes by, but for references, are equal in two objects of one type.
    ///
    /// # Panics
    /// If the objects are of different types.
    #[inline]
    pub(crate) fn plain_equals(self, other: Node<'_>) -> bool {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout.plain.iter().all(|plain| {
            // SAFETY: the layout is that of both objects, and says what lies there.
            unsafe { equal_plain(self.at(plain.spot), other.at(plain.spot), plain.kind) }
        })
    }

    /// The values of these fields.
    #[inline]
    pub(crate) fn plain_values(self) -> impl Iterator<Item = PlainValue<'a>> {
        self.layout.plain.iter().map(move |plain| {
            // SAFETY: the layout is that of the object, and says what lies there.
            unsafe { read_plain(self.at(plain.spot), plain.kind) }
        })
    }

    /// The positions of those that are not equal.
    pub(crate) fn plain_differences(self, other: Node<'_>) -> impl Iterator<Item = usize> {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout
            .plain
            .iter()
            .filter(move |plain| {
                // SAFETY: as in `plain_equals`.
                let equal = unsafe { equal_plain(self.at(plain.spot), other.at(plain.spot), plain.kind) };
                !equal
            })
            .map(|plain| plain.position as usize)
    }

    /// The references that comparison goes by, of two objects of one type.
    ///
    /// # Panics
    /// If the objects are of different types.
    #[inline]
    pub(crate) fn compared_with<'b>(
        self,
        other: Node<'b>,
    ) -> impl DoubleEndedIterator<Item = (&'static Compared, Option<&'a ObjectRef>, Option<&'b ObjectRef>)>
    {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout.compared.iter().map(move |compared| {
            // SAFETY: the layout is that of both objects, and says that references lie there.
            let (lhs, rhs) = unsafe {
                (
                    self.at(compared.spot).cast::<Option<ObjectRef>>().as_ref(),
                    other.at(compared.spot).cast::<Option<ObjectRef>>().as_ref(),
                )
            };
            (compared, lhs.as_ref(), rhs.as_ref())
        })
    }

    /// The `index`th of the references that comparison goes by; the outer `None` if there are fewer.
    #[inline]
    pub(crate) fn compared(self, index: usize) -> Option<(&'static Compared, Option<&'a ObjectRef>)> {
        let compared = self.layout.compared.get(index)?;
        // SAFETY: the layout is that of the object, and says that a reference lies there.
        let reference = unsafe { self.at(compared.spot).cast::<Option<ObjectRef>>().as_ref() };
        Some((compared, reference.as_ref()))
    }

    /// The value of the `index`th field.
    ///
    /// # Panics
    /// If there are fewer fields.
    #[inline]
    pub(crate) fn value(self, index: usize) -> FieldValue<'a> {
        let field = &self.layout.visited[index];
        // SAFETY: the object is of the struct that the reflection describes, and lives as long as `'a`.
        unsafe { read(self.at(field.spot()), field.kind()) }
    }

    /// The value of the `index`th field, as one of its own. A field that is changed in place is not lent by that.
    ///
    /// # Errors
    /// If it is an integer that does not fit into 64 bits with a sign.
    ///
    /// # Panics
    /// If there are fewer fields.
    pub(crate) fn own_value(self, index: usize) -> Result<RetValue, ValueError> {
        let field = &self.layout.visited[index];
        let spot = field.spot();
        if !spot.is_versioned() {
            return self.value(index).as_arg().and_then(RetValue::try_from);
        }
        // SAFETY: as in `value`; and what is read is made a value of its own at once, of which the cell sees nothing.
        unsafe {
            __private::read_value(NonNull::from(self.object).cast::<u8>().add(spot.offset()), |at| {
                read(at, field.kind()).as_arg().and_then(RetValue::try_from)
            })
        }
    }

    /// The `index`th field as a reference; `None` if it is null or holds something else.
    #[inline]
    pub(crate) fn reference(self, index: usize) -> Option<&'a ObjectRef> {
        let field = &self.layout.visited[index];
        match field.kind() {
            FieldKind::Reference(_) => {
                // SAFETY: as in `value`; the kind says what lies there.
                unsafe { self.at(field.spot()).cast::<Option<ObjectRef>>().as_ref() }.as_ref()
            }
            _ => None,
        }
    }

    /// The values of all fields, in order.
    #[inline]
    pub(crate) fn values(self) -> impl Iterator<Item = (&'static Field, FieldValue<'a>)> {
        self.layout.visited.iter().map(move |field| {
            // SAFETY: as in `value`.
            (field, unsafe { read(self.at(field.spot()), field.kind()) })
        })
    }

    #[inline(always)]
    fn at(self, spot: Spot) -> NonNull<u8> {
        // SAFETY: the field is one of the struct that begins with this header. That the memory is larger than the header
        // that the reference is to is as in `Object::as_node`.
        unsafe { value_at(NonNull::from(self.object), spot) }
    }
}

/// The address of a field's value. As long as the node is borrowed, it does not change, unless for who has it alone.
///
/// # Safety
/// The node begins there, and has the field.
#[inline(always)]
unsafe fn value_at(start: NonNull<Object>, spot: Spot) -> NonNull<u8> {
    if spot.is_versioned() {
        // SAFETY: as the caller promised.
        return unsafe { versioned_value_at(start, spot) };
    }
    // SAFETY: the field lies within the node.
    unsafe { start.cast::<u8>().add(spot.offset()) }
}

/// The same of a field that is changed in place, out of the way of the others.
///
/// # Safety
/// As of [`value_at`]; and the field is such a one.
#[cold]
#[inline(never)]
unsafe fn versioned_value_at(start: NonNull<Object>, spot: Spot) -> NonNull<u8> {
    // SAFETY: the field lies within the node, and its declaration says truly that a `Versioned` lies there.
    unsafe { __private::lent_value(start.cast::<u8>().add(spot.offset())) }
}

impl<'a> FieldValue<'a> {
    /// The value as it crosses into functions and front ends.
    ///
    /// # Errors
    /// If it is an integer that does not fit into 64 bits with a sign.
    pub(crate) fn as_arg(self) -> Result<ArgValue<'a>, ValueError> {
        Ok(match self {
            Self::Int(number) => number.into(),
            Self::UInt(number) => ArgValue::try_from(number)?,
            Self::Float(number) => number.into(),
            Self::Bool(value) => value.into(),
            Self::Text(text) => text.into(),
            Self::DataType(dtype) => dtype.into(),
            Self::Reference(reference) => reference.into(),
        })
    }
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
unsafe fn read<'a>(at: NonNull<u8>, kind: FieldKind) -> FieldValue<'a> {
    // SAFETY: the caller's promise, in each arm for the type that the kind stands for.
    unsafe {
        match kind {
            FieldKind::Int(IntKind::U64) => FieldValue::UInt(at.cast().read()),
            FieldKind::Int(kind) => FieldValue::Int(read_int(at, kind)),
            FieldKind::Enum(declared) => FieldValue::Int(read_int(at, declared.repr)),
            FieldKind::F32 => FieldValue::Float(at.cast::<f32>().read().into()),
            FieldKind::F64 => FieldValue::Float(at.cast().read()),
            FieldKind::Bool => FieldValue::Bool(at.cast().read()),
            FieldKind::Text => FieldValue::Text(at.cast::<String>().as_ref()),
            FieldKind::DataType => FieldValue::DataType(at.cast().read()),
            FieldKind::Reference(_) => {
                FieldValue::Reference(at.cast::<Option<ObjectRef>>().as_ref().as_ref())
            }
        }
    }
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
pub fn ret_value<T: FieldType>(value: T) -> RetValue {
    let at = NonNull::from(&value).cast();
    // SAFETY: a `T` lies there, and it outlives what is read of it.
    let read = unsafe { read(if T::IS_VERSIONED { __private::lent_value(at) } else { at }, T::KIND) };
    read.as_arg().and_then(RetValue::try_from).unwrap_or_default()
}
