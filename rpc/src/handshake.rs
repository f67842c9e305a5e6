//! The handshake that precedes the packets of a connection.
//!
//! Both sides send a magic number and a key. A key is `client:` or `server:`, the match key, and
//! options that are separated by blanks. TVM 0.8 knows the option `-timeout=<seconds>` and ignores
//! others, so the other options are visible to Objet only.

pub(crate) mod blocking;
mod key;

pub use blocking::accept;
pub use key::{Key, KeyError, Role};

/// The magic number of a connection to a server or a proxy.
pub const MAGIC: i32 = 0xff271;

/// The answer to a handshake whose key a waiting connection has already.
pub const DUPLICATE: i32 = MAGIC + 1;

/// The answer to a handshake whose key does not match.
pub const MISMATCH: i32 = MAGIC + 2;

/// The magic number of a connection to a tracker.
pub const TRACKER_MAGIC: i32 = 0x2f271;

/// Maximum length of a key in bytes. TVM has no limit.
pub const MAX_KEY_BYTES: usize = 4096;
