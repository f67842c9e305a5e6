//! Behavior without a driver, or with one that cannot be used.

use objet_object::{DataType, DeviceType, NDArray, RetValue};
use objet_runtime::device::DeviceAttribute;
use objet_runtime::device::cuda::CudaError;
use objet_runtime::{Devices, NDArrayExt};

use crate::vector_add::{cuda, module};

/// Checks that every operation fails with that reason.
fn nothing_works(reason: &str) {
    for device_type in [DeviceType::CUDA, DeviceType::CUDA_HOST] {
        let api = Devices::api(device_type).unwrap();
        assert!(!api.exists(0));
        assert!(matches!(api.attribute(0, DeviceAttribute::EXIST), Ok(RetValue::Int(0))));
        for error in [
            api.attribute(0, DeviceAttribute::WARP_SIZE).unwrap_err(),
            api.allocate(0, 16, 16).unwrap_err(),
            api.create_stream(0).unwrap_err(),
            api.set_device(0).unwrap_err(),
        ] {
            assert!(error.message().contains(reason), "{error}");
        }
    }
    let error = NDArray::empty(&[2], DataType::float(32), cuda(0)).unwrap_err();
    assert!(error.message().contains(reason), "{error}");

    // A module can still be inspected and saved.
    let module = module();
    assert!(module.source("").unwrap().contains(".entry vector_add"));
    module.save_to_bytes().unwrap();
    let vector_add = module.expect_function("vector_add").unwrap();
    let error = vector_add.call(((), (), (), 0, 1, 1)).unwrap_err();
    assert!(error.message().contains(reason), "{error}");
}

#[test]
fn a_missing_driver_is_reported() {
    let error = Devices::api(DeviceType::CUDA).unwrap().allocate(0, 1, 1);
    let error = match error {
        Err(error) if !Devices::api(DeviceType::CUDA).unwrap().exists(0) => error,
        _ => return println!("SKIPPED: there is an NVIDIA GPU here"),
    };
    let source = std::error::Error::source(&error).unwrap().downcast_ref::<CudaError>();
    if matches!(source, Some(CudaError::NoDriver { .. })) {
        nothing_works("CUDA needs an NVIDIA GPU, and its driver in the library search path");
    } else {
        println!("SKIPPED: there is a driver here, without a GPU: {error}");
    }
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn too_old() {
    nothing_works("cuFuncGetAttribute");
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn without_device() {
    nothing_works("cuInit failed with CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected");
}
