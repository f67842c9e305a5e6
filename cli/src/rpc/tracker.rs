//! `objet rpc tracker`.

use std::path::PathBuf;

use objet::rpc::auth::Token;
use objet::rpc::tracker::{Tracker, TrackerOptions};

use super::RpcFailure;

/// Hand out servers by key: servers register, and clients request one.
///
/// The tracker listens on this machine only, unless peers are authenticated.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc tracker
  objet rpc tracker --host 0.0.0.0 --token-file ~/.objet-token")]
pub(crate) struct TrackerArgs {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// The first port to try; 0 is any free port.
    #[arg(long, default_value_t = 9190)]
    port: u16,
    /// The port behind the last one to try.
    #[arg(long, default_value_t = 9199)]
    port_end: u16,
    /// The file with the secret of peers, which only its owner can read.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Serve without authentication, even for other machines.
    #[arg(long)]
    insecure: bool,
}

/// Serves until a signal.
pub(super) fn run(args: &TrackerArgs) -> Result<(), RpcFailure> {
    super::log();
    objet::rpc::raise_file_limit().map_err(RpcFailure::FileLimit)?;
    let tracker = Tracker::bind(TrackerOptions {
        host: args.host.clone(),
        port: args.port,
        port_end: args.port_end,
        token: args.token_file.as_ref().map(Token::from_file).transpose()?,
        insecure: args.insecure,
        ..TrackerOptions::default()
    })?;
    let address = tracker.address();
    let (host, port) = (address.ip(), address.port());
    tracker.wait_for_signal(|| {
        tracing::info!(
            "tracker listens on {address}; connect with `objet rpc ls --tracker {address}` or \
             tvm.rpc.connect_tracker(\"{host}\", {port})"
        );
        super::warn_if_open(args.insecure && args.token_file.is_none());
    })?;
    tracing::info!("stopped");
    Ok(())
}
