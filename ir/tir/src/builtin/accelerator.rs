//! Textures, tensor cores and vectors.

use objet_ir::op::CallEffectKind::{Opaque, Pure, ReadState};

use super::builtins;

builtins! {
    /// Allocates a texture of two dimensions.
    texture2d_alloca = "tir.texture2d_alloca" .effect(Opaque);
    /// Reads from a texture of two dimensions.
    texture2d_load = "tir.texture2d_load" .effect(Opaque).vectorizable();
    /// Writes into a texture of two dimensions.
    texture2d_store = "tir.texture2d_store" .effect(Opaque).vectorizable();
    /// Multiplies fragments of single bits and adds, on tensor cores.
    tvm_bmma_sync = "tir.tvm_bmma_sync" .effect(Opaque);
    /// Fills a fragment with one value: `tvm_fill_fragment(fragment, m, n, k, index, value)`.
    tvm_fill_fragment = "tir.tvm_fill_fragment" .effect(Opaque);
    /// Loads a fragment: `tvm_load_matrix_sync(fragment, m, n, k, index, address, stride, layout)`.
    tvm_load_matrix_sync = "tir.tvm_load_matrix_sync" .effect(ReadState);
    /// Multiplies fragments and adds, on tensor cores: `tvm_mma_sync(d, index_d, a, index_a, b, index_b, c, index_c)`.
    tvm_mma_sync = "tir.tvm_mma_sync" .effect(Opaque);
    /// Stores a fragment: `tvm_store_matrix_sync(fragment, m, n, k, index, address, stride, layout)`.
    tvm_store_matrix_sync = "tir.tvm_store_matrix_sync" .effect(Opaque);
    /// One vector of two, the first of which becomes the lower half: `vectorcombine(low, high)`.
    vectorcombine = "tir.vectorcombine" .effect(Pure);
    /// The upper half of a vector: `vectorhigh(vector)`.
    vectorhigh = "tir.vectorhigh" .effect(Pure);
    /// The lower half of a vector: `vectorlow(vector)`.
    vectorlow = "tir.vectorlow" .effect(Pure);
}
