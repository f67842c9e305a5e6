//! The working directories of sessions.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The maximum number of entries of a working directory. More would slow the monitor down.
const MAX_ENTRIES: usize = 100_000;

/// A directory that is removed when it is dropped.
#[derive(Debug)]
pub(super) struct WorkingDirectory {
    directory: TempDir,
}

impl WorkingDirectory {
    /// Makes a directory in `parent`, or in the system's directory for temporary files.
    ///
    /// # Errors
    /// If the system refuses.
    pub(super) fn create(parent: Option<&Path>) -> io::Result<Self> {
        let parent = parent.map_or_else(std::env::temp_dir, PathBuf::from);
        // The session changes into the directory, so the path must not depend on another one.
        let parent = fs::canonicalize(parent)?;
        let directory = tempfile::Builder::new().prefix("objet-rpc-").tempdir_in(parent)?;
        Ok(Self { directory })
    }

    /// Returns the path.
    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Removes the directory and all its content.
    ///
    /// # Errors
    /// If an entry cannot be removed.
    pub(super) fn remove(self) -> io::Result<()> {
        let path = self.directory.keep();
        fs::remove_dir_all(&path).or_else(|_| {
            // Directories without permissions cannot be listed, even by their owner.
            open_up(&path);
            fs::remove_dir_all(&path)
        })
    }
}

fn open_up(path: &Path) {
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}

/// Returns whether the files below a directory occupy more than `limit` bytes, or are too many.
pub(super) fn exceeds(path: &Path, limit: u64) -> bool {
    let mut left = MAX_ENTRIES;
    let mut bytes = 0;
    let mut directories = vec![path.to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let Ok(meta) = entry.metadata() else { continue };
            bytes += meta.blocks() * 512;
            left -= 1;
            if bytes > limit || left == 0 {
                return true;
            }
            if meta.is_dir() {
                directories.push(entry.path());
            }
        }
    }
    false
}
