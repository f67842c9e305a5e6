//! Constructors that `#[object(new)]` generates.

use objet::prelude::*;

/// The base node of expressions.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.Expr")]
struct ExprNode {
    base: Object,
    #[reflect(skip)]
    line: Option<u32>,
    width: u32,
}

impl ExprNode {
    fn new(line: Option<u32>, width: u32) -> Self {
        Self { base: Object::new(), line, width }
    }
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.Leaf", is_final, new(line = None, width = 8))]
struct LeafNode {
    base: ExprNode,
    name: objet::String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.Sum", is_final, new(axis, line: Option<u32>, width = 32))]
struct SumNode {
    base: ExprNode,
    terms: Array<Expr>,
    r#type: objet::String,
    scale: i64,
    extra: Option<Expr>,
    #[reflect(default = -1)]
    axis: i32,
    #[reflect(default = ["a", "b"].join("+"))]
    text: String,
    #[reflect(skip)]
    cache: Option<Vec<u8>>,
}

/// A node whose constructor has no parameters.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.Flag", new)]
struct FlagNode {
    base: Object,
    #[reflect(default = true)]
    set: bool,
}

/// A node whose parent has a generated constructor.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.NamedFlag", new)]
struct NamedFlagNode {
    base: FlagNode,
    name: String,
}

/// A node without reflection.
#[derive(Object)]
#[repr(C)]
#[object(key = "constructors.Plain", new, wrapper = Bare)]
struct PlainNode {
    base: Object,
    count: usize,
    pair: (u8, u8),
}

#[test]
fn parameters_are_the_fields_in_order_and_then_the_listed_ones() {
    let leaf = Leaf::new("x");
    assert_eq!((leaf.name.as_str(), leaf.line, leaf.width), ("x", None, 8));

    let sum = Sum::new([leaf.clone().into()], "int", 2, Some(leaf.clone().upcast()), 1, Some(7));
    assert_eq!((sum.terms.len(), sum.r#type.as_str(), sum.scale, sum.axis), (1, "int", 2, 1));
    assert_eq!((sum.line, sum.width, sum.text.as_str()), (Some(7), 32, "a+b"));
    assert!(sum.terms[0].same_as(&leaf) && sum.extra.as_ref().is_some_and(|extra| extra.same_as(&leaf)));
    assert!(sum.cache.is_none());
}

#[test]
fn a_node_can_be_changed_before_it_becomes_an_object() {
    let mut node = LeafNode::new("x");
    node.base.line = Some(3);
    let leaf = Leaf::from(make_object(node));
    assert_eq!(leaf.line, Some(3));
}

#[test]
fn a_constructor_without_parameters_is_the_default() {
    assert!(Flag::new().set && Flag::default().set && FlagNode::default().set);
    let named = NamedFlag::new("fast");
    assert_eq!((named.set, named.name.as_str()), (true, "fast"));
}

#[test]
fn a_constructor_needs_no_reflection() {
    let bare = Bare::new(3, (1, 2));
    assert_eq!((bare.count, bare.pair), (3, (1, 2)));
}

/// A node that computes its width from a parameter, and has rules.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.Cast", is_final, new(line: Option<u32>, width = value.width * 2), validate)]
#[reflect(check = CastNode::validate)]
struct CastNode {
    base: ExprNode,
    target: objet::String,
    value: Expr,
}

#[derive(Debug, PartialEq, thiserror::Error)]
enum CastError {
    #[error("no target")]
    NoTarget,
    #[error("{0} bits are too many")]
    TooWide(u32),
}

impl Validate for CastNode {
    type Error = CastError;

    fn validate(&self) -> Result<(), CastError> {
        match self.width {
            _ if self.target.is_empty() => Err(CastError::NoTarget),
            65.. => Err(CastError::TooWide(self.width)),
            _ => Ok(()),
        }
    }
}

/// A node whose constructor has no parameters, and whose rules always fail.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.Never", new, validate)]
struct NeverNode {
    base: Object,
}

impl Validate for NeverNode {
    type Error = &'static str;

    fn validate(&self) -> Result<(), &'static str> {
        Err("never")
    }
}

#[test]
fn a_value_of_the_parent_can_be_computed_from_the_parameters() -> Result<(), CastError> {
    let cast = Cast::new("wide", Leaf::new("x"), Some(3))?;
    assert_eq!((cast.width, cast.line, cast.target.as_str()), (16, Some(3), "wide"));
    Ok(())
}

#[test]
fn constructors_check_the_rules_first() {
    let wide = |width| ExprNode::new(None, width);
    let leaf = |width| Leaf::from(make_object(LeafNode { base: wide(width), name: "x".into() }));
    assert_eq!(Cast::new("", leaf(8), None).unwrap_err(), CastError::NoTarget);
    assert_eq!(Cast::new("wide", leaf(33), None).unwrap_err(), CastError::TooWide(66));
    assert_eq!(CastNode::new("wide", leaf(33), None).err(), Some(CastError::TooWide(66)));
    assert_eq!(Never::new().unwrap_err(), "never");
}

#[test]
fn reflection_checks_the_rules_of_changed_nodes() {
    let cast = Cast::new("wide", Leaf::new("x"), None).unwrap();
    let error = objet::with_attr(cast, "target", objet::function::ArgValue::Str("")).unwrap_err();
    assert!(error.to_string().contains("no target"), "{error}");
}
