//! Calls of packed functions: arguments and results.

use crate::nodes::{Item, ItemNode, Special};
use objet_object::{
    ArgValue, Array, DataType, Device, IsObjectRef, NDArray, ObjectRef, OpaqueHandle, RetValue, ShapeTuple,
    String as Text, TypeIndex,
};
use objet_runtime::{Args, PackedFunc, Result, TypedPackedFunc, moved};
use proptest::prelude::*;

/// Returns a function that formats its arguments.
fn show() -> PackedFunc {
    PackedFunc::from_fn(|args, result| {
        *result = format!("{args:?}").into();
        Ok(())
    })
}

fn shown<'a>(args: impl objet_runtime::PackedArgs<'a>) -> String {
    show().call_as(args).unwrap()
}

#[test]
fn arguments_of_every_kind_arrive_unchanged() {
    assert_eq!(shown(()), "[]");
    assert_eq!(shown((1, 2_u8, -3_i64, true, 0.5_f32)), "[1, 2, -3, 1, 0.5]");
    assert_eq!(shown(("text", &String::from("owned"), "")), r#"["text", "owned", ""]"#);
    assert_eq!(
        shown(("nul\0inside", [0_u8, 255].as_slice(), &vec![7_u8])),
        r#"["nul\0inside", b"\x00\xff", b"\x07"]"#
    );
    assert_eq!(
        shown((DataType::float(32), Device::cpu(0), OpaqueHandle::NULL)),
        "[float32, cpu(0), handle(0x0)]"
    );
    assert_eq!(shown(((), None::<i64>, Some(2), None::<&Item>)), "[null, null, 2, null]");
    assert!(shown((&Text::from("object"),)).starts_with("[runtime.String@"));
    assert_eq!(shown((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)), "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]");
}

#[test]
fn results_of_every_kind_arrive_unchanged() {
    let identity = PackedFunc::from_fn(|args, result| {
        *result = args.at(0)?.try_into()?;
        Ok(())
    });
    assert_eq!(identity.call_as::<i64>((i64::MIN,)).unwrap(), i64::MIN);
    assert_eq!(identity.call_as::<f64>((0.5,)).unwrap(), 0.5);
    assert_eq!(identity.call_as::<String>(("text",)).unwrap(), "text");
    assert_eq!(identity.call_as::<Vec<u8>>(([1_u8].as_slice(),)).unwrap(), [1]);
    assert_eq!(identity.call_as::<DataType>((DataType::int(4),)).unwrap(), DataType::int(4));
    assert_eq!(identity.call_as::<Device>((Device::cpu(1),)).unwrap(), Device::cpu(1));
    assert_eq!(identity.call_as::<Option<Item>>(((),)).unwrap(), None);
    let (item, tensor) = (Item::new(1), NDArray::from_slice(&[2], &[1_i32, 2]).unwrap());
    assert_eq!(identity.call_as::<Item>((&item,)).unwrap(), item);
    assert_eq!(identity.call_as::<NDArray>((&tensor,)).unwrap(), tensor);
    assert_eq!(identity.call_as::<PackedFunc>((&identity,)).unwrap(), identity);
    assert!(matches!(PackedFunc::from_fn(|_, _| Ok(())).call(()), Ok(RetValue::Null)));
}

#[test]
fn a_function_is_an_object() {
    fn sendable<T: Send + Sync + Clone + Eq>(_: &T) {}
    let function = show();
    sendable(&function);
    assert_eq!((function.type_key(), function.type_index()), ("runtime.PackedFunc", TypeIndex::PACKED_FUNC));
    assert_eq!(size_of::<Option<PackedFunc>>(), size_of::<usize>());
    let object = ObjectRef::from(function.clone());
    assert_eq!(object.downcast::<PackedFunc>().unwrap(), function);
    assert_ne!(show(), function);
    let functions = Array::from([function.clone(), function.clone()]);
    assert_eq!((functions.len(), function.strong_count()), (2, 3));
    assert!(ObjectRef::from(Item::new(1)).downcast::<PackedFunc>().is_err());
}

#[test]
fn captured_values_are_dropped_with_the_function() {
    let item = Item::new(5);
    let function = PackedFunc::from_fn({
        let item = item.clone();
        move |_, result| {
            *result = item.value.into();
            Ok(())
        }
    });
    let other = function.clone();
    assert_eq!(item.strong_count(), 2);
    drop(function);
    assert_eq!((other.call_as::<i64>(()).unwrap(), item.strong_count()), (5, 2));
    drop(other);
    assert_eq!(item.strong_count(), 1);
}

#[test]
fn arguments_are_borrowed_for_the_call() {
    let item = Item::new(1);
    let count = TypedPackedFunc::new(|object: &Item| object.strong_count());
    assert_eq!(count.call(&item).unwrap(), 1);
    assert_eq!(PackedFunc::from(count).call_as::<usize>((&item,)).unwrap(), 1);
    let keep = TypedPackedFunc::new(|object: Item| object.strong_count());
    assert_eq!(PackedFunc::from(keep).call_as::<usize>((&item,)).unwrap(), 2);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn an_object_that_is_moved_in_is_changed_in_place() {
    let raise: PackedFunc = TypedPackedFunc::new(|mut item: Item| {
        let was_alone = item.get_mut().is_some();
        *item.make_mut().value += 1;
        assert_eq!(item.value, if was_alone { 2 } else { 3 });
        item
    })
    .into();
    let item = Item::new(1);
    let address = item.as_object_ref().clone();
    let raised: Item = raise.call_as((&moved(item.clone()),)).unwrap_or_else(|_| Item::new(0));
    // The object had three references, so a copy was changed.
    assert_eq!((raised.value, item.value), (0, 1));
    drop((raised, address));
    let place = std::ptr::from_ref(&*item);
    let raised: Item = raise.call_as((&moved(item),)).unwrap();
    assert_eq!((raised.value, std::ptr::from_ref(&*raised)), (2, place));
}

#[test]
fn an_object_that_is_not_taken_stays_with_the_caller() {
    let slot = moved(Item::new(1));
    let text: PackedFunc = TypedPackedFunc::new(|text: Text| text).into();
    assert!(text.call((&slot,)).is_err());
    let slot_of = |slot: &objet_object::RValueRef| {
        let object = slot.take();
        slot.set(object.clone());
        object
    };
    let item: Item = slot_of(&slot).unwrap().downcast().unwrap();
    assert_eq!((item.value, item.strong_count()), (1, 2));

    // A borrowing parameter does not take the object, even if another parameter takes the same one.
    let both: PackedFunc = TypedPackedFunc::new(|lent: &Item, taken: Item| lent.value + taken.value).into();
    drop(item);
    assert_eq!(both.call_as::<i64>((&slot, &slot)).unwrap(), 2);
    assert!(slot_of(&slot).is_none());
    let node: PackedFunc =
        TypedPackedFunc::new(|node: Option<&ItemNode>| node.map_or(-1, |n| n.value)).into();
    assert_eq!(node.call_as::<i64>((&slot,)).unwrap(), -1);
    slot.set(Some(Item::new(7).into()));
    assert_eq!(node.call_as::<i64>((&slot,)).unwrap(), 7);
    assert!(slot_of(&slot).is_some());
}

#[test]
fn objects_are_seen_as_their_ancestors() {
    let value: PackedFunc =
        TypedPackedFunc::new(|item: &Item, node: &ItemNode| item.value + node.value).into();
    let special = Special::new(4);
    assert_eq!(value.call_as::<i64>((&special, &special)).unwrap(), 8);
    let error = value.call((&special, &Text::from("x"))).unwrap_err();
    assert!(error.message().ends_with("argument 1: expected test.Item, found runtime.String"), "{error}");
}

#[test]
fn functions_go_in_and_out() {
    let twice: PackedFunc = TypedPackedFunc::new(|function: PackedFunc| {
        PackedFunc::from_fn(move |args, result| {
            let once = function.call(args)?;
            *result = function.call((&once,))?;
            Ok(())
        })
    })
    .into();
    let increment: PackedFunc = TypedPackedFunc::new(|x: i64| x + 1).into();
    let by_two: PackedFunc = twice.call_as((&increment,)).unwrap();
    assert_eq!(by_two.call_as::<i64>((40,)).unwrap(), 42);
    let apply: PackedFunc =
        TypedPackedFunc::new(|function: &PackedFunc, rest: Args<'_>| function.call(rest)).into();
    assert_eq!(apply.call_as::<i64>((&increment, 1)).unwrap(), 2);
    let typed: PackedFunc = TypedPackedFunc::new(|f: TypedPackedFunc<fn(i64) -> i64>| f.call(1)).into();
    assert_eq!(typed.call_as::<i64>((&increment,)).unwrap(), 2);
}

#[test]
fn any_number_of_arguments() {
    let values: Vec<RetValue> = (0..100_i64).map(RetValue::from).collect();
    let args: Vec<ArgValue<'_>> = values.iter().map(RetValue::as_arg).collect();
    let sum = PackedFunc::from_fn(|args, result| {
        let numbers: Result<Vec<i64>> = args.iter().map(|arg| Ok(arg?.get()?)).collect();
        *result = numbers?.iter().sum::<i64>().into();
        Ok(())
    });
    assert_eq!(sum.call_as::<i64>(args.as_slice()).unwrap(), 4950);
    assert_eq!(sum.call_as::<i64>(&args[..16]).unwrap(), 120);
    assert_eq!(sum.call_as::<i64>([ArgValue::Int(1), ArgValue::Int(2)]).unwrap(), 3);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn calls_from_many_threads() {
    let item = Item::new(2);
    let function: PackedFunc = TypedPackedFunc::new({
        let item = item.clone();
        move |x: i64, lent: &Item| x * item.value * lent.value
    })
    .into();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (function, item) = (function.clone(), item.clone());
            scope.spawn(move || {
                for x in 0..200 {
                    assert_eq!(function.call_as::<i64>((x + thread, &item)).unwrap(), 4 * (x + thread));
                }
            });
        }
    });
    drop(function);
    assert_eq!(item.strong_count(), 1);
}

fn values() -> impl Strategy<Value = RetValue> {
    prop_oneof![
        Just(RetValue::Null),
        any::<i64>().prop_map(RetValue::from),
        any::<f64>().prop_map(RetValue::from),
        any::<String>().prop_map(RetValue::from),
        any::<Vec<u8>>().prop_map(RetValue::from),
        any::<i64>().prop_map(|value| Item::new(value).into()),
        any::<Vec<i64>>().prop_map(|shape| ShapeTuple::from(shape.as_slice()).into()),
        Just(NDArray::zeros(&[2], DataType::int(8)).map_or(RetValue::Null, RetValue::from)),
    ]
}

/// Miri takes a second for each value.
const MOST_VALUES: usize = if cfg!(miri) { 8 } else { 24 };

proptest! {
    #[test]
    fn a_call_changes_no_argument(values in proptest::collection::vec(values(), 0..MOST_VALUES)) {
        let args: Vec<ArgValue<'_>> = values.iter().map(RetValue::as_arg).collect();
        prop_assert_eq!(shown(args.as_slice()), format!("{values:?}"));
    }
}
