//! Division of Relay's text form into tokens.

use objet::progress::Steps;
use unicode_ident::{is_xid_continue, is_xid_start};

use super::token::{Kind, Token};

/// Splits a text of less than 4 GiB into tokens. The last token has the kind [`Kind::End`]. Also
/// returns the metadata section, if there is one.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Option<&str>) {
    let mut lexer = Lexer { text, offset: 0 };
    let mut place = Place { text, offset: 0, line: 1, column: 1 };
    let mut tokens = Vec::with_capacity(text.len() / 8 + 1);
    let mut meta_data = None;
    let mut steps = Steps::new("parse", None);
    while let Some((kind, start)) = lexer.next() {
        steps.next();
        tokens.push(place.token(kind, start, lexer.offset));
        if kind == Kind::MetaData {
            meta_data = Some(lexer.rest());
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

/// Characters of the names of variables that operators do not have.
const IN_NAMES: &[char] = &['/', '$'];

/// A text with the position of the next token.
struct Lexer<'t> {
    text: &'t str,
    /// In bytes.
    offset: usize,
}

impl<'t> Lexer<'t> {
    /// Moves behind the next token. Returns its kind and its start.
    fn next(&mut self) -> Option<(Kind, usize)> {
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\x0c'));
            let start = self.offset;
            let rest = self.rest();
            let first = rest.chars().next()?;
            match first {
                '/' if rest.starts_with("//") => self.skip_while(|byte| byte != b'\n'),
                '/' if rest.starts_with("/*") => {
                    if !self.block_comment() {
                        return Some((Kind::Unterminated, start));
                    }
                }
                _ => return Some((self.token(first, start), start)),
            }
        }
    }

    /// Moves behind the token that begins with this character, at `start`.
    fn token(&mut self, first: char, start: usize) -> Kind {
        self.offset += first.len_utf8();
        match first {
            '(' => Kind::LeftParen,
            ')' => Kind::RightParen,
            '[' => Kind::LeftBracket,
            ']' => Kind::RightBracket,
            '{' => Kind::LeftBrace,
            '}' => Kind::RightBrace,
            ',' => Kind::Comma,
            ';' => Kind::Semicolon,
            ':' => Kind::Colon,
            '.' => Kind::Dot,
            '?' => Kind::Question,
            '+' => Kind::Plus,
            '*' => Kind::Star,
            '/' => Kind::Slash,
            '-' if self.take(">") => Kind::Arrow,
            '-' => Kind::Minus,
            '=' if self.take(">") => Kind::FatArrow,
            '=' if self.take("=") => Kind::EqualEqual,
            '=' => Kind::Equal,
            '<' if self.take("=") => Kind::LessEqual,
            '<' => Kind::Less,
            '>' if self.take("=") => Kind::GreaterEqual,
            '>' => Kind::Greater,
            '!' if self.take("=") => Kind::NotEqual,
            '%' if self.identifier(IN_NAMES) => {
                self.repeat(|lexer| lexer.take(".") && lexer.identifier(IN_NAMES));
                Kind::Local
            }
            '%' if self.digits() => Kind::Graph,
            '@' if self.identifier(IN_NAMES) => {
                self.repeat(|lexer| lexer.take(".") && lexer.rest_of_identifier(IN_NAMES));
                Kind::Global
            }
            '#' if self.version() => Kind::Version,
            '#' if self.take("[metadata]") => Kind::MetaData,
            '"' => self.string(),
            '0'..='9' => self.number(),
            _ if is_start(first) => self.name(start),
            _ => Kind::Unknown,
        }
    }

    /// Moves behind the rest of a name, such as that of an operator.
    fn name(&mut self, start: usize) -> Kind {
        self.rest_of_identifier(&[]);
        self.repeat(|lexer| (lexer.take(".") || lexer.take("/")) && lexer.identifier(&[]));
        match &self.text[start..self.offset] {
            "_" => Kind::Underscore,
            "let" => Kind::Let,
            "fn" => Kind::Fn,
            "def" => Kind::Def,
            "if" => Kind::If,
            "else" => Kind::Else,
            "match" => Kind::Match,
            "True" => Kind::True,
            "False" => Kind::False,
            "meta" => Kind::Meta,
            "free_var" => Kind::FreeVar,
            "type" => Kind::Type,
            "extern" => Kind::Extern,
            "import" => Kind::Import,
            "inff" | "inff16" | "inff32" | "inff64" => Kind::Float,
            "nanf" | "nanf16" | "nanf32" | "nanf64" => Kind::Float,
            _ => Kind::Name,
        }
    }

    /// Moves behind the rest of a number.
    fn number(&mut self) -> Kind {
        self.digits();
        let whole = self.offset;
        if self.take(".") {
            self.digits();
        }
        self.attempt(Self::exponent);
        if self.take("f") {
            self.take_any(&["16", "32", "64"]);
        }
        if self.offset > whole {
            return Kind::Float;
        }
        // The printer adds the type of a number as a comment, which marks integers of 64 bits.
        if !self.take(" /* ty=int64 */") {
            self.attempt(|lexer| lexer.take_any(&["i", "u"]) && lexer.take_any(&["8", "16", "32", "64"]));
        }
        Kind::Integer
    }

    fn exponent(&mut self) -> bool {
        self.take_any(&["e", "E"]) && {
            self.take_any(&["+", "-"]);
            self.digits()
        }
    }

    /// Moves behind the rest of a string, which a backslash at the end of a line ends.
    fn string(&mut self) -> Kind {
        loop {
            self.skip_while(|byte| !matches!(byte, b'"' | b'\\'));
            if self.take("\"") {
                return Kind::String;
            }
            if !(self.take("\\") && self.take_char(|char| char != '\n')) {
                return Kind::Unterminated;
            }
        }
    }

    /// Moves behind the rest of a version, such as `#[version = "0.0.5"]`.
    fn version(&mut self) -> bool {
        let rest = after_version(self.rest());
        self.offset = rest.map_or(self.offset, |rest| self.text.len() - rest.len());
        rest.is_some()
    }

    /// Moves behind a comment, which may contain other comments. Returns whether it has an end.
    fn block_comment(&mut self) -> bool {
        let mut depth = 0_usize;
        loop {
            self.skip_while(|byte| !matches!(byte, b'*' | b'/'));
            if self.take("/*") {
                depth += 1;
            } else if self.take("*/") {
                depth -= 1;
                if depth == 0 {
                    return true;
                }
            } else if !self.take_char(|_| true) {
                return false;
            }
        }
    }

    /// Takes an identifier, which may also contain the characters in `more` after the first one.
    fn identifier(&mut self, more: &[char]) -> bool {
        let is_identifier = self.take_char(is_start);
        if is_identifier {
            self.rest_of_identifier(more);
        }
        is_identifier
    }

    fn rest_of_identifier(&mut self, more: &[char]) -> bool {
        let start = self.offset;
        let belongs = |char| is_xid_continue(char) || more.contains(&char);
        let rest = self.rest();
        self.offset += rest.find(|char| !belongs(char)).unwrap_or(rest.len());
        self.offset > start
    }

    fn digits(&mut self) -> bool {
        let start = self.offset;
        self.skip_while(|byte| byte.is_ascii_digit());
        self.offset > start
    }

    /// Takes parts as often as possible.
    fn repeat(&mut self, part: impl Fn(&mut Self) -> bool) {
        while self.attempt(&part) {}
    }

    /// Takes a part, or stays at the same position.
    fn attempt(&mut self, part: impl FnOnce(&mut Self) -> bool) -> bool {
        let start = self.offset;
        let is_part = part(self);
        if !is_part {
            self.offset = start;
        }
        is_part
    }

    fn take_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.take(text))
    }

    /// Moves behind a text, if it is next.
    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.offset += text.len();
        }
        is_next
    }

    /// Moves behind the next character, if it has the property.
    fn take_char(&mut self, has: impl FnOnce(char) -> bool) -> bool {
        let next = self.rest().chars().next().filter(|char| has(*char));
        self.offset += next.map_or(0, char::len_utf8);
        next.is_some()
    }

    /// Moves behind bytes with the property. Parts of a character must be alike.
    fn skip_while(&mut self, has: impl Fn(u8) -> bool) {
        let rest = self.rest().as_bytes();
        self.offset += rest.iter().position(|byte| !has(*byte)).unwrap_or(rest.len());
    }

    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }
}

fn is_start(char: char) -> bool {
    char == '_' || is_xid_start(char)
}

fn after_version(text: &str) -> Option<&str> {
    let value = text.strip_prefix("[version")?.trim_start_matches(' ').strip_prefix('=')?;
    let (version, rest) = value.trim_start_matches(' ').strip_prefix('"')?.split_once('"')?;
    rest.strip_prefix(']').filter(|_| !version.contains('\n'))
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
