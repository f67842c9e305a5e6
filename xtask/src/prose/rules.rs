//! The rules of prose, and the search for violations.

use std::fmt;
use std::path::Path;

use super::comments::{Comment, comments};
use super::language::Language;

/// Maximum width of a line with a comment, in columns.
const WIDTH: usize = 100;

/// Maximum width of a table row, which cannot be wrapped.
const ROW_WIDTH: usize = 160;

/// A violation of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The line in the file, counted from 1.
    pub(crate) line: usize,
    /// The violated rule.
    pub(crate) rule: Rule,
}

/// A rule, with the text that violates it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A doc comment begins with these words.
    Opener(String),
    /// A comment uses this phrase.
    Phrase(String),
    /// A line with a comment is too wide.
    Width { columns: usize, most: usize },
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opener(words) => write!(f, "the doc comment begins with \"{words}\""),
            Self::Phrase(phrase) => write!(f, "the phrase \"{phrase}\""),
            Self::Width { columns, most } => write!(f, "{columns} columns, at most {most} are allowed"),
        }
    }
}

/// The words that the rules forbid.
pub(crate) struct Words {
    openers: Vec<String>,
    phrases: Vec<String>,
}

impl Words {
    /// Parses the two lists, which have one phrase per line. Lines that start with `#` are
    /// comments.
    pub(crate) fn new(openers: &str, phrases: &str) -> Self {
        let phrases = list(phrases).map(|phrase| normal(phrase).collect::<Vec<_>>().join(" "));
        Self { openers: list(openers).map(str::to_owned).collect(), phrases: phrases.collect() }
    }

    /// Returns the findings of a text, sorted by line. The extension of `path` selects the
    /// language.
    pub(crate) fn findings(&self, path: &Path, text: &str) -> Vec<Finding> {
        let Some(language) = Language::of(path) else { return Vec::new() };
        let lines: Vec<_> = text.lines().collect();
        let mut findings = Vec::new();
        for comment in comments(text, language) {
            if comment.is_doc {
                findings.extend(self.opener(&comment));
            }
            findings.extend(self.phrases(&comment));
            if language != Language::Markdown {
                findings.extend(widths(&comment, &lines));
            }
        }
        findings.sort_by_key(|finding| finding.line);
        findings
    }

    fn opener(&self, comment: &Comment) -> Option<Finding> {
        let (nth, first) = comment.lines.iter().enumerate().find(|(_, line)| !line.is_empty())?;
        let begins = |opener: &&String| {
            let rest = first.strip_prefix(opener.as_str());
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\''))
        };
        // Reports the longest match, for example "Whether what" instead of "Whether".
        let opener = self.openers.iter().filter(begins).max_by_key(|opener| opener.len())?;
        Some(Finding { line: comment.line + nth, rule: Rule::Opener(opener.clone()) })
    }

    /// Returns the phrases in a comment, also across lines, but not in code.
    fn phrases(&self, comment: &Comment) -> Vec<Finding> {
        let mut words = Vec::new();
        for (nth, line) in prose_lines(&comment.lines) {
            words.extend(normal(&without_code(line)).map(|word| (comment.line + nth, word)));
        }
        let mut findings = Vec::new();
        for phrase in &self.phrases {
            let wanted: Vec<_> = phrase.split(' ').collect();
            for window in words.windows(wanted.len()) {
                if window.iter().zip(&wanted).all(|((_, word), wanted)| word == wanted) {
                    findings.push(Finding { line: window[0].0, rule: Rule::Phrase(phrase.clone()) });
                }
            }
        }
        findings
    }
}

/// Returns the entries of a list of words.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Returns the words of a text, in lower case and without surrounding punctuation.
fn normal(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().filter_map(|word| {
        let trimmed = word.trim_matches(|c: char| !c.is_alphanumeric() && c != CODE);
        (!trimmed.is_empty()).then(|| trimmed.to_lowercase().replace('’', "'"))
    })
}

/// The placeholder for code in a line.
const CODE: char = '\u{fffc}';

/// Replaces code between backticks by `CODE`.
fn without_code(line: &str) -> String {
    let mut text = String::new();
    for (nth, part) in line.split('`').enumerate() {
        if nth % 2 == 0 {
            text += part;
        } else {
            text.push(CODE);
        }
    }
    text
}

/// Returns the lines outside of code fences, with their indices.
fn prose_lines(lines: &[String]) -> impl Iterator<Item = (usize, &String)> {
    let mut in_code = false;
    lines.iter().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

fn widths(comment: &Comment, lines: &[&str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (nth, text) in comment.lines.iter().enumerate() {
        let line = comment.line + nth;
        let columns = lines.get(line - 1).map_or(0, |line| line.chars().count());
        let most = if text.starts_with('|') { ROW_WIDTH } else { WIDTH };
        // URLs cannot be wrapped.
        if columns > most && !text.contains("://") {
            findings.push(Finding { line, rule: Rule::Width { columns, most } });
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<(usize, String)> {
        let words =
            Words::new("# openers\nWhat\nWhat's\nSo many\n", "# phrases\nso many\nlone\n\nby way of\n");
        let found = words.findings(Path::new(path), text);
        found.into_iter().map(|finding| (finding.line, finding.rule.to_string())).collect()
    }

    fn opener(line: usize, words: &str) -> (usize, String) {
        (line, format!("the doc comment begins with \"{words}\""))
    }

    fn phrase(line: usize, words: &str) -> (usize, String) {
        (line, format!("the phrase \"{words}\""))
    }

    #[test]
    fn openers_of_doc_comments_are_found() {
        let text = "/// What it is.\nfn a() {}\n/// Whatever it is.\n/// What it does.\nfn b() {}\n// What\n";
        assert_eq!(findings("a.rs", text), [opener(1, "What")]);
        assert_eq!(findings("a.rs", "//!\n//! What's there.\n"), [opener(2, "What's")]);
        assert_eq!(findings("a.h", "/**\n * What it is.\n */\n/* What */"), [opener(2, "What")]);
        assert_eq!(
            findings("a.py", "def f():\n    \"\"\"What it is.\"\"\"\n    # What\n"),
            [opener(2, "What")]
        );
        assert_eq!(findings("a.toml", "## What it is.\nfull = []\n"), [opener(1, "What")]);
        assert_eq!(findings("a.md", "What it is.\n"), []);
        assert_eq!(findings("a.txt", "/// What it is.\n"), []);
    }

    #[test]
    fn phrases_are_found_across_lines() {
        assert_eq!(findings("a.rs", "// Goes by\n// way (of) it.\n"), [phrase(1, "by way of")]);
        assert_eq!(
            findings("a.md", "*Lone*, alone, a clone\nLONE.\n"),
            [phrase(1, "lone"), phrase(2, "lone")]
        );
        let both = [opener(1, "So many"), phrase(1, "so many")];
        assert_eq!(findings("a.rs", "/// So many there are.\n"), both);
        assert_eq!(findings("a.rs", "// By\nfn way() {} // of\n"), []);
    }

    #[test]
    fn code_is_not_prose() {
        assert_eq!(findings("a.md", "The `lone` one\n```sh\nlone\n```\nby way `x` of\n"), []);
        assert_eq!(
            findings("a.rs", "const A: &str = \"so many // so many\"; // lone\n"),
            [phrase(1, "lone")]
        );
        assert_eq!(findings("a.rs", "/// A:\n/// ```\n/// lone\n/// ```\n/// lone\n"), [phrase(5, "lone")]);
    }

    #[test]
    fn widths_of_comment_lines_are_limited() {
        let wide = |columns: usize, begin: &str| format!("{begin}{}\n", "x".repeat(columns - begin.len()));
        let expected = |columns, most| [(1, format!("{columns} columns, at most {most} are allowed"))];
        assert_eq!(findings("a.rs", &wide(100, "/// ")), []);
        assert_eq!(findings("a.rs", &wide(101, "/// ")), expected(101, 100));
        assert_eq!(findings("a.rs", &wide(101, "let a = 1; // ")), expected(101, 100));
        assert_eq!(findings("a.rs", &wide(101, "let a = 1; ")), []);
        assert_eq!(findings("a.rs", &wide(101, "// https://")), []);
        assert_eq!(findings("a.rs", &wide(160, "/// | ")), []);
        assert_eq!(findings("a.rs", &wide(161, "/// | ")), expected(161, 160));
        assert_eq!(findings("a.md", &wide(200, "a ")), []);
        // Characters count, not bytes.
        assert_eq!(findings("a.rs", &format!("// {}\n", "ä".repeat(97))), []);
    }
}
