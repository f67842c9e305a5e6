//! Construction of nodes from field values.

use objet_object::__private::resumed;
use objet_object::{ArgValue, Array, Map, ObjectRef, ValueError};

use crate::error::ReflectError;
use crate::field::ComputeValue;
use crate::memory::extended;
use crate::options::BoxError;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The values of the fields of a node under construction, in construction order.
pub(crate) struct FieldSource<'a> {
    of: Reflected,
    values: Vec<FieldArg<'a>>,
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
    /// A value that this function computes. Only fields of types that are defined at run time have
    /// one.
    Computed(&'a ComputeValue),
}

impl<'a> FieldSource<'a> {
    /// Creates a source for nodes of this type, without values.
    pub(crate) fn new(of: Reflected) -> Self {
        Self { of, values: vec![FieldArg::Nothing; of.reflection().built().len()] }
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
    }

    /// Sets the value of the visited field at `position`. Returns whether the field had no value
    /// before.
    #[inline]
    pub(crate) fn set(&mut self, position: usize, value: FieldArg<'a>) -> bool {
        let slot = &mut self.values[self.of.reflection().fields()[position].build_index()];
        let is_first = matches!(slot, FieldArg::Nothing);
        *slot = value;
        is_first
    }

    /// Makes the node and runs the checks of its type.
    pub(crate) fn make(&self) -> Result<ObjectRef, ReflectError> {
        self.reflection().make(self)
    }

    /// Returns the value for the field with this index in construction order.
    #[inline]
    pub(crate) fn value(&self, index: usize) -> FieldArg<'a> {
        self.values[index]
    }

    /// Extends an object to the source's type, which is defined at run time. `object` is a Rust
    /// struct that was built from the first `built` values; the rest of the values are for the
    /// fields behind the struct.
    pub(crate) fn extend(&self, object: ObjectRef, built: usize) -> Result<ObjectRef, ReflectError> {
        let fields = self.reflection().fields();
        let first = fields.partition_point(|field| field.build_index() < built);
        extended(object, self.of.info(), &fields[first..], |field, fill| {
            let (index, declaration) = (field.build_index(), self.reflection().built()[field.build_index()]);
            let filled = match (self.values[index], &declaration.default) {
                (FieldArg::Nothing, Some(default)) => fill(FieldArg::Value(default.value().as_arg())),
                (FieldArg::Nothing, None) => return Err(self.missing(index)),
                (FieldArg::Computed(compute), _) => {
                    let value = resumed(compute()).map_err(|source| self.not_computed(index, source))?;
                    fill(FieldArg::Value(value.as_arg()))
                }
                (value, _) => fill(value),
            };
            filled.map_err(|source| self.wrong(index, source))
        })
    }

    /// Returns the error for a field without a value.
    #[cold]
    pub(crate) fn missing(&self, index: usize) -> ReflectError {
        let field = self.reflection().built()[index];
        let type_key = self.reflection().type_key();
        ReflectError::MissingField { type_key, field: field.name, expected: field.type_name }
    }

    /// Returns the error of the function that computes the value of a field.
    #[cold]
    fn not_computed(&self, index: usize, source: BoxError) -> ReflectError {
        let field = self.reflection().built()[index].name;
        ReflectError::NotComputed { type_key: self.reflection().type_key(), field, source: source.into() }
    }

    /// Returns the error for a value that the field cannot hold.
    #[cold]
    pub(crate) fn wrong(&self, index: usize, source: ValueError) -> ReflectError {
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
