//! Time evaluators.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::test_device::TestDevice;
use objet_object::{Device, DeviceType};
use objet_runtime::{PackedFunc, TimeEvaluator, TypedPackedFunc};

const CPU: Device = Device::cpu(0);

/// Returns a function that counts its calls, each of which takes `took`.
fn counted(took: Duration) -> (PackedFunc, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = calls.clone();
    let function = TypedPackedFunc::new(move |_: i64| {
        count.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(took);
    });
    (function.into(), calls)
}

#[test]
fn a_function_is_run_as_often_as_set_and_once_before() {
    let (function, calls) = counted(Duration::from_millis(2));
    let (before, befores) = counted(Duration::from_millis(50));
    let evaluator = TimeEvaluator::new(function, CPU).number(3).repeat(4).before_repeat(before);
    let timing = evaluator.run((1,)).unwrap();
    assert_eq!((calls.load(Ordering::SeqCst), befores.load(Ordering::SeqCst)), (1 + 3 * 4, 4));
    assert_eq!(timing.results().len(), 4);
    assert!(timing.min() >= 0.002, "{timing:?}");
    assert!(timing.min() <= timing.median() && timing.median() <= timing.max());
    let mean = timing.results().iter().sum::<f64>() / 4.0;
    assert_eq!(timing.mean(), mean);
    let doubles: Vec<u8> = timing.results().iter().flat_map(|seconds| seconds.to_le_bytes()).collect();
    assert_eq!(timing.to_bytes(), doubles);
    assert!(timing.min() < 0.05, "the function before a repeat is not measured: {timing:?}");
}

#[test]
fn runs_are_added_until_a_measurement_takes_long_enough() {
    let (function, calls) = counted(Duration::ZERO);
    let timing = TimeEvaluator::new(function, CPU).min_repeat_ms(10).repeat(3).run((1,)).unwrap();
    let calls = calls.load(Ordering::SeqCst);
    assert!(calls > 4, "{calls}");
    assert!(timing.min() > 0.0 && timing.results().len() == 3, "{timing:?}");
}

#[test]
fn the_device_is_synchronized_before_the_clock_is_read() {
    let device = TestDevice::register(DeviceType::ROCM);
    let (function, _) = counted(Duration::ZERO);
    let ext = Device::new(DeviceType::ROCM, 0);
    TimeEvaluator::new(function.clone(), ext).number(10).repeat(3).run((1,)).unwrap();
    assert_eq!(TestDevice::count(&device.synchronized), 1 + 2 * 3);
    let missing = TimeEvaluator::new(function, Device::new(DeviceType::ROCM, 9)).run((1,)).unwrap_err();
    assert_eq!(missing.message(), "device rocm(9) does not exist");
}

#[test]
fn invalid_measurements_are_errors() {
    let (function, calls) = counted(Duration::ZERO);
    let evaluator = TimeEvaluator::new(function, CPU);
    let error = |evaluator: TimeEvaluator| evaluator.run((1,)).unwrap_err().message().to_owned();
    assert!(error(evaluator.clone().number(0)).contains("the number of runs must be at least 1"));
    assert!(error(evaluator.clone().repeat(0)).contains("the number of repeats must be at least 1"));
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    assert!(evaluator.run(("text",)).unwrap_err().message().contains("error while converting argument 0"));
    let vulkan = TimeEvaluator::new(PackedFunc::from_fn(|_, _| Ok(())), Device::new(DeviceType::VULKAN, 0));
    assert!(error(vulkan).starts_with("Device API vulkan is not enabled"));
}
