//! The commands for sessions on other machines.

mod server;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;

/// Calls functions on other machines, and serves them.
#[derive(clap::Args)]
pub(crate) struct RpcArgs {
    #[command(subcommand)]
    pub(crate) command: RpcCommand,
}

#[derive(Subcommand)]
pub(crate) enum RpcCommand {
    Server(Box<server::ServerArgs>),
    /// Run one session of a server, which starts this command.
    #[command(hide = true)]
    Session,
}

/// An error of a command for sessions.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RpcFailure {
    #[error(transparent)]
    Host(#[from] objet_rpc::host::HostError),
    #[error(transparent)]
    Tls(#[from] objet_rpc::tls::TlsError),
    #[error(transparent)]
    Token(#[from] objet_rpc::auth::TokenFileError),
    #[error("cannot wait for signals: {0}")]
    Signals(#[from] std::io::Error),
}

pub(crate) fn run(command: &RpcCommand) -> Result<ExitCode, Failure> {
    match command {
        RpcCommand::Server(args) => server::run(args).map_err(Failure::from)?,
        RpcCommand::Session => return Ok(objet_rpc::host::run_session()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the log to standard error, one line for each event.
fn log() {
    let colors = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(colors).with_target(false).init();
}
