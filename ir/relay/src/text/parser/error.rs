//! The error of parsing.

use std::fmt;

use objet::function::RuntimeError;
use objet_ir::diagnostic::{Diagnostic, DiagnosticContext, DiagnosticLevel, DiagnosticRenderer};
use objet_ir::module::IRModule;
use objet_ir::span::Span;

/// Maximum number of errors that are reported for a text. Parsing stops at the last one.
pub(super) const MOST: usize = 50;

/// The errors of a text, all that were found, up to 50.
#[derive(Clone, Debug)]
pub struct ParseError {
    module: IRModule,
    diagnostics: Vec<Diagnostic>,
    text: String,
}

impl ParseError {
    /// Creates the error of some diagnostics. `module` has the source text.
    pub(super) fn new(module: IRModule, diagnostics: Vec<Diagnostic>) -> Self {
        let context = DiagnosticContext::new(module.clone(), DiagnosticRenderer::terminal());
        diagnostics.iter().for_each(|diagnostic| context.emit(diagnostic.clone()));
        Self { module, text: context.as_text(), diagnostics }
    }

    /// Returns the errors, in the order in which they were found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Shows the errors by the selected renderer, and returns an error that says so.
    ///
    /// # Errors
    /// Returns the errors of the renderer.
    pub(super) fn render(self) -> Result<RuntimeError, RuntimeError> {
        let context = DiagnosticContext::of_module(self.module)?;
        self.diagnostics.into_iter().for_each(|diagnostic| context.emit(diagnostic));
        match context.render() {
            Err(error) => Ok(error),
            Ok(()) => Ok(RuntimeError::from_text(&self.text)),
        }
    }
}

/// Shows each error with its source line and a caret.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for ParseError {}

/// Returned by a function of the parser that has reported an error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// The errors that were found so far.
#[derive(Debug, Default)]
pub(super) struct Errors {
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Errors {
    pub(super) fn report(&mut self, span: Option<Span>, message: String) {
        if !self.is_full() {
            self.diagnostics.push(Diagnostic::new(DiagnosticLevel::Error, span, message));
        }
    }

    /// Whether no further error is reported, so that parsing stops.
    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.len() >= MOST
    }
}
