//! The code of a node: glue between the user's struct and the functions of the object crate. Every path is named in
//! full, so that nothing the user's module shadows can get in between.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::model::{Node, Wrapper, looks_like_node};

pub(crate) fn node(node: &Node<'_>) -> TokenStream {
    let declaration = wrapper_declaration(node);
    let wrapper = wrapper_impls(node);
    let view = view(node);
    let is_object = is_object(node);
    let deref = deref_to_parent(node);
    let assertions = assertions(node);
    let Node { ident, krate, .. } = node;
    quote! {
        #declaration
        #[automatically_derived]
        const _: () = {
            use #krate::__private::NotClone as _;
            #is_object
            #view
            #deref
            #wrapper
            #krate::__private::link_node!(#ident);
            #assertions
        };
    }
}

/// `pub struct Add(ObjectPtr<AddNode>);`
fn wrapper_declaration(node: &Node<'_>) -> Option<TokenStream> {
    let Wrapper::Derived(wrapper) = &node.wrapper else { return None };
    let Node { ident, vis, docs, krate, .. } = node;
    let doc = format!("A reference to a [`{ident}`], which says of itself:");
    Some(quote! {
        #[doc = #doc]
        #[doc = ""]
        #(#docs)*
        #[repr(transparent)]
        #vis struct #wrapper(#krate::ObjectPtr<#ident>);
    })
}

fn wrapper_impls(node: &Node<'_>) -> Option<TokenStream> {
    let Wrapper::Derived(wrapper) = &node.wrapper else { return None };
    let Node { ident, krate, .. } = node;
    let into_parent = node.parent_wrapper.as_ref().map(|parent| {
        quote! {
            impl ::core::convert::From<#wrapper> for #parent {
                #[inline]
                fn from(reference: #wrapper) -> Self {
                    #krate::IsObjectRef::upcast(reference)
                }
            }
        }
    });
    let by_hand = node.attrs.by_hand.as_ref();
    let deref = (!by_hand.is_some_and(|by_hand| by_hand.deref)).then(|| {
        quote! {
            impl ::core::ops::Deref for #wrapper {
                type Target = #ident;
                #[inline(always)]
                fn deref(&self) -> &#ident {
                    ::core::ops::Deref::deref(&self.0)
                }
            }
        }
    });
    let eq = (!by_hand.is_some_and(|by_hand| by_hand.eq)).then(|| {
        quote! {
            impl ::core::cmp::PartialEq for #wrapper {
                #[inline]
                fn eq(&self, other: &Self) -> ::core::primitive::bool {
                    ::core::cmp::PartialEq::eq(&self.0, &other.0)
                }
            }
            impl ::core::cmp::Eq for #wrapper {}
            impl ::core::hash::Hash for #wrapper {
                #[inline]
                fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
                    ::core::hash::Hash::hash(&self.0, state)
                }
            }
        }
    });
    let debug = (!by_hand.is_some_and(|by_hand| by_hand.debug)).then(|| {
        quote! {
            impl ::core::fmt::Debug for #wrapper {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Debug::fmt(&self.0, f)
                }
            }
        }
    });
    Some(quote! {
        unsafe impl #krate::IsObjectRef for #wrapper {
            type Node = #ident;
        }
        unsafe impl #krate::Plain for #wrapper {}
        impl ::core::clone::Clone for #wrapper {
            #[inline]
            fn clone(&self) -> Self {
                Self(::core::clone::Clone::clone(&self.0))
            }
        }
        impl ::core::convert::From<#krate::ObjectPtr<#ident>> for #wrapper {
            #[inline]
            fn from(pointer: #krate::ObjectPtr<#ident>) -> Self {
                Self(pointer)
            }
        }
        #deref
        #eq
        #debug
        #into_parent
    })
}

fn is_object(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, attrs, base_ident, .. } = node;
    let base = &node.base.ty;
    let reference = match &node.wrapper {
        Wrapper::Derived(wrapper) => quote!(#wrapper),
        Wrapper::Custom(custom) => quote!(#custom),
    };
    let view = view_ident(node);
    // Beside an error any key will do, and an empty one is refused by the table.
    let key = attrs.key.as_ref().map(|key| key.value()).unwrap_or_default();
    let type_index = match &attrs.type_index {
        Some(index) => quote!(::core::option::Option::Some(#krate::TypeIndex::new(#index))),
        None => quote!(::core::option::Option::None),
    };
    let child_slots = attrs.child_slots.as_ref().map_or_else(|| quote!(0), |slots| quote!(#slots));
    let can_overflow = attrs.child_slots_can_overflow.as_ref().is_none_or(|lit| lit.value);
    let is_final = attrs.is_final.is_some();
    let layouts =
        std::iter::once((*base_ident, node.base)).chain(node.fields.iter().copied()).map(|(name, field)| {
            let ty = &field.ty;
            let text = name.to_string();
            quote! {
                #krate::__private::FieldLayout {
                    name: #text,
                    offset: ::core::mem::offset_of!(#ident, #name),
                    type_id: ::core::any::TypeId::of::<#ty>,
                }
            }
        });
    let names = node.fields.iter().map(|(name, _)| name).collect::<Vec<_>>();
    // The span of the parent's type: where it is no node, the compiler says so there.
    let parent = quote_spanned!(base.span()=> <#base as #krate::IsObject>);
    quote! {
        unsafe impl #krate::IsObject for #ident {
            type Ref = #reference;
            type Mut<'__a> = #view<'__a>;
            const TYPE_KEY: &'static ::core::primitive::str = #key;
            const TYPE_INDEX: ::core::option::Option<#krate::TypeIndex> = #type_index;
            const TYPE_CHILD_SLOTS: ::core::primitive::u32 = #child_slots;
            const TYPE_CHILD_SLOTS_CAN_OVERFLOW: ::core::primitive::bool =
                #can_overflow && #parent::TYPE_CHILD_SLOTS_CAN_OVERFLOW;
            const TYPE_FINAL: ::core::primitive::bool = #is_final;
            const TYPE_DEPTH: ::core::primitive::usize = 1 + #parent::TYPE_DEPTH;
            const SHALLOW_COPY: ::core::option::Option<#krate::__private::ShallowCopy> =
                #krate::__private::Probe::<#ident>::SHALLOW_COPY;
            fn node_type() -> &'static #krate::NodeType {
                static NODE_TYPE: #krate::NodeType = #krate::NodeType::of::<#ident>(
                    ::core::option::Option::Some(#parent::node_type),
                    &[#(#layouts),*],
                    #krate::__private::Declared {
                        file: ::core::file!(),
                        line: ::core::line!(),
                        column: ::core::column!(),
                    },
                );
                &NODE_TYPE
            }
            #[inline]
            unsafe fn project<'__a>(node: ::core::ptr::NonNull<Self>) -> #view<'__a> {
                let node = node.as_ptr();
                unsafe {
                    #view {
                        #base_ident: #parent::project(::core::ptr::NonNull::new_unchecked(&raw mut (*node).#base_ident)),
                        #(#names: &mut (*node).#names,)*
                    }
                }
            }
        }
        unsafe impl #krate::HasParent for #ident {
            type Parent = #base;
        }
    }
}

/// `AddNodeMut`: each field as a `&mut`, the parent's by way of `Deref`.
fn view(node: &Node<'_>) -> TokenStream {
    let Node { vis, krate, base_ident, .. } = node;
    let base = &node.base.ty;
    let view = view_ident(node);
    let fields = node.fields.iter().map(|(name, field)| {
        let (vis, ty) = (&field.vis, &field.ty);
        quote!(#vis #name: &'__a mut #ty)
    });
    quote! {
        #[allow(dead_code)]
        #vis struct #view<'__a> {
            #base_ident: <#base as #krate::IsObject>::Mut<'__a>,
            #(#fields,)*
        }
        impl<'__a> ::core::ops::Deref for #view<'__a> {
            type Target = <#base as #krate::IsObject>::Mut<'__a>;
            #[inline]
            fn deref(&self) -> &Self::Target {
                &self.#base_ident
            }
        }
        impl<'__a> ::core::ops::DerefMut for #view<'__a> {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.#base_ident
            }
        }
    }
}

fn view_ident(node: &Node<'_>) -> syn::Ident {
    format_ident!("{}Mut", node.ident)
}

fn deref_to_parent(node: &Node<'_>) -> TokenStream {
    let Node { ident, base_ident, .. } = node;
    let base = &node.base.ty;
    quote! {
        impl ::core::ops::Deref for #ident {
            type Target = #base;
            #[inline(always)]
            fn deref(&self) -> &#base {
                &self.#base_ident
            }
        }
    }
}

/// The rules that take the parent's declaration, or that of a field, to decide.
fn assertions(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, attrs, .. } = node;
    let base = &node.base.ty;
    let parent = quote!(<#base as #krate::IsObject>);
    let this = quote!(<#ident as #krate::IsObject>);

    let parent_is_not_final = quote_spanned! {base.span()=>
        const _: () = ::core::assert!(!#parent::TYPE_FINAL, "the parent is final: derive from another node");
    };
    let slots_span = attrs.child_slots.as_ref().map_or_else(|| ident.span(), Spanned::span);
    let slots_fit = quote_spanned! {slots_span=>
        const _: () = ::core::assert!(
            #krate::__private::slots_fit(#this::TYPE_CHILD_SLOTS, #parent::TYPE_CHILD_SLOTS, #parent::TYPE_CHILD_SLOTS_CAN_OVERFLOW),
            "the parent keeps fewer `child_slots` than this type asks for with its own: lower these or raise the parent's"
        );
    };
    let clone_is_inherited = quote_spanned! {ident.span()=>
        const _: () = ::core::assert!(
            #this::SHALLOW_COPY.is_some() || #parent::SHALLOW_COPY.is_none(),
            "the parent is `Clone`, and so must be what derives from it: add `#[derive(Clone)]`"
        );
    };
    let static_index = attrs.type_index.as_ref().map(|index| {
        quote_spanned! {index.span()=>
            const _: () = ::core::assert!(
                0 < (#index) && (#index) < #krate::TypeIndex::DYNAMIC_BEGIN.value(),
                "a static `type_index` is one of 1 to 9: leave it out to have one given"
            );
        }
    });
    let one_parent = node.fields.iter().filter(|(_, field)| looks_like_node(&field.ty)).map(|(_, field)| {
        let ty = &field.ty;
        quote_spanned! {ty.span()=>
            const _: () = {
                use #krate::__private::NotNode as _;
                ::core::assert!(
                    !#krate::__private::Probe::<#ty>::IS_NODE,
                    "a node has one parent, its first field: refer to other nodes by their wrappers, `Foo` for `FooNode`"
                )
            };
        }
    });
    quote! {
        impl #krate::__private::NodesMustNotImplementDrop for #ident {}
        #parent_is_not_final
        #slots_fit
        #clone_is_inherited
        #static_index
        #(#one_parent)*
    }
}
