//! Expansion of `#[derive(Reflect)]`.

mod attr;
mod display;
mod emit;
mod enums;
mod model;
mod validate;

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput};

use crate::errors;

pub(crate) use attr::{FIELD_OPTIONS, FieldAttrs, TYPE_OPTIONS};
pub(crate) use display::Display;

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    errors::report(|errors| {
        let attrs = attr::TypeAttrs::parse(&input.attrs, errors);
        if let Data::Enum(data) = &input.data {
            return enums::expand(input, data, &attrs, errors);
        }
        let node = model::Node::from_input(input, attrs, errors)?;
        validate::check(&node, errors);
        Some(emit::node(&node))
    })
}
