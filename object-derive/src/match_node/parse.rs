//! Parsing of the `match`.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{ExprMatch, Token};

use crate::errors::Errors;

pub(crate) fn parse(input: TokenStream, errors: &mut Errors) -> Option<ExprMatch> {
    let parser = |input: ParseStream<'_>| {
        if !input.peek(Token![match]) {
            return Err(input.error("expected a `match`: write `match_node!(match expr { … })`"));
        }
        let parsed = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(parsed)
    };
    parser.parse2(input).map_err(|error| errors.push(error)).ok()
}
