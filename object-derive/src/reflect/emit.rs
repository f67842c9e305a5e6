//! Code generation for `Reflect`: field descriptions as constants, and glue to the reflection
//! crate.
//!
//! All paths are full paths, so that names in the user's module cannot shadow them.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Token, UnOp};

use crate::assertion::assertion;
use crate::field_types::{is_number, type_text};
use crate::object::located_at;
use crate::reflect::attr::FieldAttrs;
use crate::reflect::display;
use crate::reflect::model::{Field, Node};

pub(crate) fn node(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, base, doc, .. } = node;
    // The path has the span of the first field, so that a parent without `Reflect` is an error
    // there.
    let parent = located_at(base.span(), quote!(<#base as #krate::Reflect>));
    let names = node.reflected().map(|field| &field.name);
    let aliases = node.reflected().flat_map(|field| &field.attrs.aliases);
    let declarations = node.described().map(|field| declaration(node, field));
    let items = node.fields.iter().filter(|field| !field.is_unfit).map(|field| items(node, field));
    let options = options(node);
    let build = build(node, &parent);
    let copy = copy(node, &parent);
    let rules = rules(node);
    let display = display::impls(node);
    let runs_code = node.fields.iter().any(runs_code);
    let defines = node.reflected().any(|field| field.attrs.def.is_some());
    quote! {
        #[allow(deprecated, non_upper_case_globals)]
        const _: () = {
            #(#items)*
            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            unsafe impl #krate::Reflect for #ident {
                const NAMES: &'static #krate::__reflect::Names = &#krate::__reflect::Names {
                    own: &[#(#names),*],
                    aliases: &[#(#aliases),*],
                    inherited: ::core::option::Option::Some(#parent::NAMES),
                };
                const RUNS_CODE: ::core::primitive::bool = #runs_code || #parent::RUNS_CODE;
                const DEFINES: ::core::primitive::bool = #defines || #parent::DEFINES;
                fn reflection() -> &'static #krate::Reflection {
                    static REFLECTION: #krate::Reflection = unsafe {
                        #krate::Reflection::of::<#ident>(
                            #doc,
                            ::core::option::Option::Some(#parent::reflection),
                            &[#(#declarations),*],
                            #options,
                        )
                    };
                    &REFLECTION
                }
                #build
                #copy
            }
            #[automatically_derived]
            impl #krate::__private::HasMetadata for #ident {
                fn metadata() -> &'static dyn #krate::__private::TypeMetadata {
                    <#ident as #krate::Reflect>::reflection()
                }
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
        located_at(
            ty.span(),
            quote!(const #name: #krate::__reflect::FieldTypeOps<#ty> = #krate::__reflect::#type_of::<#ty>();),
        )
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
    let none = || quote!(::core::option::Option::None);
    let default = attrs.default.as_ref().map_or_else(none, |_| {
        let value = item("default", field);
        if attrs.serde.is_none() && attrs.default.as_ref().is_some_and(is_none) {
            return quote!(::core::option::Option::Some(#krate::__reflect::FieldDefault::Null));
        }
        let ret_value = if attrs.serde.is_some() { quote!(serde_ret_value) } else { quote!(ret_value) };
        quote! {
            ::core::option::Option::Some(#krate::__reflect::FieldDefault::Computed(
                || #krate::__reflect::caught(|| #krate::__reflect::#ret_value(#value()))
            ))
        }
    });
    let bound = |purpose, expr: &Option<Expr>| {
        let value = item(purpose, field);
        let Some(expr) = expr else { return none() };
        let caught = if is_const(field, expr).is_some() { quote!(constant_bound) } else { quote!(caught) };
        quote!(::core::option::Option::Some(|| #krate::__reflect::#caught(#value)))
    };
    let (lower, upper) = (bound("lower", &attrs.lower_bound), bound("upper", &attrs.upper_bound));
    let role = match (&attrs.skip_eq, &attrs.def, &attrs.scope) {
        (Some(_), _, _) => quote!(Skipped),
        (None, Some(_), _) => quote!(Definition),
        (None, None, Some(_)) => quote!(Scope),
        (None, None, None) => quote!(Compared),
    };
    let aliases = &attrs.aliases;
    let required = attrs.required.is_some();
    let visit_last = attrs.visit_last.is_some();
    quote! {
        #krate::__reflect::FieldDeclaration {
            name: #name,
            aliases: &[#(#aliases),*],
            type_name: #type_name,
            doc: #doc,
            offset: ::core::mem::offset_of!(#this, #ident),
            kind: #field_type.kind,
            cell: #field_type.cell,
            default: #default,
            required: #required,
            lower_bound: #lower,
            upper_bound: #upper,
            role: #krate::FieldRole::#role,
            visit_last: #visit_last,
        }
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

/// Returns the options of the type, with each function coerced to its signature. Generated names
/// around the user's paths start with `__`, so that they cannot shadow the user's functions.
fn options(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, attrs, .. } = node;
    let none = || quote!(::core::option::Option::None);
    let fields = attrs.fields.as_ref().map_or_else(none, |names| {
        let names = names.iter().map(|name| name.unraw().to_string());
        quote!(::core::option::Option::Some(&[#(#names),*]))
    });
    let bool = quote!(::core::primitive::bool);
    let comparison = match &attrs.compare_with {
        Some([equal, hash]) => quote! {
            #krate::Comparison::Custom {
                equal: |__lhs, __rhs, __reducer| #krate::__reflect::caught(
                    || match #krate::__reflect::both::<#ident>(__lhs, __rhs) {
                        ::core::option::Option::Some((__lhs, __rhs)) => {
                            let equal: for<'a> fn(&'a #ident, &'a #ident, &mut #krate::EqualReducer<'a>) -> #bool =
                                #equal;
                            equal(__lhs, __rhs, __reducer)
                        }
                        ::core::option::Option::None => false,
                    }
                ),
                hash: |__object, __reducer| #krate::__reflect::caught(
                    || if let ::core::option::Option::Some(__node) = #krate::__reflect::one::<#ident>(__object) {
                        let hash: for<'a> fn(&'a #ident, &mut #krate::HashReducer<'a>) = #hash;
                        hash(__node, __reducer)
                    }
                ),
            }
        },
        None if attrs.graph_node.is_some() => quote!(#krate::Comparison::GraphNode),
        None if attrs.free_variable.is_some() => quote!(#krate::Comparison::FreeVariable),
        None if attrs.by_pointer.is_some() => quote!(#krate::Comparison::Pointer),
        None => quote!(#krate::Comparison::Fields),
    };
    let bytes = attrs.bytes.as_ref().map_or_else(none, |[to_bytes, from_bytes]| {
        quote! {
            ::core::option::Option::Some(#krate::__reflect::ByteForm {
                to_bytes: |__object| #krate::__reflect::caught(|| match #krate::__reflect::one::<#ident>(__object) {
                    ::core::option::Option::Some(__node) => {
                        let to_bytes: fn(&#ident) -> &_ = #to_bytes;
                        ::core::convert::AsRef::<[::core::primitive::u8]>::as_ref(to_bytes(__node))
                    }
                    ::core::option::Option::None => &[],
                }),
                from_bytes: |__bytes| #krate::__reflect::caught(|| {
                    let from_bytes: fn(&[::core::primitive::u8]) -> ::core::result::Result<
                        <#ident as #krate::IsObject>::Ref,
                        _,
                    > = #from_bytes;
                    match from_bytes(__bytes) {
                        ::core::result::Result::Ok(reference) => ::core::result::Result::Ok(
                            #krate::IsObjectRef::into_object_ref(reference)
                        ),
                        ::core::result::Result::Err(error) => {
                            ::core::result::Result::Err(::core::convert::Into::into(error))
                        }
                    }
                }),
            })
        }
    });
    let check = attrs.check.as_ref().map_or_else(none, |check| {
        quote! {
            ::core::option::Option::Some(|__object| #krate::__reflect::caught(
                || match #krate::__reflect::one::<#ident>(__object) {
                    ::core::option::Option::Some(__node) => {
                        let check: fn(&#ident) -> ::core::result::Result<(), _> = #check;
                        check(__node).map_err(::core::convert::Into::into)
                    }
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            ))
        }
    });
    let repr = display::repr(node);
    let version = attrs.version.as_ref().map_or_else(|| quote!(0), ToTokens::to_token_stream);
    let upgrade = attrs.upgrade.as_ref().map_or_else(none, |upgrade| {
        quote! {
            ::core::option::Option::Some(#krate::__reflect::upgrade(|__version, __attrs| #krate::__reflect::caught(|| {
                let upgrade: fn(
                    ::core::primitive::u32,
                    &mut #krate::StoredAttrs,
                ) -> ::core::result::Result<(), _> = #upgrade;
                upgrade(__version, __attrs).map_err(::core::convert::Into::into)
            })))
        }
    });
    quote! {
        #krate::__reflect::Options {
            version: #version,
            upgrade: #upgrade,
            fields: #fields,
            comparison: #comparison,
            bytes: #bytes,
            check: #check,
            repr: #repr,
        }
    }
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
        quote!(::core::result::Result::Ok(Self { #base_ident: #parent::build(source)?, #(#fields,)* }))
    };
    quote! {
        fn build(
            source: &mut #krate::__reflect::FieldSource<'_>,
        ) -> ::core::result::Result<Self, #krate::ReflectError> {
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

/// Returns assertions that the lower bound is no greater than the upper bound, and that the default
/// is between them.
fn bounds_hold_together(field: &Field<'_>) -> TokenStream {
    let FieldAttrs { default, lower_bound, upper_bound, .. } = &field.attrs;
    let value = |purpose, expr: &Option<Expr>| {
        let expr = expr.as_ref().filter(|expr| is_const(field, expr).is_some())?;
        let name = item(purpose, field);
        Some((quote!(#name()), expr.span()))
    };
    let (default, lower, upper) =
        (value("default", default), value("lower", lower_bound), value("upper", upper_bound));
    let at_most = |least: &Option<_>, greatest: &Option<_>, message| {
        let ((least, _), (greatest, span)) = (least.as_ref()?, greatest.as_ref()?);
        Some(assertion(*span, quote!(#least <= #greatest), message))
    };
    let bounds = at_most(
        &lower,
        &upper,
        "the lower bound is greater than the upper bound: exchange them, or correct one of them",
    );
    let above = at_most(
        &lower,
        &default,
        "the default is less than the lower bound: correct the default or the bound",
    );
    let below = upper.zip(default).map(|((upper, _), (default, span))| {
        assertion(
            span,
            quote!(#default <= #upper),
            "the default is greater than the upper bound: correct the default or the bound",
        )
    });
    quote!(#bounds #above #below)
}

/// Returns the rules that depend on the types of the fields or on the parent, as assertions.
fn rules(node: &Node<'_>) -> TokenStream {
    let Node { ident, krate, .. } = node;
    let listed = node.attrs.fields.iter().flatten().map(|name| {
        let text = name.unraw().to_string();
        let message = format!("neither this node nor an ancestor has a reflected field `{text}`");
        assertion(name.span(), quote!(<#ident as #krate::Reflect>::NAMES.contain(#text)), &message)
    });
    let is_small = assertion(
        ident.span(),
        quote!(::core::mem::size_of::<#ident>() <= #krate::__reflect::MAX_SIZE),
        "a node with reflected fields must be smaller than 4 GiB: put the large field in a `Box`",
    );
    let base = node.base;
    let new_names = node.reflected().map(|field| {
        let name = &field.name;
        let message = format!(
            "an ancestor has a field named `{name}` too: rename this one with `#[reflect(name = \"…\")]`"
        );
        assertion(field.ident.span(), quote!(!<#base as #krate::Reflect>::NAMES.contain(#name)), &message)
    });
    let no_old_names = node.reflected().map(|field| {
        let name = &field.name;
        let message = format!(
            "an ancestor has a field with the alias `{name}`: rename this one with `#[reflect(name = \"…\")]`"
        );
        let names = quote!(<#base as #krate::Reflect>::NAMES);
        assertion(field.ident.span(), quote!(!#names.claim(#name) || #names.contain(#name)), &message)
    });
    let new_aliases = node.reflected().flat_map(|field| &field.attrs.aliases).map(|alias| {
        let name = alias.value();
        let message = format!("an ancestor has a field or an alias `{name}` too: remove this alias");
        assertion(alias.span(), quote!(!<#base as #krate::Reflect>::NAMES.claim(#name)), &message)
    });
    // Nodes that are stored as bytes are not built from fields.
    let left_out = node.described().filter(|field| {
        let listed = |names: &Vec<Ident>| names.iter().any(|name| name.unraw() == field.name);
        let left_out = node.attrs.fields.as_ref().is_some_and(|names| !listed(names));
        left_out && field.attrs.default.is_none() && node.attrs.bytes.is_none()
    });
    let left_out = left_out.map(|field| {
        let field_type = item("type", field);
        let message = format!(
            "`{}` is missing from `fields(…)` and has no default value: list it, or add a `default`",
            field.name
        );
        assertion(field.ident.span(), quote!(#krate::__reflect::is_nullable(#field_type.kind)), &message)
    });
    let last = node.described().filter_map(|field| {
        // With `serde`, `visit_last` is an error already.
        let option = field.attrs.visit_last.as_ref().filter(|_| field.attrs.serde.is_none())?;
        let field_type = item("type", field);
        Some(assertion(
            option.span(),
            quote!(#krate::__reflect::is_reference(#field_type.kind)),
            "only a field that holds a reference can be visited last: remove `visit_last`",
        ))
    });
    // Other errors about `def` are reported already.
    let definitions = node.described().filter_map(|field| match &field.attrs {
        FieldAttrs { def: Some(def), skip_eq: None, serde: None, .. } => {
            let field_type = item("type", field);
            Some(assertion(
                def.span(),
                quote!(#krate::__reflect::can_hold_variables(#field_type.kind)),
                "only a field that refers to a node or to a container of nodes defines variables: remove `def`",
            ))
        }
        _ => None,
    });
    let bounds = node.described().map(|field| bounds_hold_together(field));
    // Other errors about `scope` are reported already.
    let scopes = node.described().filter_map(|field| match &field.attrs {
        FieldAttrs { scope: Some(scope), def: None, skip_eq: None, serde: None, .. } => Some((field, scope)),
        _ => None,
    });
    let scopes = scopes.map(|(field, scope)| {
        let field_type = item("type", field);
        let holds_objects = assertion(
            scope.span(),
            quote!(#krate::__reflect::is_reference(#field_type.kind)),
            "only a field that holds a reference is a scope: remove `scope`",
        );
        let has_definitions = assertion(
            scope.span(),
            quote!(
                !#krate::__reflect::is_reference(#field_type.kind) || <#ident as #krate::Reflect>::DEFINES
            ),
            "neither this node nor an ancestor defines variables: add `#[reflect(def)]` to the field that holds them, or remove `scope`",
        );
        quote!(#holds_objects #has_definitions)
    });
    quote! {
        #is_small
        #(#listed)*
        #(#new_names)*
        #(#no_old_names)*
        #(#new_aliases)*
        #(#left_out)*
        #(#last)*
        #(#definitions)*
        #(#bounds)*
        #(#scopes)*
    }
}
