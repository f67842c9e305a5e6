//! Parsing of the options of `#[attrs_node(…)]`.

use syn::parse::{Parse, ParseStream};
use syn::{LitStr, Path, Token, parse_quote};

/// The type key and the path of the crate `objet-ir`.
pub(crate) struct Options {
    pub(crate) key: LitStr,
    pub(crate) ir: Path,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse().map_err(|error| {
            let message = "missing type key: write `#[attrs_node(\"my_crate.attrs.ScaleAttrs\")]`";
            syn::Error::new(error.span(), message)
        })?;
        let mut ir = parse_quote!(::objet_ir);
        if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            ir = input.call(Path::parse_mod_style)?;
        }
        if !input.is_empty() {
            return Err(input.error("unexpected option: only `crate = path` can follow the type key"));
        }
        Ok(Self { key, ir })
    }
}
