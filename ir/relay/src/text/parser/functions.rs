//! Functions.

use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{Type, TypeVar};

use super::Parser;
use super::error::Failed;
use super::expressions::{Frame, Step};
use super::token::Kind;
use crate::expr::{Function, Var};

/// A function whose body is parsed.
#[derive(Debug)]
pub(super) struct Head {
    first: usize,
    params: Vec<Var>,
    ret_type: Option<Type>,
    type_params: Vec<TypeVar>,
    attrs: Option<DictAttrs>,
    scope: usize,
    type_scope: usize,
}

impl Head {
    /// Returns the function with its body, which ends before the next token.
    fn with_body(self, parser: &mut Parser<'_>, body: RelayExpr) -> Function {
        parser.vars.restore(self.scope);
        parser.type_vars.restore(self.type_scope);
        let span = Some(parser.cursor.span_from(self.first));
        Function::new(self.params, body, self.ret_type, self.type_params, self.attrs, span)
    }
}

impl Parser<'_> {
    /// Parses a function up to the opening brace of its body.
    pub(super) fn function_head(&mut self, first: usize) -> Result<Head, Failed> {
        let (scope, type_scope) = (self.vars.mark(), self.type_vars.mark());
        let type_params = self.type_params()?;
        self.cursor.expect(Kind::LeftParen)?;
        let mut params = Vec::new();
        while self.cursor.kind() == Kind::Local {
            params.push(self.binder()?);
            if !self.cursor.accept(Kind::Comma) && self.cursor.kind() != Kind::RightParen {
                return Err(self.cursor.expected("`,` or `)`"));
            }
        }
        if self.cursor.kind() != Kind::RightParen && !self.is_at_attribute() {
            return Err(self.cursor.expected("a parameter such as `%x`, an attribute such as `a=1`, or `)`"));
        }
        let attributes = self.attributes()?;
        let attrs = if attributes.is_empty() { None } else { Some(self.dict_attrs(attributes)?) };
        self.cursor.expect(Kind::RightParen)?;
        let ret_type = if self.cursor.accept(Kind::Arrow) { self.type_annotation()? } else { None };
        self.cursor.expect(Kind::LeftBrace)?;
        Ok(Head { first, params, ret_type, type_params, attrs, scope, type_scope })
    }

    /// Parses a function inside an expression, behind `fn`.
    pub(super) fn begin_function(&mut self, first: usize) -> Result<Step, Failed> {
        let head = self.function_head(first)?;
        self.stacks.functions.push(head);
        self.stacks.frames.push(Frame::Function);
        Ok(self.begin_block())
    }

    pub(super) fn end_function(&mut self, body: RelayExpr) -> Result<Step, Failed> {
        self.cursor.expect(Kind::RightBrace)?;
        let head = self.stacks.functions.pop().ok_or(Failed)?;
        let first = head.first;
        Ok(Step::Postfix(head.with_body(self, body).upcast(), first))
    }

    /// Parses the function of a definition, from its parameters on.
    pub(super) fn function(&mut self, first: usize) -> Result<Function, Failed> {
        let head = self.function_head(first)?;
        let body = self.block()?;
        self.cursor.expect(Kind::RightBrace)?;
        Ok(head.with_body(self, body))
    }
}
