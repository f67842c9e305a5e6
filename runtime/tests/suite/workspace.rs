//! Workspaces: temporary memory of a thread.

use std::ffi::{c_int, c_void};

use crate::c_side::last_error;
use crate::test_device::{self, TestDevice};
use objet_object::{Device, DeviceType};
use objet_runtime::backend::{backend_alloc_workspace, backend_free_workspace};
use objet_runtime::device::Workspace;

const CPU: Device = Device::cpu(0);

#[test]
fn returned_workspaces_are_reused() {
    let [first, second, third] = [1, 10_000, 0].map(|bytes| Workspace::allocate(CPU, bytes).unwrap());
    let addresses = [&first, &second, &third].map(Workspace::data);
    for (data, bytes) in addresses.into_iter().zip([4096, 12_288, 4096]) {
        assert!(!data.is_null() && data.addr() % 128 == 0);
        // SAFETY: the workspace has that many bytes.
        #[expect(unsafe_code, reason = "a workspace is an address")]
        unsafe {
            data.cast::<u8>().write_bytes(1, bytes);
        }
    }
    drop((first, third, second));
    let large = Workspace::allocate(CPU, 12_288).unwrap();
    assert_eq!(large.data(), addresses[1], "the smallest block that is large enough");
    let small = [4096, 4000].map(|bytes| Workspace::allocate(CPU, bytes).unwrap());
    let small = small.each_ref().map(Workspace::data);
    assert!(small.contains(&addresses[0]) && small.contains(&addresses[2]));
}

/// Returns a workspace by its address, as compiled code does.
#[expect(unsafe_code, reason = "calls the C function of the runtime")]
fn free(device: Device, data: *mut c_void) -> c_int {
    // SAFETY: the memory is not used afterwards.
    unsafe { backend_free_workspace(device.device_type.0, device.device_id, data) }
}

#[test]
fn invalid_addresses_are_errors() {
    let data = backend_alloc_workspace(CPU.device_type.0, CPU.device_id, 100, 0, 0);
    let byte = 0_u8;
    for wrong in [std::ptr::null_mut(), data.wrapping_byte_add(128), (&raw const byte).cast_mut().cast()] {
        assert_eq!(free(CPU, wrong), -1);
        let error = last_error();
        assert!(error.contains("is not a workspace of this thread on cpu(0)"), "{error}");
    }
    assert_eq!(free(Device::cpu(1), data), -1, "a workspace of another device");
    let address = data.addr();
    std::thread::spawn(move || {
        assert_eq!(free(CPU, std::ptr::without_provenance_mut(address)), -1, "a workspace of another thread");
    })
    .join()
    .unwrap();
    assert_eq!(free(CPU, data), 0);
    assert_eq!(free(CPU, data), -1, "the workspace was already freed");
}

#[test]
fn invalid_sizes_and_devices_are_errors() {
    for bytes in [usize::MAX, usize::MAX - 4096, isize::MAX as usize] {
        assert!(Workspace::allocate(CPU, bytes).unwrap_err().message().contains("out of memory"));
    }
    let missing = Workspace::allocate(Device::new(DeviceType::VULKAN, 0), 8).unwrap_err();
    assert!(missing.message().starts_with("Device API vulkan is not enabled"), "{missing}");
}

#[test]
fn a_thread_frees_its_pools_at_its_end() {
    const EXT: Device = Device::new(DeviceType::WEBGPU, 0);
    let device = TestDevice::register(DeviceType::WEBGPU);
    std::thread::spawn(|| {
        let first = Workspace::allocate(EXT, 1).unwrap();
        let _kept = Workspace::allocate(EXT, 1).unwrap();
        drop(first);
        for _ in 0..1000 {
            Workspace::allocate(EXT, 4096).unwrap();
        }
    })
    .join()
    .unwrap();
    assert_eq!((TestDevice::count(&device.allocated), device.live()), (2, 0));
    // A larger block replaces one that is too small.
    let seen = device.clone();
    std::thread::spawn(move || {
        for pages in 1..10 {
            let _workspace = Workspace::allocate(EXT, pages * 4096).unwrap();
            assert_eq!(seen.live(), 1);
        }
        assert!(Workspace::allocate(EXT, test_device::LARGEST + 1).is_err());
    })
    .join()
    .unwrap();
    assert_eq!(device.live(), 0);
}
