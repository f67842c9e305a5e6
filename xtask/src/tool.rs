//! Tools that steps need in addition to Rust, Python 3 and a C compiler.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use anyhow::{Result, bail};

use crate::book;
use crate::repository;
use crate::wasm;

/// A program, a component or a property of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// A browser that runs headless.
    Chromium,
    /// Git, and a checkout instead of an archive of the sources.
    Git,
    /// mdBook, which makes HTML of the pages of `docs/`.
    MdBook,
    /// The interpreter that detects undefined behavior, a component of the nightly toolchain.
    Miri,
    /// Node, which runs WebAssembly.
    Node,
    /// An OpenCL driver.
    OpenCl,
    /// Python 3.10 or later, with support for virtual environments.
    Python,
    /// The source of Rust's standard library.
    RustSource,
    /// A platform for which Rust has the sanitizers.
    Sanitizers,
    /// Valgrind, which counts instructions.
    Valgrind,
    /// Rust's standard library for WebAssembly.
    WasmTargets,
}

impl Tool {
    /// The name of the tool in the table of steps.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Git => "git",
            Self::MdBook => "mdBook",
            Self::Miri => "miri",
            Self::Node => "Node",
            Self::OpenCl => "an OpenCL driver",
            Self::Python => "Python 3.10 with venv",
            Self::RustSource => "rust-src",
            Self::Sanitizers => "Linux on x86-64 or AArch64",
            Self::Valgrind => "valgrind",
            Self::WasmTargets => "the WebAssembly targets",
        }
    }

    /// Returns a message with the missing tool and its remedy, or `None` if the tool is available.
    pub(crate) fn missing(self) -> Option<String> {
        let (is_there, remedy) = match self {
            Self::Chromium => (is_in_path("chromium"), "install Debian's `chromium`"),
            Self::Git => {
                (repository::root().join(".git").exists() && is_in_path("git"), "use a git checkout")
            }
            Self::MdBook => (book::program().is_file(), "run the step with a connection to crates.io"),
            Self::Miri => {
                (has_miri(), "run `rustup toolchain install nightly --component miri --component rust-src`")
            }
            Self::Node => (is_in_path("node"), "install it, on Debian as `nodejs`"),
            Self::OpenCl => (has_opencl(), "install Debian's `pocl-opencl-icd` and `ocl-icd-libopencl1`"),
            Self::Python => (has_python(), "install it, on Debian as `python3-venv`"),
            Self::RustSource => (has_rust_source(), "run `rustup component add rust-src`"),
            Self::Sanitizers => (has_sanitizers(), "run the step on such a system"),
            Self::Valgrind => (is_in_path("valgrind"), "install Debian's `valgrind`"),
            Self::WasmTargets => {
                (has_wasm_targets(), "run `rustup target add wasm32-unknown-unknown wasm32-wasip1`")
            }
        };
        (!is_there).then(|| format!("{} is missing: {remedy}", self.name()))
    }

    /// Fails if the tool is missing.
    pub(crate) fn require(self) -> Result<()> {
        match self.missing() {
            Some(missing) => bail!("{missing}"),
            None => Ok(()),
        }
    }

    /// Installs mdBook or components of rustup if necessary. Then returns the same as `missing`.
    pub(crate) fn provide(self) -> Option<String> {
        // Concurrent installations by rustup conflict.
        static INSTALLING: Mutex<()> = Mutex::new(());
        let _guard = INSTALLING.lock().expect("no installation panics");
        let missing = self.missing()?;
        let added = match self {
            Self::MdBook => book::install(),
            Self::RustSource => rustup(&["component", "add", "rust-src"]),
            // An installed toolchain is not updated.
            Self::Miri => {
                rustup(&["component", "add", "--toolchain", "nightly", "miri", "rust-src"])
                    || rustup(&[
                        "toolchain",
                        "install",
                        "nightly",
                        "--profile=minimal",
                        "--component=miri,rust-src",
                    ])
            }
            Self::WasmTargets => rustup(&[&["target", "add"][..], &wasm::TARGETS].concat()),
            _ => false,
        };
        if added {
            return self.missing();
        }
        Some(missing)
    }
}

/// Runs rustup. Returns whether it succeeded.
fn rustup(args: &[&str]) -> bool {
    let mut rustup = Command::new("rustup");
    let status = rustup.args(args).current_dir(repository::root()).stdin(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn is_in_path(program: &str) -> bool {
    let Some(path) = env::var_os("PATH") else { return false };
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).any(|folder| folder.join(&name).is_file())
}

fn has_miri() -> bool {
    let mut rustup = Command::new("rustup");
    rustup.args(["run", "nightly", "cargo", "miri", "--version"]);
    let status = rustup.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn has_wasm_targets() -> bool {
    wasm::TARGETS.iter().all(|target| {
        let mut rustc = Command::new("rustc");
        rustc.args(["--print", "target-libdir", "--target", target]).current_dir(repository::root());
        let printed = rustc.stdin(Stdio::null()).stderr(Stdio::null()).output();
        printed.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
    })
}

fn has_opencl() -> bool {
    let Ok(vendors) = fs::read_dir("/etc/OpenCL/vendors") else { return false };
    vendors.flatten().any(|entry| entry.path().extension().is_some_and(|extension| extension == "icd"))
}

fn has_python() -> bool {
    let code = "import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 10))";
    let mut python = Command::new(python());
    let status = python.args(["-c", code]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Returns the name of the system's Python 3.
pub(crate) fn python() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}

fn has_rust_source() -> bool {
    repository::standard_library().is_ok_and(|folder| folder.is_dir())
}

fn has_sanitizers() -> bool {
    let hosts = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];
    repository::host().is_ok_and(|host| hosts.contains(&host))
}
