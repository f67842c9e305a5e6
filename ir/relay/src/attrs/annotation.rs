//! Attributes of operators that say something about an expression, and leave its value as it is.

use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::env_func::EnvFunc;

/// Attributes of `annotation.cast_hint`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.CastHintAttrs", is_final, new)]
pub struct CastHintAttrsNode {
    base: AttrsNode,
    /// The data type that is hinted at.
    pub dtype: DataType,
}

/// Attributes of `annotation.compiler_begin` and `annotation.compiler_end`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.CompilerAttrs", is_final, new)]
pub struct CompilerAttrsNode {
    base: AttrsNode,
    /// The name of the compiler outside of TVM.
    pub compiler: std::string::String,
}

/// Attributes of `annotation.with_funcid`, by which partial evaluation knows functions again.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.WithFuncIdAttrs", is_final, new)]
pub struct WithFuncIdAttrsNode {
    base: AttrsNode,
    /// The number of the function.
    #[reflect(default = -1)]
    pub fid: i32,
}

/// Attributes of `debug`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.attrs.DebugAttrs", is_final, new)]
pub struct DebugAttrsNode {
    base: AttrsNode,
    /// What is called when the value is computed; null for the usual debugger.
    #[reflect(required)]
    pub debug_func: Option<EnvFunc>,
}
