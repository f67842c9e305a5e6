//! Python objects that stand for native ones: one for each that Python knows, for as long as Python knows it.
//!
//! Invariants:
//! - Who calls a function of this file that takes a [`Python`] is attached to the interpreter, and the stable ABI has no build without
//!   the lock: so the table is used by one thread at a time. Nothing runs Python code while it is borrowed.
//! - A Python object of a class that [`classes`](crate::classes) made is an [`Instance`]: its reference is written once, by [`wrap`],
//!   before anyone sees the object, and ends in [`dealloc`].
//! - The table has the address of an instance under that of its native object from `wrap` to `dealloc`. An instance whose count is 0
//!   is about to be gone, and is not given to anyone.

#![expect(unsafe_code, reason = "Python sees objects by address")]

use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::ManuallyDrop;

use objet::{IsObjectRef, Object, ObjectRef};
use pyo3::ffi;
use pyo3::prelude::*;

use crate::{boxed, callback, classes, slot, value};

/// A Python object that stands for a native one.
#[repr(C)]
pub(crate) struct Instance {
    head: ffi::PyObject,
    object: ManuallyDrop<ObjectRef>,
    pub(crate) weak_references: *mut ffi::PyObject,
    /// What calls it, if it is a function.
    pub(crate) vectorcall: Option<Vectorcall>,
    /// How many calls without the lock were given it, if it is a function: see [`InUse`].
    in_use: usize,
}

/// Functions among the arguments of a call without the lock. Native code may make references to them while the collector looks, which must
/// see the same each time: so for that long, it does not look at what they hold.
pub(crate) struct InUse<'a>(&'a [*mut ffi::PyObject]);

impl<'a> InUse<'a> {
    /// # Safety
    /// They are Python objects that live as long as this, which is made and ends while the thread is attached.
    #[inline]
    pub(crate) unsafe fn new(args: &'a [*mut ffi::PyObject]) -> Self {
        let this = Self(args);
        this.count(1);
        this
    }

    #[inline]
    fn count(&self, by: usize) {
        for arg in self.0 {
            // SAFETY: it is alive, and all objects of that class are instances, which one thread at a time gets at.
            unsafe {
                if classes::is_function(ffi::Py_TYPE(*arg)) {
                    let in_use = &raw mut (*arg.cast::<Instance>()).in_use;
                    in_use.write(in_use.read().wrapping_add(by));
                }
            }
        }
    }
}

impl Drop for InUse<'_> {
    #[inline]
    fn drop(&mut self) {
        self.count(usize::MAX);
    }
}

/// How Python calls functions.
pub(crate) type Vectorcall = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    usize,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// A hash of addresses, whose lower bits say little.
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
        self.0 = (address as u64 >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
    }
}

/// A map of addresses.
pub(crate) type ByAddress<T> = HashMap<usize, T, BuildHasherDefault<AddressHasher>>;

/// State of this extension that is used by one thread at a time: the one that is attached to the interpreter.
pub(crate) struct Attached<T>(UnsafeCell<T>);

// SAFETY: only the attached thread gets at the content, and only one is attached at a time.
unsafe impl<T> Sync for Attached<T> {}

impl<T> Attached<T> {
    pub(crate) const fn new(content: T) -> Self {
        Self(UnsafeCell::new(content))
    }

    /// Uses the content.
    ///
    /// # Safety
    /// `work` runs no Python code, and does not come here again.
    #[inline(always)]
    pub(crate) unsafe fn with<R>(&self, _py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: this thread is the attached one, and nobody else borrows the content, says the caller.
        work(unsafe { &mut *self.0.get() })
    }
}

static INSTANCES: Attached<ByAddress<*mut ffi::PyObject>> =
    Attached::new(HashMap::with_hasher(BuildHasherDefault::new()));

fn address(object: &Object) -> usize {
    std::ptr::from_ref(object).addr()
}

/// Whether anybody has a reference to a Python object. Of the word with the count, the upper half means other things, from 3.14 on.
///
/// # Safety
/// The object is not gone yet.
#[inline(always)]
unsafe fn is_held(object: *mut ffi::PyObject) -> bool {
    // SAFETY: as the caller promised.
    unsafe { (*object).ob_refcnt as u32 != 0 }
}

/// The Python object of a native one, as a new reference; a new object if there is none. Strings are not given to it.
pub(crate) fn wrap(py: Python<'_>, object: ObjectRef) -> PyResult<Bound<'_, PyAny>> {
    if let Some(known) = known(py, &object) {
        return Ok(known);
    }
    if let Some((kind, number)) = boxed::number(&object) {
        // SAFETY: a new reference, or null with the exception set.
        return unsafe { Bound::from_owned_ptr_or_err(py, value::of_field(py, kind, Ok(number))) };
    }
    // To allocate may run Python code, which may have another class take its place.
    let class = classes::bound(py, classes::of_object(py, &object)?);
    new(py, object, class.as_type_ptr())
}

/// The Python object of a copy: of the original's class, also if that is none that was registered.
pub(crate) fn wrap_copy<'py>(original: &Bound<'py, PyAny>, copy: ObjectRef) -> PyResult<Bound<'py, PyAny>> {
    let (py, class) = (original.py(), original.get_type());
    if known(py, &copy).is_some() || native(original).is_none() || classes::stands_for_type(&class) {
        return value::of_reference(py, Some(&copy));
    }
    new(py, copy, class.as_type_ptr())
}

/// The Python object of a native one, if Python knows that.
#[inline]
pub(crate) fn known<'py>(py: Python<'py>, object: &Object) -> Option<Bound<'py, PyAny>> {
    // SAFETY: nothing runs Python code. What the table has is not gone yet; it is given to others only if somebody has it.
    unsafe {
        let found = INSTANCES.with(py, |all| all.get(&address(object)).copied())?;
        is_held(found).then(|| Bound::from_borrowed_ptr(py, found))
    }
}

/// A new Python object of that class, or of a subclass of it that Python code made; or the one that came to be meanwhile, since to
/// allocate may run Python code.
pub(crate) fn new(
    py: Python<'_>,
    object: ObjectRef,
    class: *mut ffi::PyTypeObject,
) -> PyResult<Bound<'_, PyAny>> {
    let key = address(&object);
    // SAFETY: the class is one whose objects are instances. Its memory comes as zeros, and the reference is written before anyone
    // sees it.
    unsafe {
        let new = ffi::PyType_GenericAlloc(class, 0);
        if new.is_null() {
            return Err(PyErr::fetch(py));
        }
        (&raw mut (*new.cast::<Instance>()).object).write(ManuallyDrop::new(object));
        if classes::is_function(class) {
            (*new.cast::<Instance>()).vectorcall = Some(crate::call::vectorcall);
        }
        let new = Bound::from_owned_ptr(py, new);
        let other = INSTANCES.with(py, |all| match all.entry(key) {
            Entry::Occupied(entry) if is_held(*entry.get()) => Some(*entry.get()),
            entry => {
                entry.insert_entry(new.as_ptr());
                None
            }
        });
        Ok(other.map_or(new, |other| Bound::from_borrowed_ptr(py, other)))
    }
}

/// The native object that a Python object stands for, if it does.
#[inline]
pub(crate) fn native<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a ObjectRef> {
    // SAFETY: the object is alive while it is borrowed.
    unsafe { native_of(object.as_ptr()) }
}

/// The native object that the Python object at an address stands for, if it does.
///
/// # Safety
/// The Python object lives as long as `'a`, and the thread is attached.
#[inline]
pub(crate) unsafe fn native_of<'a>(object: *mut ffi::PyObject) -> Option<&'a ObjectRef> {
    // SAFETY: as the caller promised; all objects of the root class, or of one that derives from it, are instances.
    unsafe {
        let class = ffi::Py_TYPE(object);
        let root = classes::root();
        (class == root || ffi::PyType_IsSubtype(class, root) != 0).then(|| instance(object))
    }
}

/// The native object of an instance.
///
/// # Safety
/// The Python object is an instance and lives as long as `'a`.
#[inline(always)]
pub(crate) unsafe fn instance<'a>(object: *mut ffi::PyObject) -> &'a ObjectRef {
    // SAFETY: as the caller promised.
    unsafe { &(*object.cast::<Instance>()).object }
}

/// Shows the collector what a function keeps alive: the slot of that class.
///
/// # Safety
/// Python calls it with an instance of the class.
pub(crate) unsafe extern "C" fn traverse(
    object: *mut ffi::PyObject,
    visit: ffi::visitproc,
    arg: *mut std::ffi::c_void,
) -> std::ffi::c_int {
    // SAFETY: as the caller promised; nothing is changed, and what is visited is alive.
    unsafe {
        let seen = visit(ffi::Py_TYPE(object).cast(), arg);
        if seen != 0 || (*object.cast::<Instance>()).in_use > 0 {
            return seen;
        }
        let callable = callback::owned_by(Python::assume_attached(), instance(object));
        callable.map_or(0, |callable| visit(callable, arg))
    }
}

/// Ends what a function keeps alive, which nobody can reach any more: the slot of that class.
///
/// # Safety
/// Python calls it with an instance of the class.
pub(crate) unsafe extern "C" fn clear(object: *mut ffi::PyObject) -> std::ffi::c_int {
    // SAFETY: as the caller promised.
    unsafe { callback::end(Python::assume_attached(), instance(object)) };
    0
}

/// Ends an instance: the slot of all classes.
///
/// # Safety
/// Python calls it, once, when nobody refers to the object any more.
pub(crate) unsafe extern "C" fn dealloc(object: *mut ffi::PyObject) {
    // SAFETY: Python calls this attached, with an instance. The table's entry may be that of an instance that came later.
    unsafe {
        let py = Python::assume_attached();
        let this = object.cast::<Instance>();
        if classes::is_function(ffi::Py_TYPE(object)) {
            ffi::PyObject_GC_UnTrack(object.cast());
        }
        if !(*this).weak_references.is_null() {
            ffi::PyObject_ClearWeakRefs(object);
        }
        let native = ManuallyDrop::take(&mut (*this).object);
        INSTANCES.with(py, |all| {
            if let Entry::Occupied(entry) = all.entry(address(&native))
                && *entry.get() == object
            {
                entry.remove();
            }
        });
        let class = ffi::Py_TYPE(object);
        let free = ffi::PyType_GetSlot(class, ffi::Py_tp_free);
        let free: unsafe extern "C" fn(*mut std::ffi::c_void) = std::mem::transmute(free);
        free(object.cast());
        ffi::Py_DECREF(class.cast());
        // Last, since it may run Python code: a function of Python's may end with it.
        slot::guarded_end(py, || drop(native));
    }
}

/// How many native objects Python knows.
pub(crate) fn count(py: Python<'_>) -> usize {
    // SAFETY: nothing runs Python code.
    unsafe { INSTANCES.with(py, |all| all.len()) }
}

/// Whether both are one native object.
pub(crate) fn same(lhs: &Bound<'_, PyAny>, rhs: &Bound<'_, PyAny>) -> bool {
    match (native(lhs), native(rhs)) {
        (Some(lhs), Some(rhs)) => lhs.same_as(rhs),
        _ => lhs.is(rhs),
    }
}
