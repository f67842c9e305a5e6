//! Patterns of dataflow: what an expression has to look like to be found by a rewrite.

mod globals;
mod repr;

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::types::Type;

/// Base of dataflow patterns.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DFPatternNode")]
pub struct DFPatternNode {
    base: Object,
}

/// A pattern that a rewrite looks for, and how it goes about it.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DFPatternCallbackNode", new)]
pub struct DFPatternCallbackNode {
    base: Object,
    /// The pattern.
    pub pattern: DFPattern,
    /// Whether types are inferred before the pattern is looked for again.
    pub require_type: bool,
    /// Whether it is looked for once, and not in what came of it.
    pub rewrite_once: bool,
    /// What makes an expression of one that was found; not in files.
    #[reflect(skip)]
    pub function: Option<PackedFunc>,
}

/// Matches an expression that is structurally equal to one.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.ExprPattern", is_final, new)]
#[reflect(repr = repr::show_expr)]
pub struct ExprPatternNode {
    base: DFPatternNode,
    /// The expression.
    pub expr: RelayExpr,
}

/// Matches a variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.VarPattern", is_final, new)]
#[reflect(repr = repr::show_var)]
pub struct VarPatternNode {
    base: DFPatternNode,
    /// Its name; any if this is empty.
    pub name: String,
}

/// Matches a constant.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.ConstantPattern", is_final, new)]
#[reflect(repr = repr::show_constant)]
pub struct ConstantPatternNode {
    base: DFPatternNode,
}

/// Matches a call.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.CallPattern", is_final)]
#[reflect(repr = repr::show_call)]
pub struct CallPatternNode {
    base: DFPatternNode,
    /// What is called.
    pub op: DFPattern,
    /// The arguments; any if there is none of this.
    pub args: Option<Array<DFPattern>>,
}

/// Matches a function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.FunctionPattern", is_final)]
#[reflect(repr = repr::show_function)]
pub struct FunctionPatternNode {
    base: DFPatternNode,
    /// The parameters; any if there is none of this.
    pub params: Option<Array<DFPattern>>,
    /// The body.
    pub body: DFPattern,
}

/// Matches `let var = value; body`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.LetPattern", is_final, new)]
#[reflect(repr = repr::show_let)]
pub struct LetPatternNode {
    base: DFPatternNode,
    /// The variable.
    pub var: DFPattern,
    /// What it is bound to.
    pub value: DFPattern,
    /// Where it is bound.
    #[reflect(visit_last)]
    pub body: DFPattern,
}

/// Matches `if (cond) { true_branch } else { false_branch }`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.IfPattern", is_final, new)]
#[reflect(repr = repr::show_if)]
pub struct IfPatternNode {
    base: DFPatternNode,
    /// The condition.
    pub cond: DFPattern,
    /// The value if it is true.
    pub true_branch: DFPattern,
    /// The value if it is false.
    pub false_branch: DFPattern,
}

/// Matches a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.TuplePattern", is_final)]
#[reflect(repr = repr::show_tuple)]
pub struct TuplePatternNode {
    base: DFPatternNode,
    /// Its fields; any if there is none of this.
    pub fields: Option<Array<DFPattern>>,
}

/// Matches a field of a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.TupleGetItemPattern", is_final)]
#[reflect(repr = repr::show_tuple_get_item)]
pub struct TupleGetItemPatternNode {
    base: DFPatternNode,
    /// The tuple.
    pub tuple: DFPattern,
    /// Which field, from 0; any if it is negative.
    pub index: i32,
}

/// Matches what either of two patterns matches.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.AltPattern", is_final, new)]
#[reflect(repr = repr::show_alt)]
pub struct AltPatternNode {
    base: DFPatternNode,
    /// The one that is tried first.
    pub left: DFPattern,
    /// The other one.
    pub right: DFPattern,
}

/// Matches any expression.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.WildcardPattern", is_final, new)]
#[reflect(repr = repr::show_wildcard)]
pub struct WildcardPatternNode {
    base: DFPatternNode,
}

/// Matches what a pattern matches, if it is of that type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.TypePattern", is_final, new)]
#[reflect(repr = repr::show_type)]
pub struct TypePatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The type.
    #[reflect(name = "type")]
    pub of_type: Type,
}

/// Matches what a pattern matches, if it is a tensor of that shape.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.ShapePattern", is_final, new)]
#[reflect(repr = repr::show_shape)]
pub struct ShapePatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The shape.
    pub shape: Array<PrimExpr>,
}

/// Matches what a pattern matches, if it is a tensor of that element type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.DataTypePattern", is_final, new)]
#[reflect(repr = repr::show_data_type)]
pub struct DataTypePatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The element type.
    pub dtype: DataType,
}

/// Matches what a pattern matches, if it has these attributes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.AttrPattern", is_final, new)]
#[reflect(repr = repr::show_attr)]
pub struct AttrPatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The attributes: of a call, of an operator or of a function.
    pub attrs: DictAttrs,
}

/// Matches what `child` matches, if all that it is computed from leads, by way of `path`, to one match of `parent`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.DominatorPattern", is_final, new)]
#[reflect(repr = repr::show_dominator)]
pub struct DominatorPatternNode {
    base: DFPatternNode,
    /// Where the ways begin.
    pub parent: DFPattern,
    /// Each step on them.
    pub path: DFPattern,
    /// Where they end.
    pub child: DFPattern,
}

impl DFPatternNode {
    /// The base of a pattern.
    pub fn new() -> Self {
        Self { base: Object::new() }
    }
}

impl Default for DFPatternNode {
    fn default() -> Self {
        Self::new()
    }
}

impl DFPatternCallback {
    /// The same with a function, which is called with the expression as it was, the expression with what was rewritten in it, and a map from
    /// patterns to the expressions that they matched.
    #[must_use]
    pub fn with_function(mut self, function: PackedFunc) -> Self {
        *self.make_mut().function = Some(function);
        self
    }
}

/// Constructors that take the fields in order.
macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident => $node:ident($($field:ident: $ty:ty),+);)*) => {
        $(
            impl $name {
                $(#[$doc])*
                pub fn new($($field: impl Into<$ty>),+) -> Self {
                    $(let $field = $field.into();)+
                    make_object($node { base: DFPatternNode::new(), $($field),+ }).into()
                }
            }
        )*
    };
}

constructors! {
    /// The pattern of calls; with any arguments if there are none of these.
    CallPattern => CallPatternNode(op: DFPattern, args: Option<Array<DFPattern>>);
    /// The pattern of functions; with any parameters if there are none of these.
    FunctionPattern => FunctionPatternNode(params: Option<Array<DFPattern>>, body: DFPattern);
    /// The pattern of tuples; of any fields if there are none of these.
    TuplePattern => TuplePatternNode(fields: Option<Array<DFPattern>>);
    /// The pattern of that field of a tuple, from 0, or of any field if `index` is negative.
    TupleGetItemPattern => TupleGetItemPatternNode(tuple: DFPattern, index: i32);
}
