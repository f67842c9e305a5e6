//! Collection of the errors of one macro expansion, so that all of them are reported together.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Error;

/// Collects errors. Only [`report`] creates a collection whose errors are emitted, so no error can
/// be lost.
pub(crate) struct Errors(Vec<Error>);

/// Returns the code that `expand` makes, together with the errors that `expand` reports.
/// Code is emitted in spite of errors, because missing code would cause further errors.
pub(crate) fn report(expand: impl FnOnce(&mut Errors) -> Option<TokenStream>) -> TokenStream {
    let mut errors = Errors(Vec::new());
    let code = expand(&mut errors);
    let errors = errors.0.iter().map(Error::to_compile_error);
    quote! { #(#errors)* #code }
}

impl Errors {
    /// Whether no error was reported.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a collection that is discarded: another derive on the same item reports these
    /// errors.
    pub(crate) fn ignored() -> Self {
        Self(Vec::new())
    }

    /// Reports a mistake at these tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.push(Error::new_spanned(tokens, message));
    }

    /// Reports a mistake at each of the options that is given.
    pub(crate) fn at_each(&mut self, options: &[&dyn ToTokens], message: &str) {
        for tokens in options.iter().map(ToTokens::to_token_stream).filter(|tokens| !tokens.is_empty()) {
            self.at(tokens, message);
        }
    }

    pub(crate) fn push(&mut self, error: Error) {
        self.0.push(error);
    }
}
