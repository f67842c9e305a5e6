//! Signal checks of a Rust front end. This is a separate test program because the check stops every
//! measurement of the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use objet_object::Device;
use objet_runtime::backend::answer_check_signals;
use objet_runtime::{Error, ErrorKind, Result, TimeEvaluator, TypedPackedFunc, check_signals};

static STOP: AtomicBool = AtomicBool::new(false);

fn stop() -> Error {
    Error::new(ErrorKind::new("KeyboardInterrupt"), "stop")
}

fn check() -> Result<()> {
    if STOP.load(Ordering::SeqCst) { Err(stop()) } else { Ok(()) }
}

#[test]
fn an_endless_measurement_stops_on_request() {
    check_signals().unwrap();
    assert!(answer_check_signals(check));
    assert!(!answer_check_signals(|| Ok(())), "only the first check is registered");
    check_signals().unwrap();
    let evaluator = TimeEvaluator::new(TypedPackedFunc::new(|x: i64| x + 1).into(), Device::cpu(0));
    assert_eq!(evaluator.clone().number(1000).repeat(3).run((1,)).unwrap().results().len(), 3);
    let timer = thread::spawn(|| {
        thread::sleep(Duration::from_millis(100));
        STOP.store(true, Ordering::SeqCst);
    });
    let stopped = evaluator.number(u64::MAX).run((1,)).unwrap_err();
    assert_eq!(stopped.to_string(), stop().to_string());
    assert_eq!(check_signals().unwrap_err().kind(), stop().kind());
    timer.join().unwrap();
}
