//! Python objects of native objects. Each native object has at most one Python object.
//!
//! Invariants:
//! - The caller of a function that takes a [`Python`], or a value bound to a [`Python`], is
//!   attached. The stable ABI has no build without the lock, so only one thread at a time uses
//!   instances.
//! - A Python object of the root class, or of a derived class, is an [`Instance`]. [`new`] writes
//!   its reference before the object is shared, `recycled.rs` may replace it while nothing else has
//!   the object, and [`free`] takes it.
//! - From `new` to `free`, the table maps the address of the native object to the address of the
//!   instance. An instance with reference count 0 is being freed and is never returned.
//! - The kept memory belonged to objects of plain classes. Python's allocator made it, with the
//!   size of an instance, and behind a header of the garbage collector if the class is a collected
//!   one. The header is that of a new object: no list has the object, and it was not finalized.

#![expect(unsafe_code, reason = "Python refers to objects by address")]

mod recycled;

use std::ffi::c_void;
use std::mem::{ManuallyDrop, offset_of};
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};

use objet::types::TypeIndex;
use objet::{IsObjectRef, Object, ObjectRef};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::address_table::AddressTable;
use crate::lock::Attached;
use crate::slot::{Vectorcall, vectorcall};
use crate::{boxed, classes, opaque, value};

pub(crate) use recycled::Recycled;

/// The Python object of a native object.
#[repr(C)]
pub(crate) struct Instance {
    head: ffi::PyObject,
    object: ManuallyDrop<ObjectRef>,
    pub(crate) weak_references: *mut ffi::PyObject,
    /// The slot for calls, if the object is a function.
    pub(crate) vectorcall: Option<Vectorcall>,
    /// A tuple with the extents, if the object is a shape that was iterated. Null otherwise.
    extents: *mut ffi::PyObject,
}

/// The Python objects of native objects.
struct Instances {
    /// The Python object of each native object that has one, by the address of the native object.
    all: AddressTable<NonNull<ffi::PyObject>>,
    /// The memory of objects that were freed, for new objects of each [`Plain`] kind.
    kept: [Vec<NonNull<ffi::PyObject>>; 2],
}

static INSTANCES: Attached<Instances> =
    Attached::new(Instances { all: AddressTable::new(), kept: [Vec::new(), Vec::new()] });

/// The maximum number of objects of a kind whose memory is kept: 16 KiB.
const MOST_KEPT: usize = 256;

static ROOT: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(null_mut());
static FUNCTION: AtomicPtr<ffi::PyTypeObject> = AtomicPtr::new(null_mut());

/// Sets the root of all classes of native objects: a class made of slots that is never freed.
pub(crate) fn set_root(class: &Bound<'_, PyType>) {
    ROOT.store(class.as_type_ptr(), Ordering::Relaxed);
}

/// Sets the class of functions: a class made of slots that is never freed.
pub(crate) fn set_function(class: &Bound<'_, PyType>) {
    FUNCTION.store(class.as_type_ptr(), Ordering::Relaxed);
}

/// Whether the objects of a class are functions. The class of functions has no derived classes.
#[inline]
pub(crate) fn is_function(class: *mut ffi::PyTypeObject) -> bool {
    class == FUNCTION.load(Ordering::Relaxed)
}

/// Whether the objects of a class are instances.
///
/// # Safety
/// The class is alive.
#[inline(always)]
unsafe fn has_instances(class: *mut ffi::PyTypeObject) -> bool {
    let root = ROOT.load(Ordering::Relaxed);
    // SAFETY: as the caller promised; the root is never freed.
    class == root || unsafe { ffi::PyType_IsSubtype(class, root) } != 0
}

/// The memory of plain objects: instances without further attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain {
    /// An instance.
    Alone,
    /// An instance behind a header of the garbage collector, as for all classes that are written in
    /// Python.
    Collected,
}

/// Returns the memory of the objects of a class, if they are plain.
pub(crate) fn plain(class: &Bound<'_, PyType>) -> Option<Plain> {
    // SAFETY: the class is alive while it is borrowed.
    let is_collected = unsafe { ffi::PyType_GetFlags(class.as_type_ptr()) & ffi::Py_TPFLAGS_HAVE_GC != 0 };
    // An attribute of the class itself may be one that its metaclass defines.
    let descriptors = class.py().get_type::<PyType>().getattr("__dict__");
    let is = |name: &str, expected: usize| {
        let found = descriptors.as_ref().ok().and_then(|descriptors| descriptors.get_item(name).ok());
        let found = found.and_then(|descriptor| descriptor.call_method1("__get__", (class,)).ok());
        found.and_then(|found| found.extract::<usize>().ok()).is_some_and(|found| found == expected)
    };
    let is_plain = !is_function(class.as_type_ptr())
        && is("__basicsize__", size_of::<Instance>())
        && is("__itemsize__", 0)
        && is("__dictoffset__", 0)
        && is("__weakrefoffset__", offset_of!(Instance, weak_references));
    is_plain.then_some(if is_collected { Plain::Collected } else { Plain::Alone })
}

fn address(object: &Object) -> usize {
    std::ptr::from_ref(object).addr()
}

/// Whether a Python object has references. Since Python 3.14, the upper half of the reference count
/// word holds flags.
///
/// # Safety
/// The object is alive.
#[inline(always)]
unsafe fn is_held(object: NonNull<ffi::PyObject>) -> bool {
    // SAFETY: as the caller promised.
    unsafe { (*object.as_ptr()).ob_refcnt as u32 != 0 }
}

/// Whether the method `__del__` of a collected object has run.
///
/// # Safety
/// The object is alive.
unsafe fn is_finalized(object: NonNull<ffi::PyObject>) -> bool {
    // SAFETY: as the caller promised.
    unsafe { ffi::PyObject_GC_IsFinalized(object.as_ptr()) != 0 }
}

/// Makes a Python object of a plain class in kept memory.
///
/// # Safety
/// The memory is kept memory of this kind, and is not used again. The objects of the class are of
/// this kind.
#[inline(always)]
unsafe fn revive(
    memory: NonNull<ffi::PyObject>,
    class: *mut ffi::PyTypeObject,
    plain: Plain,
    object: ObjectRef,
) {
    let instance = memory.as_ptr().cast::<Instance>();
    // SAFETY: as the caller promised. The memory is zeroed, and the reference is written before the
    // object is shared.
    unsafe {
        instance.write_bytes(0, 1);
        (&raw mut (*instance).object).write(ManuallyDrop::new(object));
        ffi::PyObject_Init(memory.as_ptr(), class);
        if plain == Plain::Collected {
            ffi::PyObject_GC_Track(memory.as_ptr().cast());
        }
    }
}

/// Returns the Python object of a native object with this address and type, or makes it in kept
/// memory. Returns `None` if its class is not plain, or if no memory is kept. Runs no Python code.
#[inline(always)]
fn quick(
    py: Python<'_>,
    key: usize,
    index: TypeIndex,
    object: impl FnOnce() -> Option<ObjectRef>,
) -> Option<Bound<'_, PyAny>> {
    let (class, plain) = classes::plain(py, index)?;
    let mut is_new = false;
    // SAFETY: objects in the table are not freed yet, and an object without references is not
    // returned. The class of a type is alive, and its objects are of this kind.
    INSTANCES.with(py, |Instances { all, kept }| unsafe {
        let make = || {
            let kept = &mut kept[plain as usize];
            let memory = *kept.last()?;
            let object = object()?;
            kept.pop();
            revive(memory, class, plain, object);
            is_new = true;
            Some(memory)
        };
        let found = all.get_or_set(key, |existing| is_held(existing), make)?.as_ptr();
        Some(if is_new { Bound::from_owned_ptr(py, found) } else { Bound::from_borrowed_ptr(py, found) })
    })
}

/// Returns the Python object of a native object, and makes it if necessary. Returns `None` for
/// other objects than those of plain classes, and if no memory is kept.
#[inline(always)]
pub(crate) fn wrap_quickly<'py>(py: Python<'py>, object: &Object) -> Option<Bound<'py, PyAny>> {
    quick(py, address(object), object.type_index(), || object.to_object_ref())
}

/// Works like [`wrap_quickly`]. Returns the reference if there is no Python object.
#[inline(always)]
pub(crate) fn wrap_owned_quickly(py: Python<'_>, object: ObjectRef) -> Result<Bound<'_, PyAny>, ObjectRef> {
    let (key, index) = (address(&object), object.type_index());
    let mut object = Some(object);
    match (quick(py, key, index, || object.take()), object) {
        (None, Some(object)) => Err(object),
        (Some(found), _) => Ok(found),
        (None, None) => unreachable!("a new object takes the reference"),
    }
}

/// Returns the Python object of a native object, and makes it if necessary. The native object must
/// not be a string.
pub(crate) fn wrap<'py>(py: Python<'py>, object: &Object) -> PyResult<Bound<'py, PyAny>> {
    match existing(py, object)? {
        Ok(existing) => Ok(existing),
        Err(class) => match object.to_object_ref() {
            // SAFETY: the class of a type derives from the root.
            Some(object) => unsafe { make(object, &class) },
            None => unreachable!("the object has a reference"),
        },
    }
}

/// Works like [`wrap`]. A new Python object takes the reference over.
pub(crate) fn wrap_owned(py: Python<'_>, object: ObjectRef) -> PyResult<Bound<'_, PyAny>> {
    match existing(py, &object)? {
        Ok(existing) => Ok(existing),
        // SAFETY: the class of a type derives from the root.
        Err(class) => unsafe { make(object, &class) },
    }
}

/// Returns the Python object of a native object, or the class of the Python object to make.
#[inline(always)]
fn existing<'py>(
    py: Python<'py>,
    object: &Object,
) -> PyResult<Result<Bound<'py, PyAny>, Bound<'py, PyType>>> {
    if let Some(existing) = lookup(py, object) {
        return Ok(Ok(existing));
    }
    if let Some((kind, number)) = boxed::number(object) {
        return value::of_field(py, kind, Ok(number)).map(Ok);
    }
    if let Some(held) = opaque::held(py, object) {
        return Ok(Ok(held));
    }
    // The class is a new reference: allocation may run Python code, which may replace the class.
    classes::of_object(py, object).map(Err)
}

/// Returns the Python object of a copy. It has the class of the original, even if the class is not
/// registered.
pub(crate) fn wrap_copy<'py>(original: &Bound<'py, PyAny>, copy: ObjectRef) -> PyResult<Bound<'py, PyAny>> {
    let (py, class) = (original.py(), original.get_type());
    if lookup(py, &copy).is_some() || native(original).is_none() || classes::stands_for_type(&class) {
        return value::of_reference(py, Some(&copy));
    }
    new(copy, &class)
}

/// Returns the Python object of a native object, if it exists.
#[inline]
pub(crate) fn lookup<'py>(py: Python<'py>, object: &Object) -> Option<Bound<'py, PyAny>> {
    let found = INSTANCES.with(py, |instances| instances.all.get(address(object)))?;
    // SAFETY: objects in the table are not freed yet, and an object without references is not
    // returned.
    unsafe { is_held(found).then(|| Bound::from_borrowed_ptr(py, found.as_ptr())) }
}

/// Makes a Python object of a class. If a Python object of the native object exists by then,
/// returns the existing one: allocation may run Python code.
///
/// # Panics
/// If the class does not derive from the root.
pub(crate) fn new<'py>(object: ObjectRef, class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the class is alive, and derives from the root.
    unsafe {
        assert!(has_instances(class.as_type_ptr()), "the class derives from objet.Object");
        make(object, class)
    }
}

/// Works like [`new`].
///
/// # Safety
/// The class derives from the root.
#[inline(always)]
unsafe fn make<'py>(object: ObjectRef, class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    let (py, key, index, class) = (class.py(), address(&object), object.type_index(), class.as_type_ptr());
    let mut object = Some(object);
    if classes::plain(py, index).is_some_and(|(plain, _)| plain == class)
        && let Some(found) = quick(py, key, index, || object.take())
    {
        return Ok(found);
    }
    let Some(object) = object else { unreachable!("only a Python object takes the reference") };
    // SAFETY: the objects of the class are instances. Their memory is zeroed, and the reference is
    // written before the object is shared. Objects in the table are not freed yet.
    unsafe {
        let allocated = ffi::PyType_GenericAlloc(class, 0);
        let new = Bound::from_owned_ptr_or_err(py, allocated)?;
        let instance = new.as_ptr().cast::<Instance>();
        (&raw mut (*instance).object).write(ManuallyDrop::new(object));
        if is_function(class) {
            (*instance).vectorcall = Some(vectorcall);
        }
        let held = INSTANCES.with(py, |instances| {
            instances.all.get_or_set(key, |other| is_held(other), || NonNull::new(allocated))
        });
        let is_new = held.is_none_or(|held| held.as_ptr() == allocated);
        Ok(match held {
            Some(other) if !is_new => Bound::from_borrowed_ptr(py, other.as_ptr()),
            _ => new,
        })
    }
}

/// Takes the native object out of an instance that is being freed, and frees the memory or keeps it
/// for a new instance.
///
/// # Safety
/// The instance is being freed, and is not used again.
pub(crate) unsafe fn free(py: Python<'_>, object: *mut ffi::PyObject) -> ObjectRef {
    // SAFETY: as the caller promised. The table may already have a newer instance of the same
    // native object. An object holds a reference to its class, and `tp_free` has this type.
    unsafe {
        let instance = object.cast::<Instance>();
        if !(*instance).weak_references.is_null() {
            ffi::PyObject_ClearWeakRefs(object);
        }
        // Dropping integers runs no Python code.
        ffi::Py_XDECREF((*instance).extents);
        let native = ManuallyDrop::take(&mut (*instance).object);
        let class = ffi::Py_TYPE(object);
        let plain = classes::plain(py, native.type_index()).filter(|(plain, _)| *plain == class);
        let is_kept = INSTANCES.with(py, |Instances { all, kept }| {
            let object = NonNull::new_unchecked(object);
            all.remove(address(&native), object);
            let Some((_, plain)) = plain else { return false };
            let kept = &mut kept[plain as usize];
            let is_kept = kept.len() < MOST_KEPT && !(plain == Plain::Collected && is_finalized(object));
            if is_kept {
                kept.push(object);
            }
            is_kept
        });
        if !is_kept {
            let free = ffi::PyType_GetSlot(class, ffi::Py_tp_free);
            let free: unsafe extern "C" fn(*mut c_void) = std::mem::transmute(free);
            free(object.cast());
        }
        ffi::Py_DECREF(class.cast());
        native
    }
}

/// Returns the native object of a Python object, if the Python object is an instance.
#[inline]
pub(crate) fn native<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a ObjectRef> {
    // SAFETY: the object and its class are alive while the object is borrowed.
    unsafe { has_instances(ffi::Py_TYPE(object.as_ptr())).then(|| instance(object.as_ptr())) }
}

/// Returns the native object of an instance.
///
/// # Safety
/// The object is an [`Instance`], and alive for `'a`.
#[inline(always)]
pub(crate) unsafe fn instance<'a>(object: *mut ffi::PyObject) -> &'a ObjectRef {
    // SAFETY: as the caller promised.
    unsafe { &(*object.cast::<Instance>()).object }
}

/// Returns the tuple that [`extents`] has made for an instance, or null.
///
/// # Safety
/// The object is an [`Instance`], and alive.
#[inline(always)]
pub(crate) unsafe fn kept_extents(object: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised.
    unsafe { (*object.cast::<Instance>()).extents }
}

/// Returns a tuple with the extents of a shape. `extents` makes the tuple, which the instance
/// keeps. A tuple of integers cannot be part of a cycle.
pub(crate) fn extents<'py>(
    shape: &Bound<'py, PyAny>,
    extents: impl FnOnce() -> PyResult<Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyTuple>> {
    assert!(native(shape).is_some(), "the object is an instance");
    let instance = shape.as_ptr().cast::<Instance>();
    // SAFETY: the object is an instance, and alive while it is borrowed. The field holds a tuple or
    // is null. Making the tuple may run Python code, which may set the field.
    unsafe {
        if (*instance).extents.is_null() {
            let made = extents()?;
            if (*instance).extents.is_null() {
                (*instance).extents = made.into_ptr();
            }
        }
        Ok(Bound::from_borrowed_ptr(shape.py(), (*instance).extents).cast_into_unchecked())
    }
}

/// Returns the number of native objects that have a Python object.
pub(crate) fn count(py: Python<'_>) -> usize {
    INSTANCES.with(py, |instances| instances.all.len())
}

/// Whether both are the same native object.
pub(crate) fn same(lhs: &Bound<'_, PyAny>, rhs: &Bound<'_, PyAny>) -> bool {
    match (native(lhs), native(rhs)) {
        (Some(lhs), Some(rhs)) => lhs.same_as(rhs),
        _ => lhs.is(rhs),
    }
}
