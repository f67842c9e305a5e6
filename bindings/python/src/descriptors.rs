//! The descriptors of classes: one for each field, and one for the class.
//!
//! Invariant: the closure of a field's descriptor is a leaked [`Slot`]: a field, and the type that has it. That an object's class is the descriptor's
//! says nothing, since Python code can give objects another class; so the getter looks at the type of the native object.

#![expect(unsafe_code, reason = "descriptors are made of slots")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;

use objet::types::TypeInfo;
use objet::{Field, ObjectRef, Reflection, TypeIndex};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::classes::about;
use crate::instance::instance;
use crate::refusal::article;
use crate::slot::{attached, guarded, raised};
use crate::{docs, value};

/// What a descriptor reads.
struct Slot {
    field: Field,
    owner: TypeInfo,
}

/// Text that is kept for as long as the process lives.
pub(crate) fn leak(text: String) -> *mut c_char {
    CString::new(text.replace('\0', "")).unwrap_or_default().into_raw()
}

fn getter(field: &Field, owner: TypeInfo, is_described: bool) -> ffi::PyGetSetDef {
    ffi::PyGetSetDef {
        name: leak(field.name().into()),
        get: Some(get),
        set: None,
        doc: leak(docs::field(field, is_described)),
        closure: std::ptr::from_mut(Box::leak(Box::new(Slot { field: *field, owner }))).cast(),
    }
}

/// Descriptors for the fields of a type. Names that begin with two underscores mean something to Python itself.
pub(crate) fn getters(info: TypeInfo, reflection: Option<&'static Reflection>) -> *mut ffi::PyGetSetDef {
    let fields = reflection.map_or(&[][..], Reflection::fields).iter();
    let named = fields.filter(|field| !field.name().starts_with("__"));
    let is_described = reflection.is_some_and(Reflection::is_described);
    let mut getters: Vec<_> = named.map(|field| getter(field, info, is_described)).collect();
    if info.index() == TypeIndex::OBJECT {
        getters.push(ffi::PyGetSetDef {
            name: c"__class__".as_ptr(),
            get: Some(class_of),
            set: Some(set_class),
            doc: c"The class of the object.".as_ptr(),
            closure: null_mut(),
        });
    }
    getters.push(ffi::PyGetSetDef::default());
    Vec::leak(getters).as_mut_ptr()
}

/// Gives a class of Python's a descriptor for each field that a type has and its parent has not, but not in place of what Python code
/// wrote where Rust declares the fields.
pub(crate) fn describe(class: &Bound<'_, PyType>, info: TypeInfo) -> PyResult<()> {
    let py = class.py();
    let Some(about) = about(py, class.as_type_ptr()) else { return Ok(()) };
    let is_pythons = about.reflection.is_some_and(Reflection::is_described);
    let written = class.getattr("__dict__")?;
    let inherited = info.parent().and_then(Reflection::of_type).map_or(&[][..], Reflection::fields);
    let mut getter = about.getters;
    // SAFETY: the definitions are leaked, up to one without a name; each has a leaked name, and the class is one.
    unsafe {
        while !(*getter).name.is_null() {
            let name = CStr::from_ptr((*getter).name).to_string_lossy();
            let is_own = !inherited.iter().any(|other| other.name() == name);
            if is_own && (is_pythons || !written.contains(&*name)?) {
                let descriptor = ffi::PyDescr_NewGetSet(class.as_type_ptr(), getter);
                class.setattr(&*name, Bound::from_owned_ptr_or_err(py, descriptor)?)?;
            }
            getter = getter.add(1);
        }
    }
    Ok(())
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
            slot.field.read(object, |value| value::of_field(py, slot.field.kind(), value))
        })
    }
}

/// The class of an object: a getter.
///
/// # Safety
/// Python calls it with an object.
unsafe extern "C" fn class_of(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised; the thread is attached.
    unsafe { ffi::Py_NewRef(ffi::Py_TYPE(object).cast()) }
}

/// Gives an object another class that stands for its type, as tools do that load code anew: a setter.
///
/// # Safety
/// Python calls it with an object of the root class, and with a value or null.
unsafe extern "C" fn set_class(
    object: *mut ffi::PyObject,
    class: *mut ffi::PyObject,
    _: *mut c_void,
) -> c_int {
    // SAFETY: as the caller promised.
    let (py, bound, native) = unsafe {
        let py = Python::assume_attached();
        (py, Bound::from_borrowed_ptr(py, object), instance(object))
    };
    let set = || {
        // SAFETY: as the caller promised.
        let class = unsafe { Bound::from_borrowed_ptr_or_opt(py, class) };
        let fitting = class.filter(|class| {
            let about = class.cast::<PyType>().ok().and_then(|class| about(py, class.as_type_ptr()));
            about.is_some_and(|about| about.info.index() == native.type_index())
        });
        let Some(class) = fitting else {
            let message =
                format!("an object of the type {} cannot be of a class of another one", native.type_key());
            return Err(PyTypeError::new_err(message));
        };
        let plain = py.get_type::<PyAny>().getattr("__dict__")?.get_item("__class__")?;
        plain.call_method1("__set__", (bound, class))
    };
    // What is given is a reference, or null with an exception set.
    let done = guarded(py, || attached(py, |py| raised(py, set())));
    if done.is_null() {
        return -1;
    }
    // SAFETY: it is a reference of our own.
    unsafe { ffi::Py_DECREF(done) };
    0
}

#[cold]
fn misplaced(object: &ObjectRef, slot: &Slot) -> PyErr {
    let (name, owner, found) = (slot.field.name(), slot.owner.key(), article(object.type_key()));
    PyTypeError::new_err(format!("{name} is a field of {owner}, and the object is {found}"))
}
