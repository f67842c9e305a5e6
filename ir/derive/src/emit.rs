//! Generation of an attributes node: the struct with its parent and derives, and its `IntoAttrs`
//! implementations. All paths are absolute.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemStruct;

use crate::attr::Options;
use crate::model::AttrsNode;

pub(crate) fn node(node: &AttrsNode<'_>) -> TokenStream {
    let AttrsNode { options: Options { key, ir }, item, fields, wrapper } = node;
    let ItemStruct { attrs, vis, ident, generics, .. } = item;
    quote! {
        #(#attrs)*
        #[derive(
            ::core::clone::Clone,
            #ir::__private::objet::Object,
            #ir::__private::objet::Reflect,
        )]
        #[repr(C)]
        #[object(key = #key, is_final, new, crate = #ir::__private::objet)]
        #vis struct #ident #generics {
            base: #ir::attrs::AttrsNode,
            #fields
        }
        #[automatically_derived]
        impl #ir::attrs::IntoAttrs<#ident> for #ident {
            fn into_attrs(
                self,
                op: &#ir::op::Op,
            ) -> ::core::result::Result<#ir::attrs::Attrs, #ir::op::OpError> {
                let reference: #wrapper =
                    ::core::convert::From::from(#ir::__private::objet::make_object(self));
                #ir::attrs::IntoAttrs::into_attrs(reference, op)
            }
        }
        #[automatically_derived]
        impl #ir::attrs::IntoAttrs<#ident> for #wrapper {
            fn into_attrs(
                self,
                _: &#ir::op::Op,
            ) -> ::core::result::Result<#ir::attrs::Attrs, #ir::op::OpError> {
                ::core::result::Result::Ok(::core::convert::From::from(self))
            }
        }
    }
}
