//! The virtual environment for tests and benchmarks of the Python package.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, program_command};
use crate::tool::{self, Tool};

/// The packages that build and test the wheels. `apache-tvm-ffi` is a peer in tests of tensors and
/// in benchmarks. The last three run notebooks.
const PACKAGES: &[&str] = &[
    "maturin>=1.7,<2",
    "pytest",
    "mypy",
    "abi3audit",
    "auditwheel; sys_platform == 'linux'",
    "ml_dtypes",
    "apache-tvm-ffi",
    "nbclient",
    "nbconvert",
    "ipykernel",
];

/// A virtual environment with the packages.
pub(super) struct Venv {
    /// The folder of its programs.
    bin: PathBuf,
}

impl Venv {
    /// Opens the environment. Creates it again if the interpreter or the packages have changed.
    pub(super) fn open(shell: &Shell) -> Result<Self> {
        Tool::Python.require()?;
        let folder = repository::target().join("python/venv");
        let venv = Self { bin: folder.join(if cfg!(windows) { "Scripts" } else { "bin" }) };
        let version = shell.read(program_command(OsStr::new(tool::python())).args(["-VV"]))?;
        let made_of = format!("{version}{}\n", PACKAGES.join("\n"));
        let stamp = folder.join("made-of.txt");
        if fs::read_to_string(&stamp).is_ok_and(|text| text == made_of) {
            return Ok(venv);
        }
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut python = program_command(OsStr::new(tool::python()));
        shell.run(python.args(["-m", "venv"]).arg(&folder))?;
        shell.run(venv.pip("install").args(PACKAGES))?;
        fs::write(stamp, made_of)?;
        Ok(venv)
    }

    /// Returns a command that runs a program of the environment. The program finds other programs
    /// of the environment in `PATH`.
    pub(super) fn program(&self, name: &str) -> Command {
        let mut command = program_command(self.bin.join(name).as_os_str());
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [self.bin.clone()].into_iter().chain(env::split_paths(&path));
        if let Ok(path) = env::join_paths(folders) {
            command.env("PATH", path);
        }
        command
    }

    /// Returns a command that runs the interpreter.
    pub(super) fn python(&self) -> Command {
        self.program("python")
    }

    /// Returns a command that runs pip.
    pub(super) fn pip(&self, verb: &str) -> Command {
        let mut pip = self.python();
        pip.args(["-m", "pip", verb, "--quiet", "--disable-pip-version-check"]);
        pip
    }
}
