//! Compile-time assertions in the generated code.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::object::located_at;

/// Returns a compile-time assertion that fails at `span` with `message`.
pub(crate) fn assertion(span: Span, condition: TokenStream, message: &str) -> TokenStream {
    quote_spanned!(span=> const _: () = ::core::assert!(#condition, #message);)
}

/// Returns an assertion that a field of a struct has the type that the derive macro read.
/// An attribute macro that runs later can change the struct. Raw pointers to two different types do
/// not coerce to each other, so the assertion then fails to compile.
pub(crate) fn has_type(node: &Ident, field: &Ident, ty: &Type) -> TokenStream {
    let code = quote! {
        const _: fn(&#node) -> *const #ty = |node| &raw const node.#field;
    };
    located_at(ty.span(), code)
}
