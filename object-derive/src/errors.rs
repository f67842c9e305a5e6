//! All mistakes of one derive, reported together.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Error;

/// Collects errors. It is only ever lent out by [`report`], so that none can be forgotten.
pub(crate) struct Errors(Vec<Error>);

/// The errors that `expand` finds, and the code that it makes nevertheless: code beside an error keeps one mistake from
/// looking like many.
pub(crate) fn report(expand: impl FnOnce(&mut Errors) -> Option<TokenStream>) -> TokenStream {
    let mut errors = Errors(Vec::new());
    let code = expand(&mut errors);
    let errors = errors.0.iter().map(Error::to_compile_error);
    quote! { #(#errors)* #code }
}

impl Errors {
    /// Errors that another derive on the same item reports.
    pub(crate) fn ignored() -> Self {
        Self(Vec::new())
    }

    /// Reports a mistake at these tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.push(Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&mut self, error: Error) {
        self.0.push(error);
    }
}
