//! Functions of tir.

mod globals;
mod specialize;

use objet::compare::{EqualReducer, HashReducer};
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::BaseFuncNode;
use objet_ir::span::Span;
use objet_ir::types::{FuncType, PrimType, TupleType, Type};

use super::buffer::Buffer;
use super::expr::Var;
use super::stmt::Stmt;

pub use specialize::SpecializeError;

/// A function whose body is a statement.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.PrimFunc", is_final)]
#[reflect(
    fields(params, body, ret_type, buffer_map, attrs, span, _checked_type_),
    compare_with(functions_equal, hash_function),
    repr = show_function
)]
pub struct PrimFuncNode {
    base: BaseFuncNode,
    /// The parameters.
    #[reflect(def)]
    pub params: Array<Var>,
    /// The body.
    pub body: Stmt,
    /// The return type.
    pub ret_type: Type,
    /// The buffer of each parameter that is the handle of a buffer.
    #[reflect(default = Map::new())]
    pub buffer_map: Map<Var, Buffer>,
}

/// A tensor that is part of the compiled code.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.LinkedParam", is_final, new)]
pub struct LinkedParamNode {
    base: Object,
    /// The number by which the code refers to the tensor.
    pub id: i64,
    /// The tensor.
    pub param: NDArray,
}

/// Compares the buffers before the body, because they bind variables that the body uses.
fn functions_equal<'a>(lhs: &'a PrimFuncNode, rhs: &'a PrimFuncNode, reducer: &mut EqualReducer<'a>) -> bool {
    reducer.definition("params", &lhs.params, &rhs.params)
        && reducer.field("buffer_map", &lhs.buffer_map, &rhs.buffer_map)
        && reducer.field("ret_type", &lhs.ret_type, &rhs.ret_type)
        && reducer.field("body", &lhs.body, &rhs.body)
        && reducer.field("attrs", lhs.attrs.as_ref(), rhs.attrs.as_ref())
}

fn hash_function<'a>(function: &'a PrimFuncNode, reducer: &mut HashReducer<'a>) {
    reducer.definition(&function.params);
    reducer.field(&function.buffer_map);
    reducer.field(&function.ret_type);
    reducer.field(&function.body);
    reducer.field(function.attrs.as_ref());
}

impl PrimFunc {
    /// Creates a function. Without `ret_type`, the function returns nothing.
    pub fn new(
        params: impl Into<Array<Var>>,
        body: impl Into<Stmt>,
        ret_type: Option<Type>,
        buffer_map: impl Into<Map<Var, Buffer>>,
        attrs: Option<DictAttrs>,
        span: Option<Span>,
    ) -> Self {
        let (params, body, buffer_map) = (params.into(), body.into(), buffer_map.into());
        let ret_type = ret_type.unwrap_or_else(|| TupleType::empty().upcast());
        let arg_types: Array<Type> = params.iter().map(type_of).collect();
        let checked_type = FuncType::new(arg_types, ret_type.clone(), [], [], None);
        let base = BaseFuncNode::new(attrs, span);
        let mut function: Self =
            make_object(PrimFuncNode { base, params, body, ret_type, buffer_map }).into();
        *function.make_mut().checked_type = Some(checked_type.upcast());
        function
    }
}

/// Returns the type annotation of a variable, or its data type as a type.
pub(super) fn type_of(var: &Var) -> Type {
    match &var.type_annotation {
        Some(annotation) => annotation.clone(),
        None if var.dtype.is_void() => TupleType::empty().upcast(),
        None => PrimType::new(var.dtype).upcast(),
    }
}

fn show_function<'a>(function: &'a PrimFuncNode, printer: &mut ReprPrinter<'a>) {
    printer.text("PrimFunc(").object(&function.params).text(") ");
    if let Some(attrs) = &function.attrs {
        printer.text("attrs=").object(attrs);
    }
    printer.text(" {\n").increase_indent().object(&function.body).decrease_indent().text("}\n");
}
