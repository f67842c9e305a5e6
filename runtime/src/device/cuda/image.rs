//! Code that a device has loaded, and the kernels in it.
//!
//! Invariant: the handle in an [`Image`] is that of a module in the context beside it, until the image is dropped; that in an
//! [`Entry`] is one of a function in an image, which lasts as long as the entry: a [`CudaBackend`](super::CudaBackend) has the
//! images, and a kernel is launched only together with the backend that it is of.

#![expect(unsafe_code, reason = "code of devices is known to the driver by handles")]

use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use crate::device::cuda::CudaError;
use crate::device::cuda::context::Context;
use crate::device::cuda::driver::{DeviceAddress, Handle};
use crate::device::cuda::{code_form, this_thread};
use crate::device_module::{KernelArg, Launch};

/// `CU_JIT_ERROR_LOG_BUFFER` and `CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES`.
const LOG_OPTIONS: [c_int; 2] = [5, 6];

/// How much of what the driver's compiler has to say is listened to.
const LOG_BYTES: usize = 1 << 14;

/// `CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES`: what a kernel has of shared memory by itself.
const OWN_SHARED: c_int = 1;

/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`.
const MOST_DYNAMIC_SHARED: c_int = 8;

/// What a kernel may have of shared memory without asking for more, on all devices.
const USUAL_SHARED: u32 = 48 << 10;

/// Code that a device has loaded.
pub(super) struct Image {
    context: &'static Context,
    module: Handle,
}

/// A kernel in code that a device has loaded.
pub(super) struct Entry {
    function: Handle,
    own_shared: u32,
    /// Up to how many bytes of dynamic shared memory were asked for.
    most_shared: Mutex<u32>,
}

impl Image {
    /// Has a device load code.
    pub(super) fn load(device_id: i32, code: &[u8]) -> Result<Self, CudaError> {
        code_form::check(code)?;
        let context = Context::of(device_id)?;
        let entered = context.enter()?;
        // Text has to end with a NUL.
        let image = [code, b"\0"].concat();
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options = LOG_OPTIONS;
        // The driver is told of one byte less, so that the text ends in any case.
        let mut values = [log.as_mut_ptr().cast(), ptr::without_provenance_mut(LOG_BYTES - 1)];
        let mut module = Handle::NULL;
        // SAFETY: the image is a text that ends, or says by itself how long it is, which was looked at; there are two options with
        // their values, the address of a buffer and its length; and there is a place for the answer.
        let loaded = unsafe {
            let (options, values) = (options.as_mut_ptr(), values.as_mut_ptr());
            entered.load_module(&mut module, image.as_ptr().cast(), 2, options, values)
        };
        match loaded {
            Ok(()) => Ok(Self { context, module }),
            Err(source) => {
                let log = log.split(|byte| *byte == 0).next().unwrap_or_default();
                let log = String::from_utf8_lossy(log).trim().into();
                Err(CudaError::Load { device: context.device(), source: source.into(), log })
            }
        }
    }

    /// A kernel in the code.
    pub(super) fn entry(&self, name: &CStr) -> Result<Entry, CudaError> {
        let context = self.context.enter()?;
        let (mut function, mut own_shared) = (Handle::NULL, 0);
        // SAFETY: the file's invariant, a text that ends, and a place for the answer.
        let found = unsafe { context.function(&mut function, self.module, name.as_ptr()) };
        found.map_err(|source| not_in_code(name, source))?;
        // SAFETY: the function was just found, and there is a place for the answer.
        unsafe { context.function_attribute(&mut own_shared, OWN_SHARED, function) }?;
        let own_shared = u32::try_from(own_shared).unwrap_or(0);
        Ok(Entry { function, own_shared, most_shared: Mutex::new(0) })
    }

    /// Sets a variable in the code to 0, after what was queued in this thread's stream.
    pub(super) fn clear_word(&self, name: &CStr) -> Result<(), CudaError> {
        let context = self.context.enter()?;
        let (mut address, mut bytes): (DeviceAddress, usize) = (0, 0);
        // SAFETY: the file's invariant, a text that ends, and places for the answers.
        let found = unsafe { context.global(&mut address, &mut bytes, self.module, name.as_ptr()) };
        found.map_err(|source| not_in_code(name, source))?;
        if bytes != size_of::<u32>() {
            let expected = "4 bytes as size of a variable of a module's code";
            return Err(CudaError::Image { expected, found: format!("{bytes} of {name:?}") });
        }
        let stream = Handle(this_thread::stream(self.context.device_id).0);
        // SAFETY: there are four bytes at that address; the stream is one of the device, as who set it promised.
        unsafe { context.fill_words(address, 0, 1, stream) }
    }

    /// Queues a kernel of this image in this thread's stream.
    pub(super) fn launch(
        &self,
        name: &CStr,
        entry: &Entry,
        args: &[KernelArg],
        launch: Launch,
    ) -> Result<(), CudaError> {
        let Launch { grid, block, dynamic_shared_memory: shared } = launch;
        let failed = |source| CudaError::Launch {
            name: name.to_string_lossy().into(),
            device: self.context.device(),
            grid,
            block,
            shared,
            source: Box::new(source),
        };
        let context = self.context.enter()?;
        if entry.own_shared.saturating_add(shared) > USUAL_SHARED {
            let mut most = entry.most_shared.lock().unwrap_or_else(PoisonError::into_inner);
            if shared > *most {
                let bytes = c_int::try_from(shared).unwrap_or(c_int::MAX);
                // SAFETY: the file's invariant.
                let raised =
                    unsafe { context.set_function_attribute(entry.function, MOST_DYNAMIC_SHARED, bytes) };
                raised.map_err(failed)?;
                *most = shared;
            }
        }
        // The driver copies each argument from where it is told that it begins.
        let mut values: Vec<[u8; 8]> = args.iter().map(value).collect();
        let mut places: Vec<*mut c_void> =
            values.iter_mut().map(|value| ptr::from_mut(value).cast()).collect();
        let stream = Handle(this_thread::stream(self.context.device_id).0);
        let ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]) = (grid, block);
        // SAFETY: the file's invariant, with an array of the addresses of the arguments. If the kernel takes more of them than the
        // module says, or larger ones, then its code is not the one that the module tells of: code is trusted, as that of a
        // library is. The stream is one of the device, as who set it promised.
        let launched = unsafe {
            context.launch(
                entry.function,
                grid_x,
                grid_y,
                grid_z,
                block_x,
                block_y,
                block_z,
                shared,
                stream,
                places.as_mut_ptr(),
                ptr::null_mut(),
            )
        };
        launched.map_err(failed)
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        let Ok(context) = self.context.enter() else { return };
        // SAFETY: the file's invariant; nobody has the image any more. There is nobody to tell of an error.
        let _ = unsafe { context.unload_module(self.module) };
    }
}

#[cold]
fn not_in_code(name: &CStr, source: CudaError) -> CudaError {
    CudaError::NotInCode { name: name.to_string_lossy().into(), source: source.into() }
}

/// The bytes of an argument, from the first one on.
fn value(arg: &KernelArg) -> [u8; 8] {
    match *arg {
        KernelArg::Number { bytes, .. } => bytes,
        KernelArg::Memory { data, byte_offset } => {
            (data.0.addr() as DeviceAddress).wrapping_add(byte_offset).to_ne_bytes()
        }
    }
}
