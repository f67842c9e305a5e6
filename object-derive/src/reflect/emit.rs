//! Code generation for `Reflect`: field descriptions as constants, and glue to the reflection
//! crate.
//!
//! All paths are full paths, so that names in the user's module cannot shadow them.

mod options;
mod rules;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Path, Token, Type, UnOp};

use crate::facade;
use crate::field_types::{is_number, type_text};
use crate::object::located_at;
use crate::reflect::display;
use crate::reflect::model::{Field, Node};

pub(crate) fn node(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, base, doc, .. } = node;
    // The path has the span of the first field, so that a parent without `Reflect` is an error
    // there.
    let parent = located_at(base.span(), quote!(<#base as #krate::Reflect>));
    let declarations = node.described().map(|field| declaration(node, field));
    let count = node.described().count();
    let items = node.fields.iter().filter(|field| !field.is_unfit).map(|field| items(node, field));
    let options = options::options(node);
    let hidden = node.fields.iter().filter(|field| field.attrs.skip.is_some() && !field.is_unfit);
    let hidden = hidden.map(|field| hidden_field(node, field));
    let all_fields = all_fields(node);
    let display = display::impls(node);
    let rules = rules::rules(node, &parent);
    // The node or its fields may be deprecated, and not all items are used by each node.
    quote! {
        #[allow(dead_code, deprecated)]
        const _: () = {
            #(#items)*
            static __FIELDS: [#krate::__reflect::FieldDeclaration; #count] = [#(#declarations),*];
            static __REFLECTION: #krate::Reflection = unsafe {
                #krate::Reflection::of::<#ident>(#doc, #parent::REFLECTION, &[#(#hidden),*], #options)
            };
            #[diagnostic::do_not_recommend]
            unsafe impl #krate::Reflect for #ident {
                const NAMES: &'static #krate::__reflect::Names =
                    &#krate::__reflect::Names::new(&__FIELDS, #parent::NAMES);
                const REFLECTION: &'static #krate::Reflection = &__REFLECTION;
            }
            #all_fields
            impl #krate::__private::HasMetadata for #ident {
                const METADATA: &'static dyn #krate::__private::TypeMetadata = &__REFLECTION;
            }
            #display
            #rules
        };
    }
}

/// Returns the default and the bounds of a field as separate items, so that a wrong one causes only
/// one error.
fn items(node: &Node<'_>, field: &Field<'_>) -> TokenStream {
    let (krate, ty, attrs) = (&node.krate, field.ty, &field.attrs);
    let default = attrs.default.as_ref().map(|expr| {
        let name = item("default", field);
        let is_const = is_const(field, expr);
        quote!(#is_const fn #name() -> #ty { #expr })
    });
    let bounds = [("lower", &attrs.lower_bound), ("upper", &attrs.upper_bound)];
    let bounds = bounds.into_iter().filter_map(|(purpose, expr)| {
        let expr = expr.as_ref()?;
        let number = located_at(expr.span(), quote!(<#ty as #krate::__reflect::Bounded>::Itself));
        let name = item(purpose, field);
        Some(match is_const(field, expr) {
            Some(_) => quote!(const fn #name() -> #number { #expr }),
            None => quote! {
                fn #name() -> #krate::__reflect::Number {
                    let bound: #number = #expr;
                    ::core::convert::Into::into(bound)
                }
            },
        })
    });
    quote!(#default #(#bounds)*)
}

/// Returns `const` if the field has bounds that the compiler can compare with this expression.
/// Other expressions are compared when the first node is made by name.
fn is_const(Field { ty, attrs, .. }: &Field<'_>, expr: &Expr) -> Option<Token![const]> {
    let is_bounded = attrs.lower_bound.is_some() || attrs.upper_bound.is_some();
    (is_bounded && is_number(ty) && is_constant(expr)).then(Default::default)
}

/// Whether an expression consists of literals, names and operators. With numbers, the compiler can
/// evaluate such an expression.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) && is_constant(&unary.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Cast(cast) => is_constant(&cast.expr),
        Expr::Paren(paren) => is_constant(&paren.expr),
        Expr::Group(group) => is_constant(&group.expr),
        _ => false,
    }
}

fn item(purpose: &str, field: &Field<'_>) -> Ident {
    format_ident!("__{purpose}_{}", field.ident.unraw())
}

/// Returns the description of the type of a reflected field.
fn type_of(node: &Node<'_>, field: &Field<'_>) -> TokenStream {
    let (krate, ty) = (&node.krate, field.ty);
    let type_of = if field.attrs.serde.is_some() { quote!(serde_type_of) } else { quote!(type_of) };
    let type_of = facade::respanned(quote!(#krate::__reflect::#type_of), ty.span());
    quote_spanned!(ty.span()=> #type_of::<#ty>())
}

/// Whether the default of a field is the `None` of an option. Another type can have a variant of
/// this name.
fn is_null(field: &Field<'_>, default: &Expr) -> bool {
    let (Expr::Path(default), Type::Path(ty)) = (default, field.ty) else { return false };
    let is_last = |path: &Path, name| path.segments.last().is_some_and(|last| last.ident == name);
    is_last(&default.path, "None") && is_last(&ty.path, "Option")
}

fn declaration(node: &Node<'_>, field: &Field<'_>) -> TokenStream {
    let Node { ident: this, krate, .. } = node;
    let Field { ident, ty, doc, attrs, name, .. } = field;
    let type_name = type_text(ty);
    let field_type = type_of(node, field);
    let default = attrs.default.as_ref().map(|expr| {
        let value = item("default", field);
        match attrs.serde {
            None if is_null(field, expr) => quote!(.null()),
            None => quote!(.computed(|__at| unsafe { #krate::__reflect::computed::<#ty>(__at, #value) })),
            Some(_) => {
                quote!(.computed(|__at| unsafe { #krate::__reflect::serde_computed::<#ty>(__at, #value) }))
            }
        }
    });
    let bound = |purpose, expr: &Option<Expr>| {
        let (value, setter) = (item(purpose, field), format_ident!("{purpose}_bound"));
        let is_const = is_const(field, expr.as_ref()?).is_some();
        let caught = if is_const { quote!(constant_bound) } else { quote!(caught) };
        Some(quote!(.#setter(|| #krate::__reflect::#caught(#value))))
    };
    let (lower, upper) = (bound("lower", &attrs.lower_bound), bound("upper", &attrs.upper_bound));
    let role = match (&attrs.skip_eq, &attrs.def, &attrs.scope) {
        (Some(_), _, _) => Some(quote!(Skipped)),
        (None, Some(_), _) => Some(quote!(Definition)),
        (None, None, Some(_)) => Some(quote!(Scope)),
        (None, None, None) => None,
    };
    let role = role.map(|role| quote!(.role(#krate::FieldRole::#role)));
    let aliases = (!attrs.aliases.is_empty()).then(|| {
        let aliases = &attrs.aliases;
        quote!(.aliases(&[#(#aliases),*]))
    });
    let required = attrs.required.as_ref().map(|_| quote!(.required()));
    let visit_last = attrs.visit_last.as_ref().map(|_| quote!(.visit_last()));
    quote! {
        #field_type.field(#name, #type_name, #doc, ::core::mem::offset_of!(#this, #ident))
            #aliases #default #required #lower #upper #role #visit_last
    }
}

/// Returns the functions of a field that is not reflected.
fn hidden_field(node: &Node<'_>, field: &Field<'_>) -> TokenStream {
    let Node { ident: this, krate, .. } = node;
    let Field { ident, ty, attrs, .. } = field;
    let default = match attrs.default {
        Some(_) => item("default", field).to_token_stream(),
        None => located_at(ty.span(), quote!(<#ty as ::core::default::Default>::default)),
    };
    let clone = quote_spanned!(ty.span()=> <#ty as ::core::clone::Clone>::clone);
    quote! {
        #krate::__reflect::HiddenField {
            offset: ::core::mem::offset_of!(#this, #ident),
            init: |__at| unsafe { #krate::__reflect::init_hidden::<#ty>(__at, #default) },
            clone: |__from, __to| unsafe { #krate::__reflect::clone_hidden::<#ty>(__from, __to, #clone) },
            drop: |__at| unsafe { #krate::__reflect::drop_hidden::<#ty>(__at) },
        }
    }
}

/// Returns a function that only compiles if the struct has exactly these fields, of these types. An
/// attribute macro that runs later could change them.
fn all_fields(node: &Node<'_>) -> TokenStream {
    let Node { ident, base, base_ident, .. } = node;
    let (names, types): (Vec<_>, Vec<_>) = node.fields.iter().map(|field| (field.ident, field.ty)).unzip();
    // A raw pointer does not coerce to one of another type.
    quote! {
        fn __all_fields(#ident { #base_ident, #(#names),* }: &mut #ident) {
            let _: *mut #base = #base_ident;
            #(let _: *mut #types = #names;)*
        }
    }
}
