//! Devices, and tensors on devices.

#![expect(unsafe_code, reason = "identifies C tensors by address")]

use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::test_device::{self, TestDevice};
use objet_object::{DLTensor, DataType, DataTypeCode, Device, DeviceType, NDArray, NDArrayError, RetValue};
use objet_runtime::device::{DeviceAttribute, Stream, copy_dl_tensor, copy_from_bytes, copy_to_bytes};
use objet_runtime::kernel_module::{FunctionInfo, KernelParams};
use objet_runtime::{DeviceError, Devices, NDArrayExt, PackedFunc};

const EXT: Device = Device::new(DeviceType::EXT_DEV, 0);
const EXT_1: Device = Device::new(DeviceType::EXT_DEV, 1);
const OTHER: Device = Device::new(DeviceType::HEXAGON, 0);
const CPU: Device = Device::cpu(0);

/// Returns the device kinds of these tests. Only one test at a time may use them, because they
/// count operations.
fn kinds() -> (&'static TestDevice, &'static TestDevice, MutexGuard<'static, ()>) {
    static KINDS: OnceLock<(Arc<TestDevice>, Arc<TestDevice>)> = OnceLock::new();
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let register = || (TestDevice::register(DeviceType::EXT_DEV), TestDevice::register(DeviceType::HEXAGON));
    let (ext, other) = KINDS.get_or_init(register);
    (ext, other, turn)
}

fn device_error(error: objet_runtime::Error) -> DeviceError {
    let source = std::error::Error::source(&error).expect("a source");
    source.downcast_ref::<DeviceError>().unwrap_or_else(|| panic!("{error}")).clone()
}

#[test]
fn the_host_is_always_there() {
    let cpu = Devices::api(DeviceType::CPU).unwrap();
    assert!(cpu.exists(0));
    assert!(matches!(cpu.attribute(0, DeviceAttribute::EXIST).unwrap(), RetValue::Int(1)));
    for attribute in 1..13 {
        assert!(matches!(cpu.attribute(0, DeviceAttribute(attribute)).unwrap(), RetValue::Null));
    }
    assert_eq!(cpu.create_stream(0).unwrap(), Stream::DEFAULT);
    cpu.set_device(0).unwrap();
}

#[test]
fn host_memory_is_aligned_and_never_null() {
    let cpu = Devices::api(DeviceType::CPU).unwrap();
    for bytes in [0, 1, 127, 4096, 100_000] {
        for alignment in [1, 2, 64, 128, 256, 4096] {
            let data = cpu.allocate(0, bytes, alignment).unwrap();
            assert!(!data.is_null() && data.addr() % alignment == 0, "{bytes} at {alignment}");
            // SAFETY: the test owns the memory, and frees it once.
            unsafe {
                data.cast::<u8>().write_bytes(0xFF, bytes);
                cpu.free(0, data).unwrap();
            }
        }
    }
    for alignment in [0, 3, 100] {
        let error = cpu.allocate(0, 8, alignment).unwrap_err();
        assert_eq!(device_error(error), DeviceError::Alignment { found: alignment });
    }
    for bytes in [usize::MAX, isize::MAX as usize, isize::MAX as usize - 128] {
        let error = cpu.allocate(0, bytes, 128).unwrap_err();
        assert!(matches!(device_error(error), DeviceError::OutOfMemory { .. }));
    }
}

#[test]
fn errors_for_missing_kinds_say_how_to_enable_them() {
    let error = |device_type| Devices::api(device_type).err().unwrap().to_string();
    assert_eq!(
        error(DeviceType::VULKAN),
        "Device API vulkan is not enabled: register an API of this type with `Devices::register`"
    );
    assert!(error(DeviceType(129)).starts_with("Device API rpc is not enabled"));
    for unknown in [0, -1, 11, 31, 32, i32::MAX, i32::MIN] {
        assert!(error(DeviceType(unknown)).contains("is not enabled"), "{unknown}");
    }
    let empty = NDArray::empty(&[1], DataType::int(8), Device::new(DeviceType::VULKAN, 0));
    assert!(matches!(device_error(empty.unwrap_err()), DeviceError::NotEnabled { .. }));
    let (_, _, _turn) = kinds();
    assert!(NDArray::empty(&[1], DataType::int(8), Device::new(DeviceType::EXT_DEV, 7)).is_err());
}

#[test]
fn tensors_are_copied_between_devices() {
    let (ext, other, _turn) = kinds();
    let elements: Vec<f32> = (0..12).map(|number| number as f32).collect();
    let on_host = NDArray::from_slice(&[3, 4], &elements).unwrap();
    for device in [EXT, EXT_1, OTHER, CPU, Device::cpu(1)] {
        let there = on_host.copy_to(device).unwrap();
        assert_eq!(
            (there.device(), there.shape(), there.dtype()),
            (device, on_host.shape(), on_host.dtype())
        );
        for last in [EXT, EXT_1, OTHER, CPU] {
            let back = there.copy_to(last).unwrap().to_host().unwrap();
            assert_eq!(back.to_vec::<f32>().unwrap(), elements, "{device} to {last}");
        }
        assert_eq!(there.as_bytes().is_ok(), device.device_type == DeviceType::CPU);
    }
    assert_eq!((ext.live(), other.live()), (0, 0));
    let on_device = NDArray::from_slice_on(&[12], &elements, EXT).unwrap();
    assert_eq!(on_device.as_slice::<f32>().unwrap_err(), NDArrayError::NotOnHost { found: EXT });
    assert!(on_device.to_vec::<f32>().is_err());
    assert!(on_host.to_host().unwrap().dl_tensor().data == on_host.dl_tensor().data, "no copy");
}

#[test]
fn a_copy_between_devices_is_complete_on_return() {
    let (ext, _, _turn) = kinds();
    let first = NDArray::from_slice_on(&[2], &[1_u8, 2], EXT).unwrap();
    let (copies, synchronized) = (TestDevice::count(&ext.copies), TestDevice::count(&ext.synchronized));
    let second = first.copy_to(EXT_1).unwrap();
    assert_eq!(TestDevice::count(&ext.copies), copies + 1);
    assert!(TestDevice::count(&ext.synchronized) > synchronized);
    assert_eq!(second.to_host().unwrap().to_vec::<u8>().unwrap(), [1, 2]);
}

#[test]
fn memory_is_freed_once_after_its_views_on_any_thread() {
    let (ext, _, _turn) = kinds();
    let tensor = NDArray::empty(&[2, 8], DataType::int(16), EXT).unwrap();
    let freed = TestDevice::count(&ext.freed);
    let view = tensor.view_at(&[4], DataType::int(16), 8).unwrap();
    let again = view.view_at(&[1], DataType::int(8), 7).unwrap();
    assert_eq!((again.device(), again.dl_tensor().byte_offset), (EXT, 15));
    drop((tensor, view));
    assert_eq!((ext.live(), TestDevice::count(&ext.freed)), (1, freed));
    std::thread::spawn(move || drop(again)).join().unwrap();
    assert_eq!((ext.live(), TestDevice::count(&ext.freed)), (0, freed + 1));
    // Failed allocations leave no memory behind.
    assert!(NDArray::empty(&[test_device::LARGEST as i64 + 1], DataType::int(8), EXT).is_err());
    assert!(NDArray::empty(&[-1], DataType::int(8), EXT).is_err());
    assert!(NDArray::empty(&[i64::MAX, 0, 2], DataType::int(8), EXT).is_err());
    assert_eq!(ext.live(), 0);
}

#[test]
fn copies_of_device_views_respect_the_offset() {
    let (_, _, _turn) = kinds();
    let mut tensor = NDArray::from_slice_on(&[6], &[0_u8, 1, 2, 3, 4, 5], EXT).unwrap();
    let view = tensor.view_at(&[3], DataType::uint(8), 2).unwrap();
    assert_eq!(view.to_host().unwrap().to_vec::<u8>().unwrap(), [2, 3, 4]);
    assert!(tensor.copy_from_slice(&[0_u8; 6]).is_err(), "the view shares the memory");
    drop(view);
    tensor.copy_from_slice(&[7_u8; 6]).unwrap();
    // A unique view may be written to if it is the only owner of the memory.
    let mut view = tensor.view_at(&[2], DataType::uint(8), 3).unwrap();
    assert!(!view.is_writable());
    drop(tensor);
    view.copy_from_slice(&[8_u8, 9]).unwrap();
    assert_eq!(view.to_host().unwrap().to_vec::<u8>().unwrap(), [8, 9]);
}

#[test]
fn copies_of_the_wrong_size_or_type_are_errors() {
    let (_, _, _turn) = kinds();
    let mut tensor = NDArray::empty(&[4], DataType::float(32), EXT).unwrap();
    let error = tensor.copy_from(&NDArray::zeros(&[5], DataType::float(32)).unwrap()).unwrap_err();
    assert_eq!(device_error(error), DeviceError::CopySize { expected: 16, found: 20 });
    assert!(tensor.copy_from_slice(&[0_i32; 4]).is_err());
    assert!(tensor.copy_from_slice(&[0.0_f32; 3]).is_err());
    // Sizes must match, shapes and types need not.
    tensor.copy_from(&NDArray::from_slice(&[2, 1], &[1.0_f64, 2.0]).unwrap()).unwrap();
    let bytes = tensor.to_host().unwrap();
    assert_eq!(bytes.view(&[2], DataType::float(64)).unwrap().to_vec::<f64>().unwrap(), [1.0, 2.0]);
    let shared = tensor.clone();
    assert!(tensor.copy_from(&bytes).is_err());
    drop(shared);
    tensor.copy_from(&bytes).unwrap();
}

#[test]
fn tensors_may_have_no_elements_or_no_dimensions() {
    let (ext, _, _turn) = kinds();
    for device in [CPU, EXT, Device::cpu(3)] {
        let mut nothing = NDArray::empty(&[3, 0], DataType::float(64), device).unwrap();
        nothing.copy_from_slice::<f64>(&[]).unwrap();
        assert_eq!(
            nothing.copy_to(EXT_1).unwrap().to_host().unwrap().to_vec::<f64>().unwrap(),
            [] as [f64; 0]
        );
        let scalar = NDArray::from_slice_on(&[], &[2.5_f64], device).unwrap();
        assert_eq!(scalar.copy_to(OTHER).unwrap().to_host().unwrap().to_vec::<f64>().unwrap(), [2.5]);
    }
    assert_eq!(ext.live(), 0);
}

#[test]
fn only_storable_element_types_are_allocated() {
    let allowed = [
        DataType::BOOL,
        DataType::int(1),
        DataType::int(4).with_lanes(2),
        DataType::uint(4),
        DataType::int(128),
        DataType::float(16).with_lanes(4),
        DataType::HANDLE,
        DataType::bfloat16(),
        DataType::new(DataTypeCode(130), 32, 1),
    ];
    for dtype in allowed {
        let tensor = NDArray::empty(&[2], dtype, CPU).unwrap();
        assert!(tensor.as_bytes().unwrap().iter().all(|byte| *byte == 0));
    }
    let refused = [
        DataType::VOID,
        DataType::int(8).with_lanes(0),
        DataType::float(1),
        DataType::float(4),
        DataType::int(2),
        DataType::int(24),
        DataType::uint(12),
        DataType::new(DataTypeCode::BFLOAT, 4, 1),
    ];
    for dtype in refused {
        let error = device_error(NDArray::empty(&[2], dtype, CPU).unwrap_err());
        assert_eq!(error, DeviceError::ElementType { dtype });
        assert!(error.to_string().contains("unsupported element type"), "{error}");
    }
}

#[test]
fn alignment_and_scope_are_respected_or_rejected() {
    let (_, _, _turn) = kinds();
    for device in [CPU, Device::cpu(1)] {
        let tensor = NDArray::empty_aligned(&[3], DataType::int(8), device, 1024, Some("global")).unwrap();
        assert_eq!(tensor.dl_tensor().data.addr() % 1024, 0);
        let wide = NDArray::empty(&[1], DataType::int(64).with_lanes(64), device).unwrap();
        assert_eq!(wide.dl_tensor().data.addr() % 512, 0);
    }
    for device in [CPU, EXT] {
        assert!(NDArray::empty_aligned(&[3], DataType::int(8), device, 48, None).is_err());
        let error = NDArray::empty_aligned(&[3], DataType::int(8), device, 1, Some("texture")).unwrap_err();
        assert_eq!(
            error.message(),
            format!("expected memory scope \"global\" on {device}, found \"texture\"")
        );
    }
}

#[test]
fn strided_tensors_of_the_host_are_copied_element_by_element() {
    let (_, _, _turn) = kinds();
    let mut elements = [1_i32, 2, 3, 4, 5, 6];
    let transposed = strided(&mut elements, &mut [3, 2], &mut [1, 3], CPU);
    let there = transposed.copy_to(EXT).unwrap();
    assert_eq!(there.strides(), None);
    assert_eq!(there.to_host().unwrap().to_vec::<i32>().unwrap(), [1, 4, 2, 5, 3, 6]);
    let mut handles = [0_i32; 6];
    let elsewhere = strided(&mut handles, &mut [3, 2], &mut [1, 3], EXT);
    let error = elsewhere.to_host().unwrap_err();
    assert!(error.message().starts_with("expected elements in compact row-major order"), "{error}");
}

/// Returns a strided tensor that owns a copy of the elements.
fn strided(elements: &mut [i32], shape: &mut [i64], strides: &mut [i64], device: Device) -> NDArray {
    let kept = elements.to_vec();
    let tensor = DLTensor {
        data: kept.as_ptr().cast_mut().cast(),
        device,
        ndim: shape.len() as i32,
        dtype: DataType::int(32),
        shape: shape.as_mut_ptr(),
        strides: strides.as_mut_ptr(),
        byte_offset: 0,
    };
    // SAFETY: the vector holds the elements, and the tensor owns the vector.
    unsafe { NDArray::from_owner(&tensor, kept) }.unwrap()
}

#[test]
fn tensors_of_c_are_copied_by_tvms_rules() {
    let (_, _, _turn) = kinds();
    let on_device = NDArray::from_slice_on(&[2, 3], &[1_u8, 2, 3, 4, 5, 6], EXT).unwrap();
    let mut shape = [2_i64, 2];
    let mut strides = [2_i64, 1];
    let mut bytes = [0_u8; 6];
    let whole = *on_device.dl_tensor();
    let part = DLTensor { shape: shape.as_mut_ptr(), byte_offset: 1, strides: strides.as_mut_ptr(), ..whole };
    // SAFETY: the tensors are valid, and only this test uses them.
    unsafe {
        copy_to_bytes(&whole, &mut bytes).unwrap();
        assert_eq!(bytes, [1, 2, 3, 4, 5, 6]);
        copy_from_bytes(&part, &[20, 30, 40, 50]).unwrap();
        copy_to_bytes(&whole, &mut bytes).unwrap();
        assert_eq!(bytes, [1, 20, 30, 40, 50, 6]);
        copy_to_bytes(&part, &mut bytes[..4]).unwrap();
        assert_eq!(bytes[..4], [20, 30, 40, 50]);

        let error = |result: objet_runtime::Result<()>| result.unwrap_err().message().to_owned();
        let size = error(copy_to_bytes(&whole, &mut bytes[..5]));
        assert!(size.contains("6 bytes to a destination of 5 bytes"), "{size}");
        strides = [1, 2];
        let order =
            error(copy_to_bytes(&DLTensor { strides: strides.as_mut_ptr(), ..part }, &mut bytes[..4]));
        assert!(order.contains("compact row-major order"), "{order}");
        let null = error(copy_to_bytes(&DLTensor { data: ptr::null_mut(), ..whole }, &mut bytes));
        assert!(null.contains("expected elements in a DLTensor, found null"), "{null}");
        let negative = error(copy_to_bytes(&DLTensor { ndim: -1, ..whole }, &mut bytes));
        assert!(negative.contains("0 dimensions or more"), "{negative}");
        let no_shape = error(copy_to_bytes(&DLTensor { shape: ptr::null_mut(), ..whole }, &mut bytes));
        assert!(no_shape.contains("a shape"), "{no_shape}");
        let elsewhere = DLTensor { device: OTHER, ..whole };
        let between = error(copy_dl_tensor(&whole, &elsewhere, Stream::DEFAULT));
        assert!(between.contains("ext_dev(0) to hexagon(0)"), "{between}");
        let missing = DLTensor { device: Device::new(DeviceType::VULKAN, 0), ..whole };
        assert!(error(copy_to_bytes(&missing, &mut bytes)).contains("Device API vulkan is not enabled"));
    }
}

#[test]
fn a_kind_is_registered_once_and_in_range() {
    let (_, _, _turn) = kinds();
    for (device_type, expected) in [
        (DeviceType::CPU, DeviceError::DuplicateApi { device_type: DeviceType::CPU }),
        (DeviceType::EXT_DEV, DeviceError::DuplicateApi { device_type: DeviceType::EXT_DEV }),
        (DeviceType(0), DeviceError::OutOfRange { device_type: DeviceType(0) }),
        (DeviceType(32), DeviceError::OutOfRange { device_type: DeviceType(32) }),
        (DeviceType(-1), DeviceError::OutOfRange { device_type: DeviceType(-1) }),
    ] {
        assert_eq!(TestDevice::try_register(device_type).err(), Some(expected));
    }
}

#[test]
fn a_kernel_takes_no_read_only_tensor() {
    let elements = NDArray::zeros(&[2], DataType::float(32)).unwrap();
    // SAFETY: the owner keeps the elements alive.
    let lent = unsafe { NDArray::from_read_only_owner(elements.dl_tensor(), elements.clone()) }.unwrap();
    let params = KernelParams::new(&FunctionInfo::new("f", [DataType::HANDLE], &[])).unwrap();
    let function = PackedFunc::from_fn(move |args, _| params.read(args, DeviceType::CPU).map(drop));
    let error = function.call((&lent,)).unwrap_err();
    let text = "argument 0: expected writable tensor, found a read-only tensor";
    assert!(error.message().contains(text), "{error}");
}
