//! The driver of NVIDIA's GPUs: those of its functions that are used here, found by name in its
//! library.
//!
//! Invariants:
//! - A [`Driver`] is made only after each of its functions was found in the library, and `cuInit`
//!   has succeeded. The types are those of NVIDIA's `cuda.h` for the names that the library has,
//!   which say the version of each function (`_v2`), so that they stay as they are in all later
//!   drivers.
//! - The library stays mapped for good: drivers are kept in a static.
//! - A [`ContextHandle`] is that of a primary context that was retained and is never released.
//! - The handle in a [`Module`] is that of a module in the context beside it, until it is dropped.
//!   A [`Function`] and a [`Global`] are in the module that they keep.
//! - A [`Queue`] is made only by a caller who promises that its stream lasts.
//! - The driver checks numbers and sizes by itself. Kernels are trusted: the maker of a module of
//!   them answers for what they do with memory of devices.

#![expect(unsafe_code, reason = "functions of a library are known by name alone")]

use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};

use libloading::Library;

use crate::device::Stream;
use crate::device::cuda::CudaError;
use crate::device::cuda::code_form::Checked;

/// The answer of each function of the driver: 0, or the number of an error.
type Outcome = c_int;

/// A device, as the driver numbers it.
pub(super) type DeviceNumber = c_int;

/// An address in the memory of a device.
pub(super) type DeviceAddress = u64;

/// A name by which the driver knows a context, a module, a function, a stream, an event.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
struct Handle(*mut c_void);

impl Handle {
    const NULL: Self = Self(ptr::null_mut());
}

// SAFETY: a handle is but a name. The driver's functions may be called from any thread, and lock
// what they must.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

/// The primary context of a device.
#[derive(Clone, Copy)]
pub(super) struct ContextHandle(Handle);

/// A stream that work is queued in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queue(Handle);

impl Queue {
    pub(super) const DEFAULT: Self = Self(Handle(Stream::DEFAULT.0));

    /// # Safety
    /// The stream is one of the device that the queue is used for, and lasts as long as copies of
    /// the queue are used.
    pub(super) unsafe fn new(stream: Stream) -> Self {
        Self(Handle(stream.0))
    }
}

/// Code that a device has loaded.
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

/// The sizes of a launch.
pub(super) struct Sizes {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    /// The number of bytes of dynamic shared memory.
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

        #[expect(clippy::too_many_arguments, reason = "each has as many as the driver's function")]
        impl Driver {
            fn find(library: Library) -> Result<Self, libloading::Error> {
                // SAFETY: the functions of these names have these types, as `cuda.h` declares them.
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
                /// What the driver asks for of its function.
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

/// Under which names the library of the driver is looked for.
const LIBRARIES: [&str; 2] =
    if cfg!(windows) { ["nvcuda.dll", "nvcuda64.dll"] } else { ["libcuda.so.1", "libcuda.so"] };

impl Driver {
    /// The driver, which is loaded by the first call. What comes of that stays so.
    pub(super) fn get() -> Result<&'static Self, CudaError> {
        static DRIVER: OnceLock<Result<Driver, CudaError>> = OnceLock::new();
        DRIVER.get_or_init(Self::load).as_ref().map_err(Clone::clone)
    }

    fn load() -> Result<Self, CudaError> {
        // What the system says stands behind what was tried.
        let no_driver = |error: libloading::Error| CudaError::NoDriver {
            found: error.source().map_or_else(|| error.to_string(), ToString::to_string),
        };
        // SAFETY: what has such a name is NVIDIA's driver, whose start-up code may run at any time.
        let open = |name| unsafe { Library::new(name) };
        // The first name is the usual one: what is wrong with it says most.
        let library = open(LIBRARIES[0]).or_else(|error| open(LIBRARIES[1]).map_err(|_| error));
        let driver = Self::find(library.map_err(no_driver)?).map_err(no_driver)?;
        // SAFETY: 0 is what it asks for.
        unsafe { driver.init(0) }?;
        Ok(driver)
    }

    /// The number of devices.
    pub(super) fn device_count(&self) -> Result<usize, CudaError> {
        let mut count = 0;
        // SAFETY: there is a place for the answer.
        unsafe { self.raw_device_count(&mut count) }?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The number by which the driver knows a device.
    pub(super) fn device_number(&self, device_id: i32) -> Result<DeviceNumber, CudaError> {
        let count = self.device_count()?;
        if !usize::try_from(device_id).is_ok_and(|position| position < count) {
            return Err(CudaError::NoDevice { device_id, count });
        }
        let mut number = 0;
        // SAFETY: there is a place for the answer.
        unsafe { self.raw_device(&mut number, device_id) }?;
        Ok(number)
    }

    /// An attribute of a device, by the driver's number of it.
    pub(super) fn attribute(&self, device: DeviceNumber, number: c_int) -> Result<i32, CudaError> {
        let mut value = 0;
        // SAFETY: there is a place for the answer.
        unsafe { self.raw_device_attribute(&mut value, number, device) }?;
        Ok(value)
    }

    /// The name of a device.
    pub(super) fn device_name(&self, device: DeviceNumber) -> Result<String, CudaError> {
        let mut name = [0_u8; 256];
        let length = name.len() as c_int - 1;
        // SAFETY: there is room for as many bytes as is said, less the last one, which stays a NUL
        // whatever the driver does.
        unsafe { self.raw_device_name(name.as_mut_ptr().cast(), length, device) }?;
        Ok(until_nul(&name))
    }

    /// The newest version of CUDA that the driver knows, as 12040 for 12.4.
    pub(super) fn version(&self) -> Result<i32, CudaError> {
        let mut version = 0;
        // SAFETY: there is a place for the answer.
        unsafe { self.raw_version(&mut version) }?;
        Ok(version)
    }

    /// The primary context of a device, for good.
    pub(super) fn retain_primary_context(&self, device: DeviceNumber) -> Result<ContextHandle, CudaError> {
        let mut handle = Handle::NULL;
        // SAFETY: there is a place for the answer.
        unsafe { self.raw_retain(&mut handle, device) }?;
        Ok(ContextHandle(handle))
    }

    /// Makes a context the current one of this thread.
    pub(super) fn set_context(&self, context: ContextHandle) -> Result<(), CudaError> {
        // SAFETY: the file's invariant.
        unsafe { self.raw_set_context(context.0) }
    }

    /// The same, until the next [`Driver::pop_context`].
    pub(super) fn push_context(&self, context: ContextHandle) -> Result<(), CudaError> {
        // SAFETY: the file's invariant.
        unsafe { self.raw_push_context(context.0) }
    }

    /// Makes the context that was current before the last [`Driver::push_context`] current again.
    pub(super) fn pop_context(&self) -> Result<(), CudaError> {
        let mut context = Handle::NULL;
        // SAFETY: there is a place for the answer.
        unsafe { self.raw_pop_context(&mut context) }
    }

    /// Memory of the current context, at a multiple of 256 bytes.
    pub(super) fn allocate(&self, bytes: usize) -> Result<*mut c_void, CudaError> {
        let mut address = 0;
        // SAFETY: there is a place for the answer. The driver gives no memory of no bytes.
        unsafe { self.raw_allocate(&mut address, bytes.max(1)) }?;
        Ok(ptr::without_provenance_mut(address as usize))
    }

    /// # Safety
    /// [`Driver::allocate`] returned the address in the current context, and it is not used after.
    pub(super) unsafe fn free(&self, data: *mut c_void) -> Result<(), CudaError> {
        // SAFETY: as the caller promised.
        unsafe { self.raw_free(data.addr() as DeviceAddress) }
    }

    /// Memory of the host that is pinned for all contexts.
    pub(super) fn allocate_host(&self, bytes: usize) -> Result<*mut c_void, CudaError> {
        /// `CU_MEMHOSTALLOC_PORTABLE`: pinned for all contexts.
        const PORTABLE: c_uint = 1;
        let mut data = ptr::null_mut();
        // SAFETY: there is a place for the answer. The driver gives no memory of no bytes.
        unsafe { self.raw_allocate_host(&mut data, bytes.max(1), PORTABLE) }?;
        Ok(data)
    }

    /// # Safety
    /// [`Driver::allocate_host`] returned the address, and it is not used after.
    pub(super) unsafe fn free_host(&self, data: *mut c_void) -> Result<(), CudaError> {
        // SAFETY: as the caller promised.
        unsafe { self.raw_free_host(data) }
    }

    /// Queues a copy.
    ///
    /// # Safety
    /// Both ends have that many bytes, do not overlap, and are left alone by others until the copy
    /// is done. An end on the device is memory of the current context; the queue is one of the
    /// current context.
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
                    // The stream may be about to write what is copied from.
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
    /// That of [`Driver::copy`], for memory of these contexts.
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
                // In turn with all that is queued on either device.
                true => self.raw_to_peer(to, to_context, from, from_context, bytes),
                false => self.raw_to_peer_in_stream(to, to_context, from, from_context, bytes, stream),
            }
        }
    }

    /// A new stream of the current context, in turn with the default one.
    pub(super) fn create_stream(&self) -> Result<Stream, CudaError> {
        /// `CU_STREAM_DEFAULT`.
        const WITH_DEFAULT: c_uint = 0;
        let mut stream = Handle::NULL;
        // SAFETY: there is a place for the answer.
        unsafe { self.raw_create_stream(&mut stream, WITH_DEFAULT) }?;
        Ok(Stream(stream.0))
    }

    /// # Safety
    /// [`Driver::create_stream`] returned the stream, and it is not used after.
    pub(super) unsafe fn free_stream(&self, stream: Stream) -> Result<(), CudaError> {
        // SAFETY: as the caller promised.
        unsafe { self.raw_free_stream(Handle(stream.0)) }
    }

    /// Waits until all work in a queue is done.
    pub(super) fn synchronize(&self, queue: Queue) -> Result<(), CudaError> {
        // SAFETY: the file's invariant.
        unsafe { self.raw_synchronize(queue.0) }
    }

    /// Makes what is queued in `after` from now on wait for what is in `before` now.
    pub(super) fn order(&self, before: Queue, after: Queue) -> Result<(), CudaError> {
        /// `CU_EVENT_DISABLE_TIMING`.
        const WITHOUT_TIME: c_uint = 2;
        let mut event = Handle::NULL;
        // SAFETY: the file's invariant, and the event is there for the calls. The driver keeps an
        // event that is waited for until it is no more.
        unsafe {
            self.create_event(&mut event, WITHOUT_TIME)?;
            let recorded = self.record_event(event, before.0);
            let waits = recorded.and_then(|()| self.wait_for_event(after.0, event, 0));
            let freed = self.free_event(event);
            waits.and(freed)
        }
    }

    /// Has the device of a context, which is the current one, load code. On error, also returns
    /// what the driver's compiler says.
    pub(super) fn load_module(
        &'static self,
        context: ContextHandle,
        code: Checked<'_>,
    ) -> Result<Module, (CudaError, String)> {
        /// `CU_JIT_ERROR_LOG_BUFFER` and `CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES`.
        const LOG_OPTIONS: [c_int; 2] = [5, 6];
        /// How much of what the driver's compiler has to say is listened to.
        const LOG_BYTES: usize = 1 << 14;
        // Text has to end with a NUL.
        let image = [code.bytes(), b"\0"].concat();
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options = LOG_OPTIONS;
        // The driver gets one byte less, so that the text ends in any case.
        let mut values = [log.as_mut_ptr().cast(), ptr::without_provenance_mut(LOG_BYTES - 1)];
        let mut handle = Handle::NULL;
        // SAFETY: the image is a text that ends, or says by itself how long it is, which was looked
        // at; there are two options with their values, the address of a buffer and its length; and
        // there is a place for the answer.
        let loaded = unsafe {
            let (options, values) = (options.as_mut_ptr(), values.as_mut_ptr());
            self.raw_load_module(&mut handle, image.as_ptr().cast(), 2, options, values)
        };
        match loaded {
            Ok(()) => Ok(Module { driver: self, context, handle }),
            Err(error) => Err((error, until_nul(&log).trim().into())),
        }
    }

    /// The kernel of that name in a module of the current context.
    pub(super) fn function(&self, module: &Arc<Module>, name: &CStr) -> Result<Function, CudaError> {
        let mut handle = Handle::NULL;
        // SAFETY: the file's invariant, a text that ends, and a place for the answer.
        unsafe { self.raw_function(&mut handle, module.handle, name.as_ptr()) }?;
        Ok(Function { handle, _module: Arc::clone(module) })
    }

    /// The variable of that name in a module of the current context.
    pub(super) fn global(&self, module: &Arc<Module>, name: &CStr) -> Result<Global, CudaError> {
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: the file's invariant, a text that ends, and places for the answers.
        unsafe { self.raw_global(&mut address, &mut bytes, module.handle, name.as_ptr()) }?;
        Ok(Global { address, bytes, _module: Arc::clone(module) })
    }

    /// Sets the words of a variable to 0, after what is in the queue.
    pub(super) fn clear(&self, global: &Global, queue: Queue) -> Result<(), CudaError> {
        // SAFETY: there are as many words at that address, and the file's invariant.
        unsafe { self.fill_words(global.address, 0, global.bytes / size_of::<u32>(), queue.0) }
    }

    /// An attribute of a kernel, by the driver's number of it.
    pub(super) fn function_attribute(&self, function: &Function, number: c_int) -> Result<i32, CudaError> {
        let mut value = 0;
        // SAFETY: the file's invariant, and a place for the answer.
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
        // SAFETY: the file's invariant.
        unsafe { self.raw_set_function_attribute(function.handle, number, value) }
    }

    /// Queues a kernel with its arguments, which lie one behind the other.
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
        // SAFETY: the file's invariants, with the arguments and the number of their bytes, so that
        // the driver reads no more than there are, whatever the kernel takes.
        unsafe { self.raw_launch(handle, grid_x, grid_y, grid_z, x, y, z, shared, queue.0, none, extra) }
    }

    fn check(&self, call: &'static str, code: Outcome) -> Result<(), CudaError> {
        if code == 0 { Ok(()) } else { Err(self.error(call, code)) }
    }

    #[cold]
    fn error(&self, call: &'static str, code: Outcome) -> CudaError {
        let say = |of: unsafe extern "system" fn(Outcome, *mut *const c_char) -> Outcome| {
            let mut text = ptr::null();
            // SAFETY: both functions take any number, and a place for an address.
            let outcome = unsafe { of(code, &mut text) };
            if outcome != 0 || text.is_null() {
                return "an error that the driver does not know".into();
            }
            // SAFETY: what they put there is a text of the driver's own.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        };
        CudaError::Driver { call, code, name: say(self.error_name), text: say(self.error_text) }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.driver.push_context(self.context).is_ok() {
            // There is no caller to return an error to.
            // SAFETY: the file's invariant; no function of the module is left.
            let _ = unsafe { self.driver.unload_module(self.handle) };
            let _ = self.driver.pop_context();
        }
    }
}

/// An end of a copy.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// On the device of the current context.
    Device(DeviceAddress),
    /// On the host.
    Host(*mut u8),
}

/// The text before the first NUL.
fn until_nul(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).into()
}
