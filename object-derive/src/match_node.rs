//! Expansion of `match_node!`.

mod emit;
mod model;
mod parse;
mod pattern;
mod validate;

use proc_macro2::TokenStream;

use crate::errors;

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    errors::report(|errors| {
        let input = parse::parse(input, errors)?;
        let model = model::Match::from_input(&input, errors);
        validate::check(&model, errors);
        // Code for a wrong pattern would cause further errors.
        errors.is_empty().then(|| emit::chain(&model))
    })
}
