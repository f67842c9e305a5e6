//! Conversion between targets and their configurations.

use std::collections::BTreeSet;

use objet::String;
use objet::prelude::*;

use super::error::TargetError;
use super::kind::OptionType;
use super::{Target, TargetNode, gpu_code, kind_registry, text};
use crate::expr::{IntImm, IntImmNode};

/// The maximum nesting depth of targets in the strings and maps of other targets.
const DEPTH_LIMIT: usize = 32;

/// Creates a target from a configuration at a nesting depth.
pub(super) fn target(mut config: Map<String, ObjectRef>, depth: usize) -> Result<Target, TargetError> {
    if depth > DEPTH_LIMIT {
        return Err(TargetError::TooDeep { limit: DEPTH_LIMIT });
    }
    let kind = config.remove("kind").ok_or(TargetError::NoKind)?;
    let known = kind_registry::kind(&field::<String>("kind", "a string", kind)?)?;
    let tag = config.remove("tag").map(|tag| field("tag", "a string", tag)).transpose()?;
    let given_keys =
        config.remove("keys").map(|keys| field("keys", "a list of strings", keys)).transpose()?;
    let host = config.remove("host").map(|host| nested("host", &host, depth)).transpose()?;

    let mut attrs = Map::new();
    for (name, value) in config {
        let value_type = known.option(&name)?.value_type;
        attrs.insert(name.clone(), typed_value(&name, value_type, &value, depth)?);
    }
    for option in known.options() {
        if let (false, Some(default)) = (attrs.contains_key(option.name), option.default()) {
            attrs.insert(option.name.into(), default);
        }
    }

    gpu_code::complete(&known.kind.name, &mut attrs)?;

    let device = attrs.get("device").and_then(|device| device.clone().downcast::<String>().ok());
    let given_keys: Array<String> = given_keys.unwrap_or_default();
    let mut seen = BTreeSet::new();
    let keys = given_keys.into_iter().chain(device).chain(known.kind.default_keys.iter().cloned());
    let keys: Array<String> = keys.filter(|key| seen.insert(key.clone())).collect();
    Ok(make_object(TargetNode {
        base: Object::new(),
        kind: known.kind.clone(),
        tag: tag.unwrap_or_default(),
        keys,
        attrs,
        host: host.map(ObjectRef::from),
    })
    .into())
}

/// Returns the configuration that creates a target. The loop handles a host chain of any length
/// without recursion.
pub(super) fn of_target(target: &Target) -> Map<String, ObjectRef> {
    let chain = std::iter::successors(Some(target.clone()), |target| target.get_host());
    let chain: Vec<Target> = chain.collect();
    let mut host: Option<Map<String, ObjectRef>> = None;
    for target in chain.iter().rev() {
        let mut config = Map::<String, ObjectRef>::new();
        config.insert("kind".into(), target.kind.name.clone().into());
        config.insert("tag".into(), target.tag.clone().into());
        config.insert("keys".into(), target.keys.clone().into());
        if let Some(host) = host.take() {
            config.insert("host".into(), host.into());
        }
        config.extend(target.attrs.clone());
        host = Some(config);
    }
    host.unwrap_or_default()
}

/// Converts an entry that configurations of every kind have.
fn field<T: IsObjectRef>(
    field: &'static str,
    expected: &'static str,
    value: ObjectRef,
) -> Result<T, TargetError> {
    value.downcast::<T>().map_err(|error| TargetError::Field {
        field,
        expected,
        found: error.into_object().type_key().into(),
    })
}

/// Converts the value of an option to the type of the option.
fn typed_value(
    option: &str,
    value_type: OptionType,
    value: &ObjectRef,
    depth: usize,
) -> Result<ObjectRef, TargetError> {
    let wrong = || {
        let found = match value.as_node::<IntImmNode>() {
            Some(number) => format!("the number {}", number.value),
            None => value.type_key().into(),
        };
        TargetError::Value { option: option.into(), expected: value_type, found }
    };
    let elements = |element_type| {
        let elements = value.downcast_ref::<Array<ObjectRef>>().ok_or_else(wrong)?;
        let typed = elements
            .iter()
            .enumerate()
            .map(|(index, element)| typed_value(&format!("{option}[{index}]"), element_type, element, depth));
        typed.collect::<Result<Array<ObjectRef>, _>>().map(ObjectRef::from)
    };
    match value_type {
        OptionType::String if value.downcast_ref::<String>().is_some() => Ok(value.clone()),
        OptionType::Integer if value.downcast_ref::<IntImm>().is_some() => Ok(value.clone()),
        OptionType::Bool if value.as_node::<IntImmNode>().is_some_and(|bit| matches!(bit.value, 0 | 1)) => {
            Ok(value.clone())
        }
        OptionType::String | OptionType::Integer | OptionType::Bool => Err(wrong()),
        OptionType::Target => nested(option, value, depth).map(ObjectRef::from),
        OptionType::StringArray => elements(OptionType::String),
        OptionType::TargetArray => elements(OptionType::Target),
    }
}

/// Converts the value of an option to a nested target. The value is a target, a string or a
/// configuration.
fn nested(option: &str, value: &ObjectRef, depth: usize) -> Result<Target, TargetError> {
    if let Some(target) = value.downcast_ref::<Target>() {
        return Ok(target.clone());
    }
    let made = if let Some(text) = value.downcast_ref::<String>() {
        text::parse(text, depth + 1)
    } else if let Some(config) = value.downcast_ref::<Map<String, ObjectRef>>() {
        target(config.clone(), depth + 1)
    } else {
        let (option, found) = (option.into(), value.type_key().into());
        return Err(TargetError::Value { option, expected: OptionType::Target, found });
    };
    made.map_err(|source| TargetError::Nested { option: option.into(), source: Box::new(source) })
}
