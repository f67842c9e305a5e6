//! The checks of sizes: of a library with the object core and the runtime, of a program with nodes,
//! and of the number of crates below the smallest set of features.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::artifacts;
use crate::repository;
use crate::shell::{Shell, command};

/// The maximum size of the library, in bytes.
const MAX_LIBRARY: u64 = 550_000;

/// The maximum size of the library with the graph executor, in bytes.
const MAX_LIBRARY_WITH_GRAPHS: u64 = 600_000;

/// The maximum size of the code and the constants of the program, in bytes, without those of a
/// program that only prints a line.
const MAX_CODE: u64 = 900_000;

/// The maximum size of the program's file, in bytes, without that of the same program. The file
/// also has tables for panics and for the loader.
const MAX_FILE: u64 = 1_150_000;

/// The maximum number of other crates that `objet` without features links.
const MAX_CRATES: usize = 12;

/// Checks all sizes.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    crates(shell)?;
    program(shell)?;
    library(shell, "", MAX_LIBRARY)?;
    library(shell, "graph-executor", MAX_LIBRARY_WITH_GRAPHS)
}

/// Counts the crates below `objet` without features. Procedural macros and the crates that only
/// macros use are not linked, so they are listed, but do not count.
fn crates(shell: &Shell) -> Result<()> {
    let tree = |edges: &str| -> Result<BTreeSet<String>> {
        let mut cargo = command("cargo tree -p objet --no-default-features --prefix none --edges");
        let lines = shell.read(cargo.arg(edges))?;
        let is_other = |line: &&str| !line.starts_with("objet");
        Ok(lines
            .lines()
            .filter(is_other)
            .filter_map(|line| line.split(" (").next())
            .map(Into::into)
            .collect())
    };
    let (all, linked) = (tree("normal")?, tree("normal,no-proc-macro")?);
    let names = |crates: Vec<&String>| crates.into_iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    shell.say(&format!("crates of macros: {}", names(all.difference(&linked).collect())));
    shell.say(&format!("{} linked crates: {}", linked.len(), names(linked.iter().collect())));
    at_most(shell, "number of linked crates", linked.len() as u64, MAX_CRATES as u64)
}

/// Builds the example `quickstart` with the default profile for releases and `strip = true`, and
/// compares its sizes with those of a program that prints a line.
fn program(shell: &Shell) -> Result<()> {
    let folder = repository::target().join("size");
    let mut build = command(
        "cargo build --release --config profile.release.strip=true -p objet --example quickstart \
         --no-default-features --features inventory,json --message-format json-render-diagnostics",
    );
    let messages = shell.read(build.arg("--target-dir").arg(&folder))?;
    let quickstart = artifacts::files(&messages, "quickstart");
    let quickstart = quickstart.first().context("cargo built no program `quickstart`")?;

    let (source, hello) = (folder.join("hello.rs"), folder.join("hello"));
    fs::write(&source, "fn main() {\n    println!(\"hello\");\n}\n")?;
    let mut rustc = command("rustc --edition 2024 -Copt-level=3 -Cstrip=symbols");
    shell.run(rustc.arg(&source).arg("-o").arg(&hello))?;

    shell.say(&quickstart.display().to_string());
    let above = |size: u64, least: u64| size.saturating_sub(least);
    at_most(shell, "bytes of the program's file", above(size(quickstart)?, size(&hello)?), MAX_FILE)?;
    if cfg!(target_os = "linux") {
        let code = above(code(shell, quickstart)?, code(shell, &hello)?);
        at_most(shell, "bytes of the program's code and constants", code, MAX_CODE)?;
    }
    Ok(())
}

/// Returns the size of the sections with code and constants.
fn code(shell: &Shell, program: &Path) -> Result<u64> {
    let sections = shell.read(command("size -A").arg(program))?;
    let size_of = |name: &str| -> Result<u64> {
        let line = sections.lines().find(|line| line.split_whitespace().next() == Some(name));
        let size = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        size.with_context(|| format!("`size` lists no section {name}"))
    };
    Ok(size_of(".text")? + size_of(".rodata")?)
}

/// Builds the library for size with these features, together with the standard library. The
/// standard library is built without backtraces, whose symbolization takes 200 KB.
fn library(shell: &Shell, features: &str, max: u64) -> Result<()> {
    let host = repository::host()?;
    let mut build = command(
        "cargo build --profile size -p minimal -Zbuild-std=std,panic_unwind \
         -Zbuild-std-features=optimize_for_size --message-format json-render-diagnostics",
    );
    build
        .args(["--features", features, "--target", host])
        .arg("--target-dir")
        .arg(repository::target().join("size"));
    build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags(host));
    let messages = shell.read(&mut build)?;
    let extension = std::env::consts::DLL_EXTENSION;
    let library =
        artifacts::file(&messages, "minimal", extension).context("cargo built no library `minimal`")?;
    shell.say(&library.display().to_string());
    let with = if features.is_empty() { String::new() } else { format!(" with {features}") };
    at_most(shell, &format!("bytes of the library{with}"), size(&library)?, max)
}

fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| file.display().to_string())?.len())
}

/// Fails if the number is above the maximum.
fn at_most(shell: &Shell, what: &str, found: u64, max: u64) -> Result<()> {
    if found > max {
        bail!("{what}: {found}, {} more than the allowed {max}", found - max);
    }
    shell.say(&format!("{what}: {found}, at most {max} are allowed"));
    Ok(())
}

/// Returns options of the compiler that reduce the size, with those of known linkers.
///
/// Code that uses a frame pointer needs shorter tables for unwinding. Functions that cannot unwind
/// have none.
fn flags(host: &str) -> String {
    let compiler = "-Cforce-frame-pointers=yes -Cforce-unwind-tables=no -Zlocation-detail=none";
    match host {
        "x86_64-unknown-linux-gnu" => {
            format!("{compiler} -Clink-arg=-Wl,--icf=all,-z,pack-relative-relocs")
        }
        _ => compiler.into(),
    }
}
