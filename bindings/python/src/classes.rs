//! A Python class for each registered type.
//!
//! Invariants:
//! - A class is made once for each type and never freed. Its objects are [`Instance`](crate::instance::Instance)s, and it derives
//!   from the class of the type's parent, up to `objet.Object`. A class of Python's that takes its place is held for as long as it has that,
//!   and what is known of it ends with it.

#![expect(unsafe_code, reason = "classes are made of slots")]

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, c_void};
use std::hash::BuildHasherDefault;
use std::mem::offset_of;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use objet::types::{self, TypeInfo};
use objet::{IsObjectRef, ObjectRef, Reflection, TypeIndex};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyString, PyTuple, PyType, PyWeakrefReference};

use crate::descriptors::leak;
use crate::instance::{self, Attached, ByAddress, Instance, dealloc};
use crate::{call, construct, descriptors, docs};

/// A class, and what it is made of.
pub(crate) struct Class {
    pub(crate) info: TypeInfo,
    /// The fields, if they are known.
    pub(crate) reflection: Option<&'static Reflection>,
    /// The names of the fields, each the one text that Python has for it.
    pub(crate) names: Vec<Py<PyString>>,
    /// Descriptors for the fields, up to one that has no name.
    pub(crate) getters: *mut ffi::PyGetSetDef,
}

/// What a class stands for.
struct Known {
    about: &'static Class,
    /// Of a class that Python code wrote: a weak reference, which calls [`forget`] when the class ends.
    weak: Option<Py<PyWeakrefReference>>,
}

/// All classes: those that objects of a type get, and what each of them is made of.
struct Classes {
    linked: Vec<*mut ffi::PyTypeObject>,
    late: BTreeMap<u32, *mut ffi::PyTypeObject>,
    by_class: ByAddress<Known>,
}

static CLASSES: Attached<Classes> = Attached::new(Classes {
    linked: Vec::new(),
    late: BTreeMap::new(),
    by_class: HashMap::with_hasher(BuildHasherDefault::new()),
});

static ROOT: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(null_mut());
static FUNCTION: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(null_mut());

/// Types of an index below this one have their classes in a vector.
const LINKED: u32 = 1 << 16;

impl Classes {
    #[inline]
    fn get(&self, index: TypeIndex) -> Option<*mut ffi::PyTypeObject> {
        let known = match self.linked.get(index.value() as usize) {
            Some(class) => *class,
            None => *self.late.get(&index.value())?,
        };
        (!known.is_null()).then_some(known)
    }

    fn set(&mut self, index: TypeIndex, class: *mut ffi::PyTypeObject) {
        let place = index.value() as usize;
        if index.value() >= LINKED {
            self.late.insert(index.value(), class);
            return;
        }
        if place >= self.linked.len() {
            self.linked.resize(place + 1, null_mut());
        }
        self.linked[place] = class;
    }
}

/// The class `objet.Object`; null before [`make_all`].
#[inline]
pub(crate) fn root() -> *mut ffi::PyTypeObject {
    ROOT.load(Ordering::Relaxed)
}

/// Whether the objects of this class are functions.
#[inline]
pub(crate) fn is_function(class: *mut ffi::PyTypeObject) -> bool {
    class == FUNCTION.load(Ordering::Relaxed)
}

/// Makes the classes of all types that are known.
pub(crate) fn make_all(py: Python<'_>) -> PyResult<()> {
    types::all().into_iter().try_for_each(|info| of_type(py, info).map(|_| ()))
}

/// The class of an object.
#[inline]
pub(crate) fn of_object(py: Python<'_>, object: &ObjectRef) -> PyResult<*mut ffi::PyTypeObject> {
    // SAFETY: nothing runs Python code.
    match unsafe { CLASSES.with(py, |all| all.get(object.type_index())) } {
        Some(class) => Ok(class),
        None => match types::by_index(object.type_index()) {
            Some(info) => of_type(py, info),
            None => unreachable!("the index of an object is in the table"),
        },
    }
}

/// The class of a type, which is made now if it was not yet.
pub(crate) fn of_type(py: Python<'_>, info: TypeInfo) -> PyResult<*mut ffi::PyTypeObject> {
    // SAFETY: nothing runs Python code.
    if let Some(class) = unsafe { CLASSES.with(py, |all| all.get(info.index())) } {
        return Ok(class);
    }
    let parent = info.parent().map(|parent| of_type(py, parent).map(|class| bound(py, class))).transpose()?;
    let reflection = Reflection::of_type(info);
    let getters = descriptors::getters(info, reflection);
    let class = make(py, info, reflection, parent.as_ref(), getters)?;
    if parent.is_none() {
        ROOT.store(class, Ordering::Relaxed);
    }
    if info.index() == TypeIndex::PACKED_FUNC {
        FUNCTION.store(class, Ordering::Relaxed);
    }
    let fields = reflection.map_or(&[][..], Reflection::fields);
    let names: Vec<_> = fields.iter().map(|field| PyString::intern(py, field.name()).unbind()).collect();
    let matched = fields.iter().zip(&names).filter(|(field, _)| !field.name().starts_with("__"));
    let matched: Vec<_> = matched.map(|(_, name)| name).collect();
    bound(py, class).setattr("__match_args__", PyTuple::new(py, matched)?)?;
    let about = Box::leak(Box::new(Class { info, reflection, names, getters }));
    // SAFETY: nothing runs Python code.
    unsafe {
        CLASSES.with(py, |all| {
            all.set(info.index(), class);
            all.by_class.insert(class.addr(), Known { about, weak: None });
        });
    }
    Ok(class)
}

/// What a class itself stands for, if it does.
fn known(py: Python<'_>, class: *mut ffi::PyTypeObject) -> Option<&'static Class> {
    // SAFETY: nothing runs Python code.
    unsafe { CLASSES.with(py, |all| all.by_class.get(&class.addr()).map(|known| known.about)) }
}

/// Whether Python code wrote a class that stands for a type.
fn is_pythons(py: Python<'_>, class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: nothing runs Python code.
    unsafe {
        CLASSES.with(py, |all| all.by_class.get(&class.addr()).is_some_and(|known| known.weak.is_some()))
    }
}

/// Whether a class is or was that of a type, and not one that Python code derived from such.
pub(crate) fn stands_for_type(class: &Bound<'_, PyType>) -> bool {
    known(class.py(), class.as_type_ptr()).is_some()
}

/// What a class is made of, or the nearest of its ancestors that stands for a type.
pub(crate) fn about(py: Python<'_>, class: *mut ffi::PyTypeObject) -> Option<&'static Class> {
    let mut class = class;
    while !class.is_null() {
        if let Some(found) = known(py, class) {
            return Some(found);
        }
        // SAFETY: classes keep their bases.
        class = unsafe { ffi::PyType_GetSlot(class, ffi::Py_tp_base).cast() };
    }
    None
}

/// Has objects of a type be of this class, which Python code derived from that of the type or of its parent. The one that was in its place
/// before lives on as long as somebody else has it.
pub(crate) fn replace(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<()> {
    let (py, pointer) = (class.py(), class.as_type_ptr());
    let address = pointer.addr();
    let Some(about) = known(py, of_type(py, info)?) else { unreachable!("the class of a type is known") };
    let end = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| forget(args.py(), address);
    let end = PyCFunction::new_closure(py, None, None, end)?;
    let weak = PyWeakrefReference::new_with(class, end)?.unbind();
    // SAFETY: nothing runs Python code: what was known of the class, and the one whose place it takes, end afterwards. A class that Python code
    // wrote was held for as long as it was in the table.
    let before = unsafe {
        ffi::Py_INCREF(pointer.cast());
        CLASSES.with(py, |all| {
            let held = all
                .get(info.index())
                .filter(|before| all.by_class.get(&before.addr()).is_some_and(|known| known.weak.is_some()));
            all.set(info.index(), pointer);
            let known = all.by_class.insert(address, Known { about, weak: Some(weak) });
            (known, held.map(|held| Bound::<PyAny>::from_owned_ptr(py, held.cast())))
        })
    };
    drop(before);
    Ok(())
}

/// Forgets what a class stood for that is about to end, so that another one may come to lie at its address.
fn forget(py: Python<'_>, address: usize) {
    // SAFETY: nothing runs Python code: the weak reference ends afterwards.
    drop(unsafe { CLASSES.with(py, |all| all.by_class.remove(&address)) });
}

/// Checks that a class may be that of a type of this key, which is known or will be under that parent, and gives what the nearest of its bases
/// stands for: that must be the type itself or its parent, and all others its ancestors. Else its methods would find fields that the type's
/// objects do not have.
pub(crate) fn check_bases(
    class: &Bound<'_, PyType>,
    key: &str,
    info: Option<TypeInfo>,
    parent: Option<TypeInfo>,
) -> PyResult<TypeIndex> {
    let py = class.py();
    let mut found = Vec::new();
    for base in &class.mro() {
        if let Some(known) = known(py, base.cast::<PyType>()?.as_type_ptr()) {
            found.push(known.info.index());
        }
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
        names.push(bound(py, of_type(py, info)?).fully_qualified_name()?.to_string_lossy().into_owned());
    }
    let names = names.join(" or ");
    let message = format!("a class for {key} must derive from {names}, and from no other type's");
    Err(PyTypeError::new_err(message))
}

/// The class as Python sees it.
pub(crate) fn bound(py: Python<'_>, class: *mut ffi::PyTypeObject) -> Bound<'_, PyType> {
    // SAFETY: a class is a Python object, and of type `type`.
    unsafe { Bound::from_borrowed_ptr(py, class.cast()).cast_into_unchecked() }
}

fn slot(slot: i32, pfunc: *mut c_void) -> ffi::PyType_Slot {
    ffi::PyType_Slot { slot, pfunc }
}

/// `Py_TPFLAGS_HAVE_VECTORCALL`: the bit is the same in all versions, though it is in the headers of the stable ABI only since 3.12.
const HAVE_VECTORCALL: std::ffi::c_ulong = 1 << 11;

fn make(
    py: Python<'_>,
    info: TypeInfo,
    reflection: Option<&'static Reflection>,
    parent: Option<&Bound<'_, PyType>>,
    getters: *mut ffi::PyGetSetDef,
) -> PyResult<*mut ffi::PyTypeObject> {
    let is_function = info.index() == TypeIndex::PACKED_FUNC;
    // Objects of a class that Python code wrote are larger, and end as Python has it, which ends what is native of them too.
    let is_below_pythons =
        parent.is_some_and(|parent| parent.mro().iter().any(|base| is_pythons(py, base.as_ptr().cast())));
    let offset = |name: &'static CStr, offset: usize| ffi::PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_PYSSIZET,
        offset: offset as ffi::Py_ssize_t,
        flags: ffi::Py_READONLY,
        doc: std::ptr::null(),
    };
    let mut members = Vec::new();
    if parent.is_none() {
        members.push(offset(c"__weaklistoffset__", offset_of!(Instance, weak_references)));
    }
    if is_function {
        members.push(offset(c"__vectorcalloffset__", offset_of!(Instance, vectorcall)));
    }
    members.push(ffi::PyMemberDef::default());
    let mut slots = vec![
        slot(ffi::Py_tp_members, Vec::leak(members).as_mut_ptr().cast()),
        slot(ffi::Py_tp_getset, getters.cast()),
        slot(ffi::Py_tp_doc, leak(docs::class(info, reflection)).cast()),
        slot(ffi::Py_tp_new, construct::new as *mut c_void),
    ];
    if !is_below_pythons {
        slots.push(slot(ffi::Py_tp_dealloc, dealloc as *mut c_void));
    }
    if is_function {
        slots.push(slot(ffi::Py_tp_traverse, instance::traverse as *mut c_void));
        slots.push(slot(ffi::Py_tp_clear, instance::clear as *mut c_void));
        slots.push(slot(ffi::Py_tp_call, call::call as *mut c_void));
    }
    slots.push(slot(0, null_mut()));
    let mut flags = ffi::Py_TPFLAGS_DEFAULT;
    flags |= if is_function { HAVE_VECTORCALL | ffi::Py_TPFLAGS_HAVE_GC } else { ffi::Py_TPFLAGS_BASETYPE };
    let mut spec = ffi::PyType_Spec {
        name: leak(docs::python_name(info.key())),
        // 0 is the base's.
        basicsize: if is_below_pythons { 0 } else { size_of::<Instance>() as _ },
        itemsize: 0,
        flags: flags as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: the slots hold what their numbers say, and what they refer to is leaked; all objects of the class are instances, as
    // those of its base are.
    unsafe {
        let bases = parent.map_or(null_mut(), |parent| parent.as_ptr());
        let class = ffi::PyType_FromSpecWithBases(&mut spec, bases);
        if class.is_null() { Err(PyErr::fetch(py)) } else { Ok(class.cast()) }
    }
}
