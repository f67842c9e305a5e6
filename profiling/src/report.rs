//! Reports: the results of a profile.

use objet_object::{Array, Map, Object, ObjectRef, String as Text, make_object};
#[cfg(feature = "reflection")]
use objet_object_derive::Reflect;

use crate::error::ProfilingError;
use crate::row::{self, Row};

/// The metrics of each call, and the metrics of each device over the whole profile.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Report", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct ReportNode {
    base: Object,
    /// The metrics of each call by name.
    pub calls: Array<Map<Text, ObjectRef>>,
    /// The metrics of each device by name, under the name of the device, such as `cpu0`.
    pub device_metrics: Map<Text, Map<Text, ObjectRef>>,
}

impl Report {
    /// Creates a report. The values of the maps are objects that [`Metric`](crate::Metric) converts
    /// to, or strings.
    pub fn new(calls: Array<Map<Text, ObjectRef>>, device_metrics: Map<Text, Map<Text, ObjectRef>>) -> Self {
        make_object(ReportNode { base: Object::new(), calls, device_metrics }).into()
    }
}

impl ReportNode {
    /// Returns the metrics of each call.
    pub(crate) fn call_rows(&self) -> Result<Vec<Row<'_>>, ProfilingError> {
        let calls = self.calls.iter().enumerate();
        calls.map(|(index, call)| row::from_map(call, || format!("call {index}"))).collect()
    }

    /// Returns the name and the metrics of each device.
    pub(crate) fn device_rows(&self) -> Result<Vec<(&str, Row<'_>)>, ProfilingError> {
        let devices = self.device_metrics.iter();
        devices
            .map(|(name, metrics)| Ok((name.as_str(), row::from_map(metrics, || name.as_str().into())?)))
            .collect()
    }
}
