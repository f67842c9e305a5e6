//! Names that are given once.

use std::collections::HashMap;

/// The names that were given, each with the last number that was put to it; that is -1 for a name that was given back.
#[derive(Debug)]
pub struct Names {
    given: HashMap<String, i64>,
    /// What stands between a name and its number.
    separator: &'static str,
}

/// With an underscore before numbers.
impl Default for Names {
    fn default() -> Self {
        Self::numbered_after("_")
    }
}

impl Names {
    /// No names, and what is to stand between a name and its number.
    pub fn numbered_after(separator: &'static str) -> Self {
        Self { given: HashMap::new(), separator }
    }

    /// A name that was not given yet: the one that is wanted, or that with a number.
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

    /// Takes a name back, if it is the last one that was given to who wanted that.
    pub fn give_back(&mut self, wanted: &str, name: &str) {
        let separator = self.separator;
        let Some(number) = self.given.get_mut(wanted) else { return };
        let last = if *number > 0 { format!("{wanted}{separator}{number}") } else { wanted.to_owned() };
        if last == name {
            *number -= 1;
        }
    }
}

/// The name itself if it begins with a letter, else the name after a prefix.
pub fn beginning_with_letter(name: &str, prefix: &str) -> String {
    let begins_so = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins_so { name.to_owned() } else { format!("{prefix}{name}") }
}
