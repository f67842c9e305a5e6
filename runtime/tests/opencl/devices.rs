//! Attributes, memory and queues of a device.

use objet_object::{DataType, Device, DeviceType, NDArray};
use objet_runtime::NDArrayExt;
use objet_runtime::device::{DeviceAttribute, Region, Stream};

use crate::{ADD, DEVICE, api, elements, infos, message, module_of, on_device};

#[test]
fn attributes_are_known() {
    let number = |attribute| api().attribute(0, attribute).unwrap().get::<i64>().unwrap();
    let text = |attribute| api().attribute(0, attribute).unwrap().get::<String>().unwrap();
    assert_eq!(number(DeviceAttribute::EXIST), 1);
    assert!(number(DeviceAttribute::MAX_THREADS_PER_BLOCK) >= 1);
    assert_eq!(number(DeviceAttribute::WARP_SIZE), 1);
    assert!(number(DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK) >= 1024);
    assert!(number(DeviceAttribute::MULTI_PROCESSOR_COUNT) >= 1);
    assert!(number(DeviceAttribute::MAX_CLOCK_RATE) >= 0);
    assert!(number(DeviceAttribute::API_VERSION) >= 120);
    let version = text(DeviceAttribute::COMPUTE_VERSION);
    let (major, minor) = version.split_once('.').expect("major and minor");
    assert!(major.parse::<u32>().is_ok() && minor.parse::<u32>().is_ok(), "{version}");
    assert!(!text(DeviceAttribute::DEVICE_NAME).is_empty());
    assert!(!text(DeviceAttribute::DRIVER_VERSION).is_empty());
    let dimensions = text(DeviceAttribute::MAX_THREAD_DIMENSIONS);
    let dimensions = dimensions.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap();
    assert_eq!(dimensions.split(", ").filter(|size| size.parse::<u64>().is_ok()).count(), 3);
    for unknown in [DeviceAttribute::GCN_ARCH, DeviceAttribute::MAX_REGISTERS_PER_BLOCK, DeviceAttribute(99)]
    {
        api().attribute(0, unknown).unwrap().get::<()>().unwrap();
    }
}

#[test]
fn a_missing_device_is_an_error() {
    for device_id in [-1, 1000] {
        assert!(!api().exists(device_id));
        let text = format!("OpenCL device {device_id} does not exist");
        assert!(message(api().attribute(device_id, DeviceAttribute::DEVICE_NAME)).starts_with(&text));
        assert!(message(api().set_device(device_id)).starts_with(&text));
        let tensor = NDArray::empty(&[2], DataType::int(8), Device::new(DeviceType::OPENCL, device_id));
        assert!(message(tensor).starts_with(&text));
    }
}

#[test]
fn elements_are_copied_to_a_device_and_back() {
    let numbers: Vec<f32> = (0..100).map(|number| number as f32).collect();
    let tensor = on_device(&numbers);
    assert_eq!(elements(&tensor), numbers);
    assert_eq!(elements(&tensor.copy_to(DEVICE).unwrap()), numbers);
    let part = tensor.view_at(&[2, 3], DataType::float(32), 40).unwrap();
    assert_eq!(elements(&part), numbers[10..16]);
    assert_eq!(elements(&part.copy_to(DEVICE).unwrap()), numbers[10..16]);
    for shape in [&[0_i64][..], &[3, 0, 2]] {
        let empty = NDArray::empty(shape, DataType::float(32), DEVICE).unwrap();
        assert!(elements(&empty).is_empty());
    }
}

#[test]
fn copies_respect_offsets() {
    let api = api();
    let host =
        |data: &mut [u8]| Region { device: Device::cpu(0), data: data.as_mut_ptr().cast(), byte_offset: 0 };
    let mut bytes: Vec<u8> = (0..64).collect();
    let mut back = [0; 8];
    let (first, second) = (api.allocate(0, 64, 64).unwrap(), api.allocate(0, 64, 1).unwrap());
    let region = |data, byte_offset| Region { device: DEVICE, data, byte_offset };
    // SAFETY: memory of these sizes, which is not used otherwise and is freed once.
    unsafe {
        let default = Stream::DEFAULT;
        api.copy(host(&mut bytes), region(first, 0), 64, default).unwrap();
        api.copy(region(first, 16), region(second, 5), 20, default).unwrap();
        api.copy(region(second, 7), Region { byte_offset: 2, ..host(&mut back) }, 4, default).unwrap();
        assert_eq!(back, [0, 0, 18, 19, 20, 21, 0, 0]);

        let too_far = message(api.copy(region(second, 60), host(&mut back), 8, default));
        assert_eq!(too_far, "clEnqueueReadBuffer failed with CL_INVALID_VALUE");
        api.free(0, first).unwrap();
        api.free(0, second).unwrap();
        for gone in [first, std::ptr::dangling_mut::<u8>().cast()] {
            let text = format!("handle {:#x} is not an OpenCL buffer", gone.addr());
            assert!(message(api.copy(region(gone, 0), host(&mut back), 8, default)).starts_with(&text));
            assert!(message(api.free(0, gone)).starts_with(&text));
        }
    }
}

#[test]
fn failed_allocations_are_errors() {
    let text = message(api().allocate(0, usize::MAX, 1));
    assert!(text.starts_with("clCreateBuffer failed with CL_"), "{text}");
    assert!(message(api().allocate(0, 8, 1 << 20)).contains("expected an alignment of at most"));
}

#[test]
fn streams_are_separate_queues() {
    let api = api();
    let (one, other) = (api.create_stream(0).unwrap(), api.create_stream(0).unwrap());
    assert!(one != other && one != Stream::DEFAULT);
    let x = on_device(&[0.0; 64]);
    let fill = module_of(ADD, infos()).expect_function("fill").unwrap();
    // SAFETY: queues of this device, which are used until each is freed once.
    unsafe {
        api.set_stream(0, one).unwrap();
        fill.call((&x, 1.0, 64, 8, 8)).unwrap();
        api.synchronize_streams(0, one, other).unwrap();
        api.set_stream(0, other).unwrap();
        fill.call((&x, 2.0, 32, 8, 4)).unwrap();
        api.synchronize(0, other).unwrap();
        api.set_stream(0, Stream::DEFAULT).unwrap();
        assert_eq!(elements(&x), [[2.0; 32], [1.0; 32]].concat());
        api.synchronize_streams(0, one, Stream::DEFAULT).unwrap();
        api.synchronize(0, Stream::DEFAULT).unwrap();
        for stream in [one, other] {
            api.free_stream(0, stream).unwrap();
        }
    }
}
