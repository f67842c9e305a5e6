//! Code generation for global functions: the function itself, and its registration.
//!
//! All paths are full paths, so that names in the user's module cannot shadow them.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{FnArg, Ident, Item, ItemFn, Safety, Signature};

use crate::facade;
use crate::register_global::attr::{GlobalAttrs, is_consumed};
use crate::register_global::model::{Function, Param};

/// Returns an item that cannot be registered, without the attributes of the macro.
pub(crate) fn item(item: &Item) -> TokenStream {
    match item {
        Item::Fn(item) => without_macro_attributes(item),
        item => item.to_token_stream(),
    }
}

pub(crate) fn function(attrs: &GlobalAttrs, function: &Function<'_>) -> TokenStream {
    let item = without_macro_attributes(function.item);
    let (Some(name), true) = (&attrs.name, can_be_registered(function)) else { return item };
    let krate = facade::tokens(&facade::path(attrs.krate.as_ref()));
    let is_short = attrs.is_short;
    let (ident, vis, doc) = (&function.item.sig.ident, &function.item.vis, &function.doc);
    // A default of an `Args` parameter is reported already. Its code would cause a second error
    // about the type.
    let with_defaults = function.params.iter().filter(|param| !param.is_tail());
    let defaults = with_defaults.filter_map(|param| default(&krate, param));
    let params = function.params.iter().map(|param| param_tokens(&krate, param));
    // The call has the span of the function's name, so that a parameter of an unsupported type is
    // an error there. `builder` has the same span in its declaration and in the call: if a macro
    // wrote the function, two spans could differ in hygiene.
    let builder = format_ident!("builder", span = Span::call_site());
    let is_unsafe = matches!(function.item.sig.safety, Safety::Unsafe(_));
    let safe = is_unsafe.then(|| safe(function));
    let callee = if is_unsafe { safe_name() } else { ident.clone() };
    let pointer_type = (!is_short).then(|| pointer_type(function)).flatten().map(|ty| quote!(: #ty));
    let variable = format_ident!("function", span = ident.span());
    let binding = quote!(let #variable #pointer_type = #callee;);
    let made = quote_spanned!(ident.span()=> #krate::FunctionBuilder::build(#builder, #variable));
    quote! {
        #item
        // An import of the function also imports this type, which registers the function by hand.
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #ident {}
        #[allow(deprecated)]
        const _: () = {
            #(#defaults)*
            #safe
            static LINKED: #krate::__runtime::LinkedFunction = #krate::__runtime::LinkedFunction {
                name: #name,
                declared: #krate::types::Declared {
                    file: ::core::file!(),
                    line: ::core::line!(),
                    column: ::core::column!(),
                },
                doc: #doc,
                params: &[#(#params),*],
                is_short: #is_short,
                is_unsafe: #is_unsafe,
                make: |linked| {
                    // First, because the function can have the name of the other variable.
                    #binding
                    let #builder = #krate::__runtime::builder(linked);
                    ::core::result::Result::map(#made, ::core::convert::Into::into)
                },
            };
            #[automatically_derived]
            impl #krate::GlobalFunction for #ident {
                const LINKED: &'static #krate::__runtime::LinkedFunction = &LINKED;
            }
            #krate::__runtime::link_function!(&LINKED);
        };
    }
}

/// Whether the function can be registered. If not, an error is reported already, and a registration
/// would only cause further errors.
fn can_be_registered(function: &Function<'_>) -> bool {
    let signature = &function.item.sig;
    let generic = signature.generics.type_params().next().is_some()
        || signature.generics.const_params().next().is_some();
    !generic
        && signature.asyncness.is_none()
        && signature.variadic.is_none()
        && function.params.len() <= super::validate::MAX_PARAMS
}

/// Returns the type of a pointer to the function, so that the calling code of all functions with
/// the same types is compiled once. The calling code of a short function can contain its body
/// instead.
fn pointer_type(function: &Function<'_>) -> Option<TokenStream> {
    let Signature { abi, generics, output, .. } = &function.item.sig;
    // A named lifetime is not always a parameter of the function pointer, and no function pointer
    // returns `impl Trait`.
    if abi.is_some() || !generics.params.is_empty() || has_impl(output.to_token_stream()) {
        return None;
    }
    let types = function.params.iter().map(|param| param.ty);
    Some(quote!(fn(#(#types),*) #output))
}

/// Whether a type contains `impl Trait`.
fn has_impl(ty: TokenStream) -> bool {
    ty.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_impl(group.stream()),
        TokenTree::Ident(ident) => ident == "impl",
        _ => false,
    })
}

/// Returns a safe function that calls the `unsafe` one. Only an `unsafe` look-up by name finds it.
fn safe(function: &Function<'_>) -> TokenStream {
    let signature = &function.item.sig;
    let (ident, generics, output, name) =
        (&signature.ident, &signature.generics, &signature.output, safe_name());
    let types = function.params.iter().map(|param| param.ty);
    let names: Vec<_> = (0..function.params.len()).map(|nth| format_ident!("__arg{nth}")).collect();
    quote! {
        #[allow(clippy::too_many_arguments)]
        fn #name #generics (#(#names: #types),*) #output {
            unsafe { #ident(#(#names),*) }
        }
    }
}

fn safe_name() -> Ident {
    format_ident!("__safe")
}

/// Returns a function that computes a default, so that a default of another type is an error at its
/// expression.
fn default(krate: &TokenStream, param: &Param<'_>) -> Option<TokenStream> {
    let (expr, ty) = (param.attrs.default.as_ref()?, param.ty);
    let name = default_name(param);
    Some(quote! {
        #[allow(non_snake_case)]
        fn #name() -> #krate::RetValue {
            let value: #ty = #expr;
            #krate::__runtime::default_value(value)
        }
    })
}

fn default_name(param: &Param<'_>) -> syn::Ident {
    format_ident!("__default_{}", param.name, span = Span::call_site())
}

fn param_tokens(krate: &TokenStream, param: &Param<'_>) -> TokenStream {
    let (name, doc) = (&param.name, &param.doc);
    let default = match param.attrs.default {
        Some(_) if !param.is_tail() => {
            let value = default_name(param);
            quote!(::core::option::Option::Some(#value))
        }
        _ => quote!(::core::option::Option::None),
    };
    quote!(#krate::__runtime::LinkedParam { name: #name, doc: #doc, default: #default })
}

/// Returns the function without the attributes of the macro.
fn without_macro_attributes(item: &ItemFn) -> TokenStream {
    let mut item = item.clone();
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(param) = input {
            param.attrs.retain(|attribute| !is_consumed(attribute));
        }
    }
    item.to_token_stream()
}
