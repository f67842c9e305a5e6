//! Parsing of `#[extend(…)]`.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{Path, Token};

use crate::errors::Errors;

syn::custom_keyword!(enter);

/// The declared options of a function.
pub(crate) struct ExtendAttrs {
    /// The extension point.
    pub(crate) point: Path,
    /// Whether the function runs before the objects below the node are visited.
    pub(crate) is_enter: bool,
    pub(crate) krate: Option<Path>,
}

impl ExtendAttrs {
    /// Parses the options. Returns `None` and reports an error if they are wrong.
    pub(crate) fn parse(options: TokenStream, errors: &mut Errors) -> Option<Self> {
        Self::read.parse2(options).map_err(|error| errors.push(error)).ok()
    }

    fn read(input: ParseStream<'_>) -> syn::Result<Self> {
        let point = input.call(Path::parse_mod_style).map_err(|error| {
            syn::Error::new(error.span(), "expected an extension point: write `#[extend(shapes::AREA)]`")
        })?;
        let mut attrs = Self { point, is_enter: false, krate: None };
        while !input.is_empty() {
            input
                .parse::<Token![,]>()
                .map_err(|error| syn::Error::new(error.span(), "expected a comma before the next option"))?;
            if input.is_empty() {
                break;
            }
            if input.peek(enter) {
                let option: enter = input.parse()?;
                if attrs.is_enter {
                    return Err(syn::Error::new_spanned(option, "`enter` is given twice: keep one of them"));
                }
                attrs.is_enter = true;
                continue;
            }
            if !input.peek(Token![crate]) {
                return Err(input.error("unknown option: there are `enter` and `crate = my_objet`"));
            }
            let option: Token![crate] = input.parse()?;
            let path = input.parse::<Token![=]>().and_then(|_| input.call(Path::parse_mod_style));
            let path = path.map_err(|error| {
                syn::Error::new(error.span(), "expected a path: write `crate = my_objet`")
            })?;
            if attrs.krate.replace(path).is_some() {
                return Err(syn::Error::new_spanned(option, "`crate` is given twice: keep one of them"));
            }
        }
        Ok(attrs)
    }
}
