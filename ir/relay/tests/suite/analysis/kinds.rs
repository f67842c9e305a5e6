//! Kinds of types.

use objet::DataType;
use objet::prelude::*;
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::module::IRModule;
use objet_ir::types::{
    FuncType, GlobalTypeVar, IncompleteType, PrimType, TensorType, TupleType, Type, TypeCall, TypeKind,
    TypeVar,
};
use objet_relay::analysis::{KindError, check_kind, is_dynamic};

use crate::deep::on_a_small_stack;

fn tensor() -> Type {
    TensorType::scalar(DataType::float(32)).into()
}

fn var(kind: TypeKind) -> Type {
    TypeVar::new("t", kind, None).into()
}

fn text(ty: impl Into<Type>, module: Option<&IRModule>) -> String {
    check_kind(&ty.into(), module).unwrap_err().to_string()
}

/// Returns `type List[a] { Cons(a, List[a]) }`.
fn list() -> (GlobalTypeVar, TypeData) {
    let (header, a) = (GlobalTypeVar::new("List", TypeKind::AdtHandle, None), var(TypeKind::Type));
    let tail = TypeCall::new(header.clone(), [a.clone()], None);
    let cons = Constructor::new("Cons", [a.clone(), tail.into()], header.clone());
    (header.clone(), TypeData::new(header, [a.downcast::<TypeVar>().unwrap()], [cons], None))
}

#[test]
fn errors_name_the_innermost_wrong_part() {
    let wrong = TupleType::new([var(TypeKind::BaseType)], None);
    let nested = FuncType::new([Type::from(wrong.clone())], tensor(), [], [], None);
    let error = check_kind(&nested.into(), None).unwrap_err();
    assert!(error.ty().same_as(&wrong.fields[0]));
    let KindError::Mismatch { part, expected, found, within, .. } = error else { panic!("{error}") };
    assert_eq!((part, expected, found), ("tuple field", TypeKind::Type, TypeKind::BaseType));
    assert!(within.same_as(&wrong));
}

#[test]
fn type_calls_fit_their_definitions() {
    let (header, definition) = list();
    let mut module = IRModule::new();
    module.add_type_def(header.clone(), definition.clone(), false).unwrap();
    let call = |args: &[Type]| Type::from(TypeCall::new(header.clone(), args, None));
    assert_eq!(check_kind(&call(&[tensor()]), Some(&module)).unwrap(), TypeKind::Type);
    assert_eq!(check_kind(&definition.clone().into(), Some(&module)).unwrap(), TypeKind::TypeData);
    assert_eq!(text(call(&[]), Some(&module)), "type call of List: expected 1 arguments, found 0");
    assert_eq!(text(call(&[tensor()]), None), r#"type call of List: the module has no type "List""#);
    let of_variable = TypeCall::new(var(TypeKind::AdtHandle), [], None);
    assert!(
        text(of_variable, None).starts_with("callee of TypeCall: expected a GlobalTypeVar, found TypeVar(")
    );
    let handle = TypeCall::new(GlobalTypeVar::new("T", TypeKind::Type, None), [], None);
    let expected = "callee of TypeCall: expected kind AdtHandle, found kind Type of GlobalTypeVar(";
    assert!(text(handle, None).starts_with(expected));
}

#[test]
fn definitions_have_their_own_constructors() {
    let (header, definition) = list();
    let other = GlobalTypeVar::new("Other", TypeKind::AdtHandle, None);
    let foreign = TypeData::new(other, [], definition.constructors.clone(), None);
    let mut module = IRModule::new();
    module.add_type_def(header, definition, false).unwrap();
    assert_eq!(text(foreign, Some(&module)), "definition of Other: constructor Cons belongs to List");
}

#[test]
fn types_of_other_languages_have_no_kind() {
    let prim: Type = PrimType::new(DataType::int(32)).into();
    assert_eq!(text(prim.clone(), None), "PrimType has no kind");
    assert_eq!(text(TupleType::new([prim], None), None), "PrimType has no kind");
    let incomplete = IncompleteType::new(TypeKind::ShapeVar, None);
    assert_eq!(check_kind(&incomplete.into(), None).unwrap(), TypeKind::ShapeVar);
}

#[test]
fn shared_and_deep_types_are_checked_once() {
    on_a_small_stack(|| {
        // 2^200000 paths.
        let pair = |ty: Type| TupleType::new([ty.clone(), ty], None).into();
        let ty = (0..200_000).fold(tensor(), |ty, _| pair(ty));
        assert_eq!(check_kind(&ty, None).unwrap(), TypeKind::Type);
        assert!(!is_dynamic(&ty));
    });
}
