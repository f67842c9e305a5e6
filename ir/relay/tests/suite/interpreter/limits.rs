//! Deep programs and deep recursion need no deep stack.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_relay::adt::{Clause, Match, PatternConstructor, PatternVar, PatternWildcard};
use objet_relay::expr::{Call, Function, If, Let, Tuple, TupleGetItem, Var};
use objet_relay::interpreter::{
    ConstructorValue, ConstructorValueNode, EvaluationError, Interpreter, MAX_FRAMES,
};
use objet_relay::op;

use super::{expr, main_of, module, number, scalar, truths};
use crate::deep::on_a_tiny_stack;

const DEEP: usize = 10_000;

fn value(expr: impl Into<RelayExpr>) -> ObjectRef {
    Interpreter::new(&IRModule::new()).unwrap().value(expr).unwrap()
}

/// Returns a list of the numbers 1 to `length`, of the constructors `C` and `N`.
fn list(module: &IRModule, length: usize) -> ObjectRef {
    let [cons, nil] = ["C", "N"].map(|name| module.get_constructor("L", name).unwrap());
    let nil = ConstructorValue::new(nil.tag.load(), [], Some(nil)).upcast();
    (1..=length).rev().fold(nil, |rest, number| {
        let fields = [scalar(number as i32), rest];
        ConstructorValue::new(cons.tag.load(), fields, Some(cons.clone())).upcast()
    })
}

#[test]
fn a_loop() {
    on_a_tiny_stack(|| {
        let text = "
            def @count(%n: int32, %sum: int32) -> int32 {
              if (equal(%n, 0)) { %sum } else { @count(subtract(%n, 1), add(%sum, 2)) }
            }
            def @main(%n: int32) -> int32 { @count(%n, 0) }";
        assert_eq!(number::<i32>(&main_of(text, &[scalar(50_000)]).unwrap()), 100_000);
    });
}

#[test]
fn a_loop_takes_no_frames() {
    on_a_tiny_stack(|| {
        let module = module(
            "type L { C(int32, L), N }
             def @loop(%inner: L, %outer: L, %all: L, %last: int32) -> int32 {
               match (%inner) {
                 C(%n, %rest) => { @loop(%rest, %outer, %all, %n) },
                 N => { match (%outer) { C(_, %rest) => { @loop(%all, %rest, %all, %last) }, N => { %last } } }
               }
             }",
        );
        let interpreter = Interpreter::new(&module).unwrap();
        let function = module.get_global_var("loop").unwrap();
        let length = MAX_FRAMES.isqrt() + 1;
        let all = list(&module, length);
        let last = interpreter.evaluate(function, &[all.clone(), all.clone(), all, scalar(0)]).unwrap();
        assert_eq!(number::<i32>(&last), length as i32);
    });
}

#[test]
fn a_million_unfinished_calls() {
    on_a_tiny_stack(|| {
        let module = module(
            "type L { C(int32, L), N }
             def @copy(%l: L) -> L { match (%l) { C(%n, %t) => { C(%n, @copy(%t)) }, N => { N } } }",
        );
        let interpreter = Interpreter::new(&module).unwrap();
        let copy = module.get_global_var("copy").unwrap();
        let copied = interpreter.evaluate(copy, &[list(&module, 1_000_000)]).unwrap();
        let mut rest = copied.as_node::<ConstructorValueNode>().unwrap();
        let mut length = 0;
        while let [number_of, tail] = &rest.fields[..] {
            length += 1;
            assert_eq!(number::<i32>(number_of), length);
            rest = tail.as_node::<ConstructorValueNode>().unwrap();
        }
        assert_eq!(length, 1_000_000);
    });
}

#[test]
fn endless_recursion_is_an_error() {
    on_a_tiny_stack(|| {
        let text = "
            def @more(%n: ()) -> (int32,) { (@more(%n).0,) }
            def @main() -> (int32,) { @more(()) }";
        let error = main_of(text, &[]).unwrap_err();
        assert!(matches!(error, EvaluationError::Depth { .. }), "{error}");
        assert!(error.to_string().contains(&MAX_FRAMES.to_string()), "{error}");
    });
}

#[test]
fn deep_operands() {
    on_a_tiny_stack(|| {
        let one = expr("1");
        let sum = (0..DEEP).fold(one.clone(), |below, _| op::add(below, one.clone()).unwrap().into());
        assert_eq!(number::<i32>(&value(sum)), DEEP as i32 + 1);
        let tuples = (0..DEEP).fold(one, |below, _| Tuple::new([below], None).upcast());
        let items = (0..DEEP).fold(tuples, |below, _| TupleGetItem::new(below, 0, None).upcast());
        assert_eq!(number::<i32>(&value(items)), 1);
    });
}

#[test]
fn deep_lets() {
    on_a_tiny_stack(|| {
        let vars: Vec<Var> = (0..DEEP).map(|_| Var::new("x", None, None)).collect();
        let last: RelayExpr = vars[DEEP - 1].clone().upcast();
        let lets = (1..DEEP).rev().fold(last, |body, index| {
            let value = op::add(vars[index - 1].clone(), expr("1")).unwrap();
            Let::new(vars[index].clone(), value, body, None).upcast()
        });
        let lets = Let::new(vars[0].clone(), expr("1"), lets, None);
        assert_eq!(number::<i32>(&value(lets)), DEEP as i32);
        // Each value is a `let`.
        let nested = (0..DEEP).fold(expr("1"), |value, _| {
            let x = Var::new("x", None, None);
            Let::new(x.clone(), value, op::add(x, expr("1")).unwrap(), None).upcast()
        });
        assert_eq!(number::<i32>(&value(nested)), DEEP as i32 + 1);
    });
}

#[test]
fn deep_branches_and_functions() {
    on_a_tiny_stack(|| {
        let choices =
            (0..DEEP).fold(expr("5"), |below, _| If::new(expr("True"), below, expr("6"), None).upcast());
        assert_eq!(number::<i32>(&value(choices)), 5);
        let conditions = (0..DEEP)
            .fold(expr("True"), |below, _| If::new(below, expr("False"), expr("True"), None).upcast());
        assert_eq!(truths(&value(conditions)), (vec![], vec![true]));
        let x = Var::new("x", None, None);
        let start = Let::new(x.clone(), expr("7"), x.clone(), None);
        let inner = (0..DEEP).fold(RelayExpr::from(start), |body, _| {
            let function = Function::new([], body, None, [], None, None);
            Call::new(function, [], None, [], None).upcast()
        });
        assert_eq!(number::<i32>(&value(inner)), 7);
    });
}

#[test]
fn deep_matches() {
    on_a_tiny_stack(|| {
        let module = module("type L { C(L), N }");
        let [cons, nil] = ["C", "N"].map(|name| module.get_constructor("L", name).unwrap());
        let nil = Call::new(nil, [], None, [], None).upcast();
        let data = (0..DEEP).fold(nil, |below, _| Call::new(cons.clone(), [below], None, [], None).upcast());
        let rest = Var::new("rest", None, None);
        let pattern = PatternVar::new(rest.clone(), None).upcast();
        let pattern =
            (0..DEEP).fold(pattern, |below, _| PatternConstructor::new(cons.clone(), [below], None).upcast());
        let clauses = [Clause::new(pattern, rest), Clause::new(PatternWildcard::new(None), data.clone())];
        let found = Match::new(data, clauses, true, None);
        let value = Interpreter::new(&module).unwrap().value(found).unwrap();
        let value = value.as_node::<ConstructorValueNode>().unwrap();
        assert_eq!(value.constructor.as_ref().unwrap().name_hint, "N");
    });
}
