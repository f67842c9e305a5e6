//! With which device, and with which of its streams, a thread works.

use std::cell::{Cell, RefCell};

use crate::device::cuda::driver::Queue;

thread_local! {
    static DEVICE: Cell<i32> = const { Cell::new(0) };
    /// By the numbers of the devices; those that are missing have the default one.
    static STREAMS: RefCell<Vec<Queue>> = const { RefCell::new(Vec::new()) };
}

/// The device on which kernels run that this thread calls.
pub(super) fn device() -> i32 {
    DEVICE.get()
}

pub(super) fn set_device(device_id: i32) {
    DEVICE.set(device_id);
}

/// The stream to which this thread's work on a device goes.
pub(super) fn stream(device_id: i32) -> Queue {
    let position = usize::try_from(device_id).unwrap_or(usize::MAX);
    STREAMS.with_borrow(|streams| streams.get(position).copied().unwrap_or(Queue::DEFAULT))
}

/// `device_id` is that of a device that there is.
pub(super) fn set_stream(device_id: i32, queue: Queue) {
    let position = usize::try_from(device_id).unwrap_or_default();
    STREAMS.with_borrow_mut(|streams| {
        if streams.len() <= position {
            streams.resize(position + 1, Queue::DEFAULT);
        }
        streams[position] = queue;
    });
}
