//! `objet rpc proxy`.

use std::path::PathBuf;
use std::time::Duration;

use objet::rpc::auth::Token;
use objet::rpc::proxy::{Proxy, ProxyOptions};

use super::RpcFailure;

/// Connect clients to servers behind a firewall: both connect to the proxy.
///
/// The proxy listens on this machine only, unless peers are authenticated by tickets.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc proxy
  objet rpc proxy --host 0.0.0.0 --token-file ~/.objet-token --wait 60")]
pub(crate) struct ProxyArgs {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// The first port to try; 0 is any free port.
    #[arg(long, default_value_t = 9090)]
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
    /// The longest time that a server or a client waits for the other side, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    wait: u64,
}

/// Serves until a signal.
pub(super) fn run(args: &ProxyArgs) -> Result<(), RpcFailure> {
    super::log();
    objet::rpc::raise_file_limit().map_err(RpcFailure::FileLimit)?;
    let proxy = Proxy::bind(ProxyOptions {
        host: args.host.clone(),
        port: args.port,
        port_end: args.port_end,
        token: args.token_file.as_ref().map(Token::from_file).transpose()?,
        insecure: args.insecure,
        wait: Duration::from_secs(args.wait),
        ..ProxyOptions::default()
    })?;
    let address = proxy.address();
    let (host, port) = (address.ip(), address.port());
    proxy.wait_for_signal(|| {
        tracing::info!(
            "proxy listens on {address}; connect with `objet rpc server --proxy {address} --key KEY` and \
             tvm.rpc.connect(\"{host}\", {port}, key=\"KEY\")"
        );
        super::warn_if_open(args.insecure && args.token_file.is_none());
    })?;
    tracing::info!("stopped");
    Ok(())
}
