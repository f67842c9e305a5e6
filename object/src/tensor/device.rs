//! Devices.

use std::fmt;

/// A device kind, by the number of DLPack or TVM. Numbers from 128 on are remote devices: the
/// number modulo 128 is the kind of the remote device, and the number divided by 128, minus one, is
/// the RPC session.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DeviceType(pub i32);

impl DeviceType {
    /// The host.
    pub const CPU: Self = Self(1);
    /// An NVIDIA GPU.
    pub const CUDA: Self = Self(2);
    /// Host memory pinned for CUDA.
    pub const CUDA_HOST: Self = Self(3);
    /// OpenCL.
    pub const OPENCL: Self = Self(4);
    /// Intel FPGA SDK for OpenCL.
    pub const AOCL: Self = Self(5);
    /// Xilinx SDAccel.
    pub const SDACCEL: Self = Self(6);
    /// Vulkan.
    pub const VULKAN: Self = Self(7);
    /// Apple Metal.
    pub const METAL: Self = Self(8);
    /// Verilog simulator.
    pub const VPI: Self = Self(9);
    /// An AMD GPU.
    pub const ROCM: Self = Self(10);
    /// An extension device.
    pub const EXT_DEV: Self = Self(12);
    /// Qualcomm Hexagon.
    pub const HEXAGON: Self = Self(14);
    /// WebGPU.
    pub const WEBGPU: Self = Self(15);

    /// Returns the name of the kind, as used in string forms and in `device_api.<name>`. A remote
    /// device has the same name as a local one.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self.0 % 128 {
            1 => "cpu",
            2 => "cuda",
            3 => "cuda_host",
            4 => "opencl",
            5 => "aocl",
            6 => "sdaccel",
            7 => "vulkan",
            8 => "metal",
            9 => "vpi",
            10 => "rocm",
            12 => "ext_dev",
            14 => "hexagon",
            15 => "webgpu",
            _ => return None,
        })
    }

    /// Returns whether the memory of the device is host memory.
    pub const fn is_host(self) -> bool {
        matches!(self, Self::CPU | Self::CUDA_HOST)
    }

    /// Returns the RPC session of a remote device.
    pub const fn rpc_session(self) -> Option<i32> {
        if self.0 >= 128 { Some(self.0 / 128 - 1) } else { None }
    }
}

impl fmt::Display for DeviceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "unknown device type {}", self.0),
        }
    }
}

impl fmt::Debug for DeviceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A device, with the layout of DLPack's `DLDevice`.
///
/// ```
/// use objet_object::{Device, DeviceType};
///
/// assert_eq!(Device::cpu(0).to_string(), "cpu(0)");
/// assert_eq!(Device::new(DeviceType::OPENCL, 1).to_string(), "opencl(1)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Device {
    /// The kind.
    pub device_type: DeviceType,
    /// The number of the device within its kind, from 0.
    pub device_id: i32,
}

impl Device {
    /// Creates a device from a kind and a number.
    pub const fn new(device_type: DeviceType, device_id: i32) -> Self {
        Self { device_type, device_id }
    }

    /// Returns the host device.
    pub const fn cpu(device_id: i32) -> Self {
        Self::new(DeviceType::CPU, device_id)
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(session) = self.device_type.rpc_session() {
            write!(f, "remote[{session}]:")?;
        }
        write!(f, "{}({})", self.device_type, self.device_id)
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
