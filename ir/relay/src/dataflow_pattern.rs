//! Dataflow patterns: descriptions of expressions, to find and to replace them.
//!
//! - [`matches()`] decides about one expression, [`find_all`] searches a graph.
//! - [`rewrite`] replaces matches by the results of functions.
//! - [`partition`] replaces matches by calls of functions.
//!
//! Patterns are nodes like expressions, and the functions here build them: [`is_op`], [`wildcard`],
//! and methods of [`DFPattern`].
//!
//! ```
//! use objet_ir::attrs;
//! use objet_relay::dataflow_pattern::{find_all, is_op, wildcard};
//! use objet_relay::expr::Var;
//! use objet_relay::op::nn;
//!
//! // A convolution with a kernel of 1x1, then a bias, then a `relu` or a `tanh`.
//! let conv = is_op("nn.conv2d")?.call([wildcard(), wildcard()]);
//! let conv = conv.has_attr(attrs! { kernel_size: [1, 1] })?;
//! let biased = is_op("nn.bias_add")?.call([conv, wildcard()]);
//! let pattern = is_op("nn.relu")?.call([&biased]) | is_op("tanh")?.call([&biased]);
//!
//! let [x, w, b] = ["x", "w", "b"].map(|name| Var::new(name, None, None));
//! let conv = nn::conv2d(x, w, attrs! { kernel_size: [1, 1] })?;
//! let root = nn::relu(nn::bias_add(conv, b, attrs! {})?)?.into();
//! assert_eq!(find_all(&pattern, &root)?, [root]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attribute_test;
mod builder;
mod error;
mod expr_graph;
mod globals;
mod grouping;
mod inferred_types;
mod matcher;
mod partition;
mod pattern_repr;
mod pattern_table;
pub(crate) mod replace;
mod rewrite;
mod search;

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::types::Type;

pub use builder::{
    has_attr, has_dtype, has_shape, has_type, is_any_function, is_any_tuple, is_constant, is_expr,
    is_function, is_if, is_let, is_op, is_tuple, is_tuple_get_item, is_var, wildcard,
};
pub use error::PatternError;
pub use partition::partition;
pub use rewrite::{PatternMatch, PatternRewrite, rewrite};
pub use search::{find_all, matches};

/// Base of dataflow patterns.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DFPatternNode")]
#[reflect(is_abstract)]
pub struct DFPatternNode {
    base: Object,
}

/// A pattern that a rewrite searches for, with the function and the options of the rewrite.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DFPatternCallbackNode", new)]
pub struct DFPatternCallbackNode {
    base: Object,
    /// The pattern to search for.
    pub pattern: DFPattern,
    /// Whether type inference must run before the callback.
    pub require_type: bool,
    /// Whether the search runs only once, without searching the result again.
    pub rewrite_once: bool,
    /// The function that returns the replacement of a match. It is not saved to files.
    #[reflect(skip)]
    pub function: Option<PackedFunc>,
}

/// Matches an expression that is structurally equal to a given expression.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.ExprPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_expr)]
pub struct ExprPatternNode {
    base: DFPatternNode,
    /// The expression to compare with.
    pub expr: RelayExpr,
}

/// Matches a variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.VarPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_var)]
pub struct VarPatternNode {
    base: DFPatternNode,
    /// The name of the variable; empty for any name.
    pub name: String,
}

/// Matches a constant.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.ConstantPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_constant)]
pub struct ConstantPatternNode {
    base: DFPatternNode,
}

/// Matches a call.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.CallPattern", is_final)]
#[reflect(repr = pattern_repr::show_call)]
pub struct CallPatternNode {
    base: DFPatternNode,
    /// The pattern of the callee.
    pub op: DFPattern,
    /// The patterns of the arguments; null for any arguments.
    pub args: Option<Array<DFPattern>>,
}

/// Matches a function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.FunctionPattern", is_final)]
#[reflect(repr = pattern_repr::show_function)]
pub struct FunctionPatternNode {
    base: DFPatternNode,
    /// The patterns of the parameters; null for any parameters.
    pub params: Option<Array<DFPattern>>,
    /// The pattern of the body.
    pub body: DFPattern,
}

/// Matches `let var = value; body`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.LetPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_let)]
pub struct LetPatternNode {
    base: DFPatternNode,
    /// The pattern of the variable.
    pub var: DFPattern,
    /// The pattern of the bound value.
    pub value: DFPattern,
    /// The pattern of the body.
    #[reflect(visit_last)]
    pub body: DFPattern,
}

/// Matches `if (cond) { true_branch } else { false_branch }`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.IfPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_if)]
pub struct IfPatternNode {
    base: DFPatternNode,
    /// The pattern of the condition.
    pub cond: DFPattern,
    /// The pattern of the value if the condition is true.
    pub true_branch: DFPattern,
    /// The pattern of the value if the condition is false.
    pub false_branch: DFPattern,
}

/// Matches a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.TuplePattern", is_final)]
#[reflect(repr = pattern_repr::show_tuple)]
pub struct TuplePatternNode {
    base: DFPatternNode,
    /// The patterns of the fields; null for any fields.
    pub fields: Option<Array<DFPattern>>,
}

/// Matches a field of a tuple.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.TupleGetItemPattern", is_final)]
#[reflect(repr = pattern_repr::show_tuple_get_item)]
pub struct TupleGetItemPatternNode {
    base: DFPatternNode,
    /// The pattern of the tuple.
    pub tuple: DFPattern,
    /// The index of the field, from 0; negative for any field.
    pub index: i32,
}

/// Matches an expression that either of two patterns matches.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.AltPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_alt)]
pub struct AltPatternNode {
    base: DFPatternNode,
    /// The pattern to try first.
    pub left: DFPattern,
    /// The pattern to try second.
    pub right: DFPattern,
}

/// Matches any expression.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.WildcardPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_wildcard)]
pub struct WildcardPatternNode {
    base: DFPatternNode,
}

/// Matches an expression that matches a pattern and has a given type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.TypePattern", is_final, new)]
#[reflect(repr = pattern_repr::show_type)]
pub struct TypePatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The type.
    #[reflect(name = "type")]
    pub of_type: Type,
}

/// Matches an expression that matches a pattern and is a tensor of a given shape.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.ShapePattern", is_final, new)]
#[reflect(repr = pattern_repr::show_shape)]
pub struct ShapePatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The shape.
    pub shape: Array<PrimExpr>,
}

/// Matches an expression that matches a pattern and is a tensor of a given element type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.DataTypePattern", is_final, new)]
#[reflect(repr = pattern_repr::show_data_type)]
pub struct DataTypePatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The element type.
    pub dtype: DataType,
}

/// Matches an expression that matches a pattern and has given attributes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.AttrPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_attr)]
pub struct AttrPatternNode {
    base: DFPatternNode,
    /// The pattern.
    pub pattern: DFPattern,
    /// The required attributes of the call, operator or function.
    pub attrs: DictAttrs,
}

/// Matches an expression that `child` matches, if every dataflow path into it starts at one match
/// of `parent` and passes only through matches of `path`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.dataflow_pattern.DominatorPattern", is_final, new)]
#[reflect(repr = pattern_repr::show_dominator)]
pub struct DominatorPatternNode {
    base: DFPatternNode,
    /// The pattern where all paths start.
    pub parent: DFPattern,
    /// The pattern of each step on a path.
    pub path: DFPattern,
    /// The pattern where the paths end.
    pub child: DFPattern,
}

impl DFPatternNode {
    /// Creates the base part of a pattern.
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
    /// Returns the callback with its function set.
    ///
    /// The rewrite calls `function` with the original expression, the expression with its parts
    /// already rewritten, and a map from patterns to the expressions that they matched.
    #[must_use]
    pub fn with_function(mut self, function: PackedFunc) -> Self {
        *self.make_mut().function = Some(function);
        self
    }
}

/// Defines constructors that take the fields in order.
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
    /// Creates a pattern of calls. Null `args` match any arguments.
    CallPattern => CallPatternNode(op: DFPattern, args: Option<Array<DFPattern>>);
    /// Creates a pattern of functions. Null `params` match any parameters.
    FunctionPattern => FunctionPatternNode(params: Option<Array<DFPattern>>, body: DFPattern);
    /// Creates a pattern of tuples. Null `fields` match any fields.
    TuplePattern => TuplePatternNode(fields: Option<Array<DFPattern>>);
    /// Creates a pattern of the field `index` of a tuple, from 0. A negative `index` matches any
    /// field.
    TupleGetItemPattern => TupleGetItemPatternNode(tuple: DFPattern, index: i32);
}
