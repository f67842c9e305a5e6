//! Parsing of the options that follow the first argument of an attribute macro.

use std::mem::replace;

use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, Path, Token};

/// Reads the options up to the end: `crate = path`, and a flag with this name. The options before a
/// wrong one are stored.
pub(crate) fn read(
    input: ParseStream<'_>,
    flag: &str,
    is_set: &mut bool,
    krate: &mut Option<Path>,
) -> syn::Result<()> {
    while !input.is_empty() {
        let comma = input.parse::<Token![,]>();
        comma.map_err(|error| Error::new(error.span(), "expected a comma before the next option"))?;
        if input.is_empty() {
            break;
        }
        let unknown = input.error(format!("unknown option: there are `{flag}` and `crate = my_objet`"));
        let Ok(name) = input.call(Ident::parse_any) else { return Err(unknown) };
        let is_repeated = if name == flag {
            replace(is_set, true)
        } else if name == "crate" {
            krate.replace(path(input)?).is_some()
        } else {
            return Err(unknown);
        };
        if is_repeated {
            return Err(Error::new(name.span(), format!("`{name}` is given twice: keep one of them")));
        }
    }
    Ok(())
}

fn path(input: ParseStream<'_>) -> syn::Result<Path> {
    let path = input.parse::<Token![=]>().and_then(|_| input.call(Path::parse_mod_style));
    path.map_err(|error| Error::new(error.span(), "expected a path: write `crate = my_objet`"))
}
