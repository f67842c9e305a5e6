//! Parsing of `#[register_global(…)]` and of the attributes of parameters.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, LitStr, Meta, Path};

use crate::errors::Errors;
use crate::trailing_options;

/// The declared options of a function.
#[derive(Default)]
pub(crate) struct GlobalAttrs {
    pub(crate) name: Option<LitStr>,
    pub(crate) krate: Option<Path>,
    /// Whether the function returns quickly and never blocks.
    pub(crate) is_short: bool,
    /// Whether parsing failed. An option that seems to be missing may then be present.
    pub(crate) incomplete: bool,
}

impl GlobalAttrs {
    /// Parses the options. Reports an error, and returns the options before it.
    pub(crate) fn parse(options: TokenStream, errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        if let Err(error) = (|input: ParseStream<'_>| attrs.read(input)).parse2(options) {
            attrs.incomplete = true;
            errors.push(error);
        }
        attrs
    }

    fn read(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        if input.is_empty() {
            return Ok(());
        }
        if !input.peek(LitStr) {
            return Err(input.error("expected the global name first: write `\"my_crate.add\"`"));
        }
        self.name = Some(input.parse()?);
        trailing_options::read(input, "short", &mut self.is_short, &mut self.krate)
    }
}

/// The declared options of a parameter.
#[derive(Default)]
pub(crate) struct ParamAttrs {
    pub(crate) default: Option<Expr>,
}

impl ParamAttrs {
    /// Parses the attributes of a parameter.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        for attribute in attributes.iter().filter(|attribute| is_default(attribute)) {
            let value = match &attribute.meta {
                Meta::List(list) if !list.tokens.is_empty() => list.parse_args::<Expr>(),
                meta => Err(syn::Error::new_spanned(meta, "expected a value in parentheses")),
            };
            match value {
                Ok(value) if attrs.default.is_none() => attrs.default = Some(value),
                Ok(_) => errors.at(attribute, "`default` is given twice: keep one of them"),
                Err(error) => {
                    errors.push(syn::Error::new(error.span(), format!("{error}: write `#[default(1)]`")));
                }
            }
        }
        attrs
    }
}

/// Whether the macro consumes the attribute. The compiler rejects `default` and doc comments on
/// parameters.
pub(crate) fn is_consumed(attribute: &Attribute) -> bool {
    is_default(attribute) || attribute.path().is_ident("doc")
}

fn is_default(attribute: &Attribute) -> bool {
    attribute.path().to_token_stream().to_string() == "default"
}
