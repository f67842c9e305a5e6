//! The streams of devices on which producers of tensors and native code work.
//!
//! A call with tensors of another library runs in the stream of that library. So work that the call
//! queues comes after the pending work of the library, and before its later work. Nothing waits on
//! the host. An import outside of arguments makes this thread's stream wait for the producer's.
//!
//! Invariant, which producers keep: a stream belongs to its device and lives until the call that
//! gets it returns.

#![expect(unsafe_code, reason = "identifies streams by address")]

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;

use objet::device::{DeviceApi, Devices, Stream};
use objet::function::RuntimeError;
use objet::tensor::Device;
use pyo3::prelude::*;

use crate::lock;
use crate::tensor::failed;

thread_local! {
    static CALL: Cell<Call> = const { Cell::new(Call { count: 0, outer: None }) };
    /// The streams that running calls must restore or order, of inner calls last.
    static STREAMS: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

/// The state of the calls of a thread.
#[derive(Clone, Copy)]
struct Call {
    /// The number of [`STREAMS`], which can be read without a check whether they are initialized.
    count: usize,
    /// The number of streams of outer calls, while this thread converts the arguments of a call.
    outer: Option<usize>,
}

/// A stream that needs an operation at the end of a call.
struct Entry {
    api: &'static dyn DeviceApi,
    device: Device,
    stream: Stream,
    at_end: AtEnd,
}

/// The operation at the end of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtEnd {
    /// Sets the stream for this thread's work.
    Restore,
    /// Makes the stream wait for the call's work.
    Wait,
}

/// A call whose arguments may change this thread's streams. Dropping it restores them.
pub(crate) struct CallStreams {
    /// The number of streams of outer calls.
    outer: usize,
    /// The state of the conversion that this call is a part of.
    around: Option<usize>,
    /// Makes the type neither `Send` nor `Sync`, because streams belong to a thread.
    _here: PhantomData<*mut ()>,
}

impl CallStreams {
    /// Begins the conversion of the arguments of a call.
    #[inline]
    pub(crate) fn convert() -> Self {
        CALL.with(|call| {
            let Call { count, outer: around } = call.get();
            call.set(Call { count, outer: Some(count) });
            Self { outer: count, around, _here: PhantomData }
        })
    }

    /// Runs the call, after the conversion of its arguments.
    #[inline]
    pub(crate) fn run<R>(&self, call: impl FnOnce() -> R) -> R {
        CALL.set(Call { outer: None, ..CALL.get() });
        call()
    }
}

impl Drop for CallStreams {
    #[inline]
    fn drop(&mut self) {
        let count = CALL.with(|call| {
            let count = call.get().count;
            call.set(Call { count, outer: self.around });
            count
        });
        if count > self.outer {
            end(self.outer);
        }
    }
}

/// Ends the use of the streams of a call: all but the first `outer`.
#[inline(never)]
fn end(outer: usize) {
    while CALL.get().count > outer
        && let Some(Entry { api, device, stream, at_end }) = STREAMS.with_borrow_mut(Vec::pop)
    {
        CALL.set(Call { count: CALL.get().count - 1, ..CALL.get() });
        let own = api.stream(device.device_id);
        if own == stream {
            continue;
        }
        // A driver that cannot order its streams fails again in the next operation.
        // SAFETY: the file's invariant. A stream to restore was this thread's before.
        unsafe {
            if at_end == AtEnd::Wait {
                let _ = api.synchronize_streams(device.device_id, own, stream);
            } else if api.switch_stream(device.device_id, stream).is_err() {
                let _ = api.set_stream(device.device_id, stream);
            }
        }
    }
}

/// Returns the stream for this thread's work on a device. It is the default one for kinds of
/// devices that are not available.
pub(crate) fn of_this_thread(device: Device) -> Stream {
    Devices::api(device.device_type).map_or(Stream::DEFAULT, |api| api.stream(device.device_id))
}

/// Orders this thread's work on a device after the pending work in a producer's stream.
///
/// # Safety
/// The file's invariant.
pub(crate) unsafe fn follow(
    py: Python<'_>,
    api: &'static dyn DeviceApi,
    device: Device,
    stream: Stream,
) -> PyResult<()> {
    let own = api.stream(device.device_id);
    let outer = CALL.get().outer;
    let add = |stream, at_end| {
        STREAMS.with_borrow_mut(|all| all.push(Entry { api, device, stream, at_end }));
        CALL.set(Call { count: CALL.get().count + 1, ..CALL.get() });
    };
    let is_first =
        |outer| STREAMS.with_borrow(|all| all.iter().skip(outer).all(|entry| entry.device != device));
    if outer.is_some_and(is_first) {
        if own != stream {
            // SAFETY: as the caller promised.
            unsafe { api.switch_stream(device.device_id, stream) }.map_err(|error| failed(error, py))?;
        }
        // The stream is recorded also if it stays: tensors with another stream do not change it.
        add(own, AtEnd::Restore);
    } else if own != stream {
        let ordered: Result<(), RuntimeError> = lock::detach(py, || {
            // SAFETY: as the caller promised. The other stream is this thread's.
            unsafe { api.synchronize_streams(device.device_id, stream, own) }
        });
        ordered.map_err(|error| failed(error, py))?;
        if outer.is_some() {
            add(stream, AtEnd::Wait);
        }
    }
    Ok(())
}
