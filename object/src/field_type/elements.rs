//! Fields that hold several scalars: lists, arrays, and scalars that may be missing.
//!
//! Invariants:
//! - An [`ElementsType`] is made by [`ElementsType::of`] only, so its functions are those of one
//!   type, whose elements have the kind [`ElementsType::element`].
//! - The elements of a value lie in a row, each a valid value of the kind.

#![expect(unsafe_code, reason = "values are accessed through their addresses")]

use std::ptr::NonNull;

use super::{FieldKind, FieldType, WriteMode};
use crate::boxed::{BoxBoolNode, BoxFloatNode, BoxIntNode};
use crate::containers::array::ArrayNode;
use crate::containers::shape_tuple::ShapeTupleNode;
use crate::node::ObjectRef;
use crate::types::node_type::ValueType;
use crate::value::arg_value::ArgValue;
use crate::value::error::ValueError;
use crate::value::from_value::{FromValue, Owned};
use crate::value::ret_value::RetValue;

/// A scalar: a field type of which lists and arrays are field types too.
///
/// # Safety
/// `Self` is a [`FieldType`] whose kind is an integer, an enum, a float, a boolean, a character, a
/// string or a data type.
pub unsafe trait ScalarType: Sized {
    /// Returns a list of bytes, if `Self` is a byte.
    #[doc(hidden)]
    fn list_of_bytes(_bytes: &[u8]) -> Option<Vec<Self>> {
        None
    }
}

/// An element of a list, before its conversion.
#[derive(Clone, Debug)]
pub enum Element {
    /// A value.
    Value(RetValue),
    /// An integer that no [`RetValue`] can hold.
    Unsigned(u64),
}

/// A source of elements.
pub type ElementSource<'a> = &'a mut dyn Iterator<Item = Result<Element, ValueError>>;

/// A type that holds scalars in a row: a `Vec`, an array or an `Option`.
#[derive(Clone, Copy, Debug)]
pub struct ElementsType {
    /// The kind of the elements.
    pub element: FieldKind,
    /// The size of an element in bytes.
    pub size: usize,
    /// The number of elements of an array.
    pub length: Option<usize>,
    /// Checks that a value converts into the type.
    pub accepts: fn(ArgValue<'_>) -> Result<(), ValueError>,
    /// Returns the address of the first element, and the number of elements.
    ///
    /// # Safety
    /// The address points to a value of the type, which is borrowed while the result is used.
    pub slice: unsafe fn(NonNull<u8>) -> (NonNull<u8>, usize),
    /// Writes the converted argument.
    ///
    /// # Safety
    /// As for [`WriteMode::write`] with a value of the type.
    pub set: unsafe fn(NonNull<u8>, ArgValue<'_>, WriteMode) -> Result<(), ValueError>,
    /// Writes a value with these elements.
    ///
    /// # Safety
    /// The same as for `set`.
    pub set_elements: unsafe fn(NonNull<u8>, ElementSource<'_>, WriteMode) -> Result<(), ValueError>,
    /// The functions that clone and drop values.
    #[doc(hidden)]
    pub value: ValueType,
}

/// A type that [`ElementsType`] describes.
pub(super) trait Elements: FieldType {
    type Scalar: FieldType + ScalarType;

    const LENGTH: Option<usize>;

    const EMPTY: Option<unsafe fn(NonNull<u8>)>;

    const TYPE: ElementsType = ElementsType::of::<Self>();

    fn as_elements(&self) -> &[Self::Scalar];

    fn of_elements(source: ElementSource<'_>) -> Result<Self, ValueError>;
}

impl ElementsType {
    const fn of<E: Elements>() -> Self {
        Self {
            element: E::Scalar::KIND,
            size: size_of::<E::Scalar>(),
            length: E::LENGTH,
            accepts: |value| E::from_value(value).map(drop),
            slice: |at| {
                // SAFETY: the caller promises a value of this type.
                let elements = unsafe { at.cast::<E>().as_ref() }.as_elements();
                (NonNull::from(elements).cast(), elements.len())
            },
            set: |at, value, mode| {
                let value = E::from_value(value)?;
                // SAFETY: guaranteed by the caller.
                unsafe { mode.write(at, value) };
                Ok(())
            },
            set_elements: |at, source, mode| {
                let value = E::of_elements(source)?;
                // SAFETY: guaranteed by the caller.
                unsafe { mode.write(at, value) };
                Ok(())
            },
            value: ValueType::of::<E>(E::EMPTY),
        }
    }
}

/// Returns the kind of an `Option` of a scalar.
#[doc(hidden)]
pub const fn optional<T: FieldType + ScalarType>() -> FieldKind
where
    Option<T>: FieldType,
{
    FieldKind::Optional(&<Option<T> as Elements>::TYPE)
}

impl Element {
    /// Converts the element.
    pub(super) fn convert<T: FieldType>(self) -> Result<T, ValueError> {
        match self {
            Self::Value(value) => T::from_value(value.as_arg()),
            Self::Unsigned(number) => of_unsigned(number),
        }
    }
}

/// Converts an integer that an [`ArgValue`] may not hold.
///
/// # Errors
/// If the type cannot hold the integer.
fn of_unsigned<T: FieldType>(number: u64) -> Result<T, ValueError> {
    match T::from_u64(number) {
        Some(value) => Ok(value),
        None => T::from_value(ArgValue::try_from(number)?),
    }
}

impl<T: FieldType + ScalarType> Elements for Vec<T> {
    type Scalar = T;

    const LENGTH: Option<usize> = None;

    // SAFETY: the caller promises memory for a value.
    const EMPTY: Option<unsafe fn(NonNull<u8>)> = Some(|at| unsafe { at.cast::<Self>().write(Self::new()) });

    fn as_elements(&self) -> &[T] {
        self
    }

    fn of_elements(source: ElementSource<'_>) -> Result<Self, ValueError> {
        let element = |(index, element): (usize, Result<Element, ValueError>)| {
            element.and_then(Element::convert).map_err(|source| match source {
                // The error of the text itself, which has its own position.
                ValueError::Text { .. } => source,
                source => ValueError::Element { index, source: Box::new(source) },
            })
        };
        source.enumerate().map(element).collect()
    }
}

impl<T: FieldType + ScalarType, const N: usize> Elements for [T; N] {
    type Scalar = T;

    const LENGTH: Option<usize> = Some(N);

    const EMPTY: Option<unsafe fn(NonNull<u8>)> = None;

    fn as_elements(&self) -> &[T] {
        self
    }

    fn of_elements(source: ElementSource<'_>) -> Result<Self, ValueError> {
        array(Vec::of_elements(source)?)
    }
}

fn array<T, const N: usize>(elements: Vec<T>) -> Result<[T; N], ValueError> {
    elements.try_into().map_err(|elements: Vec<T>| ValueError::Length { expected: N, found: elements.len() })
}

impl<T: FieldType + ScalarType> Elements for Option<T>
where
    Self: FieldType,
{
    type Scalar = T;

    const LENGTH: Option<usize> = None;

    // SAFETY: the caller promises memory for a value.
    const EMPTY: Option<unsafe fn(NonNull<u8>)> = Some(|at| unsafe { at.cast::<Self>().write(None) });

    fn as_elements(&self) -> &[T] {
        self.as_slice()
    }

    fn of_elements(source: ElementSource<'_>) -> Result<Self, ValueError> {
        match Self::from_elements(source) {
            Some(value) => value,
            None => Ok(None),
        }
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the kind describes the type.
unsafe impl<T: FieldType + ScalarType> FieldType for Vec<T> {
    const KIND: FieldKind = FieldKind::List(&<Self as Elements>::TYPE);

    fn from_elements(source: ElementSource<'_>) -> Option<Result<Self, ValueError>> {
        Some(Self::of_elements(source))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the kind describes the type.
unsafe impl<T: FieldType + ScalarType, const N: usize> FieldType for [T; N] {
    const KIND: FieldKind = FieldKind::List(&<Self as Elements>::TYPE);

    fn from_elements(source: ElementSource<'_>) -> Option<Result<Self, ValueError>> {
        Some(Self::of_elements(source))
    }
}

/// Accepts an array whose elements convert, and for integers a shape. A list of bytes is also made
/// from bytes, and from the bytes of a string.
impl<T: FieldType + ScalarType> FromValue<'_> for Vec<T> {
    type Ownership = Owned;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        if let Ok(bytes) = value.get::<&[u8]>()
            && let Some(list) = T::list_of_bytes(bytes)
        {
            return Ok(list);
        }
        let object = match value {
            ArgValue::Object(_) | ArgValue::RValueRef(_) => value.get::<ObjectRef>()?,
            _ => return Err(ValueError::Kind { expected: "Array", found: value.kind() }),
        };
        if let Some(shape) = object.as_node::<ShapeTupleNode>() {
            let extents = shape.as_slice().iter();
            return Self::of_elements(&mut extents.map(|extent| Ok(Element::Value((*extent).into()))));
        }
        let Some(array) = object.as_node::<ArrayNode>() else {
            return Err(ValueError::Kind { expected: "Array", found: object.type_key() });
        };
        let elements = array.as_slice().iter();
        Self::of_elements(&mut elements.map(|element| Ok(Element::Value(unboxed(element.as_ref())))))
    }
}

/// Accepts an array of the same length whose elements convert, and for integers a shape.
impl<T: FieldType + ScalarType, const N: usize> FromValue<'_> for [T; N] {
    type Ownership = Owned;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        array(Vec::from_value(value)?)
    }
}

/// Returns the number in a box, or else the object.
fn unboxed(object: Option<&ObjectRef>) -> RetValue {
    let Some(object) = object else { return RetValue::Null };
    if let Some(boxed) = object.as_node::<BoxIntNode>() {
        boxed.value.into()
    } else if let Some(boxed) = object.as_node::<BoxFloatNode>() {
        boxed.value.into()
    } else if let Some(boxed) = object.as_node::<BoxBoolNode>() {
        boxed.value.into()
    } else {
        object.clone().into()
    }
}
