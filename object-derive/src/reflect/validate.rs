//! The rules that a reflected node must keep, one function each. Those that need to know the types of the fields or the
//! parent are emitted as assertions; see `emit`.

use std::collections::HashSet;

use quote::ToTokens;

use crate::errors::Errors;
use crate::reflect::model::{Field, Node};

pub(crate) fn check(node: &Node<'_>, errors: &mut Errors) {
    one_comparison(node, errors);
    listed_once(node, errors);
    names_differ(node, errors);
    for field in &node.fields {
        skipped_has_no_options(field, errors);
        one_role(field, errors);
        required_has_no_default(field, errors);
        name_is_printable(field, errors);
    }
}

/// A type compares in one way.
fn one_comparison(node: &Node<'_>, errors: &mut Errors) {
    let attrs = &node.attrs;
    let ways = [
        ("graph_node", attrs.graph_node.as_ref().map(ToTokens::to_token_stream)),
        ("free_variable", attrs.free_variable.as_ref().map(ToTokens::to_token_stream)),
        ("by_pointer", attrs.by_pointer.as_ref().map(ToTokens::to_token_stream)),
        ("compare_with", attrs.compare_with.as_ref().map(|[equal, _]| equal.to_token_stream())),
    ];
    let mut given = ways.into_iter().filter_map(|(name, tokens)| Some((name, tokens?)));
    if let Some((first, _)) = given.next() {
        given.for_each(|(name, tokens)| {
            errors.at(tokens, format!("a type compares in one way: keep `{first}` or `{name}`"));
        });
    }
}

/// A field is visited once.
fn listed_once(node: &Node<'_>, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for name in node.attrs.fields.iter().flatten() {
        if !seen.insert(name) {
            errors.at(name, format!("`{name}` is listed twice: keep one of them"));
        }
    }
}

/// A name stands for one field.
fn names_differ(node: &Node<'_>, errors: &mut Errors) {
    let mut seen = HashSet::new();
    for field in node.reflected() {
        if !seen.insert(&field.name) {
            let message = format!(
                "another field is already known as `{}`: give one of them another `name`",
                field.name
            );
            match &field.attrs.name {
                Some(name) => errors.at(name, message),
                None => errors.at(field.ident, message),
            }
        }
    }
}

/// What is not reflected has nothing to say to reflection but what it is when nobody says.
fn skipped_has_no_options(field: &Field<'_>, errors: &mut Errors) {
    let attrs = &field.attrs;
    if attrs.skip.is_none() {
        return;
    }
    let others = [
        attrs.name.as_ref().map(ToTokens::to_token_stream),
        attrs.required.as_ref().map(ToTokens::to_token_stream),
        attrs.lower_bound.as_ref().map(ToTokens::to_token_stream),
        attrs.upper_bound.as_ref().map(ToTokens::to_token_stream),
        attrs.skip_eq.as_ref().map(ToTokens::to_token_stream),
        attrs.def.as_ref().map(ToTokens::to_token_stream),
        attrs.visit_last.as_ref().map(ToTokens::to_token_stream),
    ];
    for tokens in others.into_iter().flatten() {
        errors.at(tokens, "a field with `skip` is not reflected: remove this option, or `skip`");
    }
}

/// What is not compared binds nothing.
fn one_role(field: &Field<'_>, errors: &mut Errors) {
    if let (Some(_), Some(def)) = (&field.attrs.skip_eq, &field.attrs.def) {
        errors.at(def, "a definition site takes part in comparison: keep `def` or `skip_eq`");
    }
}

/// What has a default may be left out.
fn required_has_no_default(field: &Field<'_>, errors: &mut Errors) {
    if let (Some(_), Some(required)) = (&field.attrs.default, &field.attrs.required) {
        errors.at(required, "a field with a default may be left out: keep `default` or `required`");
    }
}

/// Names stand in files without escapes.
fn name_is_printable(field: &Field<'_>, errors: &mut Errors) {
    let Some(name) = &field.attrs.name else { return };
    if field.name.is_empty() || field.name.chars().any(|c| !c.is_ascii_graphic() || matches!(c, '"' | '\\')) {
        errors.at(name, "the name of a field is made of visible ASCII characters other than `\"` and `\\`: write one like \"axis\"");
    }
}
