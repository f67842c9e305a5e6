//! Statements of blocks: `let`, numbered variables, free variables and expressions. After an error,
//! parsing continues at the next statement.

use objet::fields::nearest_name;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use super::Parser;
use super::definitions::did_you_mean;
use super::error::Failed;
use super::expressions::{Frame, Step};
use super::token::Kind;
use crate::expr::{Let, Tuple, Var};

/// A block whose end is not reached. The numbers are the lengths of the stacks at its beginning.
#[derive(Debug)]
pub(super) struct Block {
    /// The index of the first token of the statement that is parsed.
    statement: u32,
    statements: u32,
    values: u32,
    functions: u32,
    matches: u32,
    scope: u32,
    type_scope: u32,
    /// Whether an expression can be a statement. The printer writes a `let` as the value of another
    /// one without parentheses: `let %x = let %y = 1; %y; %x`.
    has_expressions: bool,
}

/// A `let` of an open block.
#[derive(Debug)]
pub(super) struct Statement {
    var: Var,
    value: RelayExpr,
    first: u32,
}

impl Parser<'_> {
    /// Begins a block, and parses its first statement next.
    pub(super) fn begin_block(&mut self) -> Step {
        self.open_block();
        Step::Statement
    }

    pub(super) fn open_block(&mut self) {
        let block = Block {
            statement: self.cursor.position() as u32,
            statements: self.stacks.statements.len() as u32,
            values: self.stacks.values.len() as u32,
            functions: self.stacks.functions.len() as u32,
            matches: self.stacks.matches.len() as u32,
            scope: self.vars.mark() as u32,
            type_scope: self.type_vars.mark() as u32,
            has_expressions: self.stacks.frames.last().is_none_or(Frame::has_bracket),
        };
        self.stacks.frames.push(Frame::Block(block));
    }

    /// Parses the beginning of a statement.
    pub(super) fn statement(&mut self) -> Result<Step, Failed> {
        let first = self.cursor.position();
        if let Some(Frame::Block(block)) = self.stacks.frames.last_mut() {
            block.statement = first as u32;
        }
        match self.cursor.kind() {
            Kind::Let => {
                self.cursor.advance();
                let var = self.binder()?;
                self.cursor.expect(Kind::Equal)?;
                self.stacks.frames.push(Frame::Let { var, first });
            }
            Kind::Graph if self.cursor.second() == Kind::Equal => {
                let number = self.graph_number(first)?;
                self.cursor.advance();
                self.cursor.advance();
                self.stacks.frames.push(Frame::Graph { number });
            }
            Kind::FreeVar => {
                self.cursor.advance();
                self.free_var()?;
                self.cursor.expect(Kind::Semicolon)?;
                return Ok(Step::Statement);
            }
            _ => {}
        }
        Ok(Step::Operand)
    }

    /// Parses a free variable, which can be referred to in the rest of the text.
    fn free_var(&mut self) -> Result<(), Failed> {
        let index = self.cursor.expect(Kind::Local)?;
        let name = &self.cursor.text_at(index)[1..];
        let ty = if self.cursor.accept(Kind::Colon) { self.type_annotation()? } else { None };
        let var = Var::new(name, ty, Some(self.cursor.span(index, index)));
        self.vars.declare(name, var);
        if self.definitions.is_open {
            return Ok(());
        }
        let message =
            format!("the free variable `%{name}` is in a function of a module: make it a parameter");
        Err(self.cursor.error(index, message))
    }

    /// Returns the variable of a token.
    pub(super) fn local(&mut self, index: usize) -> Result<Var, Failed> {
        let name = &self.cursor.text_at(index)[1..];
        if let Some(var) = self.vars.get(name) {
            return Ok(var.clone());
        }
        let nearest = nearest_name(name, self.vars.bound());
        let hint = did_you_mean('%', nearest);
        self.cursor.error(index, format!("the variable `%{name}` is not defined here{hint}"));
        // The variable stays undefined, but the text behind it is checked.
        Ok(Var::new(name, None, None))
    }

    fn graph_number(&mut self, index: usize) -> Result<u64, Failed> {
        let number = self.cursor.text_at(index)[1..].parse();
        number.map_err(|_| self.cursor.error(index, "the number of the variable is too large".into()))
    }

    /// Returns the value of a numbered variable.
    pub(super) fn graph_value(&mut self, index: usize) -> Result<RelayExpr, Failed> {
        let number = self.graph_number(index)?;
        if let Some(value) = self.graph.get(&number) {
            return Ok(value.clone());
        }
        self.cursor.error(index, format!("the variable `%{number}` has no value before this use"));
        Ok(Tuple::new([], None).upcast())
    }

    pub(super) fn end_let(&mut self, var: Var, value: RelayExpr, first: usize) -> Result<Step, Failed> {
        self.cursor.expect(Kind::Semicolon)?;
        self.stacks.statements.push(Statement { var, value, first: first as u32 });
        Ok(Step::Statement)
    }

    pub(super) fn end_graph(&mut self, number: u64, value: RelayExpr) -> Result<Step, Failed> {
        self.graph.insert(number, value);
        self.cursor.expect(Kind::Semicolon)?;
        Ok(Step::Statement)
    }

    /// Ends a statement that is an expression, or the block.
    pub(super) fn end_statement(
        &mut self,
        block: Block,
        expr: RelayExpr,
        first: usize,
    ) -> Result<Step, Failed> {
        if block.has_expressions && self.cursor.accept(Kind::Semicolon) {
            let var = Var::new("", None, None);
            self.stacks.statements.push(Statement { var, value: expr, first: first as u32 });
            self.stacks.frames.push(Frame::Block(block));
            return Ok(Step::Statement);
        }
        self.vars.restore(block.scope as usize);
        let (mut expr, mut begin) = (expr, first);
        while self.stacks.statements.len() > block.statements as usize {
            let Some(Statement { var, value, first }) = self.stacks.statements.pop() else { break };
            begin = first as usize;
            expr = Let::new(var, value, expr, Some(self.cursor.span_from(begin))).upcast();
        }
        Ok(Step::Complete(expr, begin))
    }

    /// Continues after an error at the next statement of the innermost block that has one.
    ///
    /// # Errors
    /// If no open block has a further statement, or if there are too many errors.
    #[cold]
    pub(super) fn recover(&mut self) -> Result<Step, Failed> {
        // The token at which the search continues, and the number of open brackets between it and
        // the frame.
        let mut search: Option<(usize, usize)> = None;
        while let Some(frame) = self.stacks.frames.pop() {
            if let Some((_, depth)) = &mut search {
                *depth += usize::from(frame.has_bracket());
            }
            match frame {
                // The uses of the variable are no further errors.
                Frame::Graph { number } => {
                    self.graph.entry(number).or_insert_with(|| Tuple::new([], None).upcast());
                }
                Frame::Block(block) => {
                    self.stacks.values.truncate(block.values as usize);
                    self.stacks.functions.truncate(block.functions as usize);
                    self.stacks.matches.truncate(block.matches as usize);
                    self.type_vars.restore(block.type_scope as usize);
                    let (from, depth) = search.unwrap_or((block.statement as usize, 0));
                    let end = self.end_of_statement(from, depth);
                    if !self.cursor.errors.is_full() && self.cursor.kind_at(end) == Kind::Semicolon {
                        self.cursor.move_to(end + 1);
                        self.stacks.frames.push(Frame::Block(block));
                        return Ok(Step::Statement);
                    }
                    search = Some((end, 0));
                    self.stacks.statements.truncate(block.statements as usize);
                    self.vars.restore(block.scope as usize);
                }
                _ => {}
            }
        }
        Err(Failed)
    }

    /// Returns the index of the semicolon that ends a statement, or else of the bracket that ends
    /// its block. `depth` brackets are open before the token at `from`.
    fn end_of_statement(&self, from: usize, mut depth: usize) -> usize {
        for index in from.. {
            match self.cursor.kind_at(index) {
                Kind::LeftParen | Kind::LeftBracket | Kind::LeftBrace => depth += 1,
                Kind::RightParen | Kind::RightBracket | Kind::RightBrace if depth == 0 => return index,
                Kind::RightParen | Kind::RightBracket | Kind::RightBrace => depth -= 1,
                Kind::Semicolon if depth == 0 => return index,
                Kind::End => return index,
                _ => {}
            }
        }
        from
    }
}
