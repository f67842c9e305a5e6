//! A kind of device whose memory is behind handles, as that of some real ones is, and which counts what it is asked for.
//!
//! Invariant: a copy touches bytes of the host only as its caller vouches for; those of the device are found by handle.

#![allow(dead_code, reason = "a crate that has this module uses some of it")]
#![allow(unsafe_code, reason = "devices copy from and to addresses")]

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet_object::{Device, DeviceType, RetValue};
use objet_runtime::device::{DeviceAttribute, Region, Stream};
use objet_runtime::{DeviceApi, DeviceError, Devices, Result};

/// What devices of the kind have, and have been asked for.
#[derive(Default)]
pub(crate) struct TestDevice {
    memory: Mutex<HashMap<usize, (i32, Vec<u8>)>>,
    pub(crate) allocated: AtomicUsize,
    pub(crate) freed: AtomicUsize,
    pub(crate) copies: AtomicUsize,
    pub(crate) synchronized: AtomicUsize,
}

/// How many devices of the kind there are.
pub(crate) const DEVICES: i32 = 2;
/// How many bytes a device gives at most at once.
pub(crate) const LARGEST: usize = 1 << 20;
const STEP: usize = 1 << 24;

impl TestDevice {
    /// Registers the kind under that type. Each module of tests has a type of its own, since the
    /// kinds count.
    pub(crate) fn register(device_type: DeviceType) -> Arc<Self> {
        Self::try_register(device_type).unwrap()
    }

    pub(crate) fn try_register(device_type: DeviceType) -> Result<Arc<Self>, DeviceError> {
        let this = Arc::<Self>::default();
        Devices::register(device_type, Shared(this.clone())).map(|()| this)
    }

    /// How many pieces of memory were not freed.
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

// SAFETY: handles are given out once; copies go to the bytes behind them.
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
            // SAFETY: so many bytes are there, says the caller.
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
