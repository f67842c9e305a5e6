//! The implementations of `IsObject` and `HasParent`, and `Deref` to the parent.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

use crate::field_types;
use crate::object::emit::{at_parent, view};
use crate::object::model::{Node, Wrapper};

pub(crate) fn impls(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, base_ident, .. } = node;
    let base = &node.base.ty;
    let reference = match &node.wrapper {
        Wrapper::Derived(wrapper) => wrapper.to_token_stream(),
        Wrapper::Custom(custom) => custom.to_token_stream(),
    };
    let constants = constants(node);
    let layouts = layouts(node);
    let declared = quote!(#krate::NodeType::of::<#ident>(__FIELDS));
    let view = view::ident(node);
    let project = view::project(node);
    // This is the type of the first field. The indirect path makes a type that is not a node the
    // same error as in `project`, which the compiler shows once.
    let parent = at_parent(
        node,
        quote!(type Parent = <<#base as #krate::IsObject>::Ref as #krate::IsObjectRef>::Node;),
    );
    let thread_safety = thread_safety(node);
    quote! {
        #thread_safety
        const __FIELDS: &[#krate::__private::FieldLayout] = &[#(#layouts),*];
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        unsafe impl #krate::IsObject for #ident {
            type Ref = #reference;
            type Mut<'__a> = #view<'__a>;
            #constants
            const NODE_TYPE: &'static #krate::NodeType = {
                static NODE_TYPE: #krate::NodeType = unsafe { #declared };
                &NODE_TYPE
            };
            #project
        }
        #[diagnostic::do_not_recommend]
        unsafe impl #krate::HasParent for #ident {
            #parent
        }
        #[diagnostic::do_not_recommend]
        unsafe impl<__A> #krate::DerivedFrom<__A> for #ident where #base: #krate::DerivedFrom<__A> {}
        #[automatically_derived]
        impl ::core::ops::Deref for #ident {
            type Target = #base;
            #[inline(always)]
            fn deref(&self) -> &#base {
                &self.#base_ident
            }
        }
    }
}

/// Returns implementations of `Send` and `Sync` for a node of which `validate` reports that threads
/// cannot share a field. Without them, this field would break many bounds of the generated code.
fn thread_safety(node: &Node<'_>) -> Option<TokenStream> {
    let ident = node.ident;
    node.fields.iter().find(|(_, field)| field_types::mistake(&field.ty).is_some())?;
    Some(quote! {
        unsafe impl ::core::marker::Send for #ident {}
        unsafe impl ::core::marker::Sync for #ident {}
    })
}

fn constants(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, attrs, .. } = node;
    // Without a key, an error is reported already. The type table rejects the empty key.
    let key = attrs.key.as_ref().map(|key| key.value()).unwrap_or_default();
    let aliases = (!attrs.aliases.is_empty()).then(|| {
        let aliases = &attrs.aliases;
        quote!(const TYPE_ALIASES: &'static [&'static ::core::primitive::str] = &[#(#aliases),*];)
    });
    let type_index = attrs.type_index.as_ref().map(|index| {
        let some = quote!(::core::option::Option::Some(#krate::TypeIndex::new(#index)));
        quote!(const TYPE_INDEX: ::core::option::Option<#krate::TypeIndex> = #some;)
    });
    let child_slots = attrs
        .child_slots
        .as_ref()
        .map(|slots| quote!(const TYPE_CHILD_SLOTS: ::core::primitive::u32 = #slots;));
    let is_limited = attrs.child_slots_can_overflow.as_ref().filter(|lit| !lit.value);
    let can_overflow = is_limited.map(|_| {
        quote!(
            const TYPE_CHILD_SLOTS_CAN_OVERFLOW: ::core::primitive::bool = false;
        )
    });
    let is_final = attrs.is_final.as_ref().map(|_| {
        quote!(
            const TYPE_FINAL: ::core::primitive::bool = true;
        )
    });
    quote! {
        const TYPE_KEY: &'static ::core::primitive::str = #key;
        #aliases
        #type_index
        #child_slots
        #can_overflow
        #is_final
        const PARENT: ::core::option::Option<#krate::__private::Inherited> =
            #krate::__private::ParentOf::<#ident>::INHERITED;
        const SHALLOW_COPY: ::core::option::Option<#krate::__private::ShallowCopy> =
            #krate::__private::Probe::<#ident>::SHALLOW_COPY;
        const METADATA: ::core::option::Option<&'static dyn #krate::__private::TypeMetadata> = #krate::__private::Probe::<#ident>::METADATA;
    }
}

/// Returns the layout of the fields. The type table compares it to distinguish two declarations of
/// one key.
fn layouts(node: &Node<'_>) -> impl Iterator<Item = TokenStream> {
    let Node { ident, krate, .. } = node;
    std::iter::once((node.base_ident, node.base)).chain(node.fields.iter().copied()).map(
        move |(name, field)| {
            let ty = &field.ty;
            let text = name.unraw().to_string();
            quote! {
                #krate::__private::field::<#ty>(#text, ::core::mem::offset_of!(#ident, #name))
            }
        },
    )
}
