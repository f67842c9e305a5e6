//! Tests of the registered functions that print relay.

mod attributes;
mod deep;
mod expressions;
mod files;
mod shown;

use objet::Registry;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{Call, Var};

type Result<T> = std::result::Result<T, RuntimeError>;

/// Returns the result of `str` in a front end.
fn text(node: &impl IsObjectRef) -> String {
    Registry::expect("ir.PrettyPrint").unwrap().call((node.as_object_ref(),)).unwrap().get().unwrap()
}

/// Returns the result of `astext` in a front end.
fn as_text(node: &impl IsObjectRef, show_meta_data: bool, annotate: Option<&PackedFunc>) -> Result<String> {
    Ok(Registry::expect("ir.AsText")?.call((node.as_object_ref(), show_meta_data, annotate))?.get()?)
}

fn tensor(shape: &[i32]) -> Type {
    TensorType::new(shape.iter().map(|length| (*length).into()).collect::<Array<_>>(), DataType::float(32))
        .upcast()
}

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

/// Creates a call of an operator without attributes.
fn call(op: &str, args: impl IntoIterator<Item = RelayExpr>) -> RelayExpr {
    Call::new(Op::get(op).unwrap(), args.into_iter().collect::<Array<_>>(), None, [], None).into()
}
