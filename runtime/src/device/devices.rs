//! The kinds of devices that there are.

use std::ptr;
use std::sync::OnceLock;

use objet_object::{DeviceType, OpaqueHandle};

use crate::device::cpu::CpuDevice;
use crate::device::{DeviceApi, DeviceError};
use crate::register_global;
use crate::shared::Shared;

/// The kinds of devices of this process, by type.
pub enum Devices {}

/// How many kinds the table has room for, as TVM's.
const MAX_KINDS: usize = 32;

struct Kinds([OnceLock<Box<dyn DeviceApi>>; MAX_KINDS]);

impl Kinds {
    /// The table with what is built in.
    fn new() -> Self {
        let mut kinds = [const { OnceLock::new() }; MAX_KINDS];
        let mut add = |DeviceType(number), api: Box<dyn DeviceApi>| kinds[number as usize] = api.into();
        add(DeviceType::CPU, Box::new(CpuDevice));
        #[cfg(feature = "opencl")]
        add(DeviceType::OPENCL, Box::new(crate::device::opencl::OpenclApi));
        #[cfg(feature = "cuda")]
        {
            add(DeviceType::CUDA, Box::new(crate::device::cuda::Cuda));
            add(DeviceType::CUDA_HOST, Box::new(crate::device::cuda::CudaHost));
        }
        Self(kinds)
    }
}

impl Devices {
    /// The API of a kind of device. Takes no lock.
    ///
    /// # Errors
    /// If the kind is not there, with what would enable it.
    pub fn api(device_type: DeviceType) -> Result<&'static dyn DeviceApi, DeviceError> {
        let found = slot(device_type).and_then(OnceLock::get).map(|api| &**api);
        found.ok_or_else(|| DeviceError::NotEnabled { name: name(device_type), hint: hint(device_type) })
    }

    /// The address that stands for a kind of device where another language asks for it, null if there is no such type. What is at
    /// it means something to this crate alone.
    pub(crate) fn handle(device_type: DeviceType) -> OpaqueHandle {
        slot(device_type)
            .map_or(OpaqueHandle::NULL, |slot| OpaqueHandle(ptr::from_ref(slot).cast_mut().cast()))
    }

    /// Makes a kind of device known.
    ///
    /// # Errors
    /// If the kind is there already, or if its number is out of range.
    pub fn register(device_type: DeviceType, api: impl DeviceApi) -> Result<(), DeviceError> {
        let slot = slot(device_type).ok_or(DeviceError::OutOfRange { device_type })?;
        slot.set(Box::new(api)).map_err(|_| DeviceError::Twice { device_type })
    }
}

/// Makes a device the current one of this thread, where its kind has such a notion. Compiled code
/// calls this function before it calls kernels.
#[register_global("__tvm_set_device", crate = objet_runtime)]
pub(crate) fn set_device(device_type: i32, device_id: i32) -> crate::error::Result<()> {
    Devices::api(DeviceType(device_type))?.set_device(device_id)
}

fn name(device_type: DeviceType) -> String {
    if device_type.rpc_session().is_some() { "rpc".into() } else { device_type.to_string() }
}

fn hint(device_type: DeviceType) -> &'static str {
    match device_type {
        remote if remote.rpc_session().is_some() => "devices of other machines cannot be used yet",
        DeviceType::CUDA | DeviceType::CUDA_HOST => "build with the feature `cuda`",
        DeviceType::OPENCL => "build with the feature `opencl`",
        _ => "give an API of this type to `Devices::register`",
    }
}

fn slot(device_type: DeviceType) -> Option<&'static OnceLock<Box<dyn DeviceApi>>> {
    static KINDS: Shared<Kinds> = Shared::new(Kinds::new);
    usize::try_from(device_type.0).ok().filter(|number| *number > 0).and_then(|number| KINDS.0.get(number))
}
