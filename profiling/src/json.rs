//! Reports as JSON.

use std::borrow::Cow;
use std::io;

use indexmap::IndexMap;
use objet_object::String as Text;
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;

use crate::error::ProfilingError;
use crate::report::{Report, ReportNode};
use crate::row::{self, Row};

/// The layout of a report in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    calls: Vec<Row<'a>>,
    device_metrics: IndexMap<Cow<'a, str>, Row<'a>>,
}

/// A JSON formatter that writes floats with six decimals.
struct SixDecimals;

impl Formatter for SixDecimals {
    fn write_f64<W: io::Write + ?Sized>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        write!(out, "{value:.6}")
    }
}

impl ReportNode {
    /// Formats the report as the JSON that front ends of TVM read:
    /// `{"calls":[{"Name":{"string":"sum"},"Count":{"count":1}}],"device_metrics":{}}`.
    ///
    /// Times and percentages have six decimals. NaN and infinities are written as null.
    ///
    /// # Errors
    /// Returns an error if an object in the report is not a metric.
    pub fn as_json(&self) -> Result<String, ProfilingError> {
        let devices = self.device_rows()?.into_iter().map(|(name, row)| (name.into(), row)).collect();
        let document = Document { calls: self.call_rows()?, device_metrics: devices };
        let mut json = Vec::new();
        document.serialize(&mut serde_json::Serializer::with_formatter(&mut json, SixDecimals))?;
        Ok(String::from_utf8_lossy(&json).into_owned())
    }
}

impl Report {
    /// Reads a report from JSON. A null in place of a float is read as NaN.
    ///
    /// # Errors
    /// Returns an error with its line and column if `json` is malformed or does not describe a
    /// report.
    ///
    /// ```
    /// use objet_profiling::Report;
    ///
    /// let json = r#"{"calls":[{"Percent":{"percent":50}}],"device_metrics":{}}"#;
    /// let written = r#"{"calls":[{"Percent":{"percent":50.000000}}],"device_metrics":{}}"#;
    /// assert_eq!(Report::from_json(json)?.as_json()?, written);
    ///
    /// let error = Report::from_json("{\"calls\":[]\n\"device_metrics\":{}}").unwrap_err();
    /// let expected = "invalid JSON report: expected `,` or `}` at line 2 column 1";
    /// assert_eq!(error.to_string(), expected);
    /// # Ok::<(), objet_profiling::ProfilingError>(())
    /// ```
    pub fn from_json(json: &str) -> Result<Self, ProfilingError> {
        let Document { calls, device_metrics } = serde_json::from_str(json)?;
        let devices = device_metrics.into_iter().map(|(name, row)| (Text::from(&*name), row::into_map(row)));
        Ok(Self::new(calls.into_iter().map(row::into_map).collect(), devices.collect()))
    }
}
