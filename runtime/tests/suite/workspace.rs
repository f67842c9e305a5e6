//! Workspaces: memory of a thread for a while.

#![expect(unsafe_code, reason = "workspaces are given back by address")]

use crate::test_device::{self, TestDevice};
use objet_object::{Device, DeviceType};
use objet_runtime::device::Workspace;

const CPU: Device = Device::cpu(0);

#[test]
fn what_is_given_back_is_used_again() {
    let first = Workspace::allocate(CPU, 1).unwrap();
    let second = Workspace::allocate(CPU, 10_000).unwrap();
    let third = Workspace::allocate(CPU, 0).unwrap();
    for (data, bytes) in [(first, 4096), (second, 12_288), (third, 4096)] {
        assert!(!data.is_null() && data.addr() % 128 == 0);
        // SAFETY: the workspace has so many bytes.
        unsafe { data.cast::<u8>().write_bytes(1, bytes) };
    }
    // SAFETY: none of them is used after.
    unsafe {
        Workspace::free(CPU, first).unwrap();
        Workspace::free(CPU, third).unwrap();
        Workspace::free(CPU, second).unwrap();
    }
    assert_eq!(Workspace::allocate(CPU, 12_288).unwrap(), second, "the smallest that is large enough");
    let small = [Workspace::allocate(CPU, 4096).unwrap(), Workspace::allocate(CPU, 4000).unwrap()];
    assert!(small.contains(&first) && small.contains(&third));
}

#[test]
fn an_address_that_is_no_workspace_is_an_error() {
    let data = Workspace::allocate(CPU, 100).unwrap();
    let byte = 0_u8;
    // SAFETY: what is given back is not used after; the others are no workspaces.
    unsafe {
        for wrong in [std::ptr::null_mut(), data.wrapping_byte_add(128), (&raw const byte).cast_mut().cast()]
        {
            let error = Workspace::free(CPU, wrong).unwrap_err();
            assert!(
                error.message().starts_with("expected a workspace that this thread has of cpu(0)"),
                "{error}"
            );
        }
        assert!(Workspace::free(Device::cpu(1), data).is_err(), "of another device");
        let address = data.addr();
        std::thread::spawn(move || {
            assert!(
                Workspace::free(CPU, std::ptr::without_provenance_mut(address)).is_err(),
                "of another thread"
            );
        })
        .join()
        .unwrap();
        Workspace::free(CPU, data).unwrap();
        assert!(Workspace::free(CPU, data).is_err(), "twice");
    }
}

#[test]
fn sizes_and_devices_that_cannot_be_are_errors() {
    for bytes in [usize::MAX, usize::MAX - 4096, isize::MAX as usize] {
        assert!(Workspace::allocate(CPU, bytes).unwrap_err().message().contains("bytes of memory"));
    }
    let missing = Workspace::allocate(Device::new(DeviceType::VULKAN, 0), 8).unwrap_err();
    assert!(missing.message().starts_with("Device API vulkan is not enabled"), "{missing}");
}

#[test]
fn a_thread_frees_what_it_has_when_it_ends() {
    const EXT: Device = Device::new(DeviceType::WEBGPU, 0);
    let device = TestDevice::register(DeviceType::WEBGPU);
    std::thread::spawn(|| {
        let first = Workspace::allocate(EXT, 1).unwrap();
        let _kept = Workspace::allocate(EXT, 1).unwrap();
        // SAFETY: it is not used after.
        unsafe { Workspace::free(EXT, first).unwrap() };
        for _ in 0..1000 {
            let data = Workspace::allocate(EXT, 4096).unwrap();
            // SAFETY: as above.
            unsafe { Workspace::free(EXT, data).unwrap() };
        }
    })
    .join()
    .unwrap();
    assert_eq!((TestDevice::count(&device.allocated), device.live()), (2, 0));
    // A larger one takes the place of one that is too small.
    let seen = device.clone();
    std::thread::spawn(move || {
        for pages in 1..10 {
            let data = Workspace::allocate(EXT, pages * 4096).unwrap();
            assert_eq!(seen.live(), 1);
            // SAFETY: it is not used after.
            unsafe { Workspace::free(EXT, data).unwrap() };
        }
        assert!(Workspace::allocate(EXT, test_device::LARGEST + 1).is_err());
    })
    .join()
    .unwrap();
    assert_eq!(device.live(), 0);
}
