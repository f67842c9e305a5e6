//! Slot functions, which Python calls by address, and the classes and descriptors made of them.
//!
//! Slots bypass PyO3, which would catch panics and count the thread as attached. Therefore each
//! slot that may panic is [`guarded`]. Code that may create or drop PyO3 objects runs [`attached`],
//! because PyO3 would otherwise defer the drops.
//!
//! Invariants:
//! - Python calls a slot while its thread is attached. The first argument is an object of the class
//!   with the slot, or the class itself for `tp_new`. The other arguments match the declaration of
//!   the slot. All arguments are alive until the slot returns.
//! - All objects of a class from [`make_class`] are [`Instance`]s.
//! - The definitions of classes and descriptors are leaked. The closure of a field descriptor is an
//!   [`OwnedField`], whose field belongs to its owner.

#![expect(unsafe_code, reason = "Python calls slots by address")]

use std::any::Any;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::offset_of;
use std::ptr::{null, null_mut};
use std::slice;
use std::sync::atomic::{AtomicPtr, Ordering};

use objet::__private::caught;
use objet::ObjectRef;
use objet::fields::{Field, QuickValue, Reflection};
use objet::function::{ArgValue, RuntimeError};
use objet::types::TypeIndex;
use objet::types::TypeInfo;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::instance::{self, Instance, instance};
use crate::{call, callback, construct, containers, descriptors, docs, error, iteration, lock, value};

/// Runs the work of a slot. On failure, sets the exception and returns `failed`. A panic raises
/// `objet.InternalError`.
#[inline(always)]
pub(crate) fn guarded<R>(py: Python<'_>, failed: R, work: impl FnOnce() -> PyResult<R>) -> R {
    match caught(work) {
        Ok(Ok(value)) => return value,
        Ok(Err(error)) => raise(py, error),
        Err(payload) => panicked(py, payload),
    }
    failed
}

#[cold]
#[inline(never)]
fn raise(py: Python<'_>, error: PyErr) {
    attached(py, |py| error.restore(py));
}

#[cold]
#[inline(never)]
fn panicked(py: Python<'_>, payload: Box<dyn Any + Send>) {
    let failed = RuntimeError::from_panic(payload);
    attached(py, |py| error::to_python(py, failed).restore(py));
}

/// Runs `work`. A panic, for example in the code of a node, becomes an `objet.InternalError`.
pub(crate) fn no_panic<T>(py: Python<'_>, work: impl FnOnce() -> T) -> PyResult<T> {
    caught(work).map_err(|payload| error::to_python(py, RuntimeError::from_panic(payload)))
}

/// Runs drops. Python reports a panic like an exception in `__del__`.
#[inline(always)]
fn guarded_drop(py: Python<'_>, work: impl FnOnce()) {
    if let Err(payload) = caught(work) {
        unraisable(py, payload);
    }
}

#[cold]
#[inline(never)]
fn unraisable(py: Python<'_>, payload: Box<dyn Any + Send>) {
    let failed = RuntimeError::from_panic(payload);
    attached(py, |py| {
        let pending = PyErr::take(py);
        error::to_python(py, failed).write_unraisable(py, None);
        if let Some(pending) = pending {
            pending.restore(py);
        }
    });
}

/// Runs `work` while PyO3 counts this thread as attached, so that PyO3 drops objects immediately.
/// The thread is already attached.
pub(crate) fn attached<R>(py: Python<'_>, work: impl FnOnce(Python<'_>) -> R) -> R {
    let mut work = Some(work);
    let mut done = None;
    let mut run = |py: Python<'_>| done = work.take().map(|work| work(py));
    // While the interpreter exits, PyO3 does not attach threads.
    if Python::try_attach(&mut run).is_none() {
        run(py);
    }
    done.unwrap_or_else(|| unreachable!("the work has run"))
}

/// The type of [`vectorcall`], through which Python calls functions.
pub(crate) type Vectorcall = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    usize,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// Calls a function.
pub(crate) unsafe extern "C" fn vectorcall(
    callee: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the file's invariants. The top bit of the count is a flag. The array has the counted
    // arguments first, then one argument for each name. A `Bound` is a transparent wrapper of an
    // object address.
    let (py, function, args, names) = unsafe {
        let py = Python::assume_attached();
        let names = Borrowed::from_ptr_or_opt(py, names);
        let named = names.map_or(0, |names| ffi::PyTuple_Size(names.as_ptr()) as usize);
        let args: &[Bound<'_, PyAny>] = match (count & (usize::MAX >> 1)) + named {
            0 => &[],
            all => slice::from_raw_parts(args.cast(), all),
        };
        (py, instance(callee), args, names)
    };
    guarded(py, null_mut(), || {
        let names = names.map(|names| names.cast::<PyTuple>()).transpose()?;
        call::call(py, function, args, names.as_deref()).map(Bound::into_ptr)
    })
}

/// Calls a function with a tuple and a dict of arguments: the slot `tp_call`.
unsafe extern "C" fn call_unpacked(
    callee: *mut ffi::PyObject,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the file's invariants.
    let (py, function, args, keywords) = unsafe {
        let py = Python::assume_attached();
        (py, instance(callee), Borrowed::from_ptr(py, args), Borrowed::from_ptr_or_opt(py, keywords))
    };
    guarded(py, null_mut(), || {
        let keywords = keywords.map(|keywords| keywords.cast::<PyDict>()).transpose()?;
        call::unpacked(function, &*args.cast()?, keywords.as_deref()).map(Bound::into_ptr)
    })
}

/// Constructs an object: the slot `tp_new`.
unsafe extern "C" fn new(
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the file's invariants.
    let (py, class, args, keywords) = unsafe {
        let py = Python::assume_attached();
        let keywords = Borrowed::from_ptr_or_opt(py, keywords);
        (py, Borrowed::from_ptr(py, class.cast()), Borrowed::from_ptr(py, args), keywords)
    };
    let make = || {
        let keywords = keywords.map(|keywords| keywords.cast::<PyDict>()).transpose()?;
        construct::make(&*class.cast()?, &*args.cast()?, keywords.as_deref()).map(Bound::into_ptr)
    };
    guarded(py, null_mut(), make)
}

/// Returns the names of the fields of a type, each followed by its aliases.
pub(crate) fn names(info: TypeInfo) -> impl Iterator<Item = &'static str> {
    let fields = Reflection::of_type(info).map_or(&[][..], Reflection::fields);
    fields.iter().flat_map(|field| std::iter::once(field.name()).chain(field.aliases().iter().copied()))
}

/// A field and the type that declares it.
pub(crate) struct OwnedField {
    field: Field,
    owner: TypeInfo,
    /// The index of the owner.
    index: TypeIndex,
}

impl OwnedField {
    /// Returns the field of a type with this name, or else with this alias.
    pub(crate) fn of(info: TypeInfo, name: &str) -> Option<Self> {
        let fields = Reflection::of_type(info)?.fields();
        let has_alias = |field: &&Field| field.aliases().contains(&name);
        let field = fields.iter().find(|field| field.name() == name);
        Some(Self::new(field.or_else(|| fields.iter().find(has_alias))?, info))
    }

    fn new(field: &Field, owner: TypeInfo) -> Self {
        Self { field: *field, owner, index: owner.index() }
    }

    /// Reads the field. Python code can change the class of an object, so the type of the native
    /// object is checked.
    #[inline(always)]
    pub(crate) fn read<'py>(&self, py: Python<'py>, object: &ObjectRef) -> PyResult<Bound<'py, PyAny>> {
        self.read_with(py, object, |reference| value::of_reference(py, reference))
    }

    /// Works like [`OwnedField::read`]. `of_reference` converts a reference to a Python object.
    #[inline(always)]
    pub(crate) fn read_with<'py>(
        &self,
        py: Python<'py>,
        object: &ObjectRef,
        of_reference: impl FnOnce(Option<&ObjectRef>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Self { field, owner, index } = self;
        if object.type_index() != *index && !object.is_of_type(*owner) {
            return Err(descriptors::misplaced(field, *owner, object));
        }
        let to_python = |value: Result<ArgValue<'_>, u64>| value::of_field(py, field.kind(), value);
        // SAFETY: the field belongs to the owner, and the object is of this type.
        unsafe {
            match field.read_quickly(object) {
                Some(QuickValue::Reference(reference)) => of_reference(reference),
                Some(QuickValue::Int(number)) => Ok(number.into_pyobject(py)?.into_any()),
                None => field.read(object, to_python),
            }
        }
    }
}

/// Reads a field: the getter of all field descriptors.
unsafe extern "C" fn get(object: *mut ffi::PyObject, closure: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: the file's invariants.
    let (py, object, field) =
        unsafe { (Python::assume_attached(), instance(object), &*closure.cast::<OwnedField>()) };
    guarded(py, null_mut(), || field.read(py, object).map(Bound::into_ptr))
}

/// Returns the class of an object: the getter of `__class__`.
unsafe extern "C" fn class_of(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: the file's invariants.
    unsafe { ffi::Py_NewRef(ffi::Py_TYPE(object).cast()) }
}

/// Changes the class of an object: the setter of `__class__`.
unsafe extern "C" fn set_class(
    object: *mut ffi::PyObject,
    class: *mut ffi::PyObject,
    _: *mut c_void,
) -> c_int {
    // SAFETY: the file's invariants. The value is null for a deletion.
    let (py, object, class) = unsafe {
        let py = Python::assume_attached();
        (py, Borrowed::from_ptr(py, object), Borrowed::from_ptr_or_opt(py, class))
    };
    guarded(py, -1, || attached(py, |_| descriptors::set_class(&object, class.as_deref())).map(|()| 0))
}

/// Visits the callable that a function keeps alive: the slot `tp_traverse` of the garbage
/// collector.
unsafe extern "C" fn traverse(object: *mut ffi::PyObject, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: the file's invariants. Nothing is changed, and the visited objects are alive.
    unsafe {
        let seen = visit(ffi::Py_TYPE(object).cast(), arg);
        if seen != 0 {
            return seen;
        }
        let callable = callback::owned_by(Python::assume_attached(), instance(object));
        callable.map_or(0, |callable| visit(callable, arg))
    }
}

/// Drops the callable that an unreachable function keeps alive: the slot `tp_clear`.
unsafe extern "C" fn clear(object: *mut ffi::PyObject) -> c_int {
    // SAFETY: the file's invariants.
    let (py, function) = unsafe { (Python::assume_attached(), instance(object)) };
    callback::clear(py, function);
    0
}

/// The slot `tp_iter` of tuples, which is set before there is a container.
static TUPLE_ITER: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// Returns an iterator over a container: the slot `tp_iter`.
unsafe extern "C" fn iterate(container: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the file's invariants. The kept extents are a tuple, and the slot has this type.
    let (py, container) = unsafe {
        let extents = instance::kept_extents(container);
        if !extents.is_null() {
            let iterate: ffi::getiterfunc = std::mem::transmute(TUPLE_ITER.load(Ordering::Relaxed));
            return iterate(extents);
        }
        let py = Python::assume_attached();
        (py, Borrowed::from_ptr(py, container))
    };
    guarded(py, null_mut(), || iteration::of(&container).map(Bound::into_ptr))
}

/// Returns the number of items or entries of a container: the slot `sq_length`.
unsafe extern "C" fn length(container: *mut ffi::PyObject) -> ffi::Py_ssize_t {
    // SAFETY: the file's invariants.
    let (py, container) = unsafe { (Python::assume_attached(), instance(container)) };
    guarded(py, -1, || containers::len(container).map(|len| len as ffi::Py_ssize_t))
}

/// Frees an object. Python calls it once, after the last reference is dropped.
unsafe extern "C" fn dealloc(object: *mut ffi::PyObject) {
    // SAFETY: the file's invariants. The object is not used after `free`.
    unsafe {
        let py = Python::assume_attached();
        let class = ffi::Py_TYPE(object);
        if instance::is_function(class) {
            ffi::PyObject_GC_UnTrack(object.cast());
        }
        let native = instance::free(py, object);
        // Last, because dropping a callback may run Python code.
        guarded_drop(py, || lock::drop_native(py, native));
    }
}

/// Leaks a string for Python, without NUL characters.
fn leak(text: &str) -> *const c_char {
    CString::new(text.replace('\0', "")).unwrap_or_default().into_raw()
}

/// The descriptors of a class.
#[derive(Clone, Copy)]
pub(crate) struct Getters(&'static [ffi::PyGetSetDef]);

impl Getters {
    /// Makes the descriptors of the fields of a type. The root class also gets the descriptor of
    /// `__class__`.
    pub(crate) fn of(info: TypeInfo) -> Self {
        let reflection = Reflection::of_type(info);
        let is_runtime_defined = reflection.is_some_and(Reflection::is_runtime_defined);
        let field = |field: &Field| ffi::PyGetSetDef {
            name: leak(field.name()),
            get: Some(get),
            set: None,
            doc: leak(&docs::field(field, is_runtime_defined)),
            closure: std::ptr::from_mut(Box::leak(Box::new(OwnedField::new(field, info)))).cast(),
        };
        let class = ffi::PyGetSetDef {
            name: c"__class__".as_ptr(),
            get: Some(class_of),
            set: Some(set_class),
            doc: c"The class of the object.".as_ptr(),
            closure: null_mut(),
        };
        let getters = descriptors::named(reflection).map(field);
        let getters = getters.chain((info.index() == TypeIndex::OBJECT).then_some(class));
        Self(Vec::leak(getters.chain([ffi::PyGetSetDef::default()]).collect()))
    }

    /// Makes the descriptor at a position, for the given class.
    pub(crate) fn descriptor<'py>(
        &self,
        position: usize,
        class: &Bound<'py, PyType>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let getter = std::ptr::from_ref(&self.0[position]).cast_mut();
        // SAFETY: the definition is leaked, and Python only reads it. The call returns a new
        // reference, or null with an exception set.
        unsafe {
            let descriptor = ffi::PyDescr_NewGetSet(class.as_type_ptr(), getter);
            Bound::from_owned_ptr_or_err(class.py(), descriptor)
        }
    }
}

/// The definition of a class.
pub(crate) struct ClassSpec<'a, 'py> {
    /// The name, qualified with the module.
    pub(crate) name: String,
    pub(crate) doc: String,
    /// The base class. `None` for the root.
    pub(crate) parent: Option<&'a Bound<'py, PyType>>,
    pub(crate) getters: Getters,
    /// Whether the objects are functions.
    pub(crate) is_function: bool,
    /// Whether the objects are containers: sequences or maps.
    pub(crate) is_container: bool,
    /// Whether a base class was written in Python. Then objects are larger, and Python's own slot
    /// frees them and calls the slot of the native base.
    pub(crate) is_below_pythons: bool,
}

/// `Py_TPFLAGS_HAVE_VECTORCALL`. All versions use this bit, but the headers of the stable ABI
/// define it only since 3.12.
const HAVE_VECTORCALL: std::ffi::c_ulong = 1 << 11;

/// Makes a class of native objects.
pub(crate) fn make_class<'py>(py: Python<'py>, spec: ClassSpec<'_, 'py>) -> PyResult<Bound<'py, PyType>> {
    let offset = |name: &'static CStr, offset: usize| ffi::PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_PYSSIZET,
        offset: offset as ffi::Py_ssize_t,
        flags: ffi::Py_READONLY,
        doc: null(),
    };
    let weak_references = offset(c"__weaklistoffset__", offset_of!(Instance, weak_references));
    let vectorcall = offset(c"__vectorcalloffset__", offset_of!(Instance, vectorcall));
    let members: Vec<_> = (spec.parent.is_none().then_some(weak_references).into_iter())
        .chain(spec.is_function.then_some(vectorcall))
        .chain([ffi::PyMemberDef::default()])
        .collect();
    let mut slots = vec![
        (ffi::Py_tp_members, Vec::leak(members).as_mut_ptr().cast()),
        (ffi::Py_tp_getset, spec.getters.0.as_ptr().cast_mut().cast()),
        (ffi::Py_tp_doc, leak(&spec.doc).cast_mut().cast()),
        (ffi::Py_tp_new, new as *mut c_void),
    ];
    if !spec.is_below_pythons {
        slots.push((ffi::Py_tp_dealloc, dealloc as *mut c_void));
    }
    if spec.is_container {
        // SAFETY: the class of tuples is alive.
        let of_tuples = unsafe { ffi::PyType_GetSlot(&raw mut ffi::PyTuple_Type, ffi::Py_tp_iter) };
        TUPLE_ITER.store(of_tuples, Ordering::Relaxed);
        slots.push((ffi::Py_tp_iter, iterate as *mut c_void));
        slots.push((ffi::Py_sq_length, length as *mut c_void));
        slots.push((ffi::Py_mp_length, length as *mut c_void));
    }
    let mut flags = ffi::Py_TPFLAGS_DEFAULT;
    if spec.is_function {
        slots.push((ffi::Py_tp_traverse, traverse as *mut c_void));
        slots.push((ffi::Py_tp_clear, clear as *mut c_void));
        slots.push((ffi::Py_tp_call, call_unpacked as *mut c_void));
        flags |= HAVE_VECTORCALL | ffi::Py_TPFLAGS_HAVE_GC;
    } else {
        flags |= ffi::Py_TPFLAGS_BASETYPE;
    }
    slots.push((0, null_mut()));
    let mut slots: Vec<_> = slots.into_iter().map(|(slot, pfunc)| ffi::PyType_Slot { slot, pfunc }).collect();
    let mut definition = ffi::PyType_Spec {
        name: leak(&spec.name),
        // 0 inherits the size of the base.
        basicsize: if spec.is_below_pythons { 0 } else { size_of::<Instance>() as _ },
        itemsize: 0,
        flags: flags as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: each slot has the type that its number requires, and its definitions are leaked. All
    // objects of the class are instances, as are those of its base.
    unsafe {
        let bases = spec.parent.map_or(null_mut(), Bound::as_ptr);
        let class = ffi::PyType_FromSpecWithBases(&mut definition, bases);
        Ok(Bound::from_owned_ptr_or_err(py, class)?.cast_into()?)
    }
}
