//! Global functions for diagnostics, called by front ends.

use objet::String;
use objet::function::RuntimeError;
use objet::prelude::*;

use super::{Diagnostic, DiagnosticContext, DiagnosticLevel, DiagnosticRenderer, RenderFunction};
use crate::module::IRModule;
use crate::span::Span;

/// Creates a diagnostic about a source range.
#[register_global("diagnostics.Diagnostic")]
fn diagnostic(level: DiagnosticLevel, span: Option<Span>, message: String) -> Diagnostic {
    Diagnostic::new(level, span, message)
}

/// Creates a renderer that calls `render`.
#[register_global("diagnostics.DiagnosticRenderer")]
fn diagnostic_renderer(render: RenderFunction) -> DiagnosticRenderer {
    DiagnosticRenderer::new(render)
}

/// Shows the diagnostics of the context without removing them.
#[register_global("diagnostics.DiagnosticRendererRender")]
fn diagnostic_renderer_render(
    renderer: DiagnosticRenderer,
    context: DiagnosticContext,
) -> Result<(), RuntimeError> {
    renderer.render(&context)
}

/// Creates the terminal renderer.
#[register_global("diagnostics.DefaultRenderer")]
fn default_renderer() -> DiagnosticRenderer {
    DiagnosticRenderer::terminal()
}

/// Returns the selected renderer.
#[register_global("diagnostics.GetRenderer")]
fn get_renderer() -> Result<DiagnosticRenderer, RuntimeError> {
    DiagnosticRenderer::selected()
}

/// Selects the terminal renderer again.
#[register_global("diagnostics.ClearRenderer")]
fn clear_renderer() {
    DiagnosticRenderer::clear_selected();
}

/// Creates a context without diagnostics.
#[register_global("diagnostics.DiagnosticContext")]
fn diagnostic_context(module: IRModule, renderer: DiagnosticRenderer) -> DiagnosticContext {
    DiagnosticContext::new(module, renderer)
}

/// Creates a context with the selected renderer.
#[register_global("diagnostics.Default")]
fn default_context(module: IRModule) -> Result<DiagnosticContext, RuntimeError> {
    DiagnosticContext::of_module(module)
}

/// Adds a diagnostic to the context.
#[register_global("diagnostics.Emit")]
fn emit(context: DiagnosticContext, diagnostic: Diagnostic) {
    context.emit(diagnostic);
}

/// Shows the collected diagnostics, and fails if one of them is an error.
#[register_global("diagnostics.DiagnosticContextRender")]
fn diagnostic_context_render(context: DiagnosticContext) -> Result<(), RuntimeError> {
    context.render()
}
