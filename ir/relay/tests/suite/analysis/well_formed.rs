//! Scopes of variables.

use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_relay::adt::{Clause, Match, PatternVar, PatternWildcard};
use objet_relay::analysis::{WellFormedError, module_well_formed, well_formed};
use objet_relay::expr::{Call, Function, If, Let};

use super::{load, pair, unit, var};

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
