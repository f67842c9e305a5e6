//! Paths of the files that cargo builds, from its JSON messages.

use std::path::PathBuf;

/// Returns the files of the target with this name, in the order of the messages.
pub(crate) fn files(messages: &str, target: &str) -> Vec<PathBuf> {
    let name = format!(r#""name":"{target}""#);
    let of_target = messages
        .lines()
        .filter(|line| line.contains(r#""reason":"compiler-artifact""#) && line.contains(&name));
    of_target.flat_map(|line| strings_of_list(line, "filenames")).map(PathBuf::from).collect()
}

/// Returns the file of the target with this name that has this extension.
pub(crate) fn file(messages: &str, target: &str, extension: &str) -> Option<PathBuf> {
    files(messages, target).into_iter().find(|file| file.extension().is_some_and(|found| found == extension))
}

/// Returns the strings of the list under a key, in one line of JSON.
fn strings_of_list(line: &str, key: &str) -> Vec<String> {
    let Some((_, list)) = line.split_once(&format!(r#""{key}":["#)) else { return Vec::new() };
    let mut strings = Vec::new();
    let mut current: Option<String> = None;
    let mut chars = list.chars();
    while let Some(c) = chars.next() {
        match (&mut current, c) {
            (None, '"') => current = Some(String::new()),
            (None, ']') => break,
            (None, _) => {}
            // No character in a path has an escape longer than one letter.
            (Some(text), '\\') => text.extend(chars.next()),
            (Some(_), '"') => strings.extend(current.take()),
            (Some(text), c) => text.push(c),
        }
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &str = concat!(
        r#"{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"other"},"filenames":["/t/libother.so"]}"#,
        "\n",
        r#"{"reason":"compiler-artifact","target":{"kind":["cdylib"],"name":"it"},"#,
        r#""filenames":["/t/a \"b\"/libit.so","C:\\t\\libit.rlib"],"executable":null}"#,
        "\n",
        r#"{"reason":"build-finished","success":true}"#,
    );

    #[test]
    fn files_of_a_target_are_found_by_its_name() {
        let expected = ["/t/a \"b\"/libit.so", "C:\\t\\libit.rlib"].map(PathBuf::from);
        assert_eq!(files(MESSAGES, "it"), expected);
        assert_eq!(file(MESSAGES, "it", "so"), Some(expected[0].clone()));
        assert_eq!(file(MESSAGES, "it", "dylib"), None);
        assert!(files(MESSAGES, "i").is_empty());
    }
}
