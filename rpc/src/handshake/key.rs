//! The keys of a handshake.

use std::fmt;
use std::str::FromStr;

/// The key that one side of a connection sends: its role, a match key and options.
///
/// ```
/// use objet_rpc::handshake::{Key, Role};
///
/// let key: Key = "client:board -timeout=2.5".parse()?;
/// assert_eq!((key.role(), key.name()), (Role::Client, "board"));
/// assert_eq!(key.option("timeout"), Some("2.5"));
/// assert_eq!(key.to_string(), "client:board -timeout=2.5");
/// # Ok::<(), objet_rpc::handshake::KeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    role: Role,
    text: String,
}

/// The side of a connection that sends a [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The side that sends requests.
    Client,
    /// The side that answers requests.
    Server,
}

/// A key has no role.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key {found:?} has no role: it must begin with \"client:\" or \"server:\"")]
pub struct KeyError {
    /// The key.
    found: String,
}

impl Role {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Client => "client:",
            Self::Server => "server:",
        }
    }
}

impl Key {
    /// Creates a key from a match key, which may have options behind it.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self { role, text: text.into() }
    }

    /// Adds an option: `-name=value`.
    #[must_use]
    pub fn with_option(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.text += &format!(" -{name}={value}");
        self
    }

    /// Announces that this side is one of Objet: functions of the client may be arguments.
    #[must_use]
    pub fn with_extensions(self) -> Self {
        self.with_option("objet", 1)
    }

    /// Returns whether the other side is one of Objet.
    pub fn has_extensions(&self) -> bool {
        self.option("objet") == Some("1")
    }

    /// Returns the role.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Returns the match key: the first word.
    pub fn name(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }

    /// Returns the match key with its options.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the value of the first option of that name.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.text.split(' ').skip(1).find_map(|word| value(word, name))
    }

    /// Removes all options of that name.
    #[cfg(feature = "host")]
    pub(crate) fn without_option(&self, name: &str) -> Self {
        let words = self.text.split(' ').enumerate();
        let kept = words.filter(|(index, word)| *index == 0 || value(word, name).is_none());
        let kept: Vec<&str> = kept.map(|(_, word)| word).collect();
        Self::new(self.role, kept.join(" "))
    }
}

/// Returns the value of an option: `-name=value`.
fn value<'a>(word: &'a str, name: &str) -> Option<&'a str> {
    word.strip_prefix('-')?.strip_prefix(name)?.strip_prefix('=')
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let of = |role: Role| Some(Self::new(role, text.strip_prefix(role.prefix())?));
        of(Role::Client).or_else(|| of(Role::Server)).ok_or_else(|| KeyError { found: text.into() })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.role.prefix())?;
        f.write_str(&self.text)
    }
}
