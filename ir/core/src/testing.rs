//! Global functions for the tests of front ends.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use objet::function::{ArgValue, Args, ErrorKind, RetValue, RuntimeError};
use objet::module::ModuleKind;
use objet::prelude::*;
use objet::{Module, Registry, backend};

type Result<T> = std::result::Result<T, RuntimeError>;

/// Does nothing.
#[register_global("testing.nop")]
fn nop(_args: Args<'_>) {}

/// Returns its first argument.
#[register_global("testing.echo")]
fn echo(args: Args<'_>) -> Result<RetValue> {
    args.get(0)
}

/// Returns a function that calls `callback` without arguments and discards the result.
#[register_global("testing.test_wrap_callback")]
fn wrap_callback(callback: PackedFunc) -> PackedFunc {
    TypedPackedFunc::new(move || -> Result<()> { callback.call(()).map(drop) }).into()
}

/// Returns a function that fails with `message`.
#[register_global("testing.test_raise_error_callback")]
fn raise_error_callback(message: String) -> PackedFunc {
    TypedPackedFunc::new(move || -> Result<()> { Err(RuntimeError::from_text(&message)) }).into()
}

/// Returns a function that fails with `message` if its two numbers differ.
#[register_global("testing.test_check_eq_callback")]
fn check_eq_callback(message: String) -> PackedFunc {
    TypedPackedFunc::new(move |x: i64, y: i64| -> Result<()> {
        if x == y { Ok(()) } else { Err(RuntimeError::from_text(&message)) }
    })
    .into()
}

/// Fails if the two numbers differ, and also if both are 1.
#[register_global("testing.ErrorTest")]
fn error_test(x: i64, y: i64) -> Result<()> {
    let unequal = || format!("Check failed: x == y ({x} vs. {y}) : expect x and y to be equal.");
    match (x, y) {
        _ if x != y => Err(RuntimeError::new(ErrorKind::VALUE_ERROR, unequal())),
        (1, _) => Err(RuntimeError::new(ErrorKind::INTERNAL_ERROR, "cannot reach here")),
        _ => Ok(()),
    }
}

/// Returns the device, if it has the expected type and index.
#[register_global("testing.device_test")]
fn device_test(device: Device, device_type: i32, device_id: i32) -> Result<Device> {
    let expected = Device::new(objet::tensor::DeviceType(device_type), device_id);
    let differ = || format!("expected {expected}, found {device}").into();
    if device == expected { Ok(device) } else { Err(differ()) }
}

/// Returns the number of references to an object, without the references that the call holds.
#[register_global("testing.object_use_count")]
fn object_use_count(args: Args<'_>) -> Result<i64> {
    Ok(match args.at(0)? {
        // The caller holds this reference, so the call adds no reference.
        ArgValue::Object(object) => object.strong_count() as i64,
        value => value.get::<Option<ObjectRef>>()?.map_or(0, |object| object.strong_count() as i64 - 1),
    })
}

/// Sleeps for `seconds` seconds. After each second the function checks whether the front end was
/// interrupted.
#[register_global("testing.run_check_signal")]
fn run_check_signal(seconds: i64) -> Result<()> {
    for _ in 0..seconds {
        backend::check_signals()?;
        std::thread::sleep(Duration::from_secs(1));
    }
    Ok(())
}

/// Calls the function `testing.identity_py`, which a front end registers.
#[register_global("testing.identity_cpp")]
fn identity_cpp(value: RetValue) -> Result<RetValue> {
    Registry::expect("testing.identity_py")?.call((&value,))
}

/// Creates a module with the function `__add_function`, which adds a function to the module under a
/// name.
#[register_global("testing.FrontendTestModule")]
fn frontend_test_module() -> Module {
    Module::new(FrontendTest::default())
}

#[derive(Default)]
struct FrontendTest {
    functions: Mutex<HashMap<String, PackedFunc>>,
}

impl FrontendTest {
    fn add(&self, name: &str, function: PackedFunc) {
        self.functions.lock().unwrap_or_else(PoisonError::into_inner).insert(name.into(), function);
    }
}

impl ModuleKind for FrontendTest {
    fn type_key(&self) -> &str {
        "frontend_test"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        if name != "__add_function" {
            return Ok(self.functions.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned());
        }
        let module = module.clone();
        let add = TypedPackedFunc::new(move |name: String, function: PackedFunc| {
            if let Some(this) = module.as_kind::<Self>() {
                this.add(&name, function);
            }
        });
        Ok(Some(add.into()))
    }
}
