//! Files with graphs.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use objet::{GraphError, LoadJson, ObjectRef};
use objet_view::{Selection, View};

use crate::args::PartArgs;
use crate::failure::Failure;
use crate::progress::Progress;

/// A file that was read.
pub(crate) struct Input {
    /// As it was given.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) progress: Progress,
}

impl Input {
    /// Reads a file, or standard input if it is `-`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let bytes = if is_stdin(path) { read_stdin() } else { fs::read(path) };
        match bytes {
            Ok(bytes) => Ok(Self { name, progress: Progress::of(bytes.len()), bytes }),
            Err(source) => Err(Failure::Read { name, source }),
        }
    }

    /// The root of its graph, which may be null. Types that are not known are kept as they are.
    ///
    /// # Errors
    /// If it is not a graph.
    pub(crate) fn load(&self) -> Result<Option<ObjectRef>, Failure> {
        let root = LoadJson::new().keep_unknown(true).load(self.progress.reading(&*self.bytes));
        self.progress.step("working");
        root.map_err(|source| self.failure(source))
    }

    /// Its graph, to be looked at. Progress ends here.
    ///
    /// # Errors
    /// If it could not be saved.
    pub(crate) fn view(&self, root: Option<&ObjectRef>) -> Result<View, Failure> {
        let view = View::of(root).map_err(|error| self.failure(error))?;
        self.progress.finish();
        Ok(view)
    }

    /// The part of the graph that is asked for.
    ///
    /// # Errors
    /// If there is no node where it begins.
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

    /// The failure that an error with the graph is.
    pub(crate) fn failure(&self, source: GraphError) -> Failure {
        Failure::Graph { name: self.name.clone(), source: Box::new(source) }
    }
}

/// Whether standard input is meant.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn read_stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}
