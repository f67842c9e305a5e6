//! The wheels of the package and of the template.
//!
//! Both wheels have the same profile, because wheels with different builds cannot share objects.

use anyhow::Result;

use super::venv::Venv;
use crate::shell::Shell;

/// The build profile of wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    /// With little optimization.
    Quick,
    /// The profile of released wheels.
    Release,
}

/// Builds and installs the wheels.
pub(super) fn install(shell: &Shell, venv: &Venv, profile: Profile) -> Result<()> {
    shell.run(venv.pip("uninstall").args(["--yes", "objet", "shapes"]))?;
    for package in ["./bindings/python", "./examples/python-extension"] {
        let mut pip = venv.pip("install");
        pip.args(["--no-build-isolation", package]);
        if profile == Profile::Quick {
            pip.env("MATURIN_PEP517_ARGS", "--profile quick-wheel");
        }
        shell.run(&mut pip)?;
    }
    Ok(())
}

/// Checks that the installed library uses only the stable ABI of Python 3.10.
pub(super) fn audit(shell: &Shell, venv: &Venv) -> Result<()> {
    let code = "import objet._objet; print(objet._objet.__file__)";
    let library = shell.read(venv.python().args(["-c", code]))?;
    shell.run(venv.program("abi3audit").args(["--assume-minimum-abi3", "3.10", library.trim()]))
}
