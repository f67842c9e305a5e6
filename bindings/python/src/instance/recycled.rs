//! The Python objects that an iterator has returned lately. It uses those again that nothing else
//! has: a loop over many native objects then makes and frees only few Python objects.
//!
//! Invariants:
//! - Those of `instance.rs`.
//! - The native object of an instance is replaced only while this file has the only reference to
//!   the instance. Its class, and the new one, are plain classes of the same kind without
//!   finalizers, and the instance has no weak references: it cannot be told from a new object.

use std::borrow::Cow;
use std::mem::{ManuallyDrop, replace};
use std::ptr::NonNull;

use objet::ObjectRef;
use objet::types::TypeIndex;
use pyo3::ffi;
use pyo3::prelude::*;

use super::{INSTANCES, Instance, Instances, Plain, address, is_held, quick};
use crate::{classes, lock, value};

/// The number of objects: those that a loop has got in its last two steps, if it gets up to four in
/// each.
const RECENT: usize = 8;

/// The Python objects that an iterator has returned lately.
#[derive(Default)]
pub(crate) struct Recycled {
    recent: [Option<Recent>; RECENT],
    /// The place of the oldest object.
    oldest: usize,
}

struct Recent {
    object: Py<PyAny>,
    /// The address of its class, which is plain and has no finalizer.
    class: usize,
    plain: Plain,
}

impl Recycled {
    /// Works like [`value::of_reference`].
    #[inline(always)]
    pub(crate) fn of_reference<'py>(
        &mut self,
        py: Python<'py>,
        reference: Option<&ObjectRef>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let wrap =
            |object: &ObjectRef| self.wrap(py, address(object), object.type_index(), || Some(object.clone()));
        reference.and_then(wrap).map_or_else(|| value::of_reference(py, reference), Ok)
    }

    /// Works like [`value::of_owned`].
    #[inline(always)]
    pub(crate) fn of_owned<'py>(
        &mut self,
        py: Python<'py>,
        object: Cow<'_, ObjectRef>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (key, index) = (address(&object), object.type_index());
        let mut object = Some(object);
        let found = self.wrap(py, key, index, || object.take().map(Cow::into_owned));
        match (found, object) {
            (None, Some(object)) => value::of_owned(py, object.into_owned()),
            (Some(found), _) => Ok(found),
            (None, None) => unreachable!("a new object takes the reference"),
        }
    }

    /// Returns the Python object of a native object with this address and type, and makes it if
    /// necessary. Returns `None` for other objects than those of plain classes, and if a new one
    /// takes more work.
    #[inline(always)]
    fn wrap<'py>(
        &mut self,
        py: Python<'py>,
        key: usize,
        index: TypeIndex,
        object: impl FnOnce() -> Option<ObjectRef>,
    ) -> Option<Bound<'py, PyAny>> {
        let (class, plain) = classes::plain(py, index)?;
        let oldest = &mut self.recent[self.oldest];
        self.oldest = (self.oldest + 1) % RECENT;
        match oldest {
            // SAFETY: the class of a type is alive, and plain.
            Some(recent) if unsafe { recent.is_free(class, plain) } => {
                // SAFETY: as above, and the object is free.
                unsafe { recent.reuse(py, key, class, object) }
            }
            _ => {
                let made = quick(py, key, index, object)?;
                // SAFETY: the class of a type is alive.
                let is_final = unsafe { has_finalizer(class) };
                let recent = Recent { object: made.clone().unbind(), class: class.addr(), plain };
                *oldest = (!is_final).then_some(recent);
                Some(made)
            }
        }
    }
}

impl Recent {
    /// Whether the object may become one of a plain class.
    ///
    /// # Safety
    /// The class is alive, and its objects are of this kind.
    #[inline(always)]
    unsafe fn is_free(&self, class: *mut ffi::PyTypeObject, plain: Plain) -> bool {
        let object = self.object.as_ptr();
        // SAFETY: the object is an instance, because its class is plain. Since Python 3.14, the
        // upper half of the reference count word holds flags.
        unsafe {
            let instance = object.cast::<Instance>();
            (*object).ob_refcnt as u32 == 1
                && ffi::Py_TYPE(object).addr() == self.class
                && (*instance).weak_references.is_null()
                && (*instance).extents.is_null()
                && self.plain == plain
                && !has_finalizer(class)
        }
    }

    /// Returns the Python object of a native object with this address. If there is none, the free
    /// object becomes it.
    ///
    /// # Safety
    /// The object is [free](Recent::is_free) for this class, which is that of the native object.
    #[inline(always)]
    unsafe fn reuse<'py>(
        &mut self,
        py: Python<'py>,
        key: usize,
        class: *mut ffi::PyTypeObject,
        object: impl FnOnce() -> Option<ObjectRef>,
    ) -> Option<Bound<'py, PyAny>> {
        let free = self.object.as_ptr();
        let instance = free.cast::<Instance>();
        // SAFETY: as the caller promised. Objects in the table are not freed yet. The drops of a
        // class and of a native object may run code, which finds a complete object.
        unsafe {
            let (found, old) = INSTANCES.with(py, |Instances { all, .. }| {
                let mut old = None;
                let make = || {
                    let new = ManuallyDrop::new(object()?);
                    old = Some(ManuallyDrop::into_inner(replace(&mut (*instance).object, new)));
                    NonNull::new(free)
                };
                let found = all.get_or_set(key, |existing| is_held(existing), make)?;
                if let Some(old) = &old {
                    all.remove(address(old), found);
                }
                Some((Bound::from_borrowed_ptr(py, found.as_ptr()), old))
            })?;
            if old.is_some() && self.class != class.addr() {
                let before = replace(&mut (*free).ob_type, class);
                self.class = class.addr();
                ffi::Py_INCREF(class.cast());
                ffi::Py_DECREF(before.cast());
            }
            if let Some(old) = old {
                lock::drop_native(py, old);
            }
            Some(found)
        }
    }
}

/// Whether the objects of a class have a method `__del__`.
///
/// # Safety
/// The class is alive.
unsafe fn has_finalizer(class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: as the caller promised.
    unsafe { !ffi::PyType_GetSlot(class, ffi::Py_tp_finalize).is_null() }
}
