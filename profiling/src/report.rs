//! What came of a profile.

use objet_object::{Array, Map, Object, ObjectRef, String as Text, make_object};
#[cfg(feature = "reflection")]
use objet_object_derive::Reflect;

use crate::error::ProfilingError;
use crate::row::{self, Row};

/// What was measured of each call, and of each device over the whole time.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Report", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct ReportNode {
    base: Object,
    /// For each call, metrics by name.
    pub calls: Array<Map<Text, ObjectRef>>,
    /// For each device by name, such as `cpu0`, metrics by name.
    pub device_metrics: Map<Text, Map<Text, ObjectRef>>,
}

impl Report {
    /// A report of metrics by name, which are numbers as [`Metric`](crate::Metric) makes them, or texts.
    pub fn new(calls: Array<Map<Text, ObjectRef>>, device_metrics: Map<Text, Map<Text, ObjectRef>>) -> Self {
        make_object(ReportNode { base: Object::new(), calls, device_metrics }).into()
    }
}

impl ReportNode {
    /// The metrics of the calls.
    pub(crate) fn call_rows(&self) -> Result<Vec<Row<'_>>, ProfilingError> {
        let calls = self.calls.iter().enumerate();
        calls.map(|(index, call)| row::of_map(call, || format!("call {index}"))).collect()
    }

    /// The metrics of the devices, by the names of these.
    pub(crate) fn device_rows(&self) -> Result<Vec<(&str, Row<'_>)>, ProfilingError> {
        let devices = self.device_metrics.iter();
        devices
            .map(|(name, metrics)| Ok((name.as_str(), row::of_map(metrics, || name.as_str().into())?)))
            .collect()
    }
}
