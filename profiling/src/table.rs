//! Reports as human-readable tables.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::error::ProfilingError;
use crate::metric::Metric;
use crate::report::ReportNode;
use crate::row::Row;

/// The names of the metrics that every call has.
pub(crate) const NAME: &str = "Name";
pub(crate) const DURATION: &str = "Duration (us)";
pub(crate) const PERCENT: &str = "Percent";
pub(crate) const DEVICE: &str = "Device";
pub(crate) const COUNT: &str = "Count";

/// The columns that every table has.
const COLUMNS: [&str; 5] = [NAME, DURATION, PERCENT, DEVICE, COUNT];

impl ReportNode {
    /// Formats the report as a table: a line for each call, then a line named `Total` for each
    /// device. The columns are name, duration, percentage, device and count, followed by the other
    /// metrics in alphabetic order.
    ///
    /// - `sort` orders the calls by duration, the longest first.
    /// - `aggregate` merges calls into one line and adds up their numbers, if they agree in device,
    ///   argument shapes and hash. The name replaces the hash of a call that has none.
    /// - `col_sums` adds a line with the sums of the columns before the lines of the devices.
    ///
    /// # Errors
    /// Returns an error if an object in the report is not a metric, or if values of different kinds
    /// are added up.
    ///
    /// ```
    /// use objet_profiling::Report;
    ///
    /// let duration = r#""Duration (us)":{"microseconds":1.5}"#;
    /// let call = format!(r#"{{"Name":{{"string":"add"}},{duration},"Count":{{"count":1}}}}"#);
    /// let json = format!(r#"{{"calls":[{call},{call}],"device_metrics":{{}}}}"#);
    /// let report = Report::from_json(&json)?;
    /// let table = report.as_table(true, true, false)?;
    /// assert_eq!(table.lines().nth(1), Some("add            3.00                       2  "));
    /// # Ok::<(), objet_profiling::ProfilingError>(())
    /// ```
    pub fn as_table(&self, sort: bool, aggregate: bool, col_sums: bool) -> Result<String, ProfilingError> {
        let mut rows = self.call_rows()?;
        if aggregate {
            rows = aggregated(rows)?;
        }
        if sort {
            rows.sort_by(|lhs, rhs| duration(rhs).total_cmp(&duration(lhs)));
        }
        if col_sums {
            let sums = sums(&rows)?;
            rows.push(named("----------", Row::new()));
            rows.push(named("Sum", sums));
        }
        rows.extend(self.device_rows()?.into_iter().map(|(_, row)| named("Total", row)));
        Ok(text(&rows))
    }
}

/// Merges the calls that agree in hash or name, argument shapes and device. A merged call stays at
/// the position of the first of its calls.
fn aggregated(rows: Vec<Row<'_>>) -> Result<Vec<Row<'_>>, ProfilingError> {
    let mut groups = IndexMap::<_, Row<'_>>::new();
    for row in rows {
        let cell = |name| row.get(name).map(cell);
        let key = [cell("Hash").or_else(|| cell(NAME)), cell("Argument Shapes"), cell(DEVICE)];
        match groups.entry(key) {
            Entry::Occupied(mut group) => add(group.get_mut(), row)?,
            Entry::Vacant(group) => _ = group.insert(row),
        }
    }
    Ok(groups.into_values().collect())
}

/// Sums the numbers of each column.
fn sums<'a>(rows: &[Row<'a>]) -> Result<Row<'a>, ProfilingError> {
    let mut sums = Row::new();
    for row in rows {
        let numbers = row.iter().filter(|(_, metric)| !matches!(metric, Metric::String(_)));
        add(&mut sums, numbers.map(|(name, metric)| (name.clone(), metric.clone())))?;
    }
    Ok(sums)
}

/// Adds metrics to the metrics of the same names in `to`.
fn add<'a>(
    to: &mut Row<'a>,
    metrics: impl IntoIterator<Item = (Cow<'a, str>, Metric<'a>)>,
) -> Result<(), ProfilingError> {
    for (name, metric) in metrics {
        match to.entry(name) {
            Entry::Occupied(mut sum) => {
                let mixed = || ProfilingError::MixedMetrics {
                    name: sum.key().to_string(),
                    lhs: sum.get().clone().into_owned(),
                    rhs: metric.clone().into_owned(),
                };
                let both = sum.get().checked_add(&metric).ok_or_else(mixed)?;
                sum.insert(both);
            }
            Entry::Vacant(sum) => _ = sum.insert(metric),
        }
    }
    Ok(())
}

fn named<'a>(name: &'a str, mut row: Row<'a>) -> Row<'a> {
    row.insert(NAME.into(), name.into());
    row
}

/// The sort key of a call. Calls without a duration sort last.
fn duration(row: &Row<'_>) -> f64 {
    match row.get(DURATION) {
        Some(Metric::Microseconds(microseconds)) => *microseconds,
        _ => f64::NEG_INFINITY,
    }
}

fn cell(metric: &Metric<'_>) -> String {
    match metric {
        Metric::Count(value) => value.to_string(),
        Metric::Microseconds(number) | Metric::Percent(number) => format!("{number:.2}"),
        Metric::String(text) => text.to_string(),
    }
}

/// Formats headers and rows. The first column is left-aligned, and the others are right-aligned.
fn text(rows: &[Row<'_>]) -> String {
    let names: BTreeSet<&str> = rows.iter().flat_map(|row| row.keys().map(|name| &**name)).collect();
    let others = names.into_iter().filter(|name| !COLUMNS.contains(name));
    let headers: Vec<&str> = COLUMNS.into_iter().chain(others).collect();
    let mut lines = vec![headers.iter().map(|header| (*header).to_owned()).collect::<Vec<_>>()];
    for row in rows {
        lines.push(headers.iter().map(|header| row.get(*header).map_or_else(String::new, cell)).collect());
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..headers.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let _ =
                if column == 0 { write!(text, "{cell:<width$}  ") } else { write!(text, "{cell:>width$}  ") };
        }
        text.push('\n');
    }
    text
}
