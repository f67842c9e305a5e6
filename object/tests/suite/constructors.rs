//! Constructors that `#[object(new)]` writes.

use objet::prelude::*;

/// Base of expressions.
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

/// Without parameters, also for what it derives from.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.Flag", new)]
struct FlagNode {
    base: Object,
    #[reflect(default = true)]
    set: bool,
}

/// Below a node whose constructor is written.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "constructors.NamedFlag", new)]
struct NamedFlagNode {
    base: FlagNode,
    name: String,
}

/// Without reflection.
#[derive(Object)]
#[repr(C)]
#[object(key = "constructors.Plain", new, wrapper = Bare)]
struct PlainNode {
    base: Object,
    count: usize,
    pair: (u8, u8),
}

#[test]
fn parameters_are_the_fields_in_order_and_then_what_is_listed() {
    let leaf = Leaf::new("x");
    assert_eq!((leaf.name.as_str(), leaf.line, leaf.width), ("x", None, 8));

    let sum = Sum::new([leaf.clone().into()], "int", 2, Some(leaf.clone().upcast()), 1, Some(7));
    assert_eq!((sum.terms.len(), sum.r#type.as_str(), sum.scale, sum.axis), (1, "int", 2, 1));
    assert_eq!((sum.line, sum.width, sum.text.as_str()), (Some(7), 32, "a+b"));
    assert!(sum.terms[0].same_as(&leaf) && sum.extra.as_ref().is_some_and(|extra| extra.same_as(&leaf)));
    assert!(sum.cache.is_none());
}

#[test]
fn the_node_itself_can_be_changed_before_it_is_an_object() {
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
fn nodes_need_no_reflection_for_it() {
    let bare = Bare::new(3, (1, 2));
    assert_eq!((bare.count, bare.pair), (3, (1, 2)));
}
