//! Compile-time assertions in the generated code.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Field, Ident};

use crate::object::located_at;

/// Returns a compile-time assertion that fails at `span` with `message`.
pub(crate) fn assertion(span: Span, condition: TokenStream, message: &str) -> TokenStream {
    quote_spanned!(span=> const _: () = ::core::assert!(#condition, #message);)
}

/// Returns an assertion that a struct has the fields that the derive macro read, and no others.
/// An attribute macro that runs later can change the struct. Raw pointers to two different types do
/// not coerce to each other, so the assertion then fails to compile.
pub(crate) fn has_fields(node: &Ident, fields: &[(&Ident, &Field)]) -> TokenStream {
    let names: Vec<_> = (0..fields.len()).map(|nth| format_ident!("field{nth}")).collect();
    let idents = fields.iter().map(|(name, _)| name);
    let types = fields.iter().map(|(_, Field { ty, .. })| located_at(ty.span(), quote!(*const #ty)));
    quote! {
        const _: fn(&#node) -> (#(#types,)*) = |#node { #(#idents: #names),* }| (#(#names,)*);
    }
}
