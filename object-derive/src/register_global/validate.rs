//! Rules for global functions, one function for each rule. The compiler checks the rules about
//! types in the generated code; see `emit`.

use proc_macro2::Span;

use crate::errors::Errors;
use crate::register_global::attr::GlobalAttrs;
use crate::register_global::model::Function;

/// Maximum number of parameters of a packed function.
pub(crate) const MAX_PARAMS: usize = 12;

pub(crate) fn check(attrs: &GlobalAttrs, function: &Function<'_>, errors: &mut Errors) {
    name_is_given(attrs, function, errors);
    name_is_printable(attrs, errors);
    is_not_generic(function, errors);
    is_plain(function, errors);
    params_are_few(function, errors);
    names_differ(function, errors);
    tail_is_last(function, errors);
    defaults_are_last(function, errors);
}

/// The global name has no default, because other languages use it and it must not change when the
/// function is renamed.
fn name_is_given(attrs: &GlobalAttrs, function: &Function<'_>, errors: &mut Errors) {
    if attrs.name.is_none() && !attrs.incomplete {
        let name = &function.item.sig.ident;
        let message =
            format!("a global function needs a name: write `#[register_global(\"my_crate.{name}\")]`");
        errors.push(syn::Error::new(Span::call_site(), message));
    }
}

/// Names occur in messages and in other languages, so they need no escapes.
fn name_is_printable(attrs: &GlobalAttrs, errors: &mut Errors) {
    let Some(name) = &attrs.name else { return };
    let text = name.value();
    if text.is_empty() {
        errors.at(name, "a global name has at least one character: write one like \"my_crate.add\"");
    } else if let Some(bad) = text.chars().find(|c| !c.is_ascii_graphic() || matches!(c, '"' | '\\')) {
        errors.at(name, format!("a global name is made of visible ASCII characters other than `\"` and `\\`, found {bad:?}: write one like \"my_crate.add\""));
    }
}

fn is_not_generic(function: &Function<'_>, errors: &mut Errors) {
    let generics = &function.item.sig.generics;
    let message = "a global function cannot be generic: take an `ObjectRef` or `Args`, or write a function for each type";
    match &generics.where_clause {
        Some(clause) if generics.params.is_empty() => errors.at(clause, message),
        _ if generics.type_params().next().is_some() || generics.const_params().next().is_some() => {
            errors.at(generics, message);
        }
        _ => {}
    }
}

/// Callers expect the result itself, not a future, and a fixed number of parameters.
fn is_plain(function: &Function<'_>, errors: &mut Errors) {
    let signature = &function.item.sig;
    if let Some(token) = &signature.asyncness {
        errors.at(
            token,
            "a global function cannot be `async`: run the future inside of it, for example with `block_on`",
        );
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(
            variadic,
            "a global function cannot be variadic: take further arguments as a last parameter of type `Args`",
        );
    }
}

/// The traits for functions are implemented for each number of parameters separately.
fn params_are_few(function: &Function<'_>, errors: &mut Errors) {
    if let Some(param) = function.params.get(MAX_PARAMS) {
        errors.at(
            param.source,
            format!("a packed function has up to {MAX_PARAMS} parameters: take the others as one last parameter of type `Args`"),
        );
    }
}

fn names_differ(function: &Function<'_>, errors: &mut Errors) {
    for (position, param) in function.params.iter().enumerate() {
        if function.params[..position].iter().any(|other| other.name == param.name) {
            errors.at(
                &param.source.pat,
                format!(
                    "another parameter is already named `{}`: give this one a different name",
                    param.name
                ),
            );
        }
    }
}

fn tail_is_last(function: &Function<'_>, errors: &mut Errors) {
    let Some((_, others)) = function.params.split_last() else { return };
    for param in others.iter().filter(|param| param.is_tail()) {
        errors.at(param.source, "`Args` takes all further arguments: make it the last parameter");
    }
}

/// Arguments are positional, so only trailing ones can be omitted.
fn defaults_are_last(function: &Function<'_>, errors: &mut Errors) {
    let Some(first) = function.params.iter().position(|param| param.attrs.default.is_some()) else { return };
    for param in &function.params[first..] {
        let is_tail = param.is_tail();
        match &param.attrs.default {
            Some(default) if is_tail => {
                errors.at(default, "a parameter of type `Args` cannot have a default: remove it");
            }
            None if !is_tail => errors.at(
                &param.source.pat,
                format!(
                    "a parameter after one with a default needs a default too: add `#[default(…)]` to `{}`",
                    param.name
                ),
            ),
            _ => {}
        }
    }
}
