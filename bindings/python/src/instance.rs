//! Python objects of native objects. Each native object has at most one Python object.
//!
//! Invariants:
//! - The caller of a function that takes a [`Python`], or a value bound to a [`Python`], is
//!   attached. The stable ABI has no build without the lock, so only one thread at a time uses
//!   instances.
//! - A Python object of the root class, or of a derived class, is an [`Instance`]. [`new`] writes
//!   its reference once, before the object is shared, and [`free`] takes the reference.
//! - From `new` to `free`, the table maps the address of the native object to the address of the
//!   instance. An instance with reference count 0 is being freed and is never returned.
//! - The kept memory belonged to objects of plain classes. Python's allocator made it, with the
//!   size of an instance.

#![expect(unsafe_code, reason = "Python refers to objects by address")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::ManuallyDrop;
use std::ptr::null_mut;
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

/// A hasher for addresses, whose lower bits are mostly equal.
#[derive(Default)]
pub(crate) struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("addresses are hashed as numbers")
    }

    #[inline]
    fn write_usize(&mut self, address: usize) {
        self.0 = (address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
    }
}

/// A map from addresses, or other numbers.
pub(crate) type ByAddress<T> = HashMap<usize, T, BuildHasherDefault<AddressHasher>>;

/// The Python objects of native objects.
struct Instances {
    /// The Python object of each native object that has one, by the address of the native object.
    all: AddressTable<*mut ffi::PyObject>,
    /// The memory of objects that were freed, for new objects.
    kept: Vec<*mut ffi::PyObject>,
}

static INSTANCES: Attached<Instances> =
    Attached::new(Instances { all: AddressTable::new(), kept: Vec::new() });

/// The maximum number of objects whose memory is kept: 12 KiB.
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

/// Whether the objects of a class are plain: instances without further attributes, which the
/// garbage collector does not track.
pub(crate) fn is_plain(class: &Bound<'_, PyType>) -> bool {
    // SAFETY: the class is alive while it is borrowed.
    let is_tracked = unsafe { ffi::PyType_GetFlags(class.as_type_ptr()) & ffi::Py_TPFLAGS_HAVE_GC != 0 };
    let is = |name: &str, expected: usize| {
        class.getattr(name).and_then(|found| found.extract::<usize>()).is_ok_and(|found| found == expected)
    };
    let size = size_of::<Instance>();
    !is_tracked && is("__basicsize__", size) && is("__itemsize__", 0) && is("__dictoffset__", 0)
}

fn address(object: &Object) -> usize {
    std::ptr::from_ref(object).addr()
}

/// Whether a Python object has references. Since Python 3.14, the upper half of the reference count
/// word holds flags.
#[inline(always)]
unsafe fn is_held(object: *mut ffi::PyObject) -> bool {
    // SAFETY: as the caller promised.
    unsafe { (*object).ob_refcnt as u32 != 0 }
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
    let class = classes::plain(py, index)?;
    // SAFETY: objects in the table are not freed yet, and an object without references is not
    // returned. The class of a type is alive, and its objects are instances. Their memory is
    // zeroed, and the reference is written before the object is shared.
    INSTANCES.with(py, |instances| unsafe {
        if let Some(existing) = instances.all.get(key)
            && is_held(existing)
        {
            return Some(Bound::from_borrowed_ptr(py, existing));
        }
        let memory = *instances.kept.last()?;
        let object = ManuallyDrop::new(object()?);
        instances.kept.pop();
        let instance = memory.cast::<Instance>();
        instance.write_bytes(0, 1);
        (&raw mut (*instance).object).write(object);
        instances.all.set(key, memory);
        Some(Bound::from_owned_ptr(py, ffi::PyObject_Init(memory, class)))
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
    unsafe { is_held(found).then(|| Bound::from_borrowed_ptr(py, found)) }
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
    let (py, key, class) = (class.py(), address(&object), class.as_type_ptr());
    // SAFETY: the objects of the class are instances. Their memory is zeroed, and the reference is
    // written before the object is shared. Objects in the table are not freed yet.
    unsafe {
        let is_plain = classes::plain(py, object.type_index()) == Some(class);
        let kept = if is_plain { INSTANCES.with(py, |instances| instances.kept.pop()) } else { None };
        let allocated = match kept {
            Some(memory) => {
                memory.cast::<Instance>().write_bytes(0, 1);
                ffi::PyObject_Init(memory, class)
            }
            None => ffi::PyType_GenericAlloc(class, 0),
        };
        let new = Bound::from_owned_ptr_or_err(py, allocated)?;
        let instance = new.as_ptr().cast::<Instance>();
        (&raw mut (*instance).object).write(ManuallyDrop::new(object));
        if is_function(class) {
            (*instance).vectorcall = Some(vectorcall);
        }
        let other = INSTANCES.with(py, |instances| {
            let other = instances.all.get(key).filter(|other| is_held(*other));
            if other.is_none() {
                instances.all.set(key, new.as_ptr());
            }
            other
        });
        Ok(other.map_or(new, |other| Bound::from_borrowed_ptr(py, other)))
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
        let is_plain = classes::plain(py, native.type_index()) == Some(class);
        let is_kept = INSTANCES.with(py, |instances| {
            instances.all.remove(address(&native), object);
            let is_kept = is_plain && instances.kept.len() < MOST_KEPT;
            if is_kept {
                instances.kept.push(object);
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
#[inline(always)]
pub(crate) unsafe fn instance<'a>(object: *mut ffi::PyObject) -> &'a ObjectRef {
    // SAFETY: as the caller promised.
    unsafe { &(*object.cast::<Instance>()).object }
}

/// Returns the tuple that [`extents`] has made for an instance, or null.
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
