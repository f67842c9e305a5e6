//! Global functions through which front ends create and specialize functions.

use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::span::Span;
use objet_ir::types::Type;

use super::{PrimFunc, SpecializeError};
use crate::buffer::Buffer;
use crate::expr::Var;
use crate::stmt::Stmt;

/// Creates a function. Without `ret_type`, the function returns nothing.
#[register_global("tir.PrimFunc", short)]
fn prim_func(
    params: Array<Var>,
    body: Stmt,
    ret_type: Option<Type>,
    buffer_map: Option<Map<Var, Buffer>>,
    attrs: Option<DictAttrs>,
    #[default(None)] span: Option<Span>,
) -> PrimFunc {
    PrimFunc::new(params, body, ret_type, buffer_map.unwrap_or_default(), attrs, span)
}

/// Specializes a function for values of some parameters: expressions, or buffers for parameters
/// that are handles of buffers.
#[register_global("tir.Specialize")]
fn specialize(func: PrimFunc, param_map: Map<Var, ObjectRef>) -> Result<PrimFunc, RuntimeError> {
    let values = param_map.iter().map(|(param, value)| (param.clone(), value.clone()));
    func.specialize(values).map_err(|error: SpecializeError| error.into())
}
