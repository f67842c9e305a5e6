//! Code generation for `Reflect`: field descriptions as constants, and glue to the reflection
//! crate.
//!
//! All paths are full paths, so that names in the user's module cannot shadow them.

mod options;
mod rules;

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Token, UnOp};

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
    let build = build(node, &parent);
    let copy = copy(node, &parent);
    let display = display::impls(node);
    let rules = rules::rules(node, &parent);
    let or_parent = |own: bool, of_parent| if own { quote!(true) } else { of_parent };
    let runs_code = or_parent(node.fields.iter().any(runs_code), quote!(#parent::RUNS_CODE));
    let defines = node.reflected().any(|field| field.attrs.def.is_some());
    let defines = or_parent(defines, quote!(#parent::DEFINES));
    quote! {
        #[allow(deprecated, non_upper_case_globals)]
        const _: () = {
            #(#items)*
            static __FIELDS: [#krate::__reflect::FieldDeclaration; #count] = [#(#declarations),*];
            static __REFLECTION: #krate::Reflection = unsafe {
                #krate::Reflection::of::<#ident>(#doc, #parent::reflection, #options)
            };
            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            unsafe impl #krate::Reflect for #ident {
                const NAMES: &'static #krate::__reflect::Names =
                    &#krate::__reflect::Names::new(&__FIELDS, #parent::NAMES);
                const RUNS_CODE: ::core::primitive::bool = #runs_code;
                const DEFINES: ::core::primitive::bool = #defines;
                fn reflection() -> &'static #krate::Reflection {
                    &__REFLECTION
                }
                #build
                #copy
            }
            impl #krate::__private::HasMetadata for #ident {
                const METADATA: #krate::__private::MetadataFn = #krate::__reflect::metadata::<#ident>;
            }
            #display
            #rules
        };
    }
}

/// Returns the type, the default and the bounds of a field as separate items, so that a wrong one
/// causes only one error.
fn items(node: &Node<'_>, field: &Field<'_>) -> TokenStream {
    let (krate, ty, attrs) = (&node.krate, field.ty, &field.attrs);
    let field_type = attrs.skip.is_none().then(|| {
        let name = item("type", field);
        let type_of = if attrs.serde.is_some() { quote!(serde_type_of) } else { quote!(type_of) };
        let type_of = facade::respanned(quote!(#krate::__reflect::#type_of), ty.span());
        let ops = quote_spanned!(ty.span()=> #type_of());
        quote!(const #name: &#krate::__reflect::FieldTypeOps<#ty> = #ops;)
    });
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
    quote!(#field_type #default #(#bounds)*)
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

/// Whether an expression is the `None` of an option.
fn is_none(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None"))
}

fn declaration(node: &Node<'_>, field: &Field<'_>) -> TokenStream {
    let Node { ident: this, krate, .. } = node;
    let Field { ident, ty, doc, attrs, name, .. } = field;
    let type_name = type_text(ty);
    let field_type = item("type", field);
    let default = attrs.default.as_ref().map(|expr| {
        let value = item("default", field);
        match attrs.serde {
            None if is_none(expr) => quote!(.null()),
            None => quote!(.computed(|| #krate::__reflect::computed(#value))),
            Some(_) => quote!(.computed(|| #krate::__reflect::serde_computed(#value))),
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

/// Whether building or copying the field runs the user's code. A literal as default does not.
fn runs_code(Field { attrs, .. }: &Field<'_>) -> bool {
    let is_literal = |expr: &Expr| match expr {
        Expr::Unary(expr) => matches!(*expr.expr, Expr::Lit(_)),
        expr => matches!(expr, Expr::Lit(_)),
    };
    attrs.skip.is_some()
        || attrs.serde.is_some()
        || attrs.default.as_ref().is_some_and(|expr| !is_literal(expr))
}

/// Returns `build`, which also fails to compile if an attribute macro that runs later changes the
/// fields of the struct.
fn build(node: &Node<'_>, parent: &TokenStream) -> TokenStream {
    let Node { krate, base_ident, .. } = node;
    let fields = node.fields.iter().map(|field @ Field { ident, ty, attrs, .. }| {
        let default = attrs.default.as_ref().map(|_| item("default", field));
        if attrs.skip.is_some() {
            let default = default.map_or_else(
                || located_at(ty.span(), quote!(<#ty as ::core::default::Default>::default())),
                |default| quote!(#default()),
            );
            return quote!(#ident: #default);
        }
        let default = match default {
            Some(default) => quote!(::core::option::Option::Some(#default)),
            None => quote!(::core::option::Option::None),
        };
        let field_type = item("type", field);
        quote!(#ident: (#field_type.take)(source, #default)?)
    });
    let built = if node.fields.iter().any(|field| field.is_unfit) {
        quote!(::core::unreachable!("the node does not compile"))
    } else {
        quote!(::core::option::Option::Some(Self { #base_ident: #parent::build(source)?, #(#fields,)* }))
    };
    quote! {
        fn build(source: &mut #krate::__reflect::FieldSource<'_>) -> ::core::option::Option<Self> {
            #built
        }
    }
}

fn copy(node: &Node<'_>, parent: &TokenStream) -> TokenStream {
    let base_ident = node.base_ident;
    let fields = node.fields.iter().map(|field @ Field { ident, ty, attrs, .. }| {
        if attrs.skip.is_some() {
            quote_spanned!(ty.span()=> #ident: <#ty as ::core::clone::Clone>::clone(&self.#ident))
        } else {
            let field_type = item("type", field);
            quote!(#ident: (#field_type.copy)(&self.#ident))
        }
    });
    let copied = if node.fields.iter().any(|field| field.is_unfit) {
        quote!(::core::unreachable!("the node does not compile"))
    } else {
        quote!(Self { #base_ident: #parent::copy(&self.#base_ident), #(#fields,)* })
    };
    quote!(fn copy(&self) -> Self { #copied })
}
