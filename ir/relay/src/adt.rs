//! Values of algebraic data types taken apart: patterns and the expressions that match by them.

mod globals;

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::expr::{RelayExpr, RelayExprNode};
use objet_ir::node_texts;
use objet_ir::span::Span;

use crate::expr::Var;

/// Base of patterns.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Pattern")]
pub struct PatternNode {
    base: Object,
    /// Where it is written.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// `_`: matches any value.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternWildcard", is_final, new(span: Option<Span>))]
#[reflect(repr = show_wildcard)]
pub struct PatternWildcardNode {
    base: PatternNode,
}

/// Matches any value, and binds it.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternVar", is_final, new(span: Option<Span>))]
#[reflect(fields(var, span), repr = show_var)]
pub struct PatternVarNode {
    base: PatternNode,
    /// What the value is bound to.
    #[reflect(def)]
    pub var: Var,
}

/// Matches what a constructor made of values that match in turn.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternConstructor", is_final, new(span: Option<Span>))]
#[reflect(fields(constructor, patterns, span), repr = show_constructor)]
pub struct PatternConstructorNode {
    base: PatternNode,
    /// The constructor.
    pub constructor: Constructor,
    /// A pattern for each of its arguments.
    pub patterns: Array<Pattern>,
}

/// Matches a tuple whose fields match.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternTuple", is_final, new(span: Option<Span>))]
#[reflect(fields(patterns, span), repr = show_tuple)]
pub struct PatternTupleNode {
    base: PatternNode,
    /// A pattern for each field.
    pub patterns: Array<Pattern>,
}

/// One case of a match.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Clause", is_final, new)]
#[reflect(repr = show_clause)]
pub struct ClauseNode {
    base: Object,
    /// What the value has to match.
    pub lhs: Pattern,
    /// What the match is then.
    pub rhs: RelayExpr,
}

/// `match (data) { clauses }`: the first clause whose pattern matches.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Match", is_final, new(span: Option<Span>))]
#[reflect(fields(data, clauses, complete, span, _checked_type_), graph_node, repr = show_match)]
pub struct MatchNode {
    base: RelayExprNode,
    /// What is taken apart.
    pub data: RelayExpr,
    /// The cases.
    pub clauses: Array<Clause>,
    /// Whether the cases are to cover every value; where they do not, a value may be met that none of them matches.
    pub complete: bool,
}

impl PatternNode {
    /// The base of a pattern written there.
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
