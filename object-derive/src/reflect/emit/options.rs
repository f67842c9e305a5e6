//! The options of a node other than its fields.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;

use crate::reflect::display;
use crate::reflect::model::Node;

/// Returns the options of the type, with each function coerced to its signature. Generated names
/// around the user's paths start with `__`, so that they cannot shadow the user's functions.
pub(super) fn options(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, attrs, .. } = node;
    let version = attrs.version.as_ref().map(|version| quote!(version: #version));
    let fields = attrs.fields.as_ref().map(|names| {
        let names = names.iter().map(|name| name.unraw().to_string());
        quote!(fields: ::core::option::Option::Some(&[#(#names),*]))
    });
    let is_abstract = attrs.is_abstract.as_ref().map(|_| quote!(is_abstract: true));
    let bool = quote!(::core::primitive::bool);
    let comparison = match &attrs.compare_with {
        Some([equal, hash]) => Some(quote! {
            Custom {
                equal: |__lhs, __rhs, __reducer| #krate::__reflect::caught(
                    || match #krate::__reflect::both::<#ident>(__lhs, __rhs) {
                        ::core::option::Option::Some((__lhs, __rhs)) => {
                            let equal: for<'a> fn(&'a #ident, &'a #ident, &mut #krate::EqualReducer<'a>) -> #bool =
                                #equal;
                            equal(__lhs, __rhs, __reducer)
                        }
                        ::core::option::Option::None => false,
                    }
                ),
                hash: |__object, __reducer| #krate::__reflect::caught(
                    || if let ::core::option::Option::Some(__node) = #krate::__reflect::one::<#ident>(__object) {
                        let hash: for<'a> fn(&'a #ident, &mut #krate::HashReducer<'a>) = #hash;
                        hash(__node, __reducer)
                    }
                ),
            }
        }),
        None if attrs.graph_node.is_some() => Some(quote!(GraphNode)),
        None if attrs.free_variable.is_some() => Some(quote!(FreeVariable)),
        None if attrs.by_pointer.is_some() => Some(quote!(Pointer)),
        None => None,
    };
    let comparison = comparison.map(|comparison| quote!(comparison: #krate::Comparison::#comparison));
    let bytes = attrs.bytes.as_ref().map(|[to_bytes, from_bytes]| {
        quote! {
            bytes: ::core::option::Option::Some(#krate::__reflect::ByteForm {
                to_bytes: |__object| #krate::__reflect::caught(|| match #krate::__reflect::one::<#ident>(__object) {
                    ::core::option::Option::Some(__node) => {
                        let to_bytes: fn(&#ident) -> &_ = #to_bytes;
                        ::core::convert::AsRef::<[::core::primitive::u8]>::as_ref(to_bytes(__node))
                    }
                    ::core::option::Option::None => &[],
                }),
                from_bytes: |__bytes| #krate::__reflect::caught(|| {
                    let from_bytes: fn(&[::core::primitive::u8]) -> ::core::result::Result<
                        <#ident as #krate::IsObject>::Ref,
                        _,
                    > = #from_bytes;
                    match from_bytes(__bytes) {
                        ::core::result::Result::Ok(reference) => ::core::result::Result::Ok(
                            #krate::IsObjectRef::into_object_ref(reference)
                        ),
                        ::core::result::Result::Err(error) => {
                            ::core::result::Result::Err(::core::convert::Into::into(error))
                        }
                    }
                }),
            })
        }
    });
    let check = attrs.check.as_ref().map(|check| {
        quote! {
            check: ::core::option::Option::Some(|__object| #krate::__reflect::caught(
                || match #krate::__reflect::one::<#ident>(__object) {
                    ::core::option::Option::Some(__node) => {
                        let check: fn(&#ident) -> ::core::result::Result<(), _> = #check;
                        check(__node).map_err(::core::convert::Into::into)
                    }
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            ))
        }
    });
    let repr = display::repr(node).map(|repr| quote!(repr: #repr));
    let upgrade = attrs.upgrade.as_ref().map(|upgrade| {
        quote! {
            upgrade: ::core::option::Option::Some(#krate::__reflect::upgrade(|__version, __attrs| #krate::__reflect::caught(|| {
                let upgrade: fn(
                    ::core::primitive::u32,
                    &mut #krate::StoredAttrs,
                ) -> ::core::result::Result<(), _> = #upgrade;
                upgrade(__version, __attrs).map_err(::core::convert::Into::into)
            })))
        }
    });
    let given = [version, upgrade, fields, is_abstract, comparison, bytes, check, repr];
    let given: Vec<_> = given.into_iter().flatten().collect();
    let plain = quote!(#krate::__reflect::Options::PLAIN);
    if given.is_empty() {
        return plain;
    }
    quote!(#krate::__reflect::Options { #(#given,)* ..#plain })
}
