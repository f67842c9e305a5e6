//! Prints expressions.

use objet::prelude::*;
use objet_ir::adt::{Constructor, ConstructorNode};
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::op::OpNode;
use objet_ir::span::Span;

use super::RelayPrinter;
use super::blocks::Block;
use super::line::tuple_end;
use super::print_attrs::{float_text, int_text};
use crate::adt::MatchNode;
use crate::expr::{
    CallNode, ConstantNode, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
    TupleGetItemNode, TupleNode, VarNode,
};

/// A task of the printer. Prerequisites of a task are pushed above it on the stack.
pub(super) enum Task<'a> {
    /// Visit an expression and place it. `inline` permits printing at the use instead of on a
    /// numbered line.
    Print {
        expr: &'a RelayExpr,
        inline: bool,
    },
    /// Print the operands of an expression, and then the expression, without placing it.
    Visit(&'a RelayExpr),
    /// Print an expression whose operands are printed.
    Write(&'a RelayExpr),
    /// Give a printed expression a numbered line in the scope, if needed.
    Place {
        expr: &'a RelayExpr,
        inline: bool,
    },
    /// Print an expression into a block that receives its numbered lines.
    Scope(Block, &'a RelayExpr),
    /// End the scope with its expression.
    EndScope(&'a RelayExpr),
    EndFunction {
        block: Block,
        body: Block,
        expr: Option<&'a RelayExpr>,
    },
    EndIf {
        expr: &'a RelayExpr,
        node: &'a IfNode,
        branches: [Block; 2],
    },
    EndReference(&'a RelayExpr),
    /// Print a `let` of a chain of `let`s in one block.
    Let {
        node: &'a LetNode,
        line: Line<'a>,
    },
    /// Finish a `let` whose value is printed.
    EndLet {
        node: &'a LetNode,
        head: String,
        line: Line<'a>,
    },
    /// Set the printed text of the expression to the block.
    Set(&'a RelayExpr, Block),
    Clause {
        node: &'a MatchNode,
        index: usize,
        body: Block,
    },
    EndClause {
        clause: Block,
        body: Block,
    },
    EndMatch {
        expr: &'a RelayExpr,
        node: &'a MatchNode,
        body: Block,
    },
}

/// The position of a `let` in its chain.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    block: Block,
    /// The first `let` of the block.
    first: &'a RelayExpr,
    is_first: bool,
}

impl<'a> RelayPrinter<'a, '_> {
    pub(super) fn perform(&mut self, task: Task<'a>) {
        match task {
            Task::Print { expr, inline } => {
                self.tasks.extend([Task::Place { expr, inline }, Task::Visit(expr)]);
            }
            Task::Visit(expr) if self.printed.get_mut(expr).is_some() => {}
            Task::Visit(expr) => self.visit(expr),
            Task::Write(expr) => self.write(expr),
            Task::Place { expr, inline } => self.place(expr, inline),
            Task::Scope(block, expr) => {
                self.scopes.push(block);
                self.tasks.extend([Task::EndScope(expr), Task::Print { expr, inline: true }]);
            }
            Task::EndScope(expr) => {
                if let Some(block) = self.scopes.pop() {
                    self.append(block, expr);
                }
            }
            Task::EndFunction { block, body, expr } => {
                self.blocks.indented(block, body);
                self.blocks.text(block, "}");
                if let Some(expr) = expr {
                    self.set(expr, block);
                }
            }
            Task::EndIf { expr, node, branches } => self.end_if(expr, node, branches),
            Task::EndReference(expr) => self.end_reference(expr),
            Task::Let { node, line } => {
                let head =
                    self.line(|worklist| worklist.text("let ").then(Self::variable, &node.var).text(" = "));
                let value = Task::Print { expr: &node.value, inline: true };
                self.tasks.extend([Task::EndLet { node, head, line }, value]);
            }
            Task::EndLet { node, head, line } => self.end_let(node, &head, line),
            Task::Set(expr, block) => self.set(expr, block),
            Task::Clause { node, index, body } => self.clause(node, index, body),
            Task::EndClause { clause, body } => {
                self.blocks.indented(body, clause);
                self.blocks.text(body, "},");
            }
            Task::EndMatch { expr, node, body } => {
                let block = self.blocks.add(if node.complete { "match (" } else { "match? (" });
                self.append(block, &node.data);
                self.blocks.text(block, ") {");
                self.blocks.indented(block, body);
                self.blocks.text(block, "}");
                self.set(expr, block);
            }
        }
    }

    /// The callee is visited before the arguments.
    fn visit(&mut self, expr: &'a RelayExpr) {
        self.tasks.push(Task::Write(expr));
        let tasks = &mut self.tasks;
        match_node!(match expr {
            call @ CallNode => {
                tasks.extend(call.args.iter().rev().map(Task::Visit));
                tasks.push(Task::Visit(&call.op));
            }
            tuple @ TupleNode => tasks.extend(tuple.fields.iter().rev().map(Task::Visit)),
            item @ TupleGetItemNode => tasks.push(Task::Visit(&item.tuple_value)),
            _ => {}
        });
    }

    fn write(&mut self, expr: &'a RelayExpr) {
        match_node!(match expr {
            VarNode => {
                let text = self.line(|worklist| worklist.then(Self::variable, expr));
                self.free.insert(expr.clone(), text);
            }
            constant @ ConstantNode => {
                let text = scalar_text(&constant.data);
                let text = text.unwrap_or_else(|| self.meta_data.reference(expr.as_object_ref()));
                self.set_text(expr, &text);
            }
            var @ GlobalVarNode => self.set_text(expr, &format!("@{}", var.name_hint)),
            op @ OpNode => self.set_text(expr, &op.name),
            constructor @ ConstructorNode => self.set_text(expr, &constructor.name_hint),
            call @ CallNode => self.call(expr, call),
            tuple @ TupleNode => self.tuple(expr, tuple),
            item @ TupleGetItemNode => {
                // A number with a point and an index would be another number.
                let is_constant = item.tuple_value.is_instance::<ConstantNode>();
                let block = self.blocks.add(if is_constant { "(" } else { "" });
                self.print_into(block, &item.tuple_value);
                self.blocks.text(block, if is_constant { ")." } else { "." });
                self.blocks.text(block, itoa::Buffer::new().format(item.index));
                self.set(expr, block);
            }
            function @ FunctionNode => drop(self.begin_function("fn ", function, Some(expr))),
            node @ IfNode => {
                let branches = [(); 2].map(|()| self.blocks.add(""));
                self.tasks.extend([
                    Task::EndIf { expr, node, branches },
                    Task::Scope(branches[1], &node.false_branch),
                    Task::Scope(branches[0], &node.true_branch),
                    Task::Print { expr: &node.cond, inline: false },
                ]);
            }
            node @ LetNode => {
                let block = self.blocks.add("");
                self.tasks.push(Task::Let { node, line: Line { block, first: expr, is_first: true } });
            }
            node @ MatchNode => {
                let body = self.blocks.add("");
                self.tasks.extend([
                    Task::EndMatch { expr, node, body },
                    Task::Clause { node, index: 0, body },
                    Task::Print { expr: &node.data, inline: false },
                ]);
            }
            RefCreateNode | RefReadNode | RefWriteNode => {
                self.tasks.push(Task::EndReference(expr));
                let operands: Vec<_> = crate::scope::known_operands(expr).collect();
                let print = |expr| Task::Print { expr, inline: false };
                self.tasks.extend(operands.into_iter().rev().map(print));
            }
            _ => {
                let text = self.meta_data.reference(expr.as_object_ref());
                self.set_text(expr, &text);
            }
        });
    }

    /// The arguments receive their numbered lines before the callee.
    fn call(&mut self, expr: &'a RelayExpr, call: &'a CallNode) {
        for arg in &call.args {
            self.place(arg, false);
        }
        let attrs = call.attrs.as_ref().map(|attrs| self.call_attrs(call, attrs));
        let block = self.blocks.add("");
        let constructor = call.op.as_node::<ConstructorNode>();
        match constructor {
            Some(constructor) => self.blocks.text(block, &constructor.name_hint),
            None => self.print_into(block, &call.op),
        }
        if constructor.is_none_or(|constructor| !constructor.inputs.is_empty()) {
            self.blocks.text(block, "(");
            for (index, arg) in call.args.iter().enumerate() {
                self.blocks.text(block, if index > 0 { ", " } else { "" });
                self.append(block, arg);
            }
            if let Some(attrs) = attrs {
                self.blocks.append(block, attrs);
                self.blocks.forget_line(attrs);
            }
            self.blocks.text(block, ")");
            self.origin(block, call.span.as_ref());
        }
        self.set(expr, block);
    }

    fn tuple(&mut self, expr: &'a RelayExpr, tuple: &'a TupleNode) {
        let block = self.blocks.add("(");
        for (index, field) in tuple.fields.iter().enumerate() {
            if index > 0 {
                self.blocks.text(block, ", ");
            }
            self.print_into(block, field);
        }
        self.blocks.text(block, tuple_end(tuple.fields.len()));
        self.set(expr, block);
    }

    /// Prints the name of the source that an expression was read from.
    fn origin(&mut self, block: Block, span: Option<&Span>) {
        if let Some(span) = span {
            self.blocks.text(block, &format!(" /* {} */", span.source_name.name));
        }
    }

    /// Begins a function, and returns the blocks of the function and of its body. If `expr` is set,
    /// the finished block becomes the text of `expr`.
    pub(super) fn begin_function(
        &mut self,
        prefix: &str,
        function: &'a FunctionNode,
        expr: Option<&'a RelayExpr>,
    ) -> [Block; 2] {
        let (block, body) = (self.signature(prefix, function), self.blocks.add(""));
        self.tasks.push(Task::EndFunction { block, body, expr });
        self.tasks.push(Task::Scope(body, &function.body));
        [block, body]
    }

    fn end_if(&mut self, expr: &'a RelayExpr, node: &IfNode, branches: [Block; 2]) {
        let block = self.blocks.add("if (");
        self.append(block, &node.cond);
        for (branch, head) in branches.into_iter().zip([") {", "} else {"]) {
            self.blocks.text(block, head);
            self.blocks.indented(block, branch);
        }
        self.blocks.text(block, "}");
        self.set(expr, block);
    }

    fn end_reference(&mut self, expr: &'a RelayExpr) {
        let word = match_node!(match expr {
            RefCreateNode => "ref(",
            RefReadNode => "ref_read(",
            _ => "ref_write(",
        });
        let block = self.blocks.add(word);
        for (index, operand) in crate::scope::known_operands(expr).enumerate() {
            if index > 0 {
                self.blocks.text(block, ", ");
            }
            self.append(block, operand);
        }
        self.blocks.text(block, ")");
        self.set(expr, block);
    }

    /// The numbered lines for the value of the first `let` precede the block. Those of later `let`s
    /// are inside the block.
    fn end_let(&mut self, node: &'a LetNode, head: &str, line: Line<'a>) {
        self.blocks.text(line.block, head);
        self.append(line.block, &node.value);
        self.blocks.text(line.block, ";");
        self.blocks.line(line.block);
        if line.is_first {
            self.scopes.push(line.block);
        }
        match node.body.as_node::<LetNode>() {
            Some(node) => self.tasks.push(Task::Let { node, line: Line { is_first: false, ..line } }),
            None => self.tasks.extend([
                Task::Set(line.first, line.block),
                Task::EndScope(&node.body),
                Task::Print { expr: &node.body, inline: true },
            ]),
        }
    }

    fn clause(&mut self, node: &'a MatchNode, index: usize, body: Block) {
        let Some(clause) = node.clauses.get(index) else { return };
        if index > 0 {
            self.blocks.line(body);
        }
        let head = self.line(|worklist| worklist.object(&clause.lhs).text(" => {"));
        self.blocks.text(body, &head);
        let block = self.blocks.add("");
        self.tasks.extend([
            Task::Clause { node, index: index + 1, body },
            Task::EndClause { clause: block, body },
            Task::Scope(block, &clause.rhs),
        ]);
    }

    /// Prints a constructor in its type definition, with the types of its arguments.
    pub(super) fn constructor(&mut self, block: Block, constructor: &'a Constructor) {
        let text = self.line(|worklist| {
            worklist.text(constructor.name_hint.to_string());
            match constructor.inputs.is_empty() {
                true => worklist,
                false => worklist.text("(").list(&constructor.inputs).text(")"),
            }
        });
        self.blocks.text(block, &text);
    }
}

/// Returns the text of a scalar tensor of type `int32`, `int64`, `float32`, `float64` or `bool`.
fn scalar_text(tensor: &NDArray) -> Option<String> {
    if !tensor.shape().is_empty() {
        return None;
    }
    match tensor.dtype() {
        dtype if dtype == DataType::int(32) => {
            Some(int_text(dtype, i64::from(*tensor.as_slice::<i32>().ok()?.first()?)))
        }
        dtype if dtype == DataType::int(64) => Some(int_text(dtype, *tensor.as_slice().ok()?.first()?)),
        dtype if dtype == DataType::float(32) => {
            Some(float_text(dtype, f64::from(*tensor.as_slice::<f32>().ok()?.first()?)))
        }
        dtype if dtype == DataType::float(64) => Some(float_text(dtype, *tensor.as_slice().ok()?.first()?)),
        dtype if dtype == DataType::BOOL => {
            Some(int_text(dtype, i64::from(*tensor.as_bytes().ok()?.first()?)))
        }
        _ => None,
    }
}
