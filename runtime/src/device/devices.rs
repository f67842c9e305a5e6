//! The table of device kinds.

use std::ptr;
use std::sync::OnceLock;

use objet_object::{DeviceType, OpaqueHandle};

use crate::device::cpu::CpuDevice;
use crate::device::{DeviceApi, DeviceError};
use crate::register_global;
use crate::shared::Shared;

/// The device kinds of this process, by type.
pub enum Devices {}

/// Size of the table, as in TVM.
const MAX_KINDS: usize = 32;

/// A function that returns the API of a remote device type, if its session exists.
type FindRemote = fn(DeviceType) -> Option<&'static dyn DeviceApi>;

struct Kinds {
    local: [OnceLock<Box<dyn DeviceApi>>; MAX_KINDS],
    remote: OnceLock<FindRemote>,
}

impl Kinds {
    /// Creates the table with the built-in kinds.
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
        Self { local: kinds, remote: OnceLock::new() }
    }
}

impl Devices {
    /// Returns the API of a device kind. Takes no lock, unless the device is remote.
    ///
    /// # Errors
    /// If the kind is not registered. The error says how to enable it.
    pub fn api(device_type: DeviceType) -> Result<&'static dyn DeviceApi, DeviceError> {
        let found = match device_type.rpc_session() {
            None => slot(device_type).and_then(OnceLock::get).map(|api| &**api),
            Some(_) => KINDS.remote.get().and_then(|find| find(device_type)),
        };
        found.ok_or_else(|| DeviceError::NotEnabled { name: name(device_type), hint: hint(device_type) })
    }

    /// Returns the address that represents a device kind in other languages, or null if the type is
    /// out of range. Only this crate interprets the address.
    pub(crate) fn handle(device_type: DeviceType) -> OpaqueHandle {
        slot(device_type)
            .map_or(OpaqueHandle::NULL, |slot| OpaqueHandle(ptr::from_ref(slot).cast_mut().cast()))
    }

    /// Registers a device kind.
    ///
    /// # Errors
    /// If the kind is already registered, or if its number is out of range.
    pub fn register(device_type: DeviceType, api: impl DeviceApi) -> Result<(), DeviceError> {
        let slot = slot(device_type).ok_or(DeviceError::OutOfRange { device_type })?;
        slot.set(Box::new(api)).map_err(|_| DeviceError::DuplicateApi { device_type })
    }

    /// Registers the function that finds the APIs of remote devices, whose types are 128 and
    /// higher.
    ///
    /// # Errors
    /// If such a function is already registered.
    pub fn register_remote(find: FindRemote) -> Result<(), DeviceError> {
        let duplicate = |_| DeviceError::DuplicateApi { device_type: DeviceType(128) };
        KINDS.remote.set(find).map_err(duplicate)
    }
}

/// Makes a device current for this thread, if its kind has a current device. Compiled code calls
/// this function before it launches kernels.
#[register_global("__tvm_set_device", crate = objet_runtime)]
pub(crate) fn set_device(device_type: i32, device_id: i32) -> crate::error::Result<()> {
    Devices::api(DeviceType(device_type))?.set_device(device_id)
}

fn name(device_type: DeviceType) -> String {
    if device_type.rpc_session().is_some() { "rpc".into() } else { device_type.to_string() }
}

fn hint(device_type: DeviceType) -> &'static str {
    match device_type {
        remote if remote.rpc_session().is_some() => "its session has ended",
        DeviceType::CUDA | DeviceType::CUDA_HOST => "build with the feature `cuda`",
        DeviceType::OPENCL => "build with the feature `opencl`",
        _ => "register an API of this type with `Devices::register`",
    }
}

static KINDS: Shared<Kinds> = Shared::new(Kinds::new);

fn slot(device_type: DeviceType) -> Option<&'static OnceLock<Box<dyn DeviceApi>>> {
    usize::try_from(device_type.0)
        .ok()
        .filter(|number| *number > 0)
        .and_then(|number| KINDS.local.get(number))
}
