//! Diagnostics about a program: errors, warnings and hints, each with its source location.
//!
//! A [`DiagnosticContext`] collects diagnostics and passes them to a renderer, which shows them. An
//! analysis that reports an error continues in order to find more errors, and renders all of them
//! at the end.
//!
//! ```
//! use objet_ir::diagnostic::{Diagnostic, DiagnosticContext, DiagnosticLevel, DiagnosticRenderer};
//! use objet_ir::module::IRModule;
//! use objet_ir::span::Span;
//!
//! let mut module = IRModule::new();
//! let mut sources = module.source_map.clone();
//! let name = sources.add("mlp.relay", "let x = 1;\nlet y = z;\n");
//! *module.make_mut().source_map = sources;
//! # use objet::prelude::*;
//!
//! let context = DiagnosticContext::new(module, DiagnosticRenderer::terminal());
//! let span = Span::new(name, 2, 9, 2, 10);
//! context.emit(Diagnostic::new(DiagnosticLevel::Error, Some(span), "there is no z"));
//! let shown = "error: there is no z\n --> mlp.relay:2:9\n  |\n2 | let y = z;\n  |         ^\n";
//! assert_eq!(context.as_text(), shown);
//! assert_eq!(context.render().unwrap_err().kind().name(), "DiagnosticError");
//! ```

mod globals;
mod source_line;

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet::function::{ErrorKind, RetValue, RuntimeError};
use objet::prelude::*;
use objet::{Registry, String};

use crate::module::IRModule;
use crate::span::Span;

/// A message about a program.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Diagnostic", is_final, new)]
pub struct DiagnosticNode {
    base: Object,
    /// The severity of the message.
    pub level: DiagnosticLevel,
    /// The source range that the message is about.
    pub span: Option<Span>,
    /// The message.
    pub message: String,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum DiagnosticLevel {
    /// A bug in the compiler.
    Bug = 10,
    /// An error in the program.
    Error = 20,
    /// A possible error in the program.
    Warning = 30,
    /// More information about an earlier diagnostic.
    Note = 40,
    /// A suggestion for fixing the problem.
    Help = 50,
}

/// A renderer: a function that shows the diagnostics of a context.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DiagnosticRenderer", is_final)]
pub struct DiagnosticRendererNode {
    base: Object,
    #[reflect(skip)]
    render: Option<RenderFunction>,
}

/// The function of a renderer. Its argument is the context, and its result is ignored.
pub type RenderFunction = TypedPackedFunc<fn(DiagnosticContext) -> RetValue>;

/// Collects the diagnostics about a module until they are rendered.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DiagnosticContext", is_final)]
pub struct DiagnosticContextNode {
    base: Object,
    /// The module. Renderers show excerpts of its source texts.
    pub module: IRModule,
    /// The diagnostics that existed when this object was made. A renderer receives a context in
    /// which this field holds all diagnostics.
    pub diagnostics: Array<Diagnostic>,
    #[reflect(skip)]
    renderer: Option<DiagnosticRenderer>,
    #[reflect(skip)]
    collected: Collected,
}

/// The current list of diagnostics, shared by all copies of a context. `None` stands for the
/// diagnostics of the node's field.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Option<Array<Diagnostic>>>>);

impl Collected {
    fn lock(&self) -> MutexGuard<'_, Option<Array<Diagnostic>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of the global function that creates the renderer. If it is not registered, the terminal
/// renderer is used.
const OVERRIDE: &str = "diagnostics.OverrideRenderer";

impl DiagnosticRenderer {
    /// Creates a renderer that calls `render`.
    pub fn new(render: impl Into<RenderFunction>) -> Self {
        make_object(DiagnosticRendererNode { base: Object::new(), render: Some(render.into()) }).into()
    }

    /// Creates a renderer that writes [`as_text`](DiagnosticContextNode::as_text) to standard
    /// output.
    pub fn terminal() -> Self {
        Self::new(TypedPackedFunc::new(|context: DiagnosticContext| -> io::Result<RetValue> {
            let mut output = io::stdout();
            output.write_all(context.as_text().as_bytes())?;
            output.flush()?;
            Ok(RetValue::Null)
        }))
    }

    /// Returns the renderer that the global function `diagnostics.OverrideRenderer` creates, or the
    /// terminal renderer if that function is not registered.
    ///
    /// # Errors
    /// Returns the errors of the function, or fails if its result is not a renderer.
    pub fn selected() -> Result<Self, RuntimeError> {
        Registry::find(OVERRIDE).map_or_else(|| Ok(Self::terminal()), |make| make.call_as(()))
    }

    /// Unregisters the function that overrides the renderer, so that the terminal renderer is
    /// selected.
    pub fn clear_selected() {
        Registry::remove(OVERRIDE);
    }
}

impl DiagnosticRendererNode {
    /// Shows the diagnostics of the context.
    ///
    /// # Errors
    /// Returns the errors of the renderer's function.
    pub fn render(&self, context: &DiagnosticContextNode) -> Result<(), RuntimeError> {
        self.render.as_ref().map_or(Ok(()), |render| render.call(context.snapshot()).map(drop))
    }
}

impl DiagnosticContext {
    /// Creates a context without diagnostics.
    pub fn new(module: IRModule, renderer: DiagnosticRenderer) -> Self {
        make_object(DiagnosticContextNode {
            base: Object::new(),
            module,
            diagnostics: Array::new(),
            renderer: Some(renderer),
            collected: Collected::default(),
        })
        .into()
    }

    /// Creates a context with the [selected](DiagnosticRenderer::selected) renderer.
    ///
    /// # Errors
    /// Fails if the function that creates the renderer fails.
    pub fn of_module(module: IRModule) -> Result<Self, RuntimeError> {
        Ok(Self::new(module, DiagnosticRenderer::selected()?))
    }
}

impl DiagnosticContextNode {
    /// Adds a diagnostic.
    pub fn emit(&self, diagnostic: Diagnostic) {
        self.collected.lock().get_or_insert_with(|| self.diagnostics.clone()).push(diagnostic);
    }

    /// Returns the diagnostics added since the last rendering.
    pub fn collected(&self) -> Array<Diagnostic> {
        self.collected.lock().clone().unwrap_or_else(|| self.diagnostics.clone())
    }

    /// Shows the collected diagnostics, then removes them.
    ///
    /// # Errors
    /// Fails with an error of the kind `DiagnosticError` if a collected diagnostic is an error. Its
    /// message is that of the first one, with the source location. Also returns the errors of the
    /// renderer.
    pub fn render(&self) -> Result<(), RuntimeError> {
        if let Some(renderer) = &self.renderer {
            renderer.render(self)?;
        }
        let shown = self.collected();
        *self.collected.lock() = Some(Array::new());
        let mut errors = shown.iter().filter(|diagnostic| diagnostic.level == DiagnosticLevel::Error);
        let Some(first) = errors.next() else { return Ok(()) };
        let count = 1 + errors.count();
        let place = first
            .span
            .as_ref()
            .map(|span| format!("{}:{}:{}", span.source_name.name, span.line, span.column));
        let others = (count > 1).then(|| format!("the first of {count} errors, which the renderer shows"));
        let notes = [place, others].into_iter().flatten().collect::<Vec<_>>();
        let mut message = first.message.to_string();
        if !notes.is_empty() {
            message.push_str(&format!(" ({})", notes.join("; ")));
        }
        Err(RuntimeError::new(ErrorKind::new("DiagnosticError"), message))
    }

    /// Returns a context whose field `diagnostics` holds all diagnostics collected so far.
    fn snapshot(&self) -> DiagnosticContext {
        make_object(DiagnosticContextNode {
            base: Object::new(),
            module: self.module.clone(),
            diagnostics: self.collected(),
            renderer: self.renderer.clone(),
            collected: self.collected.clone(),
        })
        .into()
    }
}

impl fmt::Display for DiagnosticLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bug => "bug",
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Help => "help",
        })
    }
}
