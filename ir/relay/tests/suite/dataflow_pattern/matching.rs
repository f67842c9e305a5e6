//! The expressions that single patterns match.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::{AttrValue, Attrs, DictAttrs};
use objet_ir::expr::{BaseFunc, RelayExpr};
use objet_ir::op::Op;
use objet_ir::types::{TensorType, Type};
use objet_relay::adt::{Clause, Match, PatternWildcard};
use objet_relay::dataflow_pattern::{
    DFPattern, PatternError, find_all, has_dtype, has_shape, has_type, is_any_function, is_any_tuple,
    is_constant, is_expr, is_function, is_if, is_let, is_op, is_tuple, is_tuple_get_item, is_var, matches,
    wildcard,
};
use objet_relay::expr::{Call, Function, If, Let, Tuple, TupleGetItem, Var};
use objet_relay::op::{add, cast, divide, multiply, nn, subtract, tanh};

use super::{constant, var};

fn hit(pattern: &DFPattern, expr: impl Into<RelayExpr>) -> bool {
    matches(pattern, &expr.into()).unwrap()
}

fn tensor(shape: &[i32], dtype: DataType) -> Type {
    TensorType::new(shape.iter().map(|&extent| extent.into()).collect::<Vec<_>>(), dtype).upcast()
}

#[test]
fn leaves() {
    let x = var("x");
    assert!(hit(&wildcard(), x.clone()) && hit(&wildcard(), Op::get("add").unwrap()));
    assert!(hit(&is_var(""), x.clone()) && hit(&is_var("x"), x.clone()) && !hit(&is_var("y"), x.clone()));
    assert!(hit(&is_constant(), constant(1.0)) && !hit(&is_constant(), x.clone()));
    assert!(hit(&is_expr(constant(1.0)), constant(1.0)) && !hit(&is_expr(constant(1.0)), constant(2.0)));
    assert!(hit(&is_expr(x.clone()), x.clone()) && !hit(&is_expr(var("x")), x));
    assert!(!hit(&is_op("add").unwrap(), Op::get("subtract").unwrap()));
    assert!(is_op("ad").is_err());
}

#[test]
fn sums_and_products_commute() {
    let (x, y) = (var("x"), var("y"));
    let (a, b) = (is_var("x"), is_var("y"));
    let reversed = |pattern: &DFPattern, call: fn(Var, Var) -> Result<Call, objet_ir::op::OpError>| {
        [hit(pattern, call(x.clone(), y.clone()).unwrap()), hit(pattern, call(y.clone(), x.clone()).unwrap())]
    };
    assert_eq!(reversed(&(&a + &b), add), [true, true]);
    assert_eq!(reversed(&(&a * &b), multiply), [true, true]);
    assert_eq!(reversed(&(&a - &b), subtract), [true, false]);
    assert_eq!(reversed(&(&a / &b), divide), [true, false]);
}

#[test]
fn products_and_quotients_are_rearranged() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    let [a, b, c] = ["x", "y", "z"].map(is_var);
    let quotient = &a * &b / &c; // x * y / z
    let forms = [
        divide(multiply(x.clone(), y.clone()).unwrap(), z.clone()).unwrap(),
        multiply(x.clone(), divide(y.clone(), z.clone()).unwrap()).unwrap(),
        multiply(divide(x.clone(), z.clone()).unwrap(), y.clone()).unwrap(),
    ];
    for form in &forms {
        assert!(hit(&quotient, form.clone()));
    }
    assert!(!hit(&quotient, multiply(divide(z.clone(), x.clone()).unwrap(), y.clone()).unwrap()));
    for product in [&a * (&b / &c), (&b / &c) * &a] {
        assert!(hit(&product, divide(multiply(x.clone(), y.clone()).unwrap(), z.clone()).unwrap()));
        assert!(!hit(&product, divide(multiply(x.clone(), z.clone()).unwrap(), y.clone()).unwrap()));
    }
    // Patterns without both arguments are not rearranged.
    assert!(!hit(&is_op("divide").unwrap().call_any(), multiply(x.clone(), divide(y, z).unwrap()).unwrap()));
    assert!(!hit(&is_op("multiply").unwrap().call([wildcard()]), forms[0].clone()));
}

#[test]
fn a_pattern_matches_one_expression() {
    let (x, y) = (var("x"), var("y"));
    let w = wildcard();
    let double = &w + &w;
    assert!(hit(&double, add(x.clone(), x.clone()).unwrap()));
    assert!(!hit(&double, add(x.clone(), y.clone()).unwrap()));
    assert!(hit(&(wildcard() + wildcard()), add(x.clone(), y.clone()).unwrap()));
    // The first order of the sum binds `w` to `x`, and takes the binding back.
    let w = wildcard();
    let pattern = (&w + is_constant()) - &w;
    let sum = add(constant(1.0), x.clone()).unwrap();
    assert!(hit(&pattern, subtract(sum.clone(), x).unwrap()));
    assert!(!hit(&pattern, subtract(sum, y).unwrap()));
}

#[test]
fn diamonds() {
    let [x, w] = ["x", "w"].map(var);
    let conv = is_op("nn.conv2d").unwrap().call([wildcard(), wildcard()]);
    let relu = is_op("nn.relu").unwrap().call([&conv]);
    let diamond = relu + is_op("tanh").unwrap().call([&conv]);
    let call = || nn::conv2d(x.clone(), w.clone(), attrs! {}).unwrap();
    let shared = call();
    let one = add(nn::relu(shared.clone()).unwrap(), tanh(shared).unwrap()).unwrap();
    let two = add(nn::relu(call()).unwrap(), tanh(call()).unwrap()).unwrap();
    assert!(hit(&diamond, one) && !hit(&diamond, two));
}

#[test]
fn alternatives_and_options() {
    let x = var("x");
    let either = is_var("y") | is_constant() | is_var("x");
    assert!(hit(&either, x.clone()) && hit(&either, constant(0.0)) && !hit(&either, var("z")));
    let relu = |of| Ok(is_op("nn.relu")?.call([of]));
    let conv = is_op("tanh").unwrap().call([wildcard()]).optional(relu).unwrap();
    let plain = tanh(x.clone()).unwrap();
    assert!(hit(&conv, plain.clone()) && hit(&conv, nn::relu(plain).unwrap()));
    assert!(!hit(&conv, nn::relu(x).unwrap()));
    assert!(wildcard().optional(|_| is_op("nn.rel")).is_err());
}

#[test]
fn other_expressions() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    let pair = Tuple::new([x.clone().into(), y.clone().into()], None);
    assert!(hit(&is_tuple([is_var("x"), wildcard()]), pair.clone()) && hit(&is_any_tuple(), pair.clone()));
    assert!(!hit(&is_tuple([is_var("x")]), pair.clone()) && !hit(&is_any_tuple(), x.clone()));
    let item = TupleGetItem::new(pair, 1, None);
    assert!(hit(&is_tuple_get_item(is_any_tuple(), 1), item.clone()));
    assert!(hit(&is_tuple_get_item(wildcard(), None), item.clone()));
    assert!(
        !hit(&is_tuple_get_item(wildcard(), 0), item.clone())
            && !hit(&is_tuple_get_item(wildcard(), -2), item)
    );

    let function =
        Function::new([x.clone(), y.clone()], add(x.clone(), y.clone()).unwrap(), None, [], None, None);
    let (a, b) = (wildcard(), wildcard());
    assert!(hit(&is_function([&a, &b], &a + &b), function.clone()));
    assert!(!hit(&is_function([&a, &b], &a - &b), function.clone()));
    assert!(!hit(&is_function([&a], wildcard()), function.clone()));
    let call = Call::new(function.clone(), [z.clone().into(), z.clone().into()], None, [], None);
    assert!(hit(&is_any_function(wildcard() + wildcard()).call_any(), call));

    let choice = If::new(x.clone(), y.clone(), z.clone(), None);
    assert!(hit(&is_if(is_var("x"), is_var("y"), is_var("z")), choice.clone()));
    assert!(!hit(&is_if(is_var("x"), is_var("z"), is_var("y")), choice));
    let bound = Let::new(x.clone(), y.clone(), tanh(x.clone()).unwrap(), None);
    let v = is_var("");
    assert!(hit(&is_let(&v, wildcard(), is_op("tanh").unwrap().call([&v])), bound.clone()));
    assert!(!hit(&is_let(&v, wildcard(), &v), bound));

    // Parts of a match expression are found.
    let clause = Clause::new(PatternWildcard::new(None), tanh(y).unwrap());
    let root: RelayExpr = Match::new(x, [clause], true, None).upcast();
    assert_eq!(find_all(&is_op("tanh").unwrap().call_any(), &root).unwrap().len(), 1);
}

#[test]
fn attributes() {
    let (x, w) = (var("x"), var("w"));
    let conv = nn::conv2d(x.clone(), w, attrs! { kernel_size: [3, 3], groups: 2 }).unwrap();
    let has = |attrs: Vec<(&str, AttrValue)>| hit(&wildcard().has_attr(attrs).unwrap(), conv.clone());
    assert!(has(attrs! { data_layout: "NCHW", groups: 2 }.into()) && has(vec![]));
    assert!(has(attrs! { kernel_size: [3, 3] }.into()) && !has(attrs! { kernel_size: [3, 1] }.into()));
    assert!(!has(attrs! { groups: 2.0 }.into()) && !has(attrs! { groups: "2" }.into()));
    assert!(!has(attrs! { group: 2 }.into()) && !has(attrs! { data_layout: 1 }.into()));
    assert!(has(attrs! { channels: () }.into()) && !has(attrs! { channels: 4 }.into()));

    let leaky = nn::leaky_relu(x.clone(), attrs! { alpha: 0.5 }).unwrap();
    assert!(hit(&wildcard().has_attr(attrs! { alpha: 0.5 }).unwrap(), leaky.clone()));
    assert!(!hit(&wildcard().has_attr(attrs! { alpha: 1 }).unwrap(), leaky));
    let float = cast(x.clone(), attrs! { dtype: DataType::float(32) }).unwrap();
    for dtype in [AttrValue::from("float32"), DataType::float(32).into()] {
        assert!(hit(&wildcard().has_attr([("dtype", dtype)]).unwrap(), float.clone()));
    }
    assert!(!hit(&wildcard().has_attr(attrs! { dtype: 32 }).unwrap(), float));

    let broadcast = |kind: i32| is_op("add").unwrap().has_attr(attrs! { TOpPattern: kind }).unwrap();
    let sum = add(x.clone(), x.clone()).unwrap();
    assert!(hit(&broadcast(1).call([wildcard(), wildcard()]), sum.clone()));
    assert!(!hit(&broadcast(0).call([wildcard(), wildcard()]), sum));
    assert!(!hit(&is_op("add").unwrap().has_attr(attrs! { Nothing: 1 }).unwrap(), Op::get("add").unwrap()));

    let named: BaseFunc = Function::new([x.clone()], x.clone(), None, [], None, None).upcast();
    let named: RelayExpr = named.with_attr("Composite", Some(objet::String::from("k").into())).upcast();
    assert!(hit(&wildcard().has_attr(attrs! { Composite: "k" }).unwrap(), named.clone()));
    assert!(!hit(&wildcard().has_attr(attrs! { Composite: "l" }).unwrap(), named));
    let attrs: Attrs = DictAttrs::new([("call_attr", objet::String::from("attr"))]).upcast();
    let call = Call::new(x.clone(), [x.clone().into()], Some(attrs), [], None);
    assert!(hit(&wildcard().call([wildcard()]).has_attr(attrs! { call_attr: "attr" }).unwrap(), call));
    assert!(!hit(&wildcard().has_attr([]).unwrap(), x));
}

#[test]
fn types() {
    let float = DataType::float(32);
    let x = Var::new("x", Some(tensor(&[2, 3], float)), None);
    assert!(
        hit(&has_type(tensor(&[2, 3], float)), x.clone())
            && !hit(&has_type(tensor(&[3, 2], float)), x.clone())
    );
    assert!(hit(&has_dtype(float), x.clone()) && !hit(&has_dtype(DataType::int(32)), x.clone()));
    assert!(hit(&has_shape([2, 3]), x.clone()) && !hit(&has_shape([2]), x.clone()));
    assert!(hit(&is_var("x").has_shape([2, 3]).has_dtype(float), x.clone()));
    assert!(!hit(&is_var("y").has_shape([2, 3]), x.clone()));
    assert!(hit(&has_shape([0; 0]), constant(1.0)));
    // The type that inference left is the type.
    let mut sum = add(x.clone(), x).unwrap();
    *sum.make_mut().checked_type = Some(tensor(&[2, 3], float));
    assert!(hit(&(wildcard() + wildcard()).has_type(tensor(&[2, 3], float)), sum));
}

#[test]
fn dominators() {
    let [x, w] = ["x", "w"].map(var);
    let op = |name| is_op(name).unwrap();
    let conv = op("nn.conv2d").call([wildcard(), wildcard()]);
    let path = op("nn.relu").call([wildcard()]) | op("tanh").call([wildcard()]);
    let pattern = (wildcard() + wildcard()).dominates(&conv, path);
    let call = || nn::conv2d(x.clone(), w.clone(), attrs! {}).unwrap();
    let shared = nn::relu(call()).unwrap();
    assert!(hit(&pattern, add(tanh(shared.clone()).unwrap(), nn::relu(shared.clone()).unwrap()).unwrap()));
    // Two parents, and a step that is no part of the path.
    assert!(!hit(&pattern, add(nn::relu(call()).unwrap(), nn::relu(call()).unwrap()).unwrap()));
    let negative = objet_relay::op::negative(shared.clone()).unwrap();
    assert!(!hit(&pattern, add(negative, shared).unwrap()));
    assert!(!hit(&pattern, add(x.clone(), x.clone()).unwrap()));
}

/// A pattern of another crate.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "test.dataflow_pattern.Odd", is_final, new)]
struct OddNode {
    base: objet_relay::dataflow_pattern::DFPatternNode,
}

#[test]
fn unknown_patterns_are_errors() {
    let odd: DFPattern = Odd::new().upcast();
    let error = matches(&(odd | wildcard()), &var("x").upcast()).unwrap_err();
    assert!(matches!(error, PatternError::UnknownPattern { type_key: "test.dataflow_pattern.Odd" }));
    let text = "cannot match a test.dataflow_pattern.Odd: patterns of other types than those of relay are not supported";
    assert_eq!(error.to_string(), text);
}
