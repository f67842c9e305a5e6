//! Functions that are given addresses. Safe code does not find them by their names.

#![expect(unsafe_code, reason = "what a front end of C passes by address is read there")]

use objet_object::{DeviceType, NDArray, OpaqueHandle, RetValue, TypeCode, ValueError};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::backend::guarded;
use crate::device::{Devices, NDArrayExt, Stream};
use crate::error::Result;

/// Returns a new tensor. The arguments are the address of its shape, the number of dimensions, of 64
/// bits each, that lie there, the data type, the device, and the scope of memory, which may be null.
///
/// # Safety
/// As many dimensions lie at the address.
#[register_global("runtime.TVMArrayAllocWithScope", crate = objet_runtime)]
pub(super) unsafe fn alloc_with_scope(args: Args<'_>) -> Result<RetValue> {
    let (shape, ndim): (OpaqueHandle, i32) = (args.get(0)?, args.get(1)?);
    let dimensions = usize::try_from(ndim)
        .map_err(|_| ValueError::Range { expected: "number of dimensions", found: ndim.to_string() })?;
    let first: *const i64 = shape.0.cast();
    if first.is_null() && dimensions > 0 {
        return Err(ValueError::NullPointer { expected: TypeCode::OPAQUE_HANDLE }.into());
    }
    // SAFETY: as the caller promised; the numbers need not be aligned.
    let shape: Vec<_> = (0..dimensions).map(|at| unsafe { first.add(at).read_unaligned() }).collect();
    let mem_scope = if args.len() > 4 { args.get(4)? } else { None };
    Ok(NDArray::empty_aligned(&shape, args.get(2)?, args.get(3)?, 1, mem_scope)?.into())
}

/// Makes a queue the one for this thread's work on a device. The arguments are the type of the
/// device, its number, and the queue. Returns 0, or -1 where it failed; the last error says why.
///
/// # Safety
/// The queue is null or one of the device, and is not destroyed while the thread works with it.
#[register_global("runtime.TVMSetStream", crate = objet_runtime)]
pub(super) unsafe fn set_stream(args: Args<'_>) -> Result<RetValue> {
    let (device_type, stream): (_, OpaqueHandle) = (DeviceType(args.get(0)?), args.get(2)?);
    let device_id = args.get(1)?;
    Ok(guarded(|| {
        let api = Devices::api(device_type)?;
        // SAFETY: as the caller promised.
        unsafe { api.set_stream(device_id, Stream(stream.0)) }
    })
    .into())
}
