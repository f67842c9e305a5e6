//! Rules for reflected nodes that need no type information, one function for each rule. Rules about
//! the types of the fields or the parent are emitted as assertions; see `emit`.

use std::collections::HashSet;

use crate::errors::Errors;
use crate::reflect::attr::FieldAttrs;
use crate::reflect::display;
use crate::reflect::model::{Field, Node};

pub(crate) fn check(node: &Node<'_>, errors: &mut Errors) {
    abstract_is_not_final(node, errors);
    one_comparison(node, errors);
    listed_once(node, errors);
    names_differ(node, errors);
    versioned_has_fields(node, errors);
    display::check(node, errors);
    for field in &node.fields {
        skipped_has_no_options(field, errors);
        serde_is_no_number_and_no_reference(field, errors);
        one_role(field, errors);
        required_has_no_default(field, errors);
        names_are_printable(field, errors);
    }
}

fn abstract_is_not_final(node: &Node<'_>, errors: &mut Errors) {
    if let Some(is_abstract) = &node.attrs.is_abstract
        && node.attrs.is_final
    {
        errors.at(
            is_abstract,
            "a final type that is abstract has no objects: remove `is_abstract` or `is_final`",
        );
    }
}

fn one_comparison(node: &Node<'_>, errors: &mut Errors) {
    let attrs = &node.attrs;
    let ways = [
        ("graph_node", attrs.graph_node.as_ref()),
        ("free_variable", attrs.free_variable.as_ref()),
        ("by_pointer", attrs.by_pointer.as_ref()),
        ("compare_with", attrs.compare_with.as_ref().map(|[equal, _]| equal)),
    ];
    let mut given = ways.into_iter().filter_map(|(name, path)| Some((name, path?)));
    if let Some((first, _)) = given.next() {
        given.for_each(|(name, path)| {
            errors.at(path, format!("a type has only one comparison: keep `{first}` or `{name}`"));
        });
    }
}

fn listed_once(node: &Node<'_>, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for name in node.attrs.fields.iter().flatten() {
        if !seen.insert(name) {
            errors.at(name, format!("`{name}` is listed twice: keep one of them"));
        }
    }
}

fn names_differ(node: &Node<'_>, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for field in node.reflected() {
        if !seen.insert(&field.name) {
            let message =
                format!("another field is already named `{}`: give one of them another `name`", field.name);
            match &field.attrs.name {
                Some(name) => errors.at(name, message),
                None => errors.at(field.ident, message),
            }
        }
    }
    let mut seen: HashSet<_> = seen.into_iter().cloned().collect();
    for alias in node.reflected().flat_map(|field| &field.attrs.aliases) {
        if !seen.insert(alias.value()) {
            let name = alias.value();
            errors
                .at(alias, format!("`{name}` is already the name or an alias of a field: remove this alias"));
        }
    }
}

/// Nodes that are stored as bytes have no attributes to upgrade.
fn versioned_has_fields(node: &Node<'_>, errors: &mut Errors) {
    if let (Some(_), Some(version)) = (&node.attrs.bytes, &node.attrs.version) {
        errors.at(
            version,
            "files store this node as bytes, which have no version: remove `version` or `bytes`",
        );
    }
}

/// A field that is not reflected can only have a `default`, for nodes that are built by name.
fn skipped_has_no_options(field: &Field<'_>, errors: &mut Errors) {
    let attrs = &field.attrs;
    if attrs.skip.is_none() {
        return;
    }
    errors.at_each(
        &[
            &attrs.name,
            &attrs.aliases.first(),
            &attrs.required,
            &attrs.lower_bound,
            &attrs.upper_bound,
            &attrs.skip_eq,
            &attrs.def,
            &attrs.scope,
            &attrs.visit_last,
            &attrs.serde,
        ],
        "a field with `skip` is not reflected: remove this option, or `skip`",
    );
}

/// Reflection knows nothing about the value of a field with `serde`.
fn serde_is_no_number_and_no_reference(field: &Field<'_>, errors: &mut Errors) {
    let attrs = &field.attrs;
    if attrs.serde.is_none() || attrs.skip.is_some() {
        return;
    }
    errors.at_each(
        &[&attrs.lower_bound, &attrs.upper_bound],
        "a field with `serde` has no bounds: remove `serde` from a number, or state the rule in `check`",
    );
    errors.at_each(
        &[&attrs.def, &attrs.scope, &attrs.visit_last],
        "a field with `serde` refers to no objects: remove this option, or `serde`",
    );
}

fn one_role(field: &Field<'_>, errors: &mut Errors) {
    let FieldAttrs { skip_eq, def, scope, .. } = &field.attrs;
    if let (Some(_), Some(def)) = (skip_eq, def) {
        errors.at(def, "a definition site cannot be skipped in comparison: keep `def` or `skip_eq`");
    }
    match (skip_eq, def, scope) {
        (_, Some(_), Some(scope)) => {
            errors.at(scope, "definitions hold in definition sites already: keep `def` or `scope`");
        }
        (Some(_), None, Some(scope)) => {
            errors.at(scope, "a scope cannot be skipped in comparison: keep `scope` or `skip_eq`");
        }
        _ => {}
    }
}

fn required_has_no_default(field: &Field<'_>, errors: &mut Errors) {
    if let (Some(_), Some(required)) = (&field.attrs.default, &field.attrs.required) {
        errors.at(required, "a field with a default is not required: keep `default` or `required`");
    }
}

/// Files hold the names without escapes. The name of a field without `name` is an identifier.
fn names_are_printable(field: &Field<'_>, errors: &mut Errors) {
    for name in field.attrs.name.iter().chain(&field.attrs.aliases) {
        let text = name.value();
        let is_printable = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
        let is_name = !text.is_empty() && text.chars().all(is_printable);
        if !is_name && syn::parse_str::<syn::Ident>(&text).is_err() {
            errors.at(name, "the name of a field is an identifier, or visible ASCII characters other than `\"` and `\\`: write one like \"axis\"");
        }
    }
}
