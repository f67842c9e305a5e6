//! Rules for nodes that depend on the parent's declaration or on the types of fields. Each rule is
//! a compile-time assertion at the tokens that break it.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Type};

use crate::assertion::{assertion, rule_call};
use crate::object::model::{Node, looks_like_node};

pub(crate) fn assertions(node: &Node<'_>) -> TokenStream {
    let Node { ident, attrs, base_ident, .. } = node;
    let base = &node.base.ty;
    let offset = quote!(::core::mem::offset_of!(#ident, #base_ident));
    let begins_with_parent = parent_rule(node, ident, "begins_with_parent", &offset);
    let none = TokenStream::new();
    let parent_is_not_final = parent_rule(node, base, "parent_is_not_final", &none);
    let slots_fit = match &attrs.child_slots {
        Some(slots) => parent_rule(node, slots, "slots_fit", &none),
        None => parent_rule(node, base, "slots_fit", &none),
    };
    let clone_is_inherited = parent_rule(node, ident, "clone_is_inherited", &none);
    let static_index = attrs.type_index.as_ref().map(|index| static_index(node, index));
    let one_parent = node
        .fields
        .iter()
        .filter(|(_, field)| looks_like_node(base) && looks_like_node(&field.ty))
        .map(|(_, field)| no_node(node, &field.ty));
    let is_reflected = is_reflected(node);
    let no_drop = no_drop(node);
    quote! {
        const _: () = {
            #begins_with_parent
            #parent_is_not_final
            #slots_fit
            #clone_is_inherited
        };
        #static_index
        #(#one_parent)*
        #is_reflected
        #no_drop
    }
}

/// Returns a call of a rule in `__private::Rules` of the object crate.
fn parent_rule(node: &Node<'_>, at: impl Spanned, rule: &str, argument: &TokenStream) -> TokenStream {
    let Node { ident, attrs, .. } = node;
    let rule = syn::Ident::new(rule, Span::call_site());
    rule_call(attrs.krate.as_ref(), at.span(), quote!(__private::Rules::<#ident>::#rule), argument)
}

fn static_index(node: &Node<'_>, index: &Expr) -> TokenStream {
    let krate = &node.krate;
    let in_range = assertion(
        index.span(),
        quote!(0 < (#index) && (#index) < #krate::TypeIndex::DYNAMIC_BEGIN.value()),
        "a static `type_index` is a number from 1 to 9: leave it out to have one assigned",
    );
    let under_root = parent_rule(node, index, "static_index_is_under_root", &TokenStream::new());
    quote!(#in_range const _: () = { #under_root };)
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
