//! What else than time can be measured.

use objet_object::{Device, Object, make_object};
use objet_runtime::Result;

use crate::metric::Metric;

/// Metrics by name.
pub type Metrics = Vec<(String, Metric<'static>)>;

/// Tells what was measured since it was made.
pub type StopCollecting = Box<dyn FnOnce() -> Result<Metrics> + Send>;

/// Measures something else than time of each call, such as counters of the hardware.
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
    /// What begins to measure when it is called at the start of a call, with the call's device, and gives what is called at its end.
    pub fn new(start: impl Fn(Device) -> Result<StopCollecting> + Send + Sync + 'static) -> Self {
        make_object(MetricCollectorNode { base: Object::new(), start: Box::new(start) }).into()
    }
}

impl MetricCollectorNode {
    /// Begins to measure a call on that device.
    ///
    /// # Errors
    /// Those of the collector.
    pub fn start(&self, device: Device) -> Result<StopCollecting> {
        (self.start)(device)
    }
}
