//! What of OpenCL is current for a thread: a device, and for each device a queue.

use std::cell::{Cell, RefCell};

use crate::device::opencl::driver::Queue;
use crate::device::opencl::platform::ClDevice;

thread_local! {
    static DEVICE: Cell<i32> = const { Cell::new(0) };
    /// The queues that are not the devices' own.
    static QUEUES: RefCell<Vec<(i32, Queue)>> = const { RefCell::new(Vec::new()) };
}

/// The current device of this thread.
pub(super) fn current_device() -> i32 {
    DEVICE.get()
}

pub(super) fn set_current_device(device_id: i32) {
    DEVICE.set(device_id);
}

/// Makes a queue the current one of this thread for a device; `None` for that of the device itself.
pub(super) fn set_current_queue(device_id: i32, queue: Option<Queue>) {
    // A thread that is ending has no queues but those of the devices.
    let _ = QUEUES.try_with(|queues| {
        let mut queues = queues.borrow_mut();
        queues.retain(|(other, _)| *other != device_id);
        queues.extend(queue.map(|queue| (device_id, queue)));
    });
}

/// The current queue of this thread for a device.
pub(super) fn current_queue(device_id: i32, device: &ClDevice) -> Queue {
    let current = QUEUES.try_with(|queues| {
        let queues = queues.borrow();
        queues.iter().find(|(other, _)| *other == device_id).map(|(_, queue)| *queue)
    });
    current.ok().flatten().unwrap_or(device.queue)
}
