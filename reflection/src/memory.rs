//! Reads fields in memory by offset and kind. `write.rs` writes them, and `construct.rs` makes and
//! copies whole nodes.
//!
//! Invariants:
//! - A [`FieldDeclaration`] states the true offset and kind of its field in the node that declares
//!   the field. The caller of [`Reflection::of`](crate::Reflection) guarantees this.
//! - A [`Node`] combines an object with the reflection of the object's struct. Only look-ups by
//!   type create one.

#![expect(unsafe_code, reason = "fields are accessed by offset")]

mod construct;
mod elements;
mod followed;
mod quick;
mod user_code;
mod write;

use std::ptr::NonNull;

use objet_object::__private::{CellAccess, resumed};
use objet_object::{
    ArgValue, DataType, EnumType, FieldKind, FieldType, FromValue, IntKind, Object, ObjectRef, RetValue,
    TypeIndex, ValueError,
};

pub(crate) use construct::Structure;
pub(crate) use followed::{FollowedFields, FollowedReferences, LastOffsets, OwnedReferences};
pub use quick::QuickValue;
pub use user_code::{clone_hidden, computed, drop_hidden, init_hidden, serde_computed};
pub(crate) use write::{UniqueNode, accepts, assign, extended};

use crate::equal::same_float;
use crate::field::{Field, FieldOffset};
use crate::hash;
use crate::loaded::Loaded;
use crate::node_layout::{Compared, NodeLayout, PlainKind};
use crate::reflection::Reflection;

/// An object with its reflection.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    object: &'a Object,
    layout: &'static NodeLayout,
}

/// A cache of recently used types, which avoids look-ups for objects of the same types. `T` is
/// further data of a type.
pub(crate) struct RecentTypes<T = ()>([Option<RecentType<T>>; RECENT]);

#[derive(Clone, Copy)]
struct RecentType<T> {
    index: TypeIndex,
    layout: Option<&'static NodeLayout>,
    data: T,
}

const RECENT: usize = 16;

impl<T: Copy> RecentTypes<T> {
    pub(crate) fn new() -> Self {
        Self([None; RECENT])
    }

    /// Returns the same as [`Node::of`], and the result of `data` for an object of the same type.
    #[inline(always)]
    pub(crate) fn node_with<'a>(
        &mut self,
        object: &'a Object,
        data: impl FnOnce(Option<Node<'a>>) -> T,
    ) -> (Option<Node<'a>>, T) {
        let index = object.type_index();
        let recent = &mut self.0[index.value() as usize % RECENT];
        let known = match recent {
            Some(known) if known.index == index => *known,
            _ => {
                let node = Node::of(object);
                let known = RecentType { index, layout: node.map(|node| node.layout), data: data(node) };
                *recent.insert(known)
            }
        };
        // The layout is that of another object of the same type, which has the same struct.
        (known.layout.map(|layout| Node { object, layout }), known.data)
    }
}

impl RecentTypes {
    /// Returns the same as [`Node::of`].
    #[inline(always)]
    pub(crate) fn node<'a>(&mut self, object: &'a Object) -> Option<Node<'a>> {
        self.node_with(object, |_| ()).0
    }
}

/// The value of a field that is not a reference, for hashing. Integers are given by their bits.
pub(crate) enum PlainValue<'a> {
    Bits(u64),
    Float(f64),
    Text(&'a str),
}

/// The value of a field. An `Err` is a `u64` that no [`ArgValue`] can hold.
pub(crate) type FieldArg<'a> = Result<ArgValue<'a>, u64>;

impl Field {
    /// Calls `then` with the value of this field, or with a `u64` that no [`ArgValue`] can hold.
    /// Needs no look-up.
    ///
    /// # Safety
    /// The object has the type whose [`Reflection`] has this field, or a type with the same struct.
    #[inline]
    pub unsafe fn read<R>(&self, object: &Object, then: impl FnOnce(Result<ArgValue<'_>, u64>) -> R) -> R {
        let loaded = Loaded::default();
        // SAFETY: the caller guarantees that the object has this field.
        then(unsafe { read(value_at(object, self.offset(), &loaded), self.kind(), &loaded) })
    }
}

impl<'a> Node<'a> {
    /// Returns the object with its reflection, if its type has one.
    #[inline]
    pub(crate) fn of(object: &'a Object) -> Option<Self> {
        let reflection = Reflection::lookup(object)?;
        Some(Self { object, layout: reflection.layout() })
    }

    /// Returns a stand-in with its reflection, which includes the hidden field.
    pub(crate) fn of_stand_in(object: &'a Object) -> Option<Self> {
        Some(Self { object, layout: Reflection::of_stand_in(object)?.layout() })
    }

    /// Returns another object as a node, if it has the same type.
    #[inline]
    pub(crate) fn of_same_type<'b>(self, object: &'b Object) -> Option<Node<'b>> {
        (object.type_index() == self.object.type_index()).then_some(Node { object, layout: self.layout })
    }

    #[inline]
    pub(crate) fn object(self) -> &'a Object {
        self.object
    }

    #[inline]
    pub(crate) fn layout(self) -> &'static NodeLayout {
        self.layout
    }

    /// Returns the reflection of the object's type.
    #[inline]
    pub fn reflection(self) -> &'static Reflection {
        self.layout.reflection
    }

    /// Whether the compared fields other than references are equal in two objects of the same type.
    ///
    /// # Panics
    /// If the objects have different types.
    #[inline]
    pub(crate) fn plain_equals(self, other: Node<'_>, loaded: &Loaded) -> bool {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout.plain.iter().all(|plain| {
            // SAFETY: the layout is that of both objects, and states the kind of each field.
            unsafe { equal_plain(self.at(plain.offset, loaded), other.at(plain.offset, loaded), plain.kind) }
        })
    }

    /// Returns the values of the compared fields other than references.
    #[inline]
    pub(crate) fn plain_values(self, loaded: &'a Loaded) -> impl Iterator<Item = PlainValue<'a>> {
        self.layout.plain.iter().map(move |plain| {
            // SAFETY: the layout is that of the object, and states the kind of each field.
            unsafe { read_plain(self.at(plain.offset, loaded), plain.kind) }
        })
    }

    /// Returns the positions of the compared fields other than references that are not equal, and
    /// not floats that differ by less than `tolerance`.
    ///
    /// # Panics
    /// If the objects have different types.
    pub(crate) fn plain_differences(
        self,
        other: Node<'_>,
        loaded: &Loaded,
        tolerance: f64,
    ) -> impl Iterator<Item = usize> {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout
            .plain
            .iter()
            .filter(move |plain| {
                let (lhs, rhs) = (self.at(plain.offset, loaded), other.at(plain.offset, loaded));
                // SAFETY: as in `plain_equals`.
                let (equal, values) = unsafe {
                    (equal_plain(lhs, rhs, plain.kind), [lhs, rhs].map(|at| read_plain(at, plain.kind)))
                };
                let is_near = || match values {
                    [PlainValue::Float(lhs), PlainValue::Float(rhs)] => (lhs - rhs).abs() < tolerance,
                    _ => false,
                };
                !equal && !is_near()
            })
            .map(|plain| plain.position as usize)
    }

    /// Returns the compared references of two objects of the same type.
    ///
    /// # Panics
    /// If the objects have different types.
    #[inline]
    pub(crate) fn compared_with(
        self,
        other: Node<'a>,
        loaded: &'a Loaded,
    ) -> impl DoubleEndedIterator<Item = (&'static Compared, Option<&'a ObjectRef>, Option<&'a ObjectRef>)>
    {
        assert!(std::ptr::eq(self.layout, other.layout), "nodes of different types");
        self.layout.compared.iter().map(move |compared| {
            // SAFETY: the layout is that of both objects, and states that these fields are
            // references.
            let (lhs, rhs) = unsafe {
                (
                    read_reference(self.at(compared.offset, loaded)),
                    read_reference(other.at(compared.offset, loaded)),
                )
            };
            (compared, lhs, rhs)
        })
    }

    /// Returns the `index`th compared reference, or `None` if there are fewer.
    #[inline]
    pub(crate) fn compared(
        self,
        index: usize,
        loaded: &'a Loaded,
    ) -> Option<(&'static Compared, Option<&'a ObjectRef>)> {
        let compared = self.layout.compared.get(index)?;
        // SAFETY: the layout is that of the object, and states that this field is a reference.
        Some((compared, unsafe { read_reference(self.at(compared.offset, loaded)) }))
    }

    /// Returns the value of the `index`th field.
    ///
    /// # Panics
    /// If there are fewer fields.
    #[inline]
    pub(crate) fn value(self, index: usize, loaded: &'a Loaded) -> FieldArg<'a> {
        let field = &self.layout.visited[index];
        // SAFETY: the object is of the struct that the reflection describes.
        unsafe { read(self.at(field.offset(), loaded), field.kind(), loaded) }
    }

    /// Returns the value of the `index`th field as an owned value.
    ///
    /// # Errors
    /// If the value is an integer that does not fit into an `i64`, or has such an element. If JSON
    /// cannot hold the value of a field with `serde`.
    ///
    /// # Panics
    /// If there are fewer fields.
    pub(crate) fn own_value(self, index: usize) -> Result<RetValue, ValueError> {
        let loaded = Loaded::default();
        if let FieldKind::Custom(_) = self.layout.visited[index].kind() {
            let mut text = String::new();
            return match self.write_json(index, &loaded, &mut text) {
                Ok(()) => Ok(text.into()),
                Err(reason) => Err(ValueError::Text { reason }),
            };
        }
        self.value(index, &loaded).or_else(ArgValue::try_from)?.try_into()
    }

    /// Returns the reference in the `index`th field, or `None` if it is null or not a reference.
    #[inline]
    pub(crate) fn reference(self, index: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        let field = &self.layout.visited[index];
        match field.kind() {
            // SAFETY: as in `value`. The kind states that the field is a reference.
            FieldKind::Reference(_) => unsafe { read_reference(self.at(field.offset(), loaded)) },
            _ => None,
        }
    }

    /// Returns the `index`th reference in the order of graph numbering, or `None` if it is null.
    ///
    /// # Panics
    /// If there are fewer references.
    #[inline(always)]
    pub(crate) fn numbered_reference(self, index: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        // SAFETY: the layout is that of the object, and states that this field is a reference.
        unsafe { read_reference(self.at(self.layout.reference_offsets[index], loaded)) }
    }

    /// Returns the reference in the last field, or `None` if it is null, not a reference, or in a
    /// cell.
    pub(crate) fn last_reference(self) -> Option<&'a ObjectRef> {
        let field = self.layout.visited.last()?;
        if !field.is_reference() || field.offset().cell().is_some() {
            return None;
        }
        // SAFETY: as in `value`. The field is a reference and not in a cell.
        unsafe { read_reference(NonNull::from(self.object).cast::<u8>().add(field.offset().bytes())) }
    }

    #[inline(always)]
    fn at(self, offset: FieldOffset, loaded: &Loaded) -> NonNull<u8> {
        // SAFETY: the offset is that of a field of the struct that begins with this header.
        unsafe { value_at(self.object, offset, loaded) }
    }
}

/// Returns the address of a field's value, which is constant while both arguments are borrowed.
///
/// # Safety
/// `node` is the header of a node that has the field. The node is larger than the header; see
/// `Object::as_node` for why this reference may be used for the whole node.
#[inline(always)]
unsafe fn value_at(node: &Object, offset: FieldOffset, loaded: &Loaded) -> NonNull<u8> {
    // SAFETY: the field lies within the node.
    let field = unsafe { NonNull::from(node).cast::<u8>().add(offset.bytes()) };
    match offset.cell() {
        None => field,
        // SAFETY: the declaration states truly that the field is such a cell.
        Some(cell) => unsafe { load(field, cell, loaded) },
    }
}

/// Loads the value of a cell. Separate from `value_at` to keep the path of other fields short.
///
/// # Safety
/// `field` points to a cell with this access.
#[cold]
#[inline(never)]
unsafe fn load(field: NonNull<u8>, cell: &CellAccess, loaded: &Loaded) -> NonNull<u8> {
    // SAFETY: guaranteed by the caller.
    loaded.keep_any(unsafe { (cell.load)(field) })
}

/// Whether two values are equal.
///
/// # Safety
/// Both addresses point to valid values of this kind.
#[inline]
unsafe fn equal_plain(lhs: NonNull<u8>, rhs: NonNull<u8>, kind: PlainKind) -> bool {
    // SAFETY: guaranteed by the caller. Each arm reads the named type, or an integer with the size
    // of the field's type.
    unsafe {
        match kind {
            PlainKind::Bits8 => lhs.read() == rhs.read(),
            PlainKind::Bits16 => lhs.cast::<u16>().read() == rhs.cast::<u16>().read(),
            PlainKind::Bits32 => lhs.cast::<u32>().read() == rhs.cast::<u32>().read(),
            PlainKind::DataType => lhs.cast::<DataType>().read() == rhs.cast::<DataType>().read(),
            PlainKind::Bits64 => lhs.cast::<u64>().read() == rhs.cast::<u64>().read(),
            PlainKind::F32 => same_float(lhs.cast::<f32>().read().into(), rhs.cast::<f32>().read().into()),
            PlainKind::F64 => same_float(lhs.cast::<f64>().read(), rhs.cast::<f64>().read()),
            PlainKind::String => lhs.cast::<String>().as_ref() == rhs.cast::<String>().as_ref(),
            PlainKind::Elements(of) => elements::equal(lhs, rhs, of),
            PlainKind::Custom(of) => resumed((of.equal)(lhs, rhs)),
        }
    }
}

/// Reads a field that is not a reference.
///
/// # Safety
/// `at` points to a valid value of this kind, which does not change during `'a`.
#[inline(always)]
unsafe fn read_plain<'a>(at: NonNull<u8>, kind: PlainKind) -> PlainValue<'a> {
    // SAFETY: guaranteed by the caller. Each arm reads the named type, or an integer with the size
    // of the field's type.
    unsafe {
        match kind {
            PlainKind::Bits8 => PlainValue::Bits(at.read().into()),
            PlainKind::Bits16 => PlainValue::Bits(at.cast::<u16>().read().into()),
            PlainKind::Bits32 => PlainValue::Bits(at.cast::<u32>().read().into()),
            PlainKind::DataType => PlainValue::Bits(hash::of_data_type(at.cast().read())),
            PlainKind::Bits64 => PlainValue::Bits(at.cast::<u64>().read()),
            PlainKind::F32 => PlainValue::Float(at.cast::<f32>().read().into()),
            PlainKind::F64 => PlainValue::Float(at.cast::<f64>().read()),
            PlainKind::String => PlainValue::Text(at.cast::<String>().as_ref()),
            PlainKind::Elements(of) => PlainValue::Bits(elements::hash(at, of)),
            PlainKind::Custom(of) => PlainValue::Bits(resumed((of.hash)(at))),
        }
    }
}

/// Reads a field. Values that the field does not hold in this form are kept by `loaded`.
///
/// # Safety
/// `at` points to a valid value of this kind, which does not change during `'a`.
#[inline]
unsafe fn read<'a>(at: NonNull<u8>, kind: FieldKind, loaded: &'a Loaded) -> FieldArg<'a> {
    // SAFETY: guaranteed by the caller. Each arm reads the type of the kind.
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
            FieldKind::String => at.cast::<String>().as_ref().as_str().into(),
            FieldKind::DataType => at.cast::<DataType>().read().into(),
            FieldKind::Reference(_) => read_reference(at).into(),
            FieldKind::Char | FieldKind::List(_) | FieldKind::Optional(_) | FieldKind::Custom(_) => {
                return read_other(at, kind, loaded);
            }
        }
    })
}

/// Reads a field of a kind that `read` does not read itself. Separate from `read` to keep the path
/// of other fields short.
///
/// # Safety
/// As for `read`.
#[cold]
unsafe fn read_other<'a>(at: NonNull<u8>, kind: FieldKind, loaded: &'a Loaded) -> FieldArg<'a> {
    // SAFETY: guaranteed by the caller.
    unsafe {
        match kind {
            FieldKind::Char => Ok(loaded.keep(at.cast::<char>().read().to_string()).into()),
            FieldKind::List(of) => elements::list(at, of, loaded),
            FieldKind::Optional(of) => elements::optional(at, of, loaded),
            FieldKind::Custom(of) => Ok(elements::text_of_custom(at, of, loaded).into()),
            _ => unreachable!("`read` reads these kinds"),
        }
    }
}

/// Reads a reference.
///
/// # Safety
/// `at` points to a reference, which may be null and does not change during `'a`.
#[inline]
unsafe fn read_reference<'a>(at: NonNull<u8>) -> Option<&'a ObjectRef> {
    // SAFETY: guaranteed by the caller.
    unsafe { at.cast::<Option<ObjectRef>>().as_ref() }.as_ref()
}

/// Reads an integer other than a `u64`, or the number of an enum variant.
///
/// # Safety
/// `at` points to an integer of this kind.
#[inline]
unsafe fn read_int(at: NonNull<u8>, kind: IntKind) -> i64 {
    // SAFETY: guaranteed by the caller. Each arm reads the type of the kind.
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

/// Returns the value, which is the name or the number of a variant of this enum, as the number.
///
/// # Errors
/// If the value is neither a string nor an integer, or not that of a variant.
pub(crate) fn variant(declared: &'static EnumType, value: ArgValue<'_>) -> Result<i64, ValueError> {
    let unknown = |found: String| ValueError::Variant { declared, found };
    if let ArgValue::Str(name) = value {
        let named = declared.variants.iter().find(|(variant, _)| *variant == name);
        return named.map(|(_, number)| *number).ok_or_else(|| unknown(format!("{name:?}")));
    }
    let number = i64::from_value(value)?;
    match declared.variant(number) {
        Some(_) => Ok(number),
        None => Err(unknown(number.to_string())),
    }
}

/// Converts a field value to a `RetValue`. Returns null for an integer that does not fit into an
/// `i64`.
pub(crate) fn ret_value<T: FieldType>(mut value: T) -> RetValue {
    let at = NonNull::from(&mut value).cast();
    let loaded = Loaded::default();
    // SAFETY: `at` points to a `T`, which outlives the value that is read from it.
    let read = unsafe { read(T::CELL.map_or(at, |cell| (cell.get_mut)(at)), T::KIND, &loaded) };
    read.or_else(ArgValue::try_from).and_then(RetValue::try_from).unwrap_or_default()
}
