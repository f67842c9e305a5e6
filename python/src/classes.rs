//! A Python class for each registered type, with a descriptor for each field.
//!
//! Invariants:
//! - A class is made once for each type and never freed. Its objects are [`Instance`](crate::instance::Instance)s, and it derives
//!   from the class of the type's parent, up to `objet.Object`.
//! - The closure of a descriptor is a leaked [`Slot`]: a field, and the type that has it. That an object's class is the descriptor's says
//!   nothing, since Python code can give objects another class; so the getter looks at the type of the native object.

#![expect(unsafe_code, reason = "classes are made of slots")]

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CString, c_char, c_void};
use std::hash::BuildHasherDefault;
use std::mem::offset_of;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use objet::types::{self, TypeInfo};
use objet::{Field, IsObjectRef, ObjectRef, Reflection, TypeIndex};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::instance::{self, Attached, ByAddress, Instance, dealloc, instance};
use crate::refusal::article;
use crate::slot::{guarded, raised};
use crate::{call, construct, docs, value};

/// A class, and what it is made of.
pub(crate) struct Class {
    pub(crate) info: TypeInfo,
    /// The fields, if they are known.
    pub(crate) reflection: Option<&'static Reflection>,
    /// The names of the fields, each the one text that Python has for it.
    pub(crate) names: Vec<Py<PyString>>,
}

/// All classes: those that objects of a type get, and what each of them is made of.
struct Classes {
    linked: Vec<*mut ffi::PyTypeObject>,
    late: BTreeMap<u32, *mut ffi::PyTypeObject>,
    by_class: ByAddress<&'static Class>,
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

/// What a descriptor reads.
struct Slot {
    field: Field,
    owner: TypeInfo,
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
    let parent = info.parent().map(|parent| of_type(py, parent)).transpose()?;
    let reflection = Reflection::of_type(info);
    let class = make(py, info, reflection, parent)?;
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
    let about = Box::leak(Box::new(Class { info, reflection, names }));
    // SAFETY: nothing runs Python code.
    unsafe {
        CLASSES.with(py, |all| {
            all.set(info.index(), class);
            all.by_class.insert(class.addr(), about);
        });
    }
    Ok(class)
}

/// What a class is made of, or the nearest of its ancestors that stands for a type.
pub(crate) fn about(py: Python<'_>, class: *mut ffi::PyTypeObject) -> Option<&'static Class> {
    let mut class = class;
    while !class.is_null() {
        // SAFETY: nothing runs Python code; classes keep their bases.
        unsafe {
            if let Some(found) = CLASSES.with(py, |all| all.by_class.get(&class.addr()).copied()) {
                return Some(found);
            }
            class = ffi::PyType_GetSlot(class, ffi::Py_tp_base).cast();
        }
    }
    None
}

/// Has objects of a type be of this class, which Python code derived from that of the type or of its parent. Whether it was that of
/// the type, whose descriptors it has.
pub(crate) fn replace(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<bool> {
    let py = class.py();
    let own = of_type(py, info)?;
    let nearest = check_bases(class, info)?;
    let pointer = class.as_type_ptr();
    // SAFETY: nothing runs Python code. The class is kept for good.
    unsafe {
        CLASSES.with(py, |all| {
            if let Some(about) = all.by_class.get(&own.addr()).copied() {
                all.by_class.insert(pointer.addr(), about);
            }
            all.set(info.index(), pointer);
        });
        ffi::Py_INCREF(pointer.cast());
    }
    Ok(nearest == info.index())
}

/// Checks that a class may be that of a type, and gives what the nearest of its bases stands for: the nearest of its bases that stands for a type stands for this one or for its parent, and
/// all that do for one of its ancestors. Else its methods would find fields that the type's objects do not have.
fn check_bases(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<TypeIndex> {
    let py = class.py();
    let stands_for = |class: &Bound<'_, PyType>| {
        // SAFETY: nothing runs Python code.
        unsafe {
            CLASSES.with(py, |all| all.by_class.get(&class.as_type_ptr().addr()).map(|about| about.info))
        }
    };
    let ancestors: Vec<_> =
        std::iter::successors(Some(info), |info| info.parent()).map(|info| info.index()).collect();
    let mro = class.mro();
    let mut found = Vec::new();
    for base in &mro {
        if let Some(known) = stands_for(base.cast::<PyType>()?) {
            found.push(known);
        }
    }
    let is_above = |base: &TypeInfo| ancestors.contains(&base.index());
    if let Some(nearest) = found.first().map(|nearest| nearest.index())
        && ancestors.iter().take(2).any(|index| *index == nearest)
        && found.iter().all(is_above)
    {
        return Ok(nearest);
    }
    let mut names = Vec::new();
    for info in std::iter::successors(Some(info), |info| info.parent()).take(2) {
        names.push(bound(py, of_type(py, info)?).fully_qualified_name()?.to_string_lossy().into_owned());
    }
    let (key, names) = (info.key(), names.join(" or "));
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

fn leak(text: String) -> *mut c_char {
    CString::new(text.replace('\0', "")).unwrap_or_default().into_raw()
}

fn getter(field: &Field, owner: TypeInfo) -> ffi::PyGetSetDef {
    ffi::PyGetSetDef {
        name: leak(field.name().into()),
        get: Some(get),
        set: None,
        doc: leak(docs::field(field)),
        closure: std::ptr::from_mut(Box::leak(Box::new(Slot { field: *field, owner }))).cast(),
    }
}

/// Gives a class of Python's a descriptor for each field that a type has and its parent has not, but not in place of what Python code
/// wrote where Rust declares the fields.
pub(crate) fn describe(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<()> {
    let py = class.py();
    let is_pythons = Reflection::of_type(info).is_some_and(Reflection::is_described);
    let written = class.getattr("__dict__")?;
    let all = |info| Reflection::of_type(info).map_or(&[][..], Reflection::fields);
    let inherited = info.parent().map_or(&[][..], all);
    let is_own = |field: &&Field| !inherited.iter().any(|other| other.name() == field.name());
    for field in all(info).iter().filter(is_own) {
        if !is_pythons && written.contains(field.name())? {
            continue;
        }
        let definition = Box::leak(Box::new(getter(field, info)));
        // SAFETY: the definition is leaked, and the class is one.
        let descriptor = unsafe {
            Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewGetSet(class.as_type_ptr(), definition))?
        };
        class.setattr(field.name(), descriptor)?;
    }
    Ok(())
}

fn make(
    py: Python<'_>,
    info: TypeInfo,
    reflection: Option<&'static Reflection>,
    parent: Option<*mut ffi::PyTypeObject>,
) -> PyResult<*mut ffi::PyTypeObject> {
    let is_function = info.index() == TypeIndex::PACKED_FUNC;
    let offset = |name: &'static std::ffi::CStr, offset: usize| ffi::PyMemberDef {
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
    let fields = reflection.map_or(&[][..], Reflection::fields);
    // Names that begin so mean something to Python itself.
    let mut getters: Vec<_> = fields
        .iter()
        .filter(|field| !field.name().starts_with("__"))
        .map(|field| getter(field, info))
        .collect();
    getters.push(ffi::PyGetSetDef::default());
    let mut slots = vec![
        slot(ffi::Py_tp_members, Vec::leak(members).as_mut_ptr().cast()),
        slot(ffi::Py_tp_getset, Vec::leak(getters).as_mut_ptr().cast()),
        slot(ffi::Py_tp_doc, leak(docs::class(info, reflection)).cast()),
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_new, construct::new as *mut c_void),
    ];
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
        basicsize: size_of::<Instance>() as _,
        itemsize: 0,
        flags: flags as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: the slots hold what their numbers say, and what they refer to is leaked; all objects of the class are instances, as
    // those of its base are.
    unsafe {
        let bases = parent.map_or(null_mut(), <*mut ffi::PyTypeObject>::cast);
        let class = ffi::PyType_FromSpecWithBases(&mut spec, bases);
        if class.is_null() { Err(PyErr::fetch(py)) } else { Ok(class.cast()) }
    }
}

/// Reads a field: the getter of all descriptors.
///
/// # Safety
/// Python calls it with an object of the descriptor's class, and with its closure.
unsafe extern "C" fn get(object: *mut ffi::PyObject, closure: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised; all objects of such classes are instances, and the closure is a leaked slot. The field is one
    // of the owner's, and the object is of that type.
    unsafe {
        let (py, slot, object) = (Python::assume_attached(), &*closure.cast::<Slot>(), instance(object));
        guarded(py, || {
            if !object.is_of_type(slot.owner) {
                return raised(py, Err(misplaced(object, slot)));
            }
            value::of_field(py, slot.field.read(object))
        })
    }
}

#[cold]
fn misplaced(object: &ObjectRef, slot: &Slot) -> PyErr {
    let (name, owner, found) = (slot.field.name(), slot.owner.key(), article(object.type_key()));
    PyTypeError::new_err(format!("{name} is a field of {owner}, and the object is {found}"))
}
