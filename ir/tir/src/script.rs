//! Functions of tir as TVMScript: Python programs that TVM 0.8 parses.

mod script_block;
mod script_complete;
mod script_expr;
mod script_function;
mod script_loops;
mod script_stmt;

use std::collections::{HashMap, HashSet};

use objet::String as Text;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::{GlobalVar, PrimExpr, PrimExprNode};
use objet_ir::module::IRModuleNode;
use objet_ir::names::{NameSupply, beginning_with_letter};
use objet_ir::print_worklist::{PrintWorklist, Step, quoted};
use objet_ir::target::{Target, TargetNode};
use objet_ir::types::{PointerTypeNode, PrimTypeNode, TupleTypeNode};

use crate::buffer::BufferNode;
use crate::expr::{CommReducerNode, IterVarNode, RangeNode, Var};
use crate::function::PrimFuncNode;
use crate::functor::{ExprFunctor, StmtFunctor};
use crate::op::add;
use crate::stmt::{BufferRegionNode, For, Stmt, StmtNode};

pub use script_complete::{CompleteError, complete};

/// An error in writing TVMScript.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// An object of a type that TVMScript does not have.
    #[error("TVMScript cannot express {0}")]
    NotInScript(&'static str),
    /// The object is not a program.
    #[error("TVMScript: expected a PrimFunc or an IRModule, found {0}")]
    NotAProgram(&'static str),
    /// The realization of a buffer has no storage scope.
    #[error("TVMScript: the realization of buffer {0} has no attribute realize_scope")]
    WithoutScope(Text),
    /// The function that comments on statements failed.
    #[error("TVMScript: the comment on a statement failed")]
    Annotate(#[source] BoxError),
}

/// Returns the comment above a statement. An empty comment is not written.
pub type Annotate<'f> = dyn FnMut(&Stmt) -> Result<String, BoxError> + 'f;

/// Formats a function, or the functions of a module, as a Python program. `prefix` is the name of
/// the language module, usually `T`.
///
/// With `show_meta`, a module ends with its metadata, which is always `None` because all objects
/// are written inline.
///
/// # Errors
/// Returns an error if the object is neither a function of tir nor a module, or if TVMScript cannot
/// express an object in it, such as a `ProducerLoad`.
///
/// ```
/// use objet::DataType;
/// use objet_tir::expr::Var;
/// use objet_tir::function::PrimFunc;
/// use objet_tir::script::as_script;
/// use objet_tir::stmt::{Evaluate, For};
///
/// let (n, i) = (Var::new("n", DataType::int(32), None), Var::new("i", DataType::int(32), None));
/// let body = For::serial(i.clone(), n.clone(), Evaluate::new((i * 2).expr()?, None))?;
/// let function = PrimFunc::new([n], body, None, [], None, None);
/// let text = as_script(&function, "T", false)?;
/// assert!(text.contains("def func(n: T.int32) -> None:\n"));
/// assert!(text.ends_with("    for i in T.serial(0, n):\n        T.evaluate(i * 2)\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "AsTVMScript")]
pub fn as_script(program: &impl IsObjectRef, prefix: &str, show_meta: bool) -> Result<String, ScriptError> {
    script(program.as_object_ref(), prefix, show_meta, None)
}

/// Formats a program like [`as_script`], with comments above statements. Loops and blocks that have
/// a comment are also underlined.
///
/// # Errors
/// Returns the errors of [`as_script`] and of `annotate`.
#[doc(alias = "AsTVMScriptWithDiagnostic")]
pub fn as_script_with_diagnostic(
    program: &impl IsObjectRef,
    prefix: &str,
    show_meta: bool,
    mut annotate: impl FnMut(&Stmt) -> Result<String, BoxError>,
) -> Result<String, ScriptError> {
    let annotate: &mut Annotate<'_> = &mut annotate;
    script(program.as_object_ref(), prefix, show_meta, Some(annotate))
}

fn script<'a>(
    program: &ObjectRef,
    prefix: &str,
    show_meta: bool,
    annotate: Option<&'a mut Annotate<'a>>,
) -> Result<String, ScriptError> {
    let mut script = Script { prefix: prefix.to_owned(), show_meta, annotate, ..Script::default() };
    let renamed = if prefix == "tir" { String::new() } else { format!(" as {prefix}") };
    script.worklist.text(format!("# from tvm.script import tir{renamed}")).line();
    match_node!(match program {
        PrimFuncNode => script.function(objet_ir::functor::downcast_known(program)),
        module @ IRModuleNode => script.module(module),
        _ => return Err(ScriptError::NotAProgram(program.type_key())),
    });
    script.worklist.line();
    while let Some(step) = script.worklist.next_step() {
        match step {
            Step::Object(Some(object)) => script.object(&object),
            Step::Object(None) => drop(script.worklist.text("None")),
            Step::Then(step, object) => step(&mut script, &object),
        }
        if let Some(error) = script.error {
            return Err(error);
        }
    }
    // If the output is cut off at its maximum length, enclosing texts may still be pending.
    Ok(script.outer.concat() + &script.worklist.take())
}

/// A program under construction.
#[derive(Default)]
struct Script<'a> {
    prefix: String,
    show_meta: bool,
    annotate: Option<&'a mut Annotate<'a>>,
    worklist: PrintWorklist<Self>,
    error: Option<ScriptError>,
    /// The texts that enclose the text under construction.
    outer: Vec<String>,
    /// The names of the functions of the module.
    functions: HashMap<ObjectRef, GlobalVar>,
    names: NameSupply,
    /// The names of the variables and buffers of the function that are in scope.
    known: HashMap<ObjectRef, String>,
    /// The arguments of each buffer's declaration.
    declarations: HashMap<ObjectRef, String>,
    /// The variables and buffers that the body declares.
    declared: HashSet<ObjectRef>,
    /// The variables of thread axes with their tags.
    threads: Vec<(Var, Text)>,
    /// The enclosing loops by their variables.
    loops: HashMap<ObjectRef, For>,
    /// Whether the current statement is the last of its sequence. Its body then needs no block of
    /// its own, because no statement follows.
    is_last: bool,
}

impl Script<'_> {
    fn object(&mut self, object: &ObjectRef) {
        match_node!(match object {
            StmtNode => self.visit_stmt(objet_ir::functor::downcast_known(object)),
            PrimExprNode => self.visit_expr(objet_ir::functor::downcast_known(object)),
            PrimFuncNode => self.function(objet_ir::functor::downcast_known(object)),
            BufferNode => self.buffer(objet_ir::functor::downcast_known(object)),
            region @ BufferRegionNode => self.region(region),
            axis @ IterVarNode => self.axis(axis),
            range @ RangeNode => self.range(range),
            reducer @ CommReducerNode => self.reducer(object, reducer),
            TargetNode => self.target(&objet_ir::functor::downcast_known::<Target>(object).export()),
            prim @ PrimTypeNode => self.word(&prim.dtype.to_string()),
            pointer @ PointerTypeNode => self.pointer_type(pointer),
            tuple @ TupleTypeNode => self.tuple_type(tuple),
            _ => match (object.downcast_ref::<Text>(), object.downcast_ref::<Array<Option<ObjectRef>>>()) {
                (Some(text), _) => drop(self.worklist.text(quoted(text))),
                (_, Some(array)) => self.array(array),
                _ => self.fail(ScriptError::NotInScript(object.type_key())),
            },
        })
    }

    /// Returns the comment on a statement, if there is one.
    fn comment(&mut self, stmt: &Stmt) -> Option<String> {
        match self.annotate.as_mut()?(stmt) {
            Ok(comment) => Some(comment).filter(|comment| !comment.is_empty()),
            Err(error) => {
                self.fail(ScriptError::Annotate(error));
                None
            }
        }
    }

    /// Writes the comment on a statement above the statement.
    fn comment_above(&mut self, stmt: &Stmt) {
        if let Some(comment) = self.comment(stmt) {
            self.worklist.text(format!("# {comment}")).line();
        }
    }

    /// Writes the text since [`begin_text`](Self::begin_text), which is the first line of a
    /// statement, and underlines it if the statement has a comment.
    fn underlined(&mut self, stmt: &ObjectRef) {
        let text = self.end_text();
        let underline = "^".repeat(text.len());
        self.worklist.text(text);
        if self.comment(objet_ir::functor::downcast_known(stmt)).is_some() {
            self.worklist.line().text(underline);
        }
    }

    fn fail(&mut self, error: ScriptError) {
        self.error.get_or_insert(error);
    }

    /// Writes a name of the language.
    fn word(&mut self, word: &str) {
        self.worklist.text(format!("{}.{word}", self.prefix));
    }

    /// Writes a call of a name of the language, without the closing parenthesis.
    fn call<'o, R: IsObjectRef + 'o>(&mut self, word: &str, arguments: impl IntoIterator<Item = &'o R>) {
        self.word(word);
        self.worklist.text("(").list(arguments);
    }

    fn array(&mut self, array: &Array<Option<ObjectRef>>) {
        self.worklist.text("[");
        for (index, element) in array.iter().enumerate() {
            self.worklist.comma(index).optional(element.as_ref());
        }
        self.worklist.text("]");
    }

    /// Writes annotations in the order of their names.
    fn annotations(&mut self, annotations: &Map<Text, Option<ObjectRef>>) {
        let mut entries: Vec<_> = annotations.iter().collect();
        entries.sort_by_key(|(name, _)| name.as_str());
        for (index, (name, value)) in entries.into_iter().enumerate() {
            self.worklist.comma(index).text(format!("\"{name}\":")).optional(value.as_ref());
        }
    }

    fn target(&mut self, config: &Map<Text, ObjectRef>) {
        self.word("target");
        self.worklist.text("({");
        for (index, (name, value)) in config.iter().enumerate() {
            self.worklist.comma(index).text(format!("\"{name}\":")).object(value);
        }
        self.worklist.text("})");
    }

    fn pointer_type(&mut self, pointer: &PointerTypeNode) {
        self.word("Ptr[");
        self.worklist.object(&pointer.element_type);
        if !pointer.storage_scope.is_empty() {
            self.worklist.text(", ").text(quoted(&pointer.storage_scope));
        }
        self.worklist.text("]");
    }

    fn tuple_type(&mut self, tuple: &TupleTypeNode) {
        if tuple.fields.is_empty() {
            self.worklist.text("None");
            return;
        }
        self.word("Tuple[");
        self.worklist.list(&tuple.fields).text("]");
    }

    fn range(&mut self, range: &RangeNode) {
        self.worklist.object(&range.min).text(":");
        self.end(&range.min, &range.extent);
    }

    /// Writes the end of a range.
    fn end(&mut self, min: &PrimExpr, extent: &PrimExpr) {
        match add(min, extent, None) {
            Ok(end) => self.worklist.object(&end),
            Err(_) => self.worklist.object(min).text(" + ").object(extent),
        };
    }

    /// Returns the name of a variable or buffer, and whether the name is new. Dots are replaced,
    /// because Python names cannot contain them.
    fn name(&mut self, object: &ObjectRef, wanted: &str, prefix: &str) -> (String, bool) {
        if let Some(name) = self.known.get(object) {
            return (name.clone(), false);
        }
        let name = self.names.fresh(beginning_with_letter(wanted, prefix).replace('.', "_"));
        self.known.insert(object.clone(), name.clone());
        (name, true)
    }

    /// Releases the name of a variable that is no longer used.
    fn leave(&mut self, var: &ObjectRef) {
        let var: &Var = objet_ir::functor::downcast_known(var);
        if let Some(name) = self.known.get(var.as_object_ref()) {
            let wanted = beginning_with_letter(&var.name_hint, "v").replace('.', "_");
            self.names.release(&wanted, name);
        }
    }

    /// Starts a separate text. The object is not used.
    fn begin_text(&mut self, _: &ObjectRef) {
        let outer = self.worklist.take();
        self.outer.push(outer);
    }

    /// Ends a separate text and returns it. The enclosing text continues.
    fn end_text(&mut self) -> String {
        let inner = self.worklist.take();
        self.worklist.text(self.outer.pop().unwrap_or_default());
        inner
    }

    fn declare(&mut self, object: &impl IsObjectRef) {
        self.declared.insert(object.as_object_ref().clone());
    }
}

/// Formats a function or a module as TVMScript.
#[register_global("script.AsTVMScript")]
fn as_tvm_script(program: ObjectRef, tir_prefix: &str, show_meta: bool) -> Result<String, ScriptError> {
    as_script(&program, tir_prefix, show_meta)
}

/// Formats a function or a module as TVMScript, with the comments that `annotate` returns for
/// statements.
#[register_global("script.AsTVMScriptWithDiagnostic")]
fn as_tvm_script_with_diagnostic(
    program: ObjectRef,
    tir_prefix: &str,
    show_meta: bool,
    annotate: Option<PackedFunc>,
) -> Result<String, ScriptError> {
    let Some(annotate) = annotate else { return as_script(&program, tir_prefix, show_meta) };
    as_script_with_diagnostic(&program, tir_prefix, show_meta, |stmt| {
        Ok(annotate.call((stmt,))?.get::<Text>()?.to_string())
    })
}
