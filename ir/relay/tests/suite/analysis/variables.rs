//! Variables and type variables in expressions.

use objet::DataType;
use objet::prelude::*;
use objet_ir::types::{FuncType, TensorType, Type, TypeKind, TypeVar};
use objet_relay::adt::{Clause, Match, PatternTuple, PatternVar, PatternWildcard};
use objet_relay::analysis::{
    all_type_vars, all_vars, bound_type_vars, bound_vars, free_type_vars, free_vars,
};
use objet_relay::expr::{Call, Function, Let, Var};

use super::{pair, var};

#[test]
fn variables_are_listed_in_order_of_occurrence() {
    let [x, y, z, a, b] = ["x", "y", "z", "a", "b"].map(var);
    let pattern =
        PatternTuple::new([PatternVar::new(a.clone(), None).into(), PatternWildcard::new(None).into()], None);
    let found = Match::new(y.clone(), [Clause::new(pattern, pair(a.clone(), z.clone()))], true, None);
    let function =
        Function::new([x.clone()], Let::new(b.clone(), x.clone(), found, None), None, [], None, None);
    assert_eq!(all_vars(&function), [x.clone(), b.clone(), y.clone(), a.clone(), z.clone()]);
    assert_eq!(bound_vars(&function), [x, b, a]);
    assert_eq!(free_vars(&function), [y, z]);
}

#[test]
fn variables_with_the_same_id_are_equal() {
    let x = var("x");
    let annotated = Var::of_id(x.vid.clone(), Some(TensorType::scalar(DataType::float(32)).upcast()), None);
    assert_eq!(free_vars(&pair(x.clone(), annotated.clone())), std::slice::from_ref(&x));
    assert_eq!(free_vars(&Function::new([annotated], x, None, [], None, None)), []);
}

#[test]
fn type_variables_are_found_in_declared_types() {
    let [t, u, v] = ["T", "U", "V"].map(|name| TypeVar::new(name, TypeKind::Type, None));
    let inner = FuncType::new([Type::from(v.clone()), u.clone().into()], t.clone(), [v.clone()], [], None);
    let x = Var::new("x", Some(inner.clone().into()), None);
    let mut body = Call::new(x.clone(), [], None, [Some(u.clone().into())], None);
    let inferred = TypeVar::new("inferred", TypeKind::Type, None);
    *body.make_mut().checked_type = Some(inferred.into());
    let function = Function::new([x], body, Some(t.clone().into()), [t.clone()], None, None);
    assert_eq!(all_type_vars(&function), [t.clone(), v.clone(), u.clone()]);
    assert_eq!(bound_type_vars(&function), [t.clone(), v.clone()]);
    assert_eq!(free_type_vars(&function), std::slice::from_ref(&u));
    assert_eq!(free_type_vars(&inner), [u, t]);
}
