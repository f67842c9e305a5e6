//! Traversals and rewriting of graphs, as an iterator and functions for the Python part of the
//! package.

use std::borrow::Cow;

use objet::fields::FieldKind;
use objet::walk::{Walk as NativeWalk, WalkStep, references, walk};
use objet::{ObjectRef, rewrite};
use pyo3::exceptions::{PyRuntimeError, PyStopIteration, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{self, Stopped};
use crate::graph::{attr_of_unknown, object};
use crate::instance::{self, Recycled};
use crate::last_tuple::LastTuple;
use crate::lock::Attached;
use crate::selection::{Chosen, Names, Selection};
use crate::signals::LoopSteps;
use crate::slot::{OwnedField, no_panic};
use crate::{boxed, callback, number, value};

/// The maximum number of objects that a walk passes over before it gives up the interpreter lock.
const ATTACHED: usize = 256;

/// The maximum number of steps without the lock, before signals are handled.
const DETACHED: usize = 1 << 18;

/// An iterator over the objects of a graph, each once.
#[pyclass(frozen, module = "objet")]
pub(crate) struct Walk {
    state: Attached<State>,
}

struct State {
    search: Search,
    made: Made,
    /// The objects that were returned, for code such as `list(walk)`, which runs no Python code.
    returned: LoopSteps,
}

/// A search for the selected objects of a graph.
struct Search {
    walk: NativeWalk,
    selection: Selection,
    is_pre_order: bool,
    prune: Prune,
}

/// The Python objects that a walk may use again.
#[derive(Default)]
struct Made {
    last: LastTuple,
    recycled: Recycled,
}

/// The objects whose references are not followed.
enum Prune {
    None,
    Types(Selection),
    /// A function that is called for these objects.
    Function(Py<PyAny>, Selection),
}

/// The result of some steps of a walk.
enum Advance<T> {
    Found(T),
    NotYet,
    End,
}

impl Search {
    /// Continues to the next selected object, for at most `limit` steps, and calls `found` with it
    /// and what is chosen of it. `prune` says whether the references of an object are not followed.
    #[inline(always)]
    fn advance<T>(
        &mut self,
        limit: usize,
        mut prune: impl FnMut(&mut Prune, &ObjectRef) -> PyResult<bool>,
        mut found: impl FnMut(Cow<'_, ObjectRef>, &Chosen) -> PyResult<T>,
    ) -> PyResult<Advance<T>> {
        let (walk, selection) = (&mut self.walk, &mut self.selection);
        let (is_pre_order, pruned) = (self.is_pre_order, &mut self.prune);
        for _ in 0..limit {
            let mut is_pruned = false;
            let step = walk.step(|step| {
                let is_leaf = matches!(step, WalkStep::Leaf(_));
                let (object, is_now) = match step {
                    WalkStep::Leave(object) => (Cow::Owned(object), !is_pre_order),
                    WalkStep::Enter(object) | WalkStep::Leaf(object) => {
                        match prune(pruned, object) {
                            Ok(is) => is_pruned = is,
                            Err(error) => return Some(Err(error)),
                        }
                        (Cow::Borrowed(object), is_leaf || is_pruned || is_pre_order)
                    }
                };
                let chosen = if is_now { selection.chosen(&object)? } else { return None };
                Some(found(object, chosen))
            });
            if is_pruned {
                walk.skip_subtree();
            }
            match step {
                None => return Ok(Advance::End),
                Some(None) => {}
                Some(Some(found)) => return found.map(Advance::Found),
            }
        }
        Ok(Advance::NotYet)
    }
}

impl State {
    /// Returns the value for the next selected object. Returns `None` at the end.
    #[inline(always)]
    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.returned.count(py)?;
        let Self { search, made, .. } = self;
        let get = |object: Cow<'_, ObjectRef>, chosen: &Chosen| get(py, object, chosen, made);
        let found = match search.prune {
            Prune::Function(..) => no_panic(py, || search.advance(usize::MAX, by_function(py), get))??,
            _ => no_panic(py, || search.advance(ATTACHED, by_type, get))??,
        };
        match found {
            Advance::Found(value) => Ok(Some(value)),
            Advance::NotYet => self.next_far(py),
            Advance::End => {
                self.made = Made::default();
                Ok(None)
            }
        }
    }

    /// Works like `next`. Gives up the lock of the interpreter until the object is found.
    #[cold]
    fn next_far<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let owned = |object: Cow<'_, ObjectRef>, _: &Chosen| Ok(object.into_owned());
        loop {
            match no_panic(py, || py.detach(|| self.search.advance(DETACHED, by_type, owned)))?? {
                Advance::NotYet => py.check_signals()?,
                Advance::End => {
                    self.made = Made::default();
                    return Ok(None);
                }
                Advance::Found(object) => {
                    let Self { search, made, .. } = self;
                    let chosen = search.selection.chosen(&object).unwrap_or(&Chosen::Object);
                    return no_panic(py, || get(py, Cow::Borrowed(&object), chosen, made))?.map(Some);
                }
            }
        }
    }
}

/// Returns what is chosen of an object.
#[inline(always)]
fn get<'py>(
    py: Python<'py>,
    object: Cow<'_, ObjectRef>,
    chosen: &Chosen,
    made: &mut Made,
) -> PyResult<Bound<'py, PyAny>> {
    let Made { last, recycled } = made;
    let mut read =
        |field: &OwnedField| field.read_with(py, &object, |reference| recycled.of_reference(py, reference));
    match chosen {
        Chosen::Object => recycled.of_owned(py, object),
        Chosen::Value(field) => read(field),
        Chosen::Tuple(fields) => Ok(match &**fields {
            [one] => last.of(py, [read(one)?])?,
            [one, other] => last.of(py, [read(one)?, read(other)?])?,
            [one, other, third] => last.of(py, [read(one)?, read(other)?, read(third)?])?,
            fields => PyTuple::new(py, fields.iter().map(read).collect::<PyResult<Vec<_>>>()?)?,
        }
        .into_any()),
        Chosen::Unknown(names) => attrs_of_unknown(py, &object, names),
    }
}

#[cold]
fn attrs_of_unknown<'py>(
    py: Python<'py>,
    object: &ObjectRef,
    Names { names, is_tuple }: &Names,
) -> PyResult<Bound<'py, PyAny>> {
    let mut values = Vec::with_capacity(names.len());
    for name in names {
        values.push(attr_of_unknown(py, object, name)?);
    }
    match values.pop() {
        Some(value) if !is_tuple => Ok(value),
        last => Ok(PyTuple::new(py, values.into_iter().chain(last).collect::<Vec<_>>())?.into_any()),
    }
}

#[inline(always)]
fn by_type(prune: &mut Prune, object: &ObjectRef) -> PyResult<bool> {
    match prune {
        Prune::Types(selection) => Ok(selection.has(object)),
        _ => Ok(false),
    }
}

fn by_function(py: Python<'_>) -> impl FnMut(&mut Prune, &ObjectRef) -> PyResult<bool> {
    move |prune, object| match prune {
        Prune::Function(function, selection) => {
            if !selection.has(object) {
                return Ok(false);
            }
            let object = value::of_reference(py, Some(object))?;
            let is_pruned = callback::call(function.bind(py), (object,)).and_then(|is| is.is_truthy());
            is_pruned.map_err(|raised| inside_iterator(py, raised))
        }
        _ => Ok(false),
    }
}

/// Converts an exception of code that an iterator calls. As in a generator, `StopIteration` must
/// not look like the end of the iterator.
fn inside_iterator(py: Python<'_>, raised: PyErr) -> PyErr {
    if !raised.is_instance_of::<PyStopIteration>(py) {
        return raised;
    }
    let error = PyRuntimeError::new_err("the function `prune` raised StopIteration");
    error.set_cause(py, Some(raised));
    error
}

#[pymethods]
impl Walk {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // A function that prunes may use the iterator that calls it, and another thread may use it
        // while the lock of the interpreter is given up.
        let executing = || PyValueError::new_err("the walk is already executing");
        self.state.try_with(py, |state| state.next(py)).ok_or_else(executing)?
    }
}

/// Returns an iterator over the nodes of a graph, each once.
///
/// A node is an object with fields. With ``types``, a class or a tuple of classes, the iterator
/// returns the objects of these classes, and makes no Python objects of others. With ``objects``,
/// it returns all objects: also containers, strings, numbers, tensors and functions. The class
/// ``objet.Object`` in ``types`` stands for all nodes, or for all objects with ``objects``.
///
/// In the order ``"post"``, a node comes after those that it refers to; in the order ``"pre"``,
/// before them. The references of a node for which ``prune`` holds are not followed: ``prune`` is a
/// class, a tuple of classes, or a function that takes a node and returns whether to prune. The
/// iterator may be left at any time.
///
/// With ``attrs``, the name of an attribute or a tuple of names, the iterator returns the value of
/// the attribute or a tuple of values, in place of each node that has these attributes. It makes no
/// Python objects of the nodes themselves. It may also be a dict from classes to such names:
/// the iterator then reads of each node the attributes of its class, or of the nearest base class
/// in the dict, and passes over nodes of other classes. A name that no field of the class has is an
/// `AttributeError`, unless a class that derives from it has the field.
#[pyfunction]
#[pyo3(name = "walk", signature = (root, *, types=None, order="post", prune=None, objects=false, attrs=None))]
pub(crate) fn walk_of(
    root: &Bound<'_, PyAny>,
    types: Option<&Bound<'_, PyAny>>,
    order: &str,
    prune: Option<&Bound<'_, PyAny>>,
    objects: bool,
    attrs: Option<&Bound<'_, PyAny>>,
) -> PyResult<Walk> {
    let is_pre_order = match order {
        "post" => false,
        "pre" => true,
        other => {
            return Err(PyValueError::new_err(format!(
                "order: expected \"post\" or \"pre\", found {other:?}"
            )));
        }
    };
    let prune = match prune {
        None => Prune::None,
        Some(prune) => match Selection::of_classes(prune)? {
            Some(types) => Prune::Types(types),
            None if prune.is_callable() => Prune::Function(prune.clone().unbind(), Selection::new(objects)),
            None => {
                return Err(PyTypeError::new_err(format!(
                    "prune: expected a class, a tuple of classes or a function, found {prune}"
                )));
            }
        },
    };
    let mut selection = Selection::of(types, objects)?;
    let root = object(root)?;
    if let Some(attrs) = attrs {
        selection = selection.with_attrs(attrs, &root)?;
    }
    let search = Search { walk: walk(&root), selection, is_pre_order, prune };
    let state = State { search, made: Made::default(), returned: LoopSteps::default() };
    Ok(Walk { state: Attached::new(state) })
}

/// Returns the objects that an object refers to.
#[pyfunction]
#[pyo3(name = "references")]
pub(crate) fn references_of<'py>(root: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (py, native, mut steps) = (root.py(), object(root)?, LoopSteps::default());
    let found = references(&native).map(|found| {
        steps.count(py)?;
        value::to_python(py, found.into())
    });
    found.collect()
}

/// Replaces nodes of a graph by the results of a function, from the leaves up.
///
/// The function takes a node whose references are replaced already. It returns the replacement, or
/// `None` to keep the node. With ``types``, a class or a tuple of classes, it is called only for
/// the objects of these classes. With ``objects``, it is called for all objects: also for
/// containers, strings and numbers.
#[pyfunction]
#[pyo3(name = "rewrite", signature = (root, function, *, types=None, objects=false))]
pub(crate) fn rewritten<'py>(
    root: &Bound<'py, PyAny>,
    function: &Bound<'py, PyAny>,
    types: Option<&Bound<'py, PyAny>>,
    objects: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = root.py();
    let old = object(root)?;
    let (mut selection, mut steps) = (Selection::of(types, objects)?, LoopSteps::default());
    let made = no_panic(py, || {
        rewrite(old, |old| -> Result<ObjectRef, Stopped> {
            steps.count(py).map_err(Stopped)?;
            if !selection.has(&old) {
                return Ok(old);
            }
            let original = value::of_reference(py, Some(&old)).map_err(Stopped)?;
            let new = callback::call(function, (&original,)).map_err(Stopped)?;
            // This test also covers objects that Python sees as strings or numbers.
            if new.is(&original) {
                return Ok(old);
            }
            Ok(replacement(&old, &original, &new).map_err(Stopped)?.unwrap_or(old))
        })
    })?;
    value::to_python(py, made.map_err(|stopped| stopped.0)?.into())
}

/// Converts the result of a rewrite function. For a boxed number, a number is boxed again as the
/// same type.
fn replacement(
    old: &ObjectRef,
    original: &Bound<'_, PyAny>,
    new: &Bound<'_, PyAny>,
) -> PyResult<Option<ObjectRef>> {
    let is_number = || instance::native(new).is_none() && !matches!(number::number(new), Ok(None));
    match boxed::reference_to(old) {
        Some(reference) if is_number() => {
            let name = || format!("replacement of {original}");
            let made = value::for_field(new, FieldKind::Reference(reference), name)?;
            made.as_arg().get().map_err(error::of_value)
        }
        _ => value::object(new),
    }
}
