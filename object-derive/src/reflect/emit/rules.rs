//! Rules that depend on the types of the fields or on the parent, as assertions.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use crate::assertion::{assertion, rule_call};
use crate::reflect::attr::FieldAttrs;
use crate::reflect::emit::{is_const, item, type_of};
use crate::reflect::model::{Field, Node};

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
pub(super) fn rules(node: &Node<'_>, parent: &TokenStream) -> TokenStream {
    let Node { ident, krate, attrs, .. } = node;
    let listed = node.attrs.fields.iter().flatten().map(|name| {
        let text = name.unraw().to_string();
        let message = format!("neither this node nor an ancestor has a reflected field `{text}`");
        assertion(name.span(), quote!(<#ident as #krate::Reflect>::NAMES.contain(#text)), &message)
    });
    let rule = |span: Span, rule, arguments| rule_call(attrs.krate.as_ref(), span, rule, &arguments);
    let is_small = rule(ident.span(), quote!(__reflect::require_size::<#ident>), TokenStream::new());
    let names = node.reflected().map(|field| {
        let name = &field.name;
        rule(field.ident.span(), quote!(__reflect::Names::allow), quote!(#parent::NAMES, #name))
    });
    let aliases = node.reflected().flat_map(|field| &field.attrs.aliases);
    let aliases = aliases.map(|alias| {
        rule(alias.span(), quote!(__reflect::Names::allow_alias), quote!(#parent::NAMES, #alias))
    });
    // Nodes that are stored as bytes are not built from fields.
    let left_out = node.described().filter(|field| {
        let listed = |names: &Vec<Ident>| names.iter().any(|name| name.unraw() == field.name);
        let left_out = node.attrs.fields.as_ref().is_some_and(|names| !listed(names));
        left_out && field.attrs.default.is_none() && node.attrs.bytes.is_none()
    });
    let left_out = left_out.map(|field| {
        let field_type = type_of(node, field);
        let message = format!(
            "`{}` is missing from `fields(…)` and has no default value: list it, or add a `default`",
            field.name
        );
        assertion(field.ident.span(), quote!(#krate::__reflect::is_nullable(#field_type.kind)), &message)
    });
    let last = node.described().filter_map(|field| {
        // With `serde`, `visit_last` is an error already.
        let option = field.attrs.visit_last.as_ref().filter(|_| field.attrs.serde.is_none())?;
        let field_type = type_of(node, field);
        Some(assertion(
            option.span(),
            quote!(#krate::__reflect::is_reference(#field_type.kind)),
            "only a field that holds a reference can be visited last: remove `visit_last`",
        ))
    });
    // Other errors about `def` are reported already.
    let definitions = node.described().filter_map(|field| match &field.attrs {
        FieldAttrs { def: Some(def), skip_eq: None, serde: None, .. } => {
            let field_type = type_of(node, field);
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
        let field_type = type_of(node, field);
        let holds_objects = assertion(
            scope.span(),
            quote!(#krate::__reflect::is_reference(#field_type.kind)),
            "only a field that holds a reference is a scope: remove `scope`",
        );
        let has_definitions = assertion(
            scope.span(),
            quote!(
                !#krate::__reflect::is_reference(#field_type.kind) || <#ident as #krate::Reflect>::NAMES.define()
            ),
            "neither this node nor an ancestor defines variables: add `#[reflect(def)]` to the field that holds them, or remove `scope`",
        );
        quote!(#holds_objects #has_definitions)
    });
    quote! {
        #(#listed)*
        const _: () = {
            #is_small
            #(#names)*
            #(#aliases)*
        };
        #(#left_out)*
        #(#last)*
        #(#definitions)*
        #(#bounds)*
        #(#scopes)*
    }
}
