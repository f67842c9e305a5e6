//! Differences of graphs, for the Python part of the package.

use std::sync::Arc;

use objet::compare::{Difference, Path, PathStep, StructuralEqual};
use pyo3::prelude::*;

use crate::entry_keys::{EntryKeys, KeySearch, address};
use crate::graph::{detached, object};
use crate::number;

/// A step of a path: its kind, the name or index, and the indices of an entry in both maps.
type Step = (&'static str, Option<String>, Option<usize>, Option<usize>);

/// A difference: its path, and short forms of both values.
type Found = (NativePath, String, String);

/// A path. The paths of one comparison share their steps.
#[pyclass(frozen, module = "objet._objet")]
pub(crate) struct NativePath {
    path: Path,
    /// The keys of the entries on all paths of the comparison.
    keys: Arc<EntryKeys>,
}

#[pymethods]
impl NativePath {
    fn steps(&self) -> Vec<Step> {
        self.path.steps().into_iter().map(|step| self.step(step)).collect()
    }

    fn text(&self) -> String {
        self.path.steps().into_iter().map(|step| self.text_of(step)).collect()
    }

    /// Returns the text of the last steps, at most this number, with `…` in place of the others.
    fn end(&self, count: usize) -> String {
        let (mut path, mut texts) = (self.path.clone(), Vec::new());
        while let Some((before, last)) = path.split_last() {
            if texts.len() == count {
                texts.push("…".into());
                break;
            }
            texts.push(self.text_of(last));
            path = before;
        }
        texts.into_iter().rev().collect()
    }

    /// Returns the path without its last step, this step, and a number that stands for the path
    /// among those of its comparison. Returns `None` for the path of the root.
    fn split_last(&self) -> Option<(Self, Step, usize)> {
        let (before, last) = self.path.split_last()?;
        Some((Self { path: before, keys: self.keys.clone() }, self.step(last), address(last)))
    }
}

impl NativePath {
    fn text_of(&self, step: &PathStep) -> String {
        match self.keys.get(&address(step)) {
            Some(key) => format!("[{key}]"),
            None => step.to_string(),
        }
    }

    fn step(&self, step: &PathStep) -> Step {
        match step {
            PathStep::Field(name) => ("field", Some(name.clone()), None, None),
            PathStep::Index(index) => ("index", None, Some(*index), Some(*index)),
            PathStep::Key(key) => ("key", Some(key.clone()), None, None),
            PathStep::Entry { key, lhs, rhs } => {
                ("entry", Some(self.keys.get(&address(step)).unwrap_or(key).clone()), *lhs, *rhs)
            }
            PathStep::KeyOf { lhs, rhs } => ("key of", None, Some(*lhs), *rhs),
            other => unreachable!("an unknown step {other:?}"),
        }
    }
}

/// Returns the differences of two graphs, at most `limit`.
#[pyfunction]
pub(crate) fn differences(
    py: Python<'_>,
    lhs: &Bound<'_, PyAny>,
    rhs: &Bound<'_, PyAny>,
    limit: Option<i64>,
    map_free_vars: bool,
) -> PyResult<Vec<Found>> {
    let compare = StructuralEqual::new().map_free_vars(map_free_vars);
    let (lhs, rhs) = (object(lhs)?, object(rhs)?);
    let limit = limit.map_or(Ok(usize::MAX), |limit| number::count("limit", limit))?;
    let (found, keys) = detached(py, || {
        let found = compare.differences(&lhs, &rhs, limit);
        let mut search = KeySearch::new(&lhs, &rhs);
        found.iter().for_each(|difference| search.visit(&difference.path));
        (found, Arc::new(search.into_keys()))
    })?;
    let tuple = |found: Difference| {
        let path = NativePath { path: found.path, keys: keys.clone() };
        (path, found.lhs, found.rhs)
    };
    Ok(found.into_iter().map(tuple).collect())
}
