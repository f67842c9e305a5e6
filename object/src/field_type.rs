//! The types of node fields, described so that fields can be read and written when the node type is
//! known only at run time.
//!
//! Invariant: [`FieldType::KIND`] states the memory layout of a value correctly. Code that reads or
//! writes a field by its kind relies on this.

#![expect(unsafe_code, reason = "the trait guarantees the layout of fields")]

mod custom;
mod elements;

use std::any::Any;
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use crate::cast::CastError;
use crate::field_cell::FieldCell;
use crate::header::Object;
use crate::node::{IsObject, IsObjectRef, ObjectRef, Plain};
use crate::tensor::data_type::DataType;
use crate::types;
use crate::types::index::TypeIndex;
use crate::types::info::TypeInfo;
use crate::types::node_type::ValueType;
use crate::value::arg_value::ArgValue;
use crate::value::error::ValueError;
use crate::value::from_value::{FromValue, Owned};

pub use custom::CustomType;
pub use elements::{Element, ElementSource, ElementsType, ScalarType, optional};

/// A type that a reflected field of a node can have.
///
/// # Safety
/// - A value has the memory layout that [`FieldType::KIND`] states, and every value that is valid
///   for the kind is a valid `Self`.
/// - A reference drops as an `ObjectRef` does, and a copy of its bytes with one more strong count
///   is a clone. Values of the other kinds besides strings, lists, options and values of a
///   [`CustomType`] are copied as bytes, and need no drop. `Clone` need not run.
/// - If there is a [`FieldType::CELL`], `Self` is a [`FieldCell`], the other conditions hold for
///   the value in the cell, and the functions are those of this type.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be reflected",
    note = "fields are integers of 8 to 64 bits, `f32`, `f64`, `bool`, `char`, `std::string::String`, `DataType`, enums with `#[derive(Reflect)]`, `Vec`s, arrays and `Option`s of these, references to objects such as `Expr`, `Array<Expr>` or `objet::String`, and `Option`s of references",
    note = "the elements of an `Array` and of a `Map` are references to objects: `Array<Expr>`, never `Array<ExprNode>`",
    note = "save a field of another type with `#[reflect(serde)]`, if the type implements `Serialize` and `Deserialize`, or exclude the field with `#[reflect(skip)]`"
)]
pub unsafe trait FieldType: for<'a> FromValue<'a> + Clone + Send + Sync + 'static {
    /// The memory layout of a value, and the set of valid values.
    const KIND: FieldKind;

    /// The access to the value of a [`FieldCell`]. The kind of a cell is the kind of its value.
    #[doc(hidden)]
    const CELL: Option<CellAccess> = None;

    /// Returns the value for an integer above the range of an [`ArgValue`](crate::ArgValue), if
    /// `Self` can hold the integer.
    fn from_u64(_number: u64) -> Option<Self> {
        None
    }

    /// Returns the value with these elements, if `Self` has elements.
    #[doc(hidden)]
    fn from_elements(_source: ElementSource<'_>) -> Option<Result<Self, ValueError>> {
        None
    }
}

/// A field type of which `Option`s are field types too: a reference or a scalar.
///
/// # Safety
/// An `Option<Self>` has the memory layout that [`OptionalType::OPTIONAL`] states, and every value
/// that is valid for the kind is a valid `Option<Self>`.
pub unsafe trait OptionalType {
    /// The kind of an `Option<Self>`.
    const OPTIONAL: FieldKind;
}

/// How a value is written to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// The memory is uninitialized.
    Initialize,
    /// The memory holds a value of the same type, which is dropped.
    Replace,
}

impl WriteMode {
    /// Writes a value.
    ///
    /// # Safety
    /// `at` is memory for a `T`, which no other code accesses. With [`WriteMode::Replace`], it
    /// holds a `T`.
    #[inline]
    pub unsafe fn write<T>(self, at: NonNull<u8>, value: T) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            match self {
                Self::Initialize => at.cast::<T>().write(value),
                Self::Replace => *at.cast::<T>().as_mut() = value,
            }
        }
    }
}

/// The type of [`CellAccess::init`].
type InitCell = unsafe fn(NonNull<u8>, &mut dyn FnMut(NonNull<u8>) -> bool) -> bool;

/// Access to the value of a [`FieldCell`] through the address of the cell, without the cell's type.
#[derive(Clone, Copy)]
pub struct CellAccess {
    /// Returns a copy of the current value.
    ///
    /// # Safety
    /// The address points to a cell of this type, which is borrowed during the call.
    pub load: unsafe fn(NonNull<u8>) -> Box<dyn Any + Send + Sync>,
    /// Returns the address of the value.
    ///
    /// # Safety
    /// The address points to a cell of this type, which is borrowed exclusively while the result is
    /// used.
    pub get_mut: unsafe fn(NonNull<u8>) -> NonNull<u8>,
    /// Writes a cell to uninitialized memory, if the second argument returns true. It gets
    /// uninitialized memory for the value of the cell, and returns whether it wrote the value.
    ///
    /// # Safety
    /// The address is memory for a cell of this type. The second argument tells the truth.
    pub init: InitCell,
    /// The functions of the cell itself.
    pub value: ValueType,
}

impl CellAccess {
    const fn of<T: FieldType>() -> Self {
        Self {
            // SAFETY: the caller promises a cell of this type.
            load: |cell| Box::new(unsafe { cell.cast::<FieldCell<T>>().as_ref() }.load()),
            // SAFETY: the caller promises a cell of this type, borrowed exclusively.
            get_mut: |cell| NonNull::from(unsafe { cell.cast::<FieldCell<T>>().as_mut() }.get_mut()).cast(),
            init: |cell, write| {
                let mut value = MaybeUninit::<T>::uninit();
                let is_written = write(NonNull::from(&mut value).cast());
                if is_written {
                    // SAFETY: the caller promises memory for a cell, and that the value is written.
                    unsafe { cell.cast().write(FieldCell::new(value.assume_init())) };
                }
                is_written
            },
            value: ValueType::of::<FieldCell<T>>(None),
        }
    }
}

/// The memory layout of a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// An integer.
    Int(IntKind),
    /// An enum without fields. In memory it is an integer, one of the listed numbers.
    Enum(&'static EnumType),
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
    /// A boolean.
    Bool,
    /// A character: a [`char`].
    Char,
    /// A string: a [`std::string::String`].
    String,
    /// A data type.
    DataType,
    /// A reference to an object.
    Reference(ReferenceKind),
    /// Scalars in a row: a [`Vec`] or an array.
    List(&'static ElementsType),
    /// An [`Option`] of a scalar, seen as a row of at most one element.
    Optional(&'static ElementsType),
    /// A type that only a higher crate knows. Its values cross as JSON text.
    Custom(&'static CustomType),
}

impl FieldKind {
    /// Whether a field of this kind can be null.
    pub const fn is_nullable(self) -> bool {
        match self {
            Self::Reference(reference) => reference.nullable,
            Self::Optional(_) => true,
            _ => false,
        }
    }

    /// Whether files hold a field of this kind as JSON of any form: a list, an option, or a type
    /// that only a higher crate knows.
    pub const fn holds_json(self) -> bool {
        matches!(self, Self::List(_) | Self::Optional(_) | Self::Custom(_))
    }
}

/// The integer types that a field can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the Rust types")]
pub enum IntKind {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

impl IntKind {
    /// The kind of an `isize`: that of the integer with the same size.
    pub const ISIZE: Self = if size_of::<isize>() == 8 { Self::I64 } else { Self::I32 };

    /// The kind of a `usize`: that of the integer with the same size.
    pub const USIZE: Self = if size_of::<usize>() == 8 { Self::U64 } else { Self::U32 };

    /// Returns the smallest and the largest integer of this kind.
    pub const fn range(self) -> (i128, i128) {
        match self {
            Self::I8 => (i8::MIN as i128, i8::MAX as i128),
            Self::I16 => (i16::MIN as i128, i16::MAX as i128),
            Self::I32 => (i32::MIN as i128, i32::MAX as i128),
            Self::I64 => (i64::MIN as i128, i64::MAX as i128),
            Self::U8 => (0, u8::MAX as i128),
            Self::U16 => (0, u16::MAX as i128),
            Self::U32 => (0, u32::MAX as i128),
            Self::U64 => (0, u64::MAX as i128),
        }
    }
}

/// An enum without fields, as `#[derive(Reflect)]` describes it.
///
/// It prints as its name and its variants, such as `Color (Red = 0, Blue = 4)`.
#[derive(Debug, PartialEq, Eq)]
pub struct EnumType {
    /// The name of the Rust type.
    pub name: &'static str,
    /// The integer type of the enum in memory.
    pub repr: IntKind,
    /// The name and the number of each variant, in the order of declaration.
    pub variants: &'static [(&'static str, i64)],
}

impl EnumType {
    /// Returns the name of the variant with this number.
    pub fn variant(&self, number: i64) -> Option<&'static str> {
        self.variants.iter().find(|(_, each)| *each == number).map(|(name, _)| *name)
    }
}

impl fmt::Display for EnumType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.name)?;
        for (index, (name, number)) in self.variants.iter().enumerate() {
            write!(f, "{}{name} = {number}", if index > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}

/// The type of a reference field. In memory the field is an `Option<ObjectRef>`.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceKind {
    /// Whether the field can be null.
    pub nullable: bool,
    /// Whether the declared type of the field is a tensor.
    pub is_tensor: bool,
    /// Whether the declared type of the field is a built-in type whose objects refer to no other
    /// objects.
    pub is_leaf: bool,
    target: Target,
    /// Copies the object together with its node, if no other node may refer to the object.
    copy: Option<fn(&ObjectRef) -> ObjectRef>,
}

/// The objects that a reference field can refer to.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// The objects that a wrapper type accepts.
    Wrapper {
        check: fn(&Object) -> Result<(), CastError>,
        type_name: fn() -> String,
        type_index: fn() -> TypeIndex,
        parts: fn() -> Option<[ReferenceKind; 2]>,
    },
    /// The objects of a type and of its descendants.
    Type(TypeInfo),
}

/// Whether the type of an object or one of its ancestors has this key. A type that was defined anew
/// at run time has the key of its previous definition.
#[cold]
fn has_type_of_key(object: &Object, key: &str) -> bool {
    let mut ancestors = object.type_info().ancestors().filter_map(types::by_index);
    ancestors.any(|ancestor| ancestor.key() == key)
}

impl ReferenceKind {
    pub(crate) const fn of<R: IsObjectRef>(nullable: bool) -> Self {
        let target = Target::Wrapper {
            check: R::check,
            type_name: R::type_name,
            type_index: R::Node::type_index,
            parts: R::parts,
        };
        let index = match R::Node::TYPE_INDEX {
            Some(index) => index.value(),
            None => TypeIndex::OBJECT.value(),
        };
        Self { nullable, is_tensor: is_tensor(index), is_leaf: is_leaf(index), target, copy: None }
    }

    /// Returns the kind of nullable references to objects that belong to one node. A copy of the
    /// node refers to a copy of the object. Only fields that are described at run time can have
    /// this kind.
    #[doc(hidden)]
    pub const fn owned<R: Plain<Node: Clone>>() -> Self {
        let copy = |object: &ObjectRef| match object.downcast_ref::<R>().cloned() {
            Some(mut owned) => {
                // The reference is not unique, so the view is that of a copy.
                owned.make_mut();
                owned.into_object_ref()
            }
            None => object.clone(),
        };
        Self { copy: Some(copy), ..Self::of::<R>(true) }
    }

    /// Returns the function that copies the object with its node, if the kind is
    /// [`owned`](ReferenceKind::owned).
    pub(crate) fn copy_owned(&self) -> Option<fn(&ObjectRef) -> ObjectRef> {
        self.copy
    }

    /// Returns the kind of references to the objects of a type and of its descendants.
    pub fn to_type(info: TypeInfo, nullable: bool) -> Self {
        let index = info.index().value();
        let (is_tensor, is_leaf) = (is_tensor(index), is_leaf(index));
        Self { nullable, is_tensor, is_leaf, target: Target::Type(info), copy: None }
    }

    /// Checks that the field can refer to this object.
    ///
    /// # Errors
    /// If the object does not fit. The error holds the expected type and the found type.
    pub fn check(&self, object: &Object) -> Result<(), CastError> {
        match self.target {
            Target::Wrapper { check, .. } => check(object),
            Target::Type(info) if object.is_of_type(info) || has_type_of_key(object, info.key()) => Ok(()),
            Target::Type(info) => {
                Err(CastError::Type { expected: info.key().into(), found: object.type_key() })
            }
        }
    }

    /// Returns the index of the type whose objects the field refers to. Objects of derived types
    /// fit too.
    pub fn type_index(&self) -> TypeIndex {
        match self.target {
            Target::Wrapper { type_index, .. } => type_index(),
            Target::Type(info) => info.index(),
        }
    }

    /// Returns the kinds of the keys and the values of a map, or twice the kind of the elements of
    /// an array. Also returns a number that only equal kinds share. Returns `None` if the objects
    /// are not containers, or if all containers fit.
    #[doc(hidden)]
    pub fn parts(&self) -> Option<([Self; 2], usize)> {
        match self.target {
            Target::Wrapper { parts, .. } => Some((parts()?, parts as usize)),
            Target::Type(_) => None,
        }
    }

    /// Returns the name of the target type for messages.
    pub fn type_name(&self) -> String {
        match self.target {
            Target::Wrapper { type_name, .. } => type_name(),
            Target::Type(info) => info.key().into(),
        }
    }
}

const fn is_tensor(index: u32) -> bool {
    index == TypeIndex::NDARRAY.value()
}

const fn is_leaf(index: u32) -> bool {
    let (string, shape) = (TypeIndex::STRING.value(), TypeIndex::SHAPE_TUPLE.value());
    is_tensor(index) || index == string || index == shape || index == TypeIndex::PACKED_FUNC.value()
}

#[diagnostic::do_not_recommend]
// SAFETY: a wrapper is a pointer that is not null, to any object that its `check` accepts.
unsafe impl<R: IsObjectRef> FieldType for R {
    const KIND: FieldKind = FieldKind::Reference(ReferenceKind::of::<R>(false));
}

// SAFETY: `Option` of a wrapper is a nullable pointer, to any object that the wrapper's `check`
// accepts.
unsafe impl<R: IsObjectRef> OptionalType for R {
    const OPTIONAL: FieldKind = FieldKind::Reference(ReferenceKind::of::<R>(true));
}

#[diagnostic::do_not_recommend]
// SAFETY: `OptionalType` guarantees that the kind describes the type.
unsafe impl<T: FieldType + OptionalType> FieldType for Option<T> {
    const KIND: FieldKind = T::OPTIONAL;

    fn from_elements(source: ElementSource<'_>) -> Option<Result<Self, ValueError>> {
        Some(source.next().map(|element| element?.convert()).transpose())
    }
}

/// Implements the traits of a scalar. A block has further methods of [`FieldType`], and a second
/// one those of [`ScalarType`].
macro_rules! scalars {
    ($($ty:ty => $kind:expr $(, { $($field:tt)* })? $(, scalar { $($scalar:tt)* })?;)+) => {
        $(
            // SAFETY: the kind describes this type.
            unsafe impl FieldType for $ty {
                const KIND: FieldKind = $kind;
                $($($field)*)?
            }

            // SAFETY: the kind describes an `Option` of this type.
            unsafe impl OptionalType for $ty {
                const OPTIONAL: FieldKind = optional::<$ty>();
            }

            // SAFETY: the kind is that of a scalar.
            unsafe impl ScalarType for $ty {
                $($($scalar)*)?
            }
        )+
    };
}

scalars! {
    i8 => FieldKind::Int(IntKind::I8);
    i16 => FieldKind::Int(IntKind::I16);
    i32 => FieldKind::Int(IntKind::I32);
    i64 => FieldKind::Int(IntKind::I64);
    isize => FieldKind::Int(IntKind::ISIZE);
    u8 => FieldKind::Int(IntKind::U8), scalar {
        fn list_of_bytes(bytes: &[u8]) -> Option<Vec<Self>> {
            Some(bytes.into())
        }
    };
    u16 => FieldKind::Int(IntKind::U16);
    u32 => FieldKind::Int(IntKind::U32);
    u64 => FieldKind::Int(IntKind::U64), {
        fn from_u64(number: u64) -> Option<Self> {
            Some(number)
        }
    };
    usize => FieldKind::Int(IntKind::USIZE), {
        fn from_u64(number: u64) -> Option<Self> {
            number.try_into().ok()
        }
    };
    f32 => FieldKind::F32;
    f64 => FieldKind::F64;
    bool => FieldKind::Bool;
    char => FieldKind::Char;
    String => FieldKind::String;
    DataType => FieldKind::DataType;
}

/// Accepts a string of one character.
impl FromValue<'_> for char {
    type Ownership = Owned;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        let text: &str = value.get()?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(character),
            _ => Err(ValueError::Range { expected: "char", found: format!("{text:?}") }),
        }
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the kind describes the value in the cell, which is not a cell itself.
unsafe impl<T: FieldType> FieldType for FieldCell<T> {
    const KIND: FieldKind = {
        assert!(T::CELL.is_none(), "a `FieldCell` holds a plain value");
        T::KIND
    };

    const CELL: Option<CellAccess> = Some(CellAccess::of::<T>());

    fn from_u64(number: u64) -> Option<Self> {
        T::from_u64(number).map(Self::new)
    }

    fn from_elements(source: ElementSource<'_>) -> Option<Result<Self, ValueError>> {
        T::from_elements(source).map(|value| value.map(Self::new))
    }
}

/// Converts the value, and wraps it in a new field.
impl<'a, T: FromValue<'a> + Clone + Send + Sync> FromValue<'a> for FieldCell<T> {
    type Ownership = T::Ownership;

    fn from_value(value: ArgValue<'a>) -> Result<Self, ValueError> {
        T::from_value(value).map(Self::new)
    }
}
