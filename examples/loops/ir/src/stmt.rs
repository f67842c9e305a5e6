//! Statements.

use objet::graph::{StoredAttrs, StoredValueError};
use objet::prelude::*;
use objet::text::ReprPrinter;

use crate::expr::{Expr, Var};
use crate::types::Type;

/// Base of the statements.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Stmt", new, display)]
pub struct StmtNode {
    base: Object,
    /// The line in the source, from 1, or 0 without one.
    #[reflect(skip_eq, default = 0)]
    pub line: u32,
}

/// The order of the iterations of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[repr(i64)]
pub enum LoopKind {
    /// One after the other.
    #[default]
    Serial,
    /// At the same time.
    Parallel,
}

/// A loop over the numbers below `extent`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.For", is_final, new(kind), version = 1, upgrade = upgrade_for, display = show_for)]
pub struct ForNode {
    base: StmtNode,
    /// The variable, which holds in the body.
    #[reflect(def)]
    pub var: Var,
    /// The number of iterations.
    #[reflect(alias = "count")]
    pub extent: Expr,
    /// The order of the iterations.
    #[reflect(default = LoopKind::Serial)]
    pub kind: LoopKind,
    /// The statement of one iteration.
    #[reflect(scope)]
    pub body: Stmt,
}

/// A variable with a value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Let", is_final, new, display = show_let)]
pub struct LetNode {
    base: StmtNode,
    /// The variable, which holds in the body.
    #[reflect(def)]
    pub var: Var,
    /// The value.
    pub value: Expr,
    /// The statement in which the variable holds.
    #[reflect(scope)]
    pub body: Stmt,
}

/// `buffer[index] = value`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Store", is_final, new, validate, display = "{buffer}[{index}] = {value}")]
#[reflect(check = StoreNode::validate)]
pub struct StoreNode {
    base: StmtNode,
    /// The buffer.
    pub buffer: Var,
    /// The index of the element.
    pub index: Expr,
    /// The new value of the element.
    pub value: Expr,
}

/// Statements that run one after the other.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Seq", is_final, new, display = show_seq)]
pub struct SeqNode {
    base: StmtNode,
    /// The statements.
    pub stmts: Array<Stmt>,
}

/// The error of a value that does not fit into a buffer.
#[derive(Debug)]
pub struct TypeMismatch {
    buffer: Type,
    value: Type,
}

impl std::fmt::Display for TypeMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected a value for {}, found {}", self.buffer, self.value)
    }
}

impl std::error::Error for TypeMismatch {}

impl Validate for StoreNode {
    type Error = TypeMismatch;

    fn validate(&self) -> Result<(), TypeMismatch> {
        let (buffer, value) = (&self.buffer.ty, &self.value.ty);
        if objet::structural_equal(&buffer.element(), value) {
            return Ok(());
        }
        Err(TypeMismatch { buffer: buffer.clone(), value: value.clone() })
    }
}

/// In version 0, a loop had a flag in place of its kind.
fn upgrade_for(_version: u32, attrs: &mut StoredAttrs) -> Result<(), StoredValueError> {
    if let Some(parallel) = attrs.remove("parallel") {
        attrs.insert("kind", if parallel.as_int()? == 0 { "Serial" } else { "Parallel" });
    }
    Ok(())
}

fn show_for<'a>(node: &'a ForNode, printer: &mut ReprPrinter<'a>) {
    let keyword = match node.kind {
        LoopKind::Serial => "for ",
        LoopKind::Parallel => "parallel for ",
    };
    printer.text(keyword).object(&node.var).text(" in 0..").object(&node.extent).text(" {\n");
    printer.increase_indent().indent().object(&node.body).decrease_indent();
    printer.text("\n").indent().text("}");
}

fn show_let<'a>(node: &'a LetNode, printer: &mut ReprPrinter<'a>) {
    printer.text("let ").object(&node.var).text(" = ").object(&node.value).text("\n");
    printer.indent().object(&node.body);
}

fn show_seq<'a>(node: &'a SeqNode, printer: &mut ReprPrinter<'a>) {
    for (number, stmt) in node.stmts.iter().enumerate() {
        if number > 0 {
            printer.text("\n").indent();
        }
        printer.object(stmt);
    }
}
