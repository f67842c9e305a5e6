//! Containers: typed views of untyped objects, with copy-on-write.

use std::collections::{HashMap, HashSet};

use objet::containers::{ADT, ArrayNode, Closure, ClosureNode};
use objet::prelude::*;
use objet::types::{CastError, ElementPosition};
use objet::{ShapeTuple, String};

/// An expression.
#[derive(Object)]
#[repr(C)]
#[object(key = "containers.Expr")]
struct ExprNode {
    base: Object,
}

/// A number.
#[derive(Object)]
#[repr(C)]
#[object(key = "containers.Number", is_final)]
struct NumberNode {
    base: ExprNode,
    value: i64,
}

fn number(value: i64) -> Number {
    make_object(NumberNode { base: ExprNode { base: Object::new() }, value }).into()
}

fn expr() -> Expr {
    make_object(ExprNode { base: Object::new() }).into()
}

fn values(array: &Array<Number>) -> Vec<i64> {
    array.iter().map(|number| number.value).collect()
}

#[test]
fn a_string_behaves_like_a_str() {
    let text = String::from("été\0x");
    assert_eq!(text, "été\0x");
    assert_eq!((text.len(), text.chars().count()), (7, 5));
    assert_eq!(
        text.as_node::<objet::containers::StringNode>().unwrap().as_c_str().to_bytes(),
        "été".as_bytes()
    );
    assert_eq!(text, String::from(std::string::String::from("été\0x")));
    let (a, b) = (String::from("a"), String::from("b"));
    assert!(a < b);
    assert_eq!(std::string::String::from(&text), "été\0x");
    assert_eq!((text.to_string(), format!("{text:?}")), ("été\0x".into(), "\"été\\0x\"".into()));
    assert_eq!(String::default(), "");
    assert_eq!(String::from_utf8(b"ok").unwrap(), "ok");
    assert_eq!(String::from_utf8(b"a\xFF").unwrap_err().valid_up_to(), 1);
    let set: HashSet<String> = ["x".into(), "x".into(), "y".into()].into();
    assert!(set.len() == 2 && set.contains("y"));
    assert!(!text.same_as(&String::from("été\0x")), "equal, but not the same object");
}

#[test]
fn an_array_reads_like_a_slice() {
    let array: Array<Number> = (0..5).map(number).collect();
    assert_eq!((array.len(), array[2].value, array.first().unwrap().value), (5, 2, 0));
    assert_eq!(array.windows(2).filter(|pair| pair[0].value < pair[1].value).count(), 4);
    assert_eq!((&array).into_iter().rev().map(|n| n.value).collect::<Vec<_>>(), [4, 3, 2, 1, 0]);
    assert_eq!(array.clone().into_iter().map(|n| n.value).sum::<i64>(), 10);
    assert!(Array::<Number>::new().is_empty());
    let (from_vec, from_slice) = (Array::from(vec![number(1)]), Array::from([number(1)].as_slice()));
    assert_eq!((values(&from_vec), values(&from_slice)), (vec![1], vec![1]));
    assert_eq!(Vec::from(array).len(), 5);
}

#[test]
fn an_array_is_copied_when_it_is_shared_and_changed() {
    let mut a: Array<Number> = (0..3).map(number).collect();
    let b = a.clone();
    a.push(number(3));
    assert_eq!((values(&a), values(&b)), (vec![0, 1, 2, 3], vec![0, 1, 2]));

    let node = std::ptr::from_ref(a.as_node::<ArrayNode>().unwrap());
    a.insert(0, number(-1));
    assert_eq!(a.remove(1).value, 0);
    assert_eq!(a.set(0, number(9)).value, -1);
    assert_eq!(a.pop().unwrap().value, 3);
    a.extend([number(7), number(8)]);
    a.truncate(4);
    assert_eq!(values(&a), [9, 1, 2, 7]);
    assert_eq!(std::ptr::from_ref(a.as_node::<ArrayNode>().unwrap()), node, "changed in place");
    a.clear();
    assert!(a.is_empty() && a.pop().is_none());
    assert_eq!(values(&b), [0, 1, 2]);
    assert_eq!(b[0].strong_count(), 1);
}

#[test]
fn only_optional_elements_can_be_null() {
    let nullable: Array<Option<Number>> = [Some(number(1)), None].into();
    assert!(nullable[1].is_none());
    assert_eq!(size_of_val(&nullable[0]), size_of::<usize>());
    let object = ObjectRef::from(nullable);
    let error = object.clone().downcast::<Array<Number>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected Array<containers.Number>, but element 1 does not fit: expected containers.Number, found null"
    );
    object.downcast::<Array<Option<Expr>>>().unwrap();
}

#[test]
fn a_typed_view_checks_its_elements_and_reports_the_first_wrong_one() {
    let mixed: Array<Expr> = [number(1).upcast(), expr(), expr()].into();
    let object = ObjectRef::from(mixed.clone());
    let error = object.clone().downcast::<Array<Number>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected Array<containers.Number>, but element 1 does not fit: \
         expected containers.Number, found containers.Expr"
    );
    assert!(matches!(error.reason(), CastError::Element { position: ElementPosition::Element(1), .. }));
    assert!(object.downcast::<Array<Expr>>().unwrap().same_as(&mixed));

    let error = ObjectRef::from(number(1)).downcast::<Array<Number>>().unwrap_err();
    assert_eq!(error.to_string(), "expected Array<containers.Number>, found containers.Number");

    let nested: Array<Array<Number>> = [[number(1)].into(), Array::new()].into();
    let nested = ObjectRef::from(nested);
    assert_eq!(nested.clone().downcast::<Array<Array<Expr>>>().unwrap()[0].len(), 1);
    let error = nested.downcast::<Array<Array<String>>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected Array<Array<runtime.String>>, but element 0 does not fit: \
         expected Array<runtime.String>, but element 0 does not fit: \
         expected runtime.String, found containers.Number"
    );
}

#[test]
fn a_change_through_one_view_does_not_affect_another() {
    let numbers: Array<Number> = [number(1)].into();
    let mut exprs: Array<Expr> = ObjectRef::from(numbers.clone()).downcast().unwrap();
    exprs.push(expr());
    assert_eq!((numbers.len(), exprs.len()), (1, 2));
}

#[test]
fn a_map_finds_strings_by_content_and_others_by_identity() {
    let mut map = Map::<ObjectRef, Number>::new();
    let (a, b) = (number(1), number(1));
    map.insert(String::from("x").into(), number(10));
    map.insert(a.clone().into(), number(20));
    map.insert(b.clone().into(), number(30));
    assert_eq!(map.insert(String::from("x").into(), number(11)).unwrap().value, 10);
    assert_eq!(map.len(), 3);
    assert_eq!((map["x"].value, map[&a].value, map[&b].value), (11, 20, 30));
    assert_eq!(map.get(&String::from("x")).unwrap().value, 11);
    assert!(map.get(&number(1)).is_none() && map.get("y").is_none() && !map.contains_key("y"));
}

#[test]
fn a_map_keeps_the_order_of_insertion() {
    let keys = ["q", "a", "z", "b", "m", "c"];
    let mut map: Map<String, Number> =
        keys.iter().zip(0..).map(|(key, n)| ((*key).into(), number(n))).collect();
    let order = |map: &Map<String, Number>| map.keys().map(|key| key.to_string()).collect::<Vec<_>>();
    assert_eq!(order(&map), keys);
    map.insert("z".into(), number(20));
    assert_eq!(map.remove("a").unwrap().value, 1);
    assert!(map.remove("a").is_none());
    map.insert("a".into(), number(21));
    assert_eq!(order(&map), ["q", "z", "b", "m", "c", "a"]);
    assert_eq!(map.values().map(|n| n.value).collect::<Vec<_>>(), [0, 20, 3, 4, 5, 21]);
    assert_eq!(map.iter().next_back().unwrap().0, &"a");
    assert_eq!(map.iter().len(), 6);
    assert_eq!(Vec::from(map.clone()).len(), 6);
    let sorted: Map<String, Number> = HashMap::<String, Number>::from_iter(map).into();
    assert_eq!(order(&sorted), ["a", "b", "c", "m", "q", "z"]);
}

#[test]
fn a_map_is_copied_when_it_is_shared_and_changed() {
    let mut a: Map<String, Number> = [("x".into(), number(1))].into();
    let b = a.clone();
    a.extend([("y".into(), number(2))]);
    assert_eq!((a.len(), b.len()), (2, 1));
    a.clear();
    assert!(a.is_empty() && !b.is_empty());
}

#[test]
fn a_typed_view_of_a_map_checks_keys_and_values() {
    let map: Map<ObjectRef, Option<ObjectRef>> =
        [(String::from("x").into(), Some(number(1).into())), (number(2).into(), None)].into();
    let object = ObjectRef::from(map);
    let error = object.clone().downcast::<Map<String, Option<Number>>>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected Map<runtime.String, Option<containers.Number>>, but the key of entry 1 does not fit: \
         expected runtime.String, found containers.Number"
    );
    let error = object.clone().downcast::<Map<ObjectRef, Number>>().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the value of entry 1 does not fit: expected containers.Number, found null")
    );
    assert_eq!(object.downcast::<Map<ObjectRef, Option<Expr>>>().unwrap().len(), 2);
}

#[test]
fn shapes_compare_by_content() {
    let shape = ShapeTuple::from([2, 3]);
    assert_eq!(shape, ShapeTuple::from(vec![2, 3]));
    assert_eq!((shape.len(), shape[1], format!("{shape:?}")), (2, 3, "[2, 3]".into()));
    assert_eq!((0..3).collect::<ShapeTuple>(), [0, 1, 2]);
    assert_ne!(shape, ShapeTuple::default());
}

#[test]
fn an_adt_has_a_tag_and_fields() {
    let some = ADT::new(1, [Some(number(1).into()), None]);
    assert_eq!((some.tag(), some.len()), (1, 2));
    assert!(some[0].as_ref().unwrap().is_instance::<NumberNode>() && some[1].is_none());
    assert_eq!((&some).into_iter().flatten().count(), 1);
}

#[test]
fn a_closure_is_a_base_for_others() {
    /// A closure over one value.
    #[derive(Object)]
    #[repr(C)]
    #[object(key = "containers.ConstantClosure", is_final)]
    struct ConstantClosureNode {
        base: ClosureNode,
        value: Number,
    }

    objet::register_types!(ConstantClosureNode).unwrap();
    let constant = ConstantClosure::from(make_object(ConstantClosureNode {
        base: ClosureNode::new(),
        value: number(3),
    }));
    let closure: Closure = constant.clone().into();
    assert!(closure.is_instance::<ClosureNode>() && closure.is_instance::<ConstantClosureNode>());
    assert_eq!(closure.downcast::<ConstantClosure>().unwrap().value.value, 3);
    let plain = Closure::from(make_object(ClosureNode::new()));
    assert!(plain.is_instance::<ClosureNode>() && !plain.is_instance::<ConstantClosureNode>());
    assert!(!number(1).is_instance::<ClosureNode>());
}

#[test]
fn containers_print_their_elements() {
    let array: Array<String> = ["a".into(), "b".into()].into();
    assert_eq!(format!("{array:?}"), r#"["a", "b"]"#);
    let map: Map<String, ShapeTuple> = [("a".into(), [1].into())].into();
    assert_eq!(format!("{map:?}"), r#"{"a": [1]}"#);
}

#[test]
fn a_changed_container_is_checked_again() {
    let numbers: Array<ObjectRef> = (0..100).map(|value| number(value).into()).collect();
    let as_numbers = |array: &Array<ObjectRef>| array.downcast_ref::<Array<Number>>().is_some();
    assert!(as_numbers(&numbers) && as_numbers(&numbers));
    assert!(numbers.downcast_ref::<Array<objet::String>>().is_none() && as_numbers(&numbers));
    let mut changed = numbers.clone();
    changed.push(expr().into());
    assert!(!as_numbers(&changed) && as_numbers(&numbers));
    changed.pop();
    assert!(as_numbers(&changed));
    changed.set(50, expr().into());
    assert!(!as_numbers(&changed) && changed.downcast_ref::<Array<Expr>>().is_some());
    let entries =
        || (0..100).map(|value| (objet::String::from(value.to_string()), ObjectRef::from(number(value))));
    let mut map: Map<objet::String, ObjectRef> = entries().collect();
    assert!(map.downcast_ref::<Map<objet::String, Number>>().is_some());
    map.insert("x".into(), expr().into());
    assert!(map.downcast_ref::<Map<objet::String, Number>>().is_none());
}
