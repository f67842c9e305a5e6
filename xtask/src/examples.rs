//! The check of the Rust examples.

use anyhow::{Context, Result};

use crate::artifacts;
use crate::repository;
use crate::shell::{Shell, command, program_command};

/// Builds all examples, and runs those of the folder `examples`.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let mut build = command(on_packages!("cargo build --profile test --examples"));
    let messages = shell.read(build.args(["--message-format", "json-render-diagnostics"]))?;
    for example in repository::files("examples", "rs")? {
        let name = example.file_stem().expect("a Rust file has a name").to_string_lossy();
        let program = artifacts::files(&messages, &name);
        let program = program.first().with_context(|| format!("cargo built no example `{name}`"))?;
        shell.run(&mut program_command(program.as_os_str()))?;
    }
    Ok(())
}
