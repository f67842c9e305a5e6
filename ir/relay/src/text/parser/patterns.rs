//! Patterns of match clauses. The parser keeps a stack of unfinished patterns instead of recursing.

use objet::prelude::*;
use objet_ir::adt::Constructor;

use super::Parser;
use super::error::Failed;
use super::token::Kind;
use crate::adt::{Pattern, PatternConstructor, PatternTuple, PatternVar, PatternWildcard};
use crate::expr::Var;

/// A tuple, or the arguments of a constructor. Its finished parts are on a stack, from `parts` on.
struct Open {
    first: usize,
    constructor: Option<Constructor>,
    parts: usize,
}

impl Parser<'_> {
    /// Parses a pattern, and binds its variables.
    pub(super) fn pattern(&mut self) -> Result<Pattern, Failed> {
        let (mut open, mut parts): (Vec<Open>, Vec<Pattern>) = (Vec::new(), Vec::new());
        let mut complete = None;
        loop {
            let Some(pattern) = complete.take() else {
                let is_empty = !open.is_empty() && self.cursor.kind() == Kind::RightParen;
                complete = match is_empty {
                    true => self.close_pattern(&mut open, &mut parts)?,
                    false => self.begin_pattern(&mut open, parts.len())?,
                };
                continue;
            };
            if open.is_empty() {
                return Ok(pattern);
            }
            parts.push(pattern);
            if !self.cursor.accept(Kind::Comma) && self.cursor.kind() != Kind::RightParen {
                return Err(self.cursor.expected("`,` or `)`"));
            }
        }
    }

    /// Parses a pattern without parts, or the beginning of another one.
    fn begin_pattern(&mut self, open: &mut Vec<Open>, parts: usize) -> Result<Option<Pattern>, Failed> {
        let first = self.cursor.position();
        match self.cursor.kind() {
            Kind::Underscore => {
                self.cursor.advance();
                Ok(Some(PatternWildcard::new(Some(self.cursor.span_from(first))).upcast()))
            }
            Kind::Local => {
                let var = self.binder()?;
                Ok(Some(PatternVar::new(var, Some(self.cursor.span_from(first))).upcast()))
            }
            Kind::LeftParen => {
                self.cursor.advance();
                open.push(Open { first, constructor: None, parts });
                Ok(None)
            }
            Kind::Name => {
                self.cursor.advance();
                let constructor = self.constructor(first)?;
                if self.cursor.accept(Kind::LeftParen) {
                    open.push(Open { first, constructor: Some(constructor), parts });
                    return Ok(None);
                }
                let span = Some(self.cursor.span_from(first));
                Ok(Some(PatternConstructor::new(constructor, [], span).upcast()))
            }
            _ => Err(self.cursor.expected("a pattern: `_`, a variable, a tuple or a constructor")),
        }
    }

    fn close_pattern(
        &mut self,
        open: &mut Vec<Open>,
        parts: &mut Vec<Pattern>,
    ) -> Result<Option<Pattern>, Failed> {
        self.cursor.expect(Kind::RightParen)?;
        let Some(Open { first, constructor, parts: from }) = open.pop() else { return Ok(None) };
        let patterns: Array<Pattern> = parts.drain(from..).collect();
        let span = Some(self.cursor.span_from(first));
        Ok(Some(match constructor {
            Some(constructor) => PatternConstructor::new(constructor, patterns, span).upcast(),
            None => PatternTuple::new(patterns, span).upcast(),
        }))
    }

    /// Parses `%x` or `%x: type`, and binds a new variable. The variable is also bound if its type
    /// is an error, so that its uses are no further errors.
    pub(super) fn binder(&mut self) -> Result<Var, Failed> {
        let index = self.cursor.expect(Kind::Local)?;
        let name = &self.cursor.text_at(index)[1..];
        let ty = if self.cursor.accept(Kind::Colon) { self.type_annotation() } else { Ok(None) };
        let span = Some(self.cursor.span(index, index));
        let var = Var::new(name, ty.as_ref().ok().cloned().flatten(), span);
        self.vars.bind(name, var.clone());
        ty.map(|_| var)
    }
}
