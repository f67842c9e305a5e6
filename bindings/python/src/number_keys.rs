//! Lookups of number keys in maps. A native map finds a constant by identity alone.

use std::collections::HashMap;

use objet::ObjectRef;
use objet::containers::MapNode;
use objet::function::RetValue;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple, PyWeakrefMethods, PyWeakrefReference};

use crate::containers::constant;
use crate::lock::Attached;

/// The number of entries from which on a map gets an index of its number keys, at the second
/// lookup.
const LARGE: usize = 64;

/// A number, such that equal numbers of different types are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Number {
    Int(i64),
    /// The bits of a float that is not an integer of 64 bits.
    Float(u64),
}

impl Number {
    /// Returns the number of a value. NaN is not equal to any number.
    pub(crate) fn of(value: &RetValue) -> Option<Self> {
        /// The range of the floats that are integers of 64 bits, without the end.
        const INTS: std::ops::Range<f64> = i64::MIN as f64..-(i64::MIN as f64);
        match *value {
            RetValue::Int(int) => Some(Self::Int(int)),
            RetValue::Float(float) if float.fract() == 0.0 && INTS.contains(&float) => {
                Some(Self::Int(float as i64))
            }
            RetValue::Float(float) => (!float.is_nan()).then(|| Self::Float(float.to_bits())),
            _ => None,
        }
    }
}

/// The Python object of a large map, and the first key of each number.
struct Indexed {
    map: Py<PyWeakrefReference>,
    keys: Option<HashMap<Number, ObjectRef>>,
}

/// The large maps in which numbers were looked up, by the addresses of their Python objects. The
/// end of a Python object removes its map.
static INDEXED: Attached<Option<HashMap<usize, Indexed>>> = Attached::new(None);

/// Returns the first key of a map that is a constant of this value. `container` is the Python
/// object of the map.
pub(crate) fn find<'a>(
    container: &Bound<'_, PyAny>,
    map: &'a MapNode,
    sought: Number,
) -> PyResult<Option<&'a ObjectRef>> {
    let numbers = || map.iter().filter_map(|(key, _)| Some((Number::of(&constant(key)?)?, key)));
    if map.len() < LARGE {
        return Ok(numbers().find(|(number, _)| *number == sought).map(|(_, key)| key));
    }
    let (py, address) = (container.py(), container.as_ptr().addr());
    let found = INDEXED.with(py, |indexed| {
        let indexed = indexed.as_mut()?.get_mut(&address)?;
        // Maps do not change while they have a Python object.
        let keys = indexed.keys.get_or_insert_with(|| {
            let mut keys = HashMap::new();
            for (number, key) in numbers() {
                keys.entry(number).or_insert_with(|| key.clone());
            }
            keys
        });
        Some(keys.get(&sought).and_then(|key| map.index_of(key)))
    });
    if let Some(found) = found {
        return Ok(found.and_then(|index| map.entry(index)).map(|(key, _)| key));
    }
    let end = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| remove(args.py(), address);
    let end = PyCFunction::new_closure(py, None, None, end)?;
    let reference = PyWeakrefReference::new_with(container, end)?.unbind();
    INDEXED.with(py, |indexed| {
        indexed.get_or_insert_default().insert(address, Indexed { map: reference, keys: None })
    });
    Ok(numbers().find(|(number, _)| *number == sought).map(|(_, key)| key))
}

/// Removes the map whose Python object was at this address.
fn remove(py: Python<'_>, address: usize) {
    // The keys are dropped after the call of `with`, because their end may run Python code.
    let removed = INDEXED.with(py, |indexed| {
        let indexed = indexed.as_mut()?;
        let is_gone = indexed.get(&address)?.map.bind(py).upgrade().is_none();
        is_gone.then(|| indexed.remove(&address)).flatten()
    });
    drop(removed);
}
