//! Construction of nodes from Python, with fields by keyword or by position.

use objet::ObjectRef;
use objet::fields::{Field, ReflectError, Reflection, make_node_at};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::classes::{self, Class};
use crate::{boxed, docs, error, instance, value};

/// Constructs an object of a class.
pub(crate) fn make<'py>(
    class: &Bound<'py, PyType>,
    args: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    // Boxed numbers are plain numbers in Python and have no constructor.
    let data = classes::class_data(class).filter(|data| boxed::kind(data.info.index()).is_none());
    let Some((data, reflection)) = data.and_then(|data| Some((data, data.reflection?))) else {
        let message = format!(
            "objects of {} are made by functions, not from their fields: if it is a class of its own, declare it by @objet.register_object",
            class.qualname()?
        );
        return Err(PyTypeError::new_err(message));
    };
    match node(data, reflection, args, keywords) {
        Ok(made) => instance::new(made, class),
        Err(error) => Err(error.into_exception(class)),
    }
}

/// An error of a construction.
enum ConstructError {
    /// There are more values than fields.
    Count(String),
    /// The values do not match the fields.
    Fields(ReflectError),
    /// A value cannot be converted.
    Value(PyErr),
}

impl From<PyErr> for ConstructError {
    fn from(error: PyErr) -> Self {
        Self::Value(error)
    }
}

impl ConstructError {
    /// Returns the exception. If the class has an `__init__`, the message explains `__new__`.
    #[cold]
    fn into_exception(self, class: &Bound<'_, PyType>) -> PyErr {
        let message = match self {
            Self::Value(error) => return error,
            Self::Count(message) => message,
            Self::Fields(error @ (ReflectError::UnknownField { .. } | ReflectError::MissingField { .. })) => {
                error.to_string()
            }
            Self::Fields(error) => return error::of_reflection(error),
        };
        let init = intern!(class.py(), "__init__");
        let plain = class.py().get_type::<PyAny>().getattr(init);
        let has_init = class.getattr(init).is_ok_and(|init| plain.is_ok_and(|plain| !init.is(plain)));
        let hint = match class.name() {
            Ok(name) if has_init => format!(
                ". The object is made before __init__ runs: for {name} to take other parameters than its fields, define \
                 __new__(cls, ...) and return super().__new__(cls, ...) with the fields"
            ),
            _ => String::new(),
        };
        PyTypeError::new_err(message + &hint)
    }
}

/// Constructs a node from field values.
fn node(
    data: &Class,
    reflection: &'static Reflection,
    args: &Bound<'_, PyTuple>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> Result<ObjectRef, ConstructError> {
    let (key, fields) = (data.info.key(), reflection.fields());
    if args.len() > fields.len() {
        let message = format!("{key} has {} fields, but {} values were passed", fields.len(), args.len());
        return Err(ConstructError::Count(message));
    }
    // The items are copied, because conversions run Python code that may change the dict.
    let mut items = Vec::with_capacity(args.len() + keywords.map_or(0, |keywords| keywords.len()));
    items.extend(args.iter().enumerate());
    if let Some(keywords) = keywords {
        for (name, item) in keywords {
            items.push((position(data, reflection, name.cast().map_err(PyErr::from)?)?, item));
        }
    }
    let mut converted = Vec::with_capacity(items.len());
    for (position, item) in &items {
        let field = &fields[*position];
        let name = || format!("{key}.{}", field.name());
        converted.push((*position, value::for_field(item, field.kind(), name)?));
    }
    let values = converted.iter().map(|(position, converted)| (*position, converted.as_arg()));
    make_node_at(data.info, values).map_err(ConstructError::Fields)
}

/// Returns the position of a field by name.
fn position(
    data: &Class,
    reflection: &'static Reflection,
    name: &Bound<'_, PyString>,
) -> Result<usize, ConstructError> {
    if let Some(position) = data.names.iter().position(|each| each.is(name)) {
        return Ok(position);
    }
    let name = name.to_str()?;
    let is_it = |field: &Field| field.name() == name || docs::parameter(field.name()) == name;
    match reflection.fields().iter().position(is_it) {
        Some(position) => Ok(position),
        None => Err(reflection
            .field(name)
            .map_or_else(ConstructError::Fields, |_| unreachable!("it is not there"))),
    }
}
