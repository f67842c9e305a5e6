//! What is computed, and when.

use objet_ir::op::CallEffectKind::{ControlJump, EmbedInfo, ExprAnnotation, Opaque, Pure};

use super::builtins;

builtins! {
    /// One value or the other, of which only that one is computed: `if_then_else(cond, then, else)`.
    if_then_else = "tir.if_then_else" .num_inputs(3).effect(Pure);
    /// A condition that mostly holds: `likely(cond)`.
    likely = "tir.likely" .num_inputs(1).effect(ExprAnnotation).vectorizable();
    /// Reads into the cache ahead of time: `prefetch(address, read_or_write, locality, cache_type)`.
    prefetch = "tir.prefetch" .effect(Opaque);
    /// Leaves the function with a value: `ret(value)`.
    ret = "tir.ret" .num_inputs(1).effect(ControlJump);
    /// Leaves the function with the error that was set last.
    tvm_throw_last_error = "tir.tvm_throw_last_error" .num_inputs(0).effect(Opaque);
    /// Several values, as the value of an attribute: `tvm_tuple(values...)`.
    tvm_tuple = "tir.tvm_tuple" .effect(EmbedInfo);
    /// A value that is nowhere, for the data type of the call alone.
    type_annotation = "tir.type_annotation" .effect(Pure);
}
