//! The commands for sessions on other machines.

mod bench;
mod connect;
mod ls;
mod proxy;
mod run;
mod server;
mod token;
mod tracker;

use std::io::IsTerminal;
use std::path::PathBuf;
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
    Tracker(tracker::TrackerArgs),
    Proxy(proxy::ProxyArgs),
    Ls(ls::LsArgs),
    Run(run::RunArgs),
    Bench(bench::BenchArgs),
    Token(token::TokenArgs),
    Ticket(token::TicketArgs),
    /// Run one session of a server, which starts this command.
    #[command(hide = true)]
    Session,
}

/// An error of a command for sessions.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RpcFailure {
    #[error(transparent)]
    Host(#[from] objet::rpc::host::HostError),
    #[error(transparent)]
    Tls(#[from] objet::rpc::tls::TlsError),
    #[error(transparent)]
    Token(#[from] objet::rpc::auth::TokenFileError),
    #[error(transparent)]
    Tracker(#[from] objet::rpc::tracker::TrackerError),
    #[error(transparent)]
    Bind(#[from] objet::rpc::BindError),
    #[error(transparent)]
    Connect(#[from] objet::rpc::RpcError),
    #[error("{0}")]
    Call(#[from] objet::function::RuntimeError),
    #[error("cannot read {}: {source}", path.display())]
    ReadModule { path: PathBuf, source: std::io::Error },
    #[error("{} has no file name", path.display())]
    NoName { path: PathBuf },
    #[error("cannot raise the limit of open files: {0}")]
    FileLimit(std::io::Error),
    #[error("cannot wait for signals: {0}")]
    Signals(#[from] std::io::Error),
}

pub(crate) fn run(command: &RpcCommand) -> Result<ExitCode, Failure> {
    match command {
        RpcCommand::Server(args) => server::run(args)?,
        RpcCommand::Tracker(args) => tracker::run(args)?,
        RpcCommand::Proxy(args) => proxy::run(args)?,
        RpcCommand::Ls(args) => ls::run(args)?,
        RpcCommand::Run(args) => run::run(args)?,
        RpcCommand::Bench(args) => bench::run(args)?,
        RpcCommand::Token(args) => token::run(args)?,
        RpcCommand::Ticket(args) => token::run_ticket(args)?,
        RpcCommand::Session => return Ok(objet::rpc::host::run_session()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the log to standard error, one line for each event.
fn log() {
    let colors = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(colors).with_target(false).init();
}

/// Returns the number at the start of a text, times the factor of the unit at its end, if any.
fn in_units(text: &str, units: &[(char, u64)]) -> Option<u64> {
    let unit = units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(*unit)?, *factor)));
    let (digits, factor) = unit.unwrap_or((text, 1));
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

/// Warns that a service has no authentication.
fn warn_if_open(is_open: bool) {
    if is_open {
        tracing::warn!("INSECURE: every machine that reaches this address can connect");
    }
}
