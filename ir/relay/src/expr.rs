//! The expressions of relay.

mod expr_repr;
mod globals;

use objet::String;
use objet::compare::{EqualReducer, HashReducer};
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, DictAttrs};
use objet_ir::expr::{BaseFuncNode, RelayExpr, RelayExprNode};
use objet_ir::op::{Op, OpNode};
use objet_ir::span::Span;
use objet_ir::types::{Type, TypeVar};

/// The identity of a variable. Variables with the same `Id` are the same variable, even if their
/// type annotations differ.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Id", is_final, new)]
#[reflect(free_variable)]
pub struct IdNode {
    base: Object,
    /// The name to print. The name need not be unique.
    #[reflect(skip_eq)]
    pub name_hint: String,
}

/// A constant tensor.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Constant", is_final, new(span: Option<Span>))]
#[reflect(fields(data, span, _checked_type_), repr = expr_repr::show_constant)]
pub struct ConstantNode {
    base: RelayExprNode,
    /// The value of the constant.
    pub data: NDArray,
}

/// A tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Tuple", is_final, new(span: Option<Span>))]
#[reflect(fields(fields, span, _checked_type_), compare_with(tuples_equal, hash_tuple), repr = expr_repr::show_tuple)]
pub struct TupleNode {
    base: RelayExprNode,
    /// The fields of the tuple.
    pub fields: Array<RelayExpr>,
}

/// A local variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Var", is_final)]
#[reflect(fields(vid, type_annotation, span, _checked_type_), graph_node, repr = expr_repr::show_var)]
pub struct VarNode {
    base: RelayExprNode,
    /// The identity of the variable.
    pub vid: Id,
    /// The declared type, if any.
    pub type_annotation: Option<Type>,
}

/// A call of an operator, a constructor or a function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Call", is_final, new(type_args, span: Option<Span>))]
#[reflect(fields(op, args, attrs, type_args, span, _checked_type_), compare_with(calls_equal, hash_call), repr = expr_repr::show_call)]
pub struct CallNode {
    base: RelayExprNode,
    /// The callee.
    pub op: RelayExpr,
    /// The arguments.
    pub args: Array<RelayExpr>,
    /// The attributes of the call, if the callee has any.
    pub attrs: Option<Attrs>,
    /// The type arguments of the callee, once they are known.
    #[reflect(default = Array::new())]
    pub type_args: Array<Option<Type>>,
}

/// `let var = value; body`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Let", is_final, new(span: Option<Span>))]
#[reflect(fields(var, value, body, span, _checked_type_), graph_node, repr = expr_repr::show_let)]
pub struct LetNode {
    base: RelayExprNode,
    /// The bound variable.
    #[reflect(def)]
    pub var: Var,
    /// The value of the variable.
    pub value: RelayExpr,
    /// The expression in which the variable is bound.
    #[reflect(visit_last)]
    pub body: RelayExpr,
}

/// `if (cond) { true_branch } else { false_branch }`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.If", is_final, new(span: Option<Span>))]
#[reflect(fields(cond, true_branch, false_branch, span, _checked_type_), graph_node, repr = expr_repr::show_if)]
pub struct IfNode {
    base: RelayExprNode,
    /// The condition, a boolean scalar.
    pub cond: RelayExpr,
    /// The value if the condition is true.
    pub true_branch: RelayExpr,
    /// The value if the condition is false.
    pub false_branch: RelayExpr,
}

/// A projection: one field of a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.TupleGetItem", is_final, new(span: Option<Span>))]
#[reflect(fields(tuple_value, index, span, _checked_type_), repr = expr_repr::show_tuple_get_item)]
pub struct TupleGetItemNode {
    base: RelayExprNode,
    /// The tuple.
    pub tuple_value: RelayExpr,
    /// The index of the field, from 0.
    pub index: i32,
}

/// Creates a reference to a value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefCreate", is_final, new(span: Option<Span>))]
#[reflect(fields(value, span, _checked_type_), graph_node, repr = expr_repr::show_ref_create)]
pub struct RefCreateNode {
    base: RelayExprNode,
    /// The initial value.
    pub value: RelayExpr,
}

/// Reads the current value of a reference.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefRead", is_final, new(span: Option<Span>))]
#[reflect(fields(ref, span, _checked_type_), graph_node, repr = expr_repr::show_ref_read)]
pub struct RefReadNode {
    base: RelayExprNode,
    /// The reference.
    #[reflect(name = "ref")]
    pub reference: RelayExpr,
}

/// Writes a new value to a reference.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefWrite", is_final, new(span: Option<Span>))]
#[reflect(fields(ref, value, span, _checked_type_), graph_node, repr = expr_repr::show_ref_write)]
pub struct RefWriteNode {
    base: RelayExprNode,
    /// The reference.
    #[reflect(name = "ref")]
    pub reference: RelayExpr,
    /// The new value.
    pub value: RelayExpr,
}

/// Base of temporary expressions. A pass creates them for its own use and replaces them before it
/// ends.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.TempExpr")]
pub struct TempExprNode {
    base: RelayExprNode,
    #[reflect(skip)]
    realize: Option<Realize>,
}

/// The function that replaces a temporary expression by a permanent one.
type Realize = fn(&TempExpr) -> Result<RelayExpr, BoxError>;

/// A function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Function", is_final, new(type_params, attrs: Option<DictAttrs>, span: Option<Span>))]
#[reflect(
    fields(params, body, ret_type, type_params, attrs, span, _checked_type_),
    compare_with(functions_equal, hash_function),
    repr = expr_repr::show_function
)]
pub struct FunctionNode {
    base: BaseFuncNode,
    /// The parameters.
    #[reflect(def)]
    pub params: Array<Var>,
    /// The body, which computes the result.
    pub body: RelayExpr,
    /// The declared type of the result, if any.
    pub ret_type: Option<Type>,
    /// The type parameters.
    #[reflect(def, default = Array::new())]
    pub type_params: Array<TypeVar>,
}

/// Base of relay nodes that are not expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Node")]
#[reflect(fields())]
pub struct RelayNode {
    base: Object,
    /// The source location of the node.
    #[reflect(default = None)]
    pub span: Option<Span>,
}

/// Compares all empty tuples as equal, and other tuples as graph nodes, whose sharing must match.
fn tuples_equal<'a>(lhs: &'a TupleNode, rhs: &'a TupleNode, reducer: &mut EqualReducer<'a>) -> bool {
    if !lhs.fields.is_empty() || !rhs.fields.is_empty() {
        reducer.mark_graph_node();
    }
    reducer.field("fields", &lhs.fields, &rhs.fields)
}

fn hash_tuple<'a>(tuple: &'a TupleNode, reducer: &mut HashReducer<'a>) {
    reducer.field(&tuple.fields);
}

/// Ignores the type arguments of operators, because they follow from the arguments.
fn calls_equal<'a>(lhs: &'a CallNode, rhs: &'a CallNode, reducer: &mut EqualReducer<'a>) -> bool {
    reducer.mark_graph_node();
    reducer.field("op", &lhs.op, &rhs.op)
        && reducer.field("args", &lhs.args, &rhs.args)
        && reducer.field("attrs", lhs.attrs.as_ref(), rhs.attrs.as_ref())
        && (lhs.op.is_instance::<OpNode>() || reducer.field("type_args", &lhs.type_args, &rhs.type_args))
}

fn hash_call<'a>(call: &'a CallNode, reducer: &mut HashReducer<'a>) {
    reducer.field(&call.op);
    reducer.field(&call.args);
    reducer.field(call.attrs.as_ref());
    if !call.op.is_instance::<OpNode>() {
        reducer.field(&call.type_args);
    }
}

/// Compares both kinds of parameters before the type of the result and the body, which use them.
fn functions_equal<'a>(lhs: &'a FunctionNode, rhs: &'a FunctionNode, reducer: &mut EqualReducer<'a>) -> bool {
    reducer.mark_graph_node();
    reducer.definition("params", &lhs.params, &rhs.params)
        && reducer.definition("type_params", &lhs.type_params, &rhs.type_params)
        && reducer.field("ret_type", lhs.ret_type.as_ref(), rhs.ret_type.as_ref())
        && reducer.field("attrs", lhs.attrs.as_ref(), rhs.attrs.as_ref())
        && reducer.field("body", &lhs.body, &rhs.body)
}

fn hash_function<'a>(function: &'a FunctionNode, reducer: &mut HashReducer<'a>) {
    reducer.definition(&function.params);
    reducer.definition(&function.type_params);
    reducer.field(function.ret_type.as_ref());
    reducer.field(function.attrs.as_ref());
    reducer.field(&function.body);
}

impl Var {
    /// Creates a new variable.
    pub fn new(name_hint: impl Into<String>, type_annotation: Option<Type>, span: Option<Span>) -> Self {
        Self::of_id(Id::new(name_hint), type_annotation, span)
    }

    /// Creates a variable that is the same as other variables with this `Id`.
    pub fn of_id(vid: Id, type_annotation: Option<Type>, span: Option<Span>) -> Self {
        make_object(VarNode { base: RelayExprNode::new(span), vid, type_annotation }).into()
    }

    /// Returns the name of the variable, for printing.
    pub fn name_hint(&self) -> &String {
        &self.vid.name_hint
    }
}

impl CallNode {
    /// Returns the callee if it is an operator.
    pub fn as_op(&self) -> Option<&OpNode> {
        self.op.as_node::<OpNode>()
    }

    /// Returns whether the callee is `op`.
    pub fn calls(&self, op: &Op) -> bool {
        self.op.same_as(op)
    }
}

impl TempExprNode {
    /// Creates the base part of a temporary expression. `realize` gets the whole node and returns
    /// its replacement.
    pub fn new(realize: fn(&TempExpr) -> Result<RelayExpr, BoxError>) -> Self {
        Self { base: RelayExprNode::new(None), realize: Some(realize) }
    }
}

impl TempExpr {
    /// Returns the permanent expression that this temporary expression represents.
    ///
    /// # Errors
    /// Returns the errors of the `realize` function. Fails if the expression was loaded from a
    /// file, because files contain no functions.
    pub fn realize(&self) -> Result<RelayExpr, BoxError> {
        let realize = self.realize.ok_or_else(|| TempExprError { type_key: self.type_key() })?;
        realize(self)
    }
}

/// A temporary expression without a function that replaces it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot realize a {type_key} that was loaded from a file: files do not store its function")]
pub struct TempExprError {
    type_key: &'static str,
}
