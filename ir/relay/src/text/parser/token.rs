//! Tokens of Relay's text form.

use std::fmt;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The end of the text, or of the definition that is parsed.
    End,
    /// Text that begins no token.
    Unknown,
    /// A string or a comment without an end.
    Unterminated,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Comma,
    Semicolon,
    Colon,
    Dot,
    Equal,
    Arrow,
    FatArrow,
    Question,
    Plus,
    Minus,
    Star,
    Slash,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    EqualEqual,
    NotEqual,
    /// `%x`
    Local,
    /// `%0`
    Graph,
    /// `@main`
    Global,
    /// A word that is no keyword, such as the name of an operator.
    Name,
    /// `1` or `1i64`
    Integer,
    /// `1.5`, `1f16` or `inff`
    Float,
    String,
    Underscore,
    Let,
    Fn,
    Def,
    If,
    Else,
    Match,
    True,
    False,
    Meta,
    FreeVar,
    Type,
    Extern,
    Import,
    /// `#[version = "0.0.5"]`
    Version,
    /// `#[metadata]`. The rest of the text is the section.
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

impl Kind {
    /// Whether a token of this kind can be the name of an attribute.
    pub(super) fn is_word(self) -> bool {
        matches!(
            self,
            Self::Name
                | Self::Let
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
