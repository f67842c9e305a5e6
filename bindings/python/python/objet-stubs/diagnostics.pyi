import collections.abc as _c
import typing as _t
import objet as _o

def ClearRenderer() -> None:
    """Selects the terminal renderer again."""

def Default(module: _o.IRModule) -> _o.DiagnosticContext:
    """Creates a context with the selected renderer."""

def DefaultRenderer() -> _o.DiagnosticRenderer:
    """Creates the terminal renderer."""

def Diagnostic(level: int, span: _o.Span | None, message: str) -> _o.Diagnostic:
    """Creates a diagnostic about a source range."""

def DiagnosticContext(module: _o.IRModule, renderer: _o.DiagnosticRenderer) -> _o.DiagnosticContext:
    """Creates a context without diagnostics."""

def DiagnosticContextRender(context: _o.DiagnosticContext) -> None:
    """Shows the collected diagnostics, and fails if one of them is an error."""

def DiagnosticRenderer(render: _c.Callable[..., _t.Any]) -> _o.DiagnosticRenderer:
    """Creates a renderer that calls `render`."""

def DiagnosticRendererRender(renderer: _o.DiagnosticRenderer, context: _o.DiagnosticContext) -> None:
    """Shows the diagnostics of the context without removing them."""

def Emit(context: _o.DiagnosticContext, diagnostic: _o.Diagnostic) -> None:
    """Adds a diagnostic to the context."""

def GetRenderer() -> _o.DiagnosticRenderer:
    """Returns the selected renderer."""

def OverrideRenderer() -> _o.DiagnosticRenderer:
    """Creates the renderer of the package. It calls `print`, so notebooks show the diagnostics."""
