//! The settings that a server hands to the process of a session.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The environment variable that holds the settings as JSON.
pub(super) const VARIABLE: &str = "OBJET_RPC_SESSION";

/// The settings of one session.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    /// The name of the server for messages.
    pub(super) name: String,
    /// The patterns of the allowed functions.
    pub(super) allow: Vec<String>,
    /// Whether the client knows Objet's extensions of the protocol.
    pub(super) extensions: bool,
    /// The maximum length of a packet.
    pub(super) packet_bytes: u64,
    /// The maximum size of a file.
    pub(super) file_bytes: u64,
    /// The longest time without a request.
    pub(super) idle: Option<Duration>,
    /// The longest time of a call.
    pub(super) call: Option<Duration>,
    /// Libraries to load.
    pub(super) libraries: Vec<PathBuf>,
}
