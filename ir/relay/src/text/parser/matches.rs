//! Match expressions.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;

use super::Parser;
use super::error::Failed;
use super::expressions::{Frame, Step};
use super::token::Kind;
use crate::adt::{Clause, Match, Pattern};

/// A match whose clauses are parsed.
#[derive(Debug)]
pub(super) struct OpenMatch {
    first: usize,
    data: RelayExpr,
    is_complete: bool,
    clauses: Vec<Clause>,
    /// The pattern of the clause that is parsed.
    pattern: Pattern,
    /// The scope of the pattern's variables.
    scope: usize,
}

impl Parser<'_> {
    /// Parses a match behind its value, up to the first clause.
    pub(super) fn begin_match(
        &mut self,
        data: RelayExpr,
        first: usize,
        is_complete: bool,
    ) -> Result<Step, Failed> {
        self.cursor.expect(Kind::RightParen)?;
        self.cursor.expect(Kind::LeftBrace)?;
        if self.cursor.accept(Kind::RightBrace) {
            let span = Some(self.cursor.span_from(first));
            return Ok(Step::Postfix(Match::new(data, [], is_complete, span).upcast(), first));
        }
        let (scope, pattern) = self.clause_pattern()?;
        let clauses = Vec::new();
        self.stacks.matches.push(OpenMatch { first, data, is_complete, clauses, pattern, scope });
        self.stacks.frames.push(Frame::Clause);
        Ok(Step::Operand)
    }

    /// Parses the pattern of a clause. Its scope begins before it.
    fn clause_pattern(&mut self) -> Result<(usize, Pattern), Failed> {
        let scope = self.vars.mark();
        let pattern = self.pattern()?;
        self.cursor.expect(Kind::FatArrow)?;
        Ok((scope, pattern))
    }

    /// Ends a clause, and parses the pattern of the next one.
    pub(super) fn end_clause(&mut self, value: RelayExpr) -> Result<Step, Failed> {
        let mut open = self.stacks.matches.pop().ok_or(Failed)?;
        self.vars.restore(open.scope);
        open.clauses.push(Clause::new(open.pattern.clone(), value));
        let has_comma = self.cursor.accept(Kind::Comma);
        if self.cursor.accept(Kind::RightBrace) {
            let span = Some(self.cursor.span_from(open.first));
            let found = Match::new(open.data, open.clauses, open.is_complete, span);
            return Ok(Step::Postfix(found.upcast(), open.first));
        }
        if !has_comma {
            return Err(self.cursor.expected("`,` or `}`"));
        }
        (open.scope, open.pattern) = self.clause_pattern()?;
        self.stacks.matches.push(open);
        self.stacks.frames.push(Frame::Clause);
        Ok(Step::Operand)
    }
}
