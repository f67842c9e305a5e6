//! The parsed form of a node.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::{Attribute, Data, DeriveInput, Expr, Field, Fields, Ident, Path, Type, TypePath, Visibility};

use crate::docs::doc_of;
use crate::errors::Errors;
use crate::facade;
use crate::object::attr::{New, NewItem, ObjectAttrs};
use crate::reflect::FieldAttrs;

/// A struct that is complete enough to emit as a node.
pub(crate) struct Node<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    /// The struct's doc comment.
    pub(crate) docs: Vec<&'a Attribute>,
    pub(crate) attrs: ObjectAttrs,
    /// The path of the facade in generated code.
    pub(crate) krate: TokenStream,
    pub(crate) wrapper: Wrapper,
    /// The first field.
    pub(crate) base: &'a Field,
    pub(crate) base_ident: &'a Ident,
    /// The other fields, with their names.
    pub(crate) fields: Vec<(&'a Ident, &'a Field)>,
    /// The constructor to generate, if `new` is declared.
    pub(crate) new: Option<Constructor<'a>>,
}

/// A constructor that sets every field.
pub(crate) struct Constructor<'a> {
    /// The items in parentheses after `new`.
    pub(crate) items: Vec<NewItem>,
    /// The source of each field's value. The parent is not included.
    pub(crate) values: Vec<(&'a Ident, &'a Type, Source)>,
}

/// The source of a field's value.
pub(crate) enum Source {
    /// A parameter, documented with the doc comment of the field.
    Parameter(String),
    /// The default of the field.
    Default(Box<Expr>),
    /// The `Default` of the field's type.
    TypeDefault,
}

/// The reference wrapper of a node.
pub(crate) enum Wrapper {
    /// A wrapper to generate under this name.
    Derived(Ident),
    /// A hand-written wrapper.
    Custom(Box<Type>),
}

impl<'a> Node<'a> {
    /// Collects a node. Returns `None` if too much is missing to emit any code.
    pub(crate) fn from_input(
        input: &'a DeriveInput,
        attrs: ObjectAttrs,
        errors: &mut Errors,
    ) -> Option<Self> {
        let data = match &input.data {
            Data::Struct(data) => data,
            Data::Enum(data) => {
                errors.at(
                    data.enum_token,
                    "an enum cannot be a node: make each variant a node, with a common parent",
                );
                return None;
            }
            Data::Union(data) => {
                errors.at(data.union_token, "a node is a struct, not a union");
                return None;
            }
        };
        if !input.generics.params.is_empty() || input.generics.where_clause.is_some() {
            let message = "a node cannot be generic, since a type key identifies one struct: hold an `ObjectRef`, or write a node for each type";
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
        for attribute in fields.named.iter().flat_map(|field| &field.attrs) {
            if attribute.path().is_ident("object") {
                errors.at(
                    attribute,
                    "`#[object(…)]` belongs to the struct: write the options of a field as `#[reflect(…)]`",
                );
            }
        }
        if let Some(unfit) = &attrs.repr.unfit {
            errors.at(unfit, "a node cannot be `packed` or `transparent`: write `#[repr(C)]`");
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
            fields,
            new,
            attrs,
        })
    }
}

/// Collects the constructor. `#[derive(Reflect)]` reports errors in the options of the fields.
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
                "`wrapper` names a generated wrapper, `custom_wrapper` an existing one: keep one of them",
            );
            Wrapper::Derived(wrapper.clone())
        }
        (Some(wrapper), None) => Wrapper::Derived(wrapper.clone()),
        (None, Some(custom)) => Wrapper::Custom(Box::new(custom.clone())),
        (None, None) => Wrapper::Derived(without_node(node).unwrap_or_else(|| {
            errors.at(node, "the reference wrapper needs a name: call the struct `…Node`, or add `wrapper = …` to `#[object(…)]`");
            // The name is arbitrary, since an error is reported.
            format_ident!("{node}Ref")
        })),
    }
}

fn without_node(ident: &Ident) -> Option<Ident> {
    let name = ident.to_string();
    let stem = name.strip_suffix("Node").filter(|stem| !stem.is_empty())?;
    // The rest may not be a valid identifier: `SelfNode` would become `Self`.
    let mut stem: Ident = syn::parse_str(stem).ok()?;
    stem.set_span(ident.span());
    Some(stem)
}

/// Whether the name of the type is that of a node: `Object`, or `…Node`.
pub(crate) fn looks_like_node(ty: &Type) -> bool {
    path_of(ty)
        .and_then(|path| path.segments.last())
        .is_some_and(|last| last.ident == "Object" || without_node(&last.ident).is_some())
}

fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(TypePath { qself: None, path, .. }) => Some(path),
        // A type argument of a declarative macro.
        Type::Group(group) => path_of(&group.elem),
        _ => None,
    }
}
