//! Parsing and formatting of target strings.

use std::fmt;

use objet::String;
use objet::containers::{ArrayNode, StringNode};
use objet::prelude::*;

use super::error::TargetError;
use super::kind::OptionType;
use super::{Target, TargetNode, TargetTag, kind_registry, target_config};
use crate::expr::{Bool, IntImm, IntImmNode, Integer};

/// The quote character of target strings.
const QUOTE: char = '\'';

/// Parses a target string at a nesting depth.
pub(super) fn parse(text: &str, depth: usize) -> Result<Target, TargetError> {
    let text = text.trim();
    if let Some(tag) = TargetTag::get(text)? {
        return target_config::target(tag.config.clone(), depth);
    }
    let config = if text.starts_with('{') { config_of_json(text)? } else { config_of_options(text)? };
    target_config::target(config, depth)
}

/// Parses a kind with options into a configuration.
fn config_of_options(text: &str) -> Result<Map<String, ObjectRef>, TargetError> {
    let words = split(text, ' ')?;
    let mut words = words.iter().map(std::string::String::as_str).peekable();
    let name = words.next().ok_or(TargetError::Empty)?;
    let known = kind_registry::kind(name)?;
    let mut config = Map::<String, ObjectRef>::from([("kind".into(), String::from(name).into())]);
    while let Some(word) = words.next() {
        let not_an_option = || TargetError::NotAnOption { found: word.into() };
        let option = word.trim_start_matches('-');
        let (option, value) = match option.split_once('=') {
            Some((_, "")) => return Err(not_an_option()),
            Some((option, value)) => (option, Some(value)),
            None => (option, words.next_if(|next| !next.starts_with('-'))),
        };
        if option.is_empty() || !word.starts_with('-') {
            return Err(not_an_option());
        }
        let value_type = known.option(option)?.value_type;
        let value = value_of_text(option, value_type, value.unwrap_or("1"))?;
        if config.insert(option.into(), value).is_some() {
            return Err(TargetError::DuplicateOption { option: option.into() });
        }
    }
    Ok(config)
}

/// Parses the value of an option. A nested target stays a string.
fn value_of_text(option: &str, value_type: OptionType, text: &str) -> Result<ObjectRef, TargetError> {
    let wrong =
        || TargetError::Value { option: option.into(), expected: value_type, found: format!("{text:?}") };
    Ok(match value_type {
        OptionType::String | OptionType::Target => String::from(text.trim()).into(),
        OptionType::Integer => Integer::from(text.parse::<i32>().map_err(|_| wrong())?).into(),
        OptionType::Bool => match text.to_ascii_lowercase().as_str() {
            "1" | "true" => Integer::from(1).into(),
            "0" | "false" => Integer::from(0).into(),
            _ => return Err(wrong()),
        },
        OptionType::StringArray | OptionType::TargetArray => {
            let elements = split(text, ',')?;
            elements
                .iter()
                .map(|element| ObjectRef::from(String::from(element.trim())))
                .collect::<Array>()
                .into()
        }
    })
}

/// Parses a JSON configuration.
pub(super) fn config_of_json(text: &str) -> Result<Map<String, ObjectRef>, TargetError> {
    let entries: serde_json::Map<std::string::String, serde_json::Value> = serde_json::from_str(text)?;
    entries.into_iter().map(|(name, value)| Ok((name.into(), value_of_json(value)?))).collect()
}

/// Converts a JSON value of a configuration. The JSON parser limits the nesting depth.
fn value_of_json(value: serde_json::Value) -> Result<ObjectRef, TargetError> {
    use serde_json::Value;
    Ok(match value {
        Value::String(text) => String::from(text).into(),
        Value::Bool(bit) => Bool::from(bit).into(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => i32::try_from(number).map_or_else(|_| IntImm::from(number), IntImm::from).into(),
            None => return Err(TargetError::JsonValue { found: number.to_string() }),
        },
        Value::Array(elements) => {
            elements.into_iter().map(value_of_json).collect::<Result<Array, _>>()?.into()
        }
        Value::Object(entries) => {
            let entries = entries.into_iter().map(|(name, value)| Ok((name.into(), value_of_json(value)?)));
            entries.collect::<Result<Map<String, ObjectRef>, TargetError>>()?.into()
        }
        Value::Null => return Err(TargetError::JsonValue { found: "null".into() }),
    })
}

/// Splits a string at separators outside of quotes, and removes empty parts.
fn split(text: &str, separator: char) -> Result<Vec<std::string::String>, TargetError> {
    let mut words = Vec::new();
    let mut word = std::string::String::new();
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next_if_eq(&QUOTE).is_some() => word.push(QUOTE),
            QUOTE => quoted = !quoted,
            _ if character == separator && !quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(character),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    if quoted { Err(TargetError::Quote { text: text.into() }) } else { Ok(words) }
}

/// Joins words with a separator, and quotes them so that [`split`] returns the same words.
fn join(words: impl IntoIterator<Item = std::string::String>, separator: char) -> std::string::String {
    let words = words.into_iter().map(|word| {
        if !word.contains([separator, QUOTE]) {
            return word;
        }
        // The trailing backslashes stay outside of the quotes: a backslash before the closing quote
        // would escape it.
        let (inside, backslashes) = word.split_at(word.trim_end_matches('\\').len());
        format!("'{}'{backslashes}", inside.replace(QUOTE, "\\'"))
    });
    words.collect::<Vec<_>>().join(&separator.to_string())
}

/// Formats a string or an integer.
fn text_of_atom(value: &ObjectRef) -> Option<std::string::String> {
    match_node!(match value {
        text @ StringNode => Some(text.as_str().into()),
        number @ IntImmNode => Some(number.value.to_string()),
        _ => None,
    })
}

/// Formats a value, or returns `None` if the value cannot be written in a target string.
fn text_of_value(value: &ObjectRef) -> Option<std::string::String> {
    match value.as_node::<ArrayNode>() {
        Some(array) if !array.as_slice().is_empty() => {
            let elements = array.as_slice().iter().map(|element| text_of_atom(element.as_ref()?));
            elements.collect::<Option<Vec<_>>>().map(|elements| join(elements, ','))
        }
        Some(_) => None,
        None => text_of_atom(value),
    }
}

/// Formats the target as its kind with options, sorted by name. Omits the tag, the host, empty
/// strings and lists, and values that are not strings, integers or lists of them.
impl fmt::Display for TargetNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut attrs: Vec<_> = self.attrs.iter().collect();
        attrs.sort_by_key(|(name, _)| *name);
        let keys = self.keys.iter().map(std::string::String::from);
        let keys = (!self.keys.is_empty()).then(|| format!("-keys={}", join(keys, ',')));
        let options = attrs.into_iter().filter_map(|(name, value)| {
            let value = text_of_value(value).filter(|value| !value.is_empty())?;
            Some(format!("-{name}={value}"))
        });
        let words = std::iter::once(self.kind.name.to_string()).chain(keys).chain(options);
        f.write_str(&join(words, ' '))
    }
}

/// Formats the target like its node.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Parses the target like [`Target::new`].
impl std::str::FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        Self::new(text)
    }
}
