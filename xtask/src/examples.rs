//! The examples in Rust.

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, command};

/// Runs each example as a reader of the README does.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    for example in repository::files("examples", "rs")? {
        let name = example.file_stem().expect("a file of Rust has a name");
        shell.run(command("cargo run --quiet --example").arg(name))?;
    }
    Ok(())
}
