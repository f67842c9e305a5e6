//! Operators on textures, tensor cores and vectors.

use objet_ir::op::CallEffectKind::{Opaque, Pure, ReadState};

use super::builtins;

builtins! {
    /// Allocates a 2D texture.
    texture2d_alloca = "tir.texture2d_alloca" .effect(Opaque);
    /// Reads from a 2D texture.
    texture2d_load = "tir.texture2d_load" .effect(Opaque).vectorizable();
    /// Writes into a 2D texture.
    texture2d_store = "tir.texture2d_store" .effect(Opaque).vectorizable();
    /// Multiplies and accumulates fragments of single bits on tensor cores.
    tvm_bmma_sync = "tir.tvm_bmma_sync" .effect(Opaque);
    /// Fills a fragment with one value: `tvm_fill_fragment(fragment, m, n, k, index, value)`.
    tvm_fill_fragment = "tir.tvm_fill_fragment" .effect(Opaque);
    /// Loads a fragment: `(fragment, m, n, k, index, address, stride, layout)`.
    tvm_load_matrix_sync = "tir.tvm_load_matrix_sync" .effect(ReadState);
    /// Multiplies and accumulates fragments: `(d, index_d, a, index_a, b, index_b, c, index_c)`.
    tvm_mma_sync = "tir.tvm_mma_sync" .effect(Opaque);
    /// Stores a fragment: `(fragment, m, n, k, index, address, stride, layout)`.
    tvm_store_matrix_sync = "tir.tvm_store_matrix_sync" .effect(Opaque);
    /// Concatenates two vectors: `vectorcombine(low, high)`.
    vectorcombine = "tir.vectorcombine" .effect(Pure);
    /// The upper half of a vector: `vectorhigh(vector)`.
    vectorhigh = "tir.vectorhigh" .effect(Pure);
    /// The lower half of a vector: `vectorlow(vector)`.
    vectorlow = "tir.vectorlow" .effect(Pure);
}
