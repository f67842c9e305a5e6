//! The parsed form of a global function.

use syn::ext::IdentExt;
use syn::{FnArg, Item, ItemFn, Pat, PatType, Type};

use crate::docs::doc_of;
use crate::errors::Errors;
use crate::register_global::attr::ParamAttrs;

/// A function that is complete enough to check and register.
pub(crate) struct Function<'a> {
    pub(crate) item: &'a ItemFn,
    pub(crate) doc: String,
    pub(crate) params: Vec<Param<'a>>,
}

/// A parameter of a function.
pub(crate) struct Param<'a> {
    pub(crate) source: &'a PatType,
    /// The name. A pattern such as `(a, b)` or `_` is named `arg` and its position.
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    pub(crate) doc: String,
    pub(crate) attrs: ParamAttrs,
}

impl Param<'_> {
    /// Whether the type is named `Args`, which takes all further arguments. A macro sees only names
    /// of types.
    pub(crate) fn is_tail(&self) -> bool {
        matches!(self.ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Args"))
    }
}

impl<'a> Function<'a> {
    /// Collects a function. Returns `None` if the item cannot be registered at all.
    pub(crate) fn from_item(item: &'a Item, errors: &mut Errors) -> Option<Self> {
        let Item::Fn(item) = item else {
            errors.at(
                item,
                "only a function can have a global name: put `#[register_global(\"my_crate.add\")]` on a `fn`",
            );
            return None;
        };
        let mut params = Vec::new();
        for (position, input) in item.sig.inputs.iter().enumerate() {
            match input {
                FnArg::Receiver(receiver) => {
                    errors.at(receiver, "a method cannot have a global name: write a `fn` outside of the `impl` that takes the object as an argument");
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
