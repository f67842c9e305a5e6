//! The attribute macro `#[attrs_node]` of `objet-ir`.
//!
//! The macro runs in four steps: `attr` parses the options, `model` builds a model of the node,
//! `validate` checks the rules, and `emit` generates the code.

mod attr;
mod emit;
mod model;
mod validate;

use proc_macro::TokenStream;
use quote::quote;
use syn::{Item, parse_macro_input};

/// Turns a struct into an attributes node.
///
/// `#[attrs_node("my_crate.attrs.ScaleAttrs")]` adds the following to the struct:
///
/// - the derives of `Clone`, `Object` and `Reflect`,
/// - `#[repr(C)]`, the type key, `is_final` and a constructor `new`,
/// - the first field `base`, which is the parent `Attrs`.
///
/// Operator calls accept the node and its reference as attributes, see `IntoAttrs`.
///
/// | option | meaning |
/// |---|---|
/// | `"my_crate.attrs.ScaleAttrs"` | the type key, required |
/// | `crate = my_ir`, after the key | the path of `objet-ir`, `::objet_ir` by default |
///
/// The fields accept the options of `#[reflect(…)]`, for example `default` and bounds.
///
#[doc = include_str!("example.md")]
#[proc_macro_attribute]
pub fn attrs_node(options: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as Item);
    let expanded = syn::parse(options)
        .and_then(|options| model::AttrsNode::new(options, &item))
        .and_then(|node| validate::check(&node).map(|()| emit::node(&node)));
    expanded
        .unwrap_or_else(|error| {
            // The struct is emitted unchanged, so that references to it cause no further errors.
            let error = error.into_compile_error();
            quote!(#error #item)
        })
        .into()
}
