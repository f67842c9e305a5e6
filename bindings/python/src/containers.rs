//! What containers of objects have in them.

use objet::{
    ADT, ADTNode, ArgValue, ArrayNode, IsObjectRef, MapNode, ObjectRef, RetValue, ShapeTuple, ShapeTupleNode,
};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PySliceMethods, PyType};

use crate::number::Extents;
use crate::refusal::Refusal;
use crate::{classes, instance, value};

pub(crate) fn native<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a ObjectRef> {
    instance::native(object).ok_or_else(|| PyTypeError::new_err("this is no native object"))
}

fn other(object: &ObjectRef) -> PyErr {
    PyTypeError::new_err(format!("{} is no such container", object.type_key()))
}

/// What stands in a container by number.
pub(crate) enum Items<'a> {
    Objects(&'a [Option<ObjectRef>]),
    Numbers(&'a [i64]),
}

impl<'a> Items<'a> {
    pub(crate) fn of(object: &'a ObjectRef) -> PyResult<Self> {
        if let Some(array) = object.as_node::<ArrayNode>() {
            return Ok(Self::Objects(array.as_slice()));
        }
        if let Some(shape) = object.as_node::<ShapeTupleNode>() {
            return Ok(Self::Numbers(shape.as_slice()));
        }
        match object.as_node::<ADTNode>() {
            Some(adt) => Ok(Self::Objects(adt.fields())),
            None => Err(other(object)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Objects(items) => items.len(),
            Self::Numbers(items) => items.len(),
        }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Objects(items) => value::of_reference(py, items[index].as_ref()),
            Self::Numbers(items) => value::to_python(py, items[index].into()),
        }
    }

    /// The items at these places, in a container of the same kind; those of an ADT in an array.
    fn select(&self, places: impl Iterator<Item = usize>) -> ObjectRef {
        match self {
            Self::Objects(items) => array(places.map(|place| items[place].clone())),
            Self::Numbers(items) => {
                ShapeTuple::from(places.map(|place| items[place]).collect::<Vec<_>>()).into_object_ref()
            }
        }
    }
}

fn array(items: impl Iterator<Item = Option<ObjectRef>>) -> ObjectRef {
    items.collect::<objet::Array<Option<ObjectRef>>>().into_object_ref()
}

pub(crate) fn map(object: &ObjectRef) -> PyResult<&MapNode> {
    object.as_node::<MapNode>().ok_or_else(|| other(object))
}

/// How many items or entries there are.
#[pyfunction]
pub(crate) fn container_len(container: &Bound<'_, PyAny>) -> PyResult<usize> {
    let native = native(container)?;
    match native.as_node::<MapNode>() {
        Some(map) => Ok(map.len()),
        None => Ok(Items::of(native)?.len()),
    }
}

/// The item of a number, counted from the end if it is negative.
#[pyfunction]
pub(crate) fn container_item<'py>(
    container: &Bound<'py, PyAny>,
    index: isize,
) -> PyResult<Bound<'py, PyAny>> {
    let items = Items::of(native(container)?)?;
    let place = if index < 0 { index.checked_add_unsigned(items.len()) } else { Some(index) };
    match place.and_then(|place| usize::try_from(place).ok()).filter(|place| *place < items.len()) {
        Some(place) => items.get(container.py(), place),
        None => Err(PyIndexError::new_err("array index out of range")),
    }
}

/// Some of the items, in a container of the same kind.
#[pyfunction]
pub(crate) fn container_slice<'py>(
    container: &Bound<'py, PyAny>,
    slice: &Bound<'py, PySlice>,
) -> PyResult<Bound<'py, PyAny>> {
    let items = Items::of(native(container)?)?;
    let which = slice.indices(items.len() as isize)?;
    let places = (0..which.slicelength).map(|number| {
        let place = which.start + number as isize * which.step;
        usize::try_from(place).unwrap_or_else(|_| unreachable!("a slice has no places before the first item"))
    });
    value::of_reference(container.py(), Some(&items.select(places)))
}

/// The items of one sequence, and then those of the other: a shape if one is a shape, else an array.
#[pyfunction]
pub(crate) fn containers_joined<'py>(
    lhs: &Bound<'py, PyAny>,
    rhs: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = lhs.py();
    let is_shape = |side: &Bound<'_, PyAny>| {
        instance::native(side).is_some_and(|native| native.is_instance::<ShapeTupleNode>())
    };
    let joined = if is_shape(lhs) || is_shape(rhs) {
        let (Extents(mut extents), Extents(more)) = (lhs.extract()?, rhs.extract()?);
        extents.extend(more);
        ShapeTuple::from(extents).into_object_ref()
    } else {
        let none = || PyTypeError::new_err("expected a sequence, found None");
        let (lhs, rhs) = (value::object(lhs)?.ok_or_else(none)?, value::object(rhs)?.ok_or_else(none)?);
        match (Items::of(&lhs)?, Items::of(&rhs)?) {
            (Items::Objects(lhs), Items::Objects(rhs)) => array(lhs.iter().chain(rhs).cloned()),
            _ => unreachable!("neither is a shape"),
        }
    };
    value::of_reference(py, Some(&joined))
}

/// A container of that class with what a list or a dict has; an ADT of a tag and a list.
#[pyfunction]
pub(crate) fn new_container<'py>(
    class: &Bound<'py, PyType>,
    content: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(about) = classes::about(class) else {
        return Err(PyTypeError::new_err("this is no class of containers"));
    };
    let made = match about.info.key() {
        "runtime.ShapeTuple" => Some(ShapeTuple::from(content.extract::<Extents>()?.0).into_object_ref()),
        "runtime.ADT" => {
            let (tag, fields): (Bound<'_, PyAny>, Bound<'_, PyAny>) = content.extract()?;
            let Ok(tag) = tag.extract() else {
                return Err(Refusal::too_large(&tag, "32 bits with a sign").of_field("runtime.ADT.tag", ""));
            };
            let fields = value::object(&fields)?;
            let fields = fields.as_ref().and_then(|fields| fields.as_node::<ArrayNode>());
            Some(
                ADT::new(tag, fields.map_or_else(Vec::new, |fields| fields.as_slice().to_vec()))
                    .into_object_ref(),
            )
        }
        _ => value::object(content)?,
    };
    let Some(made) = made.filter(|made| made.type_index() == about.info.index()) else {
        return Err(PyTypeError::new_err(format!("this is no content of a {}", about.info.key())));
    };
    instance::new(made, class)
}

/// The number that an object is the constant of, if it is one.
pub(crate) fn constant(object: &ObjectRef) -> Option<RetValue> {
    // What `node._const` makes of numbers.
    matches!(object.type_key(), "IntImm" | "FloatImm")
        .then(|| objet::get_attr(object, "value").ok())
        .flatten()
}

fn is_equal(lhs: &RetValue, rhs: &RetValue) -> bool {
    match (lhs, rhs) {
        (RetValue::Int(lhs), RetValue::Int(rhs)) => lhs == rhs,
        (RetValue::Float(lhs), RetValue::Float(rhs)) => lhs == rhs,
        (RetValue::Int(int), RetValue::Float(float)) | (RetValue::Float(float), RetValue::Int(int)) => {
            // Exact, where a float of the integer would be rounded.
            float.fract() == 0.0 && *float as i128 == i128::from(*int)
        }
        _ => false,
    }
}

/// A number for a constant, and anything else as it is: what containers compare.
#[pyfunction]
pub(crate) fn plain<'py>(item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match instance::native(item).and_then(constant) {
        Some(number) => value::to_python(item.py(), number),
        None => Ok(item.clone()),
    }
}

/// An item, as [`plain`] gives it.
pub(crate) fn plain_item<'py>(
    py: Python<'py>,
    items: &Items<'_>,
    place: usize,
) -> PyResult<Bound<'py, PyAny>> {
    match items {
        Items::Objects(objects) => match objects[place].as_ref().and_then(constant) {
            Some(number) => value::to_python(py, number),
            None => items.get(py, place),
        },
        Items::Numbers(_) => items.get(py, place),
    }
}

/// All items, as [`plain`] gives them.
#[pyfunction]
pub(crate) fn container_plain<'py>(container: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let items = Items::of(native(container)?)?;
    (0..items.len()).map(|place| plain_item(container.py(), &items, place)).collect()
}

/// What a map has for a key.
struct Found<'a> {
    /// The key, if it is another object than the one that was given.
    key: Option<&'a ObjectRef>,
    value: Option<&'a ObjectRef>,
}

/// The entry of a key: of this very object, of a text with the same content, or of a number of the same value.
fn find<'a>(map: &'a MapNode, key: &Bound<'_, PyAny>) -> PyResult<Found<'a>> {
    // In a tuple, since one that is the key would be taken for all that the exception is given, and None for nothing.
    let missing = || PyKeyError::new_err((key.clone().unbind(),));
    let given = match value::given(key) {
        // What has no object is no key.
        Err(error) if error.is_instance_of::<PyTypeError>(key.py()) => return Err(missing()),
        given => given?,
    };
    let (object, sought) = match given.as_arg() {
        ArgValue::Str(text) => (Some(objet::String::from(text).into_object_ref()), None),
        ArgValue::Object(object) => {
            let object = object.to_object_ref();
            let number = object.as_ref().and_then(constant);
            (object, number)
        }
        ArgValue::Int(number) => (None, Some(number.into())),
        ArgValue::Float(number) => (None, Some(number.into())),
        _ => (None, None),
    };
    if let Some(value) = object.and_then(|object| map.get(&object)) {
        return Ok(Found { key: None, value });
    }
    let Some(sought) = sought else { return Err(missing()) };
    let mut numbers = map.iter().filter_map(|(key, value)| Some((key, value, constant(key)?)));
    match numbers.find(|(.., found)| is_equal(found, &sought)) {
        Some((key, value, _)) => Ok(Found { key: Some(key), value }),
        None => Err(missing()),
    }
}

/// The value of a key.
#[pyfunction]
pub(crate) fn map_get<'py>(
    container: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    value::of_reference(container.py(), find(map(native(container)?)?, key)?.value)
}

/// The key of a map that is the same as this one.
#[pyfunction]
pub(crate) fn map_key<'py>(
    container: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    match find(map(native(container)?)?, key)?.key {
        Some(found) => value::of_reference(container.py(), Some(found)),
        None => Ok(key.clone()),
    }
}

/// The tag of an ADT.
#[pyfunction]
pub(crate) fn adt_tag(adt: &Bound<'_, PyAny>) -> PyResult<i64> {
    let native = native(adt)?;
    native.as_node::<ADTNode>().map(|adt| adt.tag().into()).ok_or_else(|| other(native))
}
