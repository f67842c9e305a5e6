//! The exchange table of DLPack: C functions through which libraries exchange tensors without a
//! capsule. The class of a producer holds the table in the attribute `__dlpack_c_exchange_api__`.
//!
//! Invariants:
//! - A capsule named `dlpack_exchange_api` holds a table, which lives as long as the process. Its
//!   functions keep the contract of DLPack. Tables of other major versions have the same header.
//! - The functions of a table that export or lend a tensor get objects of the class with the table.
//! - Consumers call the functions of [`TABLE`], except the allocator, while they are attached.
//! - Python calls a method of [`METHODS`] while it is attached, with an instance of the class of
//!   tensors. The arguments are alive until the method returns.

#![expect(unsafe_code, reason = "a table of C functions, which get objects by address")]

use std::ffi::{CStr, CString, c_char, c_int, c_ulong, c_void};
use std::mem::MaybeUninit;
use std::ptr::{NonNull, null, null_mut};
use std::slice;

use objet::__private::caught;
use objet::device::{Devices, Stream};
use objet::function::RuntimeError;
use objet::tensor::{
    DLManagedTensorVersioned, DLPackVersion, DLTensor, DataTypeCode, Device, DeviceType, NDArrayExt,
};
use objet::{DataType, NDArray};
use pyo3::exceptions::{PyBufferError, PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyCapsule, PyFloat, PyString, PyTuple, PyType};
use pyo3::{ffi, intern};

use crate::lock::Attached;
use crate::slot::guarded;
use crate::tensor::{self, Export, failed};
use crate::{streams, value};

const NAME: &CStr = c"dlpack_exchange_api";

/// The start of tables of all versions.
#[repr(C)]
struct Header {
    version: DLPackVersion,
    /// A table of an earlier version, or null.
    previous: *const Header,
}

/// The callback by which an allocator reports an error: its context, the name of a class of
/// exceptions, and the message.
type SetError = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char);

/// A table of DLPack 1.x.
#[repr(C)]
struct Table {
    header: Header,
    allocate: Option<
        unsafe extern "C" fn(
            *mut DLTensor,
            *mut *mut DLManagedTensorVersioned,
            *mut c_void,
            Option<SetError>,
        ) -> c_int,
    >,
    export: Option<unsafe extern "C" fn(*mut c_void, *mut *mut DLManagedTensorVersioned) -> c_int>,
    import: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned, *mut *mut c_void) -> c_int>,
    /// Writes the struct of a tensor, without a reference to it.
    lend: Option<unsafe extern "C" fn(*mut c_void, *mut DLTensor) -> c_int>,
    work_stream: Option<unsafe extern "C" fn(c_int, i32, *mut *mut c_void) -> c_int>,
}

// SAFETY: a table is never changed.
unsafe impl Sync for Table {}

/// A class of tensors of another library.
struct Producer {
    class: Py<PyType>,
    protocol: Protocol,
}

/// The properties of a class of tensors.
#[derive(Clone, Copy)]
struct Protocol {
    table: Option<NonNull<Table>>,
    /// Whether elements may be marked as negatives.
    has_negatives: bool,
}

/// Classes of tensors that were imported before: classes with a table, and static classes. Finding
/// a class here costs less than a failed search for an attribute.
static PRODUCERS: Attached<Vec<Producer>> = Attached::new(Vec::new());

/// Maximum number of classes that are kept alive.
const MAX_PRODUCERS: usize = 16;

/// An object with the table of its class, if the class has one.
pub(crate) struct Produced<'a, 'py> {
    pub(crate) object: &'a Bound<'py, PyAny>,
    protocol: Protocol,
}

/// Returns the object with the table of its class, if the objects of this class are known to be
/// tensors, and no other values.
#[inline]
pub(crate) fn known<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<Produced<'a, 'py>> {
    let class = object.get_type_ptr();
    let is_it = |producer: &&Producer| producer.class.as_ptr() == class.cast();
    let protocol =
        PRODUCERS.with(object.py(), |all| all.iter().find(is_it).map(|producer| producer.protocol))?;
    Some(Produced { object, protocol })
}

/// Returns the object with the table of its class.
pub(crate) fn produced<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Produced<'a, 'py> {
    if let Some(known) = known(object) {
        return known;
    }
    let (py, class) = (object.py(), &object.get_type());
    let table = class.getattr(intern!(py, "__dlpack_c_exchange_api__")).ok().and_then(|capsule| {
        let header = capsule.cast::<PyCapsule>().ok()?.pointer_checked(Some(NAME)).ok()?;
        // SAFETY: the file's first invariant.
        unsafe { of_version_1(header.cast()) }
    });
    let protocol = Protocol { table, has_negatives: value::has(class, intern!(py, "is_neg")) };
    let flags = flags(class);
    if (is_static(class) || table.is_some()) && is_only_tensor(class, flags) {
        let producer = Producer { class: class.clone().unbind(), protocol };
        // The previous producer is dropped last, because dropping a class may run Python code.
        drop(PRODUCERS.with(py, |all| {
            let previous = (all.len() == MAX_PRODUCERS).then(|| all.remove(0));
            all.push(producer);
            previous
        }));
    }
    Produced { object, protocol }
}

fn flags(class: &Bound<'_, PyType>) -> c_ulong {
    // SAFETY: the class is alive.
    unsafe { ffi::PyType_GetFlags(class.as_type_ptr()) }
}

/// Whether a class is one of C, which Python code cannot give attributes.
pub(crate) fn is_static(class: &Bound<'_, PyType>) -> bool {
    flags(class) & ffi::Py_TPFLAGS_HEAPTYPE == 0
}

/// Whether the objects of a class are tensors, and no values with a conversion of their own.
fn is_only_tensor(class: &Bound<'_, PyType>, flags: c_ulong) -> bool {
    const OTHERS: c_ulong = ffi::Py_TPFLAGS_LONG_SUBCLASS
        | ffi::Py_TPFLAGS_LIST_SUBCLASS
        | ffi::Py_TPFLAGS_TUPLE_SUBCLASS
        | ffi::Py_TPFLAGS_DICT_SUBCLASS
        | ffi::Py_TPFLAGS_BYTES_SUBCLASS
        | ffi::Py_TPFLAGS_UNICODE_SUBCLASS
        | ffi::Py_TPFLAGS_TYPE_SUBCLASS;
    let py = class.py();
    flags & OTHERS == 0
        && !class.is_subclass_of::<PyFloat>().unwrap_or(true)
        && !class.is_subclass_of::<PyByteArray>().unwrap_or(true)
        && value::has(class, intern!(py, "__dlpack__"))
        && !value::has(class, intern!(py, "__objet__"))
}

/// Returns the table of major version 1 in a chain of tables.
///
/// # Safety
/// The header belongs to a table.
unsafe fn of_version_1(header: NonNull<Header>) -> Option<NonNull<Table>> {
    let mut next = Some(header);
    while let Some(header) = next {
        // SAFETY: the file's first invariant.
        let Header { version, previous } = unsafe { header.as_ref() };
        if version.major == 1 {
            return Some(header.cast());
        }
        next = NonNull::new(previous.cast_mut());
    }
    None
}

/// Returns `None` after a failure of a table: `__dlpack__` describes the reason better.
///
/// # Errors
/// An interrupt, such as Ctrl-C.
fn refused<T>(py: Python<'_>) -> PyResult<Option<T>> {
    match PyErr::take(py) {
        Some(error) if !error.is_instance_of::<PyException>(py) => Err(error),
        _ => Ok(None),
    }
}

impl Produced<'_, '_> {
    /// Imports the tensor by the table. Returns `None` if `__dlpack__` must be called: there is no
    /// table, or it does not suffice.
    pub(crate) fn import(&self) -> PyResult<Option<NDArray>> {
        let (py, Some(table)) = (self.object.py(), self.protocol.table) else { return Ok(None) };
        // SAFETY: the file's first two invariants.
        unsafe {
            let table = table.as_ref();
            let Some(export) = table.export else { return Ok(None) };
            let mut managed = null_mut();
            if export(self.object.as_ptr().cast(), &mut managed) != 0 {
                return refused(py);
            }
            let Some(managed) = NonNull::new(managed) else { return Ok(None) };
            let array = NDArray::from_dl_managed_versioned(managed).map_err(|error| failed(error, py))?;
            // The table of PyTorch ignores that a tensor is marked as the conjugate of its
            // elements.
            if array.dtype().code == DataTypeCode::COMPLEX {
                return Ok(None);
            }
            self.expect_no_negatives(array.dl_tensor())?;
            Ok(self.follow(array.device())?.then_some(array))
        }
    }

    /// Lends the tensor by the table, without a reference to it: the struct is valid while the
    /// object is alive. Returns `None` if the tensor must be imported: the table has no such
    /// function, or it does not suffice.
    pub(crate) fn lend(&self) -> PyResult<Option<DLTensor>> {
        let (py, Some(table)) = (self.object.py(), self.protocol.table) else { return Ok(None) };
        // SAFETY: the file's first two invariants. The function writes the struct if it returns 0.
        let tensor = unsafe {
            let Some(lend) = table.as_ref().lend else { return Ok(None) };
            let mut tensor = MaybeUninit::uninit();
            if lend(self.object.as_ptr().cast(), tensor.as_mut_ptr()) != 0 {
                return refused(py);
            }
            tensor.assume_init()
        };
        // The struct does not say whether elements of less than a byte have padding.
        let has_whole_bytes =
            (usize::from(tensor.dtype.bits) * usize::from(tensor.dtype.lanes)).is_multiple_of(8);
        if !has_whole_bytes || tensor.dtype.code == DataTypeCode::COMPLEX || !self.follow(tensor.device)? {
            return Ok(None);
        }
        // SAFETY: the struct is valid while the object is alive.
        unsafe { self.expect_no_negatives(&tensor)? };
        Ok(Some(DLTensor { dtype: with_our_bool(tensor.dtype), ..tensor }))
    }

    /// Checks that the elements are not marked as the negatives of their values.
    ///
    /// # Errors
    /// A `BufferError`, as for a tensor of conjugates.
    ///
    /// # Safety
    /// `tensor` is the valid struct of the object.
    unsafe fn expect_no_negatives(&self, tensor: &DLTensor) -> PyResult<()> {
        // SAFETY: as the caller promised.
        if !self.protocol.has_negatives || !unsafe { may_be_parts(tensor) } {
            return Ok(());
        }
        match self.object.call_method0(intern!(self.object.py(), "is_neg"))?.is_truthy()? {
            true => Err(PyBufferError::new_err(
                "the elements of the tensor are marked as negatives: pass tensor.resolve_neg()",
            )),
            false => Ok(()),
        }
    }

    /// Orders this thread's work on a device after the producer's, by the table. Returns `false` if
    /// `__dlpack__` must order it.
    pub(crate) fn follow(&self, device: Device) -> PyResult<bool> {
        if device.device_type.is_host() {
            return Ok(true);
        }
        let (py, Some(table)) = (self.object.py(), self.protocol.table) else { return Ok(false) };
        let Ok(api) = Devices::api(device.device_type) else { return Ok(false) };
        // SAFETY: the file's first invariant. The producer returns a stream of the device.
        unsafe {
            let Some(work_stream) = table.as_ref().work_stream else { return Ok(false) };
            let mut stream = null_mut();
            if work_stream(device.device_type.0, device.device_id, &mut stream) != 0 {
                return Err(PyErr::fetch(py));
            }
            streams::follow(py, api, device, Stream(stream))?;
        }
        Ok(true)
    }
}

/// Whether the elements may be the imaginary parts of complex numbers, which have even strides. The
/// table of PyTorch ignores that those of conjugates are marked as negatives.
///
/// # Safety
/// The struct is valid.
unsafe fn may_be_parts(tensor: &DLTensor) -> bool {
    // SAFETY: as the caller promised.
    let (Ok(shape), Ok(strides)) = (unsafe { tensor.shape() }, unsafe { tensor.strides() }) else {
        return false;
    };
    tensor.dtype.code == DataTypeCode::FLOAT
        && match strides {
            Some(strides) => {
                shape.iter().zip(strides).all(|(extent, stride)| *extent <= 1 || stride % 2 == 0)
            }
            // The last stride is 1.
            None => shape.iter().all(|extent| *extent <= 1),
        }
}

/// The table of the class of tensors. It has no function that exports a tensor without a reference:
/// such a tensor needs strides, and compact tensors have none.
static TABLE: Table = Table {
    header: Header { version: DLPackVersion { major: 1, minor: 2 }, previous: null() },
    allocate: Some(allocate),
    export: Some(export),
    import: Some(import_struct),
    lend: None,
    work_stream: Some(work_stream),
};

/// Exports a tensor. Consumers may ignore that a struct is marked as read-only, so a tensor in
/// read-only memory is an error.
unsafe extern "C" fn export(object: *mut c_void, out: *mut *mut DLManagedTensorVersioned) -> c_int {
    // SAFETY: the file's third invariant.
    let (py, object) = unsafe {
        let py = Python::assume_attached();
        (py, Borrowed::from_ptr(py, object.cast()))
    };
    guarded(py, -1, || {
        let array = tensor::tensor(&object)?;
        if array.is_read_only() {
            let message =
                "the exchange table does not export read-only tensors: call `__dlpack__` with max_version";
            return Err(PyBufferError::new_err(message));
        }
        // SAFETY: the consumer passes a valid address.
        unsafe { out.write(array.into_dl_managed_versioned().as_ptr()) };
        Ok(0)
    })
}

/// Imports a tensor. After a failure, the struct still belongs to the caller, as in PyTorch.
unsafe extern "C" fn import_struct(managed: *mut DLManagedTensorVersioned, out: *mut *mut c_void) -> c_int {
    // SAFETY: the thread is attached.
    let py = unsafe { Python::assume_attached() };
    guarded(py, -1, || {
        let managed =
            NonNull::new(managed).ok_or_else(|| PyTypeError::new_err("the struct of the tensor is null"))?;
        let deleter = deleter_of(managed);
        // SAFETY: the consumer passes on a valid struct, and a valid address. The import keeps the
        // struct, and without a deleter nothing frees the struct after an error.
        unsafe {
            let before = deleter.replace(None);
            let imported = NDArray::from_dl_managed_versioned(managed).map_err(|error| failed(error, py));
            let made = imported.and_then(|array| value::to_python(py, array.into()));
            deleter.write(before);
            out.write(made?.into_ptr().cast());
        }
        Ok(0)
    })
}

/// The function that frees a struct.
type Deleter = Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>;

/// Returns the address of the deleter of a struct of any version.
fn deleter_of(managed: NonNull<DLManagedTensorVersioned>) -> *mut Deleter {
    managed.as_ptr().wrapping_byte_add(std::mem::offset_of!(DLManagedTensorVersioned, deleter)).cast()
}

/// Allocates a tensor like a prototype. Any thread may call this function, also without the lock.
unsafe extern "C" fn allocate(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    context: *mut c_void,
    set_error: Option<SetError>,
) -> c_int {
    let made = caught(|| {
        // SAFETY: the consumer passes a valid prototype.
        let (tensor, shape) = unsafe { ((*prototype), (*prototype).shape()?) };
        NDArray::empty(shape, with_our_bool(tensor.dtype), tensor.device)
    });
    match made.unwrap_or_else(|payload| Err(RuntimeError::from_panic(payload))) {
        Ok(array) => {
            // SAFETY: the consumer passes a valid address.
            unsafe { out.write(array.into_dl_managed_versioned().as_ptr()) };
            0
        }
        Err(error) => {
            let message = CString::new(error.to_string().replace('\0', "")).unwrap_or_default();
            if let Some(set_error) = set_error {
                // SAFETY: the strings are valid during the call.
                unsafe { set_error(context, c"RuntimeError".as_ptr(), message.as_ptr()) };
            }
            -1
        }
    }
}

/// Returns `DataType::BOOL` in place of DLPack's boolean type, and other types as they are.
fn with_our_bool(dtype: DataType) -> DataType {
    if dtype == DataType::new(DataTypeCode(6), 8, 1) { DataType::BOOL } else { dtype }
}

/// Returns the stream of pending work: that of this thread.
unsafe extern "C" fn work_stream(device_type: c_int, device_id: i32, out: *mut *mut c_void) -> c_int {
    let device = Device::new(DeviceType(device_type), device_id);
    let stream = caught(|| streams::of_this_thread(device)).unwrap_or(Stream::DEFAULT);
    // SAFETY: the consumer passes a valid address.
    unsafe { out.write(stream.0) };
    0
}

/// The methods of tensors for other libraries. Methods in Python would take several times as long.
struct Methods([ffi::PyMethodDef; 2]);

// SAFETY: the definitions are never changed.
unsafe impl Sync for Methods {}

static METHODS: Methods = Methods([
    ffi::PyMethodDef {
        ml_name: c"__dlpack__".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: dlpack },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: c"__dlpack__($self, /, *, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\n\
            Exports the tensor to another library, as the array API standard specifies.\n\n\
            With ``max_version``, the exported struct has a version and is marked as read-only, unless it\n\
            has a copy. A struct without a version cannot be marked: a read-only tensor is then an error,\n\
            and any other tensor is exported as it is."
            .as_ptr(),
    },
    ffi::PyMethodDef {
        ml_name: c"__dlpack_device__".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: dlpack_device },
        ml_flags: ffi::METH_NOARGS,
        ml_doc:
            c"__dlpack_device__($self, /)\n--\n\nReturns the type and the index of the device, as numbers."
                .as_ptr(),
    },
]);

/// Makes a capsule with the tensor.
unsafe extern "C" fn dlpack(
    object: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    positional: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the file's last invariant. The array has an argument for each name, after the
    // positional ones. A `Bound` is a transparent wrapper of an object address.
    let (py, object, names, values) = unsafe {
        let py = Python::assume_attached();
        let count = if names.is_null() { 0 } else { ffi::PyTuple_Size(names) as usize };
        let values: &[Bound<'_, PyAny>] = match count {
            0 => &[],
            count => slice::from_raw_parts(args.offset(positional).cast(), count),
        };
        (py, Borrowed::from_ptr(py, object), Borrowed::from_ptr_or_opt(py, names), values)
    };
    guarded(py, null_mut(), || {
        if positional != 0 {
            return Err(PyTypeError::new_err("__dlpack__() takes its options by keyword"));
        }
        let mut export = Export::default();
        let names = names.map(|names| names.cast::<PyTuple>()).transpose()?;
        let named = names.iter().flat_map(|names| names.iter_borrowed()).zip(values);
        for (name, given) in named.filter(|(_, given)| !given.is_none()) {
            let name = name.cast::<PyString>()?;
            let name = name.to_str()?;
            *export.option(name).ok_or_else(|| {
                PyTypeError::new_err(format!("__dlpack__() got an unexpected keyword argument '{name}'"))
            })? = Some(given);
        }
        export.capsule(tensor::tensor(&object)?, py).map(Bound::into_ptr)
    })
}

/// Returns the type and the index of the device.
unsafe extern "C" fn dlpack_device(object: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the file's last invariant.
    let (py, object) = unsafe {
        let py = Python::assume_attached();
        (py, Borrowed::from_ptr(py, object))
    };
    guarded(py, null_mut(), || {
        let Device { device_type, device_id } = tensor::tensor(&object)?.device();
        Ok((device_type.0, device_id).into_pyobject(py)?.into_any().into_ptr())
    })
}

/// Adds the methods and the table to the class of tensors.
pub(crate) fn equip(class: &Bound<'_, PyType>) -> PyResult<()> {
    let py = class.py();
    for method in &METHODS.0 {
        // SAFETY: the definition is static, and Python only reads it. The call returns a new
        // reference, or null with an exception set.
        let (name, descriptor) = unsafe {
            let descriptor =
                ffi::PyDescr_NewMethod(class.as_type_ptr(), std::ptr::from_ref(method).cast_mut());
            (CStr::from_ptr(method.ml_name), Bound::from_owned_ptr_or_err(py, descriptor)?)
        };
        class.setattr(name, descriptor)?;
    }
    // SAFETY: the table is static, and consumers only read it.
    let capsule = unsafe { PyCapsule::new_with_pointer(py, NonNull::from(&TABLE).cast(), NAME) }?;
    class.setattr("__dlpack_c_exchange_api__", capsule)
}
