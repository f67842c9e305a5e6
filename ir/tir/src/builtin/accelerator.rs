//! Textures, tensor cores and vectors.

use objet_ir::op::CallEffectKind::{Opaque, Pure, ReadState};

use super::builtin;

builtin! {
    /// Allocates a texture of two dimensions.
    texture2d_alloca = "tir.texture2d_alloca" .effect(Opaque)
}

builtin! {
    /// Reads from a texture of two dimensions.
    texture2d_load = "tir.texture2d_load" .effect(Opaque).vectorizable()
}

builtin! {
    /// Writes into a texture of two dimensions.
    texture2d_store = "tir.texture2d_store" .effect(Opaque).vectorizable()
}

builtin! {
    /// Multiplies fragments of single bits and adds, on tensor cores.
    tvm_bmma_sync = "tir.tvm_bmma_sync" .effect(Opaque)
}

builtin! {
    /// Fills a fragment with one value: `tvm_fill_fragment(fragment, m, n, k, index, value)`.
    tvm_fill_fragment = "tir.tvm_fill_fragment" .effect(Opaque)
}

builtin! {
    /// Loads a fragment: `tvm_load_matrix_sync(fragment, m, n, k, index, address, stride, layout)`.
    tvm_load_matrix_sync = "tir.tvm_load_matrix_sync" .effect(ReadState)
}

builtin! {
    /// Multiplies fragments and adds, on tensor cores: `tvm_mma_sync(d, index_d, a, index_a, b, index_b, c, index_c)`.
    tvm_mma_sync = "tir.tvm_mma_sync" .effect(Opaque)
}

builtin! {
    /// Stores a fragment: `tvm_store_matrix_sync(fragment, m, n, k, index, address, stride, layout)`.
    tvm_store_matrix_sync = "tir.tvm_store_matrix_sync" .effect(Opaque)
}

builtin! {
    /// One vector of two, the first of which becomes the lower half: `vectorcombine(low, high)`.
    vectorcombine = "tir.vectorcombine" .effect(Pure)
}

builtin! {
    /// The upper half of a vector: `vectorhigh(vector)`.
    vectorhigh = "tir.vectorhigh" .effect(Pure)
}

builtin! {
    /// The lower half of a vector: `vectorlow(vector)`.
    vectorlow = "tir.vectorlow" .effect(Pure)
}
