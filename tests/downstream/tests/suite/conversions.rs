//! `From` between references.

use downstream::closure::Captured;
use downstream::expr::{Add, Binary, Const, Expr, Var, VarNode};
use downstream::wrappers::{IntervalRef, StrideRef};
use renamed_objet::containers::Closure;
use renamed_objet::{IsObjectRef, Object, ObjectPtr, ObjectRef};

/// Nodes that import the node of their parent, but not its wrapper.
mod nodes {
    use super::Expr;
    use downstream::expr::BinaryNode;
    use renamed_objet::Object;

    /// `lhs << rhs`
    #[derive(Clone, Object)]
    #[repr(C)]
    #[object(key = "conversions.Shl", crate = renamed_objet)]
    pub struct ShlNode {
        pub base: BinaryNode,
        pub lhs: Expr,
        pub rhs: Expr,
    }

    /// `lhs << rhs`, where the result wraps.
    #[derive(Clone, Object)]
    #[repr(C)]
    #[object(key = "conversions.WrappingShl", is_final, crate = renamed_objet)]
    pub struct WrappingShlNode {
        pub base: ShlNode,
    }
}

use nodes::{Shl, ShlNode, WrappingShl, WrappingShlNode};

/// A node whose reference also converts from other types.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "conversions.Literal", crate = renamed_objet, new)]
struct LiteralNode {
    base: Object,
    value: i64,
}

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "conversions.Bool", is_final, crate = renamed_objet)]
struct BoolNode {
    base: LiteralNode,
}

/// A node with references to others.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "conversions.Pair", is_final, crate = renamed_objet, new)]
struct PairNode {
    base: Object,
    expr: Expr,
    literal: Literal,
    next: Option<Expr>,
}

impl From<i64> for Literal {
    fn from(value: i64) -> Self {
        Self::new(value)
    }
}

impl From<&Literal> for Literal {
    fn from(literal: &Literal) -> Self {
        literal.clone()
    }
}

impl<T: Into<i64>> From<Vec<T>> for Literal {
    fn from(values: Vec<T>) -> Self {
        Self::new(values.into_iter().map(Into::into).sum())
    }
}

/// A type of this crate that converts from everything that an expression converts from.
struct Printed(&'static str);

impl<E: Into<Expr>> From<E> for Printed {
    fn from(expr: E) -> Self {
        Self(expr.into().type_key())
    }
}

fn wrapping_shl() -> WrappingShl {
    let (lhs, rhs) = (Var::new("x").into(), Const::new(1).into());
    let base = ShlNode { base: downstream::expr::BinaryNode::new(1), lhs, rhs };
    renamed_objet::make_object(WrappingShlNode { base }).into()
}

#[test]
fn a_reference_converts_into_the_references_of_all_ancestors() {
    let wrapping = wrapping_shl();
    let shl: Shl = wrapping.clone().into();
    let binary: Binary = wrapping.clone().into();
    let expr: Expr = wrapping.clone().into();
    let object: ObjectRef = wrapping.clone().into();
    assert!(shl.same_as(&wrapping) && binary.same_as(&wrapping) && expr.same_as(&wrapping));
    assert!(object.same_as(&wrapping));
    assert_eq!(wrapping.strong_count(), 5);
    assert_eq!(Printed::from(wrapping).0, "conversions.WrappingShl");
}

#[test]
fn a_constructor_takes_references_to_all_descendants() {
    let negated: Bool = renamed_objet::make_object(BoolNode { base: LiteralNode::new(1) }).into();
    let pair = Pair::new(wrapping_shl(), negated, None);
    assert_eq!(pair.expr.type_key(), "conversions.WrappingShl");
    assert_eq!(pair.literal.value, 1);
    let next = Pair::new(pair.expr.clone(), 7, Some(wrapping_shl().upcast()));
    assert!(next.expr.same_as(&pair.expr));
    assert_eq!(next.literal.value, 7);
    assert!(next.next.is_some());
}

#[test]
fn users_add_conversions_of_their_own() {
    let literal = Literal::from(vec![1, 2]);
    assert_eq!(literal.value, 3);
    assert!(Literal::from(&literal).same_as(&literal));
}

#[test]
fn a_reference_converts_into_its_parent_s() {
    let add = Add::new(Var::new("x"), Const::new(1));
    let binary = Binary::from(add.clone());
    let expr = Expr::from(binary);
    assert!(expr.same_as(&add));
}

#[test]
fn a_reference_converts_into_an_object_ref() {
    let var = Var::new("x");
    assert!(ObjectRef::from(var.clone()).same_as(&var));
    assert!(ObjectRef::from(Expr::from(var.clone())).same_as(&var));
}

#[test]
fn a_reference_converts_into_a_wrapper_of_any_name() {
    let stride = StrideRef::new(0, 8, 2);
    let interval: IntervalRef = stride.into();
    assert_eq!(interval.end, 8);
}

#[test]
fn a_reference_converts_into_a_wrapper_of_the_facade() {
    let captured = Captured::new(vec![Var::new("x").into()]);
    let closure: Closure = captured.into();
    assert_eq!(closure.type_key(), "down.Captured");
}

#[test]
fn a_pointer_and_its_wrapper_convert_into_each_other() {
    let var = Var::new("x");
    let pointer: ObjectPtr<VarNode> = var.clone().into_ptr();
    assert_eq!(Var::from(pointer), var);
}
