//! Match expressions and patterns over values of algebraic data types.

mod globals;

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::expr::{RelayExpr, RelayExprNode};
use objet_ir::node_texts;
use objet_ir::span::Span;

use crate::expr::Var;

/// Base of match patterns.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Pattern")]
#[reflect(is_abstract)]
pub struct PatternNode {
    base: Object,
    /// The source location of the pattern.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// The pattern `_`, which matches any value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternWildcard", is_final, new(span: Option<Span>))]
#[reflect(repr = show_wildcard)]
pub struct PatternWildcardNode {
    base: PatternNode,
}

/// Matches any value and binds it to a variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternVar", is_final, new(span: Option<Span>))]
#[reflect(fields(var, span), repr = show_var)]
pub struct PatternVarNode {
    base: PatternNode,
    /// The variable that the value is bound to.
    #[reflect(def)]
    pub var: Var,
}

/// Matches a value of a constructor whose arguments match their patterns.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternConstructor", is_final, new(span: Option<Span>))]
#[reflect(fields(constructor, patterns, span), repr = show_constructor)]
pub struct PatternConstructorNode {
    base: PatternNode,
    /// The constructor that made the value.
    pub constructor: Constructor,
    /// One pattern for each constructor argument.
    pub patterns: Array<Pattern>,
}

/// Matches a tuple whose fields match their patterns.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternTuple", is_final, new(span: Option<Span>))]
#[reflect(fields(patterns, span), repr = show_tuple)]
pub struct PatternTupleNode {
    base: PatternNode,
    /// One pattern for each field.
    pub patterns: Array<Pattern>,
}

/// One case of a match expression.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Clause", is_final, new)]
#[reflect(repr = show_clause)]
pub struct ClauseNode {
    base: Object,
    /// The pattern that the value must match.
    pub lhs: Pattern,
    /// The value of the match expression if the pattern matches.
    pub rhs: RelayExpr,
}

/// `match (data) { clauses }`: evaluates to the first clause whose pattern matches `data`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Match", is_final, new(span: Option<Span>))]
#[reflect(fields(data, clauses, complete, span, _checked_type_), graph_node, repr = show_match)]
pub struct MatchNode {
    base: RelayExprNode,
    /// The value to match.
    pub data: RelayExpr,
    /// The cases, tried in order.
    pub clauses: Array<Clause>,
    /// Whether the cases must cover every value. If false, a value may match no case.
    pub complete: bool,
}

impl PatternNode {
    /// Creates the base part of a pattern.
    pub fn new(span: Option<Span>) -> Self {
        Self { base: Object::new(), span }
    }
}

node_texts! {
    show_wildcard(_pattern: PatternWildcardNode) => "PatternWildcardNode" [];
    show_var(pattern: PatternVarNode) => "PatternVarNode" [&pattern.var];
    show_constructor(pattern: PatternConstructorNode) => "PatternConstructorNode" [&pattern.constructor, &pattern.patterns];
    show_tuple(pattern: PatternTupleNode) => "PatternTupleNode" [&pattern.patterns];
    show_clause(clause: ClauseNode) => "ClauseNode" [&clause.lhs, &clause.rhs];
    show_match(node: MatchNode) => "MatchNode" [&node.data, &node.clauses, i32::from(node.complete)];
}
