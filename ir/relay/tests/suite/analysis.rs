//! Analyses of relay expressions.

use objet::DataType;
use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::types::{FuncType, TensorType, Type, TypeKind, TypeVar};
use objet_relay::adt::{Clause, Match, PatternTuple, PatternVar, PatternWildcard};
use objet_relay::analysis::{
    WellFormedError, all_type_vars, all_vars, alpha_equal, bound_type_vars, bound_vars, free_type_vars,
    free_vars, list_op_freqs, module_well_formed, well_formed,
};
use objet_relay::expr::{Call, Function, If, Let, Tuple, Var};

use crate::graphs;

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn unit() -> RelayExpr {
    Tuple::new([], None).into()
}

fn pair(a: impl Into<RelayExpr>, b: impl Into<RelayExpr>) -> RelayExpr {
    Tuple::new([a.into(), b.into()], None).into()
}

fn load(name: &str) -> IRModule {
    graphs::load(name).downcast().unwrap()
}

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

#[test]
fn operators_of_a_network_are_counted() {
    let freqs = list_op_freqs(&load("resnet18_b1_s224.typed"));
    let freqs: Vec<_> = freqs.iter().map(|(op, freq)| (op.name.as_str(), *freq)).collect();
    assert_eq!(freqs[..4], [("nn.conv2d", 21), ("nn.batch_norm", 19), ("nn.relu", 18), ("add", 8)]);
    assert_eq!(freqs.iter().map(|(_, freq)| freq).sum::<usize>(), 72);
}

#[test]
fn names_of_bound_variables_do_not_matter() {
    let nested = |outer: &str, inner: &str, swapped: bool| {
        let (x, y) = (var(outer), var(inner));
        let body = if swapped { pair(y.clone(), x.clone()) } else { pair(x.clone(), y.clone()) };
        Function::new([x.clone()], Let::new(y, x, body, None), None, [], None, None)
    };
    assert!(alpha_equal(&nested("x", "y", false), &nested("y", "x", false), false));
    assert!(!alpha_equal(&nested("x", "y", false), &nested("x", "y", true), true));
}

#[test]
fn free_variables_map_one_to_one() {
    let [x, y, a, b] = ["x", "y", "a", "b"].map(var);
    assert!(alpha_equal(&pair(x.clone(), y.clone()), &pair(a.clone(), b), true));
    assert!(!alpha_equal(&pair(x.clone(), y.clone()), &pair(a.clone(), a.clone()), true));
    assert!(!alpha_equal(&pair(x.clone(), x.clone()), &pair(x, y), true));
}

#[test]
fn real_modules_are_well_formed() {
    for name in
        ["resnet18_b1_s224.typed", "resnet18.anf", "lstm_i5_h32.typed", "mlp.parsed_spans", "prelude.typed"]
    {
        assert_eq!(module_well_formed(&load(name)), Ok(()), "{name}");
    }
}

#[test]
fn a_variable_is_bound_once() {
    let x = var("x");
    let twice = Let::new(x.clone(), unit(), Let::new(x.clone(), unit(), x.clone(), None), None);
    let error = well_formed(&twice.into()).unwrap_err();
    assert_eq!(error.to_string(), "%x is bound more than once");
    let function = || Function::new([x.clone()], x.clone(), None, [], None, None);
    assert!(well_formed(&pair(function(), function())).is_err());
    // A shared function binds its parameters once.
    let one = function();
    assert_eq!(well_formed(&pair(one.clone(), one)), Ok(()));
}

#[test]
fn a_variable_is_used_where_it_is_bound() {
    let [x, f, c] = ["x", "f", "c"].map(var);
    let out = Err(WellFormedError::OutOfScope { var: "x".into() });
    let before = Let::new(x.clone(), pair(x.clone(), x.clone()), x.clone(), None);
    assert_eq!(well_formed(&before.into()), out);
    let use_of_x = pair(x.clone(), x.clone());
    let in_branch = Let::new(x.clone(), unit(), use_of_x.clone(), None);
    assert_eq!(well_formed(&If::new(c.clone(), in_branch.clone(), use_of_x.clone(), None).into()), out);
    assert_eq!(well_formed(&If::new(c.clone(), in_branch.clone(), c.clone(), None).into()), Ok(()));
    let clauses = [
        Clause::new(PatternVar::new(x.clone(), None), c.clone()),
        Clause::new(PatternWildcard::new(None), use_of_x),
    ];
    assert_eq!(well_formed(&Match::new(c, clauses, true, None).into()), out);
    // A function may call itself.
    let recursive =
        Function::new([x.clone()], Call::new(f.clone(), [x.into()], None, [], None), None, [], None, None);
    assert_eq!(well_formed(&Let::new(f.clone(), recursive, f, None).into()), Ok(()));
}

#[test]
fn functions_of_modules_have_no_free_variables() {
    let mut module = IRModule::new();
    let open = Function::new([], var("x"), None, [], None, None);
    assert_eq!(well_formed(&open.clone().into()), Ok(()));
    module.add_unchecked(GlobalVar::new("main"), open, false).unwrap();
    let error = module_well_formed(&module).unwrap_err();
    assert_eq!(error.to_string(), "unbound variable %x in function @main");
}
