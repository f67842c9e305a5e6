//! Registered functions for type inference.

use objet::prelude::*;
use objet_ir::transform::Pass;

/// Creates the pass that infers the types of a module.
#[register_global("relay._transform.InferType")]
fn infer_type_pass() -> Pass {
    super::of_module::pass()
}
