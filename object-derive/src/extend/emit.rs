//! Code generation for functions that extend an extension point: the function itself, and its entry
//! in the collection at link time.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::extend::attr::ExtendAttrs;
use crate::extend::model::Function;
use crate::facade;

pub(crate) fn function(attrs: &ExtendAttrs, function: &Function<'_>) -> TokenStream {
    let (item, node, point) = (function.item, function.node, &attrs.point);
    let ident = &item.sig.ident;
    let krate = facade::tokens(&facade::path(attrs.krate.as_ref()));
    // The call has the span of the function's name, so that errors about its type are there, and
    // errors of the set name this location.
    let add = match attrs.is_enter {
        true => quote_spanned!(ident.span()=> set.on_enter::<#node>(#ident)),
        false => quote_spanned!(ident.span()=> set.on::<#node>(#ident)),
    };
    let set = quote_spanned!(ident.span()=> set);
    quote! {
        #item
        const _: () = {
            #krate::__reflect::link_extension! {
                #point {
                    extension: #krate::__reflect::Extension {
                        module: ::core::module_path!(),
                        line: ::core::line!(),
                        add: |#set| #add,
                    },
                }
            }
        };
    }
}
