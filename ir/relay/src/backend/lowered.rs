//! Functions that were lowered to tensor expressions, and the keys of a compiler's cache.

use objet::prelude::*;
use objet_ir::expr::{GlobalVar, IntImm};
use objet_ir::module::IRModule;
use objet_ir::target::Target;
use objet_tir::function::PrimFunc;
use objet_tir::te::Tensor;
use objet_tir::te::schedule::Schedule;

use crate::expr::Function;
use crate::op_strategy::OpImplementation;

/// The tensors of a call of an operator, with the implementation that computes them.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.LoweredOutput", is_final, new)]
pub struct LoweredOutputNode {
    base: Object,
    /// The tensors.
    pub outputs: Array<Tensor>,
    /// The implementation.
    pub implementation: OpImplementation,
}

/// The key of a compiled function: the function before it is compiled, and the target.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.CCacheKey", is_final, new)]
pub struct CCacheKeyNode {
    base: Object,
    /// The function.
    pub source_func: Function,
    /// The target.
    pub target: Target,
}

/// A compiled function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.CachedFunc", is_final)]
pub struct CachedFuncNode {
    base: Object,
    /// The target.
    pub target: Target,
    /// The name of the function of tir.
    pub prim_fn_var: GlobalVar,
    /// The inputs.
    pub inputs: Array<Tensor>,
    /// The outputs.
    pub outputs: Array<Tensor>,
    /// The schedule; null for a function that is tir already.
    pub schedule: Option<Schedule>,
    /// The function of tir, if the relay function is one.
    pub prim_func: Option<PrimFunc>,
    /// The functions of tir.
    pub funcs: IRModule,
    /// The parts of each input that a shape function reads: 1 the shape, 2 the data, 3 both.
    pub shape_func_param_states: Array<IntImm>,
}

/// The value in a compiler's cache.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.CCacheValue", is_final)]
pub struct CCacheValueNode {
    base: Object,
    /// The compiled function; null until it is compiled.
    pub cached_func: Option<CachedFunc>,
    /// The number of uses.
    pub use_count: i32,
}

/// A compiler from relay to tensor expressions. Only the type is known: no code creates objects
/// of it.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "relay.TECompiler", is_final)]
pub struct TECompilerNode {
    base: Object,
}

/// Creates the tensors of a call.
#[register_global("relay.backend._make_LoweredOutput")]
fn make_lowered_output(outputs: Array<Tensor>, implementation: OpImplementation) -> LoweredOutput {
    LoweredOutput::new(outputs, implementation)
}

/// Creates the key of a compiled function.
#[register_global("relay.backend._make_CCacheKey")]
fn make_cache_key(source_func: Function, target: Target) -> CCacheKey {
    CCacheKey::new(source_func, target)
}
