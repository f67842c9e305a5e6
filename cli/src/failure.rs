//! What keeps a command from doing what it is asked.

use std::io;

use objet::{GraphError, ReflectError};
use objet_ir::op::OpError;

use crate::style::ERROR;

/// Why a command ends with 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{name}: {source}")]
    Read { name: String, source: io::Error },
    #[error("{name}: {source}")]
    Graph { name: String, source: Box<GraphError> },
    #[error("{name}: expected the number of a node, which is from 1 to {last}, found {found}")]
    NoNode { name: String, last: usize, found: usize },
    #[error("{name}: the root is null, there is nothing to show")]
    NullRoot { name: String },
    #[error("standard input can be read once only")]
    StdinTwice,
    #[error(transparent)]
    Type(#[from] ReflectError),
    #[error(transparent)]
    Op(#[from] OpError),
    #[error("cannot write {name}: it is the file that is read, and would be lost")]
    OverInput { name: String },
    #[error("cannot write {name}: {source}")]
    Write { name: String, source: io::Error },
}

impl Failure {
    /// Says it on standard error. Excerpts of files may have bytes that a terminal would obey.
    pub(crate) fn report(&self) {
        let text = self.to_string().replace(|character: char| character.is_control(), "\u{fffd}");
        anstream::eprintln!("{ERROR}error{ERROR:#}: {text}");
    }
}
