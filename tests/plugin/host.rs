//! What a test does to have the library in its process.

use std::path::{Path, PathBuf};
use std::process::Command;

use libloading::{Library, Symbol};

/// Builds the library, and loads it for good.
pub(crate) fn load() -> &'static Library {
    // SAFETY: the library runs no code of its own when it is loaded, but for noting its nodes.
    Box::leak(Box::new(unsafe { Library::new(build()) }.unwrap()))
}

/// Builds the library, and says where it is.
fn build() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The test lies in the target folder as `debug/deps/NAME`. Both builds share what they can.
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

/// A function of the library.
pub(crate) fn function<T: Copy>(library: &'static Library, name: &str) -> T {
    // SAFETY: the tests name the types that the library's source does.
    let symbol: Symbol<'_, T> = unsafe { library.get(name) }.unwrap();
    *symbol
}
