//! Errors of commands.

use std::io;
use std::str::Utf8Error;

use objet::fields::ReflectError;
use objet::graph::GraphError;
use objet_ir::op::OpError;
use objet_relay::infer::InferError;
use objet_relay::text::{ParseError, TextError};

use crate::style::ERROR;

/// An error with exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{name}: {source}")]
    Read { name: String, source: io::Error },
    #[error("{name}: {source}")]
    Graph { name: String, source: Box<GraphError> },
    /// Errors of a program in text form. Their text names the file.
    #[error(transparent)]
    Parse(#[from] ParseError),
    #[error(transparent)]
    Infer(#[from] InferError),
    #[error("{name}: {source}")]
    Print { name: String, source: Box<TextError> },
    #[error(
        "{name}: the root is {root}, and a program in text form is an IRModule; `objet show` prints any \
         graph, and --lossy writes a text that cannot be read back"
    )]
    NotProgram { name: String, root: String },
    #[error("{name}: the text of the graph cannot be read back: {found}; use --lossy to write it anyway")]
    NotReadAgain { name: String, found: String },
    /// The text of a graph reads back as another graph.
    #[error(
        "{name}: the text form cannot hold the graph exactly: {difference} in the text; use --lossy to \
         write it anyway"
    )]
    Lossy { name: String, difference: String },
    #[error("{name}: the text is not UTF-8: byte {} is invalid", source.valid_up_to())]
    NotUtf8 { name: String, source: Utf8Error },
    #[error("{name}: no node {found}, the nodes have the numbers 1 to {last}")]
    NoNode { name: String, last: usize, found: usize },
    #[error("{name}: the root is null, there is nothing to show")]
    NullRoot { name: String },
    #[error("standard input can be read only once: give one of the files by its path")]
    StdinTwice,
    #[error("{name}: no node has the type {found:?}, and no linked type has this key{hint}")]
    NoType { name: String, found: String, hint: String },
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
        // Errors of servers have tracebacks of several lines, and errors of programs source lines.
        let is_program = matches!(self, Self::Parse(_) | Self::Infer(_));
        let is_kept = |character| match character {
            '\n' => is_program || matches!(self, Self::Rpc(_)),
            '\t' => is_program,
            _ => false,
        };
        let is_replaced = |character: char| character.is_control() && !is_kept(character);
        let text = self.to_string().replace(is_replaced, "\u{fffd}");
        match text.strip_prefix("error: ") {
            Some(text) if is_program => anstream::eprintln!("{ERROR}error{ERROR:#}: {text}"),
            _ if is_program => anstream::eprintln!("{text}"),
            _ => anstream::eprintln!("{ERROR}error{ERROR:#}: {text}"),
        }
    }
}
