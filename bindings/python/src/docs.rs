//! Names, docstrings and signatures of Python classes and functions, made from reflection.

use std::borrow::Cow;

use objet::containers::{ArrayNode, MapNode, StringNode};
use objet::fields::{Field, FieldKind, Reflection};
use objet::function::{Param, RetValue, Signature};
use objet::types::TypeIndex;
use objet::types::TypeInfo;
use objet::{ObjectRef, PackedFunc};

use crate::boxed;
use crate::containers::constant;
use crate::value::kind_name;

/// Returns the qualified Python name of the class of a type.
pub(crate) fn python_name(key: &str) -> String {
    match key {
        "runtime.Object" => "objet.Object".into(),
        _ => format!("objet.{key}"),
    }
}

/// Returns the Python name of a parameter. Python keywords get a trailing underscore.
pub(crate) fn parameter(name: &str) -> Cow<'_, str> {
    const KEYWORDS: [&str; 32] = [
        "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
        "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
        "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ];
    if KEYWORDS.contains(&name) { format!("{name}_").into() } else { name.into() }
}

/// Returns the Python annotation of a field.
fn annotation(kind: FieldKind) -> String {
    let reference = match kind {
        FieldKind::Reference(reference) => reference,
        FieldKind::Optional(option) => return format!("{} | None", kind_name(option.element)),
        kind => return kind_name(kind),
    };
    let name = match (boxed::held(reference), reference.type_index()) {
        (Some(held), _) => kind_name(held),
        (None, TypeIndex::STRING) => "str".into(),
        (None, _) => python_name(&reference.type_name()),
    };
    if reference.nullable { format!("{name} | None") } else { name }
}

/// Returns the docstring of a descriptor. Fields of types that were declared in Python have Python
/// types, and other fields have Rust types.
pub(crate) fn field(field: &Field, is_runtime_defined: bool) -> String {
    let bounds = match (field.lower_bound(), field.upper_bound()) {
        (None, None) => String::new(),
        (Some(least), None) => format!(" At least {least:?}."),
        (None, Some(most)) => format!(" At most {most:?}."),
        (Some(least), Some(most)) => format!(" From {least:?} to {most:?}."),
    };
    let variants = match field.kind() {
        FieldKind::Enum(declared) => {
            let names: Vec<_> =
                declared.variants.iter().map(|(name, number)| format!("{number}: {name}")).collect();
            format!(" ({})", names.join(", "))
        }
        _ => String::new(),
    };
    let type_name = if is_runtime_defined { annotation(field.kind()) } else { field.type_name().into() };
    format!("{type_name}: {}{bounds}{variants}", field.doc()).trim_end_matches(": ").into()
}

/// Returns the docstring of a class. The first line is the signature, in the format that Python
/// parses.
pub(crate) fn class(info: TypeInfo, reflection: Option<&'static Reflection>) -> String {
    let name = info.key().rsplit('.').next().unwrap_or_default();
    let Some(reflection) = reflection.filter(|_| boxed::kind(info.index()).is_none()) else {
        let made_by_functions =
            || format!("An object of the type {}. Functions make such objects.", info.key());
        let doc = reflection.map_or_else(made_by_functions, |reflection| reflection.doc().into());
        return format!("{name}(*args, **keywords)\n--\n\n{doc}");
    };
    let params = reflection.fields().iter().map(|field| {
        let default = match (field.default(), field.kind()) {
            (Some(RetValue::Int(number)), FieldKind::Bool) => Some(truth(number != 0)),
            (Some(RetValue::Int(number)), FieldKind::F32 | FieldKind::F64) => Some(format!("{number}.0")),
            (Some(default), _) => Some(literal(&default)),
            (None, _) => (!field.is_required()).then(|| "None".into()),
        };
        (field.name(), default)
    });
    format!("{name}({})\n--\n\n{}", signature(params), reflection.doc())
}

/// Returns the docstring of a function.
pub(crate) fn function(function: &PackedFunc) -> String {
    function.signature().map_or_else(String::new, |signature| signature.doc().trim().into())
}

/// Returns the default of a parameter: the declared default, or null if null is allowed and all
/// later parameters are optional.
pub(crate) fn default(params: &[Param], position: usize) -> Option<RetValue> {
    let may_be_null = |param: &Param| param.type_name().starts_with("Option<");
    let is_optional =
        |param: &Param| param.is_tail() || param.default_value().is_some() || may_be_null(param);
    let param = &params[position];
    param.default_value().cloned().or_else(|| {
        (may_be_null(param) && params[position..].iter().all(is_optional)).then_some(RetValue::Null)
    })
}

/// Returns the signature of a function in Python's syntax, for example `(x, factor=2.0)`.
pub(crate) fn text_signature(function: &PackedFunc) -> Option<String> {
    let named = |signature: &&Signature| signature.params().iter().all(|param| param.name().is_some());
    let found = function.signature().filter(named)?;
    let (tails, params): (Vec<_>, Vec<_>) =
        found.params().iter().enumerate().partition(|(_, param)| param.is_tail());
    let params = params.into_iter().map(|(position, param)| {
        let name = param.name().unwrap_or_default();
        (name, default(found.params(), position).as_ref().map(literal))
    });
    let mut text = signature(params);
    for name in tails.into_iter().filter_map(|(_, param)| param.name()).map(parameter) {
        text += if text.is_empty() { "*" } else { ", *" };
        text += &name;
    }
    Some(format!("({text})"))
}

/// Formats parameters. The parameters from the first one without a default that follows one with a
/// default are keyword-only.
fn signature<'a>(params: impl Iterator<Item = (&'a str, Option<String>)>) -> String {
    let (mut texts, mut has_default, mut has_star) = (Vec::new(), false, false);
    for (name, default) in params {
        let name = parameter(name);
        match default {
            Some(value) => {
                has_default = true;
                texts.push(format!("{name}={value}"));
            }
            None => {
                if has_default && !has_star {
                    has_star = true;
                    texts.push("*".into());
                }
                texts.push(name.into_owned());
            }
        }
    }
    texts.join(", ")
}

/// Returns a truth value as Python shows it.
pub(crate) fn truth(value: bool) -> String {
    if value { "True" } else { "False" }.into()
}

/// Formats a default as a Python literal. A value without a literal is an ellipsis.
fn literal(value: &RetValue) -> String {
    match value {
        RetValue::Null => "None".into(),
        RetValue::Int(number) => number.to_string(),
        RetValue::Float(number) if number.is_finite() => format!("{number:?}"),
        RetValue::Str(text) => text_literal(text),
        RetValue::DataType(dtype) => format!("'{dtype}'"),
        RetValue::Object(object) => object_literal(object).unwrap_or_else(|| "...".into()),
        _ => "...".into(),
    }
}

/// Returns a Python literal that converts to the object, if there is one.
fn object_literal(object: &ObjectRef) -> Option<String> {
    if let Some(text) = object.as_node::<StringNode>() {
        return Some(text_literal(text.as_str()));
    }
    if let Some(array) = object.as_node::<ArrayNode>() {
        let item =
            |item: &Option<ObjectRef>| item.as_ref().map_or_else(|| Some("None".into()), object_literal);
        return Some(format!(
            "[{}]",
            array.as_slice().iter().map(item).collect::<Option<Vec<_>>>()?.join(", ")
        ));
    }
    if object.as_node::<MapNode>().is_some_and(MapNode::is_empty) {
        return Some("{}".into());
    }
    constant(object).map(|number| literal(&number))
}

/// Formats a Python string literal. The Rust literal is used, because both languages write strings
/// alike, except for `\u{…}` escapes.
fn text_literal(text: &str) -> String {
    let literal = format!("{text:?}");
    if literal.contains("\\u{") { "...".into() } else { literal }
}
