//! Global functions that create the passes of the first half of lowering.

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::transform::Sequential;

use super::PrimFuncPass;

/// Creates a pass that simplifies the expressions of functions.
#[register_global("tir.transform.Simplify")]
fn simplify() -> PrimFuncPass {
    super::simplify()
}

/// Creates a pass that narrows the indices of functions to `target_bits` if their values fit.
#[register_global("tir.transform.NarrowDataType")]
fn narrow_data_type(target_bits: i32) -> Result<PrimFuncPass, ConstructError> {
    super::narrow_data_type(target_bits)
}

/// Creates a pass that lays out the memory of functions that schedules make.
#[register_global("tir.transform.StorageFlatten")]
fn storage_flatten(cache_line_size: i32, #[default(false)] create_bound_attributes: bool) -> PrimFuncPass {
    super::storage_flatten(cache_line_size, create_bound_attributes)
}

/// Creates a pass that prefetches the regions that later iterations of a loop read.
#[register_global("tir.transform.InjectPrefetch")]
fn inject_prefetch() -> PrimFuncPass {
    super::inject_prefetch()
}

/// Creates a pass that lays out buffers in textures.
#[register_global("tir.transform.TextureFlatten")]
fn texture_flatten() -> PrimFuncPass {
    super::texture_flatten()
}

/// Creates a pass that replaces `bfloat16` by other types.
#[register_global("tir.transform.BF16Legalize")]
fn bf16_legalize() -> Sequential {
    super::bf16_legalize()
}

/// Creates a pass that computes with `bfloat16` in `float32`.
#[register_global("tir.transform.BF16Promote")]
fn bf16_promote() -> PrimFuncPass {
    super::bf16_promote()
}

/// Creates a pass that removes conversions of `float32` to `bfloat16` and back.
#[register_global("tir.transform.BF16CastElimination")]
fn bf16_cast_elimination() -> PrimFuncPass {
    super::bf16_cast_elimination()
}

/// Creates a pass that stores `bfloat16` as `uint16` of the same bits.
#[register_global("tir.transform.BF16TypeLowering")]
fn bf16_type_lowering() -> PrimFuncPass {
    super::bf16_type_lowering()
}

/// Creates a pass that checks the indices of stores and loads at run time.
#[register_global("tir.transform.InstrumentBoundCheckers")]
fn instrument_bound_checkers() -> PrimFuncPass {
    super::instrument_bound_checkers()
}
