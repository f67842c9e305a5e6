//! Tests that depend on the environment of a process: the available driver, and the number of
//! devices.

use std::env;
use std::process::Command;

use objet_object::{DataType, Device, DeviceType, NDArray, OpaqueHandle};
use objet_runtime::device::DeviceAttribute;
use objet_runtime::{Devices, NDArrayExt};

use crate::{ADD, DEVICE, api, elements, infos, message, module_of, on_device};

/// Set in processes that run one of the tests below.
const IN_CHILD: &str = "OBJET_TEST_IN_CHILD";

/// Runs the test of that name in a new process with an environment variable.
fn in_child(name: &str, variable: &str, value: &str) {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", name, "--nocapture"]).env(IN_CHILD, "1").env(variable, value);
    let output = child.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{output:?}");
}

#[test]
fn several_devices() {
    if env::var_os(IN_CHILD).is_some() {
        return with_several_devices();
    }
    // The environment variable sets the number of PoCL's devices.
    in_child("processes::several_devices", "POCL_DEVICES", "pthread pthread");
}

fn with_several_devices() {
    let api = api();
    if !api.exists(1) {
        return eprintln!("SKIPPED: the driver is not PoCL, and has only one device");
    }
    let second = Device::new(DeviceType::OPENCL, 1);
    let fill = module_of(ADD, infos()).expect_function("fill").unwrap();
    let x = on_device(&[1.0, 2.0, 3.0, 4.0]);
    let mut y = x.copy_to(second).unwrap();
    assert_eq!((y.device(), elements(&y)), (second, vec![1.0, 2.0, 3.0, 4.0]));
    // A kernel runs on the device of its tensors, whatever device is current.
    fill.call((&y, 5.0, 2, 4, 1)).unwrap();
    fill.call((&x, 6.0, 1, 4, 1)).unwrap();
    assert_eq!(elements(&y), [5.0, 5.0, 3.0, 4.0]);
    y.copy_from(&x).unwrap();
    assert_eq!(elements(&y), [6.0, 2.0, 3.0, 4.0]);
    api.set_device(1).unwrap();
    fill.call((OpaqueHandle(y.dl_tensor().data), 7.0, 1, 4, 1)).unwrap();
    assert_eq!(elements(&y), [7.0, 2.0, 3.0, 4.0]);
    let add = module_of(ADD, infos()).expect_function("add").unwrap();
    assert_eq!(
        message(add.call((&x, &y, &x, 4, 1, 4))),
        "kernel add: expected a tensor on opencl(0) as argument 1, found one on opencl(1)"
    );
}

#[test]
fn without_a_driver_every_operation_is_an_error() {
    if env::var_os(IN_CHILD).is_some() {
        return without_a_driver();
    }
    let name = "processes::without_a_driver_every_operation_is_an_error";
    for library in ["/nowhere/libOpenCL.so", "libc.so.6"] {
        in_child(name, "OBJET_OPENCL_LIBRARY", library);
    }
    // There is a loader, but it finds no driver.
    in_child(name, "OCL_ICD_VENDORS", "/nowhere/");
}

fn without_a_driver() {
    let api = Devices::api(DeviceType::OPENCL).expect("the feature is on");
    assert_eq!(api.attribute(0, DeviceAttribute::EXIST).unwrap().get::<i64>().unwrap(), 0);
    assert!(!api.exists(0));
    let module = module_of(ADD, infos());
    assert_eq!(module.source("cl").unwrap(), ADD);
    let add = module.expect_function("add").unwrap();
    for text in [
        message(api.attribute(0, DeviceAttribute::DEVICE_NAME)),
        message(NDArray::empty(&[2], DataType::float(32), DEVICE)),
        message(add.call((OpaqueHandle::NULL, OpaqueHandle::NULL, OpaqueHandle::NULL, 0, 1, 1))),
        message(api.create_stream(0)),
    ] {
        let (names, installs) = (text.contains("no OpenCL driver: "), text.contains("pocl-opencl-icd"));
        assert!(names && installs, "{text}");
    }
}
