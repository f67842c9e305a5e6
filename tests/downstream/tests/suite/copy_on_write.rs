//! Copy-on-write: a unique node is changed in place, and a shared node is copied first.

use downstream::expr::{Add, AddNode, Const, ConstNode, Expr, Var};
use downstream::stmt::For;
use downstream::wrappers::StrideRef;
use renamed_objet::{IsObject, IsObjectRef};

#[test]
fn a_unique_reference_changes_its_object_in_place() {
    let mut constant = Const::new(1);
    let address = std::ptr::from_ref(&*constant);
    *constant.get_mut().unwrap().value = 2;
    *constant.make_mut().value += 1;
    assert_eq!(constant.value, 3);
    assert_eq!(std::ptr::from_ref(&*constant), address);
}

#[test]
fn a_shared_object_is_copied_and_stays_as_it_was() {
    let mut one = Add::new(Var::new("x"), Const::new(1));
    let other = one.clone();
    assert!(one.get_mut().is_none());
    *one.make_mut().rhs = Const::new(2).into();
    assert!(!one.same_as(&other));
    assert!(one.lhs.same_as(&other.lhs));
    assert_eq!(other.rhs.as_node::<ConstNode>().map(|constant| constant.value), Some(1));
    assert_eq!(one.rhs.as_node::<ConstNode>().map(|constant| constant.value), Some(2));
}

#[test]
fn a_copy_through_a_base_keeps_the_derived_type() {
    let add = Add::new(Var::new("x"), Const::new(1));
    let mut expr: Expr = add.clone().upcast();
    *expr.make_mut().line = 9;
    assert_eq!(expr.type_index(), AddNode::type_index());
    let copy: Add = expr.downcast().unwrap();
    assert_eq!((copy.line, add.line), (9, 1));
    assert!(copy.rhs.same_as(&add.rhs));
}

#[test]
fn a_weak_reference_prevents_changes_in_place() {
    let mut constant = Const::new(1);
    let weak = constant.downgrade();
    assert!(constant.get_mut().is_none());
    *constant.make_mut().value = 2;
    assert_eq!(constant.value, 2);
    assert_eq!(weak.upgrade(), None);
    assert!(constant.get_mut().is_some());
}

#[test]
fn the_view_shows_the_fields_of_all_ancestors() {
    let mut add = Add::new(Var::new("x"), Const::new(1));
    let mut view = add.make_mut();
    *view.line = 4;
    std::mem::swap(view.lhs, view.rhs);
    assert_eq!(add.line, 4);
    assert!(add.lhs.is_instance::<ConstNode>());

    let mut stride = StrideRef::new(0, 8, 2);
    *stride.make_mut().end = 16;
    assert_eq!((stride.end, stride.step), (16, 2));
}

#[test]
fn a_unique_object_that_is_not_clone_can_be_changed() {
    let mut repeat = For::new(Const::new(3), None);
    *repeat.get_mut().unwrap().extent = Const::new(4).into();
    let inner = repeat.clone();
    assert!(repeat.get_mut().is_none());
    drop(inner);
    *repeat.get_mut().unwrap().body = Some(For::new(Const::new(1), None).upcast());
    assert!(repeat.body.is_some());
}
