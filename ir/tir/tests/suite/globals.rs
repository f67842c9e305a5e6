//! Global functions for statements, buffers, layouts and functions of tir, called with the
//! arguments that front ends pass.

mod buffers;
mod expressions;
mod functions;
mod index_sums;
mod layouts;
mod statements;

use objet::Registry;
use objet::function::{ArgValue, BoxError, RetValue, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::expr::{SizeVar, Var};
use objet_tir::op::as_const_int;

type Result<T, E = BoxError> = std::result::Result<T, E>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue, RuntimeError> {
    Registry::expect(name)?.call(args)
}

/// Calls a function whose last argument is a span, and returns its result.
fn make<T: IsObjectRef>(name: &str, args: &[ArgValue<'_>]) -> Result<T> {
    Ok(call(name, &[args, &[ArgValue::Null]].concat())?.get::<ObjectRef>()?.downcast()?)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn text(object: &impl IsObjectRef) -> String {
    objet::text::as_repr(Some(object))
}

/// Creates a list as front ends pass it.
fn list<const N: usize>(elements: [&dyn AsObject; N]) -> Array<Option<ObjectRef>> {
    elements.iter().map(|element| Some(element.object())).collect()
}

trait AsObject {
    fn object(&self) -> ObjectRef;
}

impl<R: IsObjectRef> AsObject for R {
    fn object(&self) -> ObjectRef {
        self.clone().into_object_ref()
    }
}

fn int(value: i32) -> PrimExpr {
    value.into()
}

fn numbers(list: &Array<PrimExpr>) -> Vec<i64> {
    list.iter().map(|number| as_const_int(number).unwrap_or_else(|| panic!("{}", text(number)))).collect()
}

fn var(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn size(name: &str) -> SizeVar {
    SizeVar::new(name, DataType::int(32), None)
}
