//! The functions that a server offers.

/// Patterns of the global functions that clients may call. `*` matches any text.
///
/// ```
/// use objet_rpc::serve::AllowList;
///
/// let allow = AllowList::new(["tvm.rpc.server.*", "add"]);
/// assert!(allow.allows("tvm.rpc.server.upload") && allow.allows("add"));
/// assert!(!allow.allows("add_all") && !allow.allows("tvm.rpc.Connect"));
/// assert!(AllowList::all().allows("add_all"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowList {
    patterns: Vec<String>,
}

impl AllowList {
    /// The functions that a session needs: files, modules and timers. None of them reads or writes
    /// a file outside of the session's directory.
    pub const DEFAULT: [&'static str; 4] =
        ["tvm.rpc.server.*", "rpc.test.*", "runtime.RPCTimeEvaluator", "runtime.SystemLib"];

    /// Creates a list from patterns.
    pub fn new<P: Into<String>>(patterns: impl IntoIterator<Item = P>) -> Self {
        Self { patterns: patterns.into_iter().map(Into::into).collect() }
    }

    /// Returns a list that allows all functions.
    pub fn all() -> Self {
        Self::new(["*"])
    }

    /// Returns the patterns.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Adds a pattern.
    pub fn add(&mut self, pattern: impl Into<String>) {
        self.patterns.push(pattern.into());
    }

    /// Returns whether clients may call the function of that name.
    pub fn allows(&self, name: &str) -> bool {
        self.patterns.iter().any(|pattern| matches(pattern, name))
    }
}

impl Default for AllowList {
    fn default() -> Self {
        Self::new(Self::DEFAULT)
    }
}

/// Returns whether a name matches a pattern. Each part between stars is searched for behind the
/// part before it, so the time is proportional to the product of the lengths.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        match left.find(part) {
            Some(position) => left = &left[position + part.len()..],
            None => return false,
        }
    }
    left.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_text() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("a*c", "abcd", false),
            ("a*b*a", "aba", true),
            ("a*b*a", "ab", false),
            ("*aa", "a", false),
            ("a*a", "a", false),
            ("x.*.y", "x.1.2.y", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
