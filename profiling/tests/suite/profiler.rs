//! Measurements of calls from Rust.

use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use objet::Result;
use objet::profiling::{Metric, MetricCollector, Profiler, Timer};
use objet::tensor::{Device, DeviceType};
use objet_object::{Map, ObjectRef, String as Text};

use crate::test_device::TestDevice;

const CPU: Device = Device::cpu(0);

fn microseconds(metrics: &Map<Text, ObjectRef>) -> f64 {
    match Metric::of(&metrics["Duration (us)"]) {
        Some(Metric::Microseconds(microseconds)) => microseconds,
        other => panic!("found {other:?}"),
    }
}

fn percent(metrics: &Map<Text, ObjectRef>) -> f64 {
    match Metric::of(&metrics["Percent"]) {
        Some(Metric::Percent(percent)) => percent,
        other => panic!("found {other:?}"),
    }
}

#[test]
fn calls_are_reported_with_their_times_and_percentages() -> Result<()> {
    let mut profiler = Profiler::start(&[CPU], &[])?;
    profiler.start_call("outer", CPU)?;
    profiler.start_call("inner", CPU)?;
    sleep(Duration::from_millis(5));
    profiler.stop_call([("Hash".into(), Metric::from("1"))])?;
    sleep(Duration::from_millis(2));
    profiler.stop_call([])?;
    sleep(Duration::from_millis(1));
    let report = profiler.report()?;

    let (inner, outer, total) = (&report.calls[0], &report.calls[1], &report.device_metrics["cpu0"]);
    let texts =
        [(inner, "Name", "inner"), (inner, "Hash", "1"), (outer, "Name", "outer"), (total, "Device", "cpu0")];
    for (metrics, name, text) in texts {
        assert_eq!(Metric::of(&metrics[name]), Some(text.into()));
    }
    assert!(!outer.contains_key("Hash") && Metric::of(&outer["Count"]) == Some(Metric::Count(1)));
    assert!(microseconds(inner) >= 5e3 && microseconds(outer) >= microseconds(inner) + 2e3);
    assert!(microseconds(total) >= microseconds(outer) + 1e3 && percent(total) == 100.0);
    let part = 100.0 * microseconds(inner) / microseconds(total);
    assert!((percent(inner) - part).abs() < 1e-6, "{} is not {part}", percent(inner));
    Ok(())
}

#[test]
fn calls_are_stopped_once_and_before_the_report() -> Result<()> {
    let mut profiler = Profiler::start(&[], &[])?;
    let error = profiler.stop_call([]).unwrap_err();
    assert_eq!(error.message(), "no running call to stop");
    profiler.start_call("f", CPU)?;
    let error = profiler.report().unwrap_err();
    assert_eq!(error.message(), "call \"f\" is still running: stop it before the report");
    let mut profiler = Profiler::start(&[], &[])?;
    profiler.start_call("f", CPU)?;
    profiler.stop_call([])?;
    assert_eq!(percent(&profiler.report()?.calls[0]), 0.0, "percentage without a device");
    Ok(())
}

#[test]
fn collectors_measure_from_start_to_stop() -> Result<()> {
    static COUNTER: AtomicI64 = AtomicI64::new(0);
    let counter = MetricCollector::new(|_| {
        let before = COUNTER.load(Ordering::SeqCst);
        let since = move || COUNTER.load(Ordering::SeqCst) - before;
        Ok(Box::new(move || Ok(vec![("Steps".into(), Metric::Count(since()))])))
    });
    let mut profiler = Profiler::start(&[CPU], &[counter])?;
    for steps in [3, 4] {
        profiler.start_call("step", CPU)?;
        COUNTER.fetch_add(steps, Ordering::SeqCst);
        profiler.stop_call([])?;
    }
    let report = profiler.report()?;
    let steps = |metrics: &Map<Text, ObjectRef>| Metric::of(&metrics["Steps"]).map(Metric::into_owned);
    let found = [&report.calls[0], &report.calls[1], &report.device_metrics["cpu0"]].map(steps);
    assert_eq!(found, [3, 4, 7].map(|count| Some(Metric::Count(count))));

    let failing = MetricCollector::new(|_| Err("no counters".into()));
    assert_eq!(Profiler::start(&[CPU], &[failing]).err().unwrap().message(), "no counters");
    Ok(())
}

#[test]
fn a_timer_waits_for_its_device_before_it_reads_the_clock() -> Result<()> {
    let device = TestDevice::register(DeviceType::EXT_DEV);
    let synchronized = || TestDevice::count(&device.synchronized);
    let ext = Device::new(DeviceType::EXT_DEV, 1);
    let timer = Timer::start(ext)?;
    assert_eq!((timer.type_key(), synchronized()), ("DefaultTimerNode", 1));
    sleep(Duration::from_millis(2));
    let took = timer.stop()?;
    assert!(took >= Duration::from_millis(2) && timer.elapsed() == Some(took));
    assert_eq!((timer.stop()?, synchronized()), (took, 2));

    let profiler = Profiler::start(&[ext, CPU], &[])?;
    let report = profiler.report()?;
    assert_eq!(report.device_metrics.keys().map(Text::as_str).collect::<Vec<_>>(), ["ext_dev1", "cpu0"]);
    let missing = Timer::start(Device::new(DeviceType::EXT_DEV, 9)).unwrap_err();
    assert_eq!(missing.message(), "device ext_dev(9) does not exist");
    Ok(())
}
