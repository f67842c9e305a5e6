//! The path of the crate whose items generated code names.
//!
//! Generated code names every item by this path in full. An alias of the path would be a name that
//! the user's own tokens can mean too: the struct and the code about it would then disagree.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Path, parse_quote};

/// Reads the option `crate = path`.
pub(crate) fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    meta.value()?.call(Path::parse_mod_style)
}

/// Returns the path that the option `crate` gives, or that of the facade.
pub(crate) fn path(given: Option<&Path>) -> Path {
    given.cloned().unwrap_or_else(|| parse_quote!(::objet))
}

/// Returns the path as the macro's own tokens, which keeps the user's lints out of the code around
/// it. Errors about the path point to where it is given.
pub(crate) fn tokens(path: &Path) -> TokenStream {
    respanned(path.to_token_stream(), Span::call_site().located_at(path.span()))
}

fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let respan = |mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), respanned(group.stream(), span)).into();
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(respan).collect()
}
