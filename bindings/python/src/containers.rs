//! Access to the items of native containers, as functions for the Python part of the package.

use objet::containers::{ADT, ADTNode, ArrayNode, MapNode, ShapeTupleNode};
use objet::function::{ArgValue, RetValue};
use objet::types::{self, TypeIndex};
use objet::{IsObjectRef, ObjectRef, ShapeTuple};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PySliceMethods, PyType};

use crate::conversion_error::ConversionError;
use crate::number::Extents;
use crate::number_keys::Number;
use crate::signals::LoopSteps;
use crate::{boxed, classes, error, instance, number_keys, value};

pub(crate) fn native<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a ObjectRef> {
    instance::native(object).ok_or_else(|| PyTypeError::new_err("the object is not an objet.Object"))
}

fn other(object: &ObjectRef) -> PyErr {
    PyTypeError::new_err(format!("{} does not support this container operation", object.type_key()))
}

/// The items of a sequence: an array, the fields of an ADT, or the extents of a shape.
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

    /// Copies the items at the given indices to a container of the same kind. The items of an ADT
    /// become an array.
    fn select(&self, indices: impl Iterator<Item = usize>) -> ObjectRef {
        match self {
            Self::Objects(items) => array(indices.map(|index| items[index].clone())),
            Self::Numbers(items) => {
                ShapeTuple::from(indices.map(|index| items[index]).collect::<Vec<_>>()).into_object_ref()
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

/// Whether the objects of a type are containers.
pub(crate) fn is_container(index: TypeIndex) -> bool {
    [TypeIndex::ARRAY, TypeIndex::MAP, TypeIndex::SHAPE_TUPLE, TypeIndex::ADT].contains(&index)
}

/// Returns the number of items or entries.
pub(crate) fn len(container: &ObjectRef) -> PyResult<usize> {
    match container.as_node::<MapNode>() {
        Some(map) => Ok(map.len()),
        None => Ok(Items::of(container)?.len()),
    }
}

/// Returns the item at an index. A negative index counts from the end.
#[pyfunction]
pub(crate) fn container_item<'py>(
    container: &Bound<'py, PyAny>,
    index: isize,
) -> PyResult<Bound<'py, PyAny>> {
    let items = Items::of(native(container)?)?;
    let index = if index < 0 { index.checked_add_unsigned(items.len()) } else { Some(index) };
    match index.and_then(|index| usize::try_from(index).ok()).filter(|index| *index < items.len()) {
        Some(index) => items.get(container.py(), index),
        None => Err(PyIndexError::new_err("array index out of range")),
    }
}

/// Returns the items of a slice in a container of the same kind.
#[pyfunction]
pub(crate) fn container_slice<'py>(
    container: &Bound<'py, PyAny>,
    slice: &Bound<'py, PySlice>,
) -> PyResult<Bound<'py, PyAny>> {
    let items = Items::of(native(container)?)?;
    let which = slice.indices(items.len() as isize)?;
    let indices = (0..which.slicelength).map(|number| {
        let index = which.start + number as isize * which.step;
        usize::try_from(index).unwrap_or_else(|_| unreachable!("an index of a slice is not negative"))
    });
    value::of_reference(container.py(), Some(&items.select(indices)))
}

/// Concatenates two sequences. The result is a shape if one of them is a shape, and an array
/// otherwise.
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
            _ => unreachable!("neither side is a shape"),
        }
    };
    value::of_reference(py, Some(&joined))
}

/// Returns the entries of two maps. For common keys, the values of the second map win. One side may
/// be another mapping, whose entries are converted to objects.
#[pyfunction]
pub(crate) fn maps_joined<'py>(
    lhs: &Bound<'py, PyAny>,
    rhs: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = lhs.py();
    let none = || PyTypeError::new_err("expected a mapping, found None");
    let (first, second) = (value::object(lhs)?.ok_or_else(none)?, value::object(rhs)?.ok_or_else(none)?);
    let container = value::of_reference(py, Some(&first))?;
    let (mut steps, mut joined) = (LoopSteps::default(), objet::Map::<ObjectRef, Option<ObjectRef>>::new());
    for (key, value) in map(&first)?.iter() {
        steps.count(py)?;
        joined.insert(key.clone(), value.cloned());
    }
    for (key, value) in map(&second)?.iter() {
        steps.count(py)?;
        // A key may equal another object in the first map.
        let same = search(&container, &value::of_reference(py, Some(key))?)?.and_then(|found| found.key);
        joined.insert(same.unwrap_or(key).clone(), value.cloned());
    }
    value::of_reference(py, Some(&joined.into_object_ref()))
}

/// Returns the objects in a container: the items of a sequence, or alternating keys and values.
/// Python sees a boxed number as a number elsewhere, and here as its object.
#[pyfunction]
pub(crate) fn container_objects<'py>(container: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (py, native) = (container.py(), native(container)?);
    let mut steps = LoopSteps::default();
    let mut wrapped = |object: Option<&ObjectRef>| {
        steps.count(py)?;
        match object {
            Some(object) if boxed::kind(object.type_index()).is_some() => boxed_object(py, object.clone()),
            object => value::of_reference(py, object),
        }
    };
    match native.as_node::<MapNode>() {
        Some(map) => map.iter().flat_map(|(key, value)| [Some(key), value]).map(&mut wrapped).collect(),
        None => match Items::of(native)? {
            Items::Objects(items) => items.iter().map(|item| wrapped(item.as_ref())).collect(),
            numbers @ Items::Numbers(_) => (0..numbers.len()).map(|index| numbers.get(py, index)).collect(),
        },
    }
}

/// Makes the object of a boxed number, of the type of a key.
#[pyfunction]
pub(crate) fn boxed_number<'py>(key: &str, number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = number.py();
    let kind = types::by_key(key).and_then(|info| boxed::kind(info.index()));
    let kind = kind.ok_or_else(|| PyTypeError::new_err(format!("{key} does not box numbers")))?;
    let number = value::convert(number)?;
    boxed_object(py, boxed::of_number(kind, number.as_arg()).map_err(error::of_value)?)
}

fn boxed_object(py: Python<'_>, object: ObjectRef) -> PyResult<Bound<'_, PyAny>> {
    let class = crate::types::class_of_key(py, object.type_key())?;
    instance::new(object, &class)
}

/// Makes a map of a class from a list of alternating keys and values.
#[pyfunction]
pub(crate) fn map_of_parts<'py>(
    class: &Bound<'py, PyType>,
    parts: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let wrong = || PyTypeError::new_err("expected a class of maps, and a list of keys and values");
    if classes::class_data(class).is_none_or(|data| data.info.index() != TypeIndex::MAP) {
        return Err(wrong());
    }
    let parts = value::object(parts)?;
    let parts = parts.as_ref().and_then(|parts| parts.as_node::<ArrayNode>()).ok_or_else(wrong)?;
    let (entries, []) = parts.as_slice().as_chunks::<2>() else { return Err(wrong()) };
    let mut made = objet::Map::<ObjectRef, Option<ObjectRef>>::new();
    for entry in entries {
        let key = entry[0].clone().ok_or_else(|| PyTypeError::new_err("the key of a map is null"))?;
        made.insert(key, entry[1].clone());
    }
    instance::new(made.into_object_ref(), class)
}

/// Makes a container of the given class from a list or a dict. An ADT is made from a tag and a
/// list.
#[pyfunction]
pub(crate) fn new_container<'py>(
    class: &Bound<'py, PyType>,
    content: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(data) = classes::class_data(class) else {
        return Err(PyTypeError::new_err("the class is not a container class"));
    };
    let made = match data.info.key() {
        "runtime.ShapeTuple" => Some(ShapeTuple::from(content.extract::<Extents>()?.0).into_object_ref()),
        "runtime.ADT" => {
            let (tag, fields): (Bound<'_, PyAny>, Bound<'_, PyAny>) = content.extract()?;
            let Ok(tag) = tag.extract() else {
                return Err(ConversionError::too_large(&tag, "a signed 32-bit integer")
                    .of_field("runtime.ADT.tag", ""));
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
    let Some(made) = made.filter(|made| made.type_index() == data.info.index()) else {
        return Err(PyTypeError::new_err(format!("cannot make a {} from this content", data.info.key())));
    };
    instance::new(made, class)
}

/// Returns the number of a constant, if the object is one.
pub(crate) fn constant(object: &ObjectRef) -> Option<RetValue> {
    // The types that `node._const` makes from numbers.
    matches!(object.type_key(), "IntImm" | "FloatImm")
        .then(|| objet::get_attr(object, "value").ok())
        .flatten()
}

/// Returns the number of a constant, and any other item unchanged. Containers compare these values.
#[pyfunction]
pub(crate) fn plain<'py>(item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match instance::native(item).and_then(constant) {
        Some(number) => value::to_python(item.py(), number),
        None => Ok(item.clone()),
    }
}

/// Returns an item after the conversion of [`plain`].
pub(crate) fn plain_item<'py>(
    py: Python<'py>,
    items: &Items<'_>,
    index: usize,
) -> PyResult<Bound<'py, PyAny>> {
    match items {
        Items::Objects(objects) => match objects[index].as_ref().and_then(constant) {
            Some(number) => value::to_python(py, number),
            None => items.get(py, index),
        },
        Items::Numbers(_) => items.get(py, index),
    }
}

/// Returns all items after the conversion of [`plain`].
#[pyfunction]
pub(crate) fn container_plain<'py>(container: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let items = Items::of(native(container)?)?;
    let (py, mut steps) = (container.py(), LoopSteps::default());
    let item = |index| {
        steps.count(py)?;
        plain_item(py, &items, index)
    };
    (0..items.len()).map(item).collect()
}

/// The entry of a map for a key.
struct Found<'a> {
    /// The key in the map, if it is another object than the key that was looked up.
    key: Option<&'a ObjectRef>,
    value: Option<&'a ObjectRef>,
}

/// Looks up a key in the map of a Python object: the same object, a string with the same content,
/// or a number of the same value.
fn find<'a>(container: &'a Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> PyResult<Found<'a>> {
    // The key is wrapped in a tuple. Otherwise a tuple would become the arguments of the exception,
    // and None would become no arguments.
    search(container, key)?.ok_or_else(|| PyKeyError::new_err((key.clone().unbind(),)))
}

/// Works like [`find`]. Returns `None` if the map does not have the key.
fn search<'a>(container: &'a Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> PyResult<Option<Found<'a>>> {
    let map = map(native(container)?)?;
    let arg = match value::try_convert(key) {
        // A value that cannot become an object cannot be a key.
        Err(ConversionError::Value { .. }) => return Ok(None),
        arg => arg?,
    };
    let (object, sought) = match arg.as_arg() {
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
        return Ok(Some(Found { key: None, value }));
    }
    let Some(sought) = sought.as_ref().and_then(Number::of) else { return Ok(None) };
    let Some(key) = number_keys::find(container, map, sought)? else { return Ok(None) };
    Ok(Some(Found { key: Some(key), value: map.get(key).flatten() }))
}

/// Returns the value of a key.
#[pyfunction]
pub(crate) fn map_get<'py>(
    container: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    value::of_reference(container.py(), find(container, key)?.value)
}

/// Returns the key and the value at a position in the order of a map.
#[pyfunction]
pub(crate) fn map_entry<'py>(
    container: &Bound<'py, PyAny>,
    index: usize,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = container.py();
    let Some((key, value)) = map(native(container)?)?.entry(index) else {
        return Err(PyIndexError::new_err("map index out of range"));
    };
    Ok((value::of_reference(py, Some(key))?, value::of_reference(py, value)?))
}

/// Returns the tag of an ADT.
#[pyfunction]
pub(crate) fn adt_tag(adt: &Bound<'_, PyAny>) -> PyResult<i64> {
    let native = native(adt)?;
    native.as_node::<ADTNode>().map(|adt| adt.tag().into()).ok_or_else(|| other(native))
}
