//! Tokens of Relay's text form.

use std::fmt;

use logos::{FilterResult, Lexer, Logos};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Kind {
    /// The end of the text, or of the definition that is parsed.
    End,
    /// Text that begins no token.
    Unknown,
    /// A string or a comment without an end.
    #[token("/*", block_comment)]
    Unterminated,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(".")]
    Dot,
    #[token("=")]
    Equal,
    #[token("->")]
    Arrow,
    #[token("=>")]
    FatArrow,
    #[token("?")]
    Question,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("==")]
    EqualEqual,
    #[token("!=")]
    NotEqual,
    /// `%x`
    #[regex(r"%[\p{XID_Start}_][\p{XID_Continue}/$]*(\.[\p{XID_Start}_][\p{XID_Continue}/$]*)*")]
    Local,
    /// `%0`
    #[regex("%[0-9]+")]
    Graph,
    /// `@main`
    #[regex(r"@[\p{XID_Start}_][\p{XID_Continue}/$]*(\.[\p{XID_Continue}/$]+)*")]
    Global,
    /// A word that is no keyword, such as the name of an operator.
    #[regex(r"[\p{XID_Start}_][\p{XID_Continue}]*([./][\p{XID_Start}_][\p{XID_Continue}]*)*")]
    Name,
    /// The printer adds the type of a number as a comment, which marks integers of 64 bits.
    #[regex(r"[0-9]+([iu](8|16|32|64)| /\* ty=int64 \*/)?")]
    Integer,
    #[regex(r"[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?f(16|32|64)?", priority = 6)]
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?", priority = 5)]
    #[regex(r"[0-9]+[eE][+-]?[0-9]+", priority = 4)]
    #[regex(r"(inf|nan)f(16|32|64)?", priority = 100)]
    Float,
    #[regex(r#""([^"\\]|\\[^\n])*""#)]
    String,
    #[token("_", priority = 100)]
    Underscore,
    #[token("let", priority = 100)]
    Let,
    #[token("fn", priority = 100)]
    Fn,
    #[token("def", priority = 100)]
    Def,
    #[token("if", priority = 100)]
    If,
    #[token("else", priority = 100)]
    Else,
    #[token("match", priority = 100)]
    Match,
    #[token("True", priority = 100)]
    True,
    #[token("False", priority = 100)]
    False,
    #[token("meta", priority = 100)]
    Meta,
    #[token("free_var", priority = 100)]
    FreeVar,
    #[token("type", priority = 100)]
    Type,
    #[token("extern", priority = 100)]
    Extern,
    #[token("import", priority = 100)]
    Import,
    /// `#[version = "0.0.5"]`
    #[regex(r#"#\[version *= *"[^"\n]*"\]"#)]
    Version,
    /// `#[metadata]`. The rest of the text is the section.
    #[token("#[metadata]")]
    MetaData,
}

/// A token with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// The byte offset of the token.
    pub(super) start: u32,
    /// The byte offset after the token.
    pub(super) end: u32,
    /// The line of the token, from 1.
    pub(super) line: u32,
    /// The column of the token in characters, from 1.
    pub(super) column: u32,
}

/// Skips a comment, which may contain other comments. A comment without an end becomes a token.
fn block_comment(lexer: &mut Lexer<'_, Kind>) -> FilterResult<(), ()> {
    let rest = lexer.remainder().as_bytes();
    let (mut depth, mut at) = (1_usize, 0);
    while let Some(pair) = rest.get(at..at + 2) {
        match pair {
            b"*/" if depth == 1 => {
                lexer.bump(at + 2);
                return FilterResult::Skip;
            }
            b"*/" => (depth, at) = (depth - 1, at + 2),
            b"/*" => (depth, at) = (depth + 1, at + 2),
            _ => at += 1,
        }
    }
    lexer.bump(rest.len());
    FilterResult::Emit(())
}

/// Splits a text of less than 4 GiB into tokens. The last token has the kind [`Kind::End`]. Also
/// returns the metadata section, if there is one.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Option<&str>) {
    let mut lexer = Kind::lexer(text);
    let mut place = Place { text, offset: 0, line: 1, column: 1 };
    let mut tokens = Vec::with_capacity(text.len() / 8 + 1);
    let mut meta_data = None;
    while let Some(kind) = lexer.next() {
        let range = lexer.span();
        let kind = kind.unwrap_or_else(|()| match text.as_bytes()[range.start] {
            b'"' => Kind::Unterminated,
            _ => Kind::Unknown,
        });
        if kind == Kind::MetaData {
            meta_data = Some(lexer.remainder());
        }
        tokens.push(place.token(kind, range.start, range.end));
        if meta_data.is_some() {
            break;
        }
    }
    let end = tokens.last().map_or(text.len(), |last| match last.kind {
        Kind::MetaData => last.end as usize,
        _ => text.trim_end().len().max(last.end as usize),
    });
    tokens.push(place.token(Kind::End, end, end));
    (tokens, meta_data)
}

/// A position in the text, which only moves forward.
struct Place<'t> {
    text: &'t str,
    offset: usize,
    line: u32,
    column: u32,
}

impl Place<'_> {
    fn token(&mut self, kind: Kind, start: usize, end: usize) -> Token {
        let before = &self.text[self.offset..start];
        match before.rfind('\n') {
            Some(last) => {
                self.line += before.bytes().filter(|byte| *byte == b'\n').count() as u32;
                self.column = 1 + before[last + 1..].chars().count() as u32;
            }
            None => self.column += before.chars().count() as u32,
        }
        self.offset = start;
        Token { kind, start: start as u32, end: end as u32, line: self.line, column: self.column }
    }
}

impl Kind {
    /// Whether a token of this kind can be the name of an attribute.
    pub(super) fn is_word(self) -> bool {
        matches!(self, Self::Name)
            || matches!(
                self,
                Self::Let
                    | Self::Fn
                    | Self::Def
                    | Self::If
                    | Self::Else
                    | Self::Match
                    | Self::Meta
                    | Self::Type
                    | Self::Extern
                    | Self::Import
            )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::End => "the end",
            Self::Unknown => "an unknown character",
            Self::Unterminated => "text without an end",
            Self::LeftParen => "`(`",
            Self::RightParen => "`)`",
            Self::LeftBracket => "`[`",
            Self::RightBracket => "`]`",
            Self::LeftBrace => "`{`",
            Self::RightBrace => "`}`",
            Self::Comma => "`,`",
            Self::Semicolon => "`;`",
            Self::Colon => "`:`",
            Self::Dot => "`.`",
            Self::Equal => "`=`",
            Self::Arrow => "`->`",
            Self::FatArrow => "`=>`",
            Self::Question => "`?`",
            Self::Plus => "`+`",
            Self::Minus => "`-`",
            Self::Star => "`*`",
            Self::Slash => "`/`",
            Self::Less => "`<`",
            Self::LessEqual => "`<=`",
            Self::Greater => "`>`",
            Self::GreaterEqual => "`>=`",
            Self::EqualEqual => "`==`",
            Self::NotEqual => "`!=`",
            Self::Local => "a local variable such as `%x`",
            Self::Graph => "a numbered variable such as `%0`",
            Self::Global => "a global variable such as `@main`",
            Self::Name => "a name",
            Self::Integer => "an integer",
            Self::Float => "a floating-point number",
            Self::String => "a string",
            Self::Underscore => "`_`",
            Self::Let => "`let`",
            Self::Fn => "`fn`",
            Self::Def => "`def`",
            Self::If => "`if`",
            Self::Else => "`else`",
            Self::Match => "`match`",
            Self::True => "`True`",
            Self::False => "`False`",
            Self::Meta => "`meta`",
            Self::FreeVar => "`free_var`",
            Self::Type => "`type`",
            Self::Extern => "`extern`",
            Self::Import => "`import`",
            Self::Version => "a version",
            Self::MetaData => "a metadata section",
        })
    }
}
