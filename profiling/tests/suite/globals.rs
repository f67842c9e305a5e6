//! Global functions of profiles, called with the arguments that front ends pass.

use objet::function::{ArgValue, RetValue, RuntimeError, TypeCode};
use objet::profiling::{DeviceWrapper, Metric, ProfilingError, Report};
use objet::tensor::{Device, DeviceType};
use objet::{Array, IsObjectRef, Map, ObjectRef, Registry, String as Text, get_attr, types};

type Result<T> = std::result::Result<T, RuntimeError>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

/// Calls a function that returns a string object.
fn text(name: &str, args: &[ArgValue<'_>]) -> Result<String> {
    let text = call(name, args)?;
    assert_eq!(text.type_code(), TypeCode::OBJECT_HANDLE, "{name}");
    Ok(text.get()?)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn metrics<const N: usize>(entries: [(&str, Metric<'_>); N]) -> Map<Text, ObjectRef> {
    entries.map(|(name, metric)| (Text::from(name), metric.into())).into_iter().collect()
}

/// The metrics of a call as TVM's graph executor reports them.
fn executed(name: &str, hash: &str, microseconds: f64, percent: f64) -> Map<Text, ObjectRef> {
    metrics([
        ("Name", name.into()),
        ("Duration (us)", Metric::Microseconds(microseconds)),
        ("Percent", Metric::Percent(percent)),
        ("Device", "cpu0".into()),
        ("Count", Metric::Count(1)),
        ("Hash", hash.into()),
        ("Argument Shapes", "float32[1, 16]".into()),
    ])
}

fn report() -> Report {
    let calls = [
        executed("fused_nn_relu", "a1", 1.5, 15.0),
        executed("fused_nn_dense", "b2", 6.0, 60.0),
        executed("fused_nn_relu", "a1", 2.5, 25.0),
    ];
    let total = [
        ("Duration (us)", Metric::Microseconds(10.0)),
        ("Percent", Metric::Percent(100.0)),
        ("Device", "cpu0".into()),
        ("Count", Metric::Count(1)),
    ];
    Report::new(calls.into(), Map::from([("cpu0".into(), metrics(total))]))
}

fn table(report: &Report, options: [bool; 3]) -> Result<String> {
    text(
        "runtime.profiling.AsTable",
        &[report.into(), options[0].into(), options[1].into(), options[2].into()],
    )
}

/// The cells of each line that are not empty.
fn cells(table: &str) -> Vec<Vec<&str>> {
    table
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect()
}

#[test]
fn every_name_is_registered() {
    let names = [
        "device_api.cpu",
        "profiling.start_timer",
        "profiling.timer.cpu",
        "runtime.profiling.AsCSV",
        "runtime.profiling.AsJSON",
        "runtime.profiling.AsTable",
        "runtime.profiling.DeviceWrapper",
        "runtime.profiling.FromJSON",
    ];
    objet::function::register_front_end().unwrap();
    let missing: Vec<_> = names.iter().filter(|name| Registry::get(name).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(Registry::rejected().is_empty(), "{:?}", Registry::rejected());
}

#[test]
fn types_match_those_of_tvm() {
    let rows =
        include_str!("../../../tests/tables/ir-nodes.tsv").lines().map(|line| line.split('\t').collect());
    let mut seen = 0;
    for row in rows.filter(|row: &Vec<_>| row[6] == "runtime.profiling") {
        let info = types::by_key(row[0]).unwrap_or_else(|| panic!("{} is missing", row[0]));
        assert_eq!(info.parent().map(|parent| parent.key()), Some(row[2]), "{}", row[0]);
        assert_eq!(
            (info.child_slots().to_string().as_str(), info.is_final()),
            (row[3], row[5] == "y"),
            "{}",
            row[0]
        );
        seen += 1;
    }
    assert_eq!(seen, 9);
}

#[test]
fn fields_are_known_by_name() -> Result<()> {
    let report = report();
    let attr = |object: &ObjectRef, name: &str| call("node.NodeGetAttr", &[object.into(), name.into()]);
    let calls: Array<Map<Text, ObjectRef>> = attr(report.as_object_ref(), "calls")?.get()?;
    assert_eq!(attr(&calls[0]["Duration (us)"], "microseconds")?.get::<f64>()?, 1.5);
    assert_eq!(attr(&calls[0]["Percent"], "percent")?.get::<f64>()?, 15.0);
    assert_eq!(attr(&calls[0]["Count"], "value")?.get::<i64>()?, 1);
    let devices: Map<Text, Map<Text, ObjectRef>> = get_attr(&report, "device_metrics").unwrap().get()?;
    assert_eq!(Metric::of(&devices["cpu0"]["Percent"]), Some(Metric::Percent(100.0)));
    assert_eq!(fails("node.NodeGetAttr", &[(&report).into(), "names".into()]).0, "AttributeError");
    Ok(())
}

#[test]
fn a_table_has_a_line_for_each_function_the_sums_and_the_devices() -> Result<()> {
    let expected = concat!(
        "Name            Duration (us)  Percent  Device  Count  Argument Shapes  Hash  \n",
        "fused_nn_dense           6.00    60.00    cpu0      1   float32[1, 16]    b2  \n",
        "fused_nn_relu            4.00    40.00    cpu0      2   float32[1, 16]    a1  \n",
        "----------                                                                    \n",
        "Sum                     10.00   100.00              3                         \n",
        "Total                   10.00   100.00    cpu0      1                         \n",
    );
    assert_eq!(table(&report(), [true, true, true])?, expected);
    Ok(())
}

#[test]
fn a_table_is_sorted_aggregated_and_summed_only_on_request() -> Result<()> {
    let report = report();
    let names = |options| -> Result<Vec<String>> {
        let table = table(&report, options)?;
        Ok(cells(&table).iter().skip(1).map(|line| format!("{} {}", line[0], line[1])).collect())
    };
    let (first, dense, last) = ("fused_nn_relu 1.50", "fused_nn_dense 6.00", "fused_nn_relu 2.50");
    assert_eq!(names([false, false, false])?, [first, dense, last, "Total 10.00"]);
    assert_eq!(names([true, false, false])?, [dense, last, first, "Total 10.00"]);
    assert_eq!(names([false, true, false])?, ["fused_nn_relu 4.00", dense, "Total 10.00"]);
    Ok(())
}

#[test]
fn calls_merge_only_with_the_same_hash_shapes_and_device() -> Result<()> {
    let named = |more: [(&str, Metric<'_>); 3]| {
        let mut call = metrics(more);
        call.extend([("Name".into(), Text::from("f").into()), ("Count".into(), Metric::Count(1).into())]);
        call
    };
    let (hash, shapes, device) = ("Hash", "Argument Shapes", "Device");
    let calls = [
        named([(hash, "1".into()), (shapes, "2".into()), (device, "cpu0".into())]),
        named([(hash, "12".into()), (shapes, "".into()), (device, "cpu0".into())]),
        named([(hash, "1".into()), (shapes, "2".into()), (device, "cpu1".into())]),
        named([(hash, "1".into()), (shapes, "2".into()), (device, "cpu0".into())]),
        metrics([("Name", "g".into()), (hash, "1".into()), (shapes, "2".into()), (device, "cpu0".into())]),
    ];
    let report = Report::new(calls.into(), Map::new());
    let table = table(&report, [false, true, false])?;
    let lines = cells(&table);
    assert_eq!(lines[1], ["cpu0", "2", "2", "1"], "unequal names merge into an empty name");
    assert_eq!(
        (&lines[2][..], &lines[3][..]),
        (&["f", "cpu0", "1", "12"][..], &["f", "cpu1", "1", "2", "1"][..])
    );
    assert_eq!(lines.len(), 4);

    let mixed = [metrics([("X", Metric::Count(1))]), metrics([("X", Metric::Percent(1.0))])];
    let mixed = Report::new(mixed.into(), Map::new());
    let args = [(&mixed).into(), 1.into(), 1.into(), 0.into()];
    let (kind, message) = fails("runtime.profiling.AsTable", &args);
    assert_eq!(kind, "TypeError");
    assert_eq!(message, r#"metric "X" has values of different kinds: Count(1) and Percent(1.0)"#);
    Ok(())
}

#[test]
fn csv_has_sorted_headers_and_quoted_strings() -> Result<()> {
    let csv = text("runtime.profiling.AsCSV", &[(&report()).into()])?;
    let expected = "Argument Shapes,Count,Device,Duration (us),Hash,Name,Percent\n\
                    \"float32[1, 16]\",1,\"cpu0\",1.5,\"a1\",\"fused_nn_relu\",15\n";
    assert!(csv.starts_with(expected), "{csv}");
    assert_eq!(csv.lines().count(), 4);

    let calls = [metrics([("a,b", "say \"x\"".into())]), metrics([("Count", Metric::Count(-1))])];
    let report = Report::new(calls.into(), Map::new());
    let csv = text("runtime.profiling.AsCSV", &[(&report).into()])?;
    assert_eq!(csv, "Count,\"a,b\"\n,\"say \"\"x\"\"\"\n-1,\n");
    assert_eq!(Report::new(Array::new(), Map::new()).as_csv()?, "\n");
    Ok(())
}

#[test]
fn json_matches_that_of_tvm() -> Result<()> {
    let call = metrics([
        ("Duration (us)", Metric::Microseconds(1.0 / 3.0)),
        ("Count", Metric::Count(2)),
        ("Percent", Metric::Percent(50.0)),
        ("Name", "f\"\n".into()),
    ]);
    let total = Map::from([("cpu0".into(), metrics([("Count", Metric::Count(1))]))]);
    let report = Report::new([call].into(), total);
    let json = text("runtime.profiling.AsJSON", &[(&report).into()])?;
    let expected = concat!(
        r#"{"calls":[{"Duration (us)":{"microseconds":0.333333},"Count":{"count":2},"Percent":{"percent":50.000000},"#,
        r#""Name":{"string":"f\"\n"}}],"device_metrics":{"cpu0":{"Count":{"count":1}}}}"#,
    );
    assert_eq!(json, expected);
    let back = call_report(&json)?;
    assert_eq!(back.as_json()?, json);

    let unknown = metrics([("x", Metric::Percent(f64::NAN)), ("y", Metric::Microseconds(f64::INFINITY))]);
    let unknown = Report::new([unknown].into(), Map::new());
    assert_eq!(
        unknown.as_json()?,
        r#"{"calls":[{"x":{"percent":null},"y":{"microseconds":null}}],"device_metrics":{}}"#
    );
    let back = call_report(&unknown.as_json()?)?;
    assert!(matches!(Metric::of(&back.calls[0]["x"]), Some(Metric::Percent(x)) if x.is_nan()));
    Ok(())
}

fn call_report(json: &str) -> Result<Report> {
    Ok(call("runtime.profiling.FromJSON", &[json.into()])?.get()?)
}

#[test]
fn json_may_have_spaces_and_integers_for_floats() -> Result<()> {
    let report = call_report(
        " { \"device_metrics\" : {} ,\n \"calls\" : [ { \"Name\" : { \"string\" : \"\\u00e9\" }, \"t\" : { \"microseconds\" : 3 } } ] } ",
    )?;
    assert_eq!(report.as_csv()?, "Name,t\n\"é\",3\n");
    Ok(())
}

#[test]
fn invalid_json_is_an_error_with_line_and_column() {
    let calls = |metric: &str| format!("{{\"calls\":[\n{{\"x\":{metric}}}],\"device_metrics\":{{}}}}");
    let bad = [
        (String::new(), "EOF while parsing a value at line 1 column 0"),
        ("[]".into(), "line 1 column"),
        ("{}".into(), "missing field `calls` at line 1 column 2"),
        (r#"{"calls":[]}"#.into(), "missing field `device_metrics`"),
        (r#"{"calls":[],"device_metrics":{},"x":1}"#.into(), "unknown field `x`"),
        (r#"{"calls":[],"device_metrics":{}} x"#.into(), "trailing characters at line 1 column 34"),
        (
            calls(r#"{"hours":1}"#),
            "unknown variant `hours`, expected one of `count`, `microseconds`, `percent`, `string` at line 2",
        ),
        (calls(r#"{"count":1.5}"#), "invalid type: floating point `1.5`, expected i64 at line 2 column 17"),
        (calls(r#"{"count":9223372036854775808}"#), "line 2"),
        (calls(r#"{"count":1,"count":2}"#), "line 2"),
        (calls(r#"{"percent":1e999}"#), "number out of range at line 2"),
        (calls(r#"{"string":"\ud800"}"#), "line 2"),
        (calls("{}"), "line 2"),
        (calls(&"[".repeat(100_000)), "line 2"),
    ];
    for (json, expected) in &bad {
        let (kind, message) = fails("runtime.profiling.FromJSON", &[json.as_str().into()]);
        assert_eq!(kind, "ValueError");
        assert!(message.starts_with("invalid JSON report: ") && message.contains(expected), "{message}");
    }
    assert_eq!(fails("runtime.profiling.FromJSON", &[3.into()]).0, "TypeError");
}

#[test]
fn an_object_that_is_not_a_metric_is_an_error_that_names_it() {
    let entry = ("Shape".into(), Array::<ObjectRef>::new().into());
    let calls = Array::from([Map::new(), Map::<Text, ObjectRef>::from([entry.clone()])]);
    let report = Report::new(calls, Map::new());
    let expected =
        r#"expected a Count, Duration, Percent or String for the metric "Shape" of call 1, found Array"#;
    for name in ["runtime.profiling.AsCSV", "runtime.profiling.AsJSON"] {
        assert_eq!(fails(name, &[(&report).into()]), ("TypeError".into(), expected.into()));
    }
    let of_device = Report::new(Array::new(), Map::from([("cpu0".into(), Map::from([entry]))]));
    let args = [(&of_device).into(), true.into(), true.into(), true.into()];
    assert!(fails("runtime.profiling.AsTable", &args).1.contains("of cpu0"));
    for value in [ArgValue::Null, 1.into(), "x".into(), (&Text::from("x")).into()] {
        assert_eq!(fails("runtime.profiling.AsJSON", &[value]).0, "TypeError");
    }
    assert_eq!(fails("runtime.profiling.AsJSON", &[]).0, "TypeError");
    let error: objet::Error = ProfilingError::NoCall.into();
    assert_eq!(error.to_string(), "InternalError: no running call to stop");
}

#[test]
fn devices_and_timers_are_objects() -> Result<()> {
    let device = Device::new(DeviceType::CUDA, 1);
    let wrapper = call("runtime.profiling.DeviceWrapper", &[device.into()])?.get::<DeviceWrapper>()?;
    assert_eq!(wrapper.device, device);
    for (name, device, key) in [
        ("profiling.timer.cpu", device, "CPUTimerNode"),
        ("profiling.start_timer", Device::cpu(0), "CPUTimerNode"),
    ] {
        let timer = call(name, &[device.into()])?.get::<objet::profiling::Timer>()?;
        assert_eq!((timer.type_key(), timer.elapsed()), (key, None));
        assert_eq!(timer.stop()?, timer.stop()?);
    }
    let metal = Device::new(DeviceType::METAL, 0);
    let (_, message) = fails("profiling.start_timer", &[metal.into()]);
    assert!(message.starts_with("Device API metal is not enabled"), "{message}");
    assert_eq!(fails("runtime.profiling.DeviceWrapper", &["cpu".into()]).0, "TypeError");
    Ok(())
}
