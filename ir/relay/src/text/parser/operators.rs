//! Binary operators and their precedence.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;

use super::Parser;
use super::error::Failed;
use super::expressions::{Frame, Step};
use super::token::Kind;
use crate::expr::Call;

/// A binary operator of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BinaryOp {
    /// The name of the operator that the call refers to.
    name: &'static str,
    /// Operators with a higher precedence bind more tightly.
    precedence: u8,
}

fn binary_op(kind: Kind) -> Option<BinaryOp> {
    let (name, precedence) = match kind {
        Kind::Star => ("multiply", 4),
        Kind::Slash => ("divide", 4),
        Kind::Plus => ("add", 3),
        Kind::Minus => ("subtract", 3),
        Kind::Less => ("less", 2),
        Kind::Greater => ("greater", 2),
        Kind::LessEqual => ("less_equal", 2),
        Kind::GreaterEqual => ("greater_equal", 2),
        Kind::EqualEqual => ("equal", 1),
        Kind::NotEqual => ("not_equal", 1),
        _ => return None,
    };
    Some(BinaryOp { name, precedence })
}

impl Parser<'_> {
    /// Completes the operators before an operand that bind at least as tightly as the operator
    /// behind it. Operators of the same precedence are evaluated from left to right.
    pub(super) fn operators(&mut self, mut rhs: RelayExpr, mut begin: usize) -> Result<Step, Failed> {
        let next = binary_op(self.cursor.kind());
        let limit = next.map_or(0, |op| op.precedence);
        while let Some(Frame::Operator { op, .. }) = self.stacks.frames.last()
            && op.precedence >= limit
            && let Some(Frame::Operator { op, lhs, first }) = self.stacks.frames.pop()
        {
            let callee = match Op::get(op.name) {
                Ok(callee) => callee,
                Err(error) => return Err(self.cursor.error(first, error.to_string())),
            };
            let span = Some(self.cursor.span_from(first));
            rhs = Call::new(callee, [lhs, rhs], None, [], span).upcast();
            begin = first;
        }
        let Some(op) = next else { return Ok(Step::Complete(rhs, begin)) };
        self.cursor.advance();
        self.stacks.frames.push(Frame::Operator { op, lhs: rhs, first: begin });
        Ok(Step::Operand)
    }
}
