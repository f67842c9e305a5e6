//! The server: accepts connections and gives each session a process of its own.
//!
//! - A server listens on a loopback address, unless it has a token or is insecure by request.
//! - A session is a process with a working directory that is made for it. Limits of the system
//!   and a monitor bound its memory, time, files and processes. A session that fails ends alone.
//! - The server itself parses only the handshake. All packets are read by the process.
//!
//! ```no_run
//! use objet_rpc::host::{Server, ServerOptions};
//!
//! let server = Server::bind(ServerOptions { key: "board".into(), ..ServerOptions::default() })?;
//! println!("connect to {}", server.address().expect("it listens"));
//! server.wait();
//! # Ok::<(), objet_rpc::host::HostError>(())
//! ```

mod accept;
mod admission;
mod error;
mod functions;
mod kinds_of_end;
mod monitor;
mod options;
mod output;
mod process_limits;
mod process_table;
mod proxy_client;
mod server;
mod session;
mod session_process;
mod settings;
mod state;
mod watchdog;
mod working_directory;

pub use error::HostError;
pub use options::{Limits, ServerOptions, SessionProgram};
pub use server::Server;
pub use session_process::{refuse_session, run_session, run_session_with};
