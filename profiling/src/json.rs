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

/// A report, laid out as in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    calls: Vec<Row<'a>>,
    device_metrics: IndexMap<Cow<'a, str>, Row<'a>>,
}

/// Writes floats with six decimals.
struct SixDecimals;

impl Formatter for SixDecimals {
    fn write_f64<W: io::Write + ?Sized>(&mut self, out: &mut W, value: f64) -> io::Result<()> {
        write!(out, "{value:.6}")
    }
}

impl ReportNode {
    /// The report as JSON, as front ends of TVM read it: `{"calls":[{"Name":{"string":"sum"},"Count":{"count":1}}],"device_metrics":{}}`.
    /// Times and percentages have six decimals; what is no number or infinite is null.
    ///
    /// # Errors
    /// If an object in the report is no metric.
    pub fn as_json(&self) -> Result<String, ProfilingError> {
        let devices = self.device_rows()?.into_iter().map(|(name, row)| (name.into(), row)).collect();
        let document = Document { calls: self.call_rows()?, device_metrics: devices };
        let mut json = Vec::new();
        document.serialize(&mut serde_json::Serializer::with_formatter(&mut json, SixDecimals))?;
        Ok(String::from_utf8_lossy(&json).into_owned())
    }
}

impl Report {
    /// The report that is written in JSON. Null in place of a float is no number.
    ///
    /// # Errors
    /// If the text is not JSON, or not that of a report, with the line and the column where that shows.
    ///
    /// ```
    /// use objet_profiling::Report;
    ///
    /// let report = Report::from_json(r#"{"calls":[{"Percent":{"percent":50}}],"device_metrics":{}}"#)?;
    /// assert_eq!(report.as_json()?, r#"{"calls":[{"Percent":{"percent":50.000000}}],"device_metrics":{}}"#);
    ///
    /// let error = Report::from_json("{\"calls\":[]\n\"device_metrics\":{}}").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a report in JSON: expected `,` or `}` at line 2 column 1");
    /// # Ok::<(), objet_profiling::ProfilingError>(())
    /// ```
    pub fn from_json(json: &str) -> Result<Self, ProfilingError> {
        let Document { calls, device_metrics } = serde_json::from_str(json)?;
        let devices = device_metrics.into_iter().map(|(name, row)| (Text::from(&*name), row::into_map(row)));
        Ok(Self::new(calls.into_iter().map(row::into_map).collect(), devices.collect()))
    }
}
