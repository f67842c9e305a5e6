//! Expressions. The parser keeps a stack of unfinished expressions instead of recursing.
//!
//! - A step parses the beginning of an expression, or gives a complete expression to the innermost
//!   unfinished one, its frame.
//! - Lists, such as the arguments of a call, collect their finished elements on one stack of
//!   values.
//! - A block of statements has a frame of its own, from which parsing continues after an error.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use super::Parser;
use super::definitions::Word;
use super::error::Failed;
use super::functions::Head;
use super::matches::OpenMatch;
use super::operators::BinaryOp;
use super::statements::{Block, Statement};
use super::token::Kind;
use crate::expr::{Call, Constant, If, Tuple, TupleGetItem, Var};

/// An unfinished expression. `first` is the index of its first token.
#[derive(Debug)]
pub(super) enum Frame {
    /// Statements, and the expression that ends them.
    Block(Block),
    /// The value of a `let`.
    Let { var: Var, first: usize },
    /// The value of a numbered variable.
    Graph { number: u64 },
    /// The right operand of an operator.
    Operator { op: BinaryOp, lhs: RelayExpr, first: usize },
    /// An expression or the first field of a tuple, in parentheses.
    Paren { first: usize },
    /// A further field of a tuple.
    Tuple { first: usize, values: usize },
    /// An argument of a call.
    Call { callee: Callee, first: usize, values: usize },
    /// The condition of an `if`.
    Condition { first: usize },
    /// A branch of an `if`. The true branch is present in the false one.
    Branch { first: usize, cond: RelayExpr, then: Option<RelayExpr> },
    /// The body of the last function in [`Stacks::functions`].
    Function,
    /// The value of a match.
    Matched { first: usize, is_complete: bool },
    /// A clause of the last match in [`Stacks::matches`].
    Clause,
    /// An expression in braces.
    Braces,
}

impl Frame {
    /// Whether a bracket is open in the expression.
    pub(super) fn has_bracket(&self) -> bool {
        !matches!(self, Self::Block(_) | Self::Let { .. } | Self::Graph { .. } | Self::Operator { .. })
    }
}

/// The callee of a call.
#[derive(Debug)]
pub(super) enum Callee {
    Expr(RelayExpr),
    RefCreate,
    RefRead,
    RefWrite,
}

/// The next step of parsing an expression.
#[derive(Debug)]
pub(super) enum Step {
    /// Parse a statement, or the expression that ends a block.
    Statement,
    /// Parse an operand, which may begin a block if statements begin here.
    Operand,
    /// Parse projections and arguments behind an expression.
    Postfix(RelayExpr, usize),
    /// Give an expression to the innermost frame.
    Complete(RelayExpr, usize),
}

/// The unfinished expressions, and their parts.
#[derive(Debug, Default)]
pub(super) struct Stacks {
    pub(super) frames: Vec<Frame>,
    /// The finished elements of lists.
    pub(super) values: Vec<RelayExpr>,
    /// The statements of all open blocks.
    pub(super) statements: Vec<Statement>,
    pub(super) functions: Vec<Head>,
    pub(super) matches: Vec<OpenMatch>,
}

impl Parser<'_> {
    /// Parses statements and the expression that ends them. After an error, continues at the next
    /// statement.
    pub(super) fn block(&mut self) -> Result<RelayExpr, Failed> {
        self.open_block();
        let mut step = Step::Statement;
        loop {
            let next = match step {
                Step::Statement => self.statement(),
                Step::Operand => self.operand(),
                Step::Postfix(expr, first) => self.postfix(expr, first),
                Step::Complete(expr, _) if self.stacks.frames.is_empty() => return Ok(expr),
                Step::Complete(expr, first) => self.complete(expr, first),
            };
            step = match next {
                Ok(step) => step,
                Err(Failed) => self.recover()?,
            };
        }
    }

    /// Parses the beginning of an operand.
    fn operand(&mut self) -> Result<Step, Failed> {
        let first = self.cursor.position();
        match self.cursor.kind() {
            Kind::Local => {
                self.cursor.advance();
                let var = self.local(first)?;
                Ok(Step::Postfix(var.upcast(), first))
            }
            Kind::Graph if self.cursor.second() == Kind::Equal => Ok(self.begin_block()),
            Kind::Let | Kind::FreeVar => Ok(self.begin_block()),
            Kind::Graph => {
                self.cursor.advance();
                let expr = self.graph_value(first)?;
                Ok(Step::Postfix(expr, first))
            }
            Kind::Global => {
                self.cursor.advance();
                let var = self.global(first)?;
                Ok(Step::Postfix(var.upcast(), first))
            }
            Kind::Name => {
                self.cursor.advance();
                self.named(first)
            }
            Kind::LeftParen => {
                self.cursor.advance();
                if self.cursor.accept(Kind::RightParen) {
                    let span = Some(self.cursor.span_from(first));
                    return Ok(Step::Postfix(Tuple::new([], span).upcast(), first));
                }
                self.stacks.frames.push(Frame::Paren { first });
                Ok(Step::Operand)
            }
            Kind::LeftBrace => {
                self.cursor.advance();
                self.stacks.frames.push(Frame::Braces);
                Ok(self.begin_block())
            }
            Kind::If => {
                self.cursor.advance();
                self.cursor.expect(Kind::LeftParen)?;
                self.stacks.frames.push(Frame::Condition { first });
                Ok(Step::Operand)
            }
            Kind::Match => {
                self.cursor.advance();
                let is_complete = !self.cursor.accept(Kind::Question);
                self.cursor.expect(Kind::LeftParen)?;
                self.stacks.frames.push(Frame::Matched { first, is_complete });
                Ok(Step::Operand)
            }
            Kind::Fn => {
                self.cursor.advance();
                self.begin_function(first)
            }
            Kind::Meta => {
                let Some(object) = self.meta_reference()? else { return Ok(self.placeholder(first)) };
                let last = self.cursor.last();
                match object.downcast::<RelayExpr>() {
                    Ok(expr) => Ok(Step::Postfix(expr, first)),
                    Err(error) => {
                        let found = error.into_object().type_key();
                        let message = format!("expected an expression, found an object {found}");
                        Err(self.cursor.error_in(first, last, message))
                    }
                }
            }
            _ if self.is_at_number() => {
                let number = self.number()?;
                let last = self.cursor.last();
                let Some(tensor) = number.to_tensor() else {
                    return Err(self.cursor.error_in(first, last, "the number is not supported".into()));
                };
                let span = Some(self.cursor.span(first, last));
                Ok(Step::Postfix(Constant::new(tensor, span).upcast(), first))
            }
            _ => Err(self.cursor.expected("an expression")),
        }
    }

    /// Returns an expression in place of one that was reported as an error.
    pub(super) fn placeholder(&self, first: usize) -> Step {
        Step::Postfix(Tuple::new([], Some(self.cursor.span_from(first))).upcast(), first)
    }

    /// Parses the rest of an expression that begins with a name.
    fn named(&mut self, first: usize) -> Result<Step, Failed> {
        let callee = match self.word(first)? {
            Word::Operator(op) => return Ok(Step::Postfix(op.upcast(), first)),
            Word::Constructor(constructor)
                if constructor.inputs.is_empty() && self.cursor.kind() != Kind::LeftParen =>
            {
                let span = Some(self.cursor.span(first, first));
                let value = Call::new(constructor, [], None, [], span);
                return Ok(Step::Postfix(value.upcast(), first));
            }
            Word::Constructor(constructor) => return Ok(Step::Postfix(constructor.upcast(), first)),
            Word::RefCreate => Callee::RefCreate,
            Word::RefRead => Callee::RefRead,
            Word::RefWrite => Callee::RefWrite,
        };
        self.cursor.expect(Kind::LeftParen)?;
        self.begin_call(callee, first)
    }

    /// Parses one projection or the beginning of a call behind an expression.
    fn postfix(&mut self, expr: RelayExpr, first: usize) -> Result<Step, Failed> {
        match self.cursor.kind() {
            Kind::Dot => {
                self.cursor.advance();
                let index = self.cursor.position();
                let text = self.cursor.text_at(index);
                let mut tuple = expr;
                match self.cursor.kind() {
                    Kind::Integer | Kind::Float => self.cursor.advance(),
                    _ => return Err(self.cursor.expected("the index of a field")),
                };
                let span = self.cursor.span_from(first);
                // `.0.1` contains a token of a float.
                for number in text.split('.') {
                    let Ok(number) = number.parse::<i32>() else {
                        let message = format!("expected the index of a field, found `{text}`");
                        return Err(self.cursor.error(index, message));
                    };
                    tuple = TupleGetItem::new(tuple, number, Some(span.clone())).upcast();
                }
                Ok(Step::Postfix(tuple, first))
            }
            Kind::LeftParen => {
                self.cursor.advance();
                self.begin_call(Callee::Expr(expr), first)
            }
            _ => Ok(Step::Complete(expr, first)),
        }
    }

    /// Gives a complete expression to the innermost frame.
    fn complete(&mut self, expr: RelayExpr, first: usize) -> Result<Step, Failed> {
        let (expr, first) = match self.operators(expr, first)? {
            Step::Complete(expr, first) => (expr, first),
            step => return Ok(step),
        };
        let Some(frame) = self.stacks.frames.pop() else { return Ok(Step::Complete(expr, first)) };
        match frame {
            Frame::Block(block) => self.end_statement(block, expr, first),
            Frame::Let { var, first } => self.end_let(var, expr, first),
            Frame::Graph { number } => self.end_graph(number, expr),
            Frame::Operator { .. } => unreachable!("operators are complete here"),
            Frame::Paren { first: paren } => self.end_paren(expr, first, paren),
            Frame::Tuple { first, values } => {
                self.stacks.values.push(expr);
                self.continue_tuple(first, values)
            }
            Frame::Call { callee, first, values } => {
                self.stacks.values.push(expr);
                self.continue_call(callee, first, values)
            }
            Frame::Condition { first } => {
                self.cursor.expect(Kind::RightParen)?;
                self.cursor.expect(Kind::LeftBrace)?;
                self.stacks.frames.push(Frame::Branch { first, cond: expr, then: None });
                Ok(self.begin_block())
            }
            Frame::Branch { first, cond, then } => {
                self.cursor.expect(Kind::RightBrace)?;
                match then {
                    Some(then) => {
                        let span = Some(self.cursor.span_from(first));
                        Ok(Step::Postfix(If::new(cond, then, expr, span).upcast(), first))
                    }
                    None => {
                        self.cursor.expect(Kind::Else)?;
                        self.cursor.expect(Kind::LeftBrace)?;
                        self.stacks.frames.push(Frame::Branch { first, cond, then: Some(expr) });
                        Ok(self.begin_block())
                    }
                }
            }
            Frame::Function => self.end_function(expr),
            Frame::Matched { first, is_complete } => self.begin_match(expr, first, is_complete),
            Frame::Clause => self.end_clause(expr),
            Frame::Braces => {
                self.cursor.expect(Kind::RightBrace)?;
                Ok(Step::Postfix(expr, first))
            }
        }
    }

    /// Ends an expression in parentheses, or continues with a tuple.
    fn end_paren(&mut self, expr: RelayExpr, first: usize, paren: usize) -> Result<Step, Failed> {
        match self.cursor.kind() {
            Kind::RightParen => {
                self.cursor.advance();
                Ok(Step::Postfix(expr, paren))
            }
            Kind::Comma => {
                let values = self.stacks.values.len();
                self.stacks.values.push(expr);
                self.continue_tuple(paren, values)
            }
            Kind::Semicolon => {
                self.stacks.frames.push(Frame::Paren { first: paren });
                self.open_block();
                Ok(Step::Complete(expr, first))
            }
            _ => Err(self.cursor.expected("`,` or `)`")),
        }
    }

    /// Continues behind a field of a tuple.
    fn continue_tuple(&mut self, first: usize, values: usize) -> Result<Step, Failed> {
        let has_comma = self.cursor.accept(Kind::Comma);
        if self.cursor.accept(Kind::RightParen) {
            let fields: Array<RelayExpr> = self.stacks.values.drain(values..).collect();
            let span = Some(self.cursor.span_from(first));
            return Ok(Step::Postfix(Tuple::new(fields, span).upcast(), first));
        }
        if !has_comma {
            return Err(self.cursor.expected("`,` or `)`"));
        }
        self.stacks.frames.push(Frame::Tuple { first, values });
        Ok(Step::Operand)
    }
}
