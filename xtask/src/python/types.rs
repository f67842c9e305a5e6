//! The check of the package's types: type checkers must find all marked errors, and no others.

use std::fs;

use anyhow::{Context, Result, bail};

use super::venv::Venv;
use crate::repository;
use crate::shell::Shell;

const FOLDER: &str = "bindings/python/tests_types";

pub(super) fn check(shell: &Shell, venv: &Venv) -> Result<()> {
    let mut stubtest = venv.program("stubtest");
    stubtest.args(["objet", "--ignore-unused-allowlist", "--allowlist"]);
    shell.run(stubtest.arg(format!("{FOLDER}/stubtest.txt")))?;
    for right in ["right.py", "wheel.py"] {
        shell.run(venv.program("mypy").arg("--strict").arg(format!("{FOLDER}/{right}")))?;
    }

    let wrong = format!("{FOLDER}/wrong.py");
    let text = fs::read_to_string(repository::root().join(&wrong)).with_context(|| wrong.clone())?;
    let (status, report) = shell.try_read(venv.program("mypy").arg(&wrong))?;
    let (expected, found) = (text.matches("# wrong").count(), report.matches(": error:").count());
    if status.success() || found != expected {
        shell.say(&report);
        bail!("mypy finds {found} errors in {wrong}, which marks {expected} lines as wrong");
    }
    Ok(())
}
