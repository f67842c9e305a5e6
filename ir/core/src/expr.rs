//! The base nodes of expressions, and the expressions that Relay and TIR share.

mod argument;
mod globals;
mod immediate;
mod operators;

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;

use crate::attrs::DictAttrs;
use crate::span::Span;
use crate::types::Type;

pub use argument::{ExprArg, ExprConversion, exprs};
pub use immediate::{Bool, FloatImm, FloatImmNode, IntImm, IntImmNode, Integer, number_text};
pub use operators::{Arithmetic, BinaryOperator, Checked, UnaryOperator, apply_binary, apply_unary};

/// The base of all expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "BaseExpr", child_slots = 62)]
#[reflect(is_abstract)]
pub struct BaseExprNode {
    base: Object,
    /// The source range of the expression.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// The base of primitive expressions: TIR expressions, and the dimensions of shapes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PrimExpr", child_slots = 38)]
#[reflect(is_abstract)]
pub struct PrimExprNode {
    base: BaseExprNode,
    /// The data type of the expression's value.
    pub dtype: DataType,
}

/// The base of Relay expressions, including functions and operators.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "RelayExpr", child_slots = 22)]
#[reflect(is_abstract)]
pub struct RelayExprNode {
    base: BaseExprNode,
    /// The inferred type, or `None` before type inference.
    #[reflect(skip_eq, name = "_checked_type_")]
    pub checked_type: Option<Type>,
}

/// The base of the functions that a module contains.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "BaseFunc", child_slots = 2)]
#[reflect(is_abstract)]
pub struct BaseFuncNode {
    base: RelayExprNode,
    /// The attributes of the function.
    pub attrs: Option<DictAttrs>,
}

/// A variable that refers to a function of a module by name.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "GlobalVar", is_final, new(span = None))]
#[reflect(fields(name_hint, span, _checked_type_), free_variable, repr = show_global_var)]
pub struct GlobalVarNode {
    base: RelayExprNode,
    /// The name of the function.
    pub name_hint: String,
}

impl BaseExprNode {
    /// Creates the base part of an expression.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: Object::new(), span }
    }
}

impl PrimExprNode {
    /// Creates the base part of an expression of the data type `dtype`.
    pub fn new(dtype: DataType, span: Option<Span>) -> Self {
        Self { base: BaseExprNode::new(span), dtype }
    }
}

impl RelayExprNode {
    /// Creates the base part of an expression whose type is not inferred yet.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: BaseExprNode::new(span), checked_type: None }
    }
}

impl BaseFuncNode {
    /// Creates the base part of a function.
    pub fn new(attrs: Option<DictAttrs>, span: Option<Span>) -> Self {
        Self { base: RelayExprNode::new(span), attrs }
    }
}

impl BaseFunc {
    /// Returns the function with one attribute set. The value can be null.
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
