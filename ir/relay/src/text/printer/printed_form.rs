//! Chooses where expressions are printed: at their use, or on numbered lines of the scope.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::TensorTypeNode;

use super::blocks::Block;
use super::line::static_tensor_type;
use super::{RelayPrinter, is_atom};
use crate::expr::{CallNode, ConstantNode, LetNode, VarNode};

/// The printed form of an expression.
#[derive(Clone, Copy)]
pub(super) struct Printed {
    text: PrintedForm,
    /// Whether the annotation of the expression was printed.
    is_annotated: bool,
}

#[derive(Clone, Copy)]
enum PrintedForm {
    Block(Block),
    /// The number of the line that computes the expression.
    Number(usize),
}

impl Printed {
    pub(super) fn new(block: Block) -> Self {
        Self { text: PrintedForm::Block(block), is_annotated: false }
    }
}

impl<'a> RelayPrinter<'a, '_> {
    /// Places a printed expression, and appends its text to `block`.
    pub(super) fn print_into(&mut self, block: Block, expr: &'a RelayExpr) {
        self.place(expr, false);
        self.append(block, expr);
    }

    pub(super) fn place(&mut self, expr: &'a RelayExpr, inline: bool) {
        let annotation = self.annotation(expr);
        let Some(Printed { text: PrintedForm::Block(block), .. }) = self.printed.get(expr).copied() else {
            return;
        };
        let Some(scope) = self.scopes.last().copied() else { return self.blocks.text(block, &annotation) };
        if expr.is_instance::<VarNode>() {
            if let Some(text) = self.free.remove(expr) {
                self.blocks.text(scope, &format!("free_var {text};"));
                self.blocks.line(scope);
            }
        } else if is_atom(expr) || inline && !self.shared.contains(expr) {
            self.blocks.text(block, &annotation);
        } else {
            let number = self.numbered;
            self.numbered += 1;
            self.blocks.text(scope, &format!("%{number} = "));
            if expr.is_instance::<LetNode>() {
                self.blocks.text(scope, "(");
                self.blocks.indented(scope, block);
                self.blocks.text(scope, ")");
            } else {
                self.blocks.append(scope, block);
                self.blocks.forget_line(block);
            }
            self.blocks.text(scope, &annotation);
            self.blocks.text(scope, ";");
            self.blocks.line(scope);
            if let Some(printed) = self.printed.get_mut(expr) {
                printed.text = PrintedForm::Number(number);
            }
        }
    }

    /// Returns the annotation of a printed expression on the first call, and an empty string
    /// afterwards.
    pub(super) fn annotation(&mut self, expr: &RelayExpr) -> String {
        let Some(printed) = self.printed.get_mut(expr) else { return String::new() };
        if std::mem::replace(&mut printed.is_annotated, true) {
            return String::new();
        }
        let Some(annotate) = &mut self.annotate else {
            let has_type = expr.is_instance::<ConstantNode>() || expr.is_instance::<CallNode>();
            let Some(ty) = expr.checked_type.as_ref().filter(|_| has_type) else { return String::new() };
            return match ty.as_node::<TensorTypeNode>().and_then(static_tensor_type) {
                Some(text) => format!(" /* ty={text} */"),
                None => self.line(|worklist| worklist.text(" /* ty=").object(ty).text(" */")),
            };
        };
        annotate(expr.as_object_ref()).unwrap_or_else(|error| {
            self.failed = Some(error);
            String::new()
        })
    }

    pub(super) fn set_text(&mut self, expr: &RelayExpr, text: &str) {
        let block = self.blocks.add(text);
        self.set(expr, block);
    }

    pub(super) fn set(&mut self, expr: &RelayExpr, block: Block) {
        self.printed.insert(expr.clone(), Printed::new(block));
    }

    /// Appends the text of a printed expression, which is a block or a line number.
    pub(super) fn append(&mut self, block: Block, expr: &RelayExpr) {
        match self.printed.get(expr).map(|printed| printed.text) {
            Some(PrintedForm::Block(other)) => self.blocks.append(block, other),
            Some(PrintedForm::Number(number)) => self.blocks.text(block, &format!("%{number}")),
            None => {}
        }
    }

    /// Returns the text of a printed expression, or `None` if the expression was not printed.
    pub(super) fn line_of(&mut self, expr: &RelayExpr) -> Option<String> {
        match self.printed.get(expr)?.text {
            PrintedForm::Block(block) => Some(self.blocks.render(block)),
            PrintedForm::Number(number) => Some(format!("%{number}")),
        }
    }
}
