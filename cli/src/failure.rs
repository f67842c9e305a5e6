//! Errors of commands.

use std::io;

use objet::fields::ReflectError;
use objet::graph::GraphError;
use objet_ir::op::OpError;

use crate::style::ERROR;

/// An error with exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{name}: {source}")]
    Read { name: String, source: io::Error },
    #[error("{name}: {source}")]
    Graph { name: String, source: Box<GraphError> },
    #[error("{name}: no node {found}, the nodes have the numbers 1 to {last}")]
    NoNode { name: String, last: usize, found: usize },
    #[error("{name}: the root is null, there is nothing to show")]
    NullRoot { name: String },
    #[error("standard input can be read only once: give one of the files by its path")]
    StdinTwice,
    #[error(transparent)]
    Type(#[from] ReflectError),
    #[error(transparent)]
    Op(#[from] OpError),
    #[error(transparent)]
    Rpc(#[from] crate::rpc::RpcFailure),
    #[error("cannot write {name}: it is the input file")]
    OverInput { name: String },
    #[error("cannot write {name}: {source}")]
    Write { name: String, source: io::Error },
}

impl Failure {
    /// Prints the error to standard error. Control characters are replaced, because excerpts of
    /// files could contain control sequences of the terminal.
    pub(crate) fn report(&self) {
        // Errors of servers have tracebacks of several lines.
        let is_kept = |character| character == '\n' && matches!(self, Self::Rpc(_));
        let is_replaced = |character: char| character.is_control() && !is_kept(character);
        let text = self.to_string().replace(is_replaced, "\u{fffd}");
        anstream::eprintln!("{ERROR}error{ERROR:#}: {text}");
    }
}
