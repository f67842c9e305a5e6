//! Global functions over nodes of all types: text, attributes and comparison.
//!
//! For a type whose only field is `__dict__`, a map, the attributes are the entries of the map.

use objet_object::{ArgValue, Map, Object, ObjectRef, RetValue, String as Text};
use objet_reflection::{self as reflection, Reflection, StructuralEqual, StructuralHash};
use objet_runtime::{Args, PackedFunc, Registry, Result, TypedPackedFunc, register_global};

use super::error::FrontEndError;

/// Returns the text of an object, which begins with its type if the type has no text of its own.
#[register_global("node.AsRepr", crate = objet_runtime)]
pub(super) fn as_repr(object: Option<ObjectRef>) -> String {
    let text = reflection::as_repr(object.as_ref());
    match object {
        // The parts that the fields share are listed first, as `%1`, `%2` and so on. Front ends
        // read the type of attributes from the beginning of the text.
        Some(object) if text.starts_with("%1 = ") => format!("{}({:p})", object.type_key(), &*object),
        _ => text,
    }
}

/// Returns the value of an attribute.
#[register_global("node.NodeGetAttr", crate = objet_runtime)]
pub(super) fn get_attr(object: ObjectRef, name: &str) -> Result<RetValue> {
    if let Some(value) = entries(&object).and_then(|entries| entries.get(name).cloned()) {
        return Ok(value.into());
    }
    Ok(reflection::get_attr(&object, name).map_err(FrontEndError::from)?)
}

/// Returns a function that maps an index to the name of an attribute, and -1 to the number of
/// attributes.
#[register_global("node.NodeListAttrNames", crate = objet_runtime)]
pub(super) fn list_attr_names(object: ObjectRef) -> Result<PackedFunc> {
    let names: Vec<String> = match entries(&object) {
        Some(entries) => entries.keys().map(Into::into).collect(),
        None => {
            let names = reflection::attr_names(&object).map_err(FrontEndError::from)?;
            names.into_iter().map(Into::into).collect()
        }
    };
    Ok(TypedPackedFunc::new(move |index: i64| -> Result<RetValue> {
        let len = names.len();
        match usize::try_from(index).ok().and_then(|index| names.get(index)) {
            Some(name) => Ok(name.as_str().into()),
            None if index == -1 => Ok(len.try_into()?),
            None => Err(FrontEndError::NoSuchName { len, index }.into()),
        }
    })
    .into())
}

/// Creates a node from its type key, followed by a name and a value for each field.
#[register_global("node.MakeNode", crate = objet_runtime)]
pub(super) fn make_node(type_key: &str, names_and_values: Args<'_>) -> Result<ObjectRef> {
    let count = names_and_values.len();
    if !count.is_multiple_of(2) {
        return Err(FrontEndError::OddCount { count: count + 1 }.into());
    }
    let at = |index| Ok((names_and_values.get(index)?, names_and_values.at(index + 1)?));
    let given = (0..count).step_by(2).map(at).collect::<Result<Vec<(&str, ArgValue<'_>)>>>()?;
    let reflection = Reflection::of_key(type_key).map_err(FrontEndError::from)?;
    let field_names: Vec<_> = reflection.fields().iter().map(|field| field.name()).collect();
    let is_given_entries = field_names == [DICT] && given.iter().all(|(name, _)| *name != DICT);
    let made = if is_given_entries {
        let entry = |(name, value): &(&str, _)| Ok((Text::from(*name), as_object(*value)?));
        let entries = given.iter().map(entry).collect::<Result<Map<Text, Option<ObjectRef>>>>()?;
        reflection::make_node(type_key, [(DICT, (&entries).into())])
    } else {
        let surplus = given.iter().filter(|(name, _)| !field_names.contains(name));
        let names: Vec<String> = surplus.map(|(name, _)| (*name).into()).collect();
        if !names.is_empty() {
            return Err(FrontEndError::SurplusFields { type_key: reflection.type_key(), names }.into());
        }
        let objects = given.iter().map(|(name, value)| constant(reflection, name, *value));
        let objects = objects.collect::<Result<Vec<_>>>()?;
        let values = given.iter().zip(&objects);
        reflection::make_node(
            type_key,
            values.map(|((name, value), object)| match object {
                Some(object) => (*name, object.into()),
                None => (*name, *value),
            }),
        )
    };
    Ok(made.map_err(FrontEndError::from)?)
}

/// Converts a number into an object if the field is a reference.
fn constant(reflection: &'static Reflection, field: &str, value: ArgValue<'_>) -> Result<Option<ObjectRef>> {
    let is_reference = reflection.field(field).is_ok_and(|field| field.is_reference());
    match value {
        ArgValue::Int(_) | ArgValue::Float(_) if is_reference => as_object(value),
        _ => Ok(None),
    }
}

/// The difference below which front ends of TVM 0.8 expect doubles to be equal.
const FLOAT_TOLERANCE: f64 = 1e-9;

/// Compares two graphs structurally. In assert mode, a difference is an error. Doubles may differ
/// by less than 10^-9.
#[register_global("node.StructuralEqual", crate = objet_runtime)]
pub(super) fn structural_equal(
    lhs: Option<ObjectRef>,
    rhs: Option<ObjectRef>,
    assert_mode: bool,
    map_free_vars: bool,
) -> Result<bool> {
    let compare = StructuralEqual::new().map_free_vars(map_free_vars).float_tolerance(FLOAT_TOLERANCE);
    let difference = match (&lhs, &rhs) {
        (None, None) => return Ok(true),
        (Some(lhs), Some(rhs)) if !assert_mode => return Ok(compare.equal(lhs, rhs)),
        (Some(lhs), Some(rhs)) => match compare.first_difference(lhs, rhs) {
            Some(difference) => difference.into(),
            None => return Ok(true),
        },
        _ => {
            let [lhs, rhs] = [lhs, rhs].map(|object| reflection::as_repr(object.as_ref()));
            FrontEndError::NotEqual { lhs, rhs, location: String::new() }
        }
    };
    if assert_mode { Err(difference.into()) } else { Ok(false) }
}

/// Returns the structural hash of a graph, or 0 for null.
#[register_global("node.StructuralHash", crate = objet_runtime)]
pub(super) fn structural_hash(object: Option<ObjectRef>, map_free_vars: bool) -> i64 {
    let hash = StructuralHash::new().map_free_vars(map_free_vars);
    object.map_or(0, |object| hash.hash(&object).cast_signed())
}

/// The name of the field whose entries are attributes.
const DICT: &str = "__dict__";

/// Returns the entries that replace the fields of an object as attributes, if its type has them.
fn entries(object: &Object) -> Option<Map<Text, Option<ObjectRef>>> {
    match Reflection::of_object(object).ok()?.fields() {
        [field] if field.name() == DICT => reflection::get_attr(object, DICT).ok()?.get().ok(),
        _ => None,
    }
}

/// Converts a value into an object. A number becomes a constant; null stays null.
fn as_object(value: ArgValue<'_>) -> Result<Option<ObjectRef>> {
    let dtype = match value {
        ArgValue::Int(number) if i32::try_from(number).is_ok() => "int32",
        ArgValue::Int(_) => "int64",
        ArgValue::Float(_) => "float32",
        _ => return Ok(value.get()?),
    };
    Registry::expect("node._const")?.call_as((value, dtype, ()))
}
