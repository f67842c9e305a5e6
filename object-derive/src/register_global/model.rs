//! A function with a global name, as the macro understands it.

use syn::ext::IdentExt;
use syn::{FnArg, Item, ItemFn, Pat, PatType, Type};

use crate::docs::doc_of;
use crate::errors::Errors;
use crate::register_global::attr::ParamAttrs;

/// A function that can be emitted with a registration, once its mistakes are reported.
pub(crate) struct Function<'a> {
    pub(crate) item: &'a ItemFn,
    pub(crate) doc: String,
    pub(crate) params: Vec<Param<'a>>,
}

/// A parameter of a function.
pub(crate) struct Param<'a> {
    pub(crate) source: &'a PatType,
    /// Its name; those that are no plain name, like `(a, b)` and `_`, have a number in its place.
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    pub(crate) doc: String,
    pub(crate) attrs: ParamAttrs,
}

impl Param<'_> {
    /// Whether it seems to take all further arguments; types are known by their names alone here.
    pub(crate) fn is_tail(&self) -> bool {
        matches!(self.ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Args"))
    }
}

impl<'a> Function<'a> {
    /// Puts a function together; `None` if the item is so far from one that nothing can be registered.
    pub(crate) fn from_item(item: &'a Item, errors: &mut Errors) -> Option<Self> {
        let Item::Fn(item) = item else {
            errors.at(
                item,
                "only a function has a global name: put `#[register_global(\"my_crate.add\")]` on a `fn`",
            );
            return None;
        };
        let mut params = Vec::new();
        for (position, input) in item.sig.inputs.iter().enumerate() {
            match input {
                FnArg::Receiver(receiver) => {
                    errors.at(receiver, "a method cannot have a global name, since nobody knows its `self`: write a `fn` outside of the `impl` that takes the object as an argument");
                    return None;
                }
                FnArg::Typed(source) => params.push(Param {
                    source,
                    name: match &*source.pat {
                        Pat::Ident(pattern) => pattern.ident.unraw().to_string(),
                        _ => format!("arg{position}"),
                    },
                    ty: &source.ty,
                    doc: doc_of(&source.attrs),
                    attrs: ParamAttrs::parse(&source.attrs, errors),
                }),
            }
        }
        Some(Self { item, doc: doc_of(&item.attrs), params })
    }
}
