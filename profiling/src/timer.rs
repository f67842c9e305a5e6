//! Timers of devices.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use objet_object::{Device, DeviceType, Object, make_object};
use objet_runtime::{DeviceClock, Result};

/// Base of timers. A timer measures the time of one piece of work on a device.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "TimerNode", crate = objet_object)]
pub struct TimerNode {
    base: Object,
    clock: DeviceClock,
    started: Instant,
    took: OnceLock<Duration>,
}

/// A timer of any device, which synchronizes with the device whenever it reads the clock.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "DefaultTimerNode", is_final, crate = objet_object)]
pub struct DefaultTimerNode {
    base: TimerNode,
}

/// A timer of the host, which needs no synchronization.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "CPUTimerNode", is_final, crate = objet_object)]
pub struct CPUTimerNode {
    base: TimerNode,
}

impl Timer {
    /// Starts a timer, after the device has finished the work that is already queued.
    ///
    /// # Errors
    /// Returns an error if the device does not exist or fails.
    ///
    /// ```
    /// use objet_object::Device;
    /// use objet_profiling::Timer;
    ///
    /// let timer = Timer::start(Device::cpu(0))?;
    /// let took = timer.stop()?;
    /// assert_eq!(timer.elapsed(), Some(took));
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    pub fn start(device: Device) -> Result<Self> {
        if device.device_type == DeviceType::CPU {
            return Ok(CPUTimer::start()?.into());
        }
        let base = TimerNode::start(device)?;
        Ok(DefaultTimer::from(make_object(DefaultTimerNode { base })).into())
    }
}

impl CPUTimer {
    /// Starts a timer of the host.
    ///
    /// # Errors
    /// Returns an error if the CPU device fails.
    pub fn start() -> Result<Self> {
        Ok(make_object(CPUTimerNode { base: TimerNode::start(Device::cpu(0))? }).into())
    }
}

impl TimerNode {
    fn start(device: Device) -> Result<Self> {
        let (base, clock) = (Object::new(), DeviceClock::new(device)?);
        Ok(Self { base, clock, started: clock.now()?, took: OnceLock::new() })
    }

    /// Waits until the device has finished its work, stops the timer and returns the elapsed time.
    /// Later calls return the same time.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    pub fn stop(&self) -> Result<Duration> {
        match self.took.get() {
            Some(took) => Ok(*took),
            None => {
                let took = self.clock.now()? - self.started;
                Ok(*self.took.get_or_init(|| took))
            }
        }
    }

    /// Returns the measured time if the timer was stopped.
    pub fn elapsed(&self) -> Option<Duration> {
        self.took.get().copied()
    }
}
