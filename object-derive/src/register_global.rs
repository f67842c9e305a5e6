//! Expansion of `#[register_global]`.

mod attr;
mod emit;
mod model;
mod validate;

use proc_macro2::TokenStream;
use syn::Item;

use crate::errors;

pub(crate) fn expand(options: TokenStream, item: Item) -> TokenStream {
    errors::report(|errors| {
        let attrs = attr::GlobalAttrs::parse(options, errors);
        let Some(function) = model::Function::from_item(&item, errors) else {
            return Some(emit::item(&item));
        };
        validate::check(&attrs, &function, errors);
        Some(emit::function(&attrs, &function))
    })
}
