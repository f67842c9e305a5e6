//! Operators on cooperating threads.

use objet_ir::op::CallEffectKind::{Opaque, Pure};

use super::builtins;

builtins! {
    /// CUDA's `__activemask()`.
    cuda_activemask = "tir.cuda.__activemask"
        .num_inputs(0).effect(Pure).global_symbol("__activemask").attr("cuda.need_warp_shuffle", true);
    /// CUDA's `__shfl_down_sync`.
    cuda_shfl_down_sync = "tir.cuda.__shfl_down_sync"
        .argument("mask", "Expr", "The lanes that take part.")
        .argument("var", "Expr", "The value that this lane provides.")
        .argument("delta", "Expr", "The distance to the higher source lane.")
        .argument("width", "Expr", "The number of lanes in a group.")
        .effect(Opaque)
        .global_symbol("__shfl_down_sync")
        .attr("cuda.need_warp_shuffle", true);
    /// CUDA's `__shfl_sync`.
    cuda_shfl_sync = "tir.cuda.__shfl_sync"
        .argument("mask", "Expr", "The lanes that take part.")
        .argument("var", "Expr", "The value that this lane provides.")
        .argument("lane", "Expr", "The source lane.")
        .argument("width", "Expr", "The number of lanes in a group.")
        .effect(Opaque)
        .global_symbol("__shfl_sync")
        .attr("cuda.need_warp_shuffle", true);
    /// CUDA's `__shfl_up_sync`.
    cuda_shfl_up_sync = "tir.cuda.__shfl_up_sync"
        .argument("mask", "Expr", "The lanes that take part.")
        .argument("var", "Expr", "The value that this lane provides.")
        .argument("delta", "Expr", "The distance to the lower source lane.")
        .argument("width", "Expr", "The number of lanes in a group.")
        .effect(Opaque)
        .global_symbol("__shfl_up_sync")
        .attr("cuda.need_warp_shuffle", true);
    /// Initializes the barrier of all blocks at the start of a kernel.
    tvm_global_barrier_kinit = "tir.tvm_global_barrier_kinit" .effect(Opaque);
    /// Waits for the other threads that share a memory: `tvm_storage_sync(scope)`.
    tvm_storage_sync = "tir.tvm_storage_sync" .effect(Opaque);
    /// Reduces the values of all threads: `(count, values..., cond, results..., threads...)`.
    tvm_thread_allreduce = "tir.tvm_thread_allreduce" .effect(Opaque);
    /// Keeps an expression inside the thread that computes it: `tvm_thread_context(value)`.
    tvm_thread_context = "tir.tvm_thread_context" .num_inputs(1).effect(Opaque);
    /// The mask of the active lanes of the warp.
    tvm_warp_activemask = "tir.tvm_warp_activemask" .effect(Opaque);
    /// The value of another lane: `tvm_warp_shuffle(mask, value, lane, width, warp_size)`.
    tvm_warp_shuffle = "tir.tvm_warp_shuffle" .effect(Opaque);
    /// The value of a higher lane: `tvm_warp_shuffle_down(mask, value, delta, width, warp_size)`.
    tvm_warp_shuffle_down = "tir.tvm_warp_shuffle_down" .effect(Opaque);
    /// The value of a lower lane: `tvm_warp_shuffle_up(mask, value, delta, width, warp_size)`.
    tvm_warp_shuffle_up = "tir.tvm_warp_shuffle_up" .effect(Opaque);
}
