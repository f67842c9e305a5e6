//! Calls of functions and intrinsics.

use objet_ir::op::CallEffectKind::{self, Opaque, Pure, ReadState, SpecialCallArg};

use super::builtins;

builtins! {
    /// Calls a C function by name: `call_extern(name, args...)`.
    call_extern = "tir.call_extern" .effect(Opaque);
    /// Calls an LLVM intrinsic: `(number, signature_args, args...)`.
    call_llvm_intrin = "tir.call_llvm_intrin" .effect(Opaque);
    /// Calls an LLVM intrinsic without side effects: `(number, signature_args, args...)`.
    call_llvm_pure_intrin = "tir.call_llvm_pure_intrin" .effect(Pure);
    /// Calls a C function without side effects by name: `call_pure_extern(name, args...)`.
    call_pure_extern = "tir.call_pure_extern" .effect(Pure);
    /// Calls a GLSL.std.450 instruction in SPIR-V: `call_spirv_pure_glsl450(number, args...)`.
    call_spirv_pure_glsl450 = "tir.call_spirv_pure_glsl450" .effect(Pure);
    /// Returns the address of a linked parameter by name.
    lookup_param = "tir.lookup_param" .num_inputs(4).effect(CallEffectKind::UPDATE_STATE);
    /// Calls a packed function by name with the C calling convention: `(name, args..., resource)`.
    tvm_call_cpacked = "tir.tvm_call_cpacked" .effect(Opaque);
    /// `tvm_call_cpacked`, arguments on a stack: `(name, values, codes, begin, end, resource)`.
    tvm_call_cpacked_lowered = "tir.tvm_call_cpacked_lowered" .effect(Opaque);
    /// Calls a packed function by name: `tvm_call_packed(name, args...)`.
    tvm_call_packed = "tir.tvm_call_packed" .effect(Opaque);
    /// `tvm_call_packed`, arguments on a stack: `(name, values, codes, begin, end)`.
    tvm_call_packed_lowered = "tir.tvm_call_packed_lowered" .effect(Opaque);
    /// Calls a packed tracing function and returns its last argument: `(name, args...)`.
    tvm_call_trace_packed = "tir.tvm_call_trace_packed" .effect(Opaque);
    /// `tvm_call_trace_packed`, arguments on a stack: `(name, values, codes, begin, end, traced)`.
    tvm_call_trace_packed_lowered = "tir.tvm_call_trace_packed_lowered" .effect(Opaque);
    /// The identifier of the context in which a generated function runs.
    tvm_context_id = "tir.tvm_context_id" .num_inputs(0).effect(ReadState);
    /// A pointer that is initially null and lives as long as the module.
    tvm_static_handle = "tir.tvm_static_handle" .num_inputs(0).effect(SpecialCallArg);
}
