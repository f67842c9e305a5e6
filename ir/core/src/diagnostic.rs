//! What is said of a program: errors, warnings and hints, each with the place in the source that it is about.
//!
//! A [`DiagnosticContext`] collects them and hands them to a renderer, which shows them. Who reports a mistake does not end there, but goes
//! on to find more, and asks for all to be shown at the end.
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
//! context.emit(Diagnostic::new(DiagnosticLevel::Error, Some(Span::new(name, 2, 9, 2, 10)), "there is no z"));
//! let shown = "error: there is no z\n --> mlp.relay:2:9\n  |\n2 | let y = z;\n  |         ^\n";
//! assert_eq!(context.as_text(), shown);
//! assert_eq!(context.render().unwrap_err().kind().name(), "DiagnosticError");
//! ```

mod globals;
mod source_line;

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet::prelude::*;
use objet::{ErrorKind, Registry, RetValue, RuntimeError, String};

use crate::module::IRModule;
use crate::span::Span;

/// Something that is said of a program.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Diagnostic", is_final, new)]
pub struct DiagnosticNode {
    base: Object,
    /// How bad it is.
    pub level: DiagnosticLevel,
    /// What in the source it is about.
    pub span: Option<Span>,
    /// What is said.
    pub message: String,
}

/// How bad it is what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum DiagnosticLevel {
    /// A mistake in the compiler.
    Bug = 10,
    /// A mistake in the program.
    Error = 20,
    /// Something that may be one.
    Warning = 30,
    /// More about what was said before.
    Note = 40,
    /// What could be done about it.
    Help = 50,
}

/// A function that shows what a context has collected.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DiagnosticRenderer", is_final)]
pub struct DiagnosticRendererNode {
    base: Object,
    #[reflect(skip)]
    render: Option<RenderFunction>,
}

/// A function that is given a context. What it gives is not looked at.
pub type RenderFunction = TypedPackedFunc<fn(DiagnosticContext) -> RetValue>;

/// What is said of a module, until it is shown.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DiagnosticContext", is_final)]
pub struct DiagnosticContextNode {
    base: Object,
    /// The module, whose source texts are shown.
    pub module: IRModule,
    /// What had been said when this object was made. Renderers are given one that has all that there is.
    pub diagnostics: Array<Diagnostic>,
    #[reflect(skip)]
    renderer: Option<DiagnosticRenderer>,
    #[reflect(skip)]
    collected: Collected,
}

/// What has been said since, with what had been said before. All who hold the context add to the same list.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Option<Array<Diagnostic>>>>);

impl Collected {
    fn lock(&self) -> MutexGuard<'_, Option<Array<Diagnostic>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of the global function that makes the renderer, in place of the one for terminals.
const OVERRIDE: &str = "diagnostics.OverrideRenderer";

impl DiagnosticRenderer {
    /// The renderer that calls this function.
    pub fn new(render: impl Into<RenderFunction>) -> Self {
        make_object(DiagnosticRendererNode { base: Object::new(), render: Some(render.into()) }).into()
    }

    /// The renderer that writes [`as_text`](DiagnosticContextNode::as_text) to the standard output.
    pub fn terminal() -> Self {
        Self::new(TypedPackedFunc::new(|context: DiagnosticContext| -> io::Result<RetValue> {
            let mut output = io::stdout();
            output.write_all(context.as_text().as_bytes())?;
            output.flush()?;
            Ok(RetValue::Null)
        }))
    }

    /// The renderer that the global function `diagnostics.OverrideRenderer` makes, if there is one, or else that for terminals.
    ///
    /// # Errors
    /// Those of the function, and if it gives no renderer.
    pub fn selected() -> Result<Self, RuntimeError> {
        Registry::find(OVERRIDE).map_or_else(|| Ok(Self::terminal()), |make| make.call_as(()))
    }

    /// Has that for terminals selected from now on.
    pub fn clear_selected() {
        Registry::remove(OVERRIDE);
    }
}

impl DiagnosticRendererNode {
    /// Shows what the context has collected.
    ///
    /// # Errors
    /// Those of the function.
    pub fn render(&self, context: &DiagnosticContextNode) -> Result<(), RuntimeError> {
        self.render.as_ref().map_or(Ok(()), |render| render.call(context.snapshot()).map(drop))
    }
}

impl DiagnosticContext {
    /// A context of which nothing has been said yet.
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

    /// The same with the [selected](DiagnosticRenderer::selected) renderer.
    ///
    /// # Errors
    /// If there is none, because the function that is to make it fails.
    pub fn of_module(module: IRModule) -> Result<Self, RuntimeError> {
        Ok(Self::new(module, DiagnosticRenderer::selected()?))
    }
}

impl DiagnosticContextNode {
    /// Adds something to what is to be shown.
    pub fn emit(&self, diagnostic: Diagnostic) {
        self.collected.lock().get_or_insert_with(|| self.diagnostics.clone()).push(diagnostic);
    }

    /// What is to be shown: all that has been said since the last time.
    pub fn collected(&self) -> Array<Diagnostic> {
        self.collected.lock().clone().unwrap_or_else(|| self.diagnostics.clone())
    }

    /// Has the renderer show what was collected, and forgets it.
    ///
    /// # Errors
    /// Of the kind `DiagnosticError`, if there was an error among it. And those of the renderer.
    pub fn render(&self) -> Result<(), RuntimeError> {
        if let Some(renderer) = &self.renderer {
            renderer.render(self)?;
        }
        let shown = self.collected();
        *self.collected.lock() = Some(Array::new());
        match shown.iter().filter(|diagnostic| diagnostic.level == DiagnosticLevel::Error).count() {
            0 => Ok(()),
            errors => {
                let message =
                    format!("expected a program without errors, found {errors}: the renderer has shown them");
                Err(RuntimeError::new(ErrorKind::new("DiagnosticError"), message))
            }
        }
    }

    /// The same context, of which all is in the fields that was said up to now.
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
