//! Parsing of `#[object(…)]` and `#[repr(…)]`.

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, LitBool, LitInt, LitStr, Path, Token, Type, parenthesized};

use crate::errors::Errors;
use crate::facade;
use crate::options::{Elsewhere, Examples, Mistake, Options, Read, each, flag, once, skip_option, value};
use crate::reflect::{Display, FIELD_OPTIONS, TYPE_OPTIONS};

const OPTIONS: Options = Options {
    attribute: "object",
    examples: OBJECT_OPTIONS,
    elsewhere: &[
        Elsewhere { attribute: "reflect", place: "the node", examples: TYPE_OPTIONS },
        Elsewhere { attribute: "reflect", place: "a field", examples: FIELD_OPTIONS },
    ],
};

/// The options of `#[object(…)]`.
pub(crate) const OBJECT_OPTIONS: Examples = &[
    ("key", "key = \"my_crate.Add\""),
    ("alias", "alias = \"my_crate.OldAdd\""),
    ("version", "version = 2"),
    ("upgrade", "upgrade = function"),
    ("child_slots", "child_slots = 16"),
    ("child_slots_can_overflow", "child_slots_can_overflow = false"),
    ("is_final", "is_final"),
    ("type_index", "type_index = 7"),
    ("wrapper", "wrapper = Sum"),
    ("custom_wrapper", "custom_wrapper = Array<Item>"),
    ("by_hand", "by_hand(Deref, Debug, PartialEq)"),
    ("display", "display = \"({lhs} + {rhs})\""),
    ("new", "new(span: Option<Span>)"),
    ("validate", "validate"),
    ("crate", "crate = my_objet"),
];

/// The declared options, with their tokens.
#[derive(Default)]
pub(crate) struct ObjectAttrs {
    pub(crate) key: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) version: Option<LitInt>,
    pub(crate) upgrade: Option<Path>,
    pub(crate) child_slots: Option<Expr>,
    pub(crate) child_slots_can_overflow: Option<LitBool>,
    pub(crate) is_final: Option<Path>,
    pub(crate) type_index: Option<Expr>,
    pub(crate) wrapper: Option<Ident>,
    pub(crate) custom_wrapper: Option<Type>,
    pub(crate) by_hand: Option<ByHand>,
    pub(crate) display: Option<Display>,
    pub(crate) new: Option<New>,
    pub(crate) validate: Option<Path>,
    pub(crate) krate: Option<Path>,
    pub(crate) repr: Repr,
    /// Whether parsing failed for an option. An option that seems to be missing may then be
    /// present.
    pub(crate) incomplete: bool,
}

/// The traits of the wrapper that the user implements.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByHand {
    pub(crate) deref: bool,
    pub(crate) debug: bool,
    /// `PartialEq`, `Eq` and `Hash`.
    pub(crate) eq: bool,
}

/// The list in parentheses after `new`: further parameters, and arguments of the parent's `new`.
#[derive(Clone, Default)]
pub(crate) struct New(pub(crate) Vec<NewItem>);

#[derive(Clone)]
pub(crate) enum NewItem {
    /// `axis`: a field that is a parameter although it has a default.
    Field(Ident),
    /// `span: Option<Span>`: a parameter that is passed on to the parent's `new`.
    Inherited(Ident, Type),
    /// `span = None`: an argument of the parent's `new`; the expression can use the parameters.
    Fixed(Ident, Expr),
}

/// The parsed `repr` attributes.
#[derive(Default)]
pub(crate) struct Repr {
    pub(crate) c: bool,
    /// A `packed` or `transparent`, which a node cannot have.
    pub(crate) unfit: Option<Path>,
}

impl ObjectAttrs {
    /// Parses the attributes of a struct. Reports options that are wrong, and returns all others.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        let complete = OPTIONS.read(attributes, errors, |name, meta| attrs.read_option(name, meta));
        attrs.incomplete = !complete;
        attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("repr"))
            .for_each(|attribute| attrs.repr.read(attribute));
        attrs
    }

    fn read_option(&mut self, name: &str, meta: &ParseNestedMeta<'_>) -> Read {
        match name {
            "key" => once(&mut self.key, meta, value),
            "alias" => each(&mut self.aliases, meta, value),
            "version" => once(&mut self.version, meta, value),
            "upgrade" => once(&mut self.upgrade, meta, value),
            "child_slots" => once(&mut self.child_slots, meta, value),
            "child_slots_can_overflow" => once(&mut self.child_slots_can_overflow, meta, value),
            "is_final" => once(&mut self.is_final, meta, flag),
            "type_index" => once(&mut self.type_index, meta, value),
            "wrapper" => once(&mut self.wrapper, meta, value),
            "custom_wrapper" => once(&mut self.custom_wrapper, meta, value),
            "by_hand" => once(&mut self.by_hand, meta, ByHand::read),
            "display" => once(&mut self.display, meta, Display::read),
            "new" => once(&mut self.new, meta, New::read),
            "validate" => once(&mut self.validate, meta, flag),
            "crate" => once(&mut self.krate, meta, facade::read),
            _ => Err(Mistake::Unknown),
        }
    }
}

impl ByHand {
    fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        if !meta.input.peek(syn::token::Paren) {
            return Err(meta.error("expected the traits in parentheses"));
        }
        let mut by_hand = Self::default();
        meta.parse_nested_meta(|meta| {
            let flag = match meta.path.to_token_stream().to_string().as_str() {
                "Deref" => &mut by_hand.deref,
                "Debug" => &mut by_hand.debug,
                // `Eq` and `Hash` must agree with `PartialEq`, so they are written by hand too.
                "PartialEq" => &mut by_hand.eq,
                name => {
                    return Err(meta.error(format!("expected one or more of three traits, found `{name}`")));
                }
            };
            *flag = true;
            Ok(())
        })?;
        Ok(by_hand)
    }
}

impl New {
    fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        if !meta.input.peek(syn::token::Paren) {
            return Ok(Self::default());
        }
        let content;
        parenthesized!(content in meta.input);
        let item = |input: ParseStream<'_>| -> syn::Result<NewItem> {
            let name = input.call(Ident::parse_any)?;
            if input.parse::<Option<Token![:]>>()?.is_some() {
                Ok(NewItem::Inherited(name, input.parse()?))
            } else if input.parse::<Option<Token![=]>>()?.is_some() {
                Ok(NewItem::Fixed(name, input.parse()?))
            } else {
                Ok(NewItem::Field(name))
            }
        };
        let items = Punctuated::<_, Token![,]>::parse_terminated_with(&content, item)?;
        Ok(Self(items.into_iter().collect()))
    }
}

impl Repr {
    fn read(&mut self, attribute: &Attribute) {
        // The compiler reports a malformed `repr`.
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
