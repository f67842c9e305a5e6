//! The options of `#[object(…)]`, as they are written.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitBool, LitStr, Path, Type};

use crate::errors::Errors;

/// Every option, in the order in which messages list them.
const OPTIONS: &[&str] = &[
    "key",
    "child_slots",
    "child_slots_can_overflow",
    "is_final",
    "type_index",
    "wrapper",
    "custom_wrapper",
    "by_hand",
    "parent_wrapper",
    "crate",
];

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
}

/// Traits of the wrapper that the user implements.
#[derive(Default)]
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
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Option<Self> {
        let mut attrs = Self::default();
        for attribute in attributes {
            if attribute.path().is_ident("object") {
                let read = attribute.parse_nested_meta(|meta| attrs.read_option(&meta));
                read.unwrap_or_else(|error| errors.push(error));
            } else if attribute.path().is_ident("repr") {
                attrs.repr.read(attribute);
            }
        }
        Some(attrs)
    }

    fn read_option(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let name = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
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
            _ => Err(unknown(&name, meta.path.span())),
        }
    }
}

impl ByHand {
    fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        let mut by_hand = Self::default();
        meta.parse_nested_meta(|meta| {
            let place = match meta.path.get_ident().map(Ident::to_string).as_deref() {
                Some("Deref") => &mut by_hand.deref,
                Some("Debug") => &mut by_hand.debug,
                Some("PartialEq") => &mut by_hand.eq,
                _ => {
                    return Err(meta.error(
                        "expected `Deref`, `Debug` or `PartialEq` (which stands for `Eq` and `Hash` too)",
                    ));
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
            if meta.input.peek(syn::token::Paren) {
                let content;
                syn::parenthesized!(content in meta.input);
                content.parse::<proc_macro2::TokenStream>()?;
            }
            Ok(())
        });
    }
}

fn value<T: Parse>(meta: &ParseNestedMeta<'_>) -> syn::Result<T> {
    meta.value()?.parse()
}

fn once<T>(
    place: &mut Option<T>,
    meta: &ParseNestedMeta<'_>,
    read: impl FnOnce(&ParseNestedMeta<'_>) -> syn::Result<T>,
) -> syn::Result<()> {
    let value = read(meta)?;
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(meta.error("this option is given twice: keep one of them")),
    }
}

fn unknown(name: &str, span: Span) -> syn::Error {
    let list = OPTIONS.iter().map(|option| format!("`{option}`")).collect::<Vec<_>>().join(", ");
    let hint = match nearest(name) {
        Some(option) => format!("did you mean `{option}`? The options are {list}"),
        None => format!("the options are {list}"),
    };
    syn::Error::new(span, format!("unknown option `{name}`: {hint}"))
}

/// The option that `name` is most likely a slip of.
fn nearest(name: &str) -> Option<&'static str> {
    let best = OPTIONS.iter().map(|option| (distance(name, option), *option)).min()?;
    (best.0 <= 1 + name.len() / 4).then_some(best.1)
}

/// How many characters to insert, delete or change to get from `a` to `b` (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.chars().count()]
}
