//! The code of a node: glue between the user's struct and the functions of the object crate. Every path is named in
//! full, so that nothing the user's module shadows can get in between.
//!
//! A span of the user's is used where an error is to point there. Everything else has the macro's own, which keeps the
//! user's lints out.

mod is_object;
mod new;
mod rules;
mod view;
mod wrapper;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::quote;
use syn::spanned::Spanned;

use crate::object::model::Node;

pub(crate) fn node(node: &Node<'_>) -> TokenStream {
    let declaration = wrapper::declaration(node);
    let wrapper = wrapper::impls(node);
    let is_object = is_object::impls(node);
    let view = view::of(node);
    let rules = rules::assertions(node);
    let new = new::impls(node);
    let Node { ident, krate, .. } = node;
    quote! {
        #declaration
        #[allow(deprecated)]
        const _: () = {
            use #krate::__private::Otherwise as _;
            #is_object
            #view
            #wrapper
            #krate::__private::link_node!(#ident);
            #rules
            #new
        };
    }
}

/// Code that is wrong if the parent is no node, put in the place of the parent's type: the compiler says the same there
/// each time, and shows it once.
fn at_parent(node: &Node<'_>, code: TokenStream) -> TokenStream {
    located_at(node.base.ty.span(), code)
}

/// Moves code to another place; the names in it keep their meanings.
pub(crate) fn located_at(place: Span, code: TokenStream) -> TokenStream {
    code.into_iter()
        .map(|mut token| {
            let span = token.span().located_at(place);
            if let TokenTree::Group(group) = &token {
                token = Group::new(group.delimiter(), located_at(place, group.stream())).into();
            }
            token.set_span(span);
            token
        })
        .collect()
}
