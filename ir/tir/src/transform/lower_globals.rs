//! Global functions that create the passes of the first half of lowering.

use objet::prelude::*;

use super::PrimFuncPass;

/// Creates a pass that simplifies the expressions of functions.
#[register_global("tir.transform.Simplify")]
fn simplify() -> PrimFuncPass {
    super::simplify()
}
