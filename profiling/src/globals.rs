//! Global functions through which front ends read reports and start timers.

use objet_object::{Device, String as Text};
use objet_runtime::{RegistryError, Result, register_global, register_globals};

use crate::debug_executor;
use crate::device_wrapper::DeviceWrapper;
use crate::report::Report;
use crate::timer::{CPUTimer, Timer};

/// Formats a report as a table. `sort` orders calls by time, `aggregate` merges calls of one
/// function into one line, and `col_sums` adds a line with the sums of the columns.
#[register_global("runtime.profiling.AsTable", crate = objet_runtime)]
fn as_table(report: &Report, sort: bool, aggregate: bool, col_sums: bool) -> Result<Text> {
    Ok(report.as_table(sort, aggregate, col_sums)?.into())
}

/// Formats the calls of a report as CSV.
#[register_global("runtime.profiling.AsCSV", crate = objet_runtime)]
fn as_csv(report: &Report) -> Result<Text> {
    Ok(report.as_csv()?.into())
}

/// Formats a report as JSON.
#[register_global("runtime.profiling.AsJSON", crate = objet_runtime)]
fn as_json(report: &Report) -> Result<Text> {
    Ok(report.as_json()?.into())
}

/// Reads a report from JSON.
#[register_global("runtime.profiling.FromJSON", crate = objet_runtime)]
fn from_json(json: &str) -> Result<Report> {
    Ok(Report::from_json(json)?)
}

/// Wraps a device in an object.
#[register_global("runtime.profiling.DeviceWrapper", crate = objet_runtime)]
fn device_wrapper(device: Device) -> DeviceWrapper {
    DeviceWrapper::new(device)
}

/// Starts a timer of the host. The device is ignored.
#[register_global("profiling.timer.cpu", crate = objet_runtime)]
fn cpu_timer(_device: Device) -> Result<CPUTimer> {
    CPUTimer::start()
}

/// Starts a timer of a device.
#[register_global("profiling.start_timer", crate = objet_runtime)]
fn start_timer(device: Device) -> Result<Timer> {
    Timer::start(device)
}

/// Registers the global functions of this crate, for builds without the feature `inventory`.
/// Functions that are already registered are left as they are.
///
/// # Errors
/// Returns an error if another function is registered under one of the names.
pub fn register_front_end() -> Result<(), RegistryError> {
    register_globals!(
        debug_executor::create,
        as_table,
        as_csv,
        as_json,
        from_json,
        device_wrapper,
        cpu_timer,
        start_timer
    )
}
