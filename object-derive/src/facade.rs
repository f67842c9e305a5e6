//! The path of the facade crate in generated code.
//!
//! Generated code refers to every item by its full path. A short alias could collide with a name in
//! the user's own tokens, and the generated code would then refer to the wrong item.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Path, parse_quote};

/// Reads the option `crate = path`.
pub(crate) fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    meta.value()?.call(Path::parse_mod_style)
}

/// Returns the path from the option `crate`, or `::objet` without the option.
pub(crate) fn path(given: Option<&Path>) -> Path {
    given.cloned().unwrap_or_else(|| parse_quote!(::objet))
}

/// Returns the path as tokens of the macro, so that the user's lints do not apply to the code
/// around the path. Compiler errors about the path still point to the option `crate`.
pub(crate) fn tokens(path: &Path) -> TokenStream {
    respanned(path.to_token_stream(), Span::call_site().located_at(path.span()))
}

/// Gives all tokens this span.
pub(crate) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let respan = |mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), respanned(group.stream(), span)).into();
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(respan).collect()
}
