//! Rules that the compiler decides, in code that is emitted.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::object::located_at;

/// Returns an assertion at compile time, which fails at `span` with a message that says what to do.
pub(crate) fn assertion(span: Span, condition: TokenStream, message: &str) -> TokenStream {
    quote_spanned!(span=> const _: () = ::core::assert!(#condition, #message);)
}

/// Returns an assertion that a field of a struct has a type. Raw pointers to two types do not
/// convert into each other, so what generated code says about the type holds for the field, also
/// where an attribute macro changes the struct later.
pub(crate) fn has_type(node: &Ident, field: &Ident, ty: &Type) -> TokenStream {
    let code = quote! {
        const _: fn(&#node) -> *const #ty = |node| &raw const node.#field;
    };
    located_at(ty.span(), code)
}
