//! Functions: programs with parameters.

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;

use crate::expr::Var;
use crate::stmt::Stmt;

/// A program that works on buffers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Function", is_final, new, display = show_function)]
pub struct FunctionNode {
    base: Object,
    /// The name.
    pub name: String,
    /// The parameters, which hold in the body.
    #[reflect(def)]
    pub params: Array<Var>,
    /// The statement that a call runs.
    #[reflect(scope)]
    pub body: Stmt,
}

fn show_function<'a>(function: &'a FunctionNode, printer: &mut ReprPrinter<'a>) {
    printer.text("fn ").text(function.name.as_str()).text("(");
    for (number, param) in function.params.iter().enumerate() {
        printer.text(if number > 0 { ", " } else { "" }).object(param).text(": ").object(&param.ty);
    }
    printer.text(") {\n").increase_indent().indent().object(&function.body).decrease_indent();
    printer.text("\n").indent().text("}");
}
