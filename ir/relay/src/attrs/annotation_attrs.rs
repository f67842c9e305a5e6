//! Attributes of operators that annotate an expression and leave its value unchanged.

use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::env_func::EnvFunc;

/// Attributes of `annotation.cast_hint`.
#[attrs_node("relay.attrs.CastHintAttrs")]
pub struct CastHintAttrsNode {
    /// The data type of the hint.
    pub dtype: DataType,
}

/// Attributes of `annotation.compiler_begin` and `annotation.compiler_end`.
#[attrs_node("relay.attrs.CompilerAttrs")]
pub struct CompilerAttrsNode {
    /// The name of the external compiler.
    pub compiler: std::string::String,
}

/// Attributes of `annotation.with_funcid`, which marks functions for partial evaluation.
#[attrs_node("relay.attrs.WithFuncIdAttrs")]
pub struct WithFuncIdAttrsNode {
    /// The id of the function.
    #[reflect(default = -1)]
    pub fid: i32,
}

/// Attributes of `debug`.
#[attrs_node("relay.attrs.DebugAttrs")]
pub struct DebugAttrsNode {
    /// The function to call when the value is computed; null for the default debugger.
    #[reflect(required)]
    pub debug_func: Option<EnvFunc>,
}

/// Attributes of `parser.MetaRef`, a placeholder for a node of the metadata section until the
/// section is parsed.
#[attrs_node("relay.attrs.MetaRefAttrs")]
pub struct MetaRefAttrsNode {
    /// The type key of the node.
    pub node_type_key: objet::String,
    /// The index of the node among the nodes of its type, from 0.
    pub node_index: u64,
}

/// Attributes of `on_device`.
#[attrs_node("relay.attrs.OnDeviceAttrs")]
pub struct OnDeviceAttrsNode {
    /// The device type, as numbered by DLPack.
    #[reflect(default = 0)]
    pub device_type: i32,
    /// Whether the result must also be on this device, so that device planning inserts no copy.
    #[reflect(default = false)]
    pub is_fixed: bool,
}

/// Attributes of `device_copy`.
#[attrs_node("relay.attrs.DeviceCopyAttrs")]
pub struct DeviceCopyAttrsNode {
    /// The type of the source device, as numbered by DLPack.
    #[reflect(default = 0)]
    pub src_dev_type: i32,
    /// The type of the destination device, as numbered by DLPack.
    #[reflect(default = 0)]
    pub dst_dev_type: i32,
}
