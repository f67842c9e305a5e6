//! Runs the Python front end of TVM 0.8 and its tests on the C library, where both are at hand.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::artifacts;
use crate::repository;
use crate::shell::{Shell, command, program_command};

/// The script that runs the tests, seen from the folder of the repository.
const SCRIPT: &str = "../shared/front-end/run";

/// The tests that pass, one for each line.
const PASSED: &str = "tests/front-end/passed.txt";

/// The folder in which the script works.
const WORK: &str = "target/front-end";

/// Runs the tests, and fails if one of those in [`PASSED`] does not pass.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let Some(passed) = run(shell)? else { return Ok(()) };
    let expected = lines(&repository::root().join(PASSED))?;
    let failed: Vec<&str> = expected.difference(&passed).map(String::as_str).collect();
    if !failed.is_empty() {
        bail!(
            "{} tests of the front end passed before and fail now:\n{}\nrun `{SCRIPT} {WORK}/library NAME` for \
             one file",
            failed.len(),
            failed.join("\n")
        );
    }
    for test in passed.difference(&expected) {
        shell.say(&format!("passes now: {test}"));
    }
    shell.say(&format!("`cargo xtask regenerate front-end` writes {PASSED}"));
    Ok(())
}

/// Runs the tests, and writes the list of those that pass.
pub(crate) fn regenerate(shell: &Shell) -> Result<()> {
    let Some(passed) = run(shell)? else { return Ok(()) };
    let passed: Vec<String> = passed.into_iter().collect();
    let path = repository::root().join(PASSED);
    fs::write(&path, passed.join("\n") + "\n").with_context(|| path.display().to_string())
}

/// Builds the library, runs the tests on it, and returns those that pass. Returns `None` where the
/// script is not at hand.
fn run(shell: &Shell) -> Result<Option<BTreeSet<String>>> {
    if !repository::root().join(SCRIPT).exists() {
        shell.say(&format!("no `{SCRIPT}` here, so no front end is tested"));
        return Ok(None);
    }
    let work = repository::root().join(WORK);
    let folder = work.join("library");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    // With the examples, cargo chooses the features that tests have.
    let mut cargo = command(on_packages!("cargo build --profile test --lib --examples"));
    let messages = shell.read(cargo.args(["--message-format", "json-render-diagnostics"]))?;
    let (prefix, extension) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_EXTENSION);
    let built = artifacts::file(&messages, "objet_capi", extension);
    let built = built.context("cargo built no shared library `objet_capi`")?;
    for name in ["tvm", "tvm_runtime"] {
        fs::copy(&built, folder.join(format!("{prefix}{name}.{extension}")))?;
    }
    shell.run(program_command(OsStr::new("bash")).arg(SCRIPT).arg(&folder))?;
    lines(&work.join("passed.txt")).map(Some)
}

fn lines(path: &Path) -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(text.lines().map(str::to_owned).collect())
}
