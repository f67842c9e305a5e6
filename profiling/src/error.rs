//! What can go wrong with profiles.

use objet_runtime::{Error, ErrorKind};

/// A report that cannot be made, read or shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProfilingError {
    /// An object is none of the metrics.
    #[error("expected a Count, Duration, Percent or String for the metric {name:?} of {row}, found {found}")]
    NoMetric {
        /// Which call or device has it.
        row: String,
        /// Its name.
        name: String,
        /// The key of its type.
        found: String,
    },
    /// Calls that are shown as one have metrics of one name that do not add up.
    #[error("expected metrics of one kind under the name {name:?} to add up, found {lhs:?} and {rhs:?}")]
    MixedMetrics {
        /// Their name.
        name: String,
        /// What the metrics so far add up to.
        lhs: crate::Metric<'static>,
        /// The next one.
        rhs: crate::Metric<'static>,
    },
    /// A text is not that of a report.
    #[error("expected a report in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// No call runs that could be stopped.
    #[error("expected a call to stop, found none that runs")]
    NoCall,
    /// A call runs while the report is made.
    #[error("expected all calls to be stopped before the report, found that {name:?} runs")]
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
