//! Global functions for strings, arrays, maps, shape tuples and ADT values.

use objet_object::{
    ADT, ArgValue, Array, FromValue, Map, ObjectRef, RetValue, ShapeTuple, String as Text, StringNode,
    ValueError,
};
use objet_object_derive::register_global;

use super::error::{ContainerError, position};
use crate::args::Args;
use crate::error::Result;

/// An object or null.
type Any = Option<ObjectRef>;

/// Returns the first argument: the container.
fn subject<'a, T: FromValue<'a>>(args: Args<'a>) -> Result<T> {
    args.get(0)
}

/// Returns the second argument as an index into a container of `len` elements.
fn index(args: Args<'_>, len: usize, container: &'static str) -> Result<usize> {
    Ok(position(args.get(1)?, len, container)?)
}

/// Returns the arguments as objects. A C string is not an object: front ends convert it to a
/// `String` first.
fn objects(args: Args<'_>) -> Result<Vec<Any>> {
    (0..args.len()).map(|position| object(args, position)).collect()
}

fn object(args: Args<'_>, position: usize) -> Result<Any> {
    match args.at(position)? {
        ArgValue::Null => Ok(None),
        value @ (ArgValue::Object(_) | ArgValue::RValueRef(_)) => Ok(value.get()?),
        value => {
            let found = value.type_code().name().unwrap_or("value");
            Err(ContainerError::NoObject { position, found }.into())
        }
    }
}

/// Creates a string from a C string or from UTF-8 bytes.
#[register_global("runtime.String", crate = objet_runtime)]
pub(super) fn string(args: Args<'_>) -> Result<RetValue> {
    let text = Text::from_utf8(args.get(0)?);
    Ok(text.map_err(|error| ValueError::NotUtf8 { position: error.valid_up_to() })?.into())
}

/// Returns the content of a string object.
#[register_global("runtime.GetFFIString", crate = objet_runtime)]
pub(super) fn get_ffi_string(args: Args<'_>) -> Result<RetValue> {
    Ok(subject::<&str>(args)?.into())
}

/// Creates an array from objects and nulls.
#[register_global("runtime.Array", crate = objet_runtime)]
pub(super) fn array(args: Args<'_>) -> Result<RetValue> {
    Ok(Array::<Any>::from(objects(args)?).into())
}

/// Returns the element of an array at an index.
#[register_global("runtime.ArrayGetItem", crate = objet_runtime)]
pub(super) fn array_get_item(args: Args<'_>) -> Result<RetValue> {
    let array: Array<Any> = subject(args)?;
    Ok(array[index(args, array.len(), "array")?].clone().into())
}

/// Returns the number of elements of an array.
#[register_global("runtime.ArraySize", crate = objet_runtime)]
pub(super) fn array_size(args: Args<'_>) -> Result<RetValue> {
    Ok(subject::<Array<Any>>(args)?.len().try_into()?)
}

/// Creates a map from alternating keys and values. C strings become string objects as keys. A
/// duplicate key keeps the position of the first entry and gets the value of the last.
#[register_global("runtime.Map", crate = objet_runtime)]
pub(super) fn map(args: Args<'_>) -> Result<RetValue> {
    let count = args.len();
    if !count.is_multiple_of(2) {
        return Err(ContainerError::OddCount { count }.into());
    }
    let mut map = Map::<ObjectRef, Any>::new();
    for at in (0..count).step_by(2) {
        map.insert(args.get(at)?, object(args, at + 1)?);
    }
    Ok(map.into())
}

/// Returns the number of entries of a map.
#[register_global("runtime.MapSize", crate = objet_runtime)]
pub(super) fn map_size(args: Args<'_>) -> Result<RetValue> {
    Ok(subject::<Map<ObjectRef, Any>>(args)?.len().try_into()?)
}

/// Returns the value of a key in a map.
#[register_global("runtime.MapGetItem", crate = objet_runtime)]
pub(super) fn map_get_item(args: Args<'_>) -> Result<RetValue> {
    let (map, key): (Map<ObjectRef, Any>, ObjectRef) = (subject(args)?, args.get(1)?);
    match map.get(&key) {
        Some(value) => Ok(value.clone().into()),
        None => {
            let key = key.as_node::<StringNode>().map_or(key.type_key(), StringNode::as_str);
            Err(ContainerError::NoKey { key: key.into() }.into())
        }
    }
}

/// Returns whether a map has a key.
#[register_global("runtime.MapCount", crate = objet_runtime)]
pub(super) fn map_count(args: Args<'_>) -> Result<RetValue> {
    let (map, key): (Map<ObjectRef, Any>, ObjectRef) = (subject(args)?, args.get(1)?);
    Ok(map.contains_key(&key).into())
}

/// Returns the alternating keys and values of a map, in the map's order.
#[register_global("runtime.MapItems", crate = objet_runtime)]
pub(super) fn map_items(args: Args<'_>) -> Result<RetValue> {
    let map: Map<ObjectRef, Any> = subject(args)?;
    let mut items = Array::<Any>::with_capacity(2 * map.len());
    for (key, value) in &map {
        items.push(Some(key.clone()));
        items.push(value.clone());
    }
    Ok(items.into())
}

/// Creates a shape tuple from dimensions.
#[register_global("runtime.ShapeTuple", crate = objet_runtime)]
pub(super) fn shape_tuple(args: Args<'_>) -> Result<RetValue> {
    let dimensions: Vec<i64> = (0..args.len()).map(|position| args.get(position)).collect::<Result<_>>()?;
    Ok(ShapeTuple::from(dimensions).into())
}

/// Returns the number of dimensions of a shape tuple.
#[register_global("runtime.GetShapeTupleSize", crate = objet_runtime)]
pub(super) fn get_shape_tuple_size(args: Args<'_>) -> Result<RetValue> {
    Ok(subject::<ShapeTuple>(args)?.len().try_into()?)
}

/// Returns the dimension of a shape tuple at an index.
#[register_global("runtime.GetShapeTupleElem", crate = objet_runtime)]
pub(super) fn get_shape_tuple_elem(args: Args<'_>) -> Result<RetValue> {
    let shape: ShapeTuple = subject(args)?;
    Ok(shape[index(args, shape.len(), "shape tuple")?].into())
}

/// Creates an ADT value. The first argument is the constructor tag; the others are the fields.
#[register_global("runtime.ADT", crate = objet_runtime)]
pub(super) fn adt(args: Args<'_>) -> Result<RetValue> {
    Ok(ADT::new(args.get(0)?, objects(args.tail(1))?).into())
}

/// Creates a tuple from its fields.
#[register_global("runtime.Tuple", crate = objet_runtime)]
pub(super) fn tuple(args: Args<'_>) -> Result<RetValue> {
    Ok(ADT::new(0, objects(args)?).into())
}

/// Returns the constructor tag of an ADT value.
#[register_global("runtime.GetADTTag", crate = objet_runtime)]
pub(super) fn get_adt_tag(args: Args<'_>) -> Result<RetValue> {
    Ok(subject::<ADT>(args)?.tag().into())
}

/// Returns the number of fields of an ADT value.
#[register_global("runtime.GetADTSize", crate = objet_runtime)]
pub(super) fn get_adt_size(args: Args<'_>) -> Result<RetValue> {
    Ok(subject::<ADT>(args)?.len().try_into()?)
}

/// Returns the field of an ADT value at an index.
#[register_global("runtime.GetADTFields", crate = objet_runtime)]
pub(super) fn get_adt_fields(args: Args<'_>) -> Result<RetValue> {
    let adt: ADT = subject(args)?;
    Ok(adt[index(args, adt.len(), "ADT")?].clone().into())
}
