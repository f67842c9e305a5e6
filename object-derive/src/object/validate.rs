//! Rules for nodes that need no type information, one function for each rule. Rules about the
//! parent's declaration are emitted as assertions; see `emit`.

use std::collections::HashSet;

use syn::LitStr;

use crate::errors::Errors;
use crate::field_types;
use crate::object::attr::NewItem;
use crate::object::model::{Constructor, Node};

pub(crate) fn check(node: &mut Node<'_>, errors: &mut Errors) {
    layout_is_c(node, errors);
    key_is_given(node, errors);
    keys_are_printable(node, errors);
    keys_differ(node, errors);
    version_is_positive(node, errors);
    upgrade_has_a_version(node, errors);
    final_has_no_slots(node, errors);
    types_are_fit(node, errors);
    parameters_are_known(node, errors);
    validated_is_made(node, errors);
}

/// A pointer to a node is also a pointer to its parent, so the parent must be at offset 0. Rust
/// reorders the fields of structs that are not `repr(C)`.
fn layout_is_c(node: &Node<'_>, errors: &mut Errors) {
    if !node.attrs.repr.c {
        errors.at(node.ident, "a node begins with its parent in memory: add `#[repr(C)]`");
    }
}

/// The key has no default, because it goes to files and front ends and must not change when the
/// struct is renamed.
fn key_is_given(node: &Node<'_>, errors: &mut Errors) {
    if node.attrs.key.is_none() && !node.attrs.incomplete {
        let stem = node.ident.to_string();
        let stem = stem.strip_suffix("Node").unwrap_or(&stem);
        errors.at(node.ident, format!("a node needs a type key: add `#[object(key = \"my_crate.{stem}\")]`"));
    }
}

/// Keys occur in files, in messages and in names of front ends, so they need no escapes.
fn keys_are_printable(node: &Node<'_>, errors: &mut Errors) {
    for key in node.attrs.key.iter().chain(&node.attrs.aliases) {
        let text = key.value();
        if text.is_empty() {
            errors.at(key, "a type key has at least one character: write one like \"my_crate.Add\"");
        } else if let Some(bad) = text.chars().find(|c| !c.is_ascii_graphic() || matches!(c, '"' | '\\')) {
            errors.at(key, format!("a type key is made of visible ASCII characters other than `\"` and `\\`, found {bad:?}: write one like \"my_crate.Add\""));
        }
    }
}

/// An alias is a former key. The type table compares the aliases of different types.
fn keys_differ(node: &Node<'_>, errors: &mut Errors) {
    let mut seen: HashSet<_> = node.attrs.key.iter().map(LitStr::value).collect();
    for alias in &node.attrs.aliases {
        if !seen.insert(alias.value()) {
            let text = alias.value();
            errors.at(alias, format!("`{text}` is already the key or an alias: remove this alias"));
        }
    }
}

/// Nodes without a version in their file have version 0.
fn version_is_positive(node: &Node<'_>, errors: &mut Errors) {
    let Some(version) = &node.attrs.version else { return };
    if !version.base10_parse::<u32>().is_ok_and(|version| version > 0) {
        errors.at(version, "a version is a number from 1 to 4294967295, since files without a version have version 0: write `version = 1`");
    }
}

fn upgrade_has_a_version(node: &Node<'_>, errors: &mut Errors) {
    if let (Some(upgrade), None) = (&node.attrs.upgrade, &node.attrs.version)
        && !node.attrs.incomplete
    {
        errors.at(
            upgrade,
            "`upgrade` applies to nodes that are older than `version`: write `version = 1, upgrade = …`",
        );
    }
}

fn final_has_no_slots(node: &Node<'_>, errors: &mut Errors) {
    if let (Some(_), Some(slots)) = (&node.attrs.is_final, &node.attrs.child_slots) {
        errors
            .at(slots, "a final type has no children to keep slots for: remove `child_slots` or `is_final`");
    }
}

/// Both derives leave such a field out of code that depends on the type.
fn types_are_fit(node: &Node<'_>, errors: &mut Errors) {
    for (_, field) in &node.fields {
        if let Some(mistake) = field_types::mistake(&field.ty) {
            errors.at(&field.ty, mistake);
        }
    }
}

/// Each listed parameter is a field of the node, or a parameter of the parent's constructor.
/// Removes all others, so that each of them causes only one error.
fn parameters_are_known(node: &mut Node<'_>, errors: &mut Errors) {
    let Some(Constructor { items, values }) = &mut node.new else { return };
    let mut seen = HashSet::new();
    items.retain(|item| {
        let (NewItem::Field(name) | NewItem::Inherited(name, _) | NewItem::Fixed(name, _)) = item;
        let is_own = values.iter().any(|(field, ..)| *field == name);
        let is_field = matches!(item, NewItem::Field(_));
        let mistake = if !seen.insert(name.clone()) {
            format!("`{name}` is listed twice: keep one of them")
        } else if is_own && !is_field {
            format!("`{name}` is a field of this node: write only its name, or leave it out if it has no default")
        } else if is_field && !is_own {
            format!(
                "this node has no field `{name}`: for a parameter of the parent's `new`, add its type, `{name}: …`"
            )
        } else {
            return true;
        };
        errors.at(name, mistake);
        false
    });
}

/// Generated code calls `validate` only in the constructor.
fn validated_is_made(node: &Node<'_>, errors: &mut Errors) {
    if let (Some(validate), None) = (&node.attrs.validate, &node.new)
        && !node.attrs.incomplete
    {
        errors.at(validate, "`validate` applies to the constructor that `new` writes: write `new, validate`");
    }
}
