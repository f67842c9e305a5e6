//! Registered functions that create relay expressions.

use objet::String;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, DictAttrs};
use objet_ir::expr::RelayExpr;
use objet_ir::span::Span;
use objet_ir::types::{Type, TypeVar};
use objet_tir::expr::Any;

use super::{
    Call, Constant, Function, If, Let, RefCreate, RefRead, RefWrite, TempExpr, Tuple, TupleGetItem, Var,
};

/// Creates a constant expression from a tensor.
#[register_global("relay.ir.Constant", short)]
fn constant(data: NDArray) -> Constant {
    Constant::new(data, None)
}

/// Creates a tuple expression from its fields.
#[register_global("relay.ir.Tuple", short)]
fn tuple(fields: Array<RelayExpr>, #[default(None)] span: Option<Span>) -> Tuple {
    Tuple::new(fields, span)
}

/// Creates an expression for the field `index` of a tuple, from 0.
#[register_global("relay.ir.TupleGetItem", short)]
fn tuple_get_item(tuple: RelayExpr, index: i32) -> TupleGetItem {
    TupleGetItem::new(tuple, index, None)
}

/// Creates a new variable.
#[register_global("relay.ir.Var", short)]
fn var(name_hint: String, type_annotation: Option<Type>) -> Var {
    Var::new(name_hint, type_annotation, None)
}

/// Creates a call of `op`.
#[register_global("relay.ir.Call", short)]
fn call(
    op: RelayExpr,
    args: Array<RelayExpr>,
    attrs: Option<Attrs>,
    type_args: Option<Array<Option<Type>>>,
    #[default(None)] span: Option<Span>,
) -> Call {
    Call::new(op, args, attrs, type_args.unwrap_or_default(), span)
}

/// Creates the expression `let var = value; body`.
#[register_global("relay.ir.Let", short)]
fn let_(var: Var, value: RelayExpr, body: RelayExpr) -> Let {
    Let::new(var, value, body, None)
}

/// Creates the expression `if (cond) { true_branch } else { false_branch }`.
#[register_global("relay.ir.If", short)]
fn if_(cond: RelayExpr, true_branch: RelayExpr, false_branch: RelayExpr) -> If {
    If::new(cond, true_branch, false_branch, None)
}

/// Creates a function.
#[register_global("relay.ir.Function", short)]
fn function(
    params: Array<Var>,
    body: RelayExpr,
    ret_type: Option<Type>,
    type_params: Option<Array<TypeVar>>,
    #[default(None)] attrs: Option<DictAttrs>,
) -> Function {
    Function::new(params, body, ret_type, type_params.unwrap_or_default(), attrs, None)
}

/// Creates an expression that makes a reference to a value.
#[register_global("relay.ir.RefCreate", short)]
fn ref_create(value: RelayExpr) -> RefCreate {
    RefCreate::new(value, None)
}

/// Creates an expression that reads a reference.
#[register_global("relay.ir.RefRead", short)]
fn ref_read(reference: RelayExpr) -> RefRead {
    RefRead::new(reference, None)
}

/// Creates an expression that writes a value to a reference.
#[register_global("relay.ir.RefWrite", short)]
fn ref_write(reference: RelayExpr, value: RelayExpr) -> RefWrite {
    RefWrite::new(reference, value, None)
}

/// Returns the permanent expression that a temporary expression of a pass represents.
#[register_global("relay.ir.TempExprRealize")]
fn temp_expr_realize(temp: TempExpr) -> Result<RelayExpr, BoxError> {
    temp.realize()
}

/// Creates a dimension of unknown length.
#[register_global("relay.ir.Any", short)]
fn any() -> Any {
    Any::new(None)
}
