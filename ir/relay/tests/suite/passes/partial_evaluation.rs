//! Partial evaluation preserves the results of programs, refuses invalid ones, and ends.

use std::time::{Duration, Instant};

use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::types::{TensorType, Type};
use objet_relay::analysis::module_well_formed;
use objet_relay::expr::{
    Call, CallNode, Function, If, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var, VarNode,
};
use objet_relay::functor::post_order;
use objet_relay::text::{parse_module, pretty_print};
use objet_relay::transform::{dead_code_elimination, partial_evaluate, to_a_normal_form_expr};
use proptest::prelude::*;

use super::{body_of, bound, module_of, number, op, var};
use crate::deep::on_a_tiny_stack;
use crate::scalar_programs::interpreter::run_in;
use crate::scalar_programs::random::program;

fn int() -> Type {
    TensorType::scalar(DataType::int(32)).upcast()
}

fn typed(name: &str) -> Var {
    Var::new(name, Some(int()), None)
}

fn function(params: impl Into<Array<Var>>, body: impl Into<RelayExpr>) -> Function {
    Function::new(params, body, None, [], None, None)
}

fn called(callee: impl Into<RelayExpr>, args: &[RelayExpr]) -> RelayExpr {
    Call::new(callee, args, None, [], None).upcast()
}

fn main_of(body: RelayExpr, params: &[Var]) -> IRModule {
    module_of([("main", params, body)])
}

/// Returns the body of `main` after partial evaluation and dead code elimination.
fn evaluated(body: RelayExpr, params: &[Var]) -> RelayExpr {
    let module = partial_evaluate(&main_of(body, params)).unwrap();
    assert_eq!(module_well_formed(&module), Ok(()));
    body_of(&dead_code_elimination(module, true).unwrap(), "main")
}

fn text(expr: &RelayExpr) -> String {
    pretty_print(Some(expr.upcast_ref()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn results_are_preserved(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        let before = main_of(to_a_normal_form_expr(&program(&bytes)), &[]);
        let call = |module: &IRModule| called(module.get_global_var("main").unwrap(), &[]);
        let expected = run_in(&before, &call(&before)).0;
        let after = partial_evaluate(&before).unwrap();
        prop_assert_eq!(module_well_formed(&after), Ok(()));
        prop_assert_eq!(expected, run_in(&after, &call(&after)).0);
        let again = partial_evaluate(&after).unwrap();
        prop_assert_eq!(expected, run_in(&again, &call(&again)).0);
    }
}

#[test]
fn invalid_programs_are_refused() {
    let x = typed("x");
    let refuse = |body: RelayExpr, expected: &str| {
        let error = partial_evaluate(&main_of(body, std::slice::from_ref(&x))).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let shared = op("negative", &[x.clone().upcast()]);
    refuse(op("add", &[shared.clone(), shared]), "ToANormalForm");
    let y = typed("y");
    refuse(called(function([y.clone()], y), &[]), "a function of 1 parameters is called with 0 arguments");
    let z = typed("z");
    let twice = |z: &Var| bound(z, number(1), z.clone());
    refuse(Tuple::new([twice(&z), twice(&z)], None).upcast(), "%z");
}

#[test]
fn matches_without_a_clause_stay() {
    let module = parse_module(
        "match.rly",
        "#[version = \"0.0.5\"]\ntype L { Cons(int32, L), Nil }\n\
         def @main() -> int32 { match? (Nil) { Cons(%x, _) => { %x } } }",
    )
    .unwrap();
    let module = partial_evaluate(&module).unwrap();
    assert!(text(&body_of(&module, "main")).contains("match? (%x"), "{}", text(&body_of(&module, "main")));
}

#[test]
fn fused_functions_are_evaluated_on_constants() {
    let attrs = || Some(DictAttrs::new([("Primitive", Integer::from(1))]));
    let (x, y, f) = (typed("x"), typed("y"), var("f"));
    let body = op("multiply", &[op("add", &[y.clone().upcast(), number(1)]), y.clone().upcast()]);
    let fused = Function::new([y], body, None, [], attrs(), None);
    let on = |arg: RelayExpr| called(f.clone(), &[arg]);
    let both = Tuple::new([on(number(3)), on(x.clone().upcast())], None);
    let after = text(&evaluated(bound(&f, fused, both), std::slice::from_ref(&x)));
    assert!(after.contains("12") && after.contains("Primitive=1"), "{after}");
}

#[test]
fn effects_keep_their_order() {
    // A call that stays may write to a reference.
    let f = GlobalVar::new("f");
    let [n, r, u, unused] = ["n", "r", "u", "unused"].map(var);
    let [s, y] = ["s", "y"].map(var);
    let write = RefWrite::new(s.clone(), y.clone(), None);
    let less = op("subtract", &[y.clone().upcast(), number(1)]);
    let again = called(f.clone(), &[s.clone().upcast(), less]);
    let stops = op("less", &[y.clone().upcast(), number(1)]);
    let value = function([s, y], bound(&u, write, If::new(stops, number(0), again, None)));
    let call = called(f.clone(), &[r.clone().upcast(), n.clone().upcast()]);
    let last = bound(&unused, call, RefRead::new(r.clone(), None));
    let body = bound(&r, RefCreate::new(number(7), None), last);
    let mut before = module_of([("main", &[n], body)]);
    before.add(f, value, false).unwrap();
    let after = partial_evaluate(&before).unwrap();
    for start in [0, 1, 5] {
        let call = |module: &IRModule| called(module.get_global_var("main").unwrap(), &[number(start)]);
        assert_eq!(run_in(&before, &call(&before)).0, run_in(&after, &call(&after)).0);
    }
}

/// Functions that each call the next one twice.
fn doubling(count: usize) -> IRModule {
    let mut lines = String::from("#[version = \"0.0.5\"]\n");
    for index in 0..count {
        let next = index + 1;
        lines +=
            &format!("def @f{index}(%x: int32) -> int32 {{ add(@f{next}(%x), @f{next}(negative(%x))) }}\n");
    }
    lines += &format!("def @f{count}(%x: int32) -> int32 {{ multiply(%x, %x) }}\n");
    parse_module("doubling.rly", &lines).unwrap()
}

#[test]
fn repeated_calls_end() {
    let start = Instant::now();
    let module = partial_evaluate(&doubling(60)).unwrap();
    assert!(start.elapsed() < Duration::from_secs(120));
    assert!(!text(&body_of(&module, "f60")).contains("@f"));
    let called = post_order(&module).filter(|expr| expr.type_key() == "GlobalVar").count();
    assert!(called > 0);
}

#[test]
fn closures_that_nothing_needs_cost_nothing() {
    // Each function creates and calls the next one.
    let x = typed("x");
    let body = (0..2_000).fold(op("negative", &[x.clone().upcast()]), |body, _| {
        let f = var("f");
        bound(&f, function([], body), called(f.clone(), &[]))
    });
    let after = evaluated(body, std::slice::from_ref(&x));
    let argument = &after.as_node::<CallNode>().unwrap().args[0];
    assert!(argument.is_instance::<VarNode>(), "{}", text(&after));
}

#[test]
fn deep_programs_are_evaluated() {
    const DEPTH: i32 = 10_000;
    on_a_tiny_stack(|| {
        let (x, k) = (typed("x"), var("k"));
        let params = [x.clone(), k.clone()];
        // A function that calls itself many times.
        let (f, y, n) = (var("f"), typed("y"), typed("n"));
        let less = op("subtract", &[n.clone().upcast(), number(1)]);
        let again = called(f.clone(), &[less, op("negative", &[y.clone().upcast()])]);
        let stop = op("equal", &[n.clone().upcast(), number(0)]);
        let value = function([n, y.clone()], If::new(stop, y, again, None));
        let program = bound(&f, value, called(f.clone(), &[number(DEPTH), x.clone().upcast()]));
        let after = evaluated(program, &params);
        let calls = |expr: &RelayExpr| post_order(expr).filter(|expr| expr.is_instance::<CallNode>()).count();
        assert_eq!(calls(&after), DEPTH as usize);

        // Branches in branches.
        let ifs = (0..DEPTH).fold(x.clone().upcast(), |below: RelayExpr, _| {
            If::new(k.clone(), op("negative", &[below]), x.clone(), None).upcast()
        });
        let after = evaluated(ifs, &params);
        assert_eq!(post_order(&after).filter(|expr| expr.type_key() == "relay.If").count(), DEPTH as usize);

        // Tuples of tuples, and their projections.
        let tuples = (0..DEPTH)
            .fold(x.clone().upcast(), |below: RelayExpr, _| Tuple::new([below, number(1)], None).upcast());
        let items = (0..DEPTH).fold(tuples, |below, _| TupleGetItem::new(below, 0, None).upcast());
        assert!(text(&evaluated(items, &params)).contains("%x"));

        // Functions in functions, none of which is called.
        let functions = (0..DEPTH).fold(x.clone().upcast(), |body: RelayExpr, _| {
            function([typed("y")], Tuple::new([x.clone().upcast(), body], None)).upcast()
        });
        let after = evaluated(functions, &params);
        let functions = post_order(&after).filter(|expr| expr.type_key() == "relay.Function");
        assert_eq!(functions.count(), DEPTH as usize);
    });
}
