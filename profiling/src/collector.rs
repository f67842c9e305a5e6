//! Metrics other than time.

use objet_object::{Device, Object, make_object};
use objet_runtime::Result;

use crate::metric::Metric;

/// Metrics by name.
pub type Metrics = Vec<(String, Metric<'static>)>;

/// Ends a measurement and returns its metrics.
pub type StopCollecting = Box<dyn FnOnce() -> Result<Metrics> + Send>;

/// Measures metrics of each call other than its time, such as hardware counters.
///
/// ```
/// use objet_object::Device;
/// use objet_profiling::{Metric, MetricCollector, Profiler};
///
/// let collector = MetricCollector::new(|device| {
///     Ok(Box::new(move || Ok(vec![("Number".into(), Metric::Count(device.device_id.into()))])))
/// });
/// let mut profiler = Profiler::start(&[Device::cpu(0)], &[collector])?;
/// profiler.start_call("nothing", Device::cpu(2))?;
/// profiler.stop_call([])?;
/// let number = &profiler.report()?.calls[0]["Number"];
/// assert_eq!(Metric::of(number), Some(Metric::Count(2)));
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.MetricCollector", crate = objet_object)]
pub struct MetricCollectorNode {
    base: Object,
    start: Box<dyn Fn(Device) -> Result<StopCollecting> + Send + Sync>,
}

impl MetricCollector {
    /// Creates a collector from `start`, which the profiler calls at the start of each call with
    /// the call's device. The profiler calls the function that `start` returns at the end of the
    /// call.
    pub fn new(start: impl Fn(Device) -> Result<StopCollecting> + Send + Sync + 'static) -> Self {
        make_object(MetricCollectorNode { base: Object::new(), start: Box::new(start) }).into()
    }
}

impl MetricCollectorNode {
    /// Starts to measure a call on `device`.
    ///
    /// # Errors
    /// Returns the error of the collector, if the collector fails.
    pub fn start(&self, device: Device) -> Result<StopCollecting> {
        (self.start)(device)
    }
}
