import collections.abc as _c
import typing as _t
import objet as _o

def ClearRenderer() -> None:
    """Has the renderer for terminals selected."""

def Default(module: _o.IRModule) -> _o.DiagnosticContext:
    """The same with the renderer that is selected."""

def DefaultRenderer() -> _o.DiagnosticRenderer:
    """The renderer for terminals."""

def Diagnostic(level: int, span: _o.Span | None, message: str) -> _o.Diagnostic:
    """Something to say of what stands there."""

def DiagnosticContext(module: _o.IRModule, renderer: _o.DiagnosticRenderer) -> _o.DiagnosticContext:
    """A context of which nothing has been said yet."""

def DiagnosticContextRender(context: _o.DiagnosticContext) -> None:
    """Has what was collected shown, and fails if there was an error among it."""

def DiagnosticRenderer(render: _c.Callable[..., _t.Any]) -> _o.DiagnosticRenderer:
    """The renderer that calls this function."""

def DiagnosticRendererRender(renderer: _o.DiagnosticRenderer, context: _o.DiagnosticContext) -> None:
    """Shows what the context has collected, which stays collected."""

def Emit(context: _o.DiagnosticContext, diagnostic: _o.Diagnostic) -> None:
    """Adds something to what is to be shown."""

def GetRenderer() -> _o.DiagnosticRenderer:
    """The renderer that is selected."""
