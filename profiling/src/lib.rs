//! How long what a program runs takes, call by call: a [`Profiler`] measures, and a [`Report`] has what came of it, as a table, as
//! CSV and as JSON.
//!
//! A report holds one map for each call, from the names of metrics to their values: how long it took, which part of all
//! that is, on what device, and whatever else was measured. It is an object, so that front ends of other languages have it as it is.
//!
//! ```
//! use objet_object::Device;
//! use objet_profiling::{Metric, Profiler};
//!
//! let cpu = Device::cpu(0);
//! let mut profiler = Profiler::start(&[cpu], &[])?;
//! for size in [10, 20] {
//!     profiler.start_call("sum", cpu)?;
//!     std::hint::black_box((0..size).sum::<i64>());
//!     profiler.stop_call([("Argument Shapes".into(), Metric::from(format!("int64[{size}]")))])?;
//! }
//! let report = profiler.report()?;
//! assert_eq!(report.calls.len(), 2);
//! println!("{}", report.as_table(true, true, true)?);
//! # Ok::<(), objet_runtime::Error>(())
//! ```
//!
//! Users depend on the crate `objet`, which has this as its module `profiling`.

mod collector;
mod csv;
mod device_wrapper;
mod error;
mod globals;
mod json;
mod metric;
mod profiler;
mod report;
mod row;
mod table;
mod timer;

/// What the code of `derive(Reflect)` names.
#[cfg(feature = "reflection")]
mod reflected {
    pub(crate) use objet_object::*;
    pub(crate) use objet_reflection::*;
}

pub use collector::{MetricCollector, MetricCollectorNode, Metrics, StopCollecting};
pub use device_wrapper::{DeviceWrapper, DeviceWrapperNode};
pub use error::ProfilingError;
pub use globals::register_front_end;
pub use metric::{Count, CountNode, Duration, DurationNode, Metric, Percent, PercentNode};
pub use profiler::Profiler;
pub use report::{Report, ReportNode};
pub use timer::{CPUTimer, CPUTimerNode, DefaultTimer, DefaultTimerNode, Timer, TimerNode};
