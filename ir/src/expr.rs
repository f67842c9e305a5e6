//! The bases of expressions, and those that relay and tir share.

mod argument;
mod globals;
mod immediate;

use objet::prelude::*;
use objet::{ReprPrinter, String};

use crate::attrs::DictAttrs;
use crate::error::ConstructError;
use crate::span::Span;
use crate::tir::op::{as_const_int, sub};
use crate::types::Type;

pub(crate) use argument::{AnyArray, ExprArg, exprs};
pub(crate) use immediate::number_text;
pub use immediate::{Bool, FloatImm, FloatImmNode, IntImm, IntImmNode, Integer};

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
#[object(key = "GlobalVar", is_final)]
#[reflect(fields(name_hint, span, _checked_type_), free_variable, repr = show_global_var)]
pub struct GlobalVarNode {
    base: RelayExprNode,
    /// The name itself.
    pub name_hint: String,
}

/// The numbers from `min` on, as many as `extent` says.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Range", is_final)]
#[reflect(repr = show_range)]
pub struct RangeNode {
    base: Object,
    /// The first one.
    pub min: PrimExpr,
    /// How many there are.
    pub extent: PrimExpr,
    /// Where it is written.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
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

impl GlobalVar {
    /// A new name. Modules tell names by the text, so that two of one text cannot both be in one module.
    pub fn new(name_hint: impl Into<String>) -> Self {
        make_object(GlobalVarNode { base: RelayExprNode::new(None), name_hint: name_hint.into() }).into()
    }
}

impl Range {
    /// The numbers from `begin` on that are less than `end`.
    ///
    /// # Errors
    /// If `end - begin` cannot be made of the two.
    pub fn new(
        begin: impl Into<PrimExpr>,
        end: impl Into<PrimExpr>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (begin, end) = (begin.into(), end.into());
        let from_zero = as_const_int(&begin) == Some(0);
        let extent = if from_zero { end } else { sub(end, &begin, span.clone())? };
        Ok(make_object(RangeNode { base: Object::new(), min: begin, extent, span }).into())
    }

    /// The same range, written there.
    #[must_use]
    pub fn at(mut self, span: Option<Span>) -> Self {
        *self.make_mut().span = span;
        self
    }

    /// The range of `extent` numbers from `min` on.
    pub fn from_min_extent(min: impl Into<PrimExpr>, extent: impl Into<PrimExpr>) -> Self {
        let (min, extent) = (min.into(), extent.into());
        make_object(RangeNode { base: Object::new(), min, extent, span: None }).into()
    }
}

fn show_global_var<'a>(var: &'a GlobalVarNode, printer: &mut ReprPrinter<'a>) {
    printer.text("GlobalVar(").text(var.name_hint.as_str()).text(")");
}

fn show_range<'a>(range: &'a RangeNode, printer: &mut ReprPrinter<'a>) {
    printer.text("range(min=").object(&range.min).text(", ext=").object(&range.extent).text(")");
}
