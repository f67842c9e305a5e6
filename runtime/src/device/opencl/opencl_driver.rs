//! Bindings to the OpenCL driver, a library that is loaded at run time.
//!
//! Invariants:
//! - The function types are those of the OpenCL 1.2 specification for each symbol.
//! - A [`Driver`] is part of the process state: the library is never unloaded. The context, the
//!   devices and the queues that the driver creates for itself are never released.
//! - The handles in `memory` are buffers of the context that have not been released. A [`Buffer`]
//!   borrows the lock.
//! - The caller that creates a [`Queue`] from a stream promises that the stream stays alive.
//! - The handle of a [`Program`] or a [`Kernel`] is released once, on drop.
//! - OpenCL functions are thread-safe, except that only one thread at a time may set the arguments
//!   of a kernel.
//! - The driver checks the ranges in buffers and the sizes of arguments. The driver reads an
//!   argument as memory if the kernel code declares memory, and crashes if the argument is a
//!   number. So kernels are trusted to take the arguments that their module declares.

#![expect(unsafe_code, reason = "looks up the functions of a library by name")]

use std::collections::HashSet;
use std::ffi::{CStr, OsString, c_char, c_void};
use std::ptr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use libloading::Library;
use objet_object::OpaqueHandle;

use crate::device::Stream;
use crate::device::opencl::OpenclError;
use crate::kernel_module::Launch;

/// The handle of any OpenCL object, or null.
type Handle = *mut c_void;

/// The result of a call: 0 or an error code.
pub(super) type Status = i32;

/// A callback for the driver, always null here.
type Notify = Option<unsafe extern "system" fn()>;

macro_rules! driver {
    ($($symbol:literal $name:ident($($ty:ty),* $(,)?) -> $result:ty;)+) => {
        /// The functions of the driver.
        struct Functions {
            $($name: unsafe extern "system" fn($($ty),*) -> $result,)+
            _library: Library,
        }

        impl Functions {
            fn of(library: Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    // SAFETY: the file's first invariant.
                    $($name: *unsafe { library.get(concat!($symbol, "\0").as_bytes()) }?,)+
                    _library: library,
                })
            }
        }
    };
}

driver! {
    "clGetPlatformIDs" get_platform_ids(u32, *mut Handle, *mut u32) -> Status;
    "clGetDeviceIDs" get_device_ids(Handle, u64, u32, *mut Handle, *mut u32) -> Status;
    "clGetDeviceInfo" get_device_info(Handle, u32, usize, *mut c_void, *mut usize) -> Status;
    "clCreateContext" create_context(*const isize, u32, *const Handle, Notify, *mut c_void, *mut Status) -> Handle;
    "clCreateCommandQueue" create_command_queue(Handle, Handle, u64, *mut Status) -> Handle;
    "clReleaseCommandQueue" release_command_queue(Handle) -> Status;
    "clFlush" flush(Handle) -> Status;
    "clFinish" finish(Handle) -> Status;
    "clCreateBuffer" create_buffer(Handle, u64, usize, *mut c_void, *mut Status) -> Handle;
    "clReleaseMemObject" release_mem_object(Handle) -> Status;
    "clEnqueueReadBuffer" enqueue_read_buffer(
        Handle, Handle, u32, usize, usize, *mut c_void, u32, *const Handle, *mut Handle,
    ) -> Status;
    "clEnqueueWriteBuffer" enqueue_write_buffer(
        Handle, Handle, u32, usize, usize, *const c_void, u32, *const Handle, *mut Handle,
    ) -> Status;
    "clEnqueueCopyBuffer" enqueue_copy_buffer(
        Handle, Handle, Handle, usize, usize, usize, u32, *const Handle, *mut Handle,
    ) -> Status;
    "clEnqueueMarkerWithWaitList" enqueue_marker(Handle, u32, *const Handle, *mut Handle) -> Status;
    "clEnqueueBarrierWithWaitList" enqueue_barrier(Handle, u32, *const Handle, *mut Handle) -> Status;
    "clReleaseEvent" release_event(Handle) -> Status;
    "clCreateProgramWithSource" create_program_with_source(
        Handle, u32, *const *const c_char, *const usize, *mut Status,
    ) -> Handle;
    "clCreateProgramWithBinary" create_program_with_binary(
        Handle, u32, *const Handle, *const usize, *const *const u8, *mut Status, *mut Status,
    ) -> Handle;
    "clBuildProgram" build_program(Handle, u32, *const Handle, *const c_char, Notify, *mut c_void) -> Status;
    "clGetProgramBuildInfo" get_program_build_info(Handle, Handle, u32, usize, *mut c_void, *mut usize) -> Status;
    "clReleaseProgram" release_program(Handle) -> Status;
    "clCreateKernel" create_kernel(Handle, *const c_char, *mut Status) -> Handle;
    "clReleaseKernel" release_kernel(Handle) -> Status;
    "clGetKernelInfo" get_kernel_info(Handle, u32, usize, *mut c_void, *mut usize) -> Status;
    "clGetKernelArgInfo" get_kernel_arg_info(Handle, u32, u32, usize, *mut c_void, *mut usize) -> Status;
    "clSetKernelArg" set_kernel_arg(Handle, u32, usize, *const c_void) -> Status;
    "clEnqueueNDRangeKernel" enqueue_nd_range_kernel(
        Handle, Handle, u32, *const usize, *const usize, *const usize, u32, *const Handle, *mut Handle,
    ) -> Status;
}

/// The environment variable with the path of the driver, instead of [`DEFAULT_NAMES`].
const PATH_VARIABLE: &str = "OBJET_OPENCL_LIBRARY";

const DEFAULT_NAMES: &[&str] = if cfg!(windows) {
    &["OpenCL.dll"]
} else if cfg!(target_vendor = "apple") {
    &["/System/Library/Frameworks/OpenCL.framework/OpenCL"]
} else {
    &["libOpenCL.so.1", "libOpenCL.so"]
};

impl Functions {
    fn load() -> Result<Self, OpenclError> {
        let names: Vec<OsString> = match std::env::var_os(PATH_VARIABLE) {
            Some(path) => vec![path],
            None => DEFAULT_NAMES.iter().map(OsString::from).collect(),
        };
        let mut reasons = Vec::new();
        for name in names {
            // SAFETY: the OpenCL loader runs its own initialization code. The user is responsible
            // for a library named in the variable.
            match unsafe { Library::new(&name) }.and_then(Self::of) {
                Ok(functions) => return Ok(functions),
                Err(error) => reasons.push(error.to_string()),
            }
        }
        Err(OpenclError::NoDriver { found: reasons.join("; ") })
    }

    /// Returns the devices of the first platform with a GPU. Without a GPU, other accelerators are
    /// tried, then devices of any type.
    fn devices(&self) -> Result<(Handle, Vec<DeviceId>), OpenclError> {
        const GPU: u64 = 1 << 2;
        const ACCELERATOR: u64 = 1 << 3;
        const ALL: u64 = 0xffff_ffff;
        let platforms = handles(|count, first, found| {
            // SAFETY: the buffer has room for `count` handles.
            unsafe { (self.get_platform_ids)(count, first, found) }
        });
        for device_type in [GPU, ACCELERATOR, ALL] {
            for platform in &platforms {
                let devices = handles(|count, first, found| {
                    // SAFETY: as above, and the platform is valid.
                    unsafe { (self.get_device_ids)(*platform, device_type, count, first, found) }
                });
                if !devices.is_empty() {
                    return Ok((*platform, devices.into_iter().map(DeviceId).collect()));
                }
            }
        }
        let found = format!("none of the {} platforms has a device", platforms.len());
        Err(OpenclError::NoDriver { found })
    }
}

/// Returns the handles of a query: the first call returns their number, the second one the handles.
/// Returns no handles if the query fails, which it also does for an empty result.
fn handles(mut ask: impl FnMut(u32, *mut Handle, *mut u32) -> Status) -> Vec<Handle> {
    let mut count = 0;
    if ask(0, ptr::null_mut(), &mut count) != 0 {
        return Vec::new();
    }
    let mut handles = vec![ptr::null_mut(); count as usize];
    let mut found = 0;
    if count == 0 || ask(count, handles.as_mut_ptr(), &mut found) != 0 {
        return Vec::new();
    }
    handles.truncate(found as usize);
    handles
}

/// A device of the driver's context.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct DeviceId(Handle);

/// A command queue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Queue(Handle);

impl Queue {
    /// # Safety
    /// The stream must be a queue of the driver's context, and live as long as copies of the result
    /// are used.
    pub(super) unsafe fn new(stream: Stream) -> Self {
        Self(stream.0)
    }
}

/// The driver with one context for all devices of a platform.
pub(super) struct Driver {
    functions: Functions,
    context: Handle,
    devices: Vec<(DeviceId, Queue)>,
    memory: RwLock<HashSet<OpaqueHandle>>,
}

// SAFETY: the driver may be used on any thread, by the file's invariants. Kernels are not part of
// this type.
unsafe impl Send for Driver {}
// SAFETY: as above.
unsafe impl Sync for Driver {}

/// A buffer and an offset.
#[derive(Clone, Copy)]
pub(super) struct BufferOffset<'a> {
    pub(super) buffer: Buffer<'a>,
    pub(super) offset: usize,
}

/// A buffer that is not released during the borrow.
#[derive(Clone, Copy)]
pub(super) struct Buffer<'a>(&'a OpaqueHandle);

/// The live buffers. No buffer is released while this guard exists.
pub(super) struct Buffers<'a>(RwLockReadGuard<'a, HashSet<OpaqueHandle>>);

impl Buffers<'_> {
    /// Returns the buffer with a handle.
    pub(super) fn get(&self, handle: OpaqueHandle) -> Option<Buffer<'_>> {
        self.0.get(&handle).map(Buffer)
    }
}

/// The code of a program.
pub(super) enum Code<'a> {
    Source(&'a [u8]),
    Binary(&'a [u8]),
}

/// Code built for a device.
pub(super) struct Program {
    driver: &'static Driver,
    handle: Handle,
}

// SAFETY: OpenCL functions are thread-safe, by the file's invariants.
unsafe impl Send for Program {}
// SAFETY: as above.
unsafe impl Sync for Program {}

/// A kernel of a program.
pub(super) struct Kernel {
    driver: &'static Driver,
    handle: Handle,
}

// SAFETY: any thread may use or release a kernel, one at a time.
unsafe impl Send for Kernel {}

/// An argument of a kernel.
pub(super) enum Argument<'a> {
    Number(&'a [u8]),
    Memory(Option<Buffer<'a>>),
}

impl Driver {
    /// Loads the driver, and creates a context and queues for the devices of a platform.
    pub(super) fn open() -> Result<Self, OpenclError> {
        const CONTEXT_PLATFORM: isize = 0x1084;
        let functions = Functions::load()?;
        let (platform, ids) = functions.devices()?;
        let properties = [CONTEXT_PLATFORM, platform.addr() as isize, 0];
        let mut status = 0;
        // SAFETY: the devices belong to the platform, and the properties end with 0.
        let context = unsafe {
            let (count, first) = (ids.len() as u32, ids.as_ptr().cast());
            (functions.create_context)(properties.as_ptr(), count, first, None, ptr::null_mut(), &mut status)
        };
        check("clCreateContext", status)?;
        let mut driver = Self { functions, context, devices: Vec::new(), memory: RwLock::default() };
        for id in ids {
            let queue = Queue(driver.new_queue(id)?.0);
            driver.devices.push((id, queue));
        }
        Ok(driver)
    }

    /// Returns the devices with their default queues.
    pub(super) fn devices(&self) -> &[(DeviceId, Queue)] {
        &self.devices
    }

    /// Returns an attribute of a device as bytes.
    pub(super) fn device_info(&self, device: DeviceId, what: u32) -> Result<Vec<u8>, OpenclError> {
        // SAFETY: a valid device, and the buffer has the given size.
        bytes_of("clGetDeviceInfo", |size, bytes, needed| unsafe {
            (self.functions.get_device_info)(device.0, what, size, bytes, needed)
        })
    }

    /// Creates a queue of a device.
    pub(super) fn new_queue(&self, device: DeviceId) -> Result<Stream, OpenclError> {
        let mut status = 0;
        // SAFETY: a device of the context.
        let queue = unsafe { (self.functions.create_command_queue)(self.context, device.0, 0, &mut status) };
        check("clCreateCommandQueue", status)?;
        Ok(Stream(queue))
    }

    /// Releases a queue. Queued work still completes.
    ///
    /// # Safety
    /// [`Driver::new_queue`] must have returned the queue. The queue must not be used afterwards.
    pub(super) unsafe fn release_queue(&self, queue: Stream) -> Result<(), OpenclError> {
        // SAFETY: as the caller promised.
        check("clReleaseCommandQueue", unsafe { (self.functions.release_command_queue)(queue.0) })
    }

    /// Creates a buffer.
    pub(super) fn new_buffer(&self, bytes: usize) -> Result<OpaqueHandle, OpenclError> {
        const READ_WRITE: u64 = 1;
        let mut status = 0;
        // SAFETY: a valid context. No host memory is passed.
        let buffer = unsafe {
            (self.functions.create_buffer)(self.context, READ_WRITE, bytes, ptr::null_mut(), &mut status)
        };
        check("clCreateBuffer", status)?;
        self.memory.write().unwrap_or_else(PoisonError::into_inner).insert(OpaqueHandle(buffer));
        Ok(OpaqueHandle(buffer))
    }

    /// Releases a buffer. Queued work may still use the buffer. Returns false if there is no such
    /// buffer.
    pub(super) fn release_buffer(&self, buffer: OpaqueHandle) -> Result<bool, OpenclError> {
        if !self.memory.write().unwrap_or_else(PoisonError::into_inner).remove(&buffer) {
            return Ok(false);
        }
        // SAFETY: the handle was a buffer of the context, and has been removed from the table.
        check("clReleaseMemObject", unsafe { (self.functions.release_mem_object)(buffer.0) })?;
        Ok(true)
    }

    /// Returns the live buffers and prevents their release.
    pub(super) fn buffers(&self) -> Buffers<'_> {
        Buffers(self.memory.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Queues a copy between buffers.
    pub(super) fn copy(
        &self,
        queue: Queue,
        from: BufferOffset<'_>,
        to: BufferOffset<'_>,
        bytes: usize,
    ) -> Result<(), OpenclError> {
        let (no_events, no_event) = (ptr::null(), ptr::null_mut());
        let (source, target) = (from.buffer.0.0, to.buffer.0.0);
        let call = self.functions.enqueue_copy_buffer;
        // SAFETY: a valid queue and valid buffers. The driver checks the ranges.
        let status =
            unsafe { call(queue.0, source, target, from.offset, to.offset, bytes, 0, no_events, no_event) };
        check("clEnqueueCopyBuffer", status)
    }

    /// Queues a copy from a buffer to the host, and waits for its completion if `blocking` is true.
    ///
    /// # Safety
    /// `to` must be valid for writes of `bytes` bytes until the copy is complete.
    pub(super) unsafe fn read(
        &self,
        queue: Queue,
        from: BufferOffset<'_>,
        to: *mut c_void,
        bytes: usize,
        blocking: bool,
    ) -> Result<(), OpenclError> {
        let (no_events, no_event, blocking) = (ptr::null(), ptr::null_mut(), u32::from(blocking));
        let call = self.functions.enqueue_read_buffer;
        // SAFETY: a valid queue and a valid buffer, whose range the driver checks. `to` is as the
        // caller promised.
        let status = unsafe {
            call(queue.0, from.buffer.0.0, blocking, from.offset, bytes, to, 0, no_events, no_event)
        };
        check("clEnqueueReadBuffer", status)
    }

    /// Queues a copy from the host to a buffer, and waits for its completion if `blocking` is true.
    ///
    /// # Safety
    /// `from` must be valid for reads of `bytes` bytes until the copy is complete.
    pub(super) unsafe fn write(
        &self,
        queue: Queue,
        from: *const c_void,
        to: BufferOffset<'_>,
        bytes: usize,
        blocking: bool,
    ) -> Result<(), OpenclError> {
        let (no_events, no_event, blocking) = (ptr::null(), ptr::null_mut(), u32::from(blocking));
        let call = self.functions.enqueue_write_buffer;
        // SAFETY: as in `read`.
        let status =
            unsafe { call(queue.0, to.buffer.0.0, blocking, to.offset, bytes, from, 0, no_events, no_event) };
        check("clEnqueueWriteBuffer", status)
    }

    /// Waits until all work in a queue is complete.
    pub(super) fn finish(&self, queue: Queue) -> Result<(), OpenclError> {
        // SAFETY: a valid queue.
        check("clFinish", unsafe { (self.functions.finish)(queue.0) })
    }

    /// Makes future work in `after` wait for the current work in `before`.
    pub(super) fn order(&self, before: Queue, after: Queue) -> Result<(), OpenclError> {
        let functions = &self.functions;
        let mut event = ptr::null_mut();
        // SAFETY: valid queues, and an event that the first call creates and the last call
        // releases. OpenCL requires the flush before another queue waits for the event.
        unsafe {
            let status = (functions.enqueue_marker)(before.0, 0, ptr::null(), &mut event);
            check("clEnqueueMarkerWithWaitList", status)?;
            let flushed = check("clFlush", (functions.flush)(before.0));
            let status = (functions.enqueue_barrier)(after.0, 1, &event, ptr::null_mut());
            let queued = check("clEnqueueBarrierWithWaitList", status);
            check("clReleaseEvent", (functions.release_event)(event))?;
            flushed.and(queued)
        }
    }

    /// Creates a program from code, without building it.
    pub(super) fn new_program(
        &'static self,
        device: DeviceId,
        code: Code<'_>,
    ) -> Result<Program, OpenclError> {
        let (functions, context, mut status) = (&self.functions, self.context, 0);
        let handle = match code {
            Code::Source(source) => {
                let (start, length) = (source.as_ptr().cast(), source.len());
                // SAFETY: one string with its length.
                let handle = unsafe {
                    (functions.create_program_with_source)(context, 1, &start, &length, &mut status)
                };
                check("clCreateProgramWithSource", status)?;
                handle
            }
            Code::Binary(binary) => {
                let (start, length, mut of_binary) = (binary.as_ptr(), binary.len(), 0);
                let create = functions.create_program_with_binary;
                // SAFETY: one binary with its length, for one device of the context.
                let handle =
                    unsafe { create(context, 1, &device.0, &length, &start, &mut of_binary, &mut status) };
                check("clCreateProgramWithBinary", status)?;
                handle
            }
        };
        Ok(Program { driver: self, handle })
    }
}

impl Program {
    /// Builds the program for the device that it was created for.
    pub(super) fn build(&self, device: DeviceId, options: &CStr) -> Result<(), OpenclError> {
        let build = self.driver.functions.build_program;
        // SAFETY: a valid program, for one device of the context.
        let status = unsafe { build(self.handle, 1, &device.0, options.as_ptr(), None, ptr::null_mut()) };
        check("clBuildProgram", status)
    }

    /// Returns the compiler log of the last build for a device.
    pub(super) fn build_log(&self, device: DeviceId) -> String {
        const BUILD_LOG: u32 = 0x1183;
        let ask = self.driver.functions.get_program_build_info;
        // SAFETY: a valid program and the device it was built for. The buffer has the given size.
        let log = bytes_of("clGetProgramBuildInfo", |size, bytes, needed| unsafe {
            ask(self.handle, device.0, BUILD_LOG, size, bytes, needed)
        });
        log.map_or_else(|error| error.to_string(), |log| text_of(&log))
    }

    /// Returns the kernel of that name.
    pub(super) fn kernel(&self, name: &CStr) -> Result<Kernel, OpenclError> {
        let mut status = 0;
        // SAFETY: a valid program and a NUL-terminated string.
        let handle =
            unsafe { (self.driver.functions.create_kernel)(self.handle, name.as_ptr(), &mut status) };
        check("clCreateKernel", status)?;
        Ok(Kernel { driver: self.driver, handle })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A failure cannot be reported from `drop`.
        // SAFETY: the file's invariant on programs and kernels.
        unsafe { (self.driver.functions.release_program)(self.handle) };
    }
}

impl Kernel {
    /// Returns an attribute of the kernel as bytes.
    pub(super) fn info(&self, what: u32) -> Result<Vec<u8>, OpenclError> {
        // SAFETY: a valid kernel, and the buffer has the given size.
        bytes_of("clGetKernelInfo", |size, bytes, needed| unsafe {
            (self.driver.functions.get_kernel_info)(self.handle, what, size, bytes, needed)
        })
    }

    /// Returns an attribute of an argument as bytes.
    pub(super) fn arg_info(&self, position: u32, what: u32) -> Result<Vec<u8>, OpenclError> {
        // SAFETY: as above.
        bytes_of("clGetKernelArgInfo", |size, bytes, needed| unsafe {
            (self.driver.functions.get_kernel_arg_info)(self.handle, position, what, size, bytes, needed)
        })
    }

    /// Sets an argument for the next launch. A buffer must not be released before that launch.
    pub(super) fn set_arg(&mut self, position: u32, argument: &Argument<'_>) -> Result<(), OpenclError> {
        let memory = match argument {
            Argument::Memory(Some(buffer)) => buffer.0.0,
            _ => ptr::null_mut(),
        };
        let (start, size) = match argument {
            Argument::Number(bytes) => (bytes.as_ptr().cast(), bytes.len()),
            Argument::Memory(_) => (ptr::from_ref(&memory).cast(), size_of::<Handle>()),
        };
        // SAFETY: a valid kernel that no other thread uses, and a pointer to `size` bytes. The
        // file's last invariant makes the driver's reading safe.
        let status = unsafe { (self.driver.functions.set_kernel_arg)(self.handle, position, size, start) };
        check("clSetKernelArg", status)
    }

    /// Queues the kernel with the arguments that were set. The driver keeps the buffers alive.
    pub(super) fn launch(
        &mut self,
        queue: Queue,
        launch: &Launch,
        dimensions: usize,
    ) -> Result<(), OpenclError> {
        let local = launch.block.map(|size| size as usize);
        let mut global = local;
        for (size, blocks) in global.iter_mut().zip(launch.grid) {
            // The driver rejects a saturated size as too large.
            *size = size.saturating_mul(blocks as usize);
        }
        let (dimensions, no_offset) = (dimensions.min(local.len()) as u32, ptr::null());
        let (global, local, no_events, no_event) =
            (global.as_ptr(), local.as_ptr(), ptr::null(), ptr::null_mut());
        let call = self.driver.functions.enqueue_nd_range_kernel;
        // SAFETY: a valid kernel and queue. Each array has three sizes, and there are at most three
        // dimensions.
        let status = unsafe {
            call(queue.0, self.handle, dimensions, no_offset, global, local, 0, no_events, no_event)
        };
        check("clEnqueueNDRangeKernel", status)
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: the file's invariant on programs and kernels.
        unsafe { (self.driver.functions.release_kernel)(self.handle) };
    }
}

/// Turns an error code into an error.
#[inline]
fn check(call: &'static str, code: Status) -> Result<(), OpenclError> {
    if code == 0 { Ok(()) } else { Err(OpenclError::Driver { call, code }) }
}

/// Returns the result of a query of any size: the first call returns the size, the second one the
/// bytes.
fn bytes_of(
    call: &'static str,
    mut ask: impl FnMut(usize, *mut c_void, *mut usize) -> Status,
) -> Result<Vec<u8>, OpenclError> {
    let mut size = 0;
    check(call, ask(0, ptr::null_mut(), &mut size))?;
    let mut bytes = vec![0; size];
    check(call, ask(size, bytes.as_mut_ptr().cast(), ptr::null_mut()))?;
    Ok(bytes)
}

/// Returns the string before the first NUL, trimmed.
pub(super) fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).trim().into()
}
