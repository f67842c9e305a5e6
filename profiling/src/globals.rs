//! Profiles by the functions that front ends know.

use objet_object::{Device, String as Text};
use objet_runtime::{RegistryError, Result, register_global, register_globals};

use crate::device_wrapper::DeviceWrapper;
use crate::report::Report;
use crate::timer::{CPUTimer, Timer};

/// A report as a table: sorted by time, calls of one function as one line, with the sums of the columns.
#[register_global("runtime.profiling.AsTable", crate = objet_runtime)]
fn as_table(report: &Report, sort: bool, aggregate: bool, col_sums: bool) -> Result<Text> {
    Ok(report.as_table(sort, aggregate, col_sums)?.into())
}

/// The calls of a report as CSV.
#[register_global("runtime.profiling.AsCSV", crate = objet_runtime)]
fn as_csv(report: &Report) -> Result<Text> {
    Ok(report.as_csv()?.into())
}

/// A report as JSON.
#[register_global("runtime.profiling.AsJSON", crate = objet_runtime)]
fn as_json(report: &Report) -> Result<Text> {
    Ok(report.as_json()?.into())
}

/// The report that is written in JSON.
#[register_global("runtime.profiling.FromJSON", crate = objet_runtime)]
fn from_json(json: &str) -> Result<Report> {
    Ok(Report::from_json(json)?)
}

/// A device as an object.
#[register_global("runtime.profiling.DeviceWrapper", crate = objet_runtime)]
fn device_wrapper(device: Device) -> DeviceWrapper {
    DeviceWrapper::new(device)
}

/// A timer of the host's work that runs from now on, whatever the device.
#[register_global("profiling.timer.cpu", crate = objet_runtime)]
fn cpu_timer(_device: Device) -> Result<CPUTimer> {
    CPUTimer::start()
}

/// A timer of a device's work that runs from now on.
#[register_global("profiling.start_timer", crate = objet_runtime)]
fn start_timer(device: Device) -> Result<Timer> {
    Timer::start(device)
}

/// Registers the global functions of this crate, for builds without the feature `inventory`. Those that are registered already
/// stay as they are.
///
/// # Errors
/// If a name is that of another function.
pub fn register_front_end() -> Result<(), RegistryError> {
    register_globals!(as_table, as_csv, as_json, from_json, device_wrapper, cpu_timer, start_timer)
}
