//! Timers of devices.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use objet_object::{Device, DeviceType, Object, make_object};
use objet_runtime::{DeviceClock, Result};

/// Base of timers: what measures the time of one piece of work on a device.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "TimerNode", crate = objet_object)]
pub struct TimerNode {
    base: Object,
    clock: DeviceClock,
    started: Instant,
    took: OnceLock<Duration>,
}

/// The timer of any device: the device has done its work whenever the clock is read.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "DefaultTimerNode", is_final, crate = objet_object)]
pub struct DefaultTimerNode {
    base: TimerNode,
}

/// The timer of the host, which does its work at once.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "CPUTimerNode", is_final, crate = objet_object)]
pub struct CPUTimerNode {
    base: TimerNode,
}

impl Timer {
    /// A timer that runs from now on, when the device has done what it was given before.
    ///
    /// # Errors
    /// If there is no such device, or if it fails.
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
    /// A timer of the host's work that runs from now on.
    ///
    /// # Errors
    /// As of any device.
    pub fn start() -> Result<Self> {
        Ok(make_object(CPUTimerNode { base: TimerNode::start(Device::cpu(0))? }).into())
    }
}

impl TimerNode {
    fn start(device: Device) -> Result<Self> {
        let (base, clock) = (Object::new(), DeviceClock::new(device)?);
        Ok(Self { base, clock, started: clock.now()?, took: OnceLock::new() })
    }

    /// Stops the timer, when the device has done its work, and tells how long that took. A timer stops once: after that, it tells
    /// the same again.
    ///
    /// # Errors
    /// If the device fails.
    pub fn stop(&self) -> Result<Duration> {
        match self.took.get() {
            Some(took) => Ok(*took),
            None => {
                let took = self.clock.now()? - self.started;
                Ok(*self.took.get_or_init(|| took))
            }
        }
    }

    /// How long the work took, if the timer was stopped.
    pub fn elapsed(&self) -> Option<Duration> {
        self.took.get().copied()
    }
}
