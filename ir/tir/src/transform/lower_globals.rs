//! Global functions that create the passes of the first half of lowering.

use objet::prelude::*;
use objet_ir::ConstructError;

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
fn storage_flatten(
    cache_line_size: i32,
    #[default(false)] create_bound_attributes: bool,
) -> PrimFuncPass {
    super::storage_flatten(cache_line_size, create_bound_attributes)
}
