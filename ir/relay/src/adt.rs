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
#[object(key = "relay.PatternWildcard", is_final)]
#[reflect(repr = show_wildcard)]
pub struct PatternWildcardNode {
    base: PatternNode,
}

/// Matches any value, and binds it.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.PatternVar", is_final)]
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
#[object(key = "relay.PatternConstructor", is_final)]
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
#[object(key = "relay.PatternTuple", is_final)]
#[reflect(fields(patterns, span), repr = show_tuple)]
pub struct PatternTupleNode {
    base: PatternNode,
    /// A pattern for each field.
    pub patterns: Array<Pattern>,
}

/// One case of a match.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.Clause", is_final)]
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
#[object(key = "relay.Match", is_final)]
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

impl PatternWildcard {
    /// `_`
    pub fn new(span: Option<Span>) -> Self {
        make_object(PatternWildcardNode { base: PatternNode::new(span) }).into()
    }
}

impl PatternVar {
    /// The pattern that binds any value to `var`.
    pub fn new(var: Var, span: Option<Span>) -> Self {
        make_object(PatternVarNode { base: PatternNode::new(span), var }).into()
    }
}

impl PatternConstructor {
    /// The pattern of values that `constructor` made, with a pattern for each argument.
    pub fn new(constructor: Constructor, patterns: impl Into<Array<Pattern>>, span: Option<Span>) -> Self {
        let (base, patterns) = (PatternNode::new(span), patterns.into());
        make_object(PatternConstructorNode { base, constructor, patterns }).into()
    }
}

impl PatternTuple {
    /// The pattern of tuples, with a pattern for each field.
    pub fn new(patterns: impl Into<Array<Pattern>>, span: Option<Span>) -> Self {
        make_object(PatternTupleNode { base: PatternNode::new(span), patterns: patterns.into() }).into()
    }
}

impl Clause {
    /// `lhs => rhs`
    pub fn new(lhs: impl Into<Pattern>, rhs: impl Into<RelayExpr>) -> Self {
        make_object(ClauseNode { base: Object::new(), lhs: lhs.into(), rhs: rhs.into() }).into()
    }
}

impl Match {
    /// `match (data) { clauses }`, where the clauses cover every value if `complete`.
    pub fn new(
        data: impl Into<RelayExpr>,
        clauses: impl Into<Array<Clause>>,
        complete: bool,
        span: Option<Span>,
    ) -> Self {
        let (data, clauses) = (data.into(), clauses.into());
        make_object(MatchNode { base: RelayExprNode::new(span), data, clauses, complete }).into()
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
