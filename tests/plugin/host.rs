//! Helpers that build the library and load it into the process of a test.

use std::path::{Path, PathBuf};
use std::process::Command;

use libloading::{Library, Symbol};

/// Builds and loads the library, which is never unloaded.
pub(crate) fn load() -> &'static Library {
    // SAFETY: the only code that the library runs at load time collects its nodes.
    Box::leak(Box::new(unsafe { Library::new(build()) }.unwrap()))
}

/// Builds the library, and returns its path.
fn build() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The path of the test is `debug/deps/NAME` in the target folder. Both builds share this
    // folder.
    let test = std::env::current_exe().unwrap();
    let target = test.ancestors().nth(3).unwrap();
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "plugin", "--target-dir"])
        .arg(target)
        .current_dir(root)
        .status()
        .unwrap();
    assert!(status.success());
    let name = format!("{}plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    target.join("debug").join(name)
}

/// Returns a function of the library.
pub(crate) fn function<T: Copy>(library: &'static Library, name: &str) -> T {
    // SAFETY: the tests declare the same types as the source of the library.
    let symbol: Symbol<'_, T> = unsafe { library.get(name) }.unwrap();
    *symbol
}
