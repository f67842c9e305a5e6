//! Names that are given once.

use std::collections::HashMap;

/// The names that were given, each with the last number that was put to it; that is -1 for a name that was given back.
#[derive(Debug, Default)]
pub(crate) struct Names {
    given: HashMap<String, i64>,
}

impl Names {
    /// A name that was not given yet: the one that is wanted, or that with a number.
    pub(crate) fn give(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        if let Some(mut number) = self.given.get(&wanted).copied().filter(|number| *number >= 0) {
            while self.given.contains_key(&name) {
                number += 1;
                name = format!("{wanted}_{number}");
            }
            self.given.insert(wanted, number);
        }
        self.given.insert(name.clone(), 0);
        name
    }

    /// Takes a name back, if it is the last one that was given to who wanted that.
    pub(crate) fn give_back(&mut self, wanted: &str, name: &str) {
        let Some(number) = self.given.get_mut(wanted) else { return };
        let last = if *number > 0 { format!("{wanted}_{number}") } else { wanted.to_owned() };
        if last == name {
            *number -= 1;
        }
    }
}

/// The name itself if it begins with a letter, else the name after a prefix.
pub(crate) fn beginning_with_letter(name: &str, prefix: &str) -> String {
    let begins_so = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins_so { name.to_owned() } else { format!("{prefix}{name}") }
}
