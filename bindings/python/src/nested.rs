//! Conversion of nested lists, tuples and dicts to objects. The open containers are kept on an
//! explicit stack, so only memory limits the depth.

use std::collections::hash_map::Entry;

use objet::walk::ObjectHashMap;
use objet::{Array, Map, ObjectRef};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PySequence, PyString, PyTuple};

use crate::conversion_error::{ConversionError, article, class_name};
use crate::signals::LoopSteps;
use crate::simple_items::SimpleItems;
use crate::value;

/// Maximum number of `__objet__` conversions in a row.
const MAX_PROXY_DEPTH: usize = 64;

/// Maximum number of path steps in a message.
const MAX_STEPS: usize = 8;

/// Converts a Python value and its content to an object.
pub(crate) fn object(value: &Bound<'_, PyAny>) -> Result<Option<ObjectRef>, ConversionError> {
    let mut converter = Converter::default();
    let mut next = value.clone();
    let mut steps = LoopSteps::default();
    loop {
        steps.count(value.py())?;
        let mut made = match value::single_object(&next).map_err(|error| converter.located(error))? {
            Ok(object) => Some(object),
            Err(kind) => converter.enter(kind, next)?,
        };
        next = loop {
            let Some(innermost) = converter.frames.last_mut() else {
                return Ok(made.unwrap_or_else(|| unreachable!("the outermost value is converted")));
            };
            if matches!(made, Some(None)) && innermost.is_at_key() {
                let key = &innermost.parts[innermost.made.len()];
                let error = ConversionError::new(key, "cannot be the key of a map");
                return Err(converter.located(error));
            }
            innermost.made.extend(made.take());
            match innermost.parts.get(innermost.made.len() - innermost.skipped) {
                Some(part) => break part.clone(),
                None => made = Some(converter.leave()?),
            }
        };
    }
}

/// A value that is made of other values.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Nested {
    Array,
    /// A map. Its parts are alternating keys and values.
    Map,
    /// An object with `__objet__`. The conversion uses the result of `__objet__` instead.
    Proxy,
}

impl Nested {
    /// Returns the kind of a list, a tuple or a dict.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
            Some(Self::Array)
        } else {
            object.is_instance_of::<PyDict>().then_some(Self::Map)
        }
    }

    /// Returns the kind of any `collections.abc.Sequence` or `Mapping`, such as a `range` or a
    /// `deque`.
    pub(crate) fn by_interface(object: &Bound<'_, PyAny>) -> Option<Self> {
        if object.cast::<PySequence>().is_ok() {
            Some(Self::Array)
        } else {
            object.cast::<PyMapping>().is_ok().then_some(Self::Map)
        }
    }
}

/// A container that is being converted.
struct Frame<'py> {
    kind: Nested,
    source: Bound<'py, PyAny>,
    /// The content when Python code may run for the first time, without the first `skipped` parts.
    /// Python code that runs during the conversion may change the container.
    parts: Vec<Bound<'py, PyAny>>,
    /// The number of parts that were converted at the start, and are not in `parts`.
    skipped: usize,
    /// The converted objects of the first parts.
    made: Vec<Option<ObjectRef>>,
}

/// Returns the items of a sequence.
fn items<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (mut items, mut steps) = (Vec::new(), LoopSteps::default());
    for item in sequence.try_iter()? {
        steps.count(sequence.py())?;
        items.push(item?);
    }
    Ok(items)
}

/// Returns the alternating keys and values of a mapping.
fn keys_and_values<'py>(mapping: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(dict) = mapping.cast_exact::<PyDict>() {
        // No Python code runs here, so nothing changes the dict.
        return Ok(dict.iter().flat_map(|(key, value)| [key, value]).collect());
    }
    let (mut parts, mut steps) = (Vec::new(), LoopSteps::default());
    // `items` returns a new list.
    for entry in mapping.cast::<PyMapping>()?.items()? {
        steps.count(mapping.py())?;
        let (key, value) = entry.extract()?;
        parts.extend([key, value]);
    }
    Ok(parts)
}

/// Returns the result of `__objet__`, which is a method or a property of the class.
fn proxied<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let name = intern!(source.py(), "__objet__");
    match source.get_type().getattr(name)?.is_callable() {
        true => source.call_method0(name),
        false => source.getattr(name),
    }
}

impl<'py> Frame<'py> {
    fn new(kind: Nested, source: Bound<'py, PyAny>, simple_items: &mut SimpleItems) -> PyResult<Self> {
        let (made, parts) = match kind {
            Nested::Array => {
                if let Ok(list) = source.cast_exact::<PyList>() {
                    let made = simple_items.of_list(list)?;
                    let rest = (made.len()..list.len()).map(|index| list.get_item(index));
                    let parts = rest.collect::<PyResult<_>>()?;
                    return Ok(Self { skipped: made.len(), kind, source, parts, made });
                }
                if let Ok(tuple) = source.cast_exact::<PyTuple>() {
                    let made = simple_items.of_tuple(tuple)?;
                    let rest = (made.len()..tuple.len()).map(|index| tuple.get_item(index));
                    let parts = rest.collect::<PyResult<_>>()?;
                    return Ok(Self { skipped: made.len(), kind, source, parts, made });
                }
                let parts = items(&source)?;
                (simple_items.of_slice(source.py(), &parts)?, parts)
            }
            Nested::Map => {
                let parts = keys_and_values(&source)?;
                let mut made = simple_items.of_slice(source.py(), &parts)?;
                // A key that is none is an error, which the conversion of the single part reports.
                if let Some(entry) = made.iter().step_by(2).position(Option::is_none) {
                    made.truncate(2 * entry);
                }
                (made, parts)
            }
            Nested::Proxy => (Vec::new(), vec![proxied(&source)?]),
        };
        Ok(Self { kind, source, parts, skipped: 0, made })
    }

    /// Whether the key of a map is being converted.
    fn is_at_key(&self) -> bool {
        self.kind == Nested::Map && self.made.len().is_multiple_of(2)
    }

    /// Returns the path step to the part that is being converted.
    fn step(&self) -> String {
        let index = self.made.len();
        match self.kind {
            Nested::Array => format!("[{index}]"),
            Nested::Proxy => ".__objet__".into(),
            Nested::Map if self.is_at_key() => format!(" key {}", index / 2),
            Nested::Map => match self.parts[index - 1].cast::<PyString>() {
                Ok(key) => format!("[{:?}]", key.to_string_lossy()),
                Err(_) => format!(" value {}", index / 2),
            },
        }
    }
}

/// The containers that are being converted, outermost first.
#[derive(Default)]
struct Converter<'py> {
    frames: Vec<Frame<'py>>,
    /// The containers that have been reached, by address, and their objects once they are
    /// converted. A shared container is converted once and stays shared. The references keep the
    /// addresses unique.
    visited: ObjectHashMap<usize, (Bound<'py, PyAny>, Option<Option<ObjectRef>>)>,
    /// The number of `__objet__` conversions in a row at the end of `frames`.
    proxy_depth: usize,
    /// The conversion of simple parts, once there is a container.
    simple_items: Option<SimpleItems>,
}

impl<'py> Converter<'py> {
    /// Starts the conversion of a container. Returns the object if the container is already
    /// converted.
    fn enter(
        &mut self,
        kind: Nested,
        source: Bound<'py, PyAny>,
    ) -> Result<Option<Option<ObjectRef>>, ConversionError> {
        self.proxy_depth = if kind == Nested::Proxy { self.proxy_depth + 1 } else { 0 };
        let is_under_way = match self.visited.entry(source.as_ptr().addr()) {
            Entry::Occupied(entry) => match &entry.get().1 {
                Some(object) => return Ok(Some(object.clone())),
                None => true,
            },
            Entry::Vacant(entry) => {
                entry.insert((source.clone(), None));
                false
            }
        };
        if is_under_way || self.proxy_depth > MAX_PROXY_DEPTH {
            let class = article(&class_name(&source));
            let message = match kind {
                Nested::Proxy if self.proxy_depth > MAX_PROXY_DEPTH => {
                    format!("{class} needs too many __objet__ conversions in a row")
                }
                Nested::Proxy => format!("{class} contains itself through __objet__"),
                _ => format!("{class} contains itself"),
            };
            return Err(PyValueError::new_err(format!("{message}, at {}", self.path().trim_start())).into());
        }
        let simple_items = self.simple_items.get_or_insert_with(SimpleItems::new);
        self.frames.push(Frame::new(kind, source, simple_items)?);
        Ok(None)
    }

    /// Finishes the innermost container, whose parts are all converted.
    fn leave(&mut self) -> Result<Option<ObjectRef>, ConversionError> {
        let Some(Frame { kind, source, mut made, .. }) = self.frames.pop() else {
            unreachable!("a container is open")
        };
        self.proxy_depth = 0;
        let object = match kind {
            Nested::Array => Some(Array::from(made).into()),
            Nested::Proxy => made.pop().flatten(),
            Nested::Map => {
                let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
                let (mut parts, mut steps) = (made.into_iter(), LoopSteps::default());
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    steps.count(source.py())?;
                    let Some(key) = key else { unreachable!("the keys are checked when they are made") };
                    map.insert(key, value);
                }
                Some(map.into())
            }
        };
        self.visited.insert(source.as_ptr().addr(), (source, Some(object.clone())));
        Ok(object)
    }

    /// Returns the path to the part that is being converted. A long path is cut at the front.
    fn path(&self) -> String {
        let hidden = self.frames.len().saturating_sub(MAX_STEPS);
        let steps = self.frames[hidden..].iter().map(Frame::step);
        let start = if hidden > 0 { "..." } else { "" };
        std::iter::once(start.to_owned()).chain(steps).collect()
    }

    fn located(&self, error: ConversionError) -> ConversionError {
        error.with_path(|| self.path())
    }
}
