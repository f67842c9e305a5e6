//! `objet rpc ls`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use objet::rpc::auth::Token;
use objet::rpc::tracker::Summary;
use serde_json::json;

use super::{RpcFailure, connect};
use crate::failure::Failure;
use crate::output::{Output, printable};

/// List the servers of a tracker by key: free servers, busy servers and waiting clients.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc ls
  objet rpc ls --tracker 10.0.0.2:9190 --json")]
pub(crate) struct LsArgs {
    /// The address of the tracker. The default port is 9190.
    #[arg(long, value_name = "HOST[:PORT]", default_value = "127.0.0.1:9190")]
    tracker: String,
    /// The token file of the tracker.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct Row {
    free: u64,
    busy: u64,
    queue: u64,
    servers: Vec<String>,
}

pub(super) fn run(args: &LsArgs) -> Result<(), Failure> {
    let summary = summary(args)?;
    let rows = rows(&summary);
    let mut out = Output::to_stdout();
    if args.json {
        let value: BTreeMap<_, _> = rows
            .iter()
            .map(|(key, row)| {
                let Row { free, busy, queue, servers } = row;
                (key, json!({"free": free, "busy": busy, "queue": queue, "servers": servers}))
            })
            .collect();
        writeln!(out, "{}", json!(value));
        return out.finish();
    }
    let width = rows.keys().map(|key| key.chars().count()).max().unwrap_or_default().max(3);
    writeln!(out, "{:width$}  free  busy  queue  servers", "key");
    for (key, row) in &rows {
        let servers = printable(&row.servers.join(" "));
        let line =
            format!("{:width$}  {:4}  {:4}  {:5}  {servers}", printable(key), row.free, row.busy, row.queue);
        writeln!(out, "{}", line.trim_end());
    }
    out.finish()
}

fn summary(args: &LsArgs) -> Result<Summary, RpcFailure> {
    let token = args.token_file.as_ref().map(Token::from_file).transpose()?;
    Ok(connect::tracker(&args.tracker, token.as_ref())?.summary()?)
}

fn rows(summary: &Summary) -> BTreeMap<&str, Row> {
    let mut rows = BTreeMap::<&str, Row>::new();
    for (key, queue) in &summary.queues {
        let row = rows.entry(key).or_default();
        (row.free, row.queue) = (queue.free, queue.pending);
    }
    for server in &summary.servers {
        let row = rows.entry(&server.key).or_default();
        row.servers.push(format!("{}:{}", server.host, server.port));
    }
    for row in rows.values_mut() {
        row.busy = (row.servers.len() as u64).saturating_sub(row.free);
    }
    rows.retain(|_, row| row.free + row.busy + row.queue > 0);
    rows
}
