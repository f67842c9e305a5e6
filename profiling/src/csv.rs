//! Reports as comma-separated values.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::error::ProfilingError;
use crate::metric::Metric;
use crate::report::ReportNode;

impl ReportNode {
    /// The calls as CSV: a line with the names of all metrics in alphabetic order, and one for each call, in which texts stand in
    /// quotes and what a call does not have is empty. Numbers have as many digits as it takes to read them back.
    ///
    /// # Errors
    /// If an object in the report is no metric.
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

/// A name, in quotes only if it could not be read back without them.
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
