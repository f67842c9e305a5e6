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
