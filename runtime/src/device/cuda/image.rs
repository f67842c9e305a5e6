//! Code that a device has loaded, and the kernels in it.
//!
//! Invariants:
//! - The handle in an [`Image`] is that of a module in the context beside it, until the image is dropped.
//! - The handle in an [`Entry`] is that of a function in an image, which who has the entry keeps.

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

/// `CU_LAUNCH_PARAM_BUFFER_POINTER`, `CU_LAUNCH_PARAM_BUFFER_SIZE` and `CU_LAUNCH_PARAM_END`.
const ARGUMENTS: *mut c_void = ptr::without_provenance_mut(1);
const ARGUMENTS_BYTES: *mut c_void = ptr::without_provenance_mut(2);
const END: *mut c_void = ptr::null_mut();

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

    /// Queues a kernel of this image in this thread's stream. The entry is one of this image.
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
        let mut arguments = in_a_row(args);
        let mut bytes = arguments.len();
        let (arguments, size) = (arguments.as_mut_ptr().cast(), ptr::from_mut(&mut bytes).cast());
        let mut extra = [ARGUMENTS, arguments, ARGUMENTS_BYTES, size, END];
        let extra = if args.is_empty() { ptr::null_mut() } else { extra.as_mut_ptr() };
        let stream = Handle(this_thread::stream(self.context.device_id).0);
        let ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]) = (grid, block);
        let none = ptr::null_mut();
        // SAFETY: the file's invariants, with the arguments and the number of their bytes, so that the driver reads no more than there
        // are, whatever the kernel takes. The stream is one of the device, as who set it promised. What the kernel does with memory of
        // devices is its own affair: code is trusted, as that of a library is.
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
                none,
                extra,
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

/// The arguments as the driver takes them: one behind the other, each at a multiple of its size.
fn in_a_row(args: &[KernelArg]) -> Vec<u8> {
    let mut row = Vec::with_capacity(8 * args.len());
    for arg in args {
        let (bytes, size) = match *arg {
            KernelArg::Number { bytes, size } => (bytes, size.clamp(1, 8)),
            KernelArg::Memory { data, byte_offset } => {
                ((data.0.addr() as DeviceAddress).wrapping_add(byte_offset).to_ne_bytes(), 8)
            }
        };
        row.resize(row.len().next_multiple_of(size), 0);
        row.extend_from_slice(&bytes[..size]);
    }
    row
}

#[cfg(test)]
mod tests {
    use objet_object::OpaqueHandle;

    use super::*;

    #[test]
    fn arguments_stand_where_the_kernel_looks_for_them() {
        let number = |size| KernelArg::Number { bytes: [1, 2, 3, 4, 5, 6, 7, 8], size };
        let data = OpaqueHandle(ptr::without_provenance_mut(0x1000));
        let memory = KernelArg::Memory { data, byte_offset: 0x20 };
        let row = in_a_row(&[number(1), number(4), number(2), memory, number(1), number(2)]);
        let expected: [&[u8]; 6] = [
            &[1, 0, 0, 0],
            &[1, 2, 3, 4],
            &[1, 2, 0, 0, 0, 0, 0, 0],
            &0x1020_u64.to_ne_bytes(),
            &[1, 0],
            &[1, 2],
        ];
        assert_eq!(row, expected.concat());
    }
}
