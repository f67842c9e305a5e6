//! Extraction of comments from files, which distinguishes them from text in string literals.

use super::language::Language;

/// A comment, or adjacent line comments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    /// The first line in the file, counted from 1.
    pub(crate) line: usize,
    /// Whether the comment documents an item.
    pub(crate) is_doc: bool,
    /// The lines, without comment markers.
    pub(crate) lines: Vec<String>,
}

/// Returns the comments of a text, in order. A Markdown file is one comment.
pub(crate) fn comments(text: &str, language: Language) -> Vec<Comment> {
    if language == Language::Markdown {
        let lines = text.lines().map(str::to_owned).collect();
        return vec![Comment { line: 1, is_doc: false, lines }];
    }
    let mut scan = Scan { text, language, at: 0, line: 1, depth: 0, found: Vec::new(), row: None };
    while scan.at < text.len() {
        scan.step();
    }
    scan.found
}

struct Scan<'a> {
    text: &'a str,
    language: Language,
    /// Offset of the next character.
    at: usize,
    /// Line of the next character.
    line: usize,
    /// Number of open brackets. Python has no docstrings inside brackets.
    depth: usize,
    found: Vec<Comment>,
    /// The last line of the last comment, if the next line can continue the comment.
    row: Option<usize>,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the text of the current line before the next character.
    fn before(&self) -> &'a str {
        let begin = self.text[..self.at].rfind('\n').map_or(0, |newline| newline + 1);
        &self.text[begin..self.at]
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
        passed
    }

    /// Skips one comment, one literal, or the text up to the next possible start of one.
    fn step(&mut self) {
        let rest = self.rest();
        if self.language.line_comment().is_some_and(|sign| rest.starts_with(sign)) {
            self.line_comment();
        } else if self.language.has_block_comments() && rest.starts_with("/*") {
            self.block_comment();
        } else if rest.starts_with('"') || (rest.starts_with('\'') && self.has_single_quotes()) {
            self.literal();
        } else if let Some(bytes) = self.char_literal() {
            self.advance(bytes);
        } else {
            match rest.as_bytes()[0] {
                b'(' | b'[' | b'{' => self.depth += 1,
                b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let end = rest[first..].find(['/', '#', '"', '\'', '(', '[', '{', ')', ']', '}']);
            self.advance(end.map_or(rest.len(), |end| first + end));
        }
    }

    fn line_comment(&mut self) {
        let line = self.line;
        let is_alone = self.before().trim().is_empty();
        let rest = self.rest();
        let comment = self.advance(rest.find('\n').unwrap_or(rest.len()));
        let is_doc = self.language.is_doc(comment);
        let text = self.without_signs(comment);
        let continues = is_alone && self.row == Some(line - 1);
        match self.found.last_mut() {
            Some(last) if continues && last.is_doc == is_doc => last.lines.push(text),
            _ => self.found.push(Comment { line, is_doc, lines: vec![text] }),
        }
        self.row = is_alone.then_some(line);
    }

    fn block_comment(&mut self) {
        let line = self.line;
        let rest = self.rest();
        let comment = self.advance(self.block_length(rest));
        let is_doc = self.language.is_doc(comment);
        let inner = comment.strip_suffix("*/").unwrap_or(comment);
        let lines = inner.lines().map(|line| self.without_signs(line)).collect();
        self.found.push(Comment { line, is_doc, lines });
    }

    /// Returns the length of the block comment at the start of a text. Block comments nest in Rust.
    fn block_length(&self, text: &str) -> usize {
        let mut depth = 0;
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            if rest.starts_with("/*") && (depth == 0 || self.language == Language::Rust) {
                depth += 1;
                at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    break;
                }
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        at
    }

    fn without_signs(&self, line: &str) -> String {
        line.trim_start().trim_start_matches(self.language.signs()).trim().to_owned()
    }

    /// Whether single quotes begin strings or characters of any length.
    fn has_single_quotes(&self) -> bool {
        self.language != Language::Rust
    }

    /// Skips a string.
    fn literal(&mut self) {
        match self.raw_string() {
            Some(bytes) => _ = self.advance(bytes),
            None => self.string(),
        }
    }

    /// Returns the length of the Rust raw string whose quote is next.
    fn raw_string(&self) -> Option<usize> {
        if self.language != Language::Rust {
            return None;
        }
        let prefix = self.before().trim_end_matches('#');
        let hashes = self.before().len() - prefix.len();
        let before = prefix.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        if !["r", "br", "cr"].contains(&&prefix[before.len()..]) {
            return None;
        }
        let rest = self.rest();
        let end = format!("\"{}", "#".repeat(hashes));
        Some(rest[1..].find(&end).map_or(rest.len(), |at| 1 + at + end.len()))
    }

    /// Returns the length of the Rust character literal that starts here. Lifetimes start with a
    /// quote too.
    fn char_literal(&self) -> Option<usize> {
        if self.language != Language::Rust {
            return None;
        }
        let body = self.rest().strip_prefix('\'')?;
        let first = body.chars().next()?;
        let escaped = if first == '\\' { body.chars().nth(1)?.len_utf8() } else { 0 };
        let length = first.len_utf8() + escaped;
        if first == '\\' {
            Some(1 + length + body[length..].find('\'')? + 1)
        } else {
            body[length..].starts_with('\'').then_some(length + 2)
        }
    }

    /// Skips a string that is not raw. A docstring is a comment.
    fn string(&mut self) {
        let line = self.line;
        let before = self.before().trim();
        let rest = self.rest();
        let quote = &rest[..1];
        let triple = quote.repeat(3);
        let has_three = matches!(self.language, Language::Python | Language::Toml);
        let end = if has_three && rest.starts_with(&triple) { triple.as_str() } else { quote };
        // Literal strings of TOML have no escapes.
        let has_escapes = !(self.language == Language::Toml && quote == "'");
        let mut at = end.len();
        while at < rest.len() && !rest[at..].starts_with(end) {
            let escape = usize::from(has_escapes && rest[at..].starts_with('\\'));
            let next = rest[at + escape..].chars().next();
            at += escape + next.map_or(0, char::len_utf8);
        }
        let text = self.advance((at + end.len()).min(rest.len()));
        let is_docstring = self.language == Language::Python
            && self.depth == 0
            && (before.is_empty() || before.eq_ignore_ascii_case("r"));
        if is_docstring {
            let inner = text.strip_prefix(end).unwrap_or(text);
            let inner = inner.strip_suffix(end).unwrap_or(inner);
            let lines = inner.lines().map(|line| line.trim().to_owned()).collect();
            self.found.push(Comment { line, is_doc: true, lines });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each comment as its line, its kind and its text.
    fn found(text: &str, language: Language) -> Vec<(usize, bool, String)> {
        comments(text, language)
            .into_iter()
            .map(|comment| (comment.line, comment.is_doc, comment.lines.join("|")))
            .collect()
    }

    fn plain(line: usize, text: &str) -> (usize, bool, String) {
        (line, false, text.to_owned())
    }

    fn doc(line: usize, text: &str) -> (usize, bool, String) {
        (line, true, text.to_owned())
    }

    #[test]
    fn lines_of_one_kind_are_one_comment() {
        let text = "//! Crate\n//!\n//! docs\n\n/// Item\n// Plain\n// on\nfn f() {} // after\n// next\n";
        let expected = [
            doc(1, "Crate||docs"),
            doc(5, "Item"),
            plain(6, "Plain|on"),
            plain(8, "after"),
            plain(9, "next"),
        ];
        assert_eq!(found(text, Language::Rust), expected);
    }

    #[test]
    fn rust_literals_contain_no_comments() {
        let text = concat!(
            "let a = \"// no \\\" // no\"; // a\n",
            "let b = r#\"// no \" // no\"#; // b\n",
            "let c = ['\"', '\\'', '\\\\', '\\u{22}']; // c\n",
            "fn f<'a>(x: &'a str) {} // d\n",
            "let r#type = br\"// no\"; /* e /* f */ g */ // h\n",
            "let s = [\"×r\", r\"\\\"]; // i\n",
        );
        let expected = [
            plain(1, "a"),
            plain(2, "b"),
            plain(3, "c"),
            plain(4, "d"),
            plain(5, "e /* f */ g"),
            plain(5, "h"),
            plain(6, "i"),
        ];
        assert_eq!(found(text, Language::Rust), expected);
    }

    #[test]
    fn c_block_comments_do_not_nest() {
        let text = "/**\n * Doc /* of\n * f.\n */\nint f(void); /* not '\"' */\nchar c = '\"'; // c\n";
        let expected = [doc(1, "|Doc /* of|f.|"), plain(5, "not '\"'"), plain(6, "c")];
        assert_eq!(found(text, Language::C), expected);
    }

    #[test]
    fn docstrings_are_separate_statements() {
        let text = concat!(
            "\"\"\"Module\n# on.\"\"\"\n",
            "x = '''no # no'''  # x\n",
            "def f():\n    r\"Doc.\"\n    g(\n        \"no # no\",\n    )\n",
            "    return 'it\\'s # no'\n",
        );
        let expected = [doc(1, "Module|# on."), plain(3, "x"), doc(5, "Doc.")];
        assert_eq!(found(text, Language::Python), expected);
    }

    #[test]
    fn toml_features_have_docs() {
        let text = "# Plain\n[features]\n## Doc\na = [\"# no\"] # a\nb = '\\' # b\n";
        let expected = [plain(1, "Plain"), doc(3, "Doc"), plain(4, "a"), plain(5, "b")];
        assert_eq!(found(text, Language::Toml), expected);
    }
}
