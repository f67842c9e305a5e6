//! The reference wrapper of a node, such as `Add` for `AddNode`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::object::attr::ByHand;
use crate::object::model::{Node, Wrapper};

/// Returns the declaration, such as `pub struct Add(ObjectPtr<AddNode>);`.
pub(crate) fn declaration(node: &Node<'_>) -> Option<TokenStream> {
    let Wrapper::Derived(wrapper) = &node.wrapper else { return None };
    let Node { ident, vis, docs, krate, attrs, .. } = node;
    let by_identity = (!attrs.by_hand.unwrap_or_default().eq)
        .then(|| quote!(#[derive(::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash)]));
    let doc = format!("A reference to an object of type [`{ident}`]. The documentation of that type:");
    Some(quote! {
        #[doc = #doc]
        #[doc = ""]
        #(#docs)*
        #[derive(::core::clone::Clone)]
        #by_identity
        #[repr(transparent)]
        #vis struct #wrapper(#krate::ObjectPtr<#ident>);
    })
}

pub(crate) fn impls(node: &Node<'_>) -> Option<TokenStream> {
    let Wrapper::Derived(wrapper) = &node.wrapper else { return None };
    let Node { ident, krate, attrs, .. } = node;
    let ByHand { deref, debug, eq: _ } = attrs.by_hand.unwrap_or_default();
    let deref = (!deref).then(|| deref_to_node(wrapper, ident));
    let debug = (!debug).then(|| debug_text(wrapper));
    let display = attrs.display.is_some().then(|| display_text(wrapper, krate));
    let upcasts = upcasts(node, wrapper);
    Some(quote! {
        #[diagnostic::do_not_recommend]
        unsafe impl #krate::IsObjectRef for #wrapper {
            type Node = #ident;
        }
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #krate::AsObjectRef for #wrapper {
            #[inline]
            fn borrow_object_ref(&self) -> &#krate::ObjectRef {
                #krate::IsObjectRef::as_object_ref(self)
            }
        }
        #[diagnostic::do_not_recommend]
        unsafe impl #krate::Plain for #wrapper {}
        #[automatically_derived]
        impl ::core::convert::From<#krate::ObjectPtr<#ident>> for #wrapper {
            #[inline]
            fn from(pointer: #krate::ObjectPtr<#ident>) -> Self {
                Self(pointer)
            }
        }
        #deref
        #debug
        #display
        #upcasts
        #krate::impl_serde!(#wrapper);
        impl #krate::__private::WrappersMustNotImplementDrop for #wrapper {}
    })
}

fn deref_to_node(wrapper: &Ident, node: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::core::ops::Deref for #wrapper {
            type Target = #node;
            #[inline(always)]
            fn deref(&self) -> &#node {
                ::core::ops::Deref::deref(&self.0)
            }
        }
    }
}

fn debug_text(wrapper: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::core::fmt::Debug for #wrapper {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, f)
            }
        }
    }
}

fn display_text(wrapper: &Ident, krate: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl ::core::fmt::Display for #wrapper {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&#krate::display(self), f)
            }
        }
    }
}

/// Returns the conversions into the wrappers of all ancestors: `From` of the ancestor's wrapper
/// takes every reference that is `Upcast` to this wrapper. The object crate implements `From` for
/// `ObjectRef`.
fn upcasts(node: &Node<'_>, wrapper: &Ident) -> TokenStream {
    let Node { krate, base, attrs, .. } = node;
    let base = &base.ty;
    // A final node has no descendants.
    let from_descendants = attrs.is_final.is_none().then(|| {
        quote! {
            impl<__R> ::core::convert::From<__R> for #wrapper
            where
                #wrapper: #krate::__private::FromDescendant<__R>
            {
                #[inline]
                fn from(reference: __R) -> Self {
                    #krate::__private::FromDescendant::from_descendant(reference)
                }
            }
        }
    });
    quote! {
        #[diagnostic::do_not_recommend]
        impl<__A: #krate::IsObjectRef> #krate::__private::Upcast<__A> for #wrapper
        where
            #base: #krate::DerivedFrom<__A::Node>
        {
        }
        #from_descendants
    }
}
