//! The working directories of sessions.
//!
//! A session may nest directories deeply, beyond the limits of paths and open files. All functions
//! here need a stack and a number of descriptors that do not depend on the depth.

use std::fs;
use std::io::{self, ErrorKind};
use std::mem;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::auth::random_nonce;

/// The maximum number of entries of a working directory. More would slow the monitor down.
const MAX_ENTRIES: usize = 100_000;

/// The maximum depth of a working directory.
const MAX_DEPTH: usize = 64;

/// A directory that is removed when it is dropped.
#[derive(Debug)]
pub(super) struct WorkingDirectory {
    /// The path, which is empty once the directory is removed.
    path: PathBuf,
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
        Ok(Self { path: directory.keep() })
    }

    /// Returns the path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the directory and all its content.
    ///
    /// # Errors
    /// If an entry cannot be removed.
    pub(super) fn remove(mut self) -> io::Result<()> {
        remove_all(mem::take(&mut self.path))
    }
}

impl Drop for WorkingDirectory {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // Nothing can be done about entries that cannot be removed.
            let _ = remove_all(mem::take(&mut self.path));
        }
    }
}

/// Removes a directory and all its content. Directories below it move to the top first, so no path
/// is long.
fn remove_all(top: PathBuf) -> io::Result<()> {
    // No entry of the session has such a name.
    let fresh = random_nonce();
    let mut moved = 0_u64;
    make_accessible(&top)?;
    let mut directories = vec![top.clone()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            make_accessible(&entry.path())?;
            moved += 1;
            let to = top.join(format!("{fresh}-{moved}"));
            fs::rename(entry.path(), &to)?;
            directories.push(to);
        }
        if directory != top {
            fs::remove_dir(directory)?;
        }
    }
    fs::remove_dir(top)
}

/// Gives the owner all permissions, without which a directory cannot be listed or moved.
fn make_accessible(directory: &Path) -> io::Result<()> {
    fs::set_permissions(directory, fs::Permissions::from_mode(0o700))
}

/// Returns whether the files below a directory occupy more than `limit` bytes, are too many, or
/// cannot be counted.
pub(super) fn exceeds(path: &Path, limit: u64) -> bool {
    let mut left = MAX_ENTRIES;
    let mut bytes = 0;
    let mut directories = vec![(path.to_path_buf(), 0)];
    while let Some((directory, depth)) = directories.pop() {
        let entries = match fs::read_dir(directory) {
            Ok(entries) => entries,
            Err(error) if hides_content(&error) => return true,
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            let Ok(meta) = entry.metadata() else { continue };
            bytes += meta.blocks() * 512;
            left -= 1;
            if bytes > limit || left == 0 {
                return true;
            }
            if meta.is_dir() {
                if depth == MAX_DEPTH {
                    return true;
                }
                directories.push((entry.path(), depth + 1));
            }
        }
    }
    false
}

/// Returns whether a session can cause this error of a list for all directories that it fills.
fn hides_content(error: &io::Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied || error.raw_os_error() == Some(libc::ENAMETOOLONG)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Nests directories in a new working directory, with a file of 4 MiB in the innermost one.
    fn nested(depth: usize) -> WorkingDirectory {
        let directory = WorkingDirectory::create(None).expect("a directory");
        let (chain, outer) = (directory.path().join("d"), directory.path().join("outer"));
        fs::create_dir(&chain).expect("it is new");
        fs::write(chain.join("file"), vec![7; 4 << 20]).expect("it is new");
        for _ in 1..depth {
            fs::create_dir(&outer).expect("it is new");
            fs::rename(&chain, outer.join("d")).expect("the place is free");
            fs::rename(&outer, &chain).expect("the place is free");
        }
        directory
    }

    #[test]
    fn deep_directories_are_removed_with_a_small_stack() {
        let directory = nested(1500);
        let path = directory.path().to_path_buf();
        let thread = thread::Builder::new().stack_size(64 << 10).spawn(|| directory.remove());
        thread.expect("a thread").join().expect("no panic").expect("all is removed");
        assert!(!path.exists());
    }

    #[test]
    fn a_dropped_directory_is_removed_with_files_and_links() {
        let directory = nested(3);
        let path = directory.path().to_path_buf();
        let outside = WorkingDirectory::create(None).expect("a directory");
        std::os::unix::fs::symlink(outside.path(), path.join("link")).expect("it is new");
        fs::set_permissions(path.join("d/d"), fs::Permissions::from_mode(0o000)).expect("it exists");
        drop(directory);
        assert!(!path.exists() && outside.path().exists());
    }

    #[test]
    fn content_in_deep_directories_exceeds_every_limit() {
        assert!(!exceeds(nested(MAX_DEPTH).path(), 8 << 20));
        assert!(exceeds(nested(MAX_DEPTH).path(), 1 << 20));
        assert!(exceeds(nested(MAX_DEPTH + 2).path(), u64::MAX));
        // A path of 17 names is longer than the system allows.
        let directory = WorkingDirectory::create(None).expect("a directory");
        let (chain, outer) = (directory.path().join("d".repeat(255)), directory.path().join("outer"));
        fs::create_dir(&chain).expect("it is new");
        for _ in 0..20 {
            fs::create_dir(&outer).expect("it is new");
            fs::rename(&chain, outer.join("d".repeat(255))).expect("the place is free");
            fs::rename(&outer, &chain).expect("the place is free");
        }
        assert!(exceeds(directory.path(), u64::MAX));
    }
}
