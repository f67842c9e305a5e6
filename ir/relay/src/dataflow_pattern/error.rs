//! Errors of matching and rewriting by patterns.

use objet::function::BoxError;
use objet::text::as_repr;
use objet::walk::RewriteError;

use super::DFPattern;

/// The error of matching an expression, or of rewriting it by patterns.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The pattern has a part of a type that the matcher does not know.
    #[error("cannot match a {type_key}: patterns of other types than those of relay are not supported")]
    UnknownPattern {
        /// The type key of the part.
        type_key: &'static str,
    },
    /// The search for matches takes too long.
    #[error(
        "the match of a {type_key} is not decided after {limit} steps of the search: make the \
         alternatives of the pattern differ earlier"
    )]
    TooManySteps {
        /// The type key of the expression.
        type_key: &'static str,
        /// The maximum number of steps of the search until this expression.
        limit: u64,
    },
    /// A pattern has no expression in a match, because it is in an alternative that did not match
    /// or in another pattern.
    #[error("the pattern {pattern} has no expression in this match")]
    NotMatched {
        /// The text of the pattern.
        pattern: String,
    },
    /// The callback of a rewrite, or the check of a partition, failed.
    #[error("the {of} for {pattern} failed: {source}")]
    Callback {
        /// The kind of function.
        of: &'static str,
        /// The text of the pattern.
        pattern: String,
        /// The error of the function.
        source: BoxError,
    },
    /// A callback created by name or loaded from a file has no function.
    #[error("the callback for {pattern} has no function: files do not store it")]
    NoFunction {
        /// The text of the pattern.
        pattern: String,
    },
    /// The replacement of a variable at its binding is not a variable.
    #[error("the replacement of %{var}, which a {binder} binds, must be a variable, found a {found}")]
    Binding {
        /// The name of the variable.
        var: String,
        /// The type key of the expression that binds the variable.
        binder: &'static str,
        /// The type key of the replacement.
        found: &'static str,
    },
    /// A rewrite still changes the expression after the maximum number of rounds.
    #[error(
        "the expression still changes after {limit} rounds of rewrites for {pattern}: make the \
         replacements not match again, or rewrite once"
    )]
    NoFixpoint {
        /// The text of the last pattern that changed the expression.
        pattern: String,
        /// The maximum number of rounds.
        limit: usize,
    },
    /// Rewrites multiply the matches.
    #[error(
        "rewrites for {pattern} made {limit} replacements without an end: make the replacements \
         not match again, or rewrite once"
    )]
    TooManyReplacements {
        /// The text of the pattern.
        pattern: String,
        /// The maximum number of replacements.
        limit: usize,
    },
    /// A field of another crate's expression cannot hold its new operand.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// The maximum number of characters of a pattern in an error.
const LONGEST_TEXT: usize = 200;

/// Returns the text of a pattern, shortened if it is long.
pub(super) fn text_of(pattern: &DFPattern) -> String {
    let text = as_repr(Some(pattern));
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
