//! `From` between references.

use downstream::closure::Captured;
use downstream::expr::{Add, Binary, Const, Expr, Var, VarNode};
use downstream::wrappers::{IntervalRef, StrideRef};
use renamed_objet::{Closure, IsObjectRef, ObjectPtr, ObjectRef};

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
fn a_reference_converts_into_the_declared_parent_wrapper() {
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
