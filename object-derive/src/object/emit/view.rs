//! The view `AddNodeMut`: a `&mut` to each field, and `Deref` to the view of the parent. The view
//! replaces a `&mut AddNode`, which would allow writing to the header.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;
use syn::ext::IdentExt;

use crate::object::emit::at_parent;
use crate::object::model::Node;

pub(crate) fn ident(node: &Node<'_>) -> Ident {
    format_ident!("{}Mut", node.ident)
}

pub(crate) fn of(node: &Node<'_>) -> TokenStream {
    let Node { vis, krate, base_ident, .. } = node;
    let (this, base_vis) = (node.ident, &node.base.vis);
    let view = ident(node);
    let fields = node.fields.iter().map(|(name, field)| {
        let (vis, ty) = (&field.vis, &field.ty);
        quote!(#vis #name: &'__a mut #ty)
    });
    let parent = quote!(#krate::__private::ParentMut<'__a, #this>);
    // The user may never read some of the fields.
    quote! {
        #[allow(dead_code)]
        #vis struct #view<'__a> {
            #base_vis #base_ident: #parent,
            #(#fields,)*
        }
        #[automatically_derived]
        impl<'__a> ::core::ops::Deref for #view<'__a> {
            type Target = #parent;
            #[inline]
            fn deref(&self) -> &Self::Target {
                &self.#base_ident
            }
        }
        #[automatically_derived]
        impl<'__a> ::core::ops::DerefMut for #view<'__a> {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.#base_ident
            }
        }
    }
}

/// Returns the implementation of `IsObject::project`.
pub(crate) fn project(node: &Node<'_>) -> TokenStream {
    let Node { ident: this, krate, base_ident, .. } = node;
    let view = ident(node);
    let base = &node.base.ty;
    let (names, types): (Vec<_>, Vec<_>) = node.fields.iter().map(|(name, field)| (*name, &field.ty)).unzip();
    // An attribute macro that runs later can change the types of the fields. Raw pointers to two
    // different types do not coerce to each other.
    let pointers: Vec<_> = names.iter().map(|name| format_ident!("__{}", name.unraw())).collect();
    let code = quote! {
        #[inline]
        unsafe fn project<'__a>(node: ::core::ptr::NonNull<Self>) -> #view<'__a> {
            let fields = node.as_ptr();
            unsafe {
                let _: *mut #base = &raw mut (*fields).#base_ident;
                #(let #pointers: *mut #types = &raw mut (*fields).#names;)*
                #view {
                    #base_ident: #krate::__private::ParentOf::<#this>::project(node),
                    #(#names: &mut *#pointers,)*
                }
            }
        }
    };
    at_parent(node, code)
}
