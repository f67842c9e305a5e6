//! Programs that the tests of TVM's Python package parse and print.

use objet::NDArray;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{IntImm, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::span::{SourceName, Span};
use objet_ir::types::TensorType;
use objet_relay::attrs::Conv2DAttrsNode;
use objet_relay::expr::{CallNode, Constant, Function, FunctionNode, Let, LetNode, Tuple, Var};
use objet_relay::infer::infer_module;
use objet_relay::module::IRModuleExt;
use objet_relay::op::{add, divide, equal, expand_dims, greater, less, multiply, nn, reshape, subtract};
use objet_relay::text::{as_text, parse_expr, parse_module, pretty_print};

use super::assert_equal;

const LIST: &str = "type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n";

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn constant(number: i32) -> Constant {
    Constant::new(NDArray::from_slice(&[], &[number]).unwrap(), None)
}

fn expr(text: &str) -> RelayExpr {
    parse_expr("a.rly", text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Parses a module, infers its types, and does so again with its text.
fn module(text: &str) -> IRModule {
    let parse = |text: &str| {
        let module = parse_module("a.rly", text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        infer_module(&module).unwrap_or_else(|error| panic!("{text}\n{error}"))
    };
    let module = parse(text);
    let printed = as_text(Some(module.upcast_ref()), true, None).unwrap();
    assert_equal(&parse(&printed), &module, text);
    module
}

/// Parses the text of an expression, and returns the text.
fn round_trip(expr: &RelayExpr) -> String {
    let text = as_text(Some(expr.upcast_ref()), true, None).unwrap();
    let parsed = parse_expr("a.rly", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_equal(&parsed, expr, &text);
    text
}

#[test]
fn operators_are_calls() {
    let (x, y) = (constant(1), constant(2));
    for (text, call) in [
        ("1 + 2", add(x.clone(), y.clone())),
        ("1 - 2", subtract(x.clone(), y.clone())),
        ("1 * 2", multiply(x.clone(), y.clone())),
        ("1 / 2", divide(x.clone(), y.clone())),
        ("1 < 2", less(x.clone(), y.clone())),
        ("1 > 2", greater(x.clone(), y.clone())),
        ("1 == 2", equal(x, y)),
    ] {
        assert_equal(&expr(text), &call.unwrap(), text);
    }
}

#[test]
fn functions_return_functions() {
    let text = "
        let %curried = fn (%x) { fn (%y) { %x * %y } };
        %curried(0);
        %curried(0)(0)
    ";
    let parsed = expr(text);
    let outer = parsed.as_node::<LetNode>().unwrap();
    let statement = outer.body.as_node::<LetNode>().unwrap();
    assert!(statement.value.is_instance::<CallNode>());
    let call = statement.body.as_node::<CallNode>().unwrap();
    assert!(call.op.is_instance::<CallNode>());

    let x = var("x");
    let identity = Function::new([x.clone()], x, None, [], None, None);
    let call = objet_relay::expr::Call::new(identity, [constant(0).into()], None, [], None);
    for text in ["(fn (%x) { %x })(0)", "fn (%x) { %x }(0)", "{ fn (%x) { %x } }(0)"] {
        assert_equal(&expr(text), &call, text);
    }
    let branches = "if (True) { fn (%x) { %x } } else { fn (%x) { %x } }";
    let cases = "match? (0) { _ => { fn (%x) { %x } } }";
    for text in [branches, cases] {
        let called = expr(&format!("%0 = {text}(1); %0 * {text}(2)"));
        let called = called.as_node::<CallNode>().unwrap();
        for (index, number) in [(0, 1), (1, 2)] {
            let call = called.args[index].as_node::<CallNode>().unwrap();
            assert_equal(&call.op, &expr(text), text);
            assert_equal(&call.args[0], &constant(number), text);
        }
    }
    let none = Let::new(var("_"), Tuple::new([], None), Tuple::new([], None), None);
    assert_equal(&expr("let %_ : _ = (); ()"), &none, "incomplete type");
}

#[test]
fn types_are_parsed() {
    for ty in [
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float32",
        "float64",
        "bool",
        "int8x4",
        "uint1x4",
        "float16x4",
    ] {
        let parsed = expr(&format!("let %_ : {ty} = (); ()"));
        assert_eq!(round_trip(&parsed).lines().nth(1).unwrap(), format!("let %v_: {ty} = ();"));
    }
    for (ty, shape) in [
        ("Tensor[(), float32]", &[][..]),
        ("Tensor[(1), float32]", &[1]),
        ("Tensor[(1, 1), float32]", &[1, 1]),
    ] {
        let shape: Vec<_> = shape.iter().map(|length: &i32| (*length).into()).collect();
        let expected: objet_ir::types::Type = TensorType::new(shape, DataType::float(32)).upcast();
        let parsed = expr(&format!("let %_ : {ty} = (); ()"));
        let found = parsed.as_node::<LetNode>().unwrap().var.type_annotation.clone().unwrap();
        assert_equal(&found, &expected, ty);
    }
}

#[test]
fn data_types_are_defined_and_used() {
    assert_eq!(module("type Ayy { Nil }").type_definitions.load().len(), 1);
    let either = module("type Either[A, B] { Left(A), Right(B), }");
    assert!(either.get_constructor("Either", "Right").is_ok());
    let made = module(&format!("{LIST}def @make(%x: int32) -> List[int32] {{ Cons(%x, Nil) }}"));
    let make = made.lookup_by_name("make").unwrap();
    let call = make.as_node::<FunctionNode>().unwrap().body.as_node::<CallNode>().unwrap();
    assert!(call.op.same_as(&made.get_constructor("List", "Cons").unwrap()));
    for text in [
        format!("{LIST}{LIST}"),
        "type Ayy { Lmao } type Haha { Lmao }".into(),
        "type Ayy { Lmao } type Ayy { Other }".into(),
    ] {
        assert!(parse_module("a.rly", &text).is_err(), "{text}");
    }
    for text in ["type Ayy { Lmao } type Lmao { Ayy }", "let x = 1; ()"] {
        assert!(parse_expr("a.rly", text).is_err(), "{text}");
    }
}

/// Constructors have their signature only in the definition of their type.
#[test]
fn a_constructor_is_a_function() {
    let main = "def @main[A]() -> fn (A, List[A]) -> List[A] {\n  Cons\n}\n";
    let text = pretty_print(Some(&module(&format!("{LIST}{main}")).upcast()));
    assert_eq!(text, format!("{LIST}\n{main}"));
}

#[test]
fn branches_are_values() {
    module("def @example(%b: bool) { %0 = if (%b) { 1 } else { 0 }; %0 }");
}

#[test]
fn attributes_come_back() {
    let text = "
        free_var %x: Tensor[(1, 32, 32, 3), float32];
        free_var %y: Tensor[(1, 1, 3, 3), float32];
        nn.conv2d(%x, %y, data_layout=\"NHWC\", kernel_layout=\"HWIO\")
    ";
    let call = expr(text);
    let call = call.as_node::<CallNode>().unwrap();
    let attrs = call.attrs.as_ref().unwrap().as_node::<Conv2DAttrsNode>().unwrap();
    assert_eq!((attrs.data_layout.as_str(), attrs.kernel_layout.as_str()), ("NHWC", "HWIO"));

    let x = var("x");
    assert!(round_trip(&nn::softmax(x.clone(), attrs! { axis: 2 }).unwrap().upcast()).contains("axis=2"));
    assert!(round_trip(&nn::softmax(x.clone(), attrs! {}).unwrap().upcast()).contains("softmax(%x)"));
    let expanded = expand_dims(x.clone(), attrs! { axis: 2, num_newaxis: 2 }).unwrap();
    assert!(round_trip(&expanded.upcast()).contains("num_newaxis=2"));

    let attrs = DictAttrs::new([("Primitive", IntImm::from(1)), ("relay.reshape_only", IntImm::from(1))]);
    let body = reshape(x.clone(), attrs! { newshape: [-1] }).unwrap();
    round_trip(&Function::new([x], body, None, [], Some(attrs), None).upcast());
}

#[test]
fn objects_of_the_metadata_come_back() {
    let n = objet_tir::expr::SizeVar::new("n", DataType::int(32), None);
    let shape = [n.upcast(), 10.into(), 224.into(), 224.into()];
    let x = Var::new("x", Some(TensorType::new(shape, DataType::float(32)).upcast()), None);
    let w = var("w");
    let attrs = attrs! { kernel_size: [3, 3], padding: [1, 1], channels: 2 };
    let conv = nn::conv2d(x.clone(), w.clone(), attrs).unwrap();
    let text = round_trip(&Function::new([x, w], conv, None, [], None, None).upcast());
    for part in ["channels=2", "meta[tir.SizeVar][0]", "type_key"] {
        assert!(text.contains(part), "{part}");
    }
    let row = Constant::new(NDArray::from_slice(&[3], &[1, 2, 3]).unwrap(), None);
    assert!(round_trip(&row.upcast()).contains("meta[relay.Constant][0]"));
}

#[test]
fn names_sources_and_types_are_printed() {
    let sum = add(var("base/x"), var("base/y")).unwrap();
    let text = round_trip(&sum.upcast());
    assert!(text.contains("%base/x") && text.contains("%base/y"), "{text}");

    let x = var("x");
    let mut sum = add(x.clone(), constant(1)).unwrap();
    *sum.make_mut().span = Some(Span::new(SourceName::get("Add0"), 0, 0, 0, 0));
    assert!(round_trip(&Function::new([x], sum, None, [], None, None).upcast()).contains("Add0"));

    let one = constant(1);
    let typed = infer_module(&IRModule::from_expr(add(one.clone(), one).unwrap())).unwrap();
    let text = as_text(Some(typed.upcast_ref()), true, None).unwrap();
    assert_eq!(text.matches("/* ty=int32 */").count(), 3);
    assert_equal(&module(&text), &typed, &text);
}
