//! `objet rpc token` and `objet rpc ticket`.

use std::path::PathBuf;
use std::time::Duration;

use objet::rpc::auth::Token;

use super::RpcFailure;
use crate::failure::Failure;
use crate::output::Output;

/// Make a token file, which servers, trackers, proxies and clients share.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc token --file ~/.objet-token")]
pub(crate) struct TokenArgs {
    /// The file to create. Only its owner can read it.
    #[arg(long, value_name = "FILE", default_value = "objet-token")]
    file: PathBuf,
}

/// Print a key with a ticket, for clients such as TVM's that have no token.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc ticket --token-file ~/.objet-token --key board --lifetime 1h")]
pub(crate) struct TicketArgs {
    /// The token file.
    #[arg(long, value_name = "FILE")]
    token_file: PathBuf,
    /// The key of the server.
    #[arg(long, default_value = "", value_parser = key)]
    key: String,
    /// The time until the ticket expires, which ends with s, m, h or d.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = lifetime)]
    lifetime: Duration,
}

fn key(text: &str) -> Result<String, &'static str> {
    let is_word = !text.contains(char::is_whitespace);
    if is_word { Ok(text.into()) } else { Err("a key is one word") }
}

fn lifetime(text: &str) -> Result<Duration, &'static str> {
    let seconds = super::in_units(text, &[('s', 1), ('m', 60), ('h', 3600), ('d', 24 * 3600)]);
    seconds.map(Duration::from_secs).ok_or("expected a number that ends with s, m, h or d")
}

pub(super) fn run(args: &TokenArgs) -> Result<(), Failure> {
    Token::generate().create_file(&args.file).map_err(RpcFailure::from)?;
    let mut out = Output::to_stdout();
    writeln!(out, "{}", args.file.display());
    out.finish()
}

pub(super) fn run_ticket(args: &TicketArgs) -> Result<(), Failure> {
    let token = Token::from_file(&args.token_file).map_err(RpcFailure::from)?;
    let mut out = Output::to_stdout();
    writeln!(out, "{} -ticket={}", args.key, token.ticket(&args.key, args.lifetime));
    out.finish()
}
