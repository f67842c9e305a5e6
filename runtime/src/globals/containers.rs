//! Strings, arrays, maps, shapes and values of algebraic data types.

use objet_object::{
    ADT, ADTNode, ArgValue, Array, ArrayNode, Map, MapNode, ObjectRef, ShapeTuple, ShapeTupleNode,
    String as Text, StringNode, ValueError,
};
use objet_object_derive::register_global;

use super::error::{ContainerError, position};
use crate::args::Args;
use crate::error::Result;

/// A map of anything.
type AnyMap = Map<ObjectRef, Option<ObjectRef>>;

/// The objects among the arguments. Text is none: front ends make it a `String` first.
fn objects(args: Args<'_>) -> Result<Vec<Option<ObjectRef>>> {
    args.iter().enumerate().map(|(position, arg)| object(position, arg?)).collect()
}

fn object(position: usize, value: ArgValue<'_>) -> Result<Option<ObjectRef>> {
    match value {
        ArgValue::Null => Ok(None),
        ArgValue::Object(_) | ArgValue::RValueRef(_) => Ok(value.get()?),
        _ => {
            let found = value.type_code().name().unwrap_or("value");
            Err(ContainerError::NoObject { position, found }.into())
        }
    }
}

/// A new string of text, or of bytes that are text.
#[register_global("runtime.String", crate = objet_runtime)]
pub(super) fn string(text: &[u8]) -> Result<Text> {
    let checked = Text::from_utf8(text);
    Ok(checked.map_err(|error| ValueError::NotUtf8 { position: error.valid_up_to() })?)
}

/// The text of a string.
#[register_global("runtime.GetFFIString", crate = objet_runtime)]
pub(super) fn get_ffi_string(string: &str) -> String {
    string.into()
}

/// An array of objects and nulls.
#[register_global("runtime.Array", crate = objet_runtime)]
pub(super) fn array(elements: Args<'_>) -> Result<Array<Option<ObjectRef>>> {
    Ok(objects(elements)?.into())
}

/// An element of an array.
#[register_global("runtime.ArrayGetItem", crate = objet_runtime)]
pub(super) fn array_get_item(array: &ArrayNode, index: i64) -> Result<Option<ObjectRef>> {
    let elements = array.as_slice();
    Ok(elements[position(index, elements.len(), "array")?].clone())
}

/// How many elements an array has.
#[register_global("runtime.ArraySize", crate = objet_runtime)]
pub(super) fn array_size(array: &ArrayNode) -> i64 {
    array.as_slice().len() as i64
}

/// A map of keys and values, which come by turns. Text keys become strings. Of keys that are the same, the first has its
/// place and the last its value.
#[register_global("runtime.Map", crate = objet_runtime)]
pub(super) fn map(keys_and_values: Args<'_>) -> Result<AnyMap> {
    let count = keys_and_values.len();
    if !count.is_multiple_of(2) {
        return Err(ContainerError::OddCount { count }.into());
    }
    let mut map = AnyMap::new();
    for at in (0..count).step_by(2) {
        map.insert(keys_and_values.get(at)?, object(at + 1, keys_and_values.at(at + 1)?)?);
    }
    Ok(map)
}

/// How many entries a map has.
#[register_global("runtime.MapSize", crate = objet_runtime)]
pub(super) fn map_size(map: &MapNode) -> i64 {
    map.len() as i64
}

/// The value of a key.
#[register_global("runtime.MapGetItem", crate = objet_runtime)]
pub(super) fn map_get_item(map: &MapNode, key: ObjectRef) -> Result<Option<ObjectRef>> {
    match map.get(&key) {
        Some(value) => Ok(value.cloned()),
        None => {
            let text = key.as_node::<StringNode>().map(|text| format!("{:?}", text.as_str()));
            Err(ContainerError::NoKey { key: text.unwrap_or_else(|| format!("{key:?}")) }.into())
        }
    }
}

/// 1 if there is an entry of that key, and else 0.
#[register_global("runtime.MapCount", crate = objet_runtime)]
pub(super) fn map_count(map: &MapNode, key: ObjectRef) -> bool {
    map.get(&key).is_some()
}

/// The keys and values of a map by turns, in its order.
#[register_global("runtime.MapItems", crate = objet_runtime)]
pub(super) fn map_items(map: &MapNode) -> Array<Option<ObjectRef>> {
    map.iter().flat_map(|(key, value)| [Some(key.clone()), value.cloned()]).collect()
}

/// A shape of these dimensions.
#[register_global("runtime.ShapeTuple", crate = objet_runtime)]
pub(super) fn shape_tuple(dimensions: Args<'_>) -> Result<ShapeTuple> {
    (0..dimensions.len()).map(|position| dimensions.get::<i64>(position)).collect()
}

/// How many dimensions a shape has.
#[register_global("runtime.GetShapeTupleSize", crate = objet_runtime)]
pub(super) fn get_shape_tuple_size(shape: &ShapeTupleNode) -> i64 {
    shape.as_slice().len() as i64
}

/// A dimension of a shape.
#[register_global("runtime.GetShapeTupleElem", crate = objet_runtime)]
pub(super) fn get_shape_tuple_elem(shape: &ShapeTupleNode, index: i64) -> Result<i64> {
    let dimensions = shape.as_slice();
    Ok(dimensions[position(index, dimensions.len(), "shape tuple")?])
}

/// A value of the constructor `tag`.
#[register_global("runtime.ADT", crate = objet_runtime)]
pub(super) fn adt(tag: i32, fields: Args<'_>) -> Result<ADT> {
    Ok(ADT::new(tag, objects(fields)?))
}

/// A tuple.
#[register_global("runtime.Tuple", crate = objet_runtime)]
pub(super) fn tuple(fields: Args<'_>) -> Result<ADT> {
    Ok(ADT::new(0, objects(fields)?))
}

/// Which constructor made the value.
#[register_global("runtime.GetADTTag", crate = objet_runtime)]
pub(super) fn get_adt_tag(adt: &ADTNode) -> i32 {
    adt.tag()
}

/// How many fields the value has.
#[register_global("runtime.GetADTSize", crate = objet_runtime)]
pub(super) fn get_adt_size(adt: &ADTNode) -> i64 {
    adt.fields().len() as i64
}

/// A field of the value.
#[register_global("runtime.GetADTFields", crate = objet_runtime)]
pub(super) fn get_adt_fields(adt: &ADTNode, index: i64) -> Result<Option<ObjectRef>> {
    let fields = adt.fields();
    Ok(fields[position(index, fields.len(), "ADT")?].clone())
}
