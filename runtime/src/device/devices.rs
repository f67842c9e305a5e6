//! The kinds of devices that there are.

use std::sync::OnceLock;

use objet_object::{DeviceType, process};

use crate::device::DeviceApi;

/// The kinds of devices of this process, by type.
pub enum Devices {}

/// A kind of device that cannot be used, or registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// Nothing that is linked in knows the kind.
    #[error("Device API {name} is not enabled: {hint}")]
    NotEnabled {
        /// The kind.
        name: String,
        /// What would enable it.
        hint: &'static str,
    },
    /// The kind is there already.
    #[error("expected a type of device that has no API yet, found {device_type}, which has one")]
    Twice {
        /// The kind.
        device_type: DeviceType,
    },
    /// The number stands for no kind.
    #[error("expected a type of device from 1 to 31, found {}", device_type.0)]
    OutOfRange {
        /// The number.
        device_type: DeviceType,
    },
}

/// How many kinds the table has room for, as TVM's.
const KINDS: usize = 32;

struct Kinds([OnceLock<Box<dyn DeviceApi>>; KINDS]);

impl Devices {
    /// The API of a kind of device. Takes no lock.
    ///
    /// # Errors
    /// If the kind is not there, with what would enable it.
    pub fn api(device_type: DeviceType) -> Result<&'static dyn DeviceApi, DeviceError> {
        let found = slot(device_type).and_then(OnceLock::get).map(|api| &**api);
        found
            .ok_or_else(|| DeviceError::NotEnabled { name: device_type.to_string(), hint: hint(device_type) })
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

fn hint(device_type: DeviceType) -> &'static str {
    match device_type {
        DeviceType::CUDA | DeviceType::CUDA_HOST => "build with the feature `cuda`",
        DeviceType::OPENCL => "build with the feature `opencl`",
        _ => "give an API of this type to `Devices::register`",
    }
}

fn slot(device_type: DeviceType) -> Option<&'static OnceLock<Box<dyn DeviceApi>>> {
    static THIS: OnceLock<&'static Kinds> = OnceLock::new();
    let kinds = THIS.get_or_init(shared);
    usize::try_from(device_type.0).ok().filter(|number| *number > 0).and_then(|number| kinds.0.get(number))
}

#[cold]
#[expect(unsafe_code, reason = "a part of the state of the process is known by its name")]
fn shared() -> &'static Kinds {
    const PART: &str = concat!("objet-runtime devices ", env!("CARGO_PKG_VERSION"));
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type.
    unsafe { process::current().part(PART, || Kinds([const { OnceLock::new() }; KINDS])) }
}
