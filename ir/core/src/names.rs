//! A supply of unique names.

use std::collections::HashMap;

/// The names in use. Each name maps to the last number that was appended to the name, or to -1 if
/// the name was released.
#[derive(Debug)]
pub struct Names {
    given: HashMap<String, i64>,
    /// The text between a name and its number.
    separator: &'static str,
}

/// Separates names and numbers with an underscore.
impl Default for Names {
    fn default() -> Self {
        Self::numbered_after("_")
    }
}

impl Names {
    /// Creates an empty supply, which puts `separator` between a name and its number.
    pub fn numbered_after(separator: &'static str) -> Self {
        Self { given: HashMap::new(), separator }
    }

    /// Returns an unused name: `wanted` itself, or `wanted` with a number appended.
    pub fn give(&mut self, wanted: String) -> String {
        let (mut name, separator) = (wanted.clone(), self.separator);
        if let Some(mut number) = self.given.get(&wanted).copied().filter(|number| *number >= 0) {
            while self.given.contains_key(&name) {
                number += 1;
                name = format!("{wanted}{separator}{number}");
            }
            self.given.insert(wanted, number);
        }
        self.given.insert(name.clone(), 0);
        name
    }

    /// Releases `name`, if it is the last name that was issued for `wanted`.
    pub fn give_back(&mut self, wanted: &str, name: &str) {
        let separator = self.separator;
        let Some(number) = self.given.get_mut(wanted) else { return };
        let last = if *number > 0 { format!("{wanted}{separator}{number}") } else { wanted.to_owned() };
        if last == name {
            *number -= 1;
        }
    }
}

/// Returns `name` if its first character is an ASCII letter, otherwise `name` with `prefix` before
/// it.
pub fn beginning_with_letter(name: &str, prefix: &str) -> String {
    let begins_so = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins_so { name.to_owned() } else { format!("{prefix}{name}") }
}
