//! What of OpenCL is current for a thread: a device, and for each device a queue.

use std::cell::{Cell, RefCell};

use crate::device::Stream;
use crate::device::opencl::driver::Handle;
use crate::device::opencl::platform::ClDevice;

thread_local! {
    static DEVICE: Cell<i32> = const { Cell::new(0) };
    /// The queues that are not the devices' own.
    static QUEUES: RefCell<Vec<(i32, Handle)>> = const { RefCell::new(Vec::new()) };
}

/// The current device of this thread.
pub(super) fn current_device() -> i32 {
    DEVICE.get()
}

pub(super) fn set_current_device(device_id: i32) {
    DEVICE.set(device_id);
}

/// Makes a queue the current one of this thread for a device; that of the device itself, if it is the default one.
pub(super) fn set_current_queue(device_id: i32, stream: Stream) {
    // A thread that is ending has no queues but those of the devices.
    let _ = QUEUES.try_with(|queues| {
        let mut queues = queues.borrow_mut();
        queues.retain(|(other, _)| *other != device_id);
        if stream != Stream::DEFAULT {
            queues.push((device_id, stream.0));
        }
    });
}

/// The queue that a stream is. The default one is the current one of this thread.
pub(super) fn queue(device_id: i32, device: &ClDevice, stream: Stream) -> Handle {
    if stream != Stream::DEFAULT {
        return stream.0;
    }
    let current = QUEUES.try_with(|queues| {
        let queues = queues.borrow();
        queues.iter().find(|(other, _)| *other == device_id).map(|(_, queue)| *queue)
    });
    current.ok().flatten().unwrap_or(device.queue)
}
