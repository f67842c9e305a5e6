//! The errors of passes that change layouts.

use objet::function::RuntimeError;
use objet_ir::op::{Op, OpError};
use objet_ir::span::Span;

use crate::dataflow_pattern::PatternError;

/// The reason why the layouts of a function cannot be changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutPassError {
    /// A call or an argument has no type.
    #[error("a call of the operator {op:?} has no inferred types")]
    Untyped {
        /// The name of the operator.
        op: String,
    },
    /// An attribute of an operator is not a function, or a new call is invalid.
    #[error(transparent)]
    Op(#[from] OpError),
    /// The function of an operator fails.
    #[error("the attribute {attr} of the operator {op:?} failed: {source}")]
    Function {
        /// The name of the attribute.
        attr: &'static str,
        /// The name of the operator.
        op: String,
        /// The reason.
        source: RuntimeError,
    },
    /// The function of an operator returns another expression than a call.
    #[error("the attribute {attr} of the operator {op:?} must return a call or null, found {found}")]
    NotACall {
        /// The name of the attribute.
        attr: &'static str,
        /// The name of the operator.
        op: String,
        /// The type key of the expression.
        found: &'static str,
    },
    /// The new call, or its layouts, have another number of inputs.
    #[error("the attribute {attr} of the operator {op:?} must keep {expected} inputs, found {found}")]
    Inputs {
        /// The name of the attribute.
        attr: &'static str,
        /// The name of the operator.
        op: String,
        /// The number of inputs of the original call.
        expected: usize,
        /// The number of inputs of the new call, or of their layouts.
        found: usize,
    },
    /// The new call has another number of results.
    #[error(
        "the layouts of a call of the operator {op:?} must be those of {expected} results, found {found}"
    )]
    Results {
        /// The name of the operator.
        op: String,
        /// The number of results of the original call.
        expected: usize,
        /// The number of layouts.
        found: usize,
    },
    /// Two layouts do not have the same axes.
    #[error("{place} of the operator {op:?}: cannot convert the layout {from} to {to}")]
    Inconvertible {
        /// The name of the operator.
        op: String,
        /// The input or result of the operator.
        place: String,
        /// The layout of the expression.
        from: String,
        /// The required layout.
        to: String,
    },
    /// The desired layouts of an operator are not those of its inputs.
    #[error("the desired layouts of the operator {op:?}: expected {expected}, found {found}")]
    Desired {
        /// The name of the operator.
        op: String,
        /// The supported layouts, in words.
        expected: String,
        /// The desired layouts.
        found: String,
    },
    /// The error of a call with a place in a source text.
    #[error("{text}, line {line}, column {column}: {error}")]
    At {
        /// The name of the source text.
        text: String,
        /// The line of the call, from 1.
        line: i32,
        /// The column of the call, from 1.
        column: i32,
        /// The error.
        error: Box<LayoutPassError>,
    },
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] PatternError),
}

impl LayoutPassError {
    /// Adds the place of the call, if the place is known.
    pub(super) fn at(self, span: Option<&Span>) -> Self {
        let Some(span) = span else { return self };
        let (line, column) = (span.line, span.column);
        Self::At { text: span.source_name.name.to_string(), line, column, error: Box::new(self) }
    }
}

/// Checks the number of inputs of a new call.
pub(super) fn expect_inputs(
    attr: &'static str,
    op: &Op,
    expected: usize,
    found: usize,
) -> Result<(), LayoutPassError> {
    if expected == found {
        return Ok(());
    }
    Err(LayoutPassError::Inputs { attr, op: op.name.to_string(), expected, found })
}

/// Checks the number of results of a new call.
pub(super) fn expect_results(op: &Op, expected: usize, found: usize) -> Result<(), LayoutPassError> {
    if expected == found {
        return Ok(());
    }
    Err(LayoutPassError::Results { op: op.name.to_string(), expected, found })
}
