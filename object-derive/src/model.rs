//! A node as the derive understands it.

use syn::{
    Attribute, Data, DeriveInput, Field, Fields, Ident, Path, PathArguments, Type, TypePath, Visibility,
    parse_quote,
};

use crate::attr::ObjectAttrs;
use crate::errors::Errors;

/// A struct that can be emitted as a node, once its mistakes are reported.
pub(crate) struct Node<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    /// The struct's doc comment.
    pub(crate) docs: Vec<&'a Attribute>,
    pub(crate) attrs: ObjectAttrs,
    pub(crate) krate: Path,
    pub(crate) wrapper: Wrapper,
    /// The first field.
    pub(crate) base: &'a Field,
    pub(crate) base_ident: &'a Ident,
    /// The wrapper to convert into, beside `ObjectRef`.
    pub(crate) parent_wrapper: Option<Type>,
    /// The other fields, with their names.
    pub(crate) fields: Vec<(&'a Ident, &'a Field)>,
}

/// The reference wrapper of a node.
pub(crate) enum Wrapper {
    /// To be made, under this name.
    Derived(Ident),
    /// Written by hand.
    Custom(Box<Type>),
}

impl<'a> Node<'a> {
    /// Puts a node together; `None` if the input is so far from one that nothing can be emitted.
    pub(crate) fn from_input(
        input: &'a DeriveInput,
        attrs: ObjectAttrs,
        errors: &mut Errors,
    ) -> Option<Self> {
        let data = match &input.data {
            Data::Struct(data) => data,
            Data::Enum(data) => {
                errors.at(data.enum_token, "a node is a struct: make each variant of this enum a node of its own, with a common parent");
                return None;
            }
            Data::Union(data) => {
                errors.at(data.union_token, "a node is a struct, not a union");
                return None;
            }
        };
        if !input.generics.params.is_empty() || input.generics.where_clause.is_some() {
            errors.at(&input.generics, "a node cannot be generic, since one type key stands for one struct: hold an `ObjectRef`, or derive a node for each type");
            return None;
        }
        let Fields::Named(fields) = &data.fields else {
            errors.at(
                &input.ident,
                "a node has named fields, the first of them its parent: write `struct … { base: Object, … }`",
            );
            return None;
        };
        let mut named = fields.named.iter().filter_map(|field| Some((field.ident.as_ref()?, field)));
        let Some((base_ident, base)) = named.next() else {
            errors.at(&input.ident, "the first field of a node is its parent: add `base: Object`");
            return None;
        };
        let wrapper = wrapper(&input.ident, &attrs, errors)?;
        let parent_wrapper = attrs.parent_wrapper.clone().or_else(|| wrapper_of(&base.ty));
        let krate = attrs.krate.clone().unwrap_or_else(|| parse_quote!(::objet));
        Some(Self {
            ident: &input.ident,
            vis: &input.vis,
            docs: input.attrs.iter().filter(|attribute| attribute.path().is_ident("doc")).collect(),
            krate,
            wrapper,
            base,
            base_ident,
            parent_wrapper,
            fields: named.collect(),
            attrs,
        })
    }
}

fn wrapper(node: &Ident, attrs: &ObjectAttrs, errors: &mut Errors) -> Option<Wrapper> {
    if let Some(custom) = &attrs.custom_wrapper {
        if let Some(wrapper) = &attrs.wrapper {
            errors.at(
                wrapper,
                "`wrapper` names a wrapper to make, `custom_wrapper` one that is there: keep one of them",
            );
        }
        return Some(Wrapper::Custom(Box::new(custom.clone())));
    }
    if let Some(wrapper) = &attrs.wrapper {
        return Some(Wrapper::Derived(wrapper.clone()));
    }
    match without_node(node) {
        Some(wrapper) => Some(Wrapper::Derived(wrapper)),
        None => {
            errors.at(node, "the reference wrapper needs a name: call the struct `…Node`, or add `wrapper = …` to `#[object(…)]`");
            None
        }
    }
}

/// The wrapper that stands beside a node, by its name.
fn wrapper_of(node: &Type) -> Option<Type> {
    let Type::Path(path @ TypePath { qself: None, .. }) = node else { return None };
    let mut path = path.clone();
    let last = path.path.segments.last_mut()?;
    if !matches!(last.arguments, PathArguments::None) {
        return None;
    }
    last.ident = without_node(&last.ident)?;
    Some(Type::Path(path))
}

fn without_node(ident: &Ident) -> Option<Ident> {
    let name = ident.to_string();
    let stem = name.strip_suffix("Node").filter(|stem| !stem.is_empty())?;
    Some(Ident::new(stem, ident.span()))
}

/// Whether the type is called like a node.
pub(crate) fn looks_like_node(ty: &Type) -> bool {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return false };
    path.segments.last().is_some_and(|last| last.ident == "Object" || without_node(&last.ident).is_some())
}
