//! Lists, tuples and dicts as objects, with all that is in them. What is begun waits on a stack of its own, so that they may be as deep as
//! memory allows.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use objet::{Array, Map, ObjectRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString, PyTuple};

use crate::refusal::{Refusal, article, class_name};
use crate::value;

/// How often in a row an object may stand for another one that does the same.
const MOST_HOPS: usize = 64;

/// How many steps of the way to a place are told.
const MOST_STEPS: usize = 8;

/// A Python value as an object, whatever is in it.
pub(crate) fn object(value: &Bound<'_, PyAny>) -> Result<Option<ObjectRef>, Refusal> {
    let mut way = Way::default();
    let mut next = value.clone();
    loop {
        let mut made = match value::single_object(&next).map_err(|refusal| way.refused(refusal))? {
            Ok(object) => Some(object),
            Err(kind) => way.enter(kind, next)?,
        };
        next = loop {
            let Some(innermost) = way.open.last_mut() else {
                return Ok(made.unwrap_or_else(|| unreachable!("all that was begun is done")));
            };
            innermost.made.extend(made.take());
            match innermost.parts.get(innermost.made.len()) {
                Some(part) => break part.clone(),
                None => made = Some(way.leave()?),
            }
        };
    }
}

/// What is made of other objects.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Nested {
    Array,
    /// Its parts are keys and values by turns.
    Map,
    /// An object whose `__objet__` is what it stands for.
    Stand,
}

impl Nested {
    /// What a list, a tuple or a dict is.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
            Some(Self::Array)
        } else {
            object.is_instance_of::<PyDict>().then_some(Self::Map)
        }
    }
}

/// Something that was begun.
struct Open<'py> {
    kind: Nested,
    source: Bound<'py, PyAny>,
    /// What was in it when it was begun: Python code may run before it is done, and change it.
    parts: Vec<Bound<'py, PyAny>>,
    /// An object for each of the first parts.
    made: Vec<Option<ObjectRef>>,
}

/// What an object stands for: what the method `__objet__` of its class gives, or the property of that name.
fn stood_for<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let name = intern!(source.py(), "__objet__");
    match source.get_type().getattr(name)?.is_callable() {
        true => source.call_method0(name),
        false => source.getattr(name),
    }
}

impl<'py> Open<'py> {
    fn new(kind: Nested, source: Bound<'py, PyAny>) -> PyResult<Self> {
        let parts = match kind {
            Nested::Array => source.try_iter()?.collect::<PyResult<Vec<_>>>()?,
            Nested::Map => {
                let mut parts = Vec::new();
                // A list of its own.
                for entry in source.cast::<PyMapping>()?.items()? {
                    let (key, value) = entry.extract()?;
                    parts.extend([key, value]);
                }
                parts
            }
            Nested::Stand => vec![stood_for(&source)?],
        };
        Ok(Self { kind, source, made: Vec::with_capacity(parts.len()), parts })
    }

    /// The step to the part that is under way.
    fn step(&self) -> String {
        let place = self.made.len();
        match self.kind {
            Nested::Array => format!("[{place}]"),
            Nested::Stand => ".__objet__".into(),
            Nested::Map if place.is_multiple_of(2) => format!(" key {}", place / 2),
            Nested::Map => match self.parts[place - 1].cast::<PyString>() {
                Ok(key) => format!("[{:?}]", key.to_string_lossy()),
                Err(_) => format!(" value {}", place / 2),
            },
        }
    }
}

/// All that was begun, the outermost first.
#[derive(Default)]
struct Way<'py> {
    open: Vec<Open<'py>>,
    /// What was met, by address, and what it is if it is done: so that what is shared stays shared, and is gone into once. It is kept
    /// here, so that its address stays its own.
    met: HashMap<usize, (Bound<'py, PyAny>, Option<Option<ObjectRef>>)>,
    /// How many of the innermost stand for others.
    hops: usize,
}

impl<'py> Way<'py> {
    /// Begins something, or gives what was made of it already.
    fn enter(
        &mut self,
        kind: Nested,
        source: Bound<'py, PyAny>,
    ) -> Result<Option<Option<ObjectRef>>, Refusal> {
        self.hops = if kind == Nested::Stand { self.hops + 1 } else { 0 };
        let is_under_way = match self.met.entry(source.as_ptr().addr()) {
            Entry::Occupied(entry) => match &entry.get().1 {
                Some(object) => return Ok(Some(object.clone())),
                None => true,
            },
            Entry::Vacant(entry) => {
                entry.insert((source.clone(), None));
                false
            }
        };
        if is_under_way || self.hops > MOST_HOPS {
            let class = article(&class_name(&source));
            let message = match kind {
                Nested::Stand if self.hops > MOST_HOPS => format!("{class} stands for others without an end"),
                Nested::Stand => format!("{class} stands for itself"),
                _ => format!("{class} contains itself"),
            };
            return Err(PyValueError::new_err(format!("{message}, at {}", self.place().trim_start())).into());
        }
        self.open.push(Open::new(kind, source)?);
        Ok(None)
    }

    /// The object for the innermost, all of whose parts are made.
    fn leave(&mut self) -> Result<Option<ObjectRef>, Refusal> {
        let Some(Open { kind, source, mut made, .. }) = self.open.pop() else {
            unreachable!("something was begun")
        };
        self.hops = 0;
        let object = match kind {
            Nested::Array => Some(Array::from(made).into()),
            Nested::Stand => made.pop().flatten(),
            Nested::Map => {
                let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
                let mut parts = made.into_iter();
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    let key = key.ok_or_else(|| PyTypeError::new_err("a key of a map is never None"))?;
                    map.insert(key, value);
                }
                Some(map.into())
            }
        };
        self.met.insert(source.as_ptr().addr(), (source, Some(object.clone())));
        Ok(object)
    }

    /// The way to what is under way, its end if it is long.
    fn place(&self) -> String {
        let hidden = self.open.len().saturating_sub(MOST_STEPS);
        let steps = self.open[hidden..].iter().map(Open::step);
        let start = if hidden > 0 { "..." } else { "" };
        std::iter::once(start.to_owned()).chain(steps).collect()
    }

    fn refused(&self, refusal: Refusal) -> Refusal {
        refusal.inside(|| self.place())
    }
}
