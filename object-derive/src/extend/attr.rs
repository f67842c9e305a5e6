//! Parsing of `#[extend(…)]`.

use proc_macro2::TokenStream;
use syn::Path;
use syn::parse::{ParseStream, Parser};

use crate::errors::Errors;
use crate::trailing_options;

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
        trailing_options::read(input, "enter", &mut attrs.is_enter, &mut attrs.krate)?;
        Ok(attrs)
    }
}
