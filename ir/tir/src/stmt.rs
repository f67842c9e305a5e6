//! Statements of tir.

mod block;
mod globals;
mod loops;
mod memory;

use std::collections::HashSet;

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;
use objet_ir::span::Span;

use super::check::{Check, kind_of};
use super::effort::{PER_OBJECT, REPEATED_ANYWAY};
use super::expr::{StringImmNode, Var};

pub use block::{
    Block, BlockNode, BlockRealize, BlockRealizeNode, BufferRegion, BufferRegionNode, MatchBufferRegion,
    MatchBufferRegionNode,
};
pub use loops::{For, ForKind, ForNode, While, WhileNode};
pub use memory::{
    Allocate, AllocateNode, BufferRealize, BufferRealizeNode, BufferStore, BufferStoreNode, Prefetch,
    PrefetchNode, ProducerRealize, ProducerRealizeNode, ProducerStore, ProducerStoreNode, Store, StoreNode,
};

/// Base of statements.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Stmt", child_slots = 15)]
#[reflect(is_abstract)]
pub struct StmtNode {
    base: Object,
    /// The source location.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// `let var = value; body`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.LetStmt", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(var, value, body, span), repr = show_let)]
pub struct LetStmtNode {
    base: StmtNode,
    /// The variable.
    #[reflect(def)]
    pub var: Var,
    /// The value of the variable.
    pub value: PrimExpr,
    /// The scope of the variable.
    pub body: Stmt,
}

/// A statement with an attribute.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.AttrStmt", is_final, new(span: Option<Span>))]
#[reflect(fields(node, attr_key, value, body, span), repr = show_attr)]
pub struct AttrStmtNode {
    base: StmtNode,
    /// The object that the attribute describes, or null if the attribute describes the statement.
    pub node: Option<ObjectRef>,
    /// The name of the attribute.
    pub attr_key: String,
    /// The value of the attribute.
    pub value: PrimExpr,
    /// The statement.
    pub body: Stmt,
}

/// `assert(condition, message); body`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.AssertStmt", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(condition, message, body, span), repr = show_assert)]
pub struct AssertStmtNode {
    base: StmtNode,
    /// The condition that must be true.
    pub condition: PrimExpr,
    /// The error message if the condition is false.
    pub message: PrimExpr,
    /// The next statement, in which the condition is known to be true.
    pub body: Stmt,
}

/// A sequence of statements.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.SeqStmt", is_final, new(span: Option<Span>))]
#[reflect(fields(seq, span), repr = show_seq)]
pub struct SeqStmtNode {
    base: StmtNode,
    /// The statements.
    pub seq: Array<Stmt>,
}

/// `if (condition) { then_case } else { else_case }`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.IfThenElse", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(condition, then_case, else_case, span), repr = show_if)]
pub struct IfThenElseNode {
    base: StmtNode,
    /// A boolean.
    pub condition: PrimExpr,
    /// The statement for a true condition.
    pub then_case: Stmt,
    /// The statement for a false condition.
    pub else_case: Option<Stmt>,
}

/// An expression that is evaluated for its side effects.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Evaluate", is_final, new(span: Option<Span>))]
#[reflect(fields(value, span), repr = show_evaluate)]
pub struct EvaluateNode {
    base: StmtNode,
    /// The expression.
    pub value: PrimExpr,
}

impl StmtNode {
    /// Creates the base of a statement.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: Object::new(), span }
    }
}

/// The variable and the value have one data type.
impl Validate for LetStmtNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        Check(Self::TYPE_KEY).same_dtype(("var", self.var.dtype), ("value", self.value.dtype))
    }
}

/// The condition is a boolean. The message is a string constant or an `int32`.
impl Validate for AssertStmtNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let Self { condition, message, .. } = self;
        let check = Check(Self::TYPE_KEY);
        check.bool(("condition", condition))?;
        match message.dtype == DataType::int(32) || message.is_instance::<StringImmNode>() {
            true => Ok(()),
            false => Err(check.operand_error("message", "a StringImm or an int32", kind_of(message))),
        }
    }
}

impl SeqStmt {
    /// Concatenates statements. The statements of nested sequences take the place of the sequence,
    /// and a single statement is returned as is.
    ///
    /// Sequences stay in their further places if the statements in these would be more than
    /// 131,072, and more than 16 for each statement.
    ///
    /// ```
    /// use objet_tir::stmt::{Evaluate, SeqStmt, SeqStmtNode, Stmt};
    ///
    /// let step = |n: i32| Stmt::from(Evaluate::new(n, None));
    /// let first = SeqStmt::new([step(1), step(2)], None);
    /// let all = SeqStmt::flatten([first.into(), step(3)]);
    /// assert_eq!(all.as_node::<SeqStmtNode>().unwrap().seq.len(), 3);
    /// let one = SeqStmt::flatten([step(4), SeqStmt::new([], None).into()]);
    /// assert_eq!(one.type_key(), "tir.Evaluate");
    /// ```
    pub fn flatten(stmts: impl IntoIterator<Item = Stmt>) -> Stmt {
        let mut stmts: Vec<Stmt> = stmts.into_iter().collect();
        stmts.reverse();
        let seq = flattened(stmts.clone(), true).or_else(|| flattened(stmts, false)).unwrap_or_default();
        match <[Stmt; 1]>::try_from(seq) {
            Ok([stmt]) => stmt,
            Err(seq) => Self::new(seq, None).upcast(),
        }
    }
}

/// Returns the statements of sequences, which are in reverse order. Sequences in further places are
/// flattened, too, unless their statements are too many, or they stay.
fn flattened(mut rest: Vec<Stmt>, flattens_repeated: bool) -> Option<Vec<Stmt>> {
    let mut seq = Vec::new();
    let mut seen = HashSet::new();
    let mut left = REPEATED_ANYWAY + PER_OBJECT * rest.len();
    while let Some(stmt) = rest.pop() {
        let Some(inner) = stmt.as_node::<SeqStmtNode>() else {
            seq.push(stmt);
            continue;
        };
        if seen.insert(stmt.clone()) {
            left += PER_OBJECT * inner.seq.len();
        } else if flattens_repeated {
            left = left.checked_sub(inner.seq.len())?;
        } else {
            seq.push(stmt);
            continue;
        }
        rest.extend(inner.seq.iter().rev().cloned());
    }
    Some(seq)
}

/// The condition is a boolean.
impl Validate for IfThenElseNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        Check(Self::TYPE_KEY).bool(("condition", &self.condition))
    }
}

fn show_let<'a>(binding: &'a LetStmtNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("let ").object(&binding.var).text(" = ").object(&binding.value);
    printer.text("\n").object(&binding.body);
}

fn show_attr<'a>(attr: &'a AttrStmtNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("// attr [").object(&attr.node).text("] ").text(attr.attr_key.as_str());
    printer.text(" = ").object(&attr.value).text("\n").object(&attr.body);
}

fn show_assert<'a>(assert: &'a AssertStmtNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("assert(").list([&assert.condition, &assert.message]).text(")\n");
    printer.object(&assert.body);
}

fn show_seq<'a>(all: &'a SeqStmtNode, printer: &mut ReprPrinter<'a>) {
    for stmt in &all.seq {
        printer.object(stmt);
    }
}

/// Prints a branch in the else case of another branch as `else if`, without further indentation.
fn show_if<'a>(mut branch: &'a IfThenElseNode, printer: &mut ReprPrinter<'a>) {
    printer.indent();
    loop {
        printer
            .text("if (")
            .object(&branch.condition)
            .text(") {\n")
            .increase_indent()
            .object(&branch.then_case)
            .decrease_indent()
            .indent();
        match branch.else_case.as_ref().map(|case| (case, case.as_node::<IfThenElseNode>())) {
            None => break,
            Some((_, Some(other))) => {
                printer.text("} else ");
                branch = other;
            }
            Some((case, None)) => {
                printer.text("} else {\n").increase_indent().object(case).decrease_indent().indent();
                break;
            }
        }
    }
    printer.text("}\n");
}

fn show_evaluate<'a>(evaluate: &'a EvaluateNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().object(&evaluate.value).text("\n");
}
