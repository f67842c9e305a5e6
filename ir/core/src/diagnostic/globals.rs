//! Diagnostics by the functions that front ends know.

use objet::prelude::*;
use objet::{RuntimeError, String};

use super::{Diagnostic, DiagnosticContext, DiagnosticLevel, DiagnosticRenderer, RenderFunction};
use crate::module::IRModule;
use crate::span::Span;

/// Something to say of what stands there.
#[register_global("diagnostics.Diagnostic")]
fn diagnostic(level: DiagnosticLevel, span: Option<Span>, message: String) -> Diagnostic {
    Diagnostic::new(level, span, message)
}

/// The renderer that calls this function.
#[register_global("diagnostics.DiagnosticRenderer")]
fn diagnostic_renderer(render: RenderFunction) -> DiagnosticRenderer {
    DiagnosticRenderer::new(render)
}

/// Shows what the context has collected, which stays collected.
#[register_global("diagnostics.DiagnosticRendererRender")]
fn diagnostic_renderer_render(
    renderer: DiagnosticRenderer,
    context: DiagnosticContext,
) -> Result<(), RuntimeError> {
    renderer.render(&context)
}

/// The renderer for terminals.
#[register_global("diagnostics.DefaultRenderer")]
fn default_renderer() -> DiagnosticRenderer {
    DiagnosticRenderer::terminal()
}

/// The renderer that is selected.
#[register_global("diagnostics.GetRenderer")]
fn get_renderer() -> Result<DiagnosticRenderer, RuntimeError> {
    DiagnosticRenderer::selected()
}

/// Has the renderer for terminals selected.
#[register_global("diagnostics.ClearRenderer")]
fn clear_renderer() {
    DiagnosticRenderer::clear_selected();
}

/// A context of which nothing has been said yet.
#[register_global("diagnostics.DiagnosticContext")]
fn diagnostic_context(module: IRModule, renderer: DiagnosticRenderer) -> DiagnosticContext {
    DiagnosticContext::new(module, renderer)
}

/// The same with the renderer that is selected.
#[register_global("diagnostics.Default")]
fn default_context(module: IRModule) -> Result<DiagnosticContext, RuntimeError> {
    DiagnosticContext::of_module(module)
}

/// Adds something to what is to be shown.
#[register_global("diagnostics.Emit")]
fn emit(context: DiagnosticContext, diagnostic: Diagnostic) {
    context.emit(diagnostic);
}

/// Has what was collected shown, and fails if there was an error among it.
#[register_global("diagnostics.DiagnosticContextRender")]
fn diagnostic_context_render(context: DiagnosticContext) -> Result<(), RuntimeError> {
    context.render()
}
