//! A supply of unique names.

use std::borrow::Cow;

use foldhash::HashMap;

/// The names in use. Each name maps to the last number that was appended to the name, or to -1 if
/// the name was released.
#[derive(Debug)]
pub struct NameSupply {
    used: HashMap<String, i64>,
    /// The text between a name and its number.
    separator: &'static str,
}

/// Separates names and numbers with an underscore.
impl Default for NameSupply {
    fn default() -> Self {
        Self::numbered_after("_")
    }
}

impl NameSupply {
    /// Creates an empty supply, which puts `separator` between a name and its number.
    pub fn numbered_after(separator: &'static str) -> Self {
        Self { used: HashMap::default(), separator }
    }

    /// Returns an unused name: `wanted` itself, or `wanted` with a number appended.
    pub fn fresh(&mut self, wanted: String) -> String {
        let name = match self.used.get(&wanted) {
            Some(number) if *number >= 0 => self.numbered(wanted, *number),
            _ => wanted,
        };
        self.used.insert(name.clone(), 0);
        name
    }

    /// Returns `wanted`, which is used, with the next unused number after `last`.
    fn numbered(&mut self, wanted: String, last: i64) -> String {
        let (separator, mut number) = (self.separator, last);
        let name = loop {
            number += 1;
            let name = format!("{wanted}{separator}{number}");
            if !self.used.contains_key(&name) {
                break name;
            }
        };
        self.used.insert(wanted, number);
        name
    }

    /// Releases `name`, if it is the last name that was issued for `wanted`.
    pub fn release(&mut self, wanted: &str, name: &str) {
        let separator = self.separator;
        let Some(number) = self.used.get_mut(wanted) else { return };
        let last = if *number > 0 { format!("{wanted}{separator}{number}") } else { wanted.to_owned() };
        if last == name {
            *number -= 1;
        }
    }
}

/// Returns `name` if its first character is an ASCII letter, otherwise `name` with `prefix` before
/// it.
pub fn beginning_with_letter<'n>(name: &'n str, prefix: &str) -> Cow<'n, str> {
    let begins_so = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins_so { name.into() } else { format!("{prefix}{name}").into() }
}
