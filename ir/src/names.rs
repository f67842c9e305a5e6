//! Names that are given once.

use std::collections::HashMap;

/// The names that were given, each with the last number that was put to it.
#[derive(Debug, Default)]
pub(crate) struct Names {
    given: HashMap<String, usize>,
}

impl Names {
    /// A name that was not given yet: the one that is wanted, or that with a separator and a number.
    pub(crate) fn give(&mut self, wanted: String, separator: &str) -> String {
        let Some(mut number) = self.given.get(&wanted).copied() else {
            self.given.insert(wanted.clone(), 0);
            return wanted;
        };
        let name = loop {
            number += 1;
            let name = format!("{wanted}{separator}{number}");
            if !self.given.contains_key(&name) {
                break name;
            }
        };
        self.given.insert(wanted, number);
        self.given.insert(name.clone(), 0);
        name
    }
}

/// The name itself if it begins with a letter, else the name after a prefix.
pub(crate) fn beginning_with_letter(name: &str, prefix: &str) -> String {
    let begins_so = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins_so { name.to_owned() } else { format!("{prefix}{name}") }
}
