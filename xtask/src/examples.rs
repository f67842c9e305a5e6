//! The check of the Rust examples.

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, command};

/// Runs each example.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    for example in repository::files("examples", "rs")? {
        let name = example.file_stem().expect("a Rust file has a name");
        shell.run(command("cargo run --quiet --example").arg(name))?;
    }
    Ok(())
}
