//! Parsing of attribute options. A wrong option does not hide errors in the next one.

use quote::ToTokens;
use strsim::levenshtein;
use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::parse::discouraged::Speculative;
use syn::{Attribute, Error, Expr, Token};

use crate::errors::Errors;

/// The options of an attribute.
pub(crate) struct Options {
    /// The name of the attribute.
    pub(crate) attribute: &'static str,
    /// All options with an example each, in the order of error messages.
    pub(crate) examples: Examples,
    /// Options of other attributes, which errors about unknown options suggest.
    pub(crate) elsewhere: &'static [Elsewhere],
}

/// Options with an example each.
pub(crate) type Examples = &'static [(&'static str, &'static str)];

/// Options of an attribute at a place.
pub(crate) struct Elsewhere {
    pub(crate) attribute: &'static str,
    /// The place, for errors.
    pub(crate) place: &'static str,
    pub(crate) examples: Examples,
}

/// An error in an option.
pub(crate) enum Mistake {
    Unknown,
    Duplicate,
    Malformed(Error),
}

/// The outcome of reading one option.
pub(crate) type Read = Result<(), Mistake>;

impl Options {
    /// Calls `read` with the name of each option in `attributes`. Reports the options that `read`
    /// rejects, and returns whether `read` accepted all of them.
    pub(crate) fn read(
        &self,
        attributes: &[Attribute],
        errors: &mut Errors,
        mut read: impl FnMut(&str, &ParseNestedMeta<'_>) -> Read,
    ) -> bool {
        let mut complete = true;
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(self.attribute)) {
            let mut failed = Vec::new();
            let end = attribute.parse_nested_meta(|meta| {
                let name = meta.path.to_token_stream().to_string();
                read(&name, &meta).or_else(|mistake| {
                    failed.push(self.message(&name, &meta, mistake));
                    skip_option(&meta)
                })
            });
            failed.extend(end.err());
            complete &= failed.is_empty();
            failed.into_iter().for_each(|error| errors.push(error));
        }
        complete
    }

    fn message(&self, name: &str, meta: &ParseNestedMeta<'_>, mistake: Mistake) -> Error {
        match mistake {
            Mistake::Unknown => meta.error(self.unknown(name)),
            Mistake::Duplicate => meta.error(format!("`{name}` is given twice: keep one of them")),
            Mistake::Malformed(error) => {
                Error::new(error.span(), format!("{error}: write `{}`", self.example(name)))
            }
        }
    }

    fn example(&self, name: &str) -> &'static str {
        self.examples.iter().find(|(option, _)| *option == name).map_or("…", |(_, example)| example)
    }

    fn unknown(&self, name: &str) -> String {
        for Elsewhere { attribute, place, examples } in self.elsewhere {
            if let Some((_, example)) = examples.iter().find(|(option, _)| *option == name) {
                return format!("unknown option `{name}`: write `#[{attribute}({example})]` on {place}");
            }
        }
        match self.nearest(name) {
            Some(example) => format!("unknown option `{name}`: did you mean `{example}`?"),
            None => {
                let list = self
                    .examples
                    .iter()
                    .map(|(option, _)| format!("`{option}`"))
                    .collect::<Vec<_>>()
                    .join(", ");
                format!("unknown option `{name}`: write one of {list}")
            }
        }
    }

    /// Returns an example of the option that `name` most likely misspells.
    fn nearest(&self, name: &str) -> Option<&'static str> {
        let options = self.examples.iter();
        let (distance, example) =
            options.clone().map(|(option, example)| (levenshtein(name, option), *example)).min()?;
        let part_of = || options.clone().find(|(option, _)| name.len() > 2 && option.contains(name));
        if distance <= 1 + name.len() / 4 { Some(example) } else { part_of().map(|(_, example)| *example) }
    }
}

/// Stores the parsed value of an option in `slot`. Fails if `slot` has a value already.
pub(crate) fn once<T>(
    slot: &mut Option<T>,
    meta: &ParseNestedMeta<'_>,
    read: impl FnOnce(&ParseNestedMeta<'_>) -> syn::Result<T>,
) -> Read {
    let value = read(meta).map_err(Mistake::Malformed)?;
    if !ends_here(meta) {
        return Err(Mistake::Malformed(meta.input.error("unexpected tokens")));
    }
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Mistake::Duplicate),
    }
}

/// Appends the parsed value of an option that may occur several times to `slot`.
pub(crate) fn each<T>(
    slot: &mut Vec<T>,
    meta: &ParseNestedMeta<'_>,
    read: impl FnOnce(&ParseNestedMeta<'_>) -> syn::Result<T>,
) -> Read {
    let mut one = None;
    once(&mut one, meta, read)?;
    slot.extend(one);
    Ok(())
}

/// Parses the value after the `=`.
pub(crate) fn value<T: Parse>(meta: &ParseNestedMeta<'_>) -> syn::Result<T> {
    match meta.value() {
        Ok(input) if !input.is_empty() => input.parse(),
        _ => Err(meta.error("expected a value")),
    }
}

/// Returns the path of an option without a value.
pub(crate) fn flag(meta: &ParseNestedMeta<'_>) -> syn::Result<syn::Path> {
    Ok(meta.path.clone())
}

fn ends_here(meta: &ParseNestedMeta<'_>) -> bool {
    meta.input.is_empty() || meta.input.peek(Token![,])
}

/// Skips the tokens up to the next option. An expression may have commas, such as those of a
/// closure.
pub(crate) fn skip_option(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    let ahead = meta.input.fork();
    let _ = ahead.parse::<Option<Token![=]>>()?;
    if ahead.parse::<Expr>().is_ok() && (ahead.is_empty() || ahead.peek(Token![,])) {
        meta.input.advance_to(&ahead);
    }
    while !ends_here(meta) {
        meta.input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}
