//! Sets `OBJET_BUILT`, a description of the build: the hash of the sources, the compiler, and its
//! options. Two libraries share their objects only if their descriptions are equal. Also sets the
//! `cfg` values of the Python interpreter.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Paths in the workspace with crates whose structs and statics are shared, or that generate code
/// for them.
const SOURCES: &[&str] = &[
    "src",
    "object",
    "object-derive",
    "reflection",
    "runtime",
    "rpc",
    "profiling",
    "bindings/python/src",
    "bindings/python/Cargo.toml",
    "bindings/python/build.rs",
    "Cargo.toml",
];

fn main() -> Result<(), Box<dyn Error>> {
    pyo3_build_config::use_pyo3_cfgs();
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let mut files = BTreeSet::new();
    for source in SOURCES {
        collect(&root.join(source), &mut files)?;
        println!("cargo::rerun-if-changed=../../{source}");
    }
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.strip_prefix(&root)?.hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    let compiler = Command::new(env::var("RUSTC")?).arg("-vV").output()?;
    let compiler = String::from_utf8(compiler.stdout)?;
    let mut built: Vec<_> = compiler.lines().map(String::from).collect();
    for name in ["TARGET", "PROFILE", "OPT_LEVEL", "DEBUG", "CARGO_ENCODED_RUSTFLAGS"] {
        println!("cargo::rerun-if-env-changed={name}");
        built.push(format!("{name} {}", env::var(name).unwrap_or_default().replace('\u{1f}', " ")));
    }
    println!("cargo::rustc-env=OBJET_BUILT={}; sources {:016x}", built.join(", "), hasher.finish());
    Ok(())
}

/// Collects the Rust and TOML files in a folder and its subfolders.
fn collect(path: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Box<dyn Error>> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if !path.exists() {
        return Err(format!("{} is missing", path.display()).into());
    } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "toml") {
        files.insert(path.to_owned());
    }
    Ok(())
}
