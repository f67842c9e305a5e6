//! How clients connect to a server.

use std::net::SocketAddr;
use std::path::Path;

use super::ServerArgs;

impl ServerArgs {
    /// Returns the commands by which clients connect: that of the command line, and that of TVM's
    /// Python package, which cannot encrypt.
    pub(super) fn hint(&self, address: Option<SocketAddr>, fingerprint: Option<&str>) -> String {
        let listening = address.map(|address| match address.ip().is_unspecified() {
            true => format!("HOST:{}", address.port()),
            false => address.to_string(),
        });
        let by = self.tracker.as_ref().or(self.proxy.as_ref()).cloned().or(listening).unwrap_or_default();
        let ticket = self.token_file.as_deref().map(|file| ticket(file, &self.key));
        let mut command = format!("objet rpc bench {by}");
        if self.tracker.is_some() {
            command += " --by-tracker";
        }
        match (&ticket, &self.token_file) {
            // Behind a proxy, only tickets authenticate.
            (Some(ticket), _) if self.proxy.is_some() => command += &format!(" --key \"$({ticket})\""),
            (_, token_file) => {
                if !self.key.is_empty() {
                    command += &format!(" --key {}", word(&self.key));
                }
                if let Some(file) = token_file {
                    command += &format!(" --token-file {}", word(&file.to_string_lossy()));
                }
            }
        }
        if let Some(fingerprint) = fingerprint.filter(|_| self.proxy.is_none()) {
            return format!("connect by `{command} --tls-fingerprint {fingerprint}`");
        }
        let (host, port) = by.rsplit_once(':').unwrap_or((&by, "9190"));
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let key = if ticket.is_some() { "KEY".into() } else { format!("{:?}", self.key) };
        let python = match self.tracker {
            Some(_) => format!("tvm.rpc.connect_tracker({host:?}, {port}).request({key})"),
            None => format!("tvm.rpc.connect({host:?}, {port}, key={key})"),
        };
        let of_ticket = ticket.map(|ticket| format!(", where `{ticket}` prints KEY")).unwrap_or_default();
        format!("connect by `{command}` or {python}{of_ticket}")
    }
}

/// Returns the command that prints a key with a ticket.
fn ticket(file: &Path, key: &str) -> String {
    format!("objet rpc ticket --token-file {} --key {}", word(&file.to_string_lossy()), word(key))
}

/// Returns a text as one word of a shell.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:,@+=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.into();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
