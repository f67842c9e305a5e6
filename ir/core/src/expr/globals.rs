//! Constants, ranges and names of functions by the functions that front ends know.

use objet::String;
use objet::prelude::*;

use super::{BaseFunc, FloatImm, GlobalVar, IntImm};
use crate::attrs::DictAttrs;
use crate::error::ConstructError;
use crate::span::Span;

/// An integer of that type.
#[register_global("ir.IntImm", short)]
fn int_imm(dtype: DataType, value: i64, span: Option<Span>) -> Result<IntImm, ConstructError> {
    IntImm::new(dtype, value, span)
}

/// A floating-point number of that type.
#[register_global("ir.FloatImm", short)]
fn float_imm(dtype: DataType, value: f64, span: Option<Span>) -> Result<FloatImm, ConstructError> {
    FloatImm::new(dtype, value, span)
}

/// A new name of a function.
#[register_global("ir.GlobalVar", short)]
fn global_var(name: String) -> GlobalVar {
    GlobalVar::new(name)
}

/// The attributes of a function.
#[register_global("ir.BaseFunc_Attrs", short)]
fn base_func_attrs(func: BaseFunc) -> Option<DictAttrs> {
    func.attrs.clone()
}

/// The function itself: what changes it later copies it.
#[register_global("ir.BaseFuncCopy", short)]
fn base_func_copy(func: BaseFunc) -> BaseFunc {
    func
}

/// The same function with an attribute set.
#[register_global("ir.BaseFuncWithAttr", short)]
fn base_func_with_attr(func: BaseFunc, key: String, value: Option<ObjectRef>) -> BaseFunc {
    func.with_attr(key, value)
}
