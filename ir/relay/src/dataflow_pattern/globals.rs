//! Registered functions that create dataflow patterns.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::types::Type;

use super::{
    AltPattern, AttrPattern, CallPattern, ConstantPattern, DFPattern, DFPatternCallback, DataTypePattern,
    DominatorPattern, ExprPattern, FunctionPattern, IfPattern, LetPattern, PatternError, PatternRewrite,
    ShapePattern, TupleGetItemPattern, TuplePattern, TypePattern, VarPattern, WildcardPattern, matches,
    partition, rewrite,
};

macro_rules! patterns {
    ($($name:literal $function:ident $pattern:ident($($field:ident: $ty:ty),*);)+) => {
        $(
            /// Creates the pattern from its fields, in order.
            #[register_global($name, short)]
            fn $function($($field: $ty),*) -> $pattern {
                $pattern::new($($field),*)
            }
        )+
    };
}

/// Patterns of the parts of an expression; null for any parts.
type Parts = Option<Array<DFPattern>>;

patterns! {
    "relay.dataflow_pattern.AltPattern" alt AltPattern(left: DFPattern, right: DFPattern);
    "relay.dataflow_pattern.AttrPattern" attr AttrPattern(pattern: DFPattern, attrs: DictAttrs);
    "relay.dataflow_pattern.CallPattern" call CallPattern(op: DFPattern, args: Parts);
    "relay.dataflow_pattern.ConstantPattern" constant ConstantPattern();
    "relay.dataflow_pattern.DataTypePattern" data_type DataTypePattern(pattern: DFPattern, dtype: DataType);
    "relay.dataflow_pattern.DominatorPattern" dominator DominatorPattern(
        parent: DFPattern, path: DFPattern, child: DFPattern
    );
    "relay.dataflow_pattern.ExprPattern" expr ExprPattern(e: RelayExpr);
    "relay.dataflow_pattern.FunctionPattern" function FunctionPattern(params: Parts, body: DFPattern);
    "relay.dataflow_pattern.IfPattern" if_ IfPattern(
        cond: DFPattern, true_branch: DFPattern, false_branch: DFPattern
    );
    "relay.dataflow_pattern.LetPattern" let_ LetPattern(var: DFPattern, value: DFPattern, body: DFPattern);
    "relay.dataflow_pattern.ShapePattern" shape ShapePattern(pattern: DFPattern, shape: Array<PrimExpr>);
    "relay.dataflow_pattern.TupleGetItemPattern" tuple_get_item TupleGetItemPattern(
        tuple: DFPattern, index: i32
    );
    "relay.dataflow_pattern.TuplePattern" tuple TuplePattern(fields: Parts);
    "relay.dataflow_pattern.TypePattern" type_ TypePattern(pattern: DFPattern, of_type: Type);
    "relay.dataflow_pattern.VarPattern" var VarPattern(name_hint: String);
    "relay.dataflow_pattern.WildcardPattern" wildcard WildcardPattern();
}

/// Creates a rewrite: a pattern, the function that returns the replacement of a match, and options.
#[register_global("relay.dataflow_pattern.DFPatternCallback", short)]
fn callback(
    pattern: DFPattern,
    function: PackedFunc,
    require_type: bool,
    rewrite_once: bool,
) -> DFPatternCallback {
    DFPatternCallback::new(pattern, require_type, rewrite_once).with_function(function)
}

/// Returns whether a pattern matches an expression.
#[register_global("relay.dataflow_pattern.match")]
fn match_(pattern: DFPattern, expr: RelayExpr) -> Result<bool, PatternError> {
    matches(&pattern, &expr)
}

/// Replaces the matches of patterns by the results of their callbacks, until nothing changes.
#[register_global("relay.dataflow_pattern.rewrite")]
fn rewrite_by_callbacks(
    callbacks: Array<DFPatternCallback>,
    expr: RelayExpr,
    module: Option<IRModule>,
) -> Result<RelayExpr, PatternError> {
    let mut rewrites: Vec<_> = callbacks.iter().cloned().map(PatternRewrite::from).collect();
    rewrite(&mut rewrites, &expr, module.as_ref())
}

/// Replaces the matches of a pattern by calls of functions. A match is kept if `check` returns
/// false for it.
#[register_global("relay.dataflow_pattern.partition")]
fn partition_by_pattern(
    pattern: DFPattern,
    expr: RelayExpr,
    attrs: Option<Map<String, Option<ObjectRef>>>,
    check: PackedFunc,
) -> Result<RelayExpr, PatternError> {
    let mut all = DictAttrs::default();
    if let Some(attrs) = attrs {
        *all.make_mut().dict = attrs;
    }
    partition(&pattern, &expr, Some(&all), |expr| Ok(check.call_as::<bool>((expr,))?))
}
