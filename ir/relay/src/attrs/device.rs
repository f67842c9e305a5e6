//! Attributes of operators that say where values are, or bring them elsewhere.

use objet_ir::attrs::attrs_node;

/// Attributes of `on_device`.
#[attrs_node("relay.attrs.OnDeviceAttrs")]
pub struct OnDeviceAttrsNode {
    /// The type of the device, as DLPack numbers them.
    #[reflect(default = 0)]
    pub device_type: i32,
    /// Whether the value is there already, so that no copy is to be inserted.
    #[reflect(default = false)]
    pub is_fixed: bool,
}

/// Attributes of `device_copy`.
#[attrs_node("relay.attrs.DeviceCopyAttrs")]
pub struct DeviceCopyAttrsNode {
    /// The type of the device that it comes from, as DLPack numbers them.
    #[reflect(default = 0)]
    pub src_dev_type: i32,
    /// The type of the device that it goes to, as DLPack numbers them.
    #[reflect(default = 0)]
    pub dst_dev_type: i32,
}
