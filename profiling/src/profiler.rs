//! The profiler, which measures calls and makes a report.

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

/// Measures calls, in sequence or nested, and makes a [`Report`] of them. The crate documentation
/// has an example.
pub struct Profiler {
    collectors: Vec<MetricCollector>,
    /// The measurement of the whole profile on each device.
    devices: Vec<Measurement>,
    /// The stack of running calls: each call is nested in the previous one.
    running: Vec<Measurement>,
    stopped: Vec<FinishedMeasurement>,
}

/// A measurement in progress.
struct Measurement {
    name: String,
    device: Device,
    stop: Vec<StopCollecting>,
    timer: Timer,
}

/// A finished measurement.
struct FinishedMeasurement {
    name: String,
    device: Device,
    took: Duration,
    metrics: Metrics,
}

impl Profiler {
    /// Starts a profile of work on `devices`. Percentages are relative to the longest total time of
    /// these devices.
    ///
    /// # Errors
    /// Returns an error if a device does not exist or fails, or if a collector fails.
    pub fn start(devices: &[Device], collectors: &[MetricCollector]) -> Result<Self> {
        let devices = devices.iter().map(|device| Measurement::start("Total".into(), *device, collectors));
        let devices = devices.collect::<Result<_>>()?;
        Ok(Self { collectors: collectors.into(), devices, running: Vec::new(), stopped: Vec::new() })
    }

    /// Starts a call on a device. The call is nested in any call that is already running.
    ///
    /// # Errors
    /// Returns an error if the device does not exist or fails, or if a collector fails.
    pub fn start_call(&mut self, name: impl Into<String>, device: Device) -> Result<()> {
        self.running.push(Measurement::start(name.into(), device, &self.collectors)?);
        Ok(())
    }

    /// Stops the call that was started last, and adds further metrics to it. The metrics `Hash` and
    /// `Argument Shapes` decide which calls [tables](crate::ReportNode::as_table) merge into one
    /// line.
    ///
    /// # Errors
    /// Returns an error if no call is running, if the device fails, or if a collector fails.
    pub fn stop_call(&mut self, metrics: impl IntoIterator<Item = (String, Metric<'static>)>) -> Result<()> {
        let running = self.running.pop().ok_or(ProfilingError::NoCall)?;
        let mut stopped = running.stop()?;
        stopped.metrics.extend(metrics);
        self.stopped.push(stopped);
        Ok(())
    }

    /// Ends the profile and returns its report. The calls are in the order in which they stopped.
    ///
    /// # Errors
    /// Returns an error if a call is still running, if a device fails, or if a collector fails.
    pub fn report(self) -> Result<Report> {
        if let Some(Measurement { name, .. }) = self.running.into_iter().next_back() {
            return Err(ProfilingError::StillRuns { name }.into());
        }
        let devices = self.devices.into_iter().map(Measurement::stop).collect::<Result<Vec<_>>>()?;
        let whole = devices.iter().map(|device| device.took).max().unwrap_or_default();
        let calls = self.stopped.into_iter().map(|call| row::into_map(call.row(whole))).collect();
        let devices = devices.into_iter().map(|device| {
            let Device { device_type, device_id } = device.device;
            (Text::from(format!("{device_type}{device_id}")), row::into_map(device.row(whole)))
        });
        Ok(Report::new(calls, devices.collect()))
    }
}

impl Measurement {
    fn start(name: String, device: Device, collectors: &[MetricCollector]) -> Result<Self> {
        let stop = collectors.iter().map(|collector| collector.start(device)).collect::<Result<_>>()?;
        Ok(Self { name, device, stop, timer: Timer::start(device)? })
    }

    fn stop(self) -> Result<FinishedMeasurement> {
        let took = self.timer.stop()?;
        let mut metrics = Metrics::new();
        for stop in self.stop {
            metrics.extend(stop()?);
        }
        Ok(FinishedMeasurement { name: self.name, device: self.device, took, metrics })
    }
}

impl FinishedMeasurement {
    /// Returns the metrics of the measurement. `whole` is the time that corresponds to 100 percent.
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
