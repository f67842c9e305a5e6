//! Paths of the repository, and properties of its toolchain.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

use anyhow::{Context, Result, bail};

/// Returns the folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in a folder of the repository")
}

/// Returns cargo's target folder.
pub(crate) fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// Returns the host's target triple.
pub(crate) fn host() -> Result<&'static str> {
    static HOST: OnceLock<String> = OnceLock::new();
    if let Some(host) = HOST.get() {
        return Ok(host);
    }
    let version = rustc(&["-vV"])?;
    let Some(host) = version.lines().find_map(|line| line.strip_prefix("host: ")) else {
        bail!("`rustc -vV` names no host:\n{version}");
    };
    Ok(HOST.get_or_init(|| host.to_owned()))
}

/// Returns the folder of the standard library's source, which may be missing.
pub(crate) fn standard_library() -> Result<PathBuf> {
    Ok(Path::new(rustc(&["--print", "sysroot"])?.trim()).join("lib/rustlib/src/rust/library"))
}

fn rustc(args: &[&str]) -> Result<String> {
    let output = Command::new("rustc").args(args).current_dir(root()).output().context("cannot run rustc")?;
    if !output.status.success() {
        bail!("`rustc {}` failed:\n{}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("rustc prints text that is not UTF-8")
}

/// Returns the files of a folder with this extension, sorted by name.
pub(crate) fn files(folder: &str, extension: &str) -> Result<Vec<PathBuf>> {
    let path = root().join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(&path).with_context(|| path.display().to_string())? {
        let file = entry?.path();
        if file.extension().is_some_and(|found| found == extension) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the files below a folder, as relative paths.
pub(crate) fn files_below(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(&current).with_context(|| current.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder)?.to_owned());
            }
        }
    }
    Ok(found)
}
