//! Building of nodes whose file has an older version of their type.

use objet_object::{ArgValue, ObjectRef, ValueError};

use super::build::take_shared;
use super::field_text::field_arg;
use crate::error::ReflectError;
use crate::field::{Field, IfMissing};
use crate::graph::document::Document;
use crate::graph::error::{AttrError, GraphError};
use crate::graph::opaque::keep::{OlderNode, Upgraded};
use crate::graph::opaque::tagged::has_plain_form;
use crate::graph::opaque::upgraded::keep_upgraded;
use crate::graph::stored_attrs::{StoredAttrs, StoredValue};
use crate::graph::text_budget::TextBudget;
use crate::graph::versions::UpgradeStep;
use crate::make::{FieldArg, FieldSource};
use crate::nearest::nearest_name;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// Builds a node of a known type from the attributes in its file, which the upgrade functions of
/// the type convert. If `keeps`, attributes of the file that have no field are kept. `texts` is
/// the budget for texts that fields can share.
///
/// # Errors
/// If an upgrade function returns an error. If the new attributes are not those of the type.
pub(in crate::graph) fn upgraded(
    document: &Document,
    OlderNode { index, stored, of, steps }: OlderNode<'_>,
    keeps: bool,
    texts: &TextBudget,
) -> Result<Upgraded, GraphError> {
    let mut attrs = StoredAttrs::of(document, stored);
    for UpgradeStep { upgrade, version } in steps {
        upgrade.convert(*version, &mut attrs).map_err(|source| GraphError::Upgrade {
            node: document.location(index),
            version: *version,
            source: source.into(),
        })?;
    }
    let mut surplus = Vec::new();
    let made = make(document, index, &attrs, of, texts, |name, value| match value.origin(stored) {
        Some(attr) if keeps => {
            surplus.push((name.into(), attr));
            true
        }
        _ => false,
    });
    let is_of_file = |name: &str| attrs.get(name).is_some_and(|value| value.origin(stored).is_some());
    let made = match made {
        Err(GraphError::UnknownAttr { node, attr, nearest, .. }) if !is_of_file(&attr) => {
            return Err(GraphError::UnknownAttr { node, attr, nearest, is_new: true });
        }
        made => made,
    };
    if let Some((name, _)) = surplus.first() {
        let kept = made.ok().and_then(|object| keep_upgraded(document, &object, stored, &surplus));
        // Without new attributes that fit, the node can be kept as in the file.
        return kept.map(Upgraded::Kept).ok_or_else(|| unknown_attr(document, index, of.reflection(), name));
    }
    let object = made.map_err(|error| match (steps.last(), error) {
        (_, error @ GraphError::UnknownAttr { .. }) => error,
        // The node can be kept.
        (_, error) if keeps && is_cast_error(&error) => error,
        (Some(UpgradeStep { version, .. }), error) => {
            GraphError::Upgraded { version: *version, source: Box::new(error) }
        }
        (None, error) => error,
    })?;
    Ok(Upgraded::Node(object))
}

/// Builds a node from attributes of the current version. `keep` returns whether an attribute
/// without a field is kept.
fn make(
    document: &Document,
    index: usize,
    attrs: &StoredAttrs,
    of: Reflected,
    texts: &TextBudget,
    mut keep: impl FnMut(&str, &StoredValue) -> bool,
) -> Result<ObjectRef, GraphError> {
    let reflection = of.reflection();
    let mut source = FieldSource::new(of);
    let mut names = vec![None; reflection.fields().len()];
    for (name, value) in attrs.iter() {
        let Some(position) = reflection.find_stored(name) else {
            if keep(name, value) {
                continue;
            }
            return Err(unknown_attr(document, index, reflection, name));
        };
        let field = &reflection.fields()[position];
        if let Some(other) = names[position].replace(name) {
            return Err(two_names(document, index, field, other, name));
        }
        let arg = arg(document, field, value).map_err(|error| GraphError::Attr {
            node: document.location(index),
            attr: field.name(),
            source: Box::new(error),
        })?;
        if let FieldArg::Json(text) | FieldArg::Value(ArgValue::Str(text)) = arg
            && value.as_new().is_none()
        {
            take_shared(document, index, texts, text)?;
        }
        source.set(position, arg);
    }
    for (position, field) in reflection.fields().iter().enumerate() {
        if names[position].is_none() {
            let Some(value) = field.if_missing() else { return Err(missing_attr(document, index, field)) };
            source.set(position, value);
        }
    }
    source
        .make()
        .map_err(|error| GraphError::Node { node: document.location(index), source: Box::new(error) })
}

/// Returns the value of an attribute for its field.
fn arg<'a>(document: &Document, field: &Field, value: &'a StoredValue) -> Result<FieldArg<'a>, AttrError> {
    if let Some(value) = value.as_new() {
        return Ok(FieldArg::Value(value.as_arg()));
    }
    if field.kind().is_nullable() && matches!(value.as_object(), Ok(None)) && value.as_text().is_err() {
        return Ok(FieldArg::Value(ArgValue::Null));
    }
    match field.is_reference() {
        true => Ok(FieldArg::Value(ArgValue::from(value.as_reference(field.is_tensor())?))),
        false => {
            let value_of_file =
                value.file_value().filter(|_| document.is_tagged && !field.kind().holds_json());
            if let Some(value) = value_of_file {
                has_plain_form(field.kind(), value)?;
            }
            field_arg(field, value.as_field_text(field)?)
        }
    }
}

/// Returns whether the error is that of a field that cannot hold an object.
pub(super) fn is_cast_error(error: &GraphError) -> bool {
    let GraphError::Node { source, .. } = error else { return false };
    matches!(**source, ReflectError::Value { source: ValueError::Cast(_), .. })
}

/// Returns the error of an attribute without a field.
#[cold]
pub(super) fn unknown_attr(
    document: &Document,
    index: usize,
    reflection: &'static Reflection,
    attr: &str,
) -> GraphError {
    let nearest = nearest_name(attr, reflection.fields().iter().map(Field::name));
    GraphError::UnknownAttr { node: document.location(index), attr: attr.into(), nearest, is_new: false }
}

/// Returns the error of a field with two attributes.
#[cold]
pub(super) fn two_names(
    document: &Document,
    index: usize,
    field: &Field,
    one: &str,
    other: &str,
) -> GraphError {
    GraphError::TwoNames {
        node: document.location(index),
        field: field.name(),
        one: one.into(),
        other: other.into(),
    }
}

/// Returns the error of a field without an attribute.
#[cold]
pub(super) fn missing_attr(document: &Document, index: usize, field: &Field) -> GraphError {
    GraphError::MissingAttr {
        node: document.location(index),
        attr: field.name(),
        expected: field.type_name(),
        is_declared_required: matches!(field.declaration.if_missing, IfMissing::Error),
    }
}
