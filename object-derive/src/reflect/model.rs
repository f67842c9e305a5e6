//! The parsed form of a node for `#[derive(Reflect)]`.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Ident, Type};

use crate::docs::doc_of;
use crate::errors::Errors;
use crate::facade;
use crate::field_types;
use crate::reflect::attr::{FieldAttrs, TypeAttrs};

/// A struct that is complete enough to emit its reflection.
pub(crate) struct Node<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) doc: String,
    pub(crate) attrs: TypeAttrs,
    /// The path of the facade in generated code.
    pub(crate) krate: TokenStream,
    pub(crate) base_ident: &'a Ident,
    pub(crate) base: &'a Type,
    pub(crate) fields: Vec<Field<'a>>,
}

pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    pub(crate) doc: String,
    pub(crate) attrs: FieldAttrs,
    /// The reflected name.
    pub(crate) name: String,
    /// Whether an error about the type is reported. Code that depends on the type would cause
    /// further errors.
    pub(crate) is_unfit: bool,
}

impl<'a> Node<'a> {
    /// Collects a node. Returns `None` if too much is missing to emit any code. `#[derive(Object)]`
    /// reports violations of its own requirements.
    pub(crate) fn from_input(input: &'a DeriveInput, attrs: TypeAttrs, errors: &mut Errors) -> Option<Self> {
        let Data::Struct(data) = &input.data else {
            errors.at(
                &input.ident,
                "`Reflect` cannot be derived for a union: use a node, or an enum without fields",
            );
            return None;
        };
        let is_node = input.attrs.iter().any(|attribute| attribute.path().is_ident("object"));
        let (Fields::Named(fields), true) = (&data.fields, is_node) else {
            errors.at(
                &input.ident,
                "`Reflect` needs a node, a struct with named fields: derive `Object` too, and add `#[object(key = \"my_crate.Add\")]`",
            );
            return None;
        };
        if !input.generics.params.is_empty() {
            return None;
        }
        let mut named = fields.named.iter().filter_map(|field| Some((field.ident.as_ref()?, field)));
        let (base_ident, base) = named.next()?;
        if let Some(attribute) = base.attrs.iter().find(|attribute| attribute.path().is_ident("reflect")) {
            errors.at(
                attribute,
                "the first field is the parent, which has no options here: remove this attribute",
            );
        }
        let fields = named
            .map(|(ident, field)| {
                let attrs = FieldAttrs::parse(&field.attrs, errors);
                let name = attrs.name.as_ref().map_or_else(|| ident.unraw().to_string(), |name| name.value());
                let is_unfit = is_unfit(&field.ty, &attrs, errors);
                Field { ident, ty: &field.ty, doc: doc_of(&field.attrs), attrs, name, is_unfit }
            })
            .collect();
        Some(Self {
            ident: &input.ident,
            doc: doc_of(&input.attrs),
            krate: facade::tokens(&facade::path(attrs.krate.as_ref())),
            attrs,
            base_ident,
            base: &base.ty,
            fields,
        })
    }

    /// Returns the fields without `skip`.
    pub(crate) fn reflected(&self) -> impl Iterator<Item = &Field<'a>> {
        self.fields.iter().filter(|field| field.attrs.skip.is_none())
    }

    /// Returns the reflected fields of a fit type.
    pub(crate) fn described(&self) -> impl Iterator<Item = &Field<'a>> {
        self.reflected().filter(|field| !field.is_unfit)
    }
}

/// Returns whether an error about the type of a field is reported. `#[derive(Object)]` reports
/// types that no node can have.
fn is_unfit(ty: &Type, attrs: &FieldAttrs, errors: &mut Errors) -> bool {
    if field_types::mistake(ty).is_some() {
        return true;
    }
    let is_reflected = attrs.skip.is_none() && attrs.serde.is_none();
    let mistake = field_types::mistake_if_reflected(ty).filter(|_| is_reflected);
    mistake.inspect(|mistake| errors.at(ty, mistake)).is_some()
}
