//! The parsed form of a function that extends an extension point.

use syn::{FnArg, Item, ItemFn, Type};

use crate::errors::Errors;

pub(crate) struct Function<'a> {
    pub(crate) item: &'a ItemFn,
    /// The node type of the first parameter.
    pub(crate) node: &'a Type,
}

impl<'a> Function<'a> {
    /// Collects a function. Returns `None` if the item is no function of a node.
    pub(crate) fn from_item(item: &'a Item, errors: &mut Errors) -> Option<Self> {
        let Item::Fn(item) = item else {
            errors.at(
                item,
                "only a function can extend an extension point: put `#[extend(shapes::AREA)]` on a `fn`",
            );
            return None;
        };
        match item.sig.inputs.first() {
            Some(FnArg::Typed(param)) => match &*param.ty {
                Type::Reference(reference) if reference.mutability.is_none() => {
                    return Some(Self { item, node: &reference.elem });
                }
                ty => errors
                    .at(ty, "the first parameter is the node: make its type a reference like `&SquareNode`"),
            },
            Some(FnArg::Receiver(receiver)) => errors.at(
                receiver,
                "a method cannot extend an extension point: write a `fn` outside of the `impl`",
            ),
            None => errors.at(
                &item.sig.ident,
                "the first parameter is the node: add a parameter like `node: &SquareNode`",
            ),
        }
        None
    }
}
