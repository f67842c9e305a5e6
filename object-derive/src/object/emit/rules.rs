//! Rules for nodes that depend on the parent's declaration or on the types of fields. Each rule is
//! a compile-time assertion at the tokens that break it.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Type};

use crate::assertion::{assertion, has_fields};
use crate::object::model::{Node, looks_like_node};

pub(crate) fn assertions(node: &Node<'_>) -> TokenStream {
    let Node { ident, attrs, base_ident, .. } = node;
    let base = &node.base.ty;
    let fields = std::iter::once((*base_ident, node.base)).chain(node.fields.iter().copied());
    let has_fields = has_fields(ident, &fields.collect::<Vec<_>>());
    let begins_with_parent = assertion(
        ident.span(),
        quote!(::core::mem::offset_of!(#ident, #base_ident) == 0),
        "a node begins with its parent in memory",
    );
    let parent_is_not_final =
        parent_rule(node, base, "PARENT_IS_NOT_FINAL", "the parent is final: derive from another node");
    let slots_fit = match &attrs.child_slots {
        Some(slots) => parent_rule(
            node,
            slots,
            "SLOTS_FIT",
            "the parent has too few `child_slots` for this type and its own `child_slots`: lower these, or raise the parent's",
        ),
        None => parent_rule(
            node,
            base,
            "SLOTS_FIT",
            "the parent has no `child_slots`, and they cannot overflow: nothing can derive from it",
        ),
    };
    let clone_is_inherited = parent_rule(
        node,
        ident,
        "CLONE_IS_INHERITED",
        "the parent is `Clone`, so this node must be `Clone` too: add `#[derive(Clone)]`",
    );
    let static_index = attrs.type_index.as_ref().map(|index| static_index(node, index));
    let one_parent = node
        .fields
        .iter()
        .filter(|(_, field)| looks_like_node(base) && looks_like_node(&field.ty))
        .map(|(_, field)| no_node(node, &field.ty));
    let is_reflected = is_reflected(node);
    let no_drop = no_drop(node);
    quote! {
        #has_fields
        #begins_with_parent
        #parent_is_not_final
        #slots_fit
        #clone_is_inherited
        #static_index
        #(#one_parent)*
        #is_reflected
        #no_drop
    }
}

/// Returns an assertion of a rule that `__private::Rules` of the object crate defines.
fn parent_rule(node: &Node<'_>, at: impl ToTokens + Spanned, rule: &str, message: &str) -> TokenStream {
    let Node { ident, krate, .. } = node;
    let rule = syn::Ident::new(rule, Span::call_site());
    assertion(at.span(), quote!(#krate::__private::Rules::<#ident>::#rule), message)
}

fn static_index(node: &Node<'_>, index: &Expr) -> TokenStream {
    let krate = &node.krate;
    let in_range = assertion(
        index.span(),
        quote!(0 < (#index) && (#index) < #krate::TypeIndex::DYNAMIC_BEGIN.value()),
        "a static `type_index` is a number from 1 to 9: leave it out to have one assigned",
    );
    let under_root = parent_rule(
        node,
        index,
        "STATIC_INDEX_IS_UNDER_ROOT",
        "only a child of `Object` can have a static `type_index`: leave it out, or derive from `Object`",
    );
    quote!(#in_range #under_root)
}

fn no_node(node: &Node<'_>, field: &Type) -> TokenStream {
    let krate = &node.krate;
    assertion(
        field.span(),
        quote!(!#krate::__private::Probe::<#field>::IS_NODE),
        "a node has one parent, its first field: refer to other nodes by their wrappers, `Foo` for `FooNode`",
    )
}

/// Only nodes with reflected fields are loaded from files, and have a declared text.
fn is_reflected(node: &Node<'_>) -> Option<TokenStream> {
    let Node { ident, krate, attrs, .. } = node;
    let in_files = |option| {
        format!("`{option}` is for nodes in files, which have reflected fields: derive `Reflect` too")
    };
    let (message, span) = match (attrs.aliases.first(), &attrs.version, &attrs.display) {
        (Some(alias), ..) => (in_files("alias"), alias.span()),
        (None, Some(version), _) => (in_files("version"), version.span()),
        (None, None, Some(display)) => {
            ("`display` is for nodes with reflected fields: derive `Reflect` too".into(), display.span())
        }
        (None, None, None) => return None,
    };
    let condition = quote!(<#ident as #krate::IsObject>::METADATA.is_some());
    Some(assertion(span, condition, &message))
}

fn no_drop(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, .. } = node;
    quote_spanned!(ident.span()=> impl #krate::__private::NodesMustNotImplementDrop for #ident {})
}
