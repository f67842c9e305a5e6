//! Control flow and annotations.

use objet_ir::op::CallEffectKind::{ControlJump, EmbedInfo, ExprAnnotation, Opaque, Pure};

use super::builtins;

builtins! {
    /// Selects a value and evaluates only that value: `if_then_else(cond, then, else)`.
    if_then_else = "tir.if_then_else" .num_inputs(3).effect(Pure);
    /// Marks a condition as likely to hold: `likely(cond)`.
    likely = "tir.likely" .num_inputs(1).effect(ExprAnnotation).vectorizable();
    /// Prefetches into the cache: `prefetch(address, read_or_write, locality, cache_type)`.
    prefetch = "tir.prefetch" .effect(Opaque);
    /// Returns from the function with a value: `ret(value)`.
    ret = "tir.ret" .num_inputs(1).effect(ControlJump);
    /// Returns from the function with the error that was set last.
    tvm_throw_last_error = "tir.tvm_throw_last_error" .num_inputs(0).effect(Opaque);
    /// A tuple as the value of an attribute: `tvm_tuple(values...)`.
    tvm_tuple = "tir.tvm_tuple" .effect(EmbedInfo);
    /// A placeholder of which only the data type is used.
    type_annotation = "tir.type_annotation" .effect(Pure);
}
