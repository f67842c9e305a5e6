//! Code loaded on a device, and its kernels.

use std::ffi::{CStr, c_int};
use std::sync::{Arc, Mutex, PoisonError};

use crate::device::cuda::CudaError;
use crate::device::cuda::context::Context;
use crate::device::cuda::cuda_driver::{DeviceAddress, Function, Module, Sizes};
use crate::device::cuda::{code_form, this_thread};
use crate::kernel_module::{KernelArg, Launch};

/// `CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES`: the static shared memory of a kernel.
const OWN_SHARED: c_int = 1;

/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`.
const MOST_DYNAMIC_SHARED: c_int = 8;

/// Shared memory that each device allows without a change of [`MOST_DYNAMIC_SHARED`], in bytes.
const DEFAULT_MAX_SHARED: u32 = 48 << 10;

/// Code loaded on a device.
pub(super) struct Image {
    context: &'static Context,
    module: Arc<Module>,
}

/// A kernel of an [`Image`].
pub(super) struct Entry {
    function: Function,
    own_shared: u32,
    /// The dynamic shared memory in bytes that was requested so far.
    most_shared: Mutex<u32>,
}

impl Image {
    /// Checks code and loads it on a device.
    pub(super) fn load(device_id: i32, code: &[u8]) -> Result<Self, CudaError> {
        let code = code_form::check(code)?;
        let context = Context::of(device_id)?;
        Ok(Self { context, module: context.load(code)?.into() })
    }

    /// Returns a kernel of the code.
    pub(super) fn entry(&self, name: &CStr) -> Result<Entry, CudaError> {
        let context = self.context.enter()?;
        let function = context.function(&self.module, name).map_err(|source| not_in_code(name, source))?;
        let own_shared = u32::try_from(context.function_attribute(&function, OWN_SHARED)?).unwrap_or(0);
        Ok(Entry { function, own_shared, most_shared: Mutex::new(0) })
    }

    /// Sets a variable of the code to 0, in order with the work in this thread's stream.
    pub(super) fn clear_word(&self, name: &CStr) -> Result<(), CudaError> {
        let context = self.context.enter()?;
        let found = context.global(&self.module, name).map_err(|source| not_in_code(name, source))?;
        let bytes = found.bytes;
        if bytes != size_of::<u32>() {
            let expected = "a variable of 4 bytes in the code of a module";
            return Err(CudaError::Image { expected, found: format!("{name:?} of {bytes} bytes") });
        }
        context.clear(&found, this_thread::stream_for_work(self.context.device_id))
    }

    /// Queues a kernel in this thread's stream. `entry` must belong to this image.
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
        if entry.own_shared.saturating_add(shared) > DEFAULT_MAX_SHARED {
            let mut most = entry.most_shared.lock().unwrap_or_else(PoisonError::into_inner);
            if shared > *most {
                let bytes = c_int::try_from(shared).unwrap_or(c_int::MAX);
                context
                    .set_function_attribute(&entry.function, MOST_DYNAMIC_SHARED, bytes)
                    .map_err(failed)?;
                *most = shared;
            }
        }
        let queue = this_thread::stream_for_work(self.context.device_id);
        let sizes = Sizes { grid, block, shared };
        context.launch(&entry.function, &sizes, pack_arguments(args), queue).map_err(failed)
    }
}

#[cold]
fn not_in_code(name: &CStr, source: CudaError) -> CudaError {
    CudaError::NotInCode { name: name.to_string_lossy().into(), source: source.into() }
}

/// Packs arguments for the driver: consecutive, each aligned to its size.
fn pack_arguments(args: &[KernelArg]) -> Vec<u8> {
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
    use std::ptr;

    use objet_object::OpaqueHandle;

    use super::*;

    #[test]
    fn arguments_stand_where_the_kernel_looks_for_them() {
        let number = |size| KernelArg::Number { bytes: [1, 2, 3, 4, 5, 6, 7, 8], size };
        let data = OpaqueHandle(ptr::without_provenance_mut(0x1000));
        let memory = KernelArg::Memory { data, byte_offset: 0x20 };
        let row = pack_arguments(&[number(1), number(4), number(2), memory, number(1), number(2)]);
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
