//! Strings as objects.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::ffi::CStr;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::Utf8Error;

use crate::header::Object;
use crate::node::object_ptr::make_object;

/// A UTF-8 string. Its reference, `String`, derefs to `str`, and compares, orders and hashes by
/// content.
///
/// ```
/// use objet_object::String;
///
/// let name = String::from("conv");
/// assert_eq!(name, "conv");
/// assert_eq!(name.len(), 4);
/// assert_eq!(name, String::from("conv"));
/// ```
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.String", type_index = 3, is_final, by_hand(Deref, Debug, PartialEq), crate = crate)]
pub struct StringNode {
    base: Object,
    /// The string and a terminating NUL for C.
    text_and_nul: Box<str>,
}

impl StringNode {
    /// Returns the string.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text_and_nul[..self.text_and_nul.len() - 1]
    }

    /// Returns the string for C, up to the first NUL.
    pub fn as_c_str(&self) -> &CStr {
        CStr::from_bytes_until_nul(self.text_and_nul.as_bytes()).unwrap_or_default()
    }
}

impl String {
    /// Returns the string.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Creates a string from UTF-8 bytes.
    ///
    /// # Errors
    /// If the bytes are not UTF-8. The error states the position of the first invalid byte.
    pub fn from_utf8(bytes: &[u8]) -> Result<Self, Utf8Error> {
        std::str::from_utf8(bytes).map(Self::from)
    }

    fn from_text_and_nul(text_and_nul: std::string::String) -> Self {
        Self(make_object(StringNode { base: Object::new(), text_and_nul: text_and_nul.into() }))
    }
}

impl Deref for String {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl From<&str> for String {
    fn from(text: &str) -> Self {
        let mut owned = std::string::String::with_capacity(text.len() + 1);
        owned.push_str(text);
        owned.push('\0');
        Self::from_text_and_nul(owned)
    }
}

impl From<std::string::String> for String {
    fn from(mut text: std::string::String) -> Self {
        text.push('\0');
        Self::from_text_and_nul(text)
    }
}

impl From<&std::string::String> for String {
    fn from(text: &std::string::String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for std::string::String {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&String> for std::string::String {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl std::str::FromStr for String {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

impl FromIterator<char> for String {
    fn from_iter<I: IntoIterator<Item = char>>(characters: I) -> Self {
        characters.into_iter().collect::<std::string::String>().into()
    }
}

impl Default for String {
    fn default() -> Self {
        "".into()
    }
}

impl AsRef<str> for String {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for String {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for String {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.as_str() == other.as_str()
    }
}

impl Eq for String {}

impl PartialEq<str> for String {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for String {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for str {
    fn eq(&self, other: &String) -> bool {
        self == other.as_str()
    }
}

impl PartialOrd for String {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for String {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

/// Hashes like `str`, as `Borrow<str>` requires.
impl Hash for String {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
