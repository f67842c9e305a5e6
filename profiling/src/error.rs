//! Errors of profiles.

use objet_runtime::{Error, ErrorKind};

/// An error in making, reading or formatting a report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProfilingError {
    /// An object in a report is not a metric.
    #[error("expected a Count, Duration, Percent or String for the metric {name:?} of {row}, found {found}")]
    NoMetric {
        /// The call or the device whose metrics contain the object.
        row: String,
        /// The name of the metric.
        name: String,
        /// The type key of the object.
        found: String,
    },
    /// Rows that are added up have values of different kinds for one metric.
    #[error("metric {name:?} has values of different kinds: {lhs:?} and {rhs:?}")]
    MixedMetrics {
        /// The name of the metric.
        name: String,
        /// The sum of the values so far.
        lhs: crate::Metric<'static>,
        /// The next value.
        rhs: crate::Metric<'static>,
    },
    /// The JSON is malformed or does not describe a report.
    #[error("invalid JSON report: {0}")]
    Json(#[from] serde_json::Error),
    /// A call was to be stopped, but no call is running.
    #[error("no running call to stop")]
    NoCall,
    /// The report was requested while a call was still running.
    #[error("call {name:?} is still running: stop it before the report")]
    StillRuns {
        /// The name of the call.
        name: String,
    },
}

impl From<ProfilingError> for Error {
    fn from(error: ProfilingError) -> Self {
        let kind = match &error {
            ProfilingError::NoMetric { .. } | ProfilingError::MixedMetrics { .. } => ErrorKind::TYPE_ERROR,
            ProfilingError::Json(_) => ErrorKind::VALUE_ERROR,
            ProfilingError::NoCall | ProfilingError::StillRuns { .. } => ErrorKind::INTERNAL_ERROR,
        };
        Self::with_source(kind, error)
    }
}
