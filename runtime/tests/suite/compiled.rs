//! Builds C libraries for the tests.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Builds a new library from `functions.c` and an optional second source. Each test needs its own
/// library, because the library's variables live as long as it is open.
pub(crate) fn build(name: &str, source: Option<&str>) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let place =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    let library = place.join(format!("{name}.so"));
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]).arg(&library);
    command.arg(here.join("functions.c"));
    if let Some(source) = source {
        let file = place.join("more.c");
        std::fs::write(&file, source).unwrap();
        command.arg(file);
    }
    let status = command.status().expect("a C compiler named `cc`");
    assert!(status.success(), "`cc` failed for {name}");
    library
}
