//! The tests and benchmarks of the Python package: the wheels of the package and of the template,
//! in a virtual environment below target/.

mod stubs;
mod types;
mod venv;
mod wheels;

use std::ffi::OsString;
use std::fs;

use anyhow::{Context, Result};

use crate::artifacts;
use crate::repository;
use crate::shell::{Shell, command};
use venv::Venv;
use wheels::Profile;

/// Tests wheels from quick builds: the test suites, the examples and notebooks, the stubs and their
/// types.
pub(crate) fn test(shell: &Shell) -> Result<()> {
    let venv = Venv::open(shell)?;
    wheels::install(shell, &venv, Profile::Quick)?;
    suites(shell, &venv)?;
    for example in repository::files("examples/python", "py")? {
        shell.run(venv.python().arg(example))?;
    }
    // Shows the reasons of skipped tests: those of displays need a browser.
    shell.run(venv.program("pytest").args(["-q", "-rs", "bindings/python/tests_notebooks"]))?;
    stubs::check(shell, &venv)?;
    types::check(shell, &venv)
}

/// Tests the wheels as pip builds them, and audits their files.
pub(crate) fn test_wheels(shell: &Shell) -> Result<()> {
    let venv = Venv::open(shell)?;
    let wheels = wheels::install(shell, &venv, Profile::Source)?;
    wheels::audit(shell, &venv, &wheels)?;
    suites(shell, &venv)
}

/// Runs the tests once with the nodes of the template, and once only with those of the package.
fn suites(shell: &Shell, venv: &Venv) -> Result<()> {
    for suite in ["bindings/python/tests", "bindings/python/tests_ir"] {
        shell.run(venv.program("pytest").args(["-q", suite]))?;
    }
    Ok(())
}

/// Writes the stubs of the package and of the template.
pub(crate) fn regenerate_stubs(shell: &Shell) -> Result<()> {
    let venv = Venv::open(shell)?;
    wheels::install(shell, &venv, Profile::Quick)?;
    stubs::regenerate(shell, &venv)
}

/// Measures calls between Python and native code, compared with other libraries.
pub(crate) fn bench(shell: &Shell, args: &[OsString]) -> Result<()> {
    let venv = Venv::open(shell)?;
    wheels::install(shell, &venv, Profile::Published)?;
    let build = "cargo build --release -p floor --message-format json-render-diagnostics";
    let messages = shell.read(&mut command(build))?;
    let extension = std::env::consts::DLL_EXTENSION;
    let library = artifacts::file(&messages, "floor", extension).context("cargo built no library `floor`")?;
    let folder = repository::target().join("python/floor");
    fs::create_dir_all(&folder)?;
    fs::copy(library, folder.join("floor.abi3.so"))?;
    let mut python = venv.python();
    shell.run(python.arg("bindings/python/benches/crossing.py").args(args).env("PYTHONPATH", folder))
}
