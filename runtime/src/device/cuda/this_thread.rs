//! The current device of a thread, and the thread's stream on each device.

use std::cell::{Cell, RefCell};

use crate::device::cuda::cuda_driver::Queue;

thread_local! {
    static DEVICE: Cell<i32> = const { Cell::new(0) };
    /// Streams by device number. Missing entries stand for the default stream.
    static STREAMS: RefCell<Vec<Queue>> = const { RefCell::new(Vec::new()) };
}

/// Returns the device for kernels that this thread launches.
pub(super) fn device() -> i32 {
    DEVICE.get()
}

pub(super) fn set_device(device_id: i32) {
    DEVICE.set(device_id);
}

/// Returns the stream for this thread's work on a device.
pub(super) fn stream(device_id: i32) -> Queue {
    let position = usize::try_from(device_id).unwrap_or(usize::MAX);
    STREAMS.with_borrow(|streams| streams.get(position).copied().unwrap_or(Queue::DEFAULT))
}

/// Sets the stream for this thread's work on a device, which must exist.
pub(super) fn set_stream(device_id: i32, queue: Queue) {
    let position = usize::try_from(device_id).unwrap_or_default();
    STREAMS.with_borrow_mut(|streams| {
        if streams.len() <= position {
            streams.resize(position + 1, Queue::DEFAULT);
        }
        streams[position] = queue;
    });
}
