//! Properties of all reports.

use objet::profiling::{Metric, Report};
use objet::{Array, Map, ObjectRef, String as Text, structural_equal};
use proptest::prelude::*;

/// Metrics whose numbers are exact with six decimals.
fn exact() -> impl Strategy<Value = ObjectRef> {
    let number = || any::<i32>().prop_map(|number| f64::from(number) / 64.0);
    prop_oneof![
        any::<i64>().prop_map(Metric::Count),
        number().prop_map(Metric::Microseconds),
        number().prop_map(Metric::Percent),
        any::<String>().prop_map(Metric::from),
    ]
    .prop_map(ObjectRef::from)
}

fn any_number() -> impl Strategy<Value = ObjectRef> {
    any::<f64>().prop_map(|number| Metric::Microseconds(number).into())
}

fn metrics(metric: impl Strategy<Value = ObjectRef>) -> impl Strategy<Value = Map<Text, ObjectRef>> {
    let name = any::<String>().prop_map(Text::from);
    prop::collection::vec((name, metric), 0..6).prop_map(|metrics| metrics.into_iter().collect())
}

fn report<S: Strategy<Value = ObjectRef>>(metric: fn() -> S) -> impl Strategy<Value = Report> {
    let devices = prop::collection::vec((any::<String>(), metrics(metric())), 0..3);
    (prop::collection::vec(metrics(metric()), 0..6), devices).prop_map(|(calls, devices)| {
        let devices = devices.into_iter().map(|(name, metrics)| (Text::from(name), metrics));
        Report::new(Array::from(calls), devices.collect())
    })
}

/// Counts the cells of a line of CSV.
fn cells(line: &str) -> usize {
    let outside = line.split('"').step_by(2);
    outside.map(|part| part.matches(',').count()).sum::<usize>() + 1
}

proptest! {
    #[test]
    fn json_round_trips_exact_numbers(report in report(exact)) {
        let back = Report::from_json(&report.as_json()?)?;
        prop_assert!(structural_equal(&report, &back));
        prop_assert_eq!(back.as_json()?, report.as_json()?);
    }

    #[test]
    fn json_that_was_written_round_trips(report in report(any_number)) {
        let json = report.as_json()?;
        prop_assert_eq!(Report::from_json(&json)?.as_json()?, json);
    }

    #[test]
    fn truncated_or_changed_json_is_read_or_rejected_with_line_and_column(
        report in report(exact),
        at in any::<prop::sample::Index>(),
        put in any::<char>(),
    ) {
        let json = report.as_json()?;
        let chars: Vec<_> = json.char_indices().collect();
        let (at, found) = at.get(&chars);
        let error = Report::from_json(&json[..*at]).unwrap_err().to_string();
        prop_assert!(error.starts_with("invalid JSON report: ") && error.contains(" at line "), "{}", error);
        let changed = format!("{}{put}{}", &json[..*at], &json[at + found.len_utf8()..]);
        if let Err(error) = Report::from_json(&changed) {
            prop_assert!(error.to_string().contains(" at line "), "{}", error);
        }
    }

    #[test]
    fn table_lines_have_one_width_and_csv_lines_one_number_of_cells(
        calls in prop::collection::vec(prop::collection::vec((0..5_usize, -9..9_i64), 0..5), 0..5),
        options in any::<[bool; 3]>(),
    ) {
        let names = ["Name", "Count", "a", "b,", "c\"d"];
        let count = |(name, count): (usize, i64)| (Text::from(names[name]), Metric::Count(count).into());
        let calls = calls.into_iter().map(|call| call.into_iter().map(count).collect()).collect::<Array<_>>();
        let rows = calls.len();
        let report = Report::new(calls, Map::new());
        let table = report.as_table(options[0], options[1], options[2])?;
        let widths: Vec<_> = table.lines().map(str::len).collect();
        prop_assert!(widths.iter().all(|width| *width == widths[0]), "{}", table);
        let csv = report.as_csv()?;
        let counts: Vec<_> = csv.lines().map(cells).collect();
        prop_assert!(counts.len() == rows + 1 && counts.iter().all(|count| *count == counts[0]), "{}", csv);
    }
}
