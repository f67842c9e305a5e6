//! Fields that are lists of scalars. Python reads them as lists, and sets them to any sequence.

use objet::containers::ArrayNode;
use objet::fields::{ElementsType, FieldKind};
use objet::function::ArgValue;
use objet::{Array, ObjectRef};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};

use crate::conversion_error::ConversionError;
use crate::error;
use crate::instance::native;
use crate::signals::LoopSteps;
use crate::value::{Arg, for_field, has, of_reference};

/// Returns a list with the elements of an array.
pub(crate) fn of_array<'py>(py: Python<'py>, array: &ArrayNode) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::empty(py);
    let mut steps = LoopSteps::default();
    for element in array.as_slice() {
        steps.count(py)?;
        list.append(of_reference(py, element.as_ref())?)?;
    }
    Ok(list.into_any())
}

/// Converts a sequence to an array of boxed scalars. Returns `None` for objects that the field
/// takes as they are, and for objects that are not sequences.
pub(crate) fn to_array(
    object: &Bound<'_, PyAny>,
    list: &ElementsType,
    name: &dyn Fn() -> String,
) -> PyResult<Option<Arg<'static>>> {
    let is_text = object.is_instance_of::<PyString>();
    let is_bytes = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    if is_text || is_bytes || native(object).is_some() {
        return Ok(None);
    }
    let (py, class) = (object.py(), object.get_type());
    if !has(&class, intern!(py, "__iter__")) && !has(&class, intern!(py, "__getitem__")) {
        return Ok(None);
    }
    let (mut elements, mut steps) = (Vec::<ObjectRef>::new(), LoopSteps::default());
    for (index, item) in object.try_iter()?.enumerate() {
        steps.count(py)?;
        let (item, place) = (item?, || format!("{}[{index}]", name()));
        let arg = for_field(&item, list.element, place)?;
        elements.push(match (list.element, arg.as_arg()) {
            (FieldKind::DataType, ArgValue::DataType(dtype)) => objet::String::from(dtype.to_string()).into(),
            (kind, value) => match crate::boxed::of_scalar(kind, value) {
                Some(boxed) => boxed.map_err(|error| error::of_value_of_field(&place(), error))?,
                None => {
                    let expected = crate::value::kind_name(list.element);
                    return Err(ConversionError::new(&item, "").of_field(&place(), &expected));
                }
            },
        });
    }
    Ok(Some(Arg::Owned(elements.into_iter().collect::<Array<ObjectRef>>().into())))
}
