//! Programs and arguments that cannot be evaluated.

use objet::containers::ADT;
use objet::prelude::*;
use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_relay::expr::{Tuple, TupleGetItem, Var};
use objet_relay::interpreter::{ConstructorValue, EvaluationError, Interpreter, RefValue};

use super::{main_of, module, scalar, tensor, value};

fn message(result: Result<ObjectRef, EvaluationError>) -> String {
    result.expect_err("an error").to_string()
}

#[test]
fn free_variables() {
    let interpreter = Interpreter::new(&IRModule::new()).unwrap();
    let pair = Tuple::new([Var::new("x", None, None).into()], None);
    let text = message(interpreter.value(pair));
    assert!(text.contains("free variables") && text.contains("%x"), "{text}");
}

#[test]
fn types_that_do_not_match() {
    let text = message(value("if (1) { 2 } else { 3 }"));
    assert!(text.contains("`int32` does not match `bool`"), "{text}");
    let text = message(value("add((1, 2), 3)"));
    assert!(text.contains("add"), "{text}");
}

#[test]
fn unknown_functions() {
    let interpreter = Interpreter::new(&module("def @main() { 1 }")).unwrap();
    let text = message(interpreter.evaluate(GlobalVar::new("man"), &[]));
    assert!(text.contains("no function \"man\"") && text.contains("main"), "{text}");
}

#[test]
fn another_number_of_arguments() {
    let module = "def @main(%x: int32) -> int32 { %x }";
    for args in [vec![], vec![scalar(1_i32), scalar(2_i32)]] {
        let text = message(main_of(module, &args));
        let expected = format!("a function of 1 parameter(s) is called with {} argument(s)", args.len());
        assert!(text.contains(&expected), "{text}");
    }
    let interpreter = Interpreter::new(&IRModule::new()).unwrap();
    let text = message(interpreter.evaluate(super::expr("1"), &[scalar(1_i32)]));
    assert!(text.contains("expected a function, found a value of type runtime.NDArray"), "{text}");
}

#[test]
fn values_of_another_kind() {
    let not_kinds: [(&str, ObjectRef, &str); 5] = [
        ("def @main(%x: (int32,)) -> int32 { %x.0 }", scalar(1_i32), "expected a tuple"),
        ("def @main(%x: bool) -> int32 { if (%x) { 1 } else { 2 } }", ADT::tuple([]).upcast(), "a condition"),
        ("def @main(%x: bool) -> int32 { if (%x) { 1 } else { 2 } }", scalar(1_i32), "a boolean scalar"),
        ("def @main(%x: ref(int32)) -> int32 { ref_read(%x) }", scalar(1_i32), "expected a reference"),
        ("def @main(%x: fn () -> int32) -> int32 { %x() }", scalar(1_i32), "expected a function"),
    ];
    for (module, arg, expected) in not_kinds {
        let text = message(main_of(module, &[arg]));
        assert!(text.contains(expected), "{module}: {text}");
        assert!(text.contains("at test.rly:2:"), "{text}");
    }
    let cell = RefValue::new(None).upcast();
    let text = message(main_of("def @main(%x: ref(int32)) -> int32 { ref_read(%x) }", &[cell]));
    assert!(text.contains("a reference with a value"), "{text}");
    let text = message(main_of("def @main(%x: int32) -> int32 { add(%x, 1) }", &[ADT::tuple([]).upcast()]));
    assert!(text.contains("no kernel of the operator `add`"), "{text}");
    let tensors = [tensor(&[2], &[1_i32, 2]), tensor(&[3], &[1_i32, 2, 3])];
    let module = "def @main(%x: Tensor[(?), int32], %y: Tensor[(?), int32]) { add(%x, %y) }";
    let text = message(main_of(module, &tensors));
    assert!(text.contains("(Tensor[(2), int32], Tensor[(3), int32])"), "{text}");
}

#[test]
fn matches_without_a_clause() {
    let text = message(main_of(
        "type Maybe { Just(int32), Nothing }
         def @main() -> int32 { match? (Nothing) { Just(%x) => { %x } } }",
        &[],
    ));
    assert!(text.contains("no clause of the match fits the value of the constructor Nothing"), "{text}");
}

#[test]
fn malformed_values() {
    let program = "type Maybe { Just(int32), Nothing }
        def @main(%x: Maybe) -> int32 { match? (%x) { Just(%y) => { %y } } }";
    let module = module(program);
    let just = module.get_constructor("Maybe", "Just").unwrap();
    let interpreter = Interpreter::new(&module).unwrap();
    let main = module.get_global_var("main").unwrap();
    let apply = |value: ObjectRef| interpreter.evaluate(main.clone(), &[value]);
    let tag = just.tag.load();
    let value = apply(ConstructorValue::new(tag, [scalar(4_i32)], None).upcast()).unwrap();
    assert_eq!(super::number::<i32>(&value), 4);
    let text = message(apply(ConstructorValue::new(tag, [], None).upcast()));
    assert!(text.contains("1 parameter(s) is called with 0 argument(s)"), "{text}");
    let text = message(apply(ConstructorValue::new(17, [], None).upcast()));
    assert!(text.contains("the constructor with the tag 17"), "{text}");
    let text = message(apply(scalar(1_i32)));
    assert!(text.contains("expected a value of a constructor"), "{text}");
}

#[test]
fn fields_outside_of_the_tuple() {
    let interpreter = Interpreter::new(&IRModule::new()).unwrap();
    let item = TupleGetItem::new(super::expr("(1, 2)"), 2, None);
    let text = message(interpreter.value(item));
    assert!(text.contains("attribute index: expected an index below 2, found 2"), "{text}");
    let item = TupleGetItem::new(super::expr("(1, 2)"), -1, None);
    let text = message(interpreter.value(item));
    assert!(text.contains("attribute index: expected an index of at least 0, found -1"), "{text}");
    let text = message(main_of(
        "def @main(%x: (int32, int32)) -> int32 { %x.1 }",
        &[ADT::tuple([scalar(1_i32)]).upcast()],
    ));
    assert!(text.contains("a tuple of 1 field(s) has no field 1"), "{text}");
}
