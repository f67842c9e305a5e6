//! The rules that a node of attributes must keep, one function each. The derives that it becomes have their own.

use syn::Error;

use crate::model::AttrsNode;

/// Every mistake at once.
pub(crate) fn check(node: &AttrsNode<'_>) -> syn::Result<()> {
    let mistakes = [name_ends_in_node(node), parent_is_added(node), derives_are_added(node)];
    let all = mistakes.into_iter().flatten().reduce(|mut all, mistake| {
        all.combine(mistake);
        all
    });
    all.map_or(Ok(()), Err)
}

/// The reference needs a name.
fn name_ends_in_node(node: &AttrsNode<'_>) -> Option<Error> {
    let ident = &node.item.ident;
    let message =
        format!("the name of a node ends in `Node`: call it `{ident}Node`, and its reference is `{ident}`");
    node.wrapper.is_none().then(|| Error::new_spanned(ident, message))
}

/// The macro adds the first field.
fn parent_is_added(node: &AttrsNode<'_>) -> Option<Error> {
    let base = node.fields.iter().find(|field| field.ident.as_ref().is_some_and(|name| name == "base"))?;
    Some(Error::new_spanned(
        base,
        "`#[attrs_node]` adds the field `base`, the parent: remove this one, or rename it",
    ))
}

/// The macro adds `#[derive]`, `#[repr(C)]` and `#[object]`.
fn derives_are_added(node: &AttrsNode<'_>) -> Option<Error> {
    let added = |path: &syn::Path| ["derive", "repr", "object"].iter().any(|name| path.is_ident(name));
    let attribute = node.item.attrs.iter().find(|attribute| added(attribute.path()))?;
    let message = "`#[attrs_node]` derives `Clone`, `Object` and `Reflect`, and adds `#[repr(C)]` and `#[object]`: remove this";
    Some(Error::new_spanned(attribute, message))
}
