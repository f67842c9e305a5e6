//! Operators on memory, pointers and structs of the runtime.

use objet_ir::op::CallEffectKind::{self, Opaque, Pure, ReadState, SpecialCallArg};

use super::builtins;

builtins! {
    /// Allocates temporary memory: `(device_type, device_id, bytes, dtype_code, dtype_bits)`.
    tvm_backend_alloc_workspace = "tir.TVMBackendAllocWorkspace"
        .num_inputs(5).effect(Opaque).global_symbol("TVMBackendAllocWorkspace");
    /// Frees memory from `TVMBackendAllocWorkspace`: `(device_type, device_id, address)`.
    tvm_backend_free_workspace = "tir.TVMBackendFreeWorkspace"
        .num_inputs(3).effect(Opaque).global_symbol("TVMBackendFreeWorkspace");
    /// The address of an element: `address_of(load)`.
    address_of = "tir.address_of" .num_inputs(1).effect(Pure);
    /// Adds to an element atomically: `atomic_add(address, value)`.
    atomic_add = "tir.atomic_add" .effect(Opaque);
    /// Whether a pointer is null: `isnullptr(handle)`.
    isnullptr = "tir.isnullptr" .num_inputs(1).effect(Pure);
    /// The address of a part of a buffer: `(type, data, offset, extent, read_or_write)`.
    tvm_access_ptr = "tir.tvm_access_ptr" .num_inputs(5).effect(SpecialCallArg);
    /// Allocates memory on the stack: `tvm_stack_alloca(kind, count)`.
    tvm_stack_alloca = "tir.tvm_stack_alloca" .num_inputs(2).effect(Opaque);
    /// Creates a `DLTensor` on the stack: `(data, shape, strides, ndim, dtype, elem_offset)`.
    tvm_stack_make_array = "tir.tvm_stack_make_array" .num_inputs(6).effect(Opaque);
    /// Creates a shape on the stack: `tvm_stack_make_shape(dims...)`.
    tvm_stack_make_shape = "tir.tvm_stack_make_shape" .effect(Opaque);
    /// Reads a field of a struct in an array: `tvm_struct_get(structs, index, kind)`.
    tvm_struct_get = "tir.tvm_struct_get" .num_inputs(3).effect(ReadState);
    /// Writes a field of a struct in an array: `tvm_struct_set(structs, index, kind, value)`.
    tvm_struct_set = "tir.tvm_struct_set" .num_inputs(4).effect(CallEffectKind::UPDATE_STATE);
}
