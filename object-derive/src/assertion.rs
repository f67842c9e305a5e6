//! Compile-time assertions in the generated code.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use crate::facade;

/// Returns a compile-time assertion that fails at `span` with `message`.
pub(crate) fn assertion(span: Span, condition: TokenStream, message: &str) -> TokenStream {
    quote_spanned!(span=> const _: () = ::core::assert!(#condition, #message);)
}

/// Returns a call of a function of the facade that panics at `span` if a rule is broken. A constant
/// that calls several functions compiles faster than several assertions, but reports only the first
/// broken rule.
pub(crate) fn rule_call(
    given_facade: Option<&Path>,
    span: Span,
    rule: TokenStream,
    arguments: &TokenStream,
) -> TokenStream {
    let facade = facade::tokens(&facade::path(given_facade));
    let rule = facade::respanned(quote!(::#rule), span);
    // A wrong path of the user is one error at that path.
    let facade = if given_facade.is_some() { facade } else { facade::respanned(facade, span) };
    quote_spanned!(span=> #facade #rule(#arguments);)
}
