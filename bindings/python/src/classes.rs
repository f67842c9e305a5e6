//! A Python class for each registered type.
//!
//! A class is made once for each type and never freed. It derives from the class of the parent
//! type, up to `objet.Object`. A Python class that replaces it is kept alive while it is the class
//! of the type, and its entry is removed when it is dropped.

use std::hash::BuildHasherDefault;

use objet::Object;
use objet::fields::{Field, Reflection};
use objet::types::TypeIndex;
use objet::types::{self, TypeInfo};
use objet::walk::ObjectHashMap;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::PyTypeObject;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyString, PyTuple, PyType, PyWeakrefReference};

use crate::instance::{self, Plain};
use crate::lock::Attached;
use crate::slot::{self, ClassSpec, Getters};
use crate::{containers, descriptors, docs, value};

/// Data of a class that was made for a type.
pub(crate) struct Class {
    /// The class itself, which is never freed.
    _class: Py<PyType>,
    pub(crate) info: TypeInfo,
    /// The fields, if the type has reflection.
    pub(crate) reflection: Option<&'static Reflection>,
    /// The names of the fields as interned strings.
    pub(crate) names: Vec<Py<PyString>>,
    /// Descriptors of the fields.
    pub(crate) getters: Getters,
}

/// The entry of a class in the table.
struct Entry {
    data: &'static Class,
    /// A weak reference to a Python class. Its callback is [`forget`].
    weak: Option<Py<PyWeakrefReference>>,
}

/// The class of a type.
struct OfType {
    class: Py<PyType>,
    /// The memory of the objects, if they are plain: see [`instance::plain`]. Python must also see
    /// them as objects of this class, and not as strings or numbers.
    plain: Option<Plain>,
}

/// The table of all classes.
struct Classes {
    /// The class of each type, by type index. All of them derive from the root class.
    by_type: Vec<Option<OfType>>,
    /// The entry of each class, by the address of the class.
    by_class: ObjectHashMap<usize, Entry>,
}

static CLASSES: Attached<Classes> = Attached::new(Classes {
    by_type: Vec::new(),
    by_class: ObjectHashMap::with_hasher(BuildHasherDefault::new()),
});

fn address(class: &Bound<'_, PyAny>) -> usize {
    class.as_ptr().addr()
}

/// Makes the classes of all registered types.
pub(crate) fn make_all(py: Python<'_>) -> PyResult<()> {
    types::all().into_iter().try_for_each(|info| of_type(py, info).map(|_| ()))
}

/// Returns the class of an object.
#[inline]
pub(crate) fn of_object<'py>(py: Python<'py>, object: &Object) -> PyResult<Bound<'py, PyType>> {
    match of_index(py, object.type_index()) {
        Some(class) => Ok(class),
        None => match types::by_index(object.type_index()) {
            Some(info) => of_type(py, info),
            None => unreachable!("the index of an object is in the table"),
        },
    }
}

#[inline]
fn of_index(py: Python<'_>, index: TypeIndex) -> Option<Bound<'_, PyType>> {
    CLASSES.with(py, |all| {
        let class = all.by_type.get(index.value() as usize)?.as_ref();
        class.map(|of_type| of_type.class.bind(py).clone())
    })
}

/// Returns the class of a type and the memory of its objects, if they are plain: see [`OfType`].
#[inline(always)]
pub(crate) fn plain(py: Python<'_>, index: TypeIndex) -> Option<(*mut PyTypeObject, Plain)> {
    CLASSES.with(py, |all| {
        let of_type = all.by_type.get(index.value() as usize)?.as_ref()?;
        of_type.plain.map(|plain| (of_type.class.as_ptr().cast(), plain))
    })
}

/// Returns the class of a type. Makes the class if it does not exist yet.
pub(crate) fn of_type(py: Python<'_>, info: TypeInfo) -> PyResult<Bound<'_, PyType>> {
    if let Some(class) = of_index(py, info.index()) {
        return Ok(class);
    }
    let parent = info.parent().map(|parent| of_type(py, parent)).transpose()?;
    let reflection = Reflection::of_type(info);
    let getters = Getters::of(info);
    let is_function = info.index() == TypeIndex::PACKED_FUNC;
    let is_pythons = |class: Bound<'_, PyAny>| {
        CLASSES.with(py, |all| all.by_class.get(&address(&class)).is_some_and(|entry| entry.weak.is_some()))
    };
    let spec = ClassSpec {
        name: docs::python_name(info.key()),
        doc: docs::class(info, reflection),
        parent: parent.as_ref(),
        getters,
        is_function,
        is_container: containers::is_container(info.index()),
        is_below_pythons: parent.as_ref().is_some_and(|parent| parent.mro().iter().any(is_pythons)),
    };
    let class = slot::make_class(py, spec)?;
    if parent.is_none() {
        instance::set_root(&class);
    }
    if is_function {
        instance::set_function(&class);
    }
    let fields = reflection.map_or(&[][..], Reflection::fields);
    let names: Vec<_> = fields.iter().map(|field| PyString::intern(py, field.name()).unbind()).collect();
    let matched: Vec<_> = descriptors::named(reflection).map(Field::name).collect();
    class.setattr("__match_args__", PyTuple::new(py, matched)?)?;
    if parent.is_some() && info.key().starts_with("objet.Opaque<") {
        py.import("objet.graph")?.getattr("_add_unknown_attrs")?.call1((&class,))?;
    }
    let data = Class { _class: class.clone().unbind(), info, reflection, names, getters };
    set(&class, Entry { data: Box::leak(Box::new(data)), weak: None });
    Ok(class)
}

/// Sets the class of a type.
fn set(class: &Bound<'_, PyType>, entry: Entry) {
    let index = entry.data.info.index().value() as usize;
    let plain = instance::plain(class).filter(|_| !value::is_converted(entry.data.info));
    // The previous entries are dropped last, because dropping them may run Python code.
    let before = CLASSES.with(class.py(), |all| {
        if all.by_type.len() <= index {
            all.by_type.resize_with(index + 1, || None);
        }
        let previous = all.by_class.insert(address(class), entry);
        (previous, all.by_type[index].replace(OfType { class: class.clone().unbind(), plain }))
    });
    drop(before);
}

/// Returns the entry of a class, if it has one.
fn lookup(class: &Bound<'_, PyAny>) -> Option<&'static Class> {
    CLASSES.with(class.py(), |all| all.by_class.get(&address(class)).map(|entry| entry.data))
}

/// Whether a class is or was the class of a type. Classes that are only derived from such a class
/// are not.
pub(crate) fn stands_for_type(class: &Bound<'_, PyType>) -> bool {
    lookup(class).is_some()
}

/// Returns the data of a class, or of its nearest ancestor that has data.
pub(crate) fn class_data(class: &Bound<'_, PyType>) -> Option<&'static Class> {
    let mut class = class.as_any().clone();
    loop {
        if let Some(found) = lookup(&class) {
            return Some(found);
        }
        class = class.getattr(intern!(class.py(), "__base__")).ok().filter(|base| !base.is_none())?;
    }
}

/// Replaces the class of a type by a Python class, which derives from the current class or from the
/// class of the parent type. The previous class lives as long as it is referenced. A class that was
/// made for the type lives for ever.
pub(crate) fn replace(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<()> {
    let py = class.py();
    let Some(data) = lookup(of_type(py, info)?.as_any()) else {
        unreachable!("the class of a type is known")
    };
    let address = address(class);
    let forget = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| forget(args.py(), address);
    let forget = PyCFunction::new_closure(py, None, None, forget)?;
    let weak = PyWeakrefReference::new_with(class, forget)?.unbind();
    set(class, Entry { data, weak: Some(weak) });
    Ok(())
}

/// Removes the entry of a class that is being dropped, because another class may get its address.
fn forget(py: Python<'_>, address: usize) {
    // The weak reference is dropped last.
    drop(CLASSES.with(py, |all| all.by_class.remove(&address)));
}

/// Checks that a class may become the class of a type and returns the type of its nearest base.
///
/// The nearest base must be the class of the type itself or of its parent, and all other bases must
/// be classes of ancestors. Otherwise, methods would access fields that the objects do not have.
pub(crate) fn check_bases(
    class: &Bound<'_, PyType>,
    key: &str,
    info: Option<TypeInfo>,
    parent: Option<TypeInfo>,
) -> PyResult<TypeIndex> {
    let py = class.py();
    let mut found = Vec::new();
    for base in &class.mro() {
        found.extend(lookup(&base).map(|data| data.info.index()));
    }
    let is = |one: Option<TypeInfo>, index: TypeIndex| one.is_some_and(|one| one.index() == index);
    let ancestors = std::iter::successors(parent, |info| info.parent());
    let ancestors: Vec<_> = info.into_iter().chain(ancestors).map(|info| info.index()).collect();
    if let Some(nearest) = found.first()
        && (is(info, *nearest) || is(parent, *nearest))
        && found.iter().all(|base| ancestors.contains(base))
    {
        return Ok(*nearest);
    }
    let mut names = Vec::new();
    for info in info.into_iter().chain(parent) {
        names.push(of_type(py, info)?.fully_qualified_name()?.to_string_lossy().into_owned());
    }
    let names = names.join(" or ");
    let message =
        format!("a class for {key} must derive from {names}, and not from the class of another type");
    Err(PyTypeError::new_err(message))
}
