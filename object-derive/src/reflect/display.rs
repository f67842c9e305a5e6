//! The option `display` of `#[object(…)]`: the `{}` output of a node and its reference.
//! `#[derive(Object)]` implements `Display` for the reference.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::{Ident, LitStr, Path, Token};

use crate::assertion::assertion;
use crate::errors::Errors;
use crate::options::value;
use crate::reflect::model::Node;

/// The declared form of the output.
pub(crate) enum Display {
    /// `display`: the form of an ancestor, or that of `print`.
    Inherited(Path),
    /// `display = "({lhs} + {rhs})"`: a text with fields.
    Format(LitStr),
    /// `display = function`: a function that prints the node.
    Function(Path),
}

/// A piece of a format string.
enum Piece {
    Text(String),
    Field { name: String, is_quoted: bool },
}

impl Display {
    pub(crate) fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        if !meta.input.peek(Token![=]) {
            return Ok(Self::Inherited(meta.path.clone()));
        }
        let ahead = meta.input.fork();
        ahead.parse::<Token![=]>()?;
        if ahead.peek(LitStr) { value(meta).map(Self::Format) } else { value(meta).map(Self::Function) }
    }
}

impl ToTokens for Display {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Inherited(path) | Self::Function(path) => path.to_tokens(tokens),
            Self::Format(format) => format.to_tokens(tokens),
        }
    }
}

/// Returns the pieces of a format string, or the mistake in it.
fn pieces(format: &LitStr) -> Result<Vec<Piece>, &'static str> {
    let format = format.value();
    let (mut rest, mut pieces, mut text) = (format.as_str(), Vec::new(), String::new());
    while let Some(brace) = rest.find(['{', '}']) {
        text.push_str(&rest[..brace]);
        rest = &rest[brace..];
        if let Some(after) = rest.strip_prefix("{{").or_else(|| rest.strip_prefix("}}")) {
            text.push_str(&rest[..1]);
            rest = after;
            continue;
        }
        let Some(field) = rest.strip_prefix('{') else {
            return Err("a `}` closes no field: write `}}` for a brace");
        };
        let Some((field, after)) = field.split_once('}') else {
            return Err("a `{` begins a field that does not end: write `{{` for a brace");
        };
        rest = after;
        let (name, is_quoted) = field.strip_suffix(":?").map_or((field, false), |name| (name, true));
        if Ident::parse_any.parse_str(name).is_err() {
            return Err(
                "a field in a format is `{name}`, or `{name:?}` to quote a string: write `{{` for a brace",
            );
        }
        pieces.push(Piece::Text(std::mem::take(&mut text)));
        pieces.push(Piece::Field { name: name.into(), is_quoted });
    }
    text.push_str(rest);
    pieces.push(Piece::Text(text));
    pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    Ok(pieces)
}

/// Reports a malformed format string. `repr` declares the same function.
pub(crate) fn check(node: &Node<'_>, errors: &mut Errors) {
    if let Some(Display::Format(format)) = &node.attrs.display
        && let Err(mistake) = pieces(format)
    {
        errors.at(format, mistake);
    }
    if let (Some(Display::Format(_) | Display::Function(_)), Some(repr)) =
        (&node.attrs.display, &node.attrs.repr)
    {
        errors.at(repr, "`display` also declares the text of front ends: remove `repr`");
    }
}

/// Returns an `Option<Repr>` with the declared text of the type's objects, if there is one.
pub(crate) fn repr(node: &Node<'_>) -> Option<TokenStream> {
    let Node { ident, krate, attrs, .. } = node;
    let function = match (&attrs.repr, &attrs.display) {
        (Some(function), _) | (None, Some(Display::Function(function))) => function,
        (None, Some(Display::Format(format))) => {
            let pieces = pieces(format).unwrap_or_default().into_iter().map(|piece| match piece {
                Piece::Text(text) => quote!(#krate::__reflect::FormatPiece::Text(#text)),
                Piece::Field { name, is_quoted: true } => {
                    quote!(#krate::__reflect::FormatPiece::Quoted(#name))
                }
                Piece::Field { name, is_quoted: false } => {
                    quote!(#krate::__reflect::FormatPiece::Field(#name))
                }
            });
            return Some(quote! {
                ::core::option::Option::Some(#krate::__reflect::Repr::Format(&[#(#pieces),*]))
            });
        }
        (None, Some(Display::Inherited(_)) | None) => return None,
    };
    Some(quote! {
        ::core::option::Option::Some(#krate::__reflect::Repr::Function(
            |__object, __printer| #krate::__reflect::caught(
                || if let ::core::option::Option::Some(__node) = #krate::__reflect::one::<#ident>(__object) {
                    let repr: for<'a> fn(&'a #ident, &mut #krate::ReprPrinter<'a>) = #function;
                    repr(__node, __printer)
                }
            )
        ))
    })
}

/// Returns `Display` of the node, and the rule that the fields of a format exist.
pub(crate) fn impls(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, attrs, .. } = node;
    let Some(display) = &attrs.display else { return TokenStream::new() };
    let format = if let Display::Format(format) = display { Some(format) } else { None };
    let fields = format.into_iter().filter_map(|format| Some((format, pieces(format).ok()?)));
    let fields = fields.flat_map(|(format, pieces)| {
        pieces.into_iter().filter_map(move |piece| match piece {
            Piece::Field { name, .. } => Some((format, name)),
            Piece::Text(_) => None,
        })
    });
    let rules = fields.map(|(format, name)| {
        let own: Vec<_> = node.reflected().map(|field| format!("`{}`", field.name)).collect();
        let own = if own.is_empty() { "none".into() } else { own.join(", ") };
        let message = format!(
            "neither this node nor an ancestor has a reflected field `{name}`: the fields of this node are {own}"
        );
        let condition = quote!(<#ident as #krate::Reflect>::NAMES.contain(#name));
        assertion(format.span(), condition, &message)
    });
    quote! {
        #[automatically_derived]
        impl ::core::fmt::Display for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #krate::__reflect::display_node(self, <#ident as #krate::IsObject>::TYPE_KEY, f)
            }
        }
        #(#rules)*
    }
}
