//! Expansion of `#[derive(Object)]`.

mod attr;
mod emit;
mod model;
mod validate;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors;

pub(crate) use attr::OBJECT_OPTIONS;
pub(crate) use emit::located_at;

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    errors::report(|errors| {
        let attrs = attr::ObjectAttrs::parse(&input.attrs, errors);
        let mut node = model::Node::from_input(input, attrs, errors)?;
        validate::check(&mut node, errors);
        Some(emit::node(&node))
    })
}
