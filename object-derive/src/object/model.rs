//! A node as the derive understands it.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::{
    Attribute, Data, DeriveInput, Expr, Field, Fields, Ident, Path, Type, TypePath, Visibility, parse_quote,
};

use crate::docs::doc_of;
use crate::errors::Errors;
use crate::facade;
use crate::object::attr::{New, NewItem, ObjectAttrs};
use crate::reflect::FieldAttrs;

/// A struct that can be emitted as a node, once its mistakes are reported.
pub(crate) struct Node<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    /// The struct's doc comment.
    pub(crate) docs: Vec<&'a Attribute>,
    pub(crate) attrs: ObjectAttrs,
    /// The path of the facade in the code that is emitted.
    pub(crate) krate: TokenStream,
    pub(crate) wrapper: Wrapper,
    /// The first field.
    pub(crate) base: &'a Field,
    pub(crate) base_ident: &'a Ident,
    /// The wrapper to convert into, beside `ObjectRef`.
    pub(crate) parent_wrapper: Option<Type>,
    /// The other fields, with their names.
    pub(crate) fields: Vec<(&'a Ident, &'a Field)>,
    /// The constructor to write, if there is to be one.
    pub(crate) new: Option<Constructor<'a>>,
}

/// A constructor that sets every field.
pub(crate) struct Constructor<'a> {
    /// What is listed behind `new`.
    pub(crate) items: Vec<NewItem>,
    /// How each of the other fields gets its value.
    pub(crate) values: Vec<(&'a Ident, &'a Type, Source)>,
}

/// The source of a field's value.
pub(crate) enum Source {
    /// A parameter, with the description of the field.
    Parameter(String),
    /// The default of the field.
    Default(Box<Expr>),
    /// The `Default` of the field's type.
    TypeDefault,
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
            let message = "a node cannot be generic, since one type key stands for one struct: hold an `ObjectRef`, or write a node for each type";
            match &input.generics.where_clause {
                Some(clause) if input.generics.params.is_empty() => errors.at(clause, message),
                _ => errors.at(&input.generics, message),
            }
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
        if let Some(unfit) = &attrs.repr.unfit {
            errors.at(unfit, "a node begins with its parent, aligned like it: write `#[repr(C)]`");
            return None;
        }
        let wrapper = wrapper(&input.ident, &attrs, errors);
        let fields: Vec<_> = named.collect();
        let new = attrs.new.clone().map(|new| constructor(new, &fields));
        Some(Self {
            ident: &input.ident,
            vis: &input.vis,
            docs: input.attrs.iter().filter(|attribute| attribute.path().is_ident("doc")).collect(),
            krate: facade::tokens(&facade::path(attrs.krate.as_ref())),
            wrapper,
            base,
            base_ident,
            parent_wrapper: attrs.parent_wrapper.clone().or_else(|| wrapper_of(&base.ty)),
            fields,
            new,
            attrs,
        })
    }
}

/// What is wrong with the options of a field, `#[derive(Reflect)]` reports.
fn constructor<'a>(new: New, fields: &[(&'a Ident, &'a Field)]) -> Constructor<'a> {
    let source = |field: &Field| {
        let attrs = FieldAttrs::parse(&field.attrs, &mut Errors::ignored());
        let is_listed =
            |item: &NewItem| matches!(item, NewItem::Field(name) if Some(name) == field.ident.as_ref());
        match attrs.default {
            _ if new.0.iter().any(is_listed) => Source::Parameter(doc_of(&field.attrs)),
            Some(default) => Source::Default(Box::new(default)),
            None if attrs.skip.is_some() => Source::TypeDefault,
            None => Source::Parameter(doc_of(&field.attrs)),
        }
    };
    let values = fields.iter().map(|(name, field)| (*name, &field.ty, source(field))).collect();
    Constructor { values, items: new.0 }
}

fn wrapper(node: &Ident, attrs: &ObjectAttrs, errors: &mut Errors) -> Wrapper {
    match (&attrs.wrapper, &attrs.custom_wrapper) {
        (Some(wrapper), Some(_)) => {
            errors.at(
                wrapper,
                "`wrapper` names a wrapper to make, `custom_wrapper` one that is there: keep one of them",
            );
            Wrapper::Derived(wrapper.clone())
        }
        (Some(wrapper), None) => Wrapper::Derived(wrapper.clone()),
        (None, Some(custom)) => Wrapper::Custom(Box::new(custom.clone())),
        (None, None) => Wrapper::Derived(without_node(node).unwrap_or_else(|| {
            errors.at(node, "the reference wrapper needs a name: call the struct `…Node`, or add `wrapper = …` to `#[object(…)]`");
            // Beside the error any name will do.
            format_ident!("{node}Ref")
        })),
    }
}

fn without_node(ident: &Ident) -> Option<Ident> {
    let name = ident.to_string();
    let stem = name.strip_suffix("Node").filter(|stem| !stem.is_empty())?;
    // What is left may be no name at all: the `Self` of `SelfNode`.
    let mut stem: Ident = syn::parse_str(stem).ok()?;
    stem.set_span(ident.span());
    Some(stem)
}

/// The wrapper that stands beside a node, by its name.
fn wrapper_of(node: &Type) -> Option<Type> {
    let mut path = path_of(node)?.clone();
    let last = path.segments.last_mut()?;
    last.ident = without_node(&last.ident).filter(|_| last.arguments.is_none())?;
    Some(Type::Path(parse_quote!(#path)))
}

/// Whether the type is called like a node, or like the root.
pub(crate) fn looks_like_node(ty: &Type) -> bool {
    path_of(ty)
        .and_then(|path| path.segments.last())
        .is_some_and(|last| last.ident == "Object" || without_node(&last.ident).is_some())
}

fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(TypePath { qself: None, path, .. }) => Some(path),
        // What a declarative macro was given as a type.
        Type::Group(group) => path_of(&group.elem),
        _ => None,
    }
}
