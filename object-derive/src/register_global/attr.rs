//! The options of `#[register_global(…)]`, and those of a parameter, as they are written.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, LitStr, Meta, Path, Token};

use crate::errors::Errors;

syn::custom_keyword!(short);

/// What is said of a function beside its code.
#[derive(Default)]
pub(crate) struct GlobalAttrs {
    pub(crate) name: Option<LitStr>,
    pub(crate) krate: Option<Path>,
    /// The function is over in a moment.
    pub(crate) is_short: bool,
    /// Something could not be read, so what seems to be missing may be there.
    pub(crate) incomplete: bool,
}

impl GlobalAttrs {
    /// Reads what stands in the parentheses. Gives what could be read, and reports the rest.
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
        while !input.is_empty() {
            input
                .parse::<Token![,]>()
                .map_err(|error| syn::Error::new(error.span(), "expected a comma before the next option"))?;
            if input.is_empty() {
                break;
            }
            if input.peek(short) {
                let option: short = input.parse()?;
                if self.is_short {
                    return Err(syn::Error::new_spanned(option, "`short` is given twice: keep one of them"));
                }
                self.is_short = true;
                continue;
            }
            if !input.peek(Token![crate]) {
                return Err(input.error("unknown option: there are `short` and `crate = my_objet`"));
            }
            let option: Token![crate] = input.parse()?;
            let path = input.parse::<Token![=]>().and_then(|_| input.call(Path::parse_mod_style));
            let path = path.map_err(|error| {
                syn::Error::new(error.span(), "expected a path: write `crate = my_objet`")
            })?;
            if self.krate.replace(path).is_some() {
                return Err(syn::Error::new_spanned(option, "`crate` is given twice: keep one of them"));
            }
        }
        Ok(())
    }
}

/// What is said of a parameter.
#[derive(Default)]
pub(crate) struct ParamAttrs {
    pub(crate) default: Option<Expr>,
}

impl ParamAttrs {
    /// Reads the attributes of a parameter.
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

/// Whether the attribute is one of ours, which the compiler must not see.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    is_default(attribute) || attribute.path().is_ident("doc")
}

fn is_default(attribute: &Attribute) -> bool {
    attribute.path().to_token_stream().to_string() == "default"
}
