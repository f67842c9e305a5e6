//! Chooses where expressions are printed: at their use, or on numbered lines of the scope.

use objet::prelude::*;
use objet::walk::ObjectHashMap;
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

/// The printed forms of expressions.
#[derive(Default)]
pub(super) struct PrintedForms<'a> {
    /// The forms of variables, which are printed with the types and patterns that bind them.
    pub(super) variables: ObjectHashMap<RelayExpr, Printed>,
    /// The forms of other expressions, which the printed program keeps alive.
    others: ObjectHashMap<&'a RelayExpr, Printed>,
}

impl PrintedForms<'_> {
    /// Returns the form of an expression, or `None` if the expression was not printed.
    pub(super) fn get_mut(&mut self, expr: &RelayExpr) -> Option<&mut Printed> {
        match expr.is_instance::<VarNode>() {
            true => self.variables.get_mut(expr),
            false => self.others.get_mut(expr),
        }
    }
}

impl Printed {
    pub(super) fn new(block: Block) -> Self {
        Self { text: PrintedForm::Block(block), is_annotated: false }
    }

    /// Returns the form of a variable, whose binder has the annotation.
    pub(super) fn bound(block: Block) -> Self {
        Self { is_annotated: true, ..Self::new(block) }
    }
}

impl<'a> RelayPrinter<'a, '_> {
    /// Places a printed expression, and appends its text to `block`.
    pub(super) fn print_into(&mut self, block: Block, expr: &'a RelayExpr) {
        self.place(expr, false);
        self.append(block, expr);
    }

    pub(super) fn place(&mut self, expr: &'a RelayExpr, inline: bool) {
        let Some(printed) = self.printed.get_mut(expr) else { return };
        let is_annotated = std::mem::replace(&mut printed.is_annotated, true);
        let PrintedForm::Block(block) = printed.text else { return };
        let scope = self.scopes.last().copied();
        let needs_line = !is_atom(expr) && (!inline || self.shared.contains(expr));
        let Some(scope) = scope.filter(|_| needs_line) else {
            match scope {
                Some(scope) if expr.is_instance::<VarNode>() => self.free_var(scope, expr),
                _ if !is_annotated => self.annotate(block, expr),
                _ => {}
            }
            return;
        };
        let number = self.numbered;
        self.numbered += 1;
        printed.text = PrintedForm::Number(number);
        self.blocks.number(scope, number);
        self.blocks.text(scope, " = ");
        if expr.is_instance::<LetNode>() {
            self.blocks.text(scope, "(");
            self.blocks.indented(scope, block);
            self.blocks.text(scope, ")");
        } else {
            self.blocks.append(scope, block);
            self.blocks.forget_line(block);
        }
        if !is_annotated {
            self.annotate(scope, expr);
        }
        self.blocks.text(scope, ";");
        self.blocks.line(scope);
    }

    /// Declares a free variable before its first use.
    fn free_var(&mut self, scope: Block, var: &RelayExpr) {
        if let Some(text) = self.free.remove(var) {
            self.blocks.text(scope, &format!("free_var {text};"));
            self.blocks.line(scope);
        }
    }

    /// Adds the annotation of an expression to a block.
    fn annotate(&mut self, block: Block, expr: &RelayExpr) {
        if let Some(text) = self.custom_annotation(expr) {
            return self.blocks.text(block, &text);
        }
        let has_type = expr.is_instance::<ConstantNode>() || expr.is_instance::<CallNode>();
        let Some(ty) = expr.checked_type.as_ref().filter(|_| has_type) else { return };
        self.blocks.text(block, " /* ty=");
        let mut is_static = false;
        if let Some(tensor) = ty.as_node::<TensorTypeNode>() {
            let dtypes = &mut self.dtypes;
            self.blocks.write(block, |text| is_static = static_tensor_type(tensor, text, dtypes));
        }
        if !is_static {
            let text = self.line(|worklist| worklist.object(ty));
            self.blocks.text(block, &text);
        }
        self.blocks.text(block, " */");
    }

    /// Returns the annotation that the caller's function gives, if there is such a function.
    pub(super) fn custom_annotation(&mut self, expr: &RelayExpr) -> Option<String> {
        let annotate = self.annotate.as_mut()?;
        let annotation = annotate(expr.as_object_ref());
        Some(annotation.unwrap_or_else(|error| {
            self.failed = Some(error);
            String::new()
        }))
    }

    pub(super) fn set_text(&mut self, expr: &'a RelayExpr, text: &str) {
        let block = self.blocks.add(text);
        self.set(expr, block);
    }

    pub(super) fn set(&mut self, expr: &'a RelayExpr, block: Block) {
        self.printed.others.insert(expr, Printed::new(block));
    }

    /// Appends the text of a printed expression, which is a block or a line number.
    pub(super) fn append(&mut self, block: Block, expr: &RelayExpr) {
        match self.printed.get_mut(expr).map(|printed| printed.text) {
            Some(PrintedForm::Block(other)) => self.blocks.append(block, other),
            Some(PrintedForm::Number(number)) => self.blocks.number(block, number),
            None => {}
        }
    }

    /// Returns the text of a printed expression, or `None` if the expression was not printed.
    pub(super) fn line_of(&mut self, expr: &RelayExpr) -> Option<String> {
        match self.printed.get_mut(expr)?.text {
            PrintedForm::Block(block) => Some(self.blocks.render(block)),
            PrintedForm::Number(number) => Some(format!("%{number}")),
        }
    }
}
