//! Functions of tir as programs in Python, in the form that TVM 0.8 parses: TVMScript.

mod block;
mod expr;
mod function;
mod loops;
mod stmt;

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::{BoxError, String as Text};
use objet_ir::expr::{GlobalVar, PrimExpr, PrimExprNode};
use objet_ir::module::IRModuleNode;
use objet_ir::names::{Names, beginning_with_letter};
use objet_ir::print_worklist::{PrintWorklist, Step, quoted};
use objet_ir::target::{Target, TargetNode};
use objet_ir::types::{PointerTypeNode, PrimTypeNode, TupleTypeNode};

use crate::buffer::BufferNode;
use crate::expr::{CommReducerNode, IterVarNode, RangeNode, Var};
use crate::function::PrimFuncNode;
use crate::functor::{ExprFunctor, StmtFunctor};
use crate::op::add;
use crate::stmt::{BufferRegionNode, For, Stmt, StmtNode};

/// What cannot be said in TVMScript.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// An object of a type that no function of tir consists of when it is complete.
    #[error("TVMScript: expected what can be part of a complete function of tir, found {0}")]
    NotInScript(&'static str),
    /// Something else than a program.
    #[error("TVMScript: expected a PrimFunc or an IRModule, found {0}")]
    NotAProgram(&'static str),
    /// The realization of a buffer of which it is not said in which memory.
    #[error(
        "TVMScript: expected an attribute realize_scope around the realization of a buffer, found none for {0}"
    )]
    WithoutScope(Text),
    /// What comments on statements failed.
    #[error("TVMScript: a statement could not be commented on")]
    Annotate(#[source] BoxError),
}

/// Says what is written above a statement as a comment; an empty text is not written.
pub type Annotate<'f> = dyn FnMut(&Stmt) -> Result<String, BoxError> + 'f;

/// A function, or the functions of a module, as a program in Python, in which `prefix` stands for the language, mostly `T`.
///
/// With `show_meta` a module ends with what it refers to; that is nothing, since all is written in words.
///
/// # Errors
/// If the object is neither a function of tir nor a module, or if something in it cannot be said in TVMScript, as a `ProducerLoad`.
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

/// As [`as_script`], with comments on statements; loops and blocks that have one are underlined too.
///
/// # Errors
/// Those of [`as_script`]; if `annotate` fails.
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
    script.draft.text(format!("#from tvm.script import tir{renamed}")).line();
    match_node!(program, {
        PrimFuncNode => script.function(objet_ir::functor::known(program)),
        module: IRModuleNode => script.module(module),
        _ => return Err(ScriptError::NotAProgram(program.type_key())),
    });
    script.draft.line();
    while let Some(step) = script.draft.next_step() {
        match step {
            Step::Object(Some(object)) => script.object(&object),
            Step::Object(None) => drop(script.draft.text("None")),
            Step::Then(step, object) => step(&mut script, &object),
        }
        if let Some(error) = script.error {
            return Err(error);
        }
    }
    // A text that was cut off may have been one to be used later.
    Ok(script.outer.concat() + &script.draft.take())
}

/// A program that is being written.
#[derive(Default)]
struct Script<'a> {
    prefix: String,
    show_meta: bool,
    annotate: Option<&'a mut Annotate<'a>>,
    draft: PrintWorklist<Self>,
    error: Option<ScriptError>,
    /// The texts around the ones that are being written to be used later.
    outer: Vec<String>,
    /// The names of functions in the module.
    functions: HashMap<ObjectRef, GlobalVar>,
    names: Names,
    /// The variables and buffers of the function that have names, as long as they have them.
    known: HashMap<ObjectRef, String>,
    /// What is said of each buffer where it is declared.
    declarations: HashMap<ObjectRef, String>,
    /// The variables and buffers that are declared where they begin.
    declared: HashSet<ObjectRef>,
    /// The variables of axes of threads, with their tags.
    threads: Vec<(Var, Text)>,
    /// The loops around, by their variables.
    loops: HashMap<ObjectRef, For>,
    /// Whether the statement that is being written is the last one of its sequence: what follows it need not be told apart from it.
    is_last: bool,
}

impl Script<'_> {
    fn object(&mut self, object: &ObjectRef) {
        match_node!(object, {
            StmtNode => self.visit_stmt(objet_ir::functor::known(object)),
            PrimExprNode => self.visit_expr(objet_ir::functor::known(object)),
            PrimFuncNode => self.function(objet_ir::functor::known(object)),
            BufferNode => self.buffer(objet_ir::functor::known(object)),
            region: BufferRegionNode => self.region(region),
            axis: IterVarNode => self.axis(axis),
            range: RangeNode => self.range(range),
            reducer: CommReducerNode => self.reducer(object, reducer),
            TargetNode => self.target(&objet_ir::functor::known::<Target>(object).export()),
            prim: PrimTypeNode => self.word(&prim.dtype.to_string()),
            pointer: PointerTypeNode => self.pointer_type(pointer),
            tuple: TupleTypeNode => self.tuple_type(tuple),
            _ => match (object.downcast_ref::<Text>(), object.downcast_ref::<Array<Option<ObjectRef>>>()) {
                (Some(text), _) => drop(self.draft.text(quoted(text))),
                (_, Some(array)) => self.array(array),
                _ => self.fail(ScriptError::NotInScript(object.type_key())),
            },
        })
    }

    /// What is said of a statement, if there is anything to say.
    fn comment(&mut self, stmt: &Stmt) -> Option<String> {
        match self.annotate.as_mut()?(stmt) {
            Ok(comment) => Some(comment).filter(|comment| !comment.is_empty()),
            Err(error) => {
                self.fail(ScriptError::Annotate(error));
                None
            }
        }
    }

    /// What is said of a statement, above it.
    fn comment_above(&mut self, stmt: &Stmt) {
        if let Some(comment) = self.comment(stmt) {
            self.draft.text(format!("# {comment}")).line();
        }
    }

    /// The text since [`begin_apart`](Self::begin_apart), underlined if anything is said of the statement that it begins.
    fn underlined(&mut self, stmt: &ObjectRef) {
        let text = self.end_apart();
        let underline = "^".repeat(text.len());
        self.draft.text(text);
        if self.comment(objet_ir::functor::known(stmt)).is_some() {
            self.draft.line().text(underline);
        }
    }

    fn fail(&mut self, error: ScriptError) {
        self.error.get_or_insert(error);
    }

    /// A word of the language.
    fn word(&mut self, word: &str) {
        self.draft.text(format!("{}.{word}", self.prefix));
    }

    /// A word of the language with arguments, up to the closing parenthesis.
    fn call<'o, R: IsObjectRef + 'o>(&mut self, word: &str, arguments: impl IntoIterator<Item = &'o R>) {
        self.word(word);
        self.draft.text("(").list(arguments);
    }

    fn array(&mut self, array: &Array<Option<ObjectRef>>) {
        self.draft.text("[");
        for (index, element) in array.iter().enumerate() {
            self.draft.comma(index).optional(element.as_ref());
        }
        self.draft.text("]");
    }

    /// Entries by name, in the order of the names.
    fn annotations(&mut self, annotations: &Map<Text, Option<ObjectRef>>) {
        let mut entries: Vec<_> = annotations.iter().collect();
        entries.sort_by_key(|(name, _)| name.as_str());
        for (index, (name, value)) in entries.into_iter().enumerate() {
            self.draft.comma(index).text(format!("\"{name}\":")).optional(value.as_ref());
        }
    }

    fn target(&mut self, config: &Map<Text, ObjectRef>) {
        self.word("target");
        self.draft.text("({");
        for (index, (name, value)) in config.iter().enumerate() {
            self.draft.comma(index).text(format!("\"{name}\":")).object(value);
        }
        self.draft.text("})");
    }

    fn pointer_type(&mut self, pointer: &PointerTypeNode) {
        self.word("Ptr[");
        self.draft.object(&pointer.element_type);
        if !pointer.storage_scope.is_empty() {
            self.draft.text(", ").text(quoted(&pointer.storage_scope));
        }
        self.draft.text("]");
    }

    fn tuple_type(&mut self, tuple: &TupleTypeNode) {
        if tuple.fields.is_empty() {
            self.draft.text("None");
            return;
        }
        self.word("Tuple[");
        self.draft.list(&tuple.fields).text("]");
    }

    fn range(&mut self, range: &RangeNode) {
        self.draft.object(&range.min).text(":");
        self.end(&range.min, &range.extent);
    }

    /// Where a range ends.
    fn end(&mut self, min: &PrimExpr, extent: &PrimExpr) {
        match add(min, extent, None) {
            Ok(end) => self.draft.object(&end),
            Err(_) => self.draft.object(min).text(" + ").object(extent),
        };
    }

    /// The name of a variable or buffer, and whether it is new. Python has no names with a point in them.
    fn name(&mut self, object: &ObjectRef, wanted: &str, prefix: &str) -> (String, bool) {
        if let Some(name) = self.known.get(object) {
            return (name.clone(), false);
        }
        let name = self.names.give(beginning_with_letter(wanted, prefix).replace('.', "_"));
        self.known.insert(object.clone(), name.clone());
        (name, true)
    }

    /// Lets others have the name of a variable, which is not used any more.
    fn leave(&mut self, var: &ObjectRef) {
        let var: &Var = objet_ir::functor::known(var);
        if let Some(name) = self.known.get(var.as_object_ref()) {
            let wanted = beginning_with_letter(&var.name_hint, "v").replace('.', "_");
            self.names.give_back(&wanted, name);
        }
    }

    /// Has what follows be a text of its own, whatever it says of the object.
    fn begin_apart(&mut self, _: &ObjectRef) {
        let outer = self.draft.take();
        self.outer.push(outer);
    }

    /// The text since [`begin_apart`](Self::begin_apart); what was written before goes on.
    fn end_apart(&mut self) -> String {
        let inner = self.draft.take();
        self.draft.text(self.outer.pop().unwrap_or_default());
        inner
    }

    fn declare(&mut self, object: &impl IsObjectRef) {
        self.declared.insert(object.as_object_ref().clone());
    }
}

/// A function or a module as a program in Python.
#[register_global("script.AsTVMScript")]
fn as_tvm_script(program: ObjectRef, tir_prefix: &str, show_meta: bool) -> Result<String, ScriptError> {
    as_script(&program, tir_prefix, show_meta)
}

/// The same, with what the function says of each statement.
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
