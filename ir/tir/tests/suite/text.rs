//! Text formats of tir: the representation in front ends, the human-readable format, and TVMScript.

mod deep;
mod expressions;
mod files;
mod functions;
mod parts;
mod script;
mod statements;

use objet::Registry;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{PointerType, PrimType};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{Range, Var};
use objet_tir::stmt::Evaluate;
use objet_tir::text::print;

type Result<T> = std::result::Result<T, BoxError>;

/// Returns the representation in front ends.
fn repr(object: &impl IsObjectRef) -> String {
    Registry::expect("node.AsRepr").unwrap().call((object.as_object_ref(),)).unwrap().get().unwrap()
}

/// Checks the human-readable text and the front-end representation of an object.
fn shows(object: impl IsObjectRef, text: &str, shown: &str) {
    assert_eq!(print(&object), text);
    assert_eq!(repr(&object), shown);
}

fn int(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn pointer(name: &str, scope: &str) -> Result<Var> {
    Ok(Var::typed(name, PointerType::new(PrimType::new(DataType::float(32)), scope), None)?)
}

fn matrix(name: &str) -> Result<Buffer> {
    Ok(Buffer::decl([16.into(), 8.into()], DataType::float(32), name, "", None)?)
}

fn to(extent: i32) -> Range {
    Range::from_min_extent(0, extent)
}

fn evaluate(value: impl Into<PrimExpr>) -> Evaluate {
    Evaluate::new(value, None)
}
