//! The rules for attributes nodes, with one function per rule. The generated derives check their
//! own rules.

use syn::Error;

use crate::model::AttrsNode;

/// Checks all rules, and combines all errors.
pub(crate) fn check(node: &AttrsNode<'_>) -> syn::Result<()> {
    let mistakes = [name_ends_in_node(node), parent_is_added(node), derives_are_added(node)];
    let all = mistakes.into_iter().flatten().reduce(|mut all, mistake| {
        all.combine(mistake);
        all
    });
    all.map_or(Ok(()), Err)
}

/// Checks that the reference type has a name.
fn name_ends_in_node(node: &AttrsNode<'_>) -> Option<Error> {
    let ident = &node.item.ident;
    let message = format!(
        "the name of a node must end in `Node`: rename it to `{ident}Node`, its reference type is then `{ident}`"
    );
    node.wrapper.is_none().then(|| Error::new_spanned(ident, message))
}

/// Checks that the struct has no field `base`, because the macro adds this field.
fn parent_is_added(node: &AttrsNode<'_>) -> Option<Error> {
    let base = node.fields.iter().find(|field| field.ident.as_ref().is_some_and(|name| name == "base"))?;
    Some(Error::new_spanned(
        base,
        "`#[attrs_node]` adds the parent field `base`: remove or rename this field",
    ))
}

/// Checks that the struct has no `#[derive]`, `#[repr]` or `#[object]`, because the macro adds
/// them.
fn derives_are_added(node: &AttrsNode<'_>) -> Option<Error> {
    let added = |path: &syn::Path| ["derive", "repr", "object"].iter().any(|name| path.is_ident(name));
    let attribute = node.item.attrs.iter().find(|attribute| added(attribute.path()))?;
    let message = "`#[attrs_node]` derives `Clone`, `Object` and `Reflect`, and adds `#[repr(C)]` and `#[object]`: remove this attribute";
    Some(Error::new_spanned(attribute, message))
}
