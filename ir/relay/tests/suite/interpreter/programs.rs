//! Control flow, closures, recursion, algebraic data types and references.

use objet::containers::ADT;
use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_relay::expr::{Function, Let, Tuple, Var};
use objet_relay::interpreter::{ConstructorValue, Interpreter, InterpreterClosure, RecClosure, RefValue};
use objet_relay::text::{import_std, parse_module_in};
use proptest::prelude::*;

use super::{expr, main_of, module, number, parts, scalar, tensor, truth, truths, value};
use crate::scalar_programs::interpreter::run;
use crate::scalar_programs::random::program;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_programs_have_the_value_of_another_interpreter(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let program = program(&bytes);
        let interpreter = Interpreter::new(&IRModule::new()).unwrap();
        let value = interpreter.evaluate(program.clone(), &[]).unwrap();
        prop_assert_eq!(number::<i32>(&value), run(&program).0);
    }
}

fn fields(value: &ObjectRef) -> Vec<ObjectRef> {
    let tuple = value.downcast_ref::<ADT>().expect("a tuple");
    assert_eq!(tuple.tag(), 0);
    tuple.iter().map(|field| field.clone().unwrap()).collect()
}

/// Returns the numbers in a list of the standard library.
fn list(value: &ObjectRef) -> Vec<i32> {
    let mut numbers = Vec::new();
    let mut rest = value.clone();
    loop {
        let cell: ConstructorValue = rest.downcast().expect("a value of a constructor");
        match &cell.constructor.as_ref().expect("a constructor").name_hint[..] {
            "Cons" => numbers.push(number(&cell.fields[0])),
            "Nil" => return numbers,
            other => panic!("a list has the constructor {other}"),
        }
        rest = cell.fields[1].clone();
    }
}

#[test]
fn tuples_are_adts_and_their_fields_have_numbers() {
    let pair = value("(1, (2f, ()), 3i64)").unwrap();
    let outer = fields(&pair);
    assert_eq!((number::<i32>(&outer[0]), number::<i64>(&outer[2])), (1, 3));
    let inner = fields(&outer[1]);
    assert_eq!(number::<f32>(&inner[0]), 2.0);
    assert!(fields(&inner[1]).is_empty());
    assert_eq!(number::<f32>(&value("let %t = (1, (2f, ())); %t.1.0").unwrap()), 2.0);
}

#[test]
fn functions_capture_the_values_of_their_variables() {
    let result = main_of(
        "def @main(%a: int32) -> (int32, int32) {
           let %make = fn (%x: int32) { fn (%y: int32) -> int32 { add(multiply(%x, 10), %y) } };
           let %f = %make(%a);
           let %a1 = 7;
           let %g = %make(%a1);
           (%f(1), %g(2))
         }",
        &[scalar(3_i32)],
    );
    let result: Vec<i32> = fields(&result.unwrap()).iter().map(number).collect();
    assert_eq!(result, [31, 72]);
}

#[test]
fn functions_are_values() {
    let (x, f) = (Var::new("x", None, None), Var::new("f", None, None));
    let identity = Function::new([x.clone()], x, None, [], None, None);
    let pair = Tuple::new([f.clone().into(), identity.clone().into()], None);
    let pair = Let::new(f, expr("fn (%y: int32) { add(%y, 1) }"), pair, None);
    let interpreter = Interpreter::new(&IRModule::new()).unwrap();
    // The type of the second function is not known.
    assert!(interpreter.value(pair.clone()).is_err());
    let pair = interpreter.value(expr("let %f = fn (%y: int32) { add(%y, 1) }; (%f, fn (%x: int32) { %x })"));
    let functions = fields(&pair.unwrap());
    assert!(functions[0].is_instance::<objet_relay::interpreter::RecClosureNode>());
    let recursive = functions[0].downcast_ref::<RecClosure>().unwrap();
    assert_eq!(recursive.bind.name_hint(), "f");
    let plain = functions[1].downcast_ref::<RecClosure>().map(|closure| closure.clos.clone());
    let plain = plain.or_else(|| functions[1].downcast_ref::<InterpreterClosure>().cloned()).unwrap();
    assert!(plain.env.is_empty());
    for (function, expected) in functions.iter().zip([42, 41]) {
        let result = interpreter.apply(function, &[scalar(41_i32)]).unwrap();
        assert_eq!(number::<i32>(&result), expected);
    }
}

#[test]
fn global_functions_call_each_other() {
    let text = "
        def @even(%n: int32) -> bool { if (equal(%n, 0)) { True } else { @odd(subtract(%n, 1)) } }
        def @odd(%n: int32) -> bool { if (equal(%n, 0)) { False } else { @even(subtract(%n, 1)) } }
        def @main(%n: int32) -> bool { @even(%n) }";
    for n in [0, 1, 10, 11] {
        assert_eq!(truths(&main_of(text, &[scalar(n)]).unwrap()), (vec![], vec![n % 2 == 0]), "{n}");
    }
}

#[test]
fn local_functions_call_themselves() {
    let text = "
        def @main(%n: int32, %k: int32) -> int32 {
          let %power = fn (%i: int32) -> int32 {
            if (equal(%i, 0)) { 1 } else { multiply(%k, %power(subtract(%i, 1))) }
          };
          let %fibonacci = fn (%i: int32) -> int32 {
            if (less(%i, 2)) { %i } else {
              add(%fibonacci(subtract(%i, 1)), %fibonacci(subtract(%i, 2)))
            }
          };
          add(%power(%n), %fibonacci(%n))
        }";
    assert_eq!(number::<i32>(&main_of(text, &[scalar(10), scalar(2)]).unwrap()), 1024 + 55);
}

#[test]
fn functions_of_fusion_and_of_external_compilers_are_evaluated() {
    let text = "
        def @external(%x: int32, Compiler=\"other\", global_symbol=\"external\") -> int32 {
          let %f = fn (%y: int32) -> int32 { multiply(add(%y, 1), 2) };
          add(%f(%x), %f(add(%x, 1)))
        }
        def @main(%x: int32) -> int32 {
          let %fused = fn (%y: int32, Primitive=1) -> int32 { subtract(multiply(%y, 10), add(%y, 1)) };
          add(%fused(%x), @external(%x))
        }";
    // 9x - 1 + 2(x + 1) + 2(x + 2)
    assert_eq!(number::<i32>(&main_of(text, &[scalar(4)]).unwrap()), 35 + 22);
}

#[test]
fn polymorphic_functions_apply_to_all_types() {
    let text = "
        def @twice[A](%f: fn (A) -> A, %x: A) -> A { %f(%f(%x)) }
        def @main() -> (int32, float32) {
          (@twice(fn (%x: int32) -> int32 { add(%x, 1) }, 5),
           @twice(fn (%x: float32) -> float32 { multiply(%x, 3f) }, 2f))
        }";
    let result = fields(&main_of(text, &[]).unwrap());
    assert_eq!((number::<i32>(&result[0]), number::<f32>(&result[1])), (7, 18.0));
}

#[test]
fn matches_bind_nested_patterns() {
    let text = "
        type Tree[A] { Leaf(A), Node(Tree[A], Tree[A]) }
        def @main(%first: bool) -> (int32, int32) {
          let %tree = Node(Node(Leaf(1), Leaf(2)), Leaf(3));
          let %other = Node(Leaf(4), Node(Leaf(5), Leaf(6)));
          let %chosen = if (%first) { %tree } else { %other };
          match (%chosen) {
            Node(Node(Leaf(%a), _), Leaf(%b)) => { (%a, %b) },
            Node(Leaf(%a), Node(_, Leaf(%b))) => { (%a, %b) },
            _ => { (0, 0) }
          }
        }";
    for (first, expected) in [(true, [1, 3]), (false, [4, 6])] {
        let result = fields(&main_of(text, &[truth(first)]).unwrap());
        assert_eq!(result.iter().map(number::<i32>).collect::<Vec<_>>(), expected);
    }
    let text = "
        def @main(%pair: (int32, (int32, int32))) -> int32 {
          match (%pair) { (%a, (_, %b)) => { subtract(%a, %b) } }
        }";
    let inner = ADT::tuple([scalar(2_i32), scalar(3_i32)]).upcast();
    let pair = ADT::tuple([scalar(10_i32), inner]).upcast();
    assert_eq!(number::<i32>(&main_of(text, &[pair]).unwrap()), 7);
}

#[test]
fn functions_of_the_standard_library_work_on_lists() {
    let prelude = import_std(&module(""), "prelude.rly").unwrap();
    let with_main = parse_module_in(
        "main.rly",
        "#[version = \"0.0.5\"]
         def @main() {
           let %l = Cons(1, Cons(2, Cons(3, Nil)));
           let %double = fn (%x: int32) -> int32 { multiply(%x, 2) };
           (@map(%double, %l), @rev(%l), @foldl(fn (%a: int32, %x: int32) -> int32 { add(%a, %x) }, 0, %l),
            @concat(%l, @filter(fn (%x: int32) -> bool { greater(%x, 1) }, %l)), @length(%l), @nth(%l, 1))
         }",
        Some(&prelude),
        None,
    )
    .unwrap();
    let interpreter = Interpreter::new(&with_main).unwrap();
    let main = with_main.get_global_var("main").unwrap();
    let result = fields(&interpreter.evaluate(main, &[]).unwrap());
    assert_eq!(list(&result[0]), [2, 4, 6]);
    assert_eq!(list(&result[1]), [3, 2, 1]);
    assert_eq!(number::<i32>(&result[2]), 6);
    assert_eq!(list(&result[3]), [1, 2, 3, 2, 3]);
    assert_eq!((number::<i32>(&result[4]), number::<i32>(&result[5])), (3, 2));
}

#[test]
fn constructors_are_functions() {
    let text = "
        type Box { Full(int32), Empty }
        def @apply(%f: fn (int32) -> Box, %x: int32) -> Box { %f(%x) }
        def @main() -> Box { @apply(Full, 5) }";
    let full: ConstructorValue = main_of(text, &[]).unwrap().downcast().unwrap();
    assert_eq!(full.constructor.as_ref().unwrap().name_hint, "Full");
    assert_eq!(number::<i32>(&full.fields[0]), 5);
}

#[test]
fn writes_to_references_are_in_the_order_of_the_program() {
    // Arguments are evaluated from left to right.
    let text = "
        def @main() -> (int32, (int32, int32, int32)) {
          let %r = ref(1);
          let %next = fn () -> int32 {
            let %old = ref_read(%r);
            let %unit = ref_write(%r, multiply(%old, 10));
            %old
          };
          let %triple = (%next(), %next(), %next());
          (ref_read(%r), %triple)
        }";
    let result = fields(&main_of(text, &[]).unwrap());
    assert_eq!(number::<i32>(&result[0]), 1000);
    assert_eq!(fields(&result[1]).iter().map(number::<i32>).collect::<Vec<_>>(), [1, 10, 100]);
}

#[test]
fn references_are_shared() {
    let text = "
        def @main(%cell: ref(int32)) -> (ref(int32), (), int32) {
          let %same = %cell;
          (%cell, ref_write(%same, 5), ref_read(%cell))
        }";
    let cell = RefValue::new(Some(scalar(1_i32)));
    let result = fields(&main_of(text, &[cell.clone().upcast()]).unwrap());
    assert!(result[0].same_as(&cell));
    assert!(fields(&result[1]).is_empty());
    assert_eq!(number::<i32>(&result[2]), 5);
    assert_eq!(number::<i32>(&cell.value.load().unwrap()), 5);
}

#[test]
fn shapes_of_any_follow_from_the_values() {
    let text = "
        def @main(%x: Tensor[(?, 2), float32]) -> Tensor[(?, 2), float32] { add(%x, %x) }";
    for rows in [1_i64, 3] {
        let numbers: Vec<f32> = (0..rows * 2).map(|number| number as f32).collect();
        let result = main_of(text, &[tensor(&[rows, 2], &numbers)]).unwrap();
        let doubled = numbers.iter().map(|number| number * 2.0).collect();
        assert_eq!(parts::<f32>(&result), (vec![rows, 2], doubled));
    }
}

#[test]
fn a_shared_expression_is_evaluated_once() {
    // The graph has 2^60 paths.
    let one = expr("add(1, 0)");
    let doubled = (0..60).fold(one, |below, _| Tuple::new([below.clone(), below], None).into());
    let mut value = Interpreter::new(&IRModule::new()).unwrap().value(doubled).unwrap();
    for _ in 0..60 {
        let both = fields(&value);
        assert!(both[0].same_as(&both[1]));
        value = both[0].clone();
    }
    assert_eq!(number::<i32>(&value), 1);
}

#[test]
fn writing_to_a_result_leaves_the_program_unchanged() {
    let module = module("def @main() -> int32 { 5 }");
    let interpreter = Interpreter::new(&module).unwrap();
    let main = module.get_global_var("main").unwrap();
    let first = interpreter.evaluate(main.clone(), &[]).unwrap();
    let second = interpreter.evaluate(main, &[]).unwrap();
    assert!(!first.same_as(&second));
    let (first, second): (objet::NDArray, objet::NDArray) =
        (first.downcast().unwrap(), second.downcast().unwrap());
    assert_ne!(first.as_bytes().unwrap().as_ptr(), second.as_bytes().unwrap().as_ptr());
}
