//! The current device of a thread, and the thread's stream on each device.

use std::cell::{Cell, RefCell};

use crate::device::cuda::cuda_driver::Queue;

/// The streams of a thread on a device.
#[derive(Clone, Copy)]
struct Streams {
    current: Queue,
    /// The stream with the last work of this thread. Earlier work precedes it, unless `set_stream`
    /// came between.
    last: Option<Queue>,
    /// A stream that waits for the last work.
    follower: Option<Queue>,
}

const DEFAULT: Streams = Streams { current: Queue::DEFAULT, last: None, follower: None };

thread_local! {
    static DEVICE: Cell<i32> = const { Cell::new(0) };
    /// Streams by device number. Missing entries stand for the default stream without work.
    static STREAMS: RefCell<Vec<Streams>> = const { RefCell::new(Vec::new()) };
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
    read(device_id).current
}

/// Returns the stream for this thread's work on a device, for the caller to queue work in it.
pub(super) fn stream_for_work(device_id: i32) -> Queue {
    write(device_id, |streams| {
        (streams.last, streams.follower) = (Some(streams.current), None);
        streams.current
    })
}

/// Sets the stream for this thread's work on a device, which must exist.
pub(super) fn set_stream(device_id: i32, queue: Queue) {
    write(device_id, |streams| streams.current = queue);
}

/// Returns the stream with the last work of this thread, if `queue` does not wait for it.
pub(super) fn unordered_work(device_id: i32, queue: Queue) -> Option<Queue> {
    let Streams { last, follower, .. } = read(device_id);
    last.filter(|last| *last != queue && follower != Some(queue))
}

/// Records that `queue` waits for the last work of this thread.
pub(super) fn set_ordered(device_id: i32, queue: Queue) {
    write(device_id, |streams| streams.follower = Some(queue));
}

fn read(device_id: i32) -> Streams {
    let position = usize::try_from(device_id).unwrap_or(usize::MAX);
    STREAMS.with_borrow(|streams| streams.get(position).copied().unwrap_or(DEFAULT))
}

fn write<R>(device_id: i32, change: impl FnOnce(&mut Streams) -> R) -> R {
    let position = usize::try_from(device_id).unwrap_or_default();
    STREAMS.with_borrow_mut(|streams| {
        if streams.len() <= position {
            streams.resize(position + 1, DEFAULT);
        }
        change(&mut streams[position])
    })
}
