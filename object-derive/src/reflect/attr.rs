//! Parsing of `#[reflect(…)]`.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Path, Token, parenthesized};

use crate::errors::Errors;
use crate::facade;
use crate::object::OBJECT_OPTIONS;
use crate::options::{Elsewhere, Examples, Mistake, Options, Read, each, flag, once, skip_option, value};
use crate::reflect::Display;

const OF_TYPE: Options = Options {
    attribute: "reflect",
    examples: TYPE_OPTIONS,
    elsewhere: &[
        Elsewhere { attribute: "object", place: "the node", examples: OBJECT_OPTIONS },
        Elsewhere { attribute: "reflect", place: "a field", examples: FIELD_OPTIONS },
    ],
};

const OF_FIELD: Options = Options {
    attribute: "reflect",
    examples: FIELD_OPTIONS,
    elsewhere: &[
        Elsewhere { attribute: "reflect", place: "the node", examples: TYPE_OPTIONS },
        Elsewhere { attribute: "object", place: "the node", examples: OBJECT_OPTIONS },
    ],
};

/// The options of `#[reflect(…)]` on a type.
pub(crate) const TYPE_OPTIONS: Examples = &[
    ("fields", "fields(first, second)"),
    ("is_abstract", "is_abstract"),
    ("graph_node", "graph_node"),
    ("free_variable", "free_variable"),
    ("by_pointer", "by_pointer"),
    ("compare_with", "compare_with(equal, hash)"),
    ("bytes", "bytes(to_bytes, from_bytes)"),
    ("check", "check = function"),
    ("repr", "repr = function"),
    ("crate", "crate = my_objet"),
];

/// The options of `#[reflect(…)]` on a field.
pub(crate) const FIELD_OPTIONS: Examples = &[
    ("name", "name = \"axis\""),
    ("alias", "alias = \"old_axis\""),
    ("default", "default = 1"),
    ("required", "required"),
    ("lower_bound", "lower_bound = 0"),
    ("upper_bound", "upper_bound = 9"),
    ("skip_eq", "skip_eq"),
    ("def", "def"),
    ("scope", "scope"),
    ("visit_last", "visit_last"),
    ("serde", "serde"),
    ("skip", "skip"),
];

/// The declared options of a type, with their tokens.
#[derive(Default)]
pub(crate) struct TypeAttrs {
    pub(crate) fields: Option<Vec<Ident>>,
    pub(crate) is_abstract: Option<Path>,
    pub(crate) graph_node: Option<Path>,
    pub(crate) free_variable: Option<Path>,
    pub(crate) by_pointer: Option<Path>,
    pub(crate) compare_with: Option<[Path; 2]>,
    pub(crate) bytes: Option<[Path; 2]>,
    pub(crate) check: Option<Path>,
    pub(crate) repr: Option<Path>,
    pub(crate) krate: Option<Path>,
    /// The version in `#[object(…)]`.
    pub(crate) version: Option<LitInt>,
    /// The function in `#[object(…)]`.
    pub(crate) upgrade: Option<Path>,
    /// The form in `#[object(…)]`.
    pub(crate) display: Option<Display>,
    /// Whether `#[object(…)]` says that no type extends this one.
    pub(crate) is_final: bool,
}

/// The declared options of a field, with their tokens.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) name: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) default: Option<Expr>,
    pub(crate) required: Option<Path>,
    pub(crate) lower_bound: Option<Expr>,
    pub(crate) upper_bound: Option<Expr>,
    pub(crate) skip_eq: Option<Path>,
    pub(crate) def: Option<Path>,
    pub(crate) scope: Option<Path>,
    pub(crate) visit_last: Option<Path>,
    pub(crate) serde: Option<Path>,
    pub(crate) skip: Option<Path>,
}

impl TypeAttrs {
    /// Parses the attributes of a type. Reports options that are wrong, and returns all others.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        OF_TYPE.read(attributes, errors, |name, meta| attrs.read_option(name, meta));
        attrs.read_object(attributes);
        attrs
    }

    fn read_option(&mut self, name: &str, meta: &ParseNestedMeta<'_>) -> Read {
        match name {
            "fields" => once(&mut self.fields, meta, names),
            "is_abstract" => once(&mut self.is_abstract, meta, flag),
            "graph_node" => once(&mut self.graph_node, meta, flag),
            "free_variable" => once(&mut self.free_variable, meta, flag),
            "by_pointer" => once(&mut self.by_pointer, meta, flag),
            "compare_with" => once(&mut self.compare_with, meta, two_functions),
            "bytes" => once(&mut self.bytes, meta, two_functions),
            "check" => once(&mut self.check, meta, value),
            "repr" => once(&mut self.repr, meta, value),
            "crate" => once(&mut self.krate, meta, facade::read),
            _ => Err(Mistake::Unknown),
        }
    }

    /// Reads the options in `#[object(…)]` that concern reflection. The other derive reports errors
    /// there. A path to the facade in `#[reflect(…)]` has precedence.
    fn read_object(&mut self, attributes: &[Attribute]) {
        let mut krate = None;
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("object")) {
            let _ = attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("crate") {
                    krate = facade::read(&meta).ok();
                } else if meta.path.is_ident("version") {
                    self.version = value(&meta).ok();
                } else if meta.path.is_ident("upgrade") {
                    self.upgrade = value(&meta).ok();
                } else if meta.path.is_ident("display") {
                    self.display = Display::read(&meta).ok();
                } else if meta.path.is_ident("is_final") {
                    self.is_final = true;
                }
                skip_option(&meta)
            });
        }
        self.krate = self.krate.take().or(krate);
    }
}

impl FieldAttrs {
    /// Parses the attributes of a field. Reports options that are wrong, and returns all others.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attrs = Self::default();
        OF_FIELD.read(attributes, errors, |name, meta| attrs.read_option(name, meta));
        attrs
    }

    fn read_option(&mut self, name: &str, meta: &ParseNestedMeta<'_>) -> Read {
        match name {
            "name" => once(&mut self.name, meta, value),
            "alias" => each(&mut self.aliases, meta, value),
            "default" => once(&mut self.default, meta, expression),
            "required" => once(&mut self.required, meta, flag),
            "lower_bound" => once(&mut self.lower_bound, meta, value),
            "upper_bound" => once(&mut self.upper_bound, meta, value),
            "skip_eq" => once(&mut self.skip_eq, meta, flag),
            "def" => once(&mut self.def, meta, flag),
            "scope" => once(&mut self.scope, meta, flag),
            "visit_last" => once(&mut self.visit_last, meta, flag),
            "serde" => once(&mut self.serde, meta, flag),
            "skip" => once(&mut self.skip, meta, flag),
            _ => Err(Mistake::Unknown),
        }
    }
}

/// An expression, or the tokens up to the next comma if `syn` cannot parse the expression.
struct AnyExpr(Expr);

impl Parse for AnyExpr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let error = match ahead.parse() {
            Ok(expr) => {
                input.advance_to(&ahead);
                return Ok(Self(expr));
            }
            Err(error) => error,
        };
        let mut tokens = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            tokens.extend([input.parse::<TokenTree>()?]);
        }
        if tokens.is_empty() { Err(error) } else { Ok(Self(Expr::Verbatim(tokens))) }
    }
}

fn expression(meta: &ParseNestedMeta<'_>) -> syn::Result<Expr> {
    value(meta).map(|AnyExpr(expr)| expr)
}

fn names(meta: &ParseNestedMeta<'_>) -> syn::Result<Vec<Ident>> {
    if !meta.input.peek(syn::token::Paren) {
        return Err(meta.error("expected the names of fields in parentheses"));
    }
    let content;
    parenthesized!(content in meta.input);
    // The reflected name of a field may be a keyword of Rust.
    let names = Punctuated::<Ident, Token![,]>::parse_terminated_with(&content, Ident::parse_any)?;
    Ok(names.into_iter().collect())
}

fn two_functions(meta: &ParseNestedMeta<'_>) -> syn::Result<[Path; 2]> {
    let expected = || meta.error("expected two functions in parentheses");
    if !meta.input.peek(syn::token::Paren) {
        return Err(expected());
    }
    let content;
    parenthesized!(content in meta.input);
    let paths = Punctuated::<Path, Token![,]>::parse_terminated(&content)?;
    <[Path; 2]>::try_from(paths.into_iter().collect::<Vec<_>>()).map_err(|_| expected())
}
