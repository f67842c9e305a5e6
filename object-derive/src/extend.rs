//! Expansion of `#[extend]`.

mod attr;
mod emit;
mod model;
mod validate;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Item;

use crate::errors;

pub(crate) fn expand(options: TokenStream, item: Item) -> TokenStream {
    errors::report(|errors| {
        let attrs = attr::ExtendAttrs::parse(options, errors);
        let function = model::Function::from_item(&item, errors);
        if let Some(function) = &function {
            validate::check(function, errors);
        }
        Some(match (attrs, function) {
            (Some(attrs), Some(function)) if errors.is_empty() => emit::function(&attrs, &function),
            _ => item.to_token_stream(),
        })
    })
}
