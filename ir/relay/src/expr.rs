//! The expressions of relay.

mod globals;
mod repr;

use objet::prelude::*;
use objet::{BoxError, EqualReducer, HashReducer, String};
use objet_ir::attrs::{Attrs, DictAttrs};
use objet_ir::expr::{BaseFunc, BaseFuncNode, RelayExpr, RelayExprNode};
use objet_ir::op::{Op, OpNode};
use objet_ir::span::Span;
use objet_ir::types::{Type, TypeVar};

/// What makes a variable itself. Variables of one `Id` are the same one, even if their types are annotated differently.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Id", is_final, new)]
#[reflect(free_variable)]
pub struct IdNode {
    base: Object,
    /// A name to print.
    #[reflect(skip_eq)]
    pub name_hint: String,
}

/// A tensor that is known.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Constant", is_final, new(span: Option<Span>))]
#[reflect(fields(data, span, _checked_type_), repr = repr::show_constant)]
pub struct ConstantNode {
    base: RelayExprNode,
    /// The tensor.
    pub data: NDArray,
}

/// A tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Tuple", is_final, new(span: Option<Span>))]
#[reflect(fields(fields, span, _checked_type_), compare_with(tuples_equal, hash_tuple), repr = repr::show_tuple)]
pub struct TupleNode {
    base: RelayExprNode,
    /// Its fields.
    pub fields: Array<RelayExpr>,
}

/// A local variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Var", is_final)]
#[reflect(fields(vid, type_annotation, span, _checked_type_), graph_node, repr = repr::show_var)]
pub struct VarNode {
    base: RelayExprNode,
    /// What makes it itself.
    pub vid: Id,
    /// Its type, if that is written.
    pub type_annotation: Option<Type>,
}

/// A call of an operator, a constructor or a function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Call", is_final, new(type_args, span: Option<Span>))]
#[reflect(fields(op, args, attrs, type_args, span, _checked_type_), compare_with(calls_equal, hash_call), repr = repr::show_call)]
pub struct CallNode {
    base: RelayExprNode,
    /// What is called.
    pub op: RelayExpr,
    /// What it is called with.
    pub args: Array<RelayExpr>,
    /// The attributes, if what is called has any.
    pub attrs: Option<Attrs>,
    /// The types that what is called is parametrized with, once they are known.
    #[reflect(default = Array::new())]
    pub type_args: Array<Option<Type>>,
}

/// `let var = value; body`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Let", is_final, new(span: Option<Span>))]
#[reflect(fields(var, value, body, span, _checked_type_), graph_node, repr = repr::show_let)]
pub struct LetNode {
    base: RelayExprNode,
    /// The variable.
    #[reflect(def)]
    pub var: Var,
    /// What it is bound to.
    pub value: RelayExpr,
    /// Where it is bound.
    #[reflect(visit_last)]
    pub body: RelayExpr,
}

/// `if (cond) { true_branch } else { false_branch }`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.If", is_final, new(span: Option<Span>))]
#[reflect(fields(cond, true_branch, false_branch, span, _checked_type_), graph_node, repr = repr::show_if)]
pub struct IfNode {
    base: RelayExprNode,
    /// A truth value.
    pub cond: RelayExpr,
    /// The value if it is true.
    pub true_branch: RelayExpr,
    /// The value if it is false.
    pub false_branch: RelayExpr,
}

/// A field of a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.TupleGetItem", is_final, new(span: Option<Span>))]
#[reflect(fields(tuple_value, index, span, _checked_type_), repr = repr::show_tuple_get_item)]
pub struct TupleGetItemNode {
    base: RelayExprNode,
    /// The tuple.
    pub tuple_value: RelayExpr,
    /// Which field, from 0.
    pub index: i32,
}

/// A new reference to a value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefCreate", is_final, new(span: Option<Span>))]
#[reflect(fields(value, span, _checked_type_), graph_node, repr = repr::show_ref_create)]
pub struct RefCreateNode {
    base: RelayExprNode,
    /// The value at first.
    pub value: RelayExpr,
}

/// The value that a reference has.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefRead", is_final, new(span: Option<Span>))]
#[reflect(fields(ref, span, _checked_type_), graph_node, repr = repr::show_ref_read)]
pub struct RefReadNode {
    base: RelayExprNode,
    /// The reference.
    #[reflect(name = "ref")]
    pub reference: RelayExpr,
}

/// Gives a reference another value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefWrite", is_final, new(span: Option<Span>))]
#[reflect(fields(ref, value, span, _checked_type_), graph_node, repr = repr::show_ref_write)]
pub struct RefWriteNode {
    base: RelayExprNode,
    /// The reference.
    #[reflect(name = "ref")]
    pub reference: RelayExpr,
    /// The value from now on.
    pub value: RelayExpr,
}

/// Base of expressions that a pass makes for itself, and turns into others before it is done.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.TempExpr")]
pub struct TempExprNode {
    base: RelayExprNode,
    #[reflect(skip)]
    realize: Option<Realize>,
}

/// What turns an expression of a pass into one that stays.
type Realize = fn(&TempExpr) -> Result<RelayExpr, BoxError>;

/// A function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Function", is_final, new(type_params, attrs: Option<DictAttrs>, span: Option<Span>))]
#[reflect(fields(params, body, ret_type, type_params, attrs, span, _checked_type_), graph_node, repr = repr::show_function)]
pub struct FunctionNode {
    base: BaseFuncNode,
    /// Its parameters.
    #[reflect(def)]
    pub params: Array<Var>,
    /// Its value.
    pub body: RelayExpr,
    /// The type of its value, if that is written.
    pub ret_type: Option<Type>,
    /// The types that it is polymorphic over.
    #[reflect(def, default = Array::new())]
    pub type_params: Array<TypeVar>,
}

/// Base of what relay has beside expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Node")]
#[reflect(fields())]
pub struct RelayNode {
    base: Object,
    /// Where it is written.
    #[reflect(default = None)]
    pub span: Option<Span>,
}

/// All empty tuples are the same; of others, which objects they are counts.
fn tuples_equal<'a>(lhs: &'a TupleNode, rhs: &'a TupleNode, reducer: &mut EqualReducer<'a>) -> bool {
    if !lhs.fields.is_empty() || !rhs.fields.is_empty() {
        reducer.mark_graph_node();
    }
    reducer.field("fields", &lhs.fields, &rhs.fields)
}

fn hash_tuple<'a>(tuple: &'a TupleNode, reducer: &mut HashReducer<'a>) {
    reducer.field(&tuple.fields);
}

/// What an operator is parametrized with follows from its arguments.
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

impl Var {
    /// A new variable.
    pub fn new(name_hint: impl Into<String>, type_annotation: Option<Type>, span: Option<Span>) -> Self {
        Self::of_id(Id::new(name_hint), type_annotation, span)
    }

    /// A variable that is the same as others of that `Id`.
    pub fn of_id(vid: Id, type_annotation: Option<Type>, span: Option<Span>) -> Self {
        make_object(VarNode { base: RelayExprNode::new(span), vid, type_annotation }).into()
    }

    /// Its name, for printing.
    pub fn name_hint(&self) -> &String {
        &self.vid.name_hint
    }
}

impl CallNode {
    /// The operator, if that is what is called.
    pub fn as_op(&self) -> Option<&OpNode> {
        self.op.as_node::<OpNode>()
    }

    /// Whether `op` is what is called.
    pub fn calls(&self, op: &Op) -> bool {
        self.op.same_as(op)
    }
}

impl TempExprNode {
    /// The base of an expression that this function turns into one that stays. It is given the whole node.
    pub fn new(realize: fn(&TempExpr) -> Result<RelayExpr, BoxError>) -> Self {
        Self { base: RelayExprNode::new(None), realize: Some(realize) }
    }
}

impl TempExpr {
    /// The expression that this one stands for.
    ///
    /// # Errors
    /// If it was read from a file, which has no functions. Those of the function that it was made with.
    pub fn realize(&self) -> Result<RelayExpr, BoxError> {
        let realize = self.realize.ok_or_else(|| TempExprError { type_key: self.type_key() })?;
        realize(self)
    }
}

/// An expression of a pass that nothing is known to turn into another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a {type_key} that a pass has made, found one that was read: it has no function that realizes it"
)]
pub struct TempExprError {
    type_key: &'static str,
}

impl From<Function> for RelayExpr {
    fn from(function: Function) -> Self {
        function.upcast()
    }
}
