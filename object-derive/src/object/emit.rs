//! Code generation for nodes: glue between the user's struct and the object crate.
//!
//! - All paths are full paths, so that names in the user's module cannot shadow them.
//! - Tokens have the user's span where an error must point to the user's code. All other tokens
//!   have the span of the macro, so that the user's lints do not apply to them.

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
            use #krate::__private::ProbeDefaults as _;
            #is_object
            #view
            #wrapper
            #krate::__private::link_node!(#ident);
            #rules
            #new
        };
    }
}

/// Moves `code` to the span of the parent's type. If the parent is not a node, all such code causes
/// the same error at the same span, and the compiler shows the error once.
fn at_parent(node: &Node<'_>, code: TokenStream) -> TokenStream {
    located_at(node.base.ty.span(), code)
}

/// Moves the spans of all tokens to `location`. The tokens keep their hygiene.
pub(crate) fn located_at(location: Span, code: TokenStream) -> TokenStream {
    code.into_iter()
        .map(|mut token| {
            let span = token.span().located_at(location);
            if let TokenTree::Group(group) = &token {
                token = Group::new(group.delimiter(), located_at(location, group.stream())).into();
            }
            token.set_span(span);
            token
        })
        .collect()
}
