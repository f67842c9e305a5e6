//! Reads fields that hold several scalars, and fields of custom types.
//!
//! Invariant: the functions of an [`ElementsType`] and of a [`CustomType`] are called only with
//! addresses of values of their type, as the kind of the field states.

#![expect(unsafe_code, reason = "fields are accessed by address")]

use std::ptr::NonNull;

use objet_object::__private::resumed;
use objet_object::{
    ArgValue, Array, BoxBool, BoxFloat, BoxInt, CustomType, ElementsType, FieldKind, IntKind, ObjectRef,
    String as StringObject,
};

use super::{FieldArg, Node, PlainValue, equal_plain, read, read_plain};
use crate::hash;
use crate::json_text;
use crate::loaded::Loaded;
use crate::node_layout::PlainKind;
use crate::print::leaf;

/// Returns the addresses of the elements of a value.
///
/// # Safety
/// `at` points to a valid value of this type, which does not change while the addresses are used.
unsafe fn addresses(
    at: NonNull<u8>,
    of: &'static ElementsType,
) -> impl ExactSizeIterator<Item = NonNull<u8>> {
    // SAFETY: guaranteed by the caller.
    let (first, count) = unsafe { (of.slice)(at) };
    // SAFETY: the elements lie in a row, each of this size.
    (0..count).map(move |index| unsafe { first.add(index * of.size) })
}

/// Whether two values have equal elements.
///
/// # Safety
/// Both addresses point to valid values of this type.
pub(super) unsafe fn equal(lhs: NonNull<u8>, rhs: NonNull<u8>, of: &'static ElementsType) -> bool {
    // SAFETY: guaranteed by the caller.
    let (lhs, rhs) = unsafe { (addresses(lhs, of), addresses(rhs, of)) };
    let Some(kind) = PlainKind::of(of.element) else { return false };
    // SAFETY: the addresses are those of elements of this kind.
    lhs.len() == rhs.len() && lhs.zip(rhs).all(|(lhs, rhs)| unsafe { equal_plain(lhs, rhs, kind) })
}

/// Returns a hash of the elements.
///
/// # Safety
/// `at` points to a valid value of this type.
pub(super) unsafe fn hash(at: NonNull<u8>, of: &'static ElementsType) -> u64 {
    // SAFETY: guaranteed by the caller.
    let elements = unsafe { addresses(at, of) };
    let start = elements.len() as u64;
    let Some(kind) = PlainKind::of(of.element) else { return start };
    elements.fold(start, |hash, at| {
        // SAFETY: the address is that of an element of this kind.
        hash::mix(hash, unsafe { read_plain(at, kind) }.hash())
    })
}

impl PlainValue<'_> {
    /// Returns the hash of the value.
    #[inline]
    pub(crate) fn hash(self) -> u64 {
        match self {
            PlainValue::Bits(bits) => bits,
            PlainValue::Float(number) => hash::of_float(number),
            PlainValue::Text(text) => hash::of_text(text),
        }
    }
}

/// Returns a list as an array of boxed scalars, and a list of bytes as bytes.
///
/// # Safety
/// `at` points to a valid value of this type, which does not change during `'a`.
pub(super) unsafe fn list<'a>(
    at: NonNull<u8>,
    of: &'static ElementsType,
    loaded: &'a Loaded,
) -> FieldArg<'a> {
    if let FieldKind::Int(IntKind::U8) = of.element {
        // SAFETY: guaranteed by the caller. The elements are bytes in a row.
        return Ok(ArgValue::Bytes(unsafe {
            let (first, count) = (of.slice)(at);
            std::slice::from_raw_parts(first.as_ptr(), count)
        }));
    }
    // SAFETY: guaranteed by the caller.
    let elements = unsafe { addresses(at, of) }.map(|at| {
        let element = Loaded::default();
        // SAFETY: the address is that of an element of this kind.
        Ok(match unsafe { read(at, of.element, &element) }? {
            ArgValue::Int(number) if matches!(of.element, FieldKind::Bool) => {
                BoxBool::new(number != 0).into()
            }
            ArgValue::Int(number) => BoxInt::new(number).into(),
            ArgValue::Float(number) => BoxFloat::new(number).into(),
            ArgValue::Str(text) => StringObject::from(text).into(),
            ArgValue::DataType(dtype) => StringObject::from(dtype.to_string()).into(),
            _ => unreachable!("elements are scalars"),
        })
    });
    let array: Array<ObjectRef> = elements.collect::<Result<_, u64>>()?;
    Ok(loaded.keep(array).into())
}

/// Returns the value of an option, or null.
///
/// # Safety
/// `at` points to a valid value of this type, which does not change during `'a`.
pub(super) unsafe fn optional<'a>(
    at: NonNull<u8>,
    of: &'static ElementsType,
    loaded: &'a Loaded,
) -> FieldArg<'a> {
    // SAFETY: guaranteed by the caller.
    match unsafe { addresses(at, of) }.next() {
        // SAFETY: the address is that of an element of this kind.
        Some(at) => unsafe { read(at, of.element, loaded) },
        None => Ok(ArgValue::Null),
    }
}

/// Returns the JSON text of a value, even if the text does not hold all of the value.
///
/// # Safety
/// `at` points to a valid value of this type.
pub(super) unsafe fn text_of_custom<'a>(
    at: NonNull<u8>,
    of: &'static CustomType,
    loaded: &'a Loaded,
) -> &'a str {
    let mut text = String::new();
    // SAFETY: guaranteed by the caller.
    if let (Err(error), true) = (unsafe { resumed((of.write)(at, &mut text)) }, text.is_empty()) {
        text = format!("<{error}>");
    }
    loaded.keep(text)
}

/// Calls `each` with the value of each scalar, and writes `separator` between elements. Brackets
/// surround the elements of a list.
///
/// # Safety
/// `at` points to a valid value of this kind.
unsafe fn visit(
    at: NonNull<u8>,
    kind: FieldKind,
    out: &mut String,
    separator: &str,
    each: fn(FieldArg<'_>, FieldKind, &mut String),
) {
    let loaded = Loaded::default();
    match kind {
        FieldKind::List(list) => {
            out.push('[');
            // SAFETY: guaranteed by the caller.
            for (index, at) in unsafe { addresses(at, list) }.enumerate() {
                if index > 0 {
                    out.push_str(separator);
                }
                let loaded = Loaded::default();
                // SAFETY: the address is that of an element of this kind.
                each(unsafe { read(at, list.element, &loaded) }, list.element, out);
            }
            out.push(']');
        }
        // SAFETY: guaranteed by the caller.
        FieldKind::Optional(option) => each(unsafe { optional(at, option, &loaded) }, option.element, out),
        // SAFETY: guaranteed by the caller.
        kind => each(unsafe { read(at, kind, &loaded) }, kind, out),
    }
}

impl Node<'_> {
    /// Appends the JSON text of the `index`th field, which is not a reference. See `json_text` for
    /// the form.
    ///
    /// # Errors
    /// If JSON cannot hold the value of a field with `serde`. The error is the reason. `out` has
    /// another text then.
    ///
    /// # Panics
    /// If there are fewer fields.
    pub(crate) fn write_json(self, index: usize, loaded: &Loaded, out: &mut String) -> Result<(), String> {
        self.write_values(index, loaded, out, json_text::write)
    }

    /// Works like [`Node::write_json`], but writes the names of enums.
    #[cfg(feature = "serde")]
    pub(crate) fn write_plain_json(
        self,
        index: usize,
        loaded: &Loaded,
        out: &mut String,
    ) -> Result<(), String> {
        self.write_values(index, loaded, out, json_text::write_named)
    }

    fn write_values(
        self,
        index: usize,
        loaded: &Loaded,
        out: &mut String,
        each: fn(FieldArg<'_>, FieldKind, &mut String),
    ) -> Result<(), String> {
        let field = &self.reflection().fields()[index];
        let at = self.at(field.offset(), loaded);
        match field.kind() {
            // SAFETY: the field is of this kind.
            FieldKind::Custom(custom) => unsafe { resumed((custom.write)(at, out)) },
            // SAFETY: the field is of this kind.
            kind => unsafe {
                visit(at, kind, out, ",", each);
                Ok(())
            },
        }
    }

    /// Returns the printed value of the `index`th field, which is not a reference.
    ///
    /// # Panics
    /// If there are fewer fields.
    pub(crate) fn printed(self, index: usize, loaded: &Loaded) -> String {
        self.text(index, loaded, |value, kind, out| out.push_str(&leaf::value(kind, value)))
    }

    /// Works like [`Node::printed`], but prints strings without quotes.
    pub(crate) fn displayed(self, index: usize, loaded: &Loaded) -> String {
        self.text(index, loaded, |value, kind, out| match value {
            Ok(ArgValue::Str(text)) => out.push_str(text),
            value => out.push_str(&leaf::value(kind, value)),
        })
    }

    fn text(self, index: usize, loaded: &Loaded, each: fn(FieldArg<'_>, FieldKind, &mut String)) -> String {
        let field = &self.reflection().fields()[index];
        let at = self.at(field.offset(), loaded);
        let mut out = String::new();
        match field.kind() {
            // SAFETY: the field is of this kind.
            FieldKind::Custom(custom) => out.push_str(unsafe { text_of_custom(at, custom, loaded) }),
            // SAFETY: the field is of this kind.
            kind => unsafe {
                visit(at, kind, &mut out, ", ", each);
            },
        }
        out
    }
}
