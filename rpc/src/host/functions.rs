//! The global functions of a session's process.
//!
//! Invariants:
//! - Files are named by plain names, so they lie in the working directory.
//! - Libraries are only loaded in the process of a session. Their code can do anything that the
//!   limits of the process allow, which is the purpose of a session.

#![expect(unsafe_code, reason = "loads the libraries of the client")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use objet_runtime::{Error, ErrorKind, Module, Registry, Result, TypedPackedFunc};

use super::settings::Settings;
use crate::files;

/// Registers the functions, and loads the libraries of the server.
///
/// # Errors
/// If a library cannot be loaded.
pub(super) fn register(directory: &Path, settings: &Settings) -> Result<()> {
    files::set_max_file_bytes(settings.file_bytes);
    for library in &settings.libraries {
        // SAFETY: the operator of the server chose the library. It stays loaded.
        std::mem::forget(unsafe { Module::load_from_file(library, "so") }?);
    }
    let path = |directory: &Path| {
        let directory = directory.to_path_buf();
        move |name: &str| -> Result<PathBuf> { Ok(directory.join(files::plain_name(name)?)) }
    };
    let of = path(directory);
    let work_path = move |name: &str| Ok::<_, Error>(of(name)?.to_string_lossy().into_owned());
    Registry::register_override("tvm.rpc.server.workpath", TypedPackedFunc::new(work_path));
    let of = path(directory);
    let load = move |name: &str| {
        let library = linked(&of(name)?)?;
        // SAFETY: see the invariants.
        unsafe { Module::load_from_file(library, "") }
    };
    Registry::register_override("tvm.rpc.server.load_module", TypedPackedFunc::new(load));
    let of = path(directory);
    let download = move |name: &str| files::read(&linked(&of(name)?)?);
    Registry::register_override("tvm.rpc.server.download_linked_module", TypedPackedFunc::new(download));
    register_tests();
    Ok(())
}

/// Registers the functions that TVM's tests of sessions call.
fn register_tests() {
    Registry::register_override("rpc.test.addone", TypedPackedFunc::new(|x: i64| x.wrapping_add(1)));
    let strcat = |name: &str, x: i64| format!("{name}:{x}");
    Registry::register_override("rpc.test.strcat", TypedPackedFunc::new(strcat));
    let except = |name: &str| Err::<(), _>(Error::new(ErrorKind::VALUE_ERROR, name));
    Registry::register_override("rpc.test.except", TypedPackedFunc::new(except));
}

/// Returns the library of a file. Object files, and archives of them, are linked.
fn linked(file: &Path) -> Result<PathBuf> {
    // A link could name a library outside of the directory.
    if !fs::symlink_metadata(file).map_err(|error| of_file(file, error))?.is_file() {
        return Err(of_file(file, "is not a regular file"));
    }
    let objects = match file.extension().and_then(|extension| extension.to_str()) {
        Some("o") => vec![file.to_path_buf()],
        Some("tar") => unpacked(file)?,
        _ => return Ok(file.to_path_buf()),
    };
    let mut library = file.as_os_str().to_owned();
    library.push(".so");
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let mut command = Command::new(compiler);
    run(command.args(["-shared", "-fPIC", "-o"]).arg(&library).args(objects), file)?;
    Ok(library.into())
}

/// Unpacks an archive, and returns its files.
fn unpacked(archive: &Path) -> Result<Vec<PathBuf>> {
    let directory = archive.with_extension("tar.d");
    fs::create_dir_all(&directory).map_err(|error| of_file(&directory, error))?;
    run(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(&directory), archive)?;
    let entries = fs::read_dir(&directory).map_err(|error| of_file(&directory, error))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

fn run(command: &mut Command, file: &Path) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| of_file(file, format!("cannot run {program}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(of_file(file, format!("{program} failed: {}", text.trim_end())))
}

fn of_file(file: &Path, error: impl std::fmt::Display) -> Error {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Error::new(ErrorKind::OS_ERROR, format!("{name}: {error}"))
}
