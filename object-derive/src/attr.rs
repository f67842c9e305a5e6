//! The options of `#[object(…)]` and the `repr`, as they are written.

use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::{Attribute, Error, Expr, Ident, LitBool, LitStr, Path, Token, Type};

use crate::errors::Errors;
use crate::options;

/// The options that were given, with their tokens.
#[derive(Default)]
pub(crate) struct ObjectAttrs {
    pub(crate) key: Option<LitStr>,
    pub(crate) child_slots: Option<Expr>,
    pub(crate) child_slots_can_overflow: Option<LitBool>,
    pub(crate) is_final: Option<Path>,
    pub(crate) type_index: Option<Expr>,
    pub(crate) wrapper: Option<Ident>,
    pub(crate) custom_wrapper: Option<Type>,
    pub(crate) by_hand: Option<ByHand>,
    pub(crate) parent_wrapper: Option<Type>,
    pub(crate) krate: Option<Path>,
    pub(crate) repr: Repr,
    /// Something could not be read, so what seems to be missing may be there.
    pub(crate) incomplete: bool,
}

/// Traits of the wrapper that the user implements.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByHand {
    pub(crate) deref: bool,
    pub(crate) debug: bool,
    /// `PartialEq`, and with it `Eq` and `Hash`.
    pub(crate) eq: bool,
}

/// What the `repr` attributes say.
#[derive(Default)]
pub(crate) struct Repr {
    pub(crate) c: bool,
    /// A `packed` or `transparent`, which no node can have.
    pub(crate) unfit: Option<Path>,
}

impl ObjectAttrs {
    /// Reads the attributes of a struct. Gives what could be read, and reports the rest.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        for attribute in attributes {
            if attribute.path().is_ident("object") {
                let mut failed = Vec::new();
                let read = attribute.parse_nested_meta(|meta| {
                    // One option that is wrong does not hide the next.
                    attrs.read_option(&meta).or_else(|error| {
                        failed.push(error);
                        skip_option(&meta)
                    })
                });
                failed.extend(read.err());
                attrs.incomplete |= !failed.is_empty();
                failed.into_iter().for_each(|error| errors.push(error));
            } else if attribute.path().is_ident("repr") {
                attrs.repr.read(attribute);
            }
        }
        attrs
    }

    fn read_option(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let name = meta.path.to_token_stream().to_string();
        match name.as_str() {
            "key" => once(&mut self.key, meta, value),
            "child_slots" => once(&mut self.child_slots, meta, value),
            "child_slots_can_overflow" => once(&mut self.child_slots_can_overflow, meta, value),
            "is_final" => once(&mut self.is_final, meta, |meta| Ok(meta.path.clone())),
            "type_index" => once(&mut self.type_index, meta, value),
            "wrapper" => once(&mut self.wrapper, meta, value),
            "custom_wrapper" => once(&mut self.custom_wrapper, meta, value),
            "by_hand" => once(&mut self.by_hand, meta, ByHand::read),
            "parent_wrapper" => once(&mut self.parent_wrapper, meta, value),
            "crate" => once(&mut self.krate, meta, |meta| meta.value()?.call(Path::parse_mod_style)),
            _ => return Err(meta.error(options::unknown(&name))),
        }
        .map_err(|error| match error {
            Mistake::Twice => meta.error(format!("`{name}` is given twice: keep one of them")),
            Mistake::Malformed(error) => {
                Error::new(error.span(), format!("{error}: write `{}`", options::example(&name)))
            }
        })
    }
}

/// What can be wrong with an option that exists.
enum Mistake {
    Twice,
    Malformed(Error),
}

fn once<T>(
    place: &mut Option<T>,
    meta: &ParseNestedMeta<'_>,
    read: impl FnOnce(&ParseNestedMeta<'_>) -> syn::Result<T>,
) -> Result<(), Mistake> {
    let value = read(meta).map_err(Mistake::Malformed)?;
    if !ends_here(meta) {
        return Err(Mistake::Malformed(meta.input.error("expected nothing more here")));
    }
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Mistake::Twice),
    }
}

fn value<T: Parse>(meta: &ParseNestedMeta<'_>) -> syn::Result<T> {
    match meta.value() {
        Ok(input) if !input.is_empty() => input.parse(),
        _ => Err(meta.error("expected a value")),
    }
}

fn ends_here(meta: &ParseNestedMeta<'_>) -> bool {
    meta.input.is_empty() || meta.input.peek(Token![,])
}

fn skip_option(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    while !ends_here(meta) {
        meta.input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

impl ByHand {
    fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        if !meta.input.peek(syn::token::Paren) {
            return Err(meta.error("expected the traits in parentheses"));
        }
        let mut by_hand = Self::default();
        meta.parse_nested_meta(|meta| {
            let place = match meta.path.to_token_stream().to_string().as_str() {
                "Deref" => &mut by_hand.deref,
                "Debug" => &mut by_hand.debug,
                // With it go `Eq` and `Hash`, which must agree with it.
                "PartialEq" => &mut by_hand.eq,
                name => {
                    return Err(meta.error(format!("expected one or more of three traits, found `{name}`")));
                }
            };
            *place = true;
            Ok(())
        })?;
        Ok(by_hand)
    }
}

impl Repr {
    fn read(&mut self, attribute: &Attribute) {
        // The compiler itself reports a `repr` that cannot be read.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("C") {
                self.c = true;
            } else if meta.path.is_ident("packed") || meta.path.is_ident("transparent") {
                self.unfit = Some(meta.path.clone());
            }
            skip_option(&meta)
        });
    }
}
