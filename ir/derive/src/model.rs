//! The model of an attributes node.

use syn::punctuated::Punctuated;
use syn::{Error, Field, Fields, Ident, Item, ItemStruct, Token};

use crate::attr::Options;

/// A struct to be turned into an attributes node.
pub(crate) struct AttrsNode<'a> {
    pub(crate) options: Options,
    pub(crate) item: &'a ItemStruct,
    pub(crate) fields: Punctuated<&'a Field, Token![,]>,
    /// The name of the reference type; `None` if the struct's name does not end in `Node`.
    pub(crate) wrapper: Option<Ident>,
}

impl<'a> AttrsNode<'a> {
    pub(crate) fn new(options: Options, item: &'a Item) -> syn::Result<Self> {
        let Item::Struct(item) = item else {
            return Err(Error::new_spanned(item, "an attributes node must be a struct with named fields"));
        };
        let fields = match &item.fields {
            Fields::Named(fields) => fields.named.iter().collect(),
            Fields::Unit => Punctuated::new(),
            Fields::Unnamed(fields) => {
                return Err(Error::new_spanned(fields, "attributes need names: write `{ name: Type, … }`"));
            }
        };
        let name = item.ident.to_string();
        let stem = name.strip_suffix("Node").filter(|stem| !stem.is_empty());
        let wrapper = stem.and_then(|stem| syn::parse_str::<Ident>(stem).ok()).map(|mut wrapper| {
            wrapper.set_span(item.ident.span());
            wrapper
        });
        Ok(Self { options, item, fields, wrapper })
    }
}
