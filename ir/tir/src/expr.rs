//! Expressions of tir.

mod binary;
mod globals;
mod loads;
mod range;
mod reduce;
mod var;
mod vector;

use objet::String;
use objet::containers::StringNode;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprConversion, GlobalVarNode, PrimExpr, PrimExprNode, RelayExpr};
use objet_ir::op::{Op, OpNode};
use objet_ir::span::Span;

use super::check::{Check, kind_of};

pub use binary::{
    Add, AddNode, And, AndNode, Div, DivNode, EQ, EQNode, FloorDiv, FloorDivNode, FloorMod, FloorModNode, GE,
    GENode, GT, GTNode, LE, LENode, LT, LTNode, Max, MaxNode, Min, MinNode, Mod, ModNode, Mul, MulNode, NE,
    NENode, Or, OrNode, Sub, SubNode,
};
pub use loads::{BufferLoad, BufferLoadNode, Load, LoadNode, ProducerLoad, ProducerLoadNode};
pub use range::{Range, RangeNode};
pub use reduce::{CommReducer, CommReducerNode, Reduce, ReduceNode};
pub use var::{IterVar, IterVarNode, IterVarType, SizeVar, SizeVarNode, Var, VarNode};
pub use vector::{Broadcast, BroadcastNode, Ramp, RampNode, Shuffle, ShuffleNode};

/// A string constant, which is an argument of calls.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.StringImm", is_final, new(dtype = DataType::HANDLE, span: Option<Span>))]
#[reflect(fields(dtype, value, span), repr = show_string)]
pub struct StringImmNode {
    base: PrimExprNode,
    /// The string.
    pub value: String,
}

/// A conversion of a value to another data type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Cast", is_final, new(dtype: DataType, value, span: Option<Span>), validate)]
#[reflect(fields(dtype, value, span), repr = show_cast)]
pub struct CastNode {
    base: PrimExprNode,
    /// The value.
    pub value: PrimExpr,
}

/// The logical negation `!a`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Not", is_final, new(dtype = DataType::BOOL.with_lanes(a.dtype.lanes), span: Option<Span>), validate)]
#[reflect(fields(dtype, a, span), repr = show_not)]
pub struct NotNode {
    base: PrimExprNode,
    /// The operand.
    pub a: PrimExpr,
}

/// A selection of one of two values. Both values are evaluated.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Select", is_final, new(dtype = true_value.dtype, span: Option<Span>), validate)]
#[reflect(fields(dtype, condition, true_value, false_value, span), repr = show_select)]
pub struct SelectNode {
    base: PrimExprNode,
    /// A boolean.
    pub condition: PrimExpr,
    /// The value for a true condition.
    pub true_value: PrimExpr,
    /// The value for a false condition.
    pub false_value: PrimExpr,
}

/// The binding `let var = value in body`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Let", is_final, new(dtype = body.dtype, span: Option<Span>), validate)]
#[reflect(fields(dtype, var, value, body, span), repr = show_let)]
pub struct LetNode {
    base: PrimExprNode,
    /// The variable.
    #[reflect(def)]
    pub var: Var,
    /// The value of the variable.
    pub value: PrimExpr,
    /// The scope of the variable, which is the value of the expression.
    pub body: PrimExpr,
}

/// A call of an operator, or of a function of the module.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Call", is_final, new(dtype: DataType, op, args, span: Option<Span>), validate)]
#[reflect(fields(dtype, op, args, span), repr = show_call)]
pub struct CallNode {
    base: PrimExprNode,
    /// The callee: an [`Op`] or a [`GlobalVar`](objet_ir::expr::GlobalVar).
    pub op: RelayExpr,
    /// The arguments.
    pub args: Array<PrimExpr>,
}

/// A dimension of any length.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Any", is_final, new(dtype = DataType::int(32), span: Option<Span>))]
#[reflect(fields(dtype, span), repr = show_any)]
pub struct AnyNode {
    base: PrimExprNode,
}

inventory::submit! { ExprConversion(of_object) }

/// Converts an iteration variable to its variable, and a string to a string constant.
fn of_object(object: &ObjectRef) -> Option<PrimExpr> {
    match_node!(match object {
        axis @ IterVarNode => Some(axis.var.clone().upcast()),
        text @ StringNode => Some(StringImm::new(text.as_str(), None).upcast()),
        _ => None,
    })
}

/// The value has as many lanes as the target type.
impl Validate for CastNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let expected = "a value with as many lanes as the target type";
        Check(Self::TYPE_KEY).lanes(("value", &self.value), self.dtype.lanes, expected)
    }
}

/// The operand is a boolean.
impl Validate for NotNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        Check(Self::TYPE_KEY).bool(("a", &self.a))
    }
}

/// The values have one data type. The condition is a boolean scalar, or a boolean vector with as
/// many lanes as the values.
impl Validate for SelectNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let Self { condition, true_value, false_value, .. } = self;
        let check = Check(Self::TYPE_KEY);
        check.bool(("condition", condition))?;
        check.same_dtype(("true_value", true_value.dtype), ("false_value", false_value.dtype))?;
        if condition.dtype.is_scalar() {
            return Ok(());
        }
        let expected = "a scalar, or a vector with as many lanes as the values";
        check.lanes(("condition", condition), true_value.dtype.lanes, expected)
    }
}

/// The variable and the value have one data type.
impl Validate for LetNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        Check(Self::TYPE_KEY).same_dtype(("var", self.var.dtype), ("value", self.value.dtype))
    }
}

/// The callee is an [`Op`] or a [`GlobalVar`](objet_ir::expr::GlobalVar).
impl Validate for CallNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        match self.op.is_instance::<OpNode>() || self.op.is_instance::<GlobalVarNode>() {
            true => Ok(()),
            false => {
                Err(Check(Self::TYPE_KEY).operand_error("op", "an Op or a GlobalVar", kind_of(&self.op)))
            }
        }
    }
}

impl Call {
    /// Creates a call of a callee that is known to be valid.
    pub(super) fn of(
        dtype: DataType,
        op: impl Into<RelayExpr>,
        args: impl Into<Array<PrimExpr>>,
        span: Option<Span>,
    ) -> Self {
        let base = PrimExprNode::new(dtype, span);
        make_object(CallNode { base, op: op.into(), args: args.into() }).into()
    }
}

impl CallNode {
    /// Returns the callee if it is an operator.
    pub fn as_op(&self) -> Option<&OpNode> {
        self.op.as_node::<OpNode>()
    }

    /// Whether the callee is `op`.
    pub fn calls(&self, op: &Op) -> bool {
        self.op.same_as(op)
    }
}

fn show_string<'a>(string: &'a StringImmNode, printer: &mut ReprPrinter<'a>) {
    printer.object(&string.value);
}

fn show_cast<'a>(cast: &'a CastNode, printer: &mut ReprPrinter<'a>) {
    printer.text(cast.dtype.to_string()).text("(").object(&cast.value).text(")");
}

fn show_not<'a>(not: &'a NotNode, printer: &mut ReprPrinter<'a>) {
    printer.text("!").object(&not.a);
}

fn show_select<'a>(select: &'a SelectNode, printer: &mut ReprPrinter<'a>) {
    let SelectNode { condition, true_value, false_value, .. } = select;
    printer.text("select(").list([condition, true_value, false_value]).text(")");
}

fn show_let<'a>(binding: &'a LetNode, printer: &mut ReprPrinter<'a>) {
    printer.text("(let ").object(&binding.var).text(" = ").object(&binding.value);
    printer.text(" in ").object(&binding.body).text(")");
}

fn show_call<'a>(call: &'a CallNode, printer: &mut ReprPrinter<'a>) {
    match_node!(match call.op {
        op @ OpNode => printer.text(op.name.as_str()),
        function @ GlobalVarNode => printer.text("@").text(function.name_hint.as_str()),
        _ => printer.object(&call.op),
    });
    printer.text("(").list(&call.args).text(")");
}

fn show_any(_: &AnyNode, printer: &mut ReprPrinter<'_>) {
    printer.text("?");
}
