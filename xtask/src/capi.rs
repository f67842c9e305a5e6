//! The two builds of the C library, under the names that TVM's front ends load.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::artifacts;
use crate::repository;
use crate::shell::{Shell, command, program_command};

/// The names of the builds, and their flags for cargo.
const BUILDS: &[(&str, &str)] = &[("tvm_runtime", ""), ("tvm", "--features full")];

/// Builds the libraries into a folder. `flags` are passed to cargo.
pub(crate) fn build(shell: &Shell, folder: Option<PathBuf>, flags: &[OsString]) -> Result<()> {
    let folder = folder.unwrap_or_else(|| repository::target().join("capi"));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let (prefix, extension) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_EXTENSION);
    for (name, own_flags) in BUILDS {
        let mut cargo = command("cargo build --release -p objet-capi --lib");
        cargo.args(["--message-format", "json-render-diagnostics"]);
        cargo.args(own_flags.split_whitespace()).args(flags);
        let messages = shell.read(&mut cargo)?;
        let built = artifacts::file(&messages, "objet_capi", extension);
        let built = built.context("cargo built no shared library `objet_capi`")?;

        let name = format!("{prefix}{name}.{extension}");
        let library = folder.join(&name);
        // Running programs keep the old library, so the file is replaced instead of overwritten.
        let new = folder.join(format!("{name}.new"));
        fs::copy(built, &new)?;
        if cfg!(target_os = "macos") {
            let id = format!("@rpath/{name}");
            shell.run(install_name_tool().args(["-id", &id]).arg(&new))?;
        }
        fs::rename(new, &library)?;
        shell.say(&library.display().to_string());
    }
    Ok(())
}

fn install_name_tool() -> Command {
    program_command("install_name_tool".as_ref())
}
