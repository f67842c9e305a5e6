//! The bases of expressions, and those that relay and tir share.

mod argument;
mod globals;
mod immediate;
mod operators;

use objet::prelude::*;
use objet::{ReprPrinter, String};

use crate::attrs::DictAttrs;
use crate::span::Span;
use crate::types::Type;

pub use argument::{ExprArg, ExprConversion, exprs};
pub use immediate::{Bool, FloatImm, FloatImmNode, IntImm, IntImmNode, Integer, number_text};
pub use operators::{Arithmetic, BinaryOperator, Checked, UnaryOperator, apply_binary, apply_unary};

/// Base of all expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "BaseExpr", child_slots = 62)]
pub struct BaseExprNode {
    base: Object,
    /// Where it is written.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// Base of primitive expressions: those of tir, and the dimensions of shapes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PrimExpr", child_slots = 38)]
pub struct PrimExprNode {
    base: BaseExprNode,
    /// The type of its value.
    pub dtype: DataType,
}

/// Base of the expressions of relay, functions and operators included.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "RelayExpr", child_slots = 22)]
pub struct RelayExprNode {
    base: BaseExprNode,
    /// Its type, once it is known.
    #[reflect(skip_eq, name = "_checked_type_")]
    pub checked_type: Option<Type>,
}

/// Base of functions, of which a module consists.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "BaseFunc", child_slots = 2)]
pub struct BaseFuncNode {
    base: RelayExprNode,
    /// Its attributes.
    pub attrs: Option<DictAttrs>,
}

/// The name of a function in a module.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "GlobalVar", is_final, new(span = None))]
#[reflect(fields(name_hint, span, _checked_type_), free_variable, repr = show_global_var)]
pub struct GlobalVarNode {
    base: RelayExprNode,
    /// The name itself.
    pub name_hint: String,
}

impl BaseExprNode {
    /// The base of an expression written there.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: Object::new(), span }
    }
}

impl PrimExprNode {
    /// The base of an expression of that type, written there.
    pub fn new(dtype: DataType, span: Option<Span>) -> Self {
        Self { base: BaseExprNode::new(span), dtype }
    }
}

impl RelayExprNode {
    /// The base of an expression written there, whose type is not known yet.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: BaseExprNode::new(span), checked_type: None }
    }
}

impl BaseFuncNode {
    /// The base of a function written there.
    pub fn new(attrs: Option<DictAttrs>, span: Option<Span>) -> Self {
        Self { base: RelayExprNode::new(span), attrs }
    }
}

impl BaseFunc {
    /// The same function with an attribute set, which may be null.
    #[must_use]
    pub fn with_attr(mut self, name: impl Into<String>, value: impl Into<Option<ObjectRef>>) -> Self {
        let attrs = self.make_mut().attrs;
        let mut set = attrs.take().unwrap_or_default();
        set.make_mut().dict.insert(name.into(), value.into());
        *attrs = Some(set);
        self
    }
}

fn show_global_var<'a>(var: &'a GlobalVarNode, printer: &mut ReprPrinter<'a>) {
    printer.text("GlobalVar(").text(var.name_hint.as_str()).text(")");
}
