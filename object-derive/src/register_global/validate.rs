//! Rules for global functions, one function for each rule. The compiler checks the rules about
//! types in the generated code; see `emit`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use proc_macro2::Span;

use crate::errors::Errors;
use crate::register_global::attr::GlobalAttrs;
use crate::register_global::model::Function;

/// Maximum number of parameters of a packed function.
pub(crate) const MAX_PARAMS: usize = 12;

pub(crate) fn check(attrs: &GlobalAttrs, function: &Function<'_>, errors: &mut Errors) {
    name_is_given(attrs, function, errors);
    name_is_printable(attrs, errors);
    name_is_unique(attrs, function, errors);
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

/// The global names in the crate that is being compiled, each with the location of the string.
/// A compiler expands a crate in one process.
static NAMES: Mutex<BTreeMap<String, Location>> = Mutex::new(BTreeMap::new());

/// A file, a line and a column.
type Location = (String, usize, usize);

/// A function that the configuration removes may have the name of another one. Such a condition
/// below the attribute is still present here.
fn name_is_unique(attrs: &GlobalAttrs, function: &Function<'_>, errors: &mut Errors) {
    let is_conditional = function.item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
    let Some(name) = attrs.name.as_ref().filter(|_| !is_conditional && runs_once()) else { return };
    let span = name.span().unwrap();
    let here = (span.file(), span.line(), span.column());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let first = names.entry(name.value()).or_insert_with(|| here.clone());
    if *first != here {
        let (file, line, column) = first;
        errors.at(
            name,
            format!("the function at {file}:{line}:{column} has this global name too: choose another one, or replace the function at run time with `Registry::register_override`"),
        );
    }
}

/// Whether the process expands each macro of one crate once. An editor expands all crates in one
/// process, again after each change.
fn runs_once() -> bool {
    const COMPILERS: [&str; 4] = ["rustc", "rustdoc", "clippy-driver", "miri"];
    let process = std::env::current_exe().ok();
    let name = process.as_deref().and_then(Path::file_stem).and_then(OsStr::to_str);
    proc_macro::is_available() && name.is_some_and(|name| COMPILERS.contains(&name))
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
