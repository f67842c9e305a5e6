//! Operations on graphs of objects, as functions for the Python part of the package.

use std::collections::HashSet;

use objet::compare::{StructuralEqual, StructuralHash};
use objet::containers::{BoxBool, BoxFloat, BoxInt};
use objet::fields::{AttrMut, AttrVisitorMut, Field, ReflectError, Reflection, visit_attrs_mut};
use objet::function::{ArgValue, RetValue};
use objet::graph::{Format, LoadJson, OpaqueAttr, OpaqueValue, OpaqueView, SaveJson};
use objet::{ObjectRef, post_order, print};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyType};

use crate::conversion_error::article;
use crate::error;
use crate::progress::watched;
use crate::short_line::short_line;
use crate::slot::no_panic;
use crate::{classes, instance, value};

/// Converts a Python value to an object. `None` is an error.
pub(crate) fn object(value: &Bound<'_, PyAny>) -> PyResult<ObjectRef> {
    value::object(value)?.ok_or_else(|| PyTypeError::new_err("expected an object, found None"))
}

/// Runs native work without the interpreter lock. It reports its progress, and Ctrl-C stops it.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    no_panic(py, || py.detach(|| watched(work)))?
}

/// Saves the graph of an object as JSON.
#[pyfunction]
#[pyo3(signature = (root, *, format="tvm-0.8"))]
pub(crate) fn save_json(py: Python<'_>, root: &Bound<'_, PyAny>, format: &str) -> PyResult<String> {
    let root = value::object(root)?;
    let format: Format = format
        .parse()
        .map_err(|error: objet::graph::UnknownFormat| PyValueError::new_err(error.to_string()))?;
    let saved = detached(py, || {
        let mut bytes = Vec::new();
        SaveJson::new(format).save(root.as_ref(), &mut bytes).map(|()| bytes)
    })?;
    String::from_utf8(saved.map_err(|error| error::of_graph(py, error))?)
        .map_err(|_| PyTypeError::new_err("the saved JSON is not UTF-8"))
}

/// Loads a graph from JSON, a string or bytes, and returns its root.
#[pyfunction]
#[pyo3(signature = (text, *, keep_unknown=false))]
pub(crate) fn load_json<'py>(text: &Bound<'py, PyAny>, keep_unknown: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let bytes = match text.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes(),
        Err(_) => text.cast::<PyString>()?.to_str()?.as_bytes(),
    };
    let loaded = detached(py, || LoadJson::new().keep_unknown(keep_unknown).load(bytes))?;
    value::of_reference(py, loaded.map_err(|error| error::of_graph(py, error))?.as_ref())
}

/// Loads a graph whose root gets the given class: a Python class that derives from the class of the
/// root's type.
#[pyfunction]
#[pyo3(signature = (class, text, keep_unknown=false))]
pub(crate) fn load_json_as<'py>(
    class: &Bound<'py, PyType>,
    text: &str,
    keep_unknown: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let load = LoadJson::new().keep_unknown(keep_unknown);
    let loaded = detached(py, || load.load(text.as_bytes()))?.map_err(|error| error::of_graph(py, error))?;
    let data = classes::class_data(class);
    match loaded {
        Some(root) if data.is_some_and(|data| data.info.index() == root.type_index()) => {
            instance::new(root, class)
        }
        root => {
            let found = root.map_or_else(|| "null".into(), |root| article(root.type_key()));
            Err(PyTypeError::new_err(format!(
                "expected an object of {}, found {found}",
                class.fully_qualified_name()?
            )))
        }
    }
}

/// Whether a graph has nodes of unknown types, which were kept as in their file.
#[pyfunction]
pub(crate) fn has_unknown(root: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (py, root) = (root.py(), value::object(root)?);
    let is_unknown = |object: &ObjectRef| OpaqueView::of(object).is_some();
    detached(py, || root.is_some_and(|root| post_order(&root).any(|object| is_unknown(&object))))
}

/// Returns the keys of the types of the objects in a graph, each once, in the order of a walk.
#[pyfunction]
pub(crate) fn type_keys(root: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
    let (py, root) = (root.py(), value::object(root)?);
    detached(py, || {
        let mut seen = HashSet::new();
        let objects = root.iter().flat_map(post_order);
        objects.filter(|each| seen.insert(each.type_index())).map(|each| each.type_key()).collect()
    })
}

/// Whether an object is a node of an unknown type, which was kept as in its file.
#[pyfunction]
pub(crate) fn is_unknown(found: &Bound<'_, PyAny>) -> PyResult<bool> {
    let found = object(found)?;
    Ok(OpaqueView::of(&found).is_some())
}

/// Whether two graphs are structurally equal.
#[pyfunction]
#[pyo3(signature = (lhs, rhs, map_free_vars=false))]
pub(crate) fn structural_equal(
    py: Python<'_>,
    lhs: &Bound<'_, PyAny>,
    rhs: &Bound<'_, PyAny>,
    map_free_vars: bool,
) -> PyResult<bool> {
    let compare = StructuralEqual::new().map_free_vars(map_free_vars);
    match (value::object(lhs)?, value::object(rhs)?) {
        (Some(lhs), Some(rhs)) => detached(py, || compare.equal(&lhs, &rhs)),
        (lhs, rhs) => Ok(lhs.is_none() && rhs.is_none()),
    }
}

/// Returns the structural hash of a graph.
#[pyfunction]
#[pyo3(signature = (root, map_free_vars=false))]
pub(crate) fn structural_hash(py: Python<'_>, root: &Bound<'_, PyAny>, map_free_vars: bool) -> PyResult<u64> {
    let root = value::object(root)?;
    let hash = StructuralHash::new().map_free_vars(map_free_vars);
    detached(py, || root.map_or(0, |root| hash.hash(&root)))
}

/// Prints a graph on one line, with at most `limit` characters.
#[pyfunction]
#[pyo3(signature = (root, limit=None))]
pub(crate) fn as_line(root: &Bound<'_, PyAny>, limit: Option<usize>) -> PyResult<String> {
    let (py, root) = (root.py(), object(root)?);
    detached(py, || match limit {
        Some(limit) => short_line(&root, limit),
        None => print(&root).to_string(),
    })
}

/// Prints a graph in the format of TVM.
#[pyfunction]
pub(crate) fn as_text(root: &Bound<'_, PyAny>) -> PyResult<String> {
    let (py, root) = (root.py(), value::object(root)?);
    detached(py, || objet::text::as_repr(root.as_ref()))
}

/// Returns an attribute by name.
#[pyfunction]
pub(crate) fn get_attr<'py>(root: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let root_object = object(root)?;
    let found = objet::get_attr(&root_object, name).map_err(error::of_attribute)?;
    value::to_python(root.py(), found)
}

/// Returns the names of the attributes of an object.
#[pyfunction]
pub(crate) fn attr_names(root: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let root = object(root)?;
    let names = objet::fields::attr_names(&root).map_err(error::of_attribute)?;
    Ok(names.into_iter().map(Into::into).collect())
}

/// Copies an object with new values for some of its fields. The check of the type runs once, after
/// all fields are set.
#[pyfunction]
pub(crate) fn with_attrs<'py>(
    root: &Bound<'py, PyAny>,
    values: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut changed = object(root)?;
    // The values are copied to a list, because conversions may run Python code that changes the
    // dict.
    let values = values.items().extract::<Vec<(String, Bound<'_, PyAny>)>>()?;
    if OpaqueView::of(&changed).is_some() {
        for (name, value) in &values {
            changed = with_unknown_attr(changed, name, value)?;
        }
        return instance::wrap_copy(root, changed);
    }
    let reflection = Reflection::of_object(&changed).map_err(error::of_reflection)?;
    let mut fields = Vec::with_capacity(values.len());
    for (name, value) in &values {
        let field = reflection.field(name).map_err(error::of_reflection)?;
        let value = value::for_field(value, field.kind(), || format!("{}.{name}", changed.type_key()))?;
        fields.push((field.name(), value));
    }
    no_panic(root.py(), || visit_attrs_mut(&mut changed, &mut NewFields(fields)))?
        .map_err(error::of_reflection)?;
    instance::wrap_copy(root, changed)
}

/// Returns an attribute of a node of an unknown type. A number or a truth value of its file is one
/// of Python.
#[pyfunction]
pub(crate) fn unknown_attr<'py>(node: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    attr_of_unknown(node.py(), &object(node)?, name)
}

/// Works like [`unknown_attr`].
pub(crate) fn attr_of_unknown<'py>(
    py: Python<'py>,
    object: &ObjectRef,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let attr = OpaqueView::of(object).and_then(|view| view.attrs().find(|attr| attr.name == name));
    let Some(OpaqueAttr { value: OpaqueValue::Literal(text), .. }) = attr else {
        let found = objet::get_attr(object, name).map_err(error::of_attribute)?;
        return value::to_python(py, found);
    };
    Ok(match (text.parse::<bool>(), text.parse::<i128>(), text.parse::<f64>()) {
        _ if text == "null" => py.None().into_bound(py),
        (Ok(truth), ..) => truth.into_pyobject(py)?.to_owned().into_any(),
        (_, Ok(number), _) => number.into_pyobject(py)?.into_any(),
        (.., Ok(number)) => number.into_pyobject(py)?.into_any(),
        _ => text.as_str().into_pyobject(py)?.into_any(),
    })
}

/// Returns the bytes of a node of an unknown type, such as the name of an operator, or `None` if
/// its file has attributes instead.
#[pyfunction]
pub(crate) fn opaque_bytes<'py>(node: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let found = object(node)?;
    Ok(opaque(&found)?.bytes().map(|bytes| PyBytes::new(node.py(), bytes)))
}

/// Returns the object of an attribute of a node of an unknown type, also if the file leaves open
/// whether the attribute is a number or a reference.
#[pyfunction]
pub(crate) fn opaque_object<'py>(node: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let (py, found) = (node.py(), object(node)?);
    let view = opaque(&found)?;
    let Some(attr) = view.attrs().find(|attr| attr.name == name) else {
        let value = objet::get_attr(&found, name).map_err(error::of_attribute)?;
        return value::to_python(py, value);
    };
    let target = match attr.value {
        OpaqueValue::Reference(target) => target,
        OpaqueValue::Ambiguous { object, other, .. } => object.or(other),
        OpaqueValue::Text(text) | OpaqueValue::Json(text) => Some(text.into()),
        // Node 0 of TVM 0.8 is null.
        OpaqueValue::String(text) if text == "0" => None,
        _ => {
            let message = format!("the attribute {name} of {} is no reference", view.opaque_type_key());
            return Err(PyTypeError::new_err(message));
        }
    };
    value::of_reference(py, target.as_ref())
}

fn opaque(found: &ObjectRef) -> PyResult<OpaqueView<'_>> {
    OpaqueView::of(found).ok_or_else(|| {
        let message = format!("expected a node of an unknown type, found {}", article(found.type_key()));
        PyTypeError::new_err(message)
    })
}

/// Copies a node of an unknown type with a new value for an attribute. An attribute that is an
/// object gets a number, a truth value or a string as an object.
fn with_unknown_attr(node: ObjectRef, name: &str, value: &Bound<'_, PyAny>) -> PyResult<ObjectRef> {
    let is_object = matches!(objet::get_attr(&node, name), Ok(RetValue::Object(_) | RetValue::Null));
    let truth = value.extract::<bool>().ok();
    let value = value::convert(value)?;
    let value = match (value.as_arg(), truth) {
        (_, Some(truth)) if is_object => RetValue::Object(BoxBool::new(truth).into()),
        (_, Some(truth)) => RetValue::from(if truth { "true" } else { "false" }),
        (ArgValue::Int(number), _) if is_object => RetValue::Object(BoxInt::new(number).into()),
        (ArgValue::Float(number), _) if is_object => RetValue::Object(BoxFloat::new(number).into()),
        (ArgValue::Str(text), _) if is_object => RetValue::Object(objet::String::from(text).into()),
        _ => value.into_owned()?,
    };
    objet::with_attr(node, name, value.as_arg()).map_err(error::of_reflection)
}

/// New values for fields by name.
struct NewFields<'a>(Vec<(&'static str, value::Arg<'a>)>);

impl AttrVisitorMut for NewFields<'_> {
    fn visit(&mut self, field: &'static Field, mut attr: AttrMut<'_>) -> Result<(), ReflectError> {
        match self.0.iter().find(|(name, _)| *name == field.name()) {
            Some((_, value)) => attr.set(value.as_arg()),
            None => Ok(()),
        }
    }
}
