//! The limit of open files, of which each connection needs one.
//!
//! Invariants of the unsafe code:
//! - Both functions of the system get a pointer to a local `rlimit` that lives during the call.

#![expect(unsafe_code, reason = "the standard library has no access to resource limits")]

use std::io;

/// Raises the limit of open files of this process as far as it may be raised, and returns it.
///
/// # Errors
/// If the system refuses.
pub fn raise_file_limit() -> io::Result<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is a valid place for the result.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    if limit.rlim_cur < limit.rlim_max {
        limit.rlim_cur = limit.rlim_max;
        // SAFETY: `limit` is initialized.
        if unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &limit) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(limit.rlim_cur)
}
