//! Input files and their graphs.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use objet::graph::{GraphError, LoadJson, SaveJson};
use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_relay::text::parse_module;
use objet_view::{Selection, View};

use crate::args::PartArgs;
use crate::failure::Failure;
use crate::progress::Progress;

/// The contents of an input file.
pub(crate) struct Input {
    /// The path from the command line.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) progress: Progress,
}

impl Input {
    /// Reads a file, or standard input for the path `-`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let bytes = if is_standard_stream(path) { read_stdin() } else { fs::read(path) };
        match bytes {
            Ok(bytes) => Ok(Self { name, progress: Progress::of(bytes.len()), bytes }),
            Err(source) => Err(Failure::Read { name, source }),
        }
    }

    /// Loads the graph and returns its root, which may be null. Nodes of unknown types are kept as
    /// opaque nodes. The graph of a text is its module.
    ///
    /// # Errors
    /// If the file is not a graph and not a program.
    pub(crate) fn load(&self) -> Result<Option<ObjectRef>, Failure> {
        self.load_with_format().map(|(root, _)| root)
    }

    /// Works like [`Input::load`], and returns the options that save a graph in the format of the
    /// file.
    ///
    /// # Errors
    /// Errors of [`Input::load`].
    pub(crate) fn load_with_format(&self) -> Result<(Option<ObjectRef>, SaveJson), Failure> {
        if self.is_text() {
            return Ok((Some(self.parse()?.upcast()), SaveJson::default()));
        }
        let load = LoadJson::new().keep_unknown(true);
        let loaded = load.load_with_format(self.progress.reading(&*self.bytes));
        self.progress.step("working");
        loaded.map_err(|source| self.failure(source))
    }

    /// Whether the file is a program in Relay's text form.
    pub(crate) fn is_text(&self) -> bool {
        self.name.ends_with(".rly") || self.bytes.trim_ascii_start().starts_with(b"#[version")
    }

    /// Parses a program in Relay's text form.
    ///
    /// # Errors
    /// If the text has errors.
    pub(crate) fn parse(&self) -> Result<IRModule, Failure> {
        let text = std::str::from_utf8(&self.bytes)
            .map_err(|source| Failure::NotUtf8 { name: self.name.clone(), source })?;
        Ok(parse_module(&self.name, text)?)
    }

    /// Returns a view of the graph, and removes the progress line.
    ///
    /// # Errors
    /// If the graph cannot be saved.
    pub(crate) fn view(&self, root: Option<&ObjectRef>) -> Result<View, Failure> {
        let view = match (View::of(root), root) {
            // Files of other formats can have objects that have no numbers in files of TVM 0.8.
            (Err(GraphError::NotSaved { .. } | GraphError::NullTensor { .. }), Some(root)) => {
                View::near(root, usize::MAX)
            }
            (view, _) => view.map_err(|error| self.failure(error))?,
        };
        self.progress.finish();
        Ok(view)
    }

    /// Returns the part of the graph that the arguments select.
    ///
    /// # Errors
    /// If the root is null, or if there is no node with the number `args.root`.
    pub(crate) fn part(&self, view: &View, args: &PartArgs) -> Result<Selection, Failure> {
        if view.len() == 1 {
            return Err(Failure::NullRoot { name: self.name.clone() });
        }
        if !view.numbers().contains(&args.root) {
            let (last, found) = (view.len() - 1, args.root);
            return Err(Failure::NoNode { name: self.name.clone(), last, found });
        }
        Ok(view.select(args.root, args.depth.unwrap_or(usize::MAX)))
    }

    /// Adds the name of the file to an error.
    pub(crate) fn failure(&self, source: GraphError) -> Failure {
        Failure::Graph { name: self.name.clone(), source: Box::new(source) }
    }
}

/// Whether the path means standard input, or standard output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Tests that at most one of the paths is standard input.
///
/// # Errors
/// If several are.
pub(crate) fn expect_stdin_once<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    match paths.into_iter().filter(|path| is_standard_stream(path)).nth(1) {
        Some(_) => Err(Failure::StdinTwice),
        None => Ok(()),
    }
}

fn read_stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}
