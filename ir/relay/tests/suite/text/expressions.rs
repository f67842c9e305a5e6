//! Text of every kind of expression, type and pattern.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::TypedPackedFunc;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_ir::span::{SourceName, Span};
use objet_ir::types::{
    FuncType, GlobalTypeVar, IncompleteType, RelayRefType, TensorType, TupleType, Type, TypeCall, TypeKind,
    TypeVar,
};
use objet_relay::adt::{Clause, Match, PatternConstructor, PatternTuple, PatternVar, PatternWildcard};
use objet_relay::expr::{
    Call, CallNode, Constant, Function, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var,
};
use objet_tir as tir;
use proptest::prelude::*;

use super::{Result, as_text, call, tensor, text, var};
use crate::graphs;

fn scalar<T: objet::tensor::Scalar>(value: T) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None).into()
}

fn function(params: impl Into<Array<Var>>, body: impl Into<RelayExpr>) -> Function {
    Function::new(params, body, None, [], None, None)
}

#[test]
fn nested_calls_are_numbered() {
    let (x, y) = (Var::new("x", Some(tensor(&[3, 2])), None), var("y"));
    let sum = call("add", [x.clone().into(), scalar(1e11_f32)]);
    let twice = call("add", [sum.clone(), sum]);
    let body = "  %0 = add(%x, 1e+11f);\n  add(%0, %0)\n";
    assert_eq!(
        text(&function([x, y], twice.clone())),
        format!("fn (%x: Tensor[(3, 2), float32], %y) {{\n{body}}}")
    );
    assert_eq!(text(&twice), "free_var %x: Tensor[(3, 2), float32];\n%0 = add(%x, 1e+11f);\nadd(%0, %0)");
}

#[test]
fn nested_operands_are_numbered_before_outer_operands() {
    let [x, y] = ["x", "y"].map(|name| RelayExpr::from(var(name)));
    let of = |x: &RelayExpr| call("nn.relu", [call("exp", [x.clone()])]);
    assert_eq!(
        text(&call("add", [of(&x), of(&y)])),
        "free_var %x;\n%0 = exp(%x);\nfree_var %y;\n%1 = exp(%y);\n%2 = nn.relu(%0);\n%3 = nn.relu(%1);\nadd(%2, %3)"
    );
}

#[test]
fn leaves() {
    let constants = [
        (scalar(2_i32), "2"),
        (scalar(-3_i64), "-3"),
        (scalar(0.1_f32), "0.1f"),
        (scalar(1e-7_f64), "1e-07f64"),
        (scalar(f32::INFINITY), "inff"),
        (scalar(f64::NAN), "nanf64"),
        (scalar(2_i8), "meta[relay.Constant][0]\n"),
        (
            Constant::new(NDArray::from_slice(&[1], &[2_i32]).unwrap(), None).into(),
            "meta[relay.Constant][0]\n",
        ),
    ];
    for (constant, expected) in constants {
        assert_eq!(text(&constant), expected);
    }
    for (value, expected) in [(0, "False"), (1, "True")] {
        let truth = NDArray::from_bytes(&[], DataType::BOOL, &[value]).unwrap();
        assert_eq!(text(&Constant::new(truth, None)), expected);
    }
    assert_eq!(text(&Op::get("nn.conv2d").unwrap()), "nn.conv2d");
    assert_eq!(text(&GlobalVar::new("main")), "@main");
}

#[test]
fn names_are_unique() {
    let names = ["x", "x", "x1", "1", "", "_y", "a/b"].map(var);
    let f = function(names.clone(), Tuple::new([], None));
    assert_eq!(text(&f), "fn (%x, %x1, %x11, %v1, %v, %v_y, %a/b) {\n  ()\n}");
    let [x, ..] = names;
    let twice = function([x.clone()], function([x.clone()], x));
    assert_eq!(text(&twice), "fn (%x) {\n  fn (%x-malformed-ir) {\n    %x\n  }\n}");
}

#[test]
fn tuples_and_references() {
    let x = RelayExpr::from(var("x"));
    let one = Tuple::new([x.clone()], None);
    let item = TupleGetItem::new(Tuple::new([x.clone(), one.into()], None), 1, None);
    assert_eq!(text(&item), "free_var %x;\n%0 = (%x,);\n%1 = (%x, %0);\n%1.1");
    let number = Constant::new(NDArray::from_slice(&[], &[1]).unwrap(), None);
    assert_eq!(text(&TupleGetItem::new(number, 1, None)), "(1).1");
    let reference = RelayExpr::from(RefCreate::new(x.clone(), None));
    let write = RefWrite::new(reference.clone(), RefRead::new(reference, None), None);
    assert_eq!(text(&write), "free_var %x;\n%0 = ref(%x);\n%1 = ref_read(%0);\nref_write(%0, %1)");
}

#[test]
fn branches_and_bindings_are_scopes() {
    let cond = Var::new("cond", Some(TensorType::scalar(DataType::BOOL).upcast()), None);
    let (x, y) = (var("x"), var("y"));
    let [v1, v2, v3] = ["v1", "v2", "v3"].map(var);
    let log = |x: &Var| call("log", [x.clone().into()]);
    let then = Let::new(
        v1.clone(),
        call("nn.relu", [log(&x)]),
        Let::new(v2.clone(), log(&v1), call("add", [log(&v2), y.clone().into()]), None),
        None,
    );
    let branch = If::new(cond.clone(), then, log(&y), None);
    let f = function([x, y, cond], Let::new(v3.clone(), branch, v3, None));
    let expected = "fn (%x, %y, %cond: bool) {
  let %v3 = if (%cond) {
    %0 = log(%x);
    let %v1 = nn.relu(%0);
    let %v2 = log(%v1);
    %1 = log(%v2);
    add(%1, %y)
  } else {
    log(%y)
  };
  %v3
}";
    assert_eq!(text(&f), expected);
}

#[test]
fn nested_lets_are_in_parentheses() {
    let [x, y] = ["x", "y"].map(var);
    let binding = Let::new(y.clone(), call("exp", [x.clone().into()]), y, None);
    let f = function([x], call("nn.relu", [binding.into()]));
    let expected = "fn (%x) {\n  %0 = (\n    let %y = exp(%x);\n    %y\n  );\n  nn.relu(%0)\n}";
    assert_eq!(text(&f), expected);
}

#[test]
fn functions_can_call_themselves() {
    let [f, x] = ["f", "x"].map(var);
    let value = function([x.clone()], Call::new(f.clone(), [x.into()], None, [], None));
    let program = Let::new(f.clone(), value, Call::new(f, [scalar(1_i32)], None, [], None), None);
    assert_eq!(text(&program), "let %f = fn (%x) {\n  %f(%x)\n};\n%f(1)");
}

#[test]
fn functions_are_printed_with_types() {
    let a = TypeVar::new("A", TypeKind::Type, None);
    let x = Var::new("x", Some(a.clone().into()), None);
    let f = Function::new([x.clone()], x, Some(a.clone().into()), [a], None, None);
    assert_eq!(text(&f), "fn [A](%x: A) -> A {\n  %x\n}");
}

#[test]
fn types() {
    let a = TypeVar::new("A", TypeKind::Type, None);
    let list = GlobalTypeVar::new("List", TypeKind::AdtHandle, None);
    let n = tir::expr::SizeVar::new("n", DataType::int(32), None);
    let sized = [1_i64.into(), tir::expr::Any::new(None).upcast(), n.upcast()];
    let pair = TupleType::new([a.clone().into(), tensor(&[])], None);
    let cases: [(Type, &str); 9] = [
        (tensor(&[1, 2]), "Tensor[(1, 2), float32]"),
        (TensorType::new(sized, DataType::int(8)).upcast(), "Tensor[(1, ?, meta[tir.SizeVar][0]), int8]\n"),
        (TupleType::new([a.clone().into()], None).into(), "(A,)"),
        (pair.clone().into(), "(A, float32)"),
        (TypeCall::new(list.clone(), [a.clone().into()], None).into(), "List[A]"),
        (RelayRefType::new(list, None).into(), "ref(List)"),
        (FuncType::new([pair.into()], a.clone(), [a.clone()], [], None).into(), "fn [A]((A, float32)) -> A"),
        (FuncType::new([], a, [], [], None).into(), "fn () -> A"),
        (IncompleteType::new(TypeKind::Type, None).into(), "meta[IncompleteType][0]\n"),
    ];
    for (ty, expected) in cases {
        assert_eq!(text(&ty), expected);
    }
}

/// Returns the definition of `List`, with `Cons` and `Nil`.
fn list() -> (TypeData, Constructor, Constructor) {
    let a = TypeVar::new("A", TypeKind::Type, None);
    let name = GlobalTypeVar::new("List", TypeKind::AdtHandle, None);
    let tail = TypeCall::new(name.clone(), [a.clone().into()], None);
    let nil = Constructor::new("Nil", [], name.clone());
    let cons = Constructor::new("Cons", [a.clone().into(), tail.into()], name.clone());
    (TypeData::new(name, [a], [cons.clone(), nil.clone()], None), cons, nil)
}

#[test]
fn type_definitions_and_matches_are_printed() {
    let (definition, cons, nil) = list();
    assert_eq!(text(&definition), "type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}");
    let empty = GlobalTypeVar::new("Empty", TypeKind::AdtHandle, None);
    assert_eq!(text(&TypeData::new(empty, [], [], None)), "type Empty {\n  \n}");

    let [xs, x, y] = ["xs", "x", "y"].map(var);
    let bound = PatternVar::new(x.clone(), None);
    let pair = PatternTuple::new([bound.into(), PatternWildcard::new(None).into()], None);
    let first =
        PatternConstructor::new(cons.clone(), [pair.into(), PatternVar::new(y.clone(), None).into()], None);
    let end = Call::new(nil.clone(), [], None, [], None);
    let longer = Call::new(cons.clone(), [call("exp", [x.into()]), y.into()], None, [], None);
    let clauses = [Clause::new(first, longer), Clause::new(PatternConstructor::new(nil, [], None), end)];
    let expected = "fn (%xs) {
  match (%xs) {
    Cons((%x, _), %y) => {
      %0 = exp(%x);
      Cons(%0, %y)
    },
    Nil => {
      Nil
    },
  }
}";
    let matched = |complete| function([xs.clone()], Match::new(xs.clone(), clauses.clone(), complete, None));
    assert_eq!(text(&matched(true)), expected);
    assert_eq!(text(&matched(false)), expected.replace("match (", "match? ("));
    assert_eq!(text(&cons), "Cons");
}

#[test]
fn repeated_patterns_have_the_same_name() {
    let x = Var::new("x", Some(tensor(&[])), None);
    let pattern = PatternVar::new(x.clone(), None);
    let clauses = [Clause::new(pattern.clone(), x), Clause::new(pattern, scalar(1_i32))];
    assert_eq!(
        text(&Match::new(scalar(2_i32), clauses, true, None)),
        "match (2) {\n  %x: float32 => {\n    %x\n  },\n  %x: float32 => {\n    1\n  },\n}"
    );
}

#[test]
fn modules_print_types_and_functions() -> Result<()> {
    let (definition, ..) = list();
    let tir: tir::function::PrimFunc = graphs::load("primfunc_matmul").downcast().unwrap();
    let of_tir = text(&tir);
    let mut module = IRModule::new();
    module.add_type_def(definition.header.clone(), definition, false).unwrap();
    let x = var("x");
    let cons = module.type_definitions.load().values().next().unwrap().constructors[0].clone();
    let apply = Call::new(x.clone(), [RelayExpr::from(cons)], None, [], None);
    module.add_unchecked(GlobalVar::new("main"), function([x], call("exp", [apply.into()])), false).unwrap();
    module.add_unchecked(GlobalVar::new("multiply"), tir, false).unwrap();
    module
        .add_unchecked(GlobalVar::new("id"), function([var("x")], call("exp", [call("log", [])])), false)
        .unwrap();
    let expected = format!(
        "type List[A] {{
  Cons(A, List[A]),
  Nil,
}}

def @main(%x) {{
  %0 = %x(Cons);
  exp(%0)
}}

@multiply = {of_tir}

def @id(%x1) {{
  %1 = log();
  exp(%1)
}}
"
    );
    assert_eq!(text(&module), expected);
    assert_eq!(as_text(&module, true, None)?, format!("#[version = \"0.0.5\"]\n{expected}"));
    Ok(())
}

#[test]
fn calls_are_printed_with_their_source() {
    let span = Span::new(SourceName::get("a.relay"), 1, 1, 1, 5);
    let read = Call::new(Op::get("zeros").unwrap(), [], None, [], Some(span));
    assert_eq!(text(&read), "zeros() /* a.relay */");
}

#[test]
fn every_expression_is_annotated_once() -> Result<()> {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let x = var("x");
    let sum = call("add", [x.clone().into(), x.clone().into()]);
    let f = function([x], call("add", [sum.clone(), sum]));
    let annotate = TypedPackedFunc::new(|expr: ObjectRef| {
        CALLS.fetch_add(1, Ordering::Relaxed);
        if expr.is_instance::<CallNode>() { " /* call */" } else { "" }.to_owned()
    });
    let annotated = as_text(&f, false, Some(&annotate.into()))?;
    let expected = "fn (%x) {\n  %0 = add(%x, %x) /* call */;\n  add(%0, %0) /* call */\n}";
    assert_eq!(annotated, format!("#[version = \"0.0.5\"]\n{expected}"));
    assert_eq!(CALLS.load(Ordering::Relaxed), 5, "a variable, an operator, two calls and the function");

    let annotate = TypedPackedFunc::new(|_: ObjectRef| -> std::result::Result<String, RuntimeError> {
        Err(RuntimeError::new(objet::function::ErrorKind::VALUE_ERROR, "no words"))
    });
    let error = as_text(&f, false, Some(&annotate.into())).unwrap_err();
    assert_eq!((error.kind().name(), error.message()), ("ValueError", "no words"));
    Ok(())
}

#[test]
fn other_objects_print_their_representation() -> Result<()> {
    let array = Array::from([objet::String::from("a")]);
    assert_eq!(text(&array), r#"["a"]"#);
    assert_eq!(objet_relay::text::pretty_print(None), "(nullptr)");
    for name in ["ir.DebugPrint", "ir.TextPrinter"] {
        let shown: String = objet::Registry::expect(name)?.call((&array,))?.get()?;
        assert!(shown.ends_with(r#"["a"]"#), "{shown}");
    }
    Ok(())
}

/// Returns a graph of sums. Each sum adds two earlier expressions.
fn sums(operands: &[(usize, usize)]) -> RelayExpr {
    let mut exprs = vec![RelayExpr::from(var("x"))];
    for (a, b) in operands {
        let [a, b] = [a, b].map(|place| exprs[place % exprs.len()].clone());
        exprs.push(call("add", [a, b]));
    }
    exprs.pop().unwrap()
}

proptest! {
    #[test]
    fn line_numbers_are_consecutive(operands in prop::collection::vec((0_usize..99, 0_usize..99), 1..60)) {
        let program = text(&sums(&operands));
        let lines: Mutex<usize> = Mutex::new(0);
        for line in program.lines().filter(|line| !line.starts_with("free_var")) {
            let mut next = lines.lock().unwrap();
            let (target, value) = line.split_once(" = ").unwrap_or(("", line));
            prop_assert!(target.is_empty() || target == format!("%{next}"), "{}", program);
            for used in value.split(['(', ',', ')', ';', ' ']).filter_map(|word| word.strip_prefix('%')) {
                prop_assert!(used == "x" || used.parse::<usize>().unwrap() < *next, "{}", program);
            }
            *next += usize::from(!target.is_empty());
        }
    }
}
