//! Graph files that TVM wrote.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Returns the name and content of every file, smallest first.
pub(crate) fn all() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/graphs");
    let entries =
        fs::read_dir(folder).expect("the folder of graphs").map(|entry| entry.expect("a file").path());
    let texts = entries.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let mut files: Vec<_> = texts
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a readable file"))
        })
        .collect();
    files.sort_by_key(|(_, text)| text.len());
    assert!(files.len() > 20);
    files
}

/// Returns the content of the smallest files.
#[allow(dead_code, reason = "not every test binary with this module uses it")]
pub(crate) fn small() -> &'static [String] {
    static SMALL: LazyLock<Vec<String>> =
        LazyLock::new(|| all().into_iter().map(|(_, text)| text).take(12).collect());
    &SMALL
}
