//! The texts of type errors, and the error of type inference.

use std::fmt;

use objet::function::{ErrorKind, RuntimeError};
use objet::prelude::*;
use objet_ir::diagnostic::{Diagnostic, DiagnosticContext, DiagnosticRenderer};
use objet_ir::module::IRModule;
use objet_ir::types::Type;

use crate::adt::Pattern;
use crate::text::pretty_print;

/// The errors of type inference, all that were found.
#[derive(Clone, Debug)]
pub struct InferError {
    diagnostics: Vec<Diagnostic>,
    text: String,
}

impl InferError {
    /// Creates the error of some diagnostics. `module` has the source texts.
    pub(super) fn new(module: Option<&IRModule>, diagnostics: Vec<Diagnostic>) -> Self {
        let context =
            DiagnosticContext::new(module.cloned().unwrap_or_default(), DiagnosticRenderer::terminal());
        diagnostics.iter().for_each(|diagnostic| context.emit(diagnostic.clone()));
        Self { text: context.as_text(), diagnostics }
    }

    /// Shows the diagnostics by the selected renderer, and returns the error of a pass that
    /// reported them.
    pub(crate) fn render(self, module: IRModule) -> Result<RuntimeError, RuntimeError> {
        let context = DiagnosticContext::of_module(module)?;
        self.diagnostics.into_iter().for_each(|diagnostic| context.emit(diagnostic));
        match context.render() {
            Err(error) => Ok(error),
            Ok(()) => Ok(RuntimeError::new(ErrorKind::new("DiagnosticError"), self.text)),
        }
    }

    /// Returns the diagnostics, in the order of the program.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

/// Shows each diagnostic, with its source line where there is one.
impl fmt::Display for InferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for InferError {}

fn text(ty: &Type) -> String {
    pretty_print(Some(ty.as_object_ref())).trim_end().to_owned()
}

pub(super) fn types_do_not_match(lhs: &Type, rhs: &Type) -> String {
    format!(
        "The Relay type checker is unable to show the following types match.\n\
         In particular `{}` does not match `{}`",
        text(lhs),
        text(rhs)
    )
}

pub(super) fn not_inferred() -> &'static str {
    "The type inference pass was unable to infer a type for this expression.\n\
     This usually occurs when an operator call is under constrained in some way, check other reported \
     errors for hints of what may of happened."
}

pub(super) fn not_a_function(ty: &Type) -> String {
    format!("only expressions with function types can be called, found {}", text(ty))
}

pub(super) fn argument_count(expected: usize, found: usize) -> String {
    let many = if found > expected { "many" } else { "few" };
    format!("the function is provided too {many} arguments expected {expected}, found {found}")
}

pub(super) fn type_argument_count(expected: usize, found: usize) -> String {
    format!("the call has too many type arguments: expected {expected}, found {found}")
}

pub(super) fn pattern_count(constructor: &str, expected: usize, found: usize) -> String {
    format!("a pattern of the constructor `{constructor}`: expected {expected} patterns, found {found}")
}

/// The maximum number of unmatched cases that an error lists.
pub(super) const MAX_CASES: usize = 4;

pub(super) fn unmatched(cases: &[Pattern]) -> String {
    let mut message = String::from("match expression does not handle the following cases:");
    for (index, case) in cases.iter().enumerate() {
        let case = pretty_print(Some(case.as_object_ref()));
        message += &format!(" case {index}: \n{}", case.trim_end());
    }
    message
}
