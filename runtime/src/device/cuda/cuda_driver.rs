//! Bindings to the CUDA driver: the functions that this crate uses, looked up in the driver's
//! library.
//!
//! Invariants:
//! - A [`Driver`] exists only after each of its functions was found in the library and `cuInit`
//!   succeeded. The types are those of NVIDIA's `cuda.h` for the exported names. These names
//!   contain the version of each function (`_v2`), so the types do not change in later drivers.
//! - The library stays loaded permanently, because the driver is kept in a static.
//! - A [`ContextHandle`] belongs to a primary context that was retained and is never released.
//! - Until a [`Module`] is dropped, its handle is a module in its context. A [`Function`] and a
//!   [`Global`] belong to the module that they hold.
//! - The caller that creates a [`Queue`] promises that the stream stays alive.
//! - The driver checks numbers and sizes. Kernels are trusted: the creator of a module is
//!   responsible for their accesses to device memory.

#![expect(unsafe_code, reason = "looks up the functions of a library by name")]

use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};

use libloading::Library;

use crate::device::Stream;
use crate::device::cuda::CudaError;
use crate::device::cuda::code_form::Checked;

/// The result of each driver function: 0 or an error number.
type Outcome = c_int;

/// The driver's number of a device.
pub(super) type DeviceNumber = c_int;

/// An address in the memory of a device.
pub(super) type DeviceAddress = u64;

/// The driver's handle of a context, module, function, stream or event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
struct Handle(*mut c_void);

impl Handle {
    const NULL: Self = Self(ptr::null_mut());
}

// SAFETY: a handle is only an identifier. The driver's functions are thread-safe.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

/// The handle of a device's primary context.
#[derive(Clone, Copy)]
pub(super) struct ContextHandle(Handle);

/// A stream that work is queued in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Queue(Handle);

impl Queue {
    pub(super) const DEFAULT: Self = Self(Handle(Stream::DEFAULT.0));

    /// # Safety
    /// The stream must belong to the device that the queue is used for, and live as long as copies
    /// of the queue are used.
    pub(super) unsafe fn new(stream: Stream) -> Self {
        Self(Handle(stream.0))
    }

    pub(super) fn stream(self) -> Stream {
        Stream(self.0.0)
    }
}

/// A module: code loaded on a device.
pub(super) struct Module {
    driver: &'static Driver,
    context: ContextHandle,
    handle: Handle,
}

/// A kernel in a module.
pub(super) struct Function {
    handle: Handle,
    _module: Arc<Module>,
}

/// A variable in a module.
pub(super) struct Global {
    address: DeviceAddress,
    pub(super) bytes: usize,
    _module: Arc<Module>,
}

/// The dimensions of a launch.
pub(super) struct Sizes {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub(super) shared: u32,
}

macro_rules! functions {
    ($($name:ident = $symbol:literal ($($parameter:ident: $type:ty),* $(,)?);)+) => {
        /// The functions of the driver.
        pub(super) struct Driver {
            $($name: unsafe extern "system" fn($($type),*) -> Outcome,)+
            error_name: unsafe extern "system" fn(Outcome, *mut *const c_char) -> Outcome,
            error_text: unsafe extern "system" fn(Outcome, *mut *const c_char) -> Outcome,
            _library: Library,
        }

        #[expect(clippy::too_many_arguments, reason = "the parameters are those of the driver's functions")]
        impl Driver {
            fn find(library: Library) -> Result<Self, libloading::Error> {
                // SAFETY: `cuda.h` declares the functions of these names with these types.
                unsafe {
                    Ok(Self {
                        $($name: *library.get(concat!($symbol, "\0"))?,)+
                        error_name: *library.get("cuGetErrorName\0")?,
                        error_text: *library.get("cuGetErrorString\0")?,
                        _library: library,
                    })
                }
            }

            $(
                #[doc = concat!("`", $symbol, "`.")]
                ///
                /// # Safety
                /// The contract of the driver's function.
                unsafe fn $name(&self, $($parameter: $type),*) -> Result<(), CudaError> {
                    // SAFETY: as the caller promised.
                    self.check($symbol, unsafe { (self.$name)($($parameter),*) })
                }
            )+
        }
    };
}

functions! {
    init = "cuInit"(flags: c_uint);
    raw_version = "cuDriverGetVersion"(version: *mut c_int);

    raw_device_count = "cuDeviceGetCount"(count: *mut c_int);
    raw_device = "cuDeviceGet"(device: *mut DeviceNumber, ordinal: c_int);
    raw_device_name = "cuDeviceGetName"(name: *mut c_char, length: c_int, device: DeviceNumber);
    raw_device_attribute = "cuDeviceGetAttribute"(value: *mut c_int, attribute: c_int, device: DeviceNumber);

    raw_retain = "cuDevicePrimaryCtxRetain"(context: *mut Handle, device: DeviceNumber);
    raw_set_context = "cuCtxSetCurrent"(context: Handle);
    raw_push_context = "cuCtxPushCurrent_v2"(context: Handle);
    raw_pop_context = "cuCtxPopCurrent_v2"(context: *mut Handle);

    raw_allocate = "cuMemAlloc_v2"(address: *mut DeviceAddress, bytes: usize);
    raw_free = "cuMemFree_v2"(address: DeviceAddress);
    raw_allocate_host = "cuMemHostAlloc"(address: *mut *mut c_void, bytes: usize, flags: c_uint);
    raw_free_host = "cuMemFreeHost"(address: *mut c_void);

    raw_to_device = "cuMemcpyHtoDAsync_v2"(to: DeviceAddress, from: *const c_void, bytes: usize, stream: Handle);
    raw_to_host = "cuMemcpyDtoHAsync_v2"(to: *mut c_void, from: DeviceAddress, bytes: usize, stream: Handle);
    raw_within_device = "cuMemcpyDtoDAsync_v2"(to: DeviceAddress, from: DeviceAddress, bytes: usize, stream: Handle);
    raw_to_peer = "cuMemcpyPeer"(
        to: DeviceAddress, to_context: Handle, from: DeviceAddress, from_context: Handle, bytes: usize,
    );
    raw_to_peer_in_stream = "cuMemcpyPeerAsync"(
        to: DeviceAddress, to_context: Handle, from: DeviceAddress, from_context: Handle, bytes: usize, stream: Handle,
    );
    fill_words = "cuMemsetD32Async"(to: DeviceAddress, word: c_uint, count: usize, stream: Handle);

    raw_create_stream = "cuStreamCreate"(stream: *mut Handle, flags: c_uint);
    raw_free_stream = "cuStreamDestroy_v2"(stream: Handle);
    raw_synchronize = "cuStreamSynchronize"(stream: Handle);
    wait_for_event = "cuStreamWaitEvent"(stream: Handle, event: Handle, flags: c_uint);
    create_event = "cuEventCreate"(event: *mut Handle, flags: c_uint);
    record_event = "cuEventRecord"(event: Handle, stream: Handle);
    free_event = "cuEventDestroy_v2"(event: Handle);

    raw_load_module = "cuModuleLoadDataEx"(
        module: *mut Handle, image: *const c_void, count: c_uint, options: *mut c_int, values: *mut *mut c_void,
    );
    unload_module = "cuModuleUnload"(module: Handle);
    raw_function = "cuModuleGetFunction"(function: *mut Handle, module: Handle, name: *const c_char);
    raw_global = "cuModuleGetGlobal_v2"(address: *mut DeviceAddress, bytes: *mut usize, module: Handle, name: *const c_char);
    raw_function_attribute = "cuFuncGetAttribute"(value: *mut c_int, attribute: c_int, function: Handle);
    raw_set_function_attribute = "cuFuncSetAttribute"(function: Handle, attribute: c_int, value: c_int);
    raw_launch = "cuLaunchKernel"(
        function: Handle, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint, block_z: c_uint,
        shared: c_uint, stream: Handle, arguments: *mut *mut c_void, extra: *mut *mut c_void,
    );
}

/// The names of the driver's library, in the order of the search.
const LIBRARIES: [&str; 2] =
    if cfg!(windows) { ["nvcuda.dll", "nvcuda64.dll"] } else { ["libcuda.so.1", "libcuda.so"] };

impl Driver {
    /// Returns the driver. The first call loads it; later calls return the same result, also if it
    /// is an error.
    pub(super) fn get() -> Result<&'static Self, CudaError> {
        static DRIVER: OnceLock<Result<Driver, CudaError>> = OnceLock::new();
        DRIVER.get_or_init(Self::load).as_ref().map_err(Clone::clone)
    }

    fn load() -> Result<Self, CudaError> {
        // The source of the error has the system's reason; its own message only names the attempt.
        let no_driver = |error: libloading::Error| CudaError::NoDriver {
            found: error.source().map_or_else(|| error.to_string(), ToString::to_string),
        };
        // SAFETY: a library of this name is NVIDIA's driver, whose initialization code may run at
        // any time.
        let open = |name| unsafe { Library::new(name) };
        // The first name is the standard one, so its error is reported.
        let library = open(LIBRARIES[0]).or_else(|error| open(LIBRARIES[1]).map_err(|_| error));
        let driver = Self::find(library.map_err(no_driver)?).map_err(no_driver)?;
        // SAFETY: the flags must be 0.
        unsafe { driver.init(0) }?;
        Ok(driver)
    }

    /// The number of devices.
    pub(super) fn device_count(&self) -> Result<usize, CudaError> {
        let mut count = 0;
        // SAFETY: the output pointer is valid.
        unsafe { self.raw_device_count(&mut count) }?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Returns the driver's number of a device.
    pub(super) fn device_number(&self, device_id: i32) -> Result<DeviceNumber, CudaError> {
        let count = self.device_count()?;
        if !usize::try_from(device_id).is_ok_and(|position| position < count) {
            return Err(CudaError::NoDevice { device_id, count });
        }
        let mut number = 0;
        // SAFETY: the output pointer is valid.
        unsafe { self.raw_device(&mut number, device_id) }?;
        Ok(number)
    }

    /// Returns an attribute of a device, by the driver's attribute number.
    pub(super) fn attribute(&self, device: DeviceNumber, number: c_int) -> Result<i32, CudaError> {
        let mut value = 0;
        // SAFETY: the output pointer is valid.
        unsafe { self.raw_device_attribute(&mut value, number, device) }?;
        Ok(value)
    }

    /// Returns the name of a device.
    pub(super) fn device_name(&self, device: DeviceNumber) -> Result<String, CudaError> {
        let mut name = [0_u8; 256];
        let length = name.len() as c_int - 1;
        // SAFETY: the buffer is longer than `length` by one byte. So the last byte stays a NUL
        // whatever the driver writes.
        unsafe { self.raw_device_name(name.as_mut_ptr().cast(), length, device) }?;
        Ok(until_nul(&name))
    }

    /// Returns the newest CUDA version that the driver supports, such as 12040 for 12.4.
    pub(super) fn version(&self) -> Result<i32, CudaError> {
        let mut version = 0;
        // SAFETY: the output pointer is valid.
        unsafe { self.raw_version(&mut version) }?;
        Ok(version)
    }

    /// Retains the primary context of a device permanently.
    pub(super) fn retain_primary_context(&self, device: DeviceNumber) -> Result<ContextHandle, CudaError> {
        let mut handle = Handle::NULL;
        // SAFETY: the output pointer is valid.
        unsafe { self.raw_retain(&mut handle, device) }?;
        Ok(ContextHandle(handle))
    }

    /// Makes a context current in this thread.
    pub(super) fn set_context(&self, context: ContextHandle) -> Result<(), CudaError> {
        // SAFETY: the file's invariant on context handles.
        unsafe { self.raw_set_context(context.0) }
    }

    /// Makes a context current in this thread until the next [`Driver::pop_context`].
    pub(super) fn push_context(&self, context: ContextHandle) -> Result<(), CudaError> {
        // SAFETY: the file's invariant on context handles.
        unsafe { self.raw_push_context(context.0) }
    }

    /// Restores the context that was current before the last [`Driver::push_context`].
    pub(super) fn pop_context(&self) -> Result<(), CudaError> {
        let mut context = Handle::NULL;
        // SAFETY: the output pointer is valid.
        unsafe { self.raw_pop_context(&mut context) }
    }

    /// Allocates memory in the current context, aligned to 256 bytes.
    pub(super) fn allocate(&self, bytes: usize) -> Result<*mut c_void, CudaError> {
        let mut address = 0;
        // SAFETY: the output pointer is valid. The size is at least 1 because the driver rejects 0.
        unsafe { self.raw_allocate(&mut address, bytes.max(1)) }?;
        Ok(ptr::without_provenance_mut(address as usize))
    }

    /// # Safety
    /// [`Driver::allocate`] must have returned the address in the current context. The memory must
    /// not be used afterwards.
    pub(super) unsafe fn free(&self, data: *mut c_void) -> Result<(), CudaError> {
        // SAFETY: as the caller promised.
        unsafe { self.raw_free(data.addr() as DeviceAddress) }
    }

    /// Allocates host memory that is pinned for all contexts.
    pub(super) fn allocate_host(&self, bytes: usize) -> Result<*mut c_void, CudaError> {
        /// `CU_MEMHOSTALLOC_PORTABLE`: pinned for all contexts.
        const PORTABLE: c_uint = 1;
        let mut data = ptr::null_mut();
        // SAFETY: the output pointer is valid. The size is at least 1 because the driver rejects 0.
        unsafe { self.raw_allocate_host(&mut data, bytes.max(1), PORTABLE) }?;
        Ok(data)
    }

    /// # Safety
    /// [`Driver::allocate_host`] must have returned the address. The memory must not be used
    /// afterwards.
    pub(super) unsafe fn free_host(&self, data: *mut c_void) -> Result<(), CudaError> {
        // SAFETY: as the caller promised.
        unsafe { self.raw_free_host(data) }
    }

    /// Queues a copy.
    ///
    /// # Safety
    /// Both ends must have that many bytes and must not overlap. No other code may access them
    /// until the copy is complete. An end on the device must be memory of the current context, and
    /// the queue must belong to that context.
    pub(super) unsafe fn copy(
        &self,
        from: End,
        to: End,
        bytes: usize,
        queue: Queue,
    ) -> Result<(), CudaError> {
        let Queue(stream) = queue;
        // SAFETY: as the caller promised.
        unsafe {
            match (from, to) {
                (End::Device(from), End::Device(to)) => self.raw_within_device(to, from, bytes, stream),
                (End::Device(from), End::Host(to)) => self.raw_to_host(to.cast(), from, bytes, stream),
                (End::Host(from), End::Device(to)) => self.raw_to_device(to, from.cast(), bytes, stream),
                (End::Host(from), End::Host(to)) => {
                    // Earlier work in the stream may still write to the source.
                    self.synchronize(queue)?;
                    ptr::copy_nonoverlapping(from, to, bytes);
                    Ok(())
                }
            }
        }
    }

    /// Queues a copy between two devices.
    ///
    /// # Safety
    /// The contract of [`Driver::copy`], for memory of these contexts.
    pub(super) unsafe fn copy_to_peer(
        &self,
        (ContextHandle(from_context), from): (ContextHandle, DeviceAddress),
        (ContextHandle(to_context), to): (ContextHandle, DeviceAddress),
        bytes: usize,
        Queue(stream): Queue,
    ) -> Result<(), CudaError> {
        // SAFETY: as the caller promised.
        unsafe {
            match stream.0.is_null() {
                // This call is ordered with all work that is queued on both devices.
                true => self.raw_to_peer(to, to_context, from, from_context, bytes),
                false => self.raw_to_peer_in_stream(to, to_context, from, from_context, bytes, stream),
            }
        }
    }

    /// Creates a stream of the current context that is ordered with the default stream.
    pub(super) fn create_stream(&self) -> Result<Stream, CudaError> {
        /// `CU_STREAM_DEFAULT`.
        const WITH_DEFAULT: c_uint = 0;
        let mut stream = Handle::NULL;
        // SAFETY: the output pointer is valid.
        unsafe { self.raw_create_stream(&mut stream, WITH_DEFAULT) }?;
        Ok(Stream(stream.0))
    }

    /// # Safety
    /// [`Driver::create_stream`] must have returned the stream. The stream must not be used
    /// afterwards.
    pub(super) unsafe fn free_stream(&self, stream: Stream) -> Result<(), CudaError> {
        // SAFETY: as the caller promised.
        unsafe { self.raw_free_stream(Handle(stream.0)) }
    }

    /// Waits until all work in a queue is complete.
    pub(super) fn synchronize(&self, queue: Queue) -> Result<(), CudaError> {
        // SAFETY: the file's invariant on queues.
        unsafe { self.raw_synchronize(queue.0) }
    }

    /// Makes future work in `after` wait for the current work in `before`.
    pub(super) fn order(&self, before: Queue, after: Queue) -> Result<(), CudaError> {
        /// `CU_EVENT_DISABLE_TIMING`.
        const WITHOUT_TIME: c_uint = 2;
        let mut event = Handle::NULL;
        // SAFETY: the file's invariant on queues. The event is valid until it is freed here; the
        // driver keeps it internally while a stream waits for it.
        unsafe {
            self.create_event(&mut event, WITHOUT_TIME)?;
            let recorded = self.record_event(event, before.0);
            let waits = recorded.and_then(|()| self.wait_for_event(after.0, event, 0));
            let freed = self.free_event(event);
            waits.and(freed)
        }
    }

    /// Loads code on the device of `context`, which must be current. An error comes with the log of
    /// the driver's compiler.
    pub(super) fn load_module(
        &'static self,
        context: ContextHandle,
        code: Checked<'_>,
    ) -> Result<Module, (CudaError, String)> {
        /// `CU_JIT_ERROR_LOG_BUFFER` and `CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES`.
        const LOG_OPTIONS: [c_int; 2] = [5, 6];
        /// Size of the buffer for the log of the driver's compiler.
        const LOG_BYTES: usize = 1 << 14;
        // PTX text must end with a NUL.
        let image = [code.bytes(), b"\0"].concat();
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options = LOG_OPTIONS;
        // The driver gets one byte less than the buffer has, so the log always ends with a NUL.
        let mut values = [log.as_mut_ptr().cast(), ptr::without_provenance_mut(LOG_BYTES - 1)];
        let mut handle = Handle::NULL;
        // SAFETY: the image is a NUL-terminated string or declares its own length, which was
        // checked. There are two options and two values: the address of a buffer and its length.
        // The output pointer is valid.
        let loaded = unsafe {
            let (options, values) = (options.as_mut_ptr(), values.as_mut_ptr());
            self.raw_load_module(&mut handle, image.as_ptr().cast(), 2, options, values)
        };
        match loaded {
            Ok(()) => Ok(Module { driver: self, context, handle }),
            Err(error) => Err((error, until_nul(&log).trim().into())),
        }
    }

    /// Returns the kernel of that name in a module of the current context.
    pub(super) fn function(&self, module: &Arc<Module>, name: &CStr) -> Result<Function, CudaError> {
        let mut handle = Handle::NULL;
        // SAFETY: the file's invariant on modules, a NUL-terminated string, and a valid output
        // pointer.
        unsafe { self.raw_function(&mut handle, module.handle, name.as_ptr()) }?;
        Ok(Function { handle, _module: Arc::clone(module) })
    }

    /// Returns the variable of that name in a module of the current context.
    pub(super) fn global(&self, module: &Arc<Module>, name: &CStr) -> Result<Global, CudaError> {
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: the file's invariant on modules, a NUL-terminated string, and valid output
        // pointers.
        unsafe { self.raw_global(&mut address, &mut bytes, module.handle, name.as_ptr()) }?;
        Ok(Global { address, bytes, _module: Arc::clone(module) })
    }

    /// Queues a write that sets the words of a variable to 0.
    pub(super) fn clear(&self, global: &Global, queue: Queue) -> Result<(), CudaError> {
        // SAFETY: the variable has that many words, by the file's invariant on modules.
        unsafe { self.fill_words(global.address, 0, global.bytes / size_of::<u32>(), queue.0) }
    }

    /// Returns an attribute of a kernel, by the driver's attribute number.
    pub(super) fn function_attribute(&self, function: &Function, number: c_int) -> Result<i32, CudaError> {
        let mut value = 0;
        // SAFETY: the file's invariant on modules, and a valid output pointer.
        unsafe { self.raw_function_attribute(&mut value, number, function.handle) }?;
        Ok(value)
    }

    /// Sets an attribute of a kernel.
    pub(super) fn set_function_attribute(
        &self,
        function: &Function,
        number: c_int,
        value: c_int,
    ) -> Result<(), CudaError> {
        // SAFETY: the file's invariant on modules.
        unsafe { self.raw_set_function_attribute(function.handle, number, value) }
    }

    /// Queues a kernel launch. The arguments are packed in one buffer.
    pub(super) fn launch(
        &self,
        function: &Function,
        sizes: &Sizes,
        mut arguments: Vec<u8>,
        queue: Queue,
    ) -> Result<(), CudaError> {
        /// `CU_LAUNCH_PARAM_BUFFER_POINTER`, `CU_LAUNCH_PARAM_BUFFER_SIZE` and
        /// `CU_LAUNCH_PARAM_END`.
        const ARGUMENTS: *mut c_void = ptr::without_provenance_mut(1);
        const ARGUMENTS_BYTES: *mut c_void = ptr::without_provenance_mut(2);
        const END: *mut c_void = ptr::null_mut();
        let mut bytes = arguments.len();
        let (start, size) = (arguments.as_mut_ptr().cast(), ptr::from_mut(&mut bytes).cast());
        let mut extra = [ARGUMENTS, start, ARGUMENTS_BYTES, size, END];
        let extra = if arguments.is_empty() { ptr::null_mut() } else { extra.as_mut_ptr() };
        let Sizes { grid: [grid_x, grid_y, grid_z], block: [x, y, z], shared } = *sizes;
        let (handle, none) = (function.handle, ptr::null_mut());
        // SAFETY: the file's invariants. The driver gets the size of the argument buffer, so it
        // reads no further, whatever the kernel takes.
        unsafe { self.raw_launch(handle, grid_x, grid_y, grid_z, x, y, z, shared, queue.0, none, extra) }
    }

    fn check(&self, call: &'static str, code: Outcome) -> Result<(), CudaError> {
        if code == 0 { Ok(()) } else { Err(self.error(call, code)) }
    }

    #[cold]
    fn error(&self, call: &'static str, code: Outcome) -> CudaError {
        let say = |of: unsafe extern "system" fn(Outcome, *mut *const c_char) -> Outcome| {
            let mut text = ptr::null();
            // SAFETY: both functions accept any error number, and the output pointer is valid.
            let outcome = unsafe { of(code, &mut text) };
            if outcome != 0 || text.is_null() {
                return "unknown error".into();
            }
            // SAFETY: the functions return static strings of the driver.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        };
        CudaError::Driver { call, code, name: say(self.error_name), text: say(self.error_text) }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.driver.push_context(self.context).is_ok() {
            // A failure to unload cannot be reported from `drop`.
            // SAFETY: the file's invariant on modules. No function or variable of the module is
            // left.
            let _ = unsafe { self.driver.unload_module(self.handle) };
            let _ = self.driver.pop_context();
        }
    }
}

/// The source or destination of a copy.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// Memory of the current context's device.
    Device(DeviceAddress),
    /// Host memory.
    Host(*mut u8),
}

/// Returns the string before the first NUL.
fn until_nul(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).into()
}
