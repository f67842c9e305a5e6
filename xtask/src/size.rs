//! The check of the size of a library with the object core and the runtime.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::artifacts;
use crate::repository;
use crate::shell::{Shell, command};

/// The maximum size, in bytes.
const MAX_SIZE: u64 = 600_000;

/// Builds the library for size, together with the standard library, and checks its size. The
/// standard library is built without backtraces, whose symbolization takes 200 KB.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let host = repository::host()?;
    let mut build = command(
        "cargo build --profile size -p minimal -Zbuild-std=std,panic_unwind \
         -Zbuild-std-features=optimize_for_size --message-format json-render-diagnostics",
    );
    build.args(["--target", host]).arg("--target-dir").arg(repository::target().join("size"));
    build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", linker_flags(host));
    let messages = shell.read(&mut build)?;
    let extension = std::env::consts::DLL_EXTENSION;
    let library =
        artifacts::file(&messages, "minimal", extension).context("cargo built no library `minimal`")?;
    let size = fs::metadata(&library)?.len();
    shell.say(&format!("{}: {size} bytes, at most {MAX_SIZE} are allowed", library.display()));
    if size > MAX_SIZE {
        bail!("the library is {} bytes too large", size - MAX_SIZE);
    }
    Ok(())
}

/// Returns options that reduce the size, for known linkers.
fn linker_flags(host: &str) -> &'static str {
    match host {
        "x86_64-unknown-linux-gnu" => "-Clink-arg=-Wl,--icf=all,--build-id=none,-z,pack-relative-relocs",
        _ => "",
    }
}
