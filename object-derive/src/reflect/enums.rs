//! `#[derive(Reflect)]` on an enum without fields, which becomes a field type: an integer with
//! names.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{DataEnum, DeriveInput, Fields, Ident};

use crate::assertion::assertion;
use crate::errors::Errors;
use crate::facade;
use crate::options::skip_option;
use crate::reflect::attr::TypeAttrs;

const REPRS: [&str; 8] = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];

pub(crate) fn expand(
    input: &DeriveInput,
    data: &DataEnum,
    attrs: &TypeAttrs,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let ident = &input.ident;
    has_no_other_options(attrs, errors);
    if !input.generics.params.is_empty() {
        errors.at(&input.generics.params, "a reflected enum cannot be generic: remove the parameters");
        return None;
    }
    if data.variants.is_empty() {
        errors.at(ident, "an enum without variants has no values: add one");
        return None;
    }
    let declared = repr(input);
    if declared.is_none() {
        errors.at(ident, "a reflected enum needs an integer representation: add `#[repr(i32)]`");
    }
    if let Some(variant) = data.variants.iter().find(|variant| !matches!(variant.fields, Fields::Unit)) {
        errors.at(variant, "a variant of a reflected enum cannot have fields: make each variant a node, with a common parent");
        return None;
    }
    for variant in &data.variants {
        if let Some(attribute) = variant.attrs.iter().find(|attribute| attribute.path().is_ident("reflect")) {
            errors.at(attribute, "a variant has no options: remove this attribute");
        }
    }
    let krate = facade::tokens(&facade::path(attrs.krate.as_ref()));
    let integer = format_ident!("{}", declared.unwrap_or("i32"));
    let kind = format_ident!("{}", integer.to_string().to_uppercase());
    let name = ident.to_string();
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let names = variants.iter().map(|variant| variant.unraw().to_string());
    // Only discriminants of type `u64` can exceed `i64`.
    let numbers = data.variants.iter().filter(|_| integer == "u64").map(|variant| {
        let variant = &variant.ident;
        let (u64, i64) = (quote!(::core::primitive::u64), quote!(::core::primitive::i64));
        assertion(
            variant.span(),
            quote!(#ident::#variant as #u64 <= #i64::MAX as #u64),
            "the number of a variant must fit into an `i64`: choose a smaller one",
        )
    });
    let is_integer = declared.map(|_| {
        assertion(
            ident.span(),
            quote!(::core::mem::size_of::<#ident>() == ::core::mem::size_of::<::core::primitive::#integer>()),
            "another attribute changes the enum: write `#[derive(Reflect)]` below it",
        )
    });
    Some(quote! {
        const _: () = {
            #is_integer
            #(#numbers)*
            #[automatically_derived]
            unsafe impl #krate::FieldType for #ident {
                const KIND: #krate::FieldKind = #krate::FieldKind::Enum(&#krate::EnumType {
                    name: #name,
                    repr: #krate::IntKind::#kind,
                    variants: &[#((#names, #ident::#variants as ::core::primitive::i64)),*],
                });
            }
            #[automatically_derived]
            unsafe impl #krate::OptionalType for #ident {
                const OPTIONAL: #krate::FieldKind = #krate::__private::optional::<#ident>();
            }
            #[automatically_derived]
            unsafe impl #krate::ScalarType for #ident {}
            #[automatically_derived]
            impl #krate::FromValue<'_> for #ident {
                type Ownership = #krate::Owned;

                fn from_value(
                    value: #krate::ArgValue<'_>,
                ) -> ::core::result::Result<Self, #krate::ValueError> {
                    let number = #krate::__reflect::variant_of::<Self>(value)?;
                    #(
                        if number == #ident::#variants as ::core::primitive::i64 {
                            return ::core::result::Result::Ok(#ident::#variants);
                        }
                    )*
                    ::core::unreachable!("the number is that of a variant")
                }
            }
            #[automatically_derived]
            impl ::core::convert::From<#ident> for #krate::ArgValue<'_> {
                fn from(value: #ident) -> Self {
                    Self::Int(value as ::core::primitive::i64)
                }
            }
            #[automatically_derived]
            impl ::core::convert::From<#ident> for #krate::RetValue {
                fn from(value: #ident) -> Self {
                    Self::Int(value as ::core::primitive::i64)
                }
            }
        };
    })
}

/// Enums have no options but `crate`; all others apply to nodes.
fn has_no_other_options(attrs: &TypeAttrs, errors: &mut Errors) {
    let TypeAttrs {
        fields,
        is_abstract,
        graph_node,
        free_variable,
        by_pointer,
        compare_with,
        bytes,
        check,
        repr,
        krate: _,
        version: _,
        upgrade: _,
        display: _,
        is_final: _,
    } = attrs;
    errors.at_each(
        &[
            &fields.as_ref().and_then(|names| names.first()),
            is_abstract,
            graph_node,
            free_variable,
            by_pointer,
            &compare_with.as_ref().map(|[equal, _]| equal),
            &bytes.as_ref().map(|[to_bytes, _]| to_bytes),
            check,
            repr,
        ],
        "this option applies to nodes, not to enums: remove it",
    );
}

/// Returns the integer type of the enum's `repr`.
fn repr(input: &DeriveInput) -> Option<&'static str> {
    let mut found = None;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        let _ = attribute.parse_nested_meta(|meta| {
            found = found.or_else(|| REPRS.into_iter().find(|name| meta.path.is_ident(name)));
            skip_option(&meta)
        });
    }
    found
}
