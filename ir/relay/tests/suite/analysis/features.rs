//! Features of programs, and basic block normal form.

use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_relay::adt::{Clause, Match, PatternVar};
use objet_relay::analysis::{
    Feature, FeatureSet, all_dtypes, check_basic_block_normal_form, check_constant, detect_feature,
    detect_module_feature,
};
use objet_relay::expr::{Call, Function, If, Let, Tuple};
use objet_relay::module::IRModuleExt;

use super::{load, pair, unit, var};
use crate::deep::on_a_small_stack;

#[test]
fn the_prelude_has_most_features() {
    use Feature as F;
    let expected = [
        F::Var,
        F::GlobalVar,
        F::Constant,
        F::Tuple,
        F::TupleGetItem,
        F::Function,
        F::Op,
        F::Call,
        F::Let,
        F::If,
        F::Constructor,
        F::Match,
    ];
    let found = detect_module_feature(&load("prelude.typed"));
    assert!(found.is_subset(FeatureSet::from_iter(expected)), "{found:?}");
    assert!(!found.contains(F::Graph) && !found.contains(F::LetRec) && found.contains(F::Match));
}

#[test]
fn sharing_between_functions_is_no_graph() {
    let shared = pair(unit(), unit());
    let mut module = IRModule::from_expr(shared.clone());
    let of = || Function::new([], shared.clone(), None, [], None, None);
    module.add(objet_ir::expr::GlobalVar::new("other"), of(), false).unwrap();
    assert!(!detect_module_feature(&module).contains(Feature::Graph));
    assert!(detect_feature(&pair(of(), of())).contains(Feature::Graph));
}

#[test]
fn recursive_lets_are_found() {
    let has_rec = |expr: &RelayExpr| detect_feature(expr).contains(Feature::LetRec);
    let [f, x, y] = ["f", "x", "y"].map(var);
    let call = |callee: &objet_relay::expr::Var| Call::new(callee.clone(), [], None, [], None);
    let recursive = Let::new(f.clone(), Function::new([], call(&f), None, [], None, None), f.clone(), None);
    assert!(has_rec(&recursive.clone().into()));
    // The use is in a `let` inside of the value.
    let inner = Let::new(y.clone(), unit(), call(&f), None);
    let nested = Function::new([], inner, None, [], None, None);
    assert!(has_rec(&Let::new(f.clone(), nested, unit(), None).into()));
    let plain = Let::new(x.clone(), unit(), pair(x.clone(), x.clone()), None);
    assert!(!has_rec(&plain.clone().into()));
    // The value binds the variable again.
    let again = Let::new(f.clone(), unit(), f.clone(), None);
    assert!(!has_rec(&Let::new(f.clone(), again, f, None).into()));
    assert!(!has_rec(&Let::new(y, plain, x, None).into()));
}

#[test]
fn variables_of_patterns_do_not_count() {
    let clause = Clause::new(PatternVar::new(var("x"), None), unit());
    let features = detect_feature(&Match::new(unit(), [clause], true, None).into());
    assert_eq!(features, FeatureSet::from_iter([Feature::Match, Feature::Tuple]));
}

#[test]
fn the_hidden_expression_is_reported() {
    let [c, x] = ["c", "x"].map(var);
    let inner = pair(x.clone(), x);
    let hidden = pair(If::new(c, inner.clone(), unit(), None), inner.clone());
    let error = check_basic_block_normal_form(&hidden).unwrap_err();
    assert_eq!(error.expr, inner);
}

#[test]
fn deep_and_shared_programs_are_analysed() {
    on_a_small_stack(|| {
        let twice = |expr: RelayExpr| pair(expr.clone(), expr);
        let tuple = (0..200_000).fold(unit(), |expr, _| twice(expr));
        assert!(check_constant(&tuple) && check_basic_block_normal_form(&tuple).is_ok());
        assert_eq!(detect_feature(&tuple), FeatureSet::from_iter([Feature::Tuple, Feature::Graph]));
        let lets = (0..200_000).fold(unit(), |body, _| Let::new(var("x"), unit(), body, None).into());
        assert!(check_basic_block_normal_form(&lets).is_ok() && all_dtypes(&lets).is_empty());
        assert!(!detect_feature(&lets).contains(Feature::LetRec));
        let branches = (0..200_000).fold(unit(), |below, _| If::new(var("c"), below, unit(), None).into());
        assert!(check_basic_block_normal_form(&branches).is_ok());
        assert!(!check_constant(&Tuple::new([tuple, lets], None).into()));
    });
}
