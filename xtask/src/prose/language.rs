//! The languages of the checked files, and the syntax of their comments.

use std::path::Path;

/// A language whose files are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// C, in sources and headers.
    C,
    /// Markdown. All of the file is prose.
    Markdown,
    /// Python.
    Python,
    /// Rust.
    Rust,
    /// TOML. A comment that starts with `##` documents a feature.
    Toml,
}

impl Language {
    /// Returns the language of a file by its extension.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "c" | "h" => Some(Self::C),
            "md" => Some(Self::Markdown),
            "py" => Some(Self::Python),
            "rs" => Some(Self::Rust),
            "toml" => Some(Self::Toml),
            _ => None,
        }
    }

    /// Returns the marker of a line comment.
    pub(super) fn line_comment(self) -> Option<&'static str> {
        match self {
            Self::C | Self::Rust => Some("//"),
            Self::Python | Self::Toml => Some("#"),
            Self::Markdown => None,
        }
    }

    /// Whether a comment that starts like this documents an item.
    pub(super) fn is_doc(self, comment: &str) -> bool {
        let begins = |sign: &str, more: &str| comment.starts_with(sign) && !comment.starts_with(more);
        match self {
            Self::C => begins("///", "////") || (begins("/**", "/***") && comment != "/**/"),
            Self::Rust => {
                begins("///", "////")
                    || comment.starts_with("//!")
                    || comment.starts_with("/*!")
                    || (begins("/**", "/***") && comment != "/**/")
            }
            Self::Toml => begins("##", "###"),
            Self::Markdown | Self::Python => false,
        }
    }

    /// Returns the characters of comment markers, which are removed from the start of lines.
    pub(super) fn signs(self) -> &'static [char] {
        match self {
            Self::C | Self::Rust => &['/', '*', '!'],
            Self::Python | Self::Toml => &['#'],
            Self::Markdown => &[],
        }
    }

    pub(super) fn has_block_comments(self) -> bool {
        matches!(self, Self::C | Self::Rust)
    }
}
