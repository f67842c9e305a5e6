//! A device kind for tests. Its memory is identified by handles, as on some real devices, and its
//! operations are counted.
//!
//! Invariant: a copy accesses host memory only as its caller permits. Device memory is found by its
//! handle.

#![allow(dead_code, reason = "each crate that includes this module uses a part of it")]
#![allow(unsafe_code, reason = "copies from and to addresses")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet_object::{Device, DeviceType, RetValue};
use objet_runtime::device::{DeviceAttribute, Region, Stream};
use objet_runtime::{DeviceApi, DeviceError, Devices, Result};

/// The memory of the devices, and counters of their operations.
#[derive(Default)]
pub(crate) struct TestDevice {
    memory: Mutex<HashMap<usize, (i32, Vec<u8>)>>,
    pub(crate) allocated: AtomicUsize,
    pub(crate) freed: AtomicUsize,
    pub(crate) copies: AtomicUsize,
    pub(crate) synchronized: AtomicUsize,
}

/// Number of devices.
pub(crate) const DEVICES: i32 = 2;
/// Maximum size of an allocation in bytes.
pub(crate) const LARGEST: usize = 1 << 20;
const STEP: usize = 1 << 24;

impl TestDevice {
    /// Registers the kind under a device type. Each test module needs its own type, because
    /// operations are counted per kind.
    pub(crate) fn register(device_type: DeviceType) -> Arc<Self> {
        Self::try_register(device_type).unwrap()
    }

    pub(crate) fn try_register(device_type: DeviceType) -> Result<Arc<Self>, DeviceError> {
        let this = Arc::<Self>::default();
        Devices::register(device_type, Shared(this.clone())).map(|()| this)
    }

    /// Returns the number of allocations that were not freed.
    pub(crate) fn live(&self) -> usize {
        self.memory().len()
    }

    pub(crate) fn count(counter: &AtomicUsize) -> usize {
        counter.load(Ordering::SeqCst)
    }

    fn memory(&self) -> MutexGuard<'_, HashMap<usize, (i32, Vec<u8>)>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bytes_of<'a>(
        memory: &'a mut HashMap<usize, (i32, Vec<u8>)>,
        region: &Region,
        bytes: usize,
    ) -> &'a mut [u8] {
        let (device_id, block) = memory.get_mut(&region.data.addr()).expect("memory of this device");
        assert_eq!(*device_id, region.device.device_id);
        &mut block[region.byte_offset..][..bytes]
    }
}

struct Shared(Arc<TestDevice>);

// SAFETY: each handle is returned once, and copies only access the bytes of their handles.
unsafe impl DeviceApi for Shared {
    fn attribute(&self, device_id: i32, attribute: DeviceAttribute) -> Result<RetValue> {
        let exists = (0..DEVICES).contains(&device_id);
        match attribute {
            DeviceAttribute::EXIST => Ok(i64::from(exists).into()),
            _ if !exists => Err(format!("there is no device {device_id}").into()),
            DeviceAttribute::DEVICE_NAME => Ok("test".into()),
            _ => Ok(RetValue::Null),
        }
    }

    fn allocate(&self, device_id: i32, bytes: usize, alignment: usize) -> Result<*mut c_void> {
        if !self.exists(device_id) || bytes > LARGEST || !alignment.is_power_of_two() {
            return Err(format!("device {device_id} has no {bytes} bytes at {alignment}").into());
        }
        let handle = (self.0.allocated.fetch_add(1, Ordering::SeqCst) + 1) * STEP;
        self.0.memory().insert(handle, (device_id, vec![0xAA; bytes]));
        Ok(ptr::without_provenance_mut(handle))
    }

    unsafe fn free(&self, device_id: i32, data: *mut c_void) -> Result<()> {
        let (owner, _) = self.0.memory().remove(&data.addr()).expect("memory that was not freed yet");
        assert_eq!(owner, device_id);
        self.0.freed.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    unsafe fn copy(&self, from: Region, to: Region, bytes: usize, _stream: Stream) -> Result<()> {
        self.0.copies.fetch_add(1, Ordering::SeqCst);
        let is_host = |device: Device| device.device_type == DeviceType::CPU;
        let mut memory = self.0.memory();
        let copied = if is_host(from.device) {
            // SAFETY: the region has that many bytes, as the caller promised.
            unsafe { std::slice::from_raw_parts(from.data.cast::<u8>().add(from.byte_offset), bytes) }
                .to_vec()
        } else {
            TestDevice::bytes_of(&mut memory, &from, bytes).to_vec()
        };
        if is_host(to.device) {
            // SAFETY: as above.
            unsafe { to.data.cast::<u8>().add(to.byte_offset).copy_from(copied.as_ptr(), bytes) };
        } else {
            TestDevice::bytes_of(&mut memory, &to, bytes).copy_from_slice(&copied);
        }
        Ok(())
    }

    unsafe fn synchronize(&self, _device_id: i32, _stream: Stream) -> Result<()> {
        self.0.synchronized.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}
