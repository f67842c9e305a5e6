//! Construction of nodes from field values.

use objet_object::__private::{CellAccess, Element, of_unsigned};
use objet_object::{ArgValue, Array, FieldKind, FieldType, Map, ObjectRef, TypeError, ValueError};

use crate::error::ReflectError;
use crate::field::{FieldDeclaration, FieldRole};
use crate::json_text::{self, Value};
use crate::memory::extended;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The values of the fields of a node under construction, in construction order.
#[doc(hidden)]
pub struct FieldSource<'a> {
    of: Reflected,
    values: Vec<FieldArg<'a>>,
    next: usize,
    /// The reason why the node could not be made.
    error: Option<ReflectError>,
}

/// The operations of a field's type. Generated code creates them once for each field, which checks
/// that the type implements [`FieldType`].
#[doc(hidden)]
pub struct FieldTypeOps<T> {
    pub kind: FieldKind,
    pub cell: Option<CellAccess>,
    pub take: Take<T>,
    pub copy: fn(&T) -> T,
}

/// The type of [`FieldSource::take`].
type Take<T> = fn(&mut FieldSource<'_>, Option<fn() -> T>) -> Option<T>;

impl<T> FieldTypeOps<T> {
    /// Declares a field of this type without options.
    pub const fn field(
        &self,
        name: &'static str,
        type_name: &'static str,
        doc: &'static str,
        offset: usize,
    ) -> FieldDeclaration {
        FieldDeclaration {
            name,
            aliases: &[],
            type_name,
            doc,
            offset,
            kind: self.kind,
            cell: self.cell,
            default: None,
            required: false,
            lower_bound: None,
            upper_bound: None,
            role: FieldRole::Compared,
            visit_last: false,
        }
    }
}

/// Returns the operations of the field type `T`.
pub const fn type_of<T: FieldType>() -> &'static FieldTypeOps<T> {
    const {
        &FieldTypeOps {
            kind: T::KIND,
            cell: T::CELL,
            take: |source, default| source.take(default),
            copy: T::clone,
        }
    }
}

/// The value for a field, if there is one.
#[derive(Clone, Copy)]
pub(crate) enum FieldArg<'a> {
    Nothing,
    Value(ArgValue<'a>),
    /// An integer that may be too large for an [`ArgValue`].
    Unsigned(u64),
    /// A new array without elements.
    EmptyArray,
    /// A new map without entries.
    EmptyMap,
    /// The JSON text of a value that is not a reference.
    Json(&'a str),
}

impl<'a> FieldSource<'a> {
    /// Creates a source for nodes of this type, without values.
    pub(crate) fn new(of: Reflected) -> Self {
        Self { of, values: vec![FieldArg::Nothing; of.reflection().built().len()], next: 0, error: None }
    }

    /// Returns the type of the node.
    pub(crate) fn of(&self) -> Reflected {
        self.of
    }

    fn reflection(&self) -> &'static Reflection {
        self.of.reflection()
    }

    /// Discards all values and prepares the source for another node.
    pub(crate) fn reset(&mut self, of: Reflected) {
        self.of = of;
        self.values.clear();
        self.values.resize(of.reflection().built().len(), FieldArg::Nothing);
        self.next = 0;
    }

    /// Sets the value of the visited field at `position`. Returns whether the field had no value
    /// before.
    pub(crate) fn set(&mut self, position: usize, value: FieldArg<'a>) -> bool {
        let index = self.reflection().fields()[position].build_index();
        matches!(std::mem::replace(&mut self.values[index], value), FieldArg::Nothing)
    }

    /// Makes the node and runs the checks of its type.
    pub(crate) fn make(&mut self) -> Result<ObjectRef, ReflectError> {
        self.next = 0;
        self.reflection().make(self)
    }

    /// Extends an object to the source's type, which is defined at run time. `object` is a Rust
    /// struct that was built from the first values; the rest of the values are for the fields
    /// behind the struct.
    pub(crate) fn extend(&mut self, object: ObjectRef) -> Result<ObjectRef, ReflectError> {
        let fields = self.reflection().fields();
        let first = fields.partition_point(|field| field.build_index() < self.next);
        extended(object, self.of.info(), &fields[first..], |field, fill| {
            let (index, declaration) = (field.build_index(), self.reflection().built()[field.build_index()]);
            let filled = match (self.values[index], &declaration.default) {
                (FieldArg::Nothing, Some(default)) => fill(FieldArg::Value(default.value().as_arg())),
                (FieldArg::Nothing, None) => return Err(self.missing(index)),
                (value, _) => fill(value),
            };
            filled.map_err(|source| self.wrong(index, source))
        })
    }

    /// Returns the value of the next field, or its default. The default of a nullable reference is
    /// null, unless the field is required. Returns `None` on an error, which the source keeps.
    #[inline]
    pub(crate) fn take<T: FieldType>(&mut self, default: Option<fn() -> T>) -> Option<T> {
        self.take_as(default, |value: T| value)
    }

    /// Returns the same as [`FieldSource::take`], for a field whose values are converted as an `F`.
    #[inline]
    pub(crate) fn take_as<T, F: FieldType>(
        &mut self,
        default: Option<fn() -> T>,
        of: fn(F) -> T,
    ) -> Option<T> {
        let index = self.next;
        self.next += 1;
        match self.values[index] {
            FieldArg::Value(value) => self.converted(index, F::from_value(value)).map(of),
            _ => self.take_other(index, default, of),
        }
    }

    /// Returns the value of a field that has no value of its own, or none that is an [`ArgValue`].
    /// Not inlined, because each node has a copy of the inlined code for each of its fields.
    #[inline(never)]
    fn take_other<T, F: FieldType>(
        &mut self,
        index: usize,
        default: Option<fn() -> T>,
        of: fn(F) -> T,
    ) -> Option<T> {
        let taken = match self.values[index] {
            FieldArg::Value(value) => F::from_value(value),
            FieldArg::Unsigned(number) => of_unsigned(number),
            FieldArg::Json(text) => of_json(text),
            FieldArg::EmptyArray => F::from_value((&empty_array()).into()),
            FieldArg::EmptyMap => F::from_value((&empty_map()).into()),
            FieldArg::Nothing => {
                if let Some(default) = default {
                    return Some(default());
                }
                let is_required = self.reflection().built()[index].required;
                let null = (!is_required).then(|| F::from_value(ArgValue::Null).ok()).flatten();
                if null.is_none() {
                    self.error = Some(self.missing(index));
                }
                return null.map(of);
            }
        };
        self.converted(index, taken).map(of)
    }

    #[inline]
    fn converted<F>(&mut self, index: usize, value: Result<F, ValueError>) -> Option<F> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.refuse(index, error);
                None
            }
        }
    }

    #[cold]
    fn refuse(&mut self, index: usize, source: ValueError) {
        self.error = Some(self.wrong(index, source));
    }

    /// Keeps the error of a type that the node cannot have.
    #[cold]
    pub(crate) fn refuse_type(&mut self, error: TypeError) {
        self.error = Some(error.into());
    }

    /// Returns the error of the last node that could not be made.
    #[cold]
    pub(crate) fn error(&mut self) -> ReflectError {
        match self.error.take() {
            Some(error) => error,
            None => unreachable!("a node without an error is made"),
        }
    }

    #[cold]
    fn missing(&self, index: usize) -> ReflectError {
        let field = self.reflection().built()[index];
        let type_key = self.reflection().type_key();
        ReflectError::MissingField { type_key, field: field.name, expected: field.type_name }
    }

    #[cold]
    fn wrong(&self, index: usize, source: ValueError) -> ReflectError {
        let field = self.reflection().built()[index].name;
        ReflectError::Value { type_key: self.reflection().type_key(), field, source }
    }
}

pub(crate) fn empty_array() -> ObjectRef {
    Array::<ObjectRef>::new().into()
}

pub(crate) fn empty_map() -> ObjectRef {
    Map::<ObjectRef, ObjectRef>::new().into()
}

/// Converts the JSON text of a value that is not a reference.
fn of_json<T: FieldType>(text: &str) -> Result<T, ValueError> {
    match json_text::read(T::KIND, text)? {
        Value::Elements(mut elements) => match T::from_elements(&mut elements) {
            Some(value) => value,
            None => unreachable!("a type of this kind has elements"),
        },
        Value::Scalar(Element::Value(value)) => T::from_value(value.as_arg()),
        Value::Scalar(Element::Unsigned(number)) => of_unsigned(number),
        Value::Text(text) => T::from_value(text.into()),
    }
}
