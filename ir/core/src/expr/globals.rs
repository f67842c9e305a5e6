//! Global functions for constants, global variables and functions, called by front ends.

use objet::String;
use objet::prelude::*;

use super::{BaseFunc, FloatImm, GlobalVar, IntImm};
use crate::attrs::DictAttrs;
use crate::error::ConstructError;
use crate::span::Span;

/// Creates an integer constant of a data type.
#[register_global("ir.IntImm", short)]
fn int_imm(dtype: DataType, value: i64, span: Option<Span>) -> Result<IntImm, ConstructError> {
    IntImm::new(dtype, value, span)
}

/// Creates a floating-point constant of a data type.
#[register_global("ir.FloatImm", short)]
fn float_imm(dtype: DataType, value: f64, span: Option<Span>) -> Result<FloatImm, ConstructError> {
    FloatImm::new(dtype, value, span)
}

/// Creates a global variable.
#[register_global("ir.GlobalVar", short)]
fn global_var(name: String) -> GlobalVar {
    GlobalVar::new(name)
}

/// Returns the attributes of a function.
#[register_global("ir.BaseFunc_Attrs", short)]
fn base_func_attrs(func: BaseFunc) -> Option<DictAttrs> {
    func.attrs.clone()
}

/// Returns the function itself. A later change copies the function, because it is shared.
#[register_global("ir.BaseFuncCopy", short)]
fn base_func_copy(func: BaseFunc) -> BaseFunc {
    func
}

/// Returns the function with one attribute set.
#[register_global("ir.BaseFuncWithAttr", short)]
fn base_func_with_attr(func: BaseFunc, key: String, value: Option<ObjectRef>) -> BaseFunc {
    func.with_attr(key, value)
}
