//! Reports as comma-separated values.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::error::ProfilingError;
use crate::metric::Metric;
use crate::report::ReportNode;

impl ReportNode {
    /// Formats the calls as CSV: a header line with the names of all metrics in alphabetic order,
    /// then a line for each call.
    ///
    /// Strings are quoted, and the cell of a metric that a call lacks is empty. Numbers are written
    /// with enough digits to read the same value back.
    ///
    /// # Errors
    /// Returns an error if an object in the report is not a metric.
    pub fn as_csv(&self) -> Result<String, ProfilingError> {
        let rows = self.call_rows()?;
        let names: BTreeSet<&str> = rows.iter().flat_map(|row| row.keys().map(|name| &**name)).collect();
        let mut csv = line(names.iter().map(|name| header(name)));
        for row in &rows {
            csv += &line(names.iter().map(|name| row.get(*name).map_or("".into(), cell)));
        }
        Ok(csv)
    }
}

fn line<'a>(cells: impl Iterator<Item = Cow<'a, str>>) -> String {
    cells.collect::<Vec<_>>().join(",") + "\n"
}

/// Quotes a name only if it contains a separator, a quote or a line break.
fn header(name: &str) -> Cow<'_, str> {
    if name.contains([',', '"', '\n', '\r']) { quoted(name).into() } else { name.into() }
}

fn cell<'a>(metric: &Metric<'_>) -> Cow<'a, str> {
    match metric {
        Metric::Count(value) => value.to_string(),
        Metric::Microseconds(number) | Metric::Percent(number) => number.to_string(),
        Metric::String(text) => quoted(text),
    }
    .into()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
