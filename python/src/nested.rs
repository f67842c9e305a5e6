//! Lists, tuples and dicts as objects, with all that is in them. What is begun waits on a stack of its own, so that they may be as deep as
//! memory allows.

use std::collections::HashSet;

use objet::{Array, Map, ObjectRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString, PyTuple, PyType};

use crate::refusal::{Refusal, article, class_name};
use crate::value;

/// How often in a row an object may stand for another one that does the same.
const MOST_HOPS: usize = 64;

/// How many steps of the way to a place are told.
const MOST_STEPS: usize = 8;

/// Whether an object is made of others, or stands for one.
pub(crate) fn is_nested(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Kind::of(object).map(|kind| kind.is_some())
}

/// A Python value as an object, whatever is in it.
pub(crate) fn object(value: &Bound<'_, PyAny>) -> Result<Option<ObjectRef>, Refusal> {
    let mut way = Way::default();
    let mut next = value.clone();
    loop {
        let mut made = match value::usual_object(&next).map_err(|refusal| way.refused(refusal))? {
            Some(object) => Some(object),
            None => match Kind::of(&next)? {
                Some(kind) => {
                    way.enter(kind, next)?;
                    None
                }
                None => Some(value::single_object(&next).map_err(|refusal| way.refused(refusal))?),
            },
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
enum Kind {
    Array,
    /// Its parts are keys and values by turns.
    Map,
    /// An object whose `__objet__` is what it stands for.
    Stand,
}

impl Kind {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        Ok(if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
            Some(Self::Array)
        } else if object.is_instance_of::<PyDict>() {
            Some(Self::Map)
        } else if !object.is_instance_of::<PyType>() && object.get_type().hasattr("__objet__")? {
            Some(Self::Stand)
        } else {
            None
        })
    }
}

/// Something that was begun.
struct Open<'py> {
    kind: Kind,
    source: Bound<'py, PyAny>,
    /// What was in it when it was begun: Python code may run before it is done, and change it.
    parts: Vec<Bound<'py, PyAny>>,
    /// An object for each of the first parts.
    made: Vec<Option<ObjectRef>>,
}

impl<'py> Open<'py> {
    fn new(kind: Kind, source: Bound<'py, PyAny>) -> PyResult<Self> {
        let parts = match kind {
            Kind::Array => source.try_iter()?.collect::<PyResult<Vec<_>>>()?,
            Kind::Map => {
                let mut parts = Vec::new();
                // A list of its own.
                for entry in source.cast::<PyMapping>()?.items()? {
                    let (key, value) = entry.extract()?;
                    parts.extend([key, value]);
                }
                parts
            }
            Kind::Stand => vec![source.getattr("__objet__")?],
        };
        Ok(Self { kind, source, made: Vec::with_capacity(parts.len()), parts })
    }

    /// The step to the part that is under way.
    fn step(&self) -> String {
        let place = self.made.len();
        match self.kind {
            Kind::Array => format!("[{place}]"),
            Kind::Stand => ".__objet__".into(),
            Kind::Map if place.is_multiple_of(2) => format!(" key {}", place / 2),
            Kind::Map => match self.parts[place - 1].cast::<PyString>() {
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
    /// The addresses of what was begun.
    sources: HashSet<usize>,
    /// How many of the innermost stand for others.
    hops: usize,
}

impl<'py> Way<'py> {
    fn enter(&mut self, kind: Kind, source: Bound<'py, PyAny>) -> Result<(), Refusal> {
        self.hops = if kind == Kind::Stand { self.hops + 1 } else { 0 };
        if !self.sources.insert(source.as_ptr().addr()) || self.hops > MOST_HOPS {
            let class = article(&class_name(&source));
            let message = match kind {
                Kind::Stand if self.hops > MOST_HOPS => format!("{class} stands for others without an end"),
                Kind::Stand => format!("{class} stands for itself"),
                _ => format!("{class} contains itself"),
            };
            return Err(PyValueError::new_err(format!("{message}, at {}", self.place().trim_start())).into());
        }
        self.open.push(Open::new(kind, source)?);
        Ok(())
    }

    /// The object for the innermost, all of whose parts are made.
    fn leave(&mut self) -> Result<Option<ObjectRef>, Refusal> {
        let Some(Open { kind, source, mut made, .. }) = self.open.pop() else {
            unreachable!("something was begun")
        };
        self.sources.remove(&source.as_ptr().addr());
        self.hops = 0;
        match kind {
            Kind::Array => Ok(Some(Array::from(made).into())),
            Kind::Stand => Ok(made.pop().flatten()),
            Kind::Map => {
                let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
                let mut parts = made.into_iter();
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    let key = key.ok_or_else(|| PyTypeError::new_err("a key of a map is never None"))?;
                    map.insert(key, value);
                }
                Ok(Some(map.into()))
            }
        }
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
