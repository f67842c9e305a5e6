//! All mistakes of one derive, reported together.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Error;

/// Collects errors. Panics if it is dropped unread: no mistake can be forgotten.
pub(crate) struct Errors(Option<Vec<Error>>);

impl Errors {
    pub(crate) fn new() -> Self {
        Self(Some(Vec::new()))
    }

    /// Reports a mistake at these tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.push(Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&mut self, error: Error) {
        if let Some(errors) = &mut self.0 {
            errors.push(error);
        }
    }

    pub(crate) fn into_compile_errors(mut self) -> TokenStream {
        self.0.take().unwrap_or_default().iter().map(Error::to_compile_error).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if self.0.is_some() && !std::thread::panicking() {
            panic!("errors of a derive were not reported");
        }
    }
}
