//! Traversals and rewriting of graphs, as an iterator and functions for the Python part of the
//! package.

use objet::fields::FieldKind;
use objet::types::{self, TypeIndex, TypeInfo};
use objet::walk::{Content, Walk as NativeWalk, WalkStep, references, walk};
use objet::{ObjectRef, rewrite};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::error::{self, Stopped};
use crate::graph::object;
use crate::lock::Attached;
use crate::slot::{OwnedField, no_panic};
use crate::{boxed, callback, classes, instance, number, value};

/// The maximum number of objects that a walk passes over before it gives up the interpreter lock.
const ATTACHED: usize = 256;

/// The maximum number of steps without the lock, before signals are handled.
const DETACHED: usize = 1 << 18;

/// A choice of objects by their types.
#[derive(Clone)]
struct Selection {
    types: Types,
    /// The names of fields that the objects have.
    attrs: Vec<String>,
    /// Recent types, and whether they are selected.
    recent: [Option<(TypeIndex, bool)>; RECENT],
}

/// The number of types whose selection is remembered.
const RECENT: usize = 16;

#[derive(Clone)]
enum Types {
    All,
    /// All nodes: objects with fields. Containers, tensors, functions, and what Python sees as
    /// strings and numbers are no nodes.
    Nodes,
    /// These types and the types that derive from them.
    These(Vec<TypeInfo>),
}

impl Selection {
    /// Returns the selection of all nodes, or of all objects.
    fn new(objects: bool) -> Self {
        Self::by(if objects { Types::All } else { Types::Nodes })
    }

    fn by(types: Types) -> Self {
        Self { types, attrs: Vec::new(), recent: [None; RECENT] }
    }

    /// Returns the selection of the objects of a class, or of the classes in a tuple. Returns
    /// `None` for other values.
    fn of_classes(classes: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let list = match (classes.cast::<PyTuple>(), classes.cast::<PyType>()) {
            (Ok(tuple), _) => tuple.iter().collect(),
            (_, Ok(class)) => vec![class.clone().into_any()],
            _ => return Ok(None),
        };
        let type_of = |class: Bound<'_, PyAny>| {
            let data = class.cast::<PyType>().ok().and_then(classes::class_data);
            data.map(|data| data.info).ok_or_else(|| {
                PyTypeError::new_err(format!("expected a class of objects or a tuple of them, found {class}"))
            })
        };
        let types = list.into_iter().map(type_of).collect::<PyResult<_>>()?;
        Ok(Some(Self::by(Types::These(types))))
    }

    /// Returns the selection for the parameters `types` and `objects`.
    fn of(types: Option<&Bound<'_, PyAny>>, objects: bool) -> PyResult<Self> {
        let Some(types) = types else { return Ok(Self::new(objects)) };
        Self::of_classes(types)?.ok_or_else(|| {
            PyTypeError::new_err(format!("types: expected a class or a tuple of classes, found {types}"))
        })
    }

    #[inline]
    fn has(&mut self, object: &ObjectRef) -> bool {
        let index = object.type_index();
        let recent = &mut self.recent[index.value() as usize % RECENT];
        match recent {
            Some((known, is_selected)) if *known == index => *is_selected,
            _ => {
                let is_selected = self.types.has(object) && fields(index, &self.attrs).is_some();
                recent.insert((index, is_selected)).1
            }
        }
    }
}

impl Types {
    fn has(&self, object: &ObjectRef) -> bool {
        match self {
            Self::All => true,
            Self::Nodes => {
                matches!(Content::of(object), Content::Node(_) | Content::Opaque(_))
                    && boxed::kind(object.type_index()).is_none()
            }
            Self::These(types) => types.iter().any(|info| object.is_of_type(*info)),
        }
    }
}

/// Returns the fields of a type with these names. Returns `None` if the type lacks one of them.
fn fields(index: TypeIndex, names: &[String]) -> Option<Vec<OwnedField>> {
    let info = types::by_index(index)?;
    names.iter().map(|name| OwnedField::of(info, name)).collect()
}

/// The fields whose values a walk returns in place of an object.
struct Attrs {
    names: Vec<String>,
    /// Whether the values are returned as a tuple. Otherwise there is one name.
    is_tuple: bool,
    /// Recent types, and their fields with the names.
    recent: [Option<(TypeIndex, Vec<OwnedField>)>; RECENT],
}

impl Attrs {
    /// Returns the fields of the parameter `attrs`: a name or a tuple of names.
    fn of(attrs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_tuple = attrs.is_instance_of::<PyTuple>();
        let names = if is_tuple { attrs.extract() } else { attrs.extract().map(|name| vec![name]) };
        let names = names.map_err(|_| {
            PyTypeError::new_err(format!("attrs: expected a name or a tuple of names, found {attrs}"))
        })?;
        Ok(Self { names, is_tuple, recent: [const { None }; RECENT] })
    }

    /// Reads the fields of an object that has them.
    fn read<'py>(&mut self, py: Python<'py>, object: &ObjectRef) -> PyResult<Bound<'py, PyAny>> {
        let index = object.type_index();
        let recent = &mut self.recent[index.value() as usize % RECENT];
        let fields = match recent {
            Some((known, fields)) if *known == index => fields,
            _ => &mut recent.insert((index, fields(index, &self.names).unwrap_or_default())).1,
        };
        let read = |field: &OwnedField| field.read(py, object);
        let values = match &**fields {
            [field] if !self.is_tuple => return read(field),
            [one] => PyTuple::new(py, [read(one)?]),
            [one, other] => PyTuple::new(py, [read(one)?, read(other)?]),
            fields => PyTuple::new(py, fields.iter().map(read).collect::<PyResult<Vec<_>>>()?),
        };
        Ok(values?.into_any())
    }
}

/// An iterator over the objects of a graph, each once.
#[pyclass(frozen, module = "objet")]
pub(crate) struct Walk {
    state: Attached<State>,
}

struct State {
    walk: NativeWalk,
    selection: Selection,
    is_pre_order: bool,
    prune: Prune,
    attrs: Option<Attrs>,
}

/// The objects whose references are not followed.
enum Prune {
    None,
    Types(Selection),
    /// A function that is called for these objects.
    Function(Py<PyAny>, Selection),
}

/// The result of some steps of a walk.
enum Advance {
    Found(ObjectRef),
    NotYet,
    End,
}

impl State {
    /// Continues to the next selected object, for at most `limit` steps. `prune` says whether the
    /// references of an object are not followed.
    fn advance(
        &mut self,
        limit: usize,
        mut prune: impl FnMut(&mut Prune, &ObjectRef) -> PyResult<bool>,
    ) -> PyResult<Advance> {
        for _ in 0..limit {
            let found = match self.walk.step() {
                None => return Ok(Advance::End),
                Some(WalkStep::Enter(object)) => {
                    let is_pruned = prune(&mut self.prune, object)?;
                    let is_now = is_pruned || self.is_pre_order;
                    let found = (is_now && self.selection.has(object)).then(|| object.clone());
                    if is_pruned {
                        self.walk.skip_subtree();
                    }
                    found
                }
                Some(WalkStep::Leave(object)) => {
                    (!self.is_pre_order && self.selection.has(&object)).then_some(object)
                }
            };
            if let Some(object) = found {
                return Ok(Advance::Found(object));
            }
        }
        Ok(Advance::NotYet)
    }

    /// Returns the next selected object, or its attributes. Returns `None` at the end.
    fn next_value<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(object) = self.next(py)? else { return Ok(None) };
        match &mut self.attrs {
            None => value::of_owned(py, object).map(Some),
            Some(attrs) => no_panic(py, || attrs.read(py, &object))?.map(Some),
        }
    }

    /// Continues to the next selected object, or to the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<ObjectRef>> {
        let by_type = |prune: &mut Prune, object: &ObjectRef| match prune {
            Prune::Types(selection) => Ok(selection.has(object)),
            _ => Ok(false),
        };
        let by_function = |prune: &mut Prune, object: &ObjectRef| match prune {
            Prune::Function(function, selection) => {
                if !selection.has(object) {
                    return Ok(false);
                }
                let object = value::of_reference(py, Some(object))?;
                callback::call(function.bind(py), (object,))?.is_truthy()
            }
            _ => Ok(false),
        };
        let found = match self.prune {
            Prune::Function(..) => no_panic(py, || self.advance(usize::MAX, by_function))??,
            _ => match no_panic(py, || self.advance(ATTACHED, by_type))?? {
                Advance::NotYet => loop {
                    match no_panic(py, || py.detach(|| self.advance(DETACHED, by_type)))?? {
                        Advance::NotYet => py.check_signals()?,
                        found => break found,
                    }
                },
                found => found,
            },
        };
        Ok(match found {
            Advance::Found(object) => Some(object),
            Advance::NotYet | Advance::End => None,
        })
    }
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
        self.state.try_with(py, |state| state.next_value(py)).ok_or_else(executing)?
    }
}

/// Returns an iterator over the nodes of a graph, each once.
///
/// A node is an object with fields. With ``types``, a class or a tuple of classes, the iterator
/// returns the objects of these classes, and makes no Python objects of others. With ``objects``,
/// it returns all objects: also containers, strings, numbers, tensors and functions.
///
/// In the order ``"post"``, a node comes after those that it refers to; in the order ``"pre"``,
/// before them. The references of a node for which ``prune`` holds are not followed: ``prune`` is a
/// class, a tuple of classes, or a function that takes a node and returns whether to prune. The
/// iterator may be left at any time.
///
/// With ``attrs``, the name of an attribute or a tuple of names, the iterator returns the value of
/// the attribute or a tuple of values, in place of each node that has these attributes. It makes no
/// Python objects of the nodes themselves.
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
    let attrs = attrs.map(Attrs::of).transpose()?;
    selection.attrs = attrs.as_ref().map_or_else(Vec::new, |attrs| attrs.names.clone());
    let state = State { walk: walk(&object(root)?), selection, is_pre_order, prune, attrs };
    Ok(Walk { state: Attached::new(state) })
}

/// Returns the objects that an object refers to.
#[pyfunction]
#[pyo3(name = "references")]
pub(crate) fn references_of<'py>(root: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let native = object(root)?;
    references(&native).map(|found| value::to_python(root.py(), found.into())).collect()
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
    let mut selection = Selection::of(types, objects)?;
    let made = no_panic(py, || {
        rewrite(old, |old| -> Result<ObjectRef, Stopped> {
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
