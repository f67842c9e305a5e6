//! The metrics of one call, or of one device, by name.

use std::borrow::Cow;

use indexmap::IndexMap;
use objet_object::{Map, ObjectRef, String as Text};

use crate::error::ProfilingError;
use crate::metric::Metric;

/// Metrics by name, in the order of the map they were read from.
pub(crate) type Row<'a> = IndexMap<Cow<'a, str>, Metric<'a>>;

/// Reads the metrics of a map. `row` names the call or the device in the error message.
pub(crate) fn from_map(
    metrics: &Map<Text, ObjectRef>,
    row: impl Fn() -> String,
) -> Result<Row<'_>, ProfilingError> {
    metrics
        .iter()
        .map(|(name, object)| {
            let no_metric = || ProfilingError::NoMetric {
                row: row(),
                name: name.as_str().into(),
                found: object.type_key().into(),
            };
            Ok((name.as_str().into(), Metric::of(object).ok_or_else(no_metric)?))
        })
        .collect()
}

pub(crate) fn into_map(row: Row<'_>) -> Map<Text, ObjectRef> {
    row.into_iter().map(|(name, metric)| (Text::from(&*name), metric.into())).collect()
}
