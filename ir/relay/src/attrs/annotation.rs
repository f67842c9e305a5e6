//! Attributes of operators that say something about an expression, and leave its value as it is.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::env_func::EnvFunc;

/// Attributes of `annotation.cast_hint`.
#[attrs_node("relay.attrs.CastHintAttrs")]
pub struct CastHintAttrsNode {
    /// The data type that is hinted at.
    pub dtype: DataType,
}

/// Attributes of `annotation.compiler_begin` and `annotation.compiler_end`.
#[attrs_node("relay.attrs.CompilerAttrs")]
pub struct CompilerAttrsNode {
    /// The name of the compiler outside of TVM.
    pub compiler: std::string::String,
}

/// Attributes of `annotation.with_funcid`, by which partial evaluation knows functions again.
#[attrs_node("relay.attrs.WithFuncIdAttrs")]
pub struct WithFuncIdAttrsNode {
    /// The number of the function.
    #[reflect(default = -1)]
    pub fid: i32,
}

/// Attributes of `debug`.
#[attrs_node("relay.attrs.DebugAttrs")]
pub struct DebugAttrsNode {
    /// What is called when the value is computed; null for the usual debugger.
    #[reflect(required)]
    pub debug_func: Option<EnvFunc>,
}

/// Attributes of `parser.MetaRef`, which stands for a node of the metadata section until that is read.
#[attrs_node("relay.attrs.MetaRefAttrs")]
pub struct MetaRefAttrsNode {
    /// The type key of the node.
    pub node_type_key: objet::String,
    /// Which node of that type, from 0.
    pub node_index: u64,
}

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
