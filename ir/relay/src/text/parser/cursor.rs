//! The tokens of the definition that is parsed, and errors about them.

use objet::progress::Steps;
use objet_ir::span::{SourceName, Span};

use super::error::{Errors, Failed};
use super::token::{Kind, Token};

/// Tokens with a position. A position beyond `limit` is the end.
#[derive(Debug)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    source: SourceName,
    tokens: Vec<Token>,
    position: usize,
    limit: usize,
    steps: Steps,
    pub(super) errors: Errors,
}

impl<'t> Cursor<'t> {
    /// Creates a cursor at the first token. The last token has the kind [`Kind::End`].
    pub(super) fn new(text: &'t str, source: SourceName, tokens: Vec<Token>) -> Self {
        let limit = tokens.len() - 1;
        let steps = Steps::new("parse", None);
        Self { text, source, tokens, position: 0, limit, steps, errors: Errors::default() }
    }

    /// Continues at `start`, and ends before `limit`.
    pub(super) fn enter(&mut self, start: usize, limit: usize) {
        (self.position, self.limit) = (start, limit);
    }

    /// Returns the number of tokens without the last one, which is the end.
    pub(super) fn len(&self) -> usize {
        self.tokens.len() - 1
    }

    /// Returns the index of the next token.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Returns the index behind the last token.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the index of the token before the next one.
    pub(super) fn last(&self) -> usize {
        self.position.saturating_sub(1)
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind_at(self.position)
    }

    /// Returns the kind of the token after the next one.
    pub(super) fn second(&self) -> Kind {
        self.kind_at(self.position + 1)
    }

    pub(super) fn kind_at(&self, index: usize) -> Kind {
        if index < self.limit { self.tokens[index].kind } else { Kind::End }
    }

    pub(super) fn text_at(&self, index: usize) -> &'t str {
        let token = self.tokens[index.min(self.tokens.len() - 1)];
        &self.text[token.start as usize..token.end as usize]
    }

    /// Moves behind the next token, and returns its index.
    pub(super) fn advance(&mut self) -> usize {
        self.steps.next();
        let index = self.position;
        self.position = (index + 1).min(self.limit);
        index
    }

    /// Moves before a token.
    pub(super) fn move_to(&mut self, index: usize) {
        self.position = index.min(self.limit);
    }

    /// Moves behind the next token if it has this kind.
    pub(super) fn accept(&mut self, kind: Kind) -> bool {
        let is_next = self.kind() == kind;
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Moves behind the next token, and returns its index.
    ///
    /// # Errors
    /// If the token has another kind.
    pub(super) fn expect(&mut self, kind: Kind) -> Result<usize, Failed> {
        if self.kind() == kind { Ok(self.advance()) } else { Err(self.expected(&kind.to_string())) }
    }

    /// Reports that the next token is not the expected one.
    #[cold]
    pub(super) fn expected(&mut self, expected: &str) -> Failed {
        let found = match self.kind() {
            Kind::Unterminated if self.text_at(self.position).starts_with('"') => {
                return self.error(self.position, "the string has no end: add `\"`".into());
            }
            Kind::Unterminated => {
                return self.error(self.position, "the comment has no end: add `*/`".into());
            }
            Kind::End if self.limit < self.len() => "the next definition".into(),
            Kind::End => "the end of the text".into(),
            kind @ (Kind::Local | Kind::Graph | Kind::Global | Kind::Name | Kind::Integer | Kind::Float) => {
                let kind = kind.to_string();
                let kind = kind.split(" such").next().unwrap_or(&kind);
                format!("{kind} `{}`", self.text_at(self.position))
            }
            Kind::Unknown => format!("`{}`", self.text_at(self.position)),
            kind => kind.to_string(),
        };
        self.error(self.position, format!("expected {expected}, found {found}"))
    }

    /// Reports an error at a token.
    #[cold]
    pub(super) fn error(&mut self, index: usize, message: String) -> Failed {
        self.error_in(index, index, message)
    }

    /// Reports an error from one token to another.
    #[cold]
    pub(super) fn error_in(&mut self, first: usize, last: usize, message: String) -> Failed {
        let span = self.span(first, last);
        self.errors.report(Some(span), message);
        Failed
    }

    /// Returns the source range from one token to another.
    pub(super) fn span(&self, first: usize, last: usize) -> Span {
        let (first, last) = (&self.tokens[first], &self.tokens[last.max(first)]);
        let text = &self.text[last.start as usize..last.end as usize];
        let (end_line, end_column) = match text.rfind('\n') {
            Some(at) => (last.line as usize + text.matches('\n').count(), text[at..].chars().count()),
            None => (last.line as usize, last.column as usize + text.chars().count()),
        };
        Span::new(
            self.source.clone(),
            first.line as i32,
            first.column as i32,
            end_line as i32,
            end_column as i32,
        )
    }

    /// Returns the source range from a token to the one before the next.
    pub(super) fn span_from(&self, first: usize) -> Span {
        self.span(first, self.last())
    }
}
