//! The files of a session, which the client uploads, downloads and removes.
//!
//! - A file has a plain name, and lies in the directory that the global function
//!   `tvm.rpc.server.workpath` returns.
//! - Links are never followed.
//! - A file appears under its name once it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use objet_runtime::{Error, ErrorKind, Registry, RegistryError, Result, register_global, register_globals};

/// The maximum size of a file in bytes.
static MAX_FILE_BYTES: AtomicU64 = AtomicU64::new(u64::MAX);

/// The number of the next temporary file.
static TEMPORARY: AtomicU64 = AtomicU64::new(0);

/// A file cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The name could leave the directory.
    #[error(
        "the file name {name:?} is not plain: it must not be empty, begin with a dot, or contain `/`, `\\` or NUL"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The process has no directory for files.
    #[error("require tvm.rpc.server.workpath")]
    NoDirectory,
    /// The file is larger than the server allows.
    #[error("{name:?} has {found} bytes, the server's limit is {limit}")]
    TooLarge {
        /// The name.
        name: String,
        /// The size.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// The name is that of a directory, a device or another special file.
    #[error("{name:?} is not a regular file")]
    NotRegular {
        /// The name.
        name: String,
    },
    /// The system refused.
    #[error("{name:?}: {source}")]
    Io {
        /// The name.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        let kind = match &error {
            FileError::Name { .. } => ErrorKind::VALUE_ERROR,
            FileError::NoDirectory => ErrorKind::TVM_ERROR,
            FileError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                ErrorKind::FILE_NOT_FOUND_ERROR
            }
            _ => ErrorKind::OS_ERROR,
        };
        Self::with_source(kind, error)
    }
}

/// Registers the global functions of this file.
pub(crate) fn register() -> Result<(), RegistryError> {
    register_globals!(upload, download, remove)
}

/// Limits the size of the files that clients upload or download.
pub fn set_max_file_bytes(limit: u64) {
    MAX_FILE_BYTES.store(limit, Ordering::Relaxed);
}

/// Returns the name if it is plain, so that it names an entry of the directory.
///
/// # Errors
/// If the name is empty, begins with a dot, or contains a separator or NUL.
pub fn plain_name(name: &str) -> Result<&str, FileError> {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    if is_plain { Ok(name) } else { Err(FileError::Name { name: name.into() }) }
}

/// Returns the path of a file in the directory of the session.
fn work_path(name: &str) -> Result<PathBuf> {
    plain_name(name)?;
    let directory = Registry::find("tvm.rpc.server.workpath").ok_or(FileError::NoDirectory)?;
    Ok(PathBuf::from(directory.call_as::<String>((name,))?))
}

fn in_directory(path: &Path, source: io::Error) -> FileError {
    FileError::Io { name: name_of(path), source }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn check_size(path: &Path, found: u64) -> Result<(), FileError> {
    let limit = MAX_FILE_BYTES.load(Ordering::Relaxed);
    if found <= limit { Ok(()) } else { Err(FileError::TooLarge { name: name_of(path), found, limit }) }
}

/// Writes a file of the session. Its former content stays until all bytes are written.
#[register_global("tvm.rpc.server.upload", crate = objet_runtime)]
fn upload(name: &str, data: &[u8]) -> Result<()> {
    let path = work_path(name)?;
    check_size(&path, data.len() as u64)?;
    let number = TEMPORARY.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_file_name(format!(".upload-{}-{number}", std::process::id()));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&temporary)
        .and_then(|mut file| file.write_all(data))
        .and_then(|()| fs::rename(&temporary, &path));
    written.map_err(|error| {
        // A file that was not created cannot be removed.
        let _ = fs::remove_file(&temporary);
        in_directory(&path, error).into()
    })
}

/// Returns the content of a file of the session.
#[register_global("tvm.rpc.server.download", crate = objet_runtime)]
fn download(name: &str) -> Result<Vec<u8>> {
    read(&work_path(name)?)
}

/// Reads a regular file, unless it is a link.
///
/// # Errors
/// If it is another kind of file, or too large.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    let file = open_without_links(path).map_err(|error| in_directory(path, error))?;
    let meta = file.metadata().map_err(|error| in_directory(path, error))?;
    if !meta.is_file() {
        return Err(FileError::NotRegular { name: name_of(path) }.into());
    }
    check_size(path, meta.len())?;
    let mut content = Vec::new();
    // The file may grow while it is read.
    file.take(meta.len()).read_to_end(&mut content).map_err(|error| in_directory(path, error))?;
    Ok(content)
}

#[cfg(unix)]
fn open_without_links(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    // A named pipe without a writer would block.
    OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)
}

#[cfg(not(unix))]
fn open_without_links(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    File::open(path)
}

/// Removes a file of the session.
#[register_global("tvm.rpc.server.remove", crate = objet_runtime)]
fn remove(name: &str) -> Result<()> {
    let path = work_path(name)?;
    Ok(fs::remove_file(&path).map_err(|error| in_directory(&path, error))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for name in ["a", "lib.so", "a..b", "-x"] {
            assert_eq!(plain_name(name).ok(), Some(name));
        }
        for name in ["", ".", "..", ".hidden", "../x", "/etc/passwd", "a/b", "a\\b", "a\0"] {
            assert!(plain_name(name).is_err(), "{name:?}");
        }
    }
}
