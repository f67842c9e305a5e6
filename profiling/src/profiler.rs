//! Measuring calls.

use std::time::Duration;

use objet_object::{Device, String as Text};
use objet_runtime::Result;

use crate::collector::{MetricCollector, Metrics, StopCollecting};
use crate::error::ProfilingError;
use crate::metric::Metric;
use crate::report::Report;
use crate::row::{self, Row};
use crate::table::{COUNT, DEVICE, DURATION, NAME, PERCENT};
use crate::timer::Timer;

/// Measures calls, one after the other or one in the other, and makes a [`Report`] of them. The crate's page has an example.
pub struct Profiler {
    collectors: Vec<MetricCollector>,
    /// The whole time of each device.
    devices: Vec<Running>,
    /// Each is part of the one before.
    running: Vec<Running>,
    stopped: Vec<Stopped>,
}

/// A call that runs.
struct Running {
    name: String,
    device: Device,
    stop: Vec<StopCollecting>,
    timer: Timer,
}

/// A call that ran.
struct Stopped {
    name: String,
    device: Device,
    took: Duration,
    metrics: Metrics,
}

impl Profiler {
    /// Begins a profile of work on these devices. The longest of their whole times is what percentages are of.
    ///
    /// # Errors
    /// If there is no such device, if it fails, or if a collector does.
    pub fn start(devices: &[Device], collectors: &[MetricCollector]) -> Result<Self> {
        let devices = devices.iter().map(|device| Running::start("Total".into(), *device, collectors));
        let devices = devices.collect::<Result<_>>()?;
        Ok(Self { collectors: collectors.into(), devices, running: Vec::new(), stopped: Vec::new() })
    }

    /// Begins a call on a device.
    ///
    /// # Errors
    /// If there is no such device, if it fails, or if a collector does.
    pub fn start_call(&mut self, name: impl Into<String>, device: Device) -> Result<()> {
        self.running.push(Running::start(name.into(), device, &self.collectors)?);
        Ok(())
    }

    /// Ends the call that was begun last, with further metrics of it, such as `Hash` and `Argument Shapes`, by which
    /// [tables](crate::ReportNode::as_table) take calls together.
    ///
    /// # Errors
    /// If no call runs, if the device fails, or if a collector does.
    pub fn stop_call(&mut self, metrics: impl IntoIterator<Item = (String, Metric<'static>)>) -> Result<()> {
        let running = self.running.pop().ok_or(ProfilingError::NoCall)?;
        let mut stopped = running.stop()?;
        stopped.metrics.extend(metrics);
        self.stopped.push(stopped);
        Ok(())
    }

    /// Ends the profile. The calls are in the order in which they ended.
    ///
    /// # Errors
    /// If a call runs, if a device fails, or if a collector does.
    pub fn report(self) -> Result<Report> {
        if let Some(Running { name, .. }) = self.running.into_iter().next_back() {
            return Err(ProfilingError::StillRuns { name }.into());
        }
        let devices = self.devices.into_iter().map(Running::stop).collect::<Result<Vec<_>>>()?;
        let whole = devices.iter().map(|device| device.took).max().unwrap_or_default();
        let calls = self.stopped.into_iter().map(|call| row::into_map(call.row(whole))).collect();
        let devices = devices.into_iter().map(|device| {
            let Device { device_type, device_id } = device.device;
            (Text::from(format!("{device_type}{device_id}")), row::into_map(device.row(whole)))
        });
        Ok(Report::new(calls, devices.collect()))
    }
}

impl Running {
    fn start(name: String, device: Device, collectors: &[MetricCollector]) -> Result<Self> {
        let stop = collectors.iter().map(|collector| collector.start(device)).collect::<Result<_>>()?;
        Ok(Self { name, device, stop, timer: Timer::start(device)? })
    }

    fn stop(self) -> Result<Stopped> {
        let took = self.timer.stop()?;
        let mut metrics = Metrics::new();
        for stop in self.stop {
            metrics.extend(stop()?);
        }
        Ok(Stopped { name: self.name, device: self.device, took, metrics })
    }
}

impl Stopped {
    /// What is known of the call, which is part of a whole that took so long.
    fn row(self, whole: Duration) -> Row<'static> {
        let microseconds = |time: Duration| time.as_nanos() as f64 / 1e3;
        let part = if whole.is_zero() { 0.0 } else { self.took.div_duration_f64(whole) };
        let known = [
            (NAME, self.name.into()),
            (DURATION, Metric::Microseconds(microseconds(self.took))),
            (PERCENT, Metric::Percent(100.0 * part)),
            (DEVICE, format!("{}{}", self.device.device_type, self.device.device_id).into()),
            (COUNT, Metric::Count(1)),
        ];
        let known = known.into_iter().map(|(name, metric)| (name.into(), metric));
        known.chain(self.metrics.into_iter().map(|(name, metric)| (name.into(), metric))).collect()
    }
}
