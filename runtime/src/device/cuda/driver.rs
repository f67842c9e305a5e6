//! The driver of NVIDIA's GPUs: those of its functions that are used here, found by name in its library.
//!
//! Invariants:
//! - A [`Driver`] is made only after each of its functions was found in the library, and `cuInit` has succeeded. The types are those
//!   of NVIDIA's `cuda.h` for the names that the library has, which say the version of each function (`_v2`), so that they
//!   stay as they are in all later drivers.
//! - The library stays mapped for good: drivers are kept in a static.

#![expect(unsafe_code, reason = "functions of a library are known by name alone")]

use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::OnceLock;

use libloading::Library;

use crate::device::cuda::CudaError;

/// What each function of the driver answers: 0, or the number of an error.
type Outcome = c_int;

/// A device, as the driver numbers it.
pub(super) type DeviceNumber = c_int;

/// An address in the memory of a device.
pub(super) type DeviceAddress = u64;

/// What the driver knows something else by: a context, a module, a function, a stream, an event.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct Handle(pub(super) *mut c_void);

impl Handle {
    pub(super) const NULL: Self = Self(ptr::null_mut());
}

// SAFETY: a handle is but a name. The driver's functions may be called from any thread, and lock what they must.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

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
                pub(super) unsafe fn $name(&self, $($parameter: $type),*) -> Result<(), CudaError> {
                    // SAFETY: as the caller promised.
                    self.check($symbol, unsafe { (self.$name)($($parameter),*) })
                }
            )+
        }
    };
}

functions! {
    init = "cuInit"(flags: c_uint);
    driver_version = "cuDriverGetVersion"(version: *mut c_int);

    device_count = "cuDeviceGetCount"(count: *mut c_int);
    device = "cuDeviceGet"(device: *mut DeviceNumber, ordinal: c_int);
    device_name = "cuDeviceGetName"(name: *mut c_char, length: c_int, device: DeviceNumber);
    device_attribute = "cuDeviceGetAttribute"(value: *mut c_int, attribute: c_int, device: DeviceNumber);

    retain_primary_context = "cuDevicePrimaryCtxRetain"(context: *mut Handle, device: DeviceNumber);
    set_context = "cuCtxSetCurrent"(context: Handle);
    push_context = "cuCtxPushCurrent_v2"(context: Handle);
    pop_context = "cuCtxPopCurrent_v2"(context: *mut Handle);

    allocate = "cuMemAlloc_v2"(address: *mut DeviceAddress, bytes: usize);
    free = "cuMemFree_v2"(address: DeviceAddress);
    allocate_host = "cuMemHostAlloc"(address: *mut *mut c_void, bytes: usize, flags: c_uint);
    free_host = "cuMemFreeHost"(address: *mut c_void);

    copy_host_to_device = "cuMemcpyHtoDAsync_v2"(to: DeviceAddress, from: *const c_void, bytes: usize, stream: Handle);
    copy_device_to_host = "cuMemcpyDtoHAsync_v2"(to: *mut c_void, from: DeviceAddress, bytes: usize, stream: Handle);
    copy_device_to_device = "cuMemcpyDtoDAsync_v2"(to: DeviceAddress, from: DeviceAddress, bytes: usize, stream: Handle);
    copy_to_peer = "cuMemcpyPeer"(
        to: DeviceAddress, to_context: Handle, from: DeviceAddress, from_context: Handle, bytes: usize,
    );
    copy_to_peer_in_stream = "cuMemcpyPeerAsync"(
        to: DeviceAddress, to_context: Handle, from: DeviceAddress, from_context: Handle, bytes: usize, stream: Handle,
    );
    fill_words = "cuMemsetD32Async"(to: DeviceAddress, word: c_uint, count: usize, stream: Handle);

    create_stream = "cuStreamCreate"(stream: *mut Handle, flags: c_uint);
    free_stream = "cuStreamDestroy_v2"(stream: Handle);
    synchronize = "cuStreamSynchronize"(stream: Handle);
    wait_for_event = "cuStreamWaitEvent"(stream: Handle, event: Handle, flags: c_uint);
    create_event = "cuEventCreate"(event: *mut Handle, flags: c_uint);
    record_event = "cuEventRecord"(event: Handle, stream: Handle);
    free_event = "cuEventDestroy_v2"(event: Handle);

    load_module = "cuModuleLoadDataEx"(
        module: *mut Handle, image: *const c_void, count: c_uint, options: *mut c_int, values: *mut *mut c_void,
    );
    unload_module = "cuModuleUnload"(module: Handle);
    function = "cuModuleGetFunction"(function: *mut Handle, module: Handle, name: *const c_char);
    global = "cuModuleGetGlobal_v2"(address: *mut DeviceAddress, bytes: *mut usize, module: Handle, name: *const c_char);
    function_attribute = "cuFuncGetAttribute"(value: *mut c_int, attribute: c_int, function: Handle);
    set_function_attribute = "cuFuncSetAttribute"(function: Handle, attribute: c_int, value: c_int);
    launch = "cuLaunchKernel"(
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
