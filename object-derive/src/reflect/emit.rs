//! The code of a reflection: descriptions as data, and glue into the reflection crate. Every path is named in full.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use crate::object::located_at;
use crate::reflect::model::{Field, Node, type_text};

pub(crate) fn node(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate_path, krate, base, doc, .. } = node;
    let import = located_at(krate_path.span(), quote!(use #krate_path as #krate;));
    // The parent by way of the field's type, so that one without reflection is an error there.
    let parent = located_at(base.span(), quote!(<#base as #krate::Reflect>));
    let names = node.reflected().map(|field| &field.name);
    let declarations = node.reflected().map(|field| declaration(node, field));
    let options = options(node);
    let build = build(node, &parent);
    let copy = copy(node, &parent);
    let rules = rules(node);
    quote! {
        #[allow(deprecated)]
        const _: () = {
            #import
            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            unsafe impl #krate::Reflect for #ident {
                const NAMES: &'static #krate::__reflect::Names = &#krate::__reflect::Names {
                    own: &[#(#names),*],
                    inherited: ::core::option::Option::Some(#parent::NAMES),
                };
                fn reflection() -> &'static #krate::Reflection {
                    static REFLECTION: #krate::Reflection = unsafe {
                        #krate::Reflection::of::<#ident>(
                            #doc,
                            ::core::option::Option::Some(#parent::reflection),
                            &[#(#declarations),*],
                            #options,
                        )
                    };
                    &REFLECTION
                }
                #build
                #copy
            }
            #[automatically_derived]
            impl #krate::__private::HasAbout for #ident {
                fn about() -> &'static dyn #krate::__private::AboutNodes {
                    <#ident as #krate::Reflect>::reflection()
                }
            }
            #rules
        };
    }
}

fn declaration(node: &Node<'_>, field: &Field<'_>) -> TokenStream {
    let Node { ident: this, krate, .. } = node;
    let Field { ident, ty, doc, attrs, name } = field;
    let type_name = type_text(ty);
    let kind = located_at(ty.span(), quote!(<#ty as #krate::FieldType>::KIND));
    let value = |expr: &Option<syn::Expr>| match expr {
        Some(expr) => {
            let function = located_at(expr.span(), quote!(#krate::__reflect::ret_value::<#ty>(#expr)));
            quote!(::core::option::Option::Some(|| #function))
        }
        None => quote!(::core::option::Option::None),
    };
    let (default, lower, upper) =
        (value(&attrs.default), value(&attrs.lower_bound), value(&attrs.upper_bound));
    let role = match (&attrs.skip_eq, &attrs.def) {
        (Some(_), _) => quote!(Skipped),
        (None, Some(_)) => quote!(Definition),
        (None, None) => quote!(Compared),
    };
    let visit_last = attrs.visit_last.is_some();
    quote! {
        #krate::__reflect::FieldDeclaration {
            name: #name,
            type_name: #type_name,
            doc: #doc,
            offset: ::core::mem::offset_of!(#this, #ident),
            kind: #kind,
            default: #default,
            lower_bound: #lower,
            upper_bound: #upper,
            role: #krate::FieldRole::#role,
            visit_last: #visit_last,
        }
    }
}

fn options(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, attrs, .. } = node;
    let none = || quote!(::core::option::Option::None);
    let fields = attrs.fields.as_ref().map_or_else(none, |names| {
        let names = names.iter().map(|name| name.unraw().to_string());
        quote!(::core::option::Option::Some(&[#(#names),*]))
    });
    let comparison = match &attrs.compare_with {
        Some([equal, hash]) => quote! {
            #krate::Comparison::Custom {
                equal: |lhs, rhs, reducer| match #krate::__reflect::both::<#ident>(lhs, rhs) {
                    ::core::option::Option::Some((lhs, rhs)) => #equal(lhs, rhs, reducer),
                    ::core::option::Option::None => false,
                },
                hash: |object, reducer| if let ::core::option::Option::Some(node) =
                    #krate::__reflect::one::<#ident>(object)
                {
                    #hash(node, reducer)
                },
            }
        },
        None if attrs.graph_node.is_some() => quote!(#krate::Comparison::GraphNode),
        None if attrs.free_variable.is_some() => quote!(#krate::Comparison::FreeVariable),
        None if attrs.by_pointer.is_some() => quote!(#krate::Comparison::Pointer),
        None => quote!(#krate::Comparison::Fields),
    };
    let bytes = attrs.bytes.as_ref().map_or_else(none, |[to_bytes, from_bytes]| {
        quote! {
            ::core::option::Option::Some(#krate::__reflect::ByteForm {
                to_bytes: |object| match #krate::__reflect::one::<#ident>(object) {
                    ::core::option::Option::Some(node) => ::core::convert::AsRef::as_ref(#to_bytes(node)),
                    ::core::option::Option::None => &[],
                },
                from_bytes: |bytes| match #from_bytes(bytes) {
                    ::core::result::Result::Ok(reference) => ::core::result::Result::Ok(
                        #krate::IsObjectRef::into_object_ref(reference)
                    ),
                    ::core::result::Result::Err(error) => {
                        ::core::result::Result::Err(::core::convert::Into::into(error))
                    }
                },
            })
        }
    });
    let check = attrs.check.as_ref().map_or_else(none, |check| {
        quote! {
            ::core::option::Option::Some(|object| match #krate::__reflect::one::<#ident>(object) {
                ::core::option::Option::Some(node) => {
                    #check(node).map_err(::core::convert::Into::into)
                }
                ::core::option::Option::None => ::core::result::Result::Ok(()),
            })
        }
    });
    quote! {
        #krate::__reflect::Options {
            fields: #fields,
            comparison: #comparison,
            bytes: #bytes,
            check: #check,
        }
    }
}

fn build(node: &Node<'_>, parent: &TokenStream) -> TokenStream {
    let Node { krate, base_ident, .. } = node;
    let fields = node.fields.iter().map(|Field { ident, ty, attrs, .. }| {
        let default = attrs.default.as_ref().map(|expr| located_at(expr.span(), quote!(#expr)));
        match (&attrs.skip, default) {
            (Some(_), Some(default)) => quote!(#ident: #default),
            (Some(_), None) => {
                let default = located_at(ty.span(), quote!(<#ty as ::core::default::Default>::default()));
                quote!(#ident: #default)
            }
            (None, Some(default)) => {
                quote!(#ident: source.take::<#ty>(::core::option::Option::Some(|| #default))?)
            }
            (None, None) => {
                quote_spanned!(ty.span()=> #ident: source.take::<#ty>(::core::option::Option::None)?)
            }
        }
    });
    quote! {
        fn build(
            source: &mut #krate::__reflect::FieldSource<'_>,
        ) -> ::core::result::Result<Self, #krate::ReflectError> {
            ::core::result::Result::Ok(Self {
                #base_ident: #parent::build(source)?,
                #(#fields,)*
            })
        }
    }
}

fn copy(node: &Node<'_>, parent: &TokenStream) -> TokenStream {
    let base_ident = node.base_ident;
    let fields = node.fields.iter().map(|Field { ident, ty, .. }| {
        quote_spanned!(ty.span()=> #ident: <#ty as ::core::clone::Clone>::clone(&self.#ident))
    });
    quote! {
        fn copy(&self) -> Self {
            Self {
                #base_ident: #parent::copy(&self.#base_ident),
                #(#fields,)*
            }
        }
    }
}

/// The rules that take the types of the fields, or the parent, to decide.
fn rules(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, .. } = node;
    let listed = node.attrs.fields.iter().flatten().map(|name| {
        let text = name.unraw().to_string();
        let message =
            format!("there is no reflected field of the name `{text}`, neither here nor in an ancestor");
        assertion(name.span(), quote!(<#ident as #krate::Reflect>::NAMES.contain(#text)), &message)
    });
    let base = node.base;
    let new_names = node.reflected().map(|field| {
        let name = &field.name;
        let message = format!("an ancestor has a field that is known as `{name}`: give this one another, `#[reflect(name = \"…\")]`");
        assertion(
            field.ident.span(),
            quote!(!<#base as #krate::Reflect>::NAMES.contain(#name)),
            &message,
        )
    });
    let bounds = node.reflected().flat_map(|field| {
        let ty = field.ty;
        [&field.attrs.lower_bound, &field.attrs.upper_bound].into_iter().flatten().map(move |bound| {
            assertion(
                bound.span(),
                quote!(#krate::__reflect::is_number(<#ty as #krate::FieldType>::KIND)),
                "bounds are for numbers: remove this",
            )
        })
    });
    let last = node.reflected().filter_map(|field| {
        let (ty, option) = (field.ty, field.attrs.visit_last.as_ref()?);
        Some(assertion(
            option.span(),
            quote!(#krate::__reflect::is_reference(<#ty as #krate::FieldType>::KIND)),
            "only references are followed: remove `visit_last`",
        ))
    });
    quote! {
        #(#listed)*
        #(#new_names)*
        #(#bounds)*
        #(#last)*
    }
}

fn assertion(span: Span, condition: TokenStream, message: &str) -> TokenStream {
    quote_spanned!(span=> const _: () = ::core::assert!(#condition, #message);)
}
