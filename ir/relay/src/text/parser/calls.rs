//! Calls: arguments and attributes.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;

use super::Parser;
use super::error::Failed;
use super::expressions::{Callee, Frame, Step};
use super::token::Kind;
use crate::expr::{Call, RefCreate, RefRead, RefWrite};

impl Parser<'_> {
    /// Continues behind the opening parenthesis of a call.
    pub(super) fn begin_call(&mut self, callee: Callee, first: usize) -> Result<Step, Failed> {
        let values = self.stacks.values.len();
        self.next_argument(callee, first, values)
    }

    /// Continues behind an argument.
    pub(super) fn continue_call(
        &mut self,
        callee: Callee,
        first: usize,
        values: usize,
    ) -> Result<Step, Failed> {
        if self.cursor.accept(Kind::Comma) {
            return self.next_argument(callee, first, values);
        }
        if self.cursor.kind() != Kind::RightParen {
            return Err(self.cursor.expected("`,` or `)`"));
        }
        self.end_call(callee, first, values, None)
    }

    fn next_argument(&mut self, callee: Callee, first: usize, values: usize) -> Result<Step, Failed> {
        if self.cursor.kind() == Kind::RightParen || self.is_at_attribute() {
            return self.end_call(callee, first, values, None);
        }
        if self.cursor.kind() == Kind::Meta
            && let Some(attrs) = self.meta_attrs()?
        {
            self.cursor.accept(Kind::Comma);
            return self.end_call(callee, first, values, Some(attrs));
        }
        self.stacks.frames.push(Frame::Call { callee, first, values });
        Ok(Step::Operand)
    }

    /// Parses a reference to attributes. Leaves another reference.
    fn meta_attrs(&mut self) -> Result<Option<Attrs>, Failed> {
        let first = self.cursor.position();
        let attrs = self.meta_reference()?.and_then(|object| object.downcast::<Attrs>().ok());
        if attrs.is_none() {
            self.cursor.move_to(first);
        }
        Ok(attrs)
    }

    /// Parses the attributes and the closing parenthesis, and makes the call.
    fn end_call(
        &mut self,
        callee: Callee,
        first: usize,
        values: usize,
        attrs: Option<Attrs>,
    ) -> Result<Step, Failed> {
        let attributes = self.attributes()?;
        self.cursor.expect(Kind::RightParen)?;
        let args: Array<RelayExpr> = self.stacks.values.drain(values..).collect();
        let (name, expected) = match callee {
            Callee::Expr(op) => {
                let attrs = match attrs {
                    Some(attrs) => Some(attrs),
                    // The call stays without attributes after an error, so that the text behind it
                    // is checked too.
                    None => self.call_attrs(op.downcast_ref::<Op>(), attributes, first).unwrap_or_default(),
                };
                let span = Some(self.cursor.span_from(first));
                return Ok(Step::Postfix(Call::new(op, args, attrs, [], span).upcast(), first));
            }
            Callee::RefCreate => ("ref", 1),
            Callee::RefRead => ("ref_read", 1),
            Callee::RefWrite => ("ref_write", 2),
        };
        let span = Some(self.cursor.span_from(first));
        let expr = match (callee, args.as_slice()) {
            (Callee::RefCreate, [value]) => RefCreate::new(value.clone(), span).upcast(),
            (Callee::RefRead, [reference]) => RefRead::new(reference.clone(), span).upcast(),
            (Callee::RefWrite, [reference, value]) => {
                RefWrite::new(reference.clone(), value.clone(), span).upcast()
            }
            _ => {
                let message = format!("`{name}`: expected {expected} arguments, found {}", args.len());
                self.cursor.error(first, message);
                return Ok(self.placeholder(first));
            }
        };
        Ok(Step::Postfix(expr, first))
    }
}
