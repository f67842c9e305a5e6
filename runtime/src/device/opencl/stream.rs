//! The current OpenCL device of a thread, and its current queue for each device.

use std::cell::{Cell, RefCell};

use crate::device::opencl::opencl_driver::Queue;
use crate::device::opencl::platform::ClDevice;

thread_local! {
    static DEVICE: Cell<i32> = const { Cell::new(0) };
    /// The queues that were set, by device. Other devices use their default queue.
    static QUEUES: RefCell<Vec<(i32, Queue)>> = const { RefCell::new(Vec::new()) };
}

/// Returns the current device of this thread.
pub(super) fn current_device() -> i32 {
    DEVICE.get()
}

pub(super) fn set_current_device(device_id: i32) {
    DEVICE.set(device_id);
}

/// Sets the current queue of this thread for a device. `None` selects the default queue.
pub(super) fn set_current_queue(device_id: i32, queue: Option<Queue>) {
    // A thread that is shutting down always uses the default queues.
    let _ = QUEUES.try_with(|queues| {
        let mut queues = queues.borrow_mut();
        queues.retain(|(other, _)| *other != device_id);
        queues.extend(queue.map(|queue| (device_id, queue)));
    });
}

/// Returns the current queue of this thread for a device.
pub(super) fn current_queue(device_id: i32, device: &ClDevice) -> Queue {
    let current = QUEUES.try_with(|queues| {
        let queues = queues.borrow();
        queues.iter().find(|(other, _)| *other == device_id).map(|(_, queue)| *queue)
    });
    current.ok().flatten().unwrap_or(device.queue)
}
