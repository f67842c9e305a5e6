//! Typed functions: parameters and results of Rust types.

use crate::nodes::{Item, ItemNode};
use objet_object::{
    Array, DLTensor, DataType, Device, IsObjectRef, Map, NDArray, NDArrayNode, OpaqueHandle, RetValue,
    String as Text,
};
use objet_runtime::{Args, Error, ErrorKind, PackedFunc, Result, TypedPackedFunc};

/// Returns the function without its types, so that calls pack their values.
fn packed<S>(function: TypedPackedFunc<S>) -> PackedFunc {
    function.into()
}

#[test]
fn parameters_of_every_kind() {
    let function = packed(TypedPackedFunc::new(
        |int: i64,
         small: u8,
         float: f64,
         flag: bool,
         text: &str,
         bytes: &[u8],
         dtype: DataType,
         device: Device| {
            format!("{int} {small} {float} {flag} {text} {bytes:?} {dtype} {device}")
        },
    ));
    let text: String = function
        .call_as((-1, 2, 2.5, true, "text", [1_u8, 2].as_slice(), DataType::float(32), Device::cpu(0)))
        .unwrap();
    assert_eq!(text, "-1 2 2.5 true text [1, 2] float32 cpu(0)");

    let owned = packed(TypedPackedFunc::new(
        |text: String,
         bytes: Vec<u8>,
         handle: OpaqueHandle,
         number: u64,
         none: Option<i64>,
         some: Option<&str>,
         unit: ()| {
            let () = unit;
            format!("{text} {bytes:?} {handle:?} {number} {none:?} {some:?}")
        },
    ));
    let text: String = owned.call_as(("t", "bytes", (), 7, (), Some("x"), ())).unwrap();
    assert_eq!(text, r#"t [98, 121, 116, 101, 115] handle(0x0) 7 None Some("x")"#);
}

#[test]
fn objects_borrowed_and_owned() {
    let (item, text) = (Item::new(3), Text::from("x"));
    let function = packed(TypedPackedFunc::new(
        |node: &ItemNode,
         reference: &Item,
         owned: Item,
         none: Option<&Item>,
         some: Option<&ItemNode>,
         text: &str| {
            assert!(node.same_as(&owned) && reference.same_as(&owned) && none.is_none() && some.is_some());
            format!("{}{text}", node.value)
        },
    ));
    assert_eq!(function.call_as::<String>((&item, &item, &item, (), &item, &text)).unwrap(), "3x");
    let items = Array::from([item.clone()]);
    let sum =
        packed(TypedPackedFunc::new(|items: &Array<Item>| items.iter().map(|item| item.value).sum::<i64>()));
    assert_eq!(sum.call_as::<i64>((&items,)).unwrap(), 3);
    let error = sum.call((&Array::from([text]),)).unwrap_err();
    assert!(error.message().contains("element 0"), "{error}");
    let map = packed(TypedPackedFunc::new(|map: Map<Text, Item>| map.len()));
    assert_eq!(map.call_as::<usize>((&Map::from_iter([(Text::from("k"), item)]),)).unwrap(), 1);
}

#[test]
fn tensors_as_objects_references_nodes_and_structs() {
    let tensor = NDArray::from_slice(&[2], &[1_i64, 2]).unwrap();
    let function = packed(TypedPackedFunc::new(
        |owned: NDArray,
         reference: &NDArray,
         node: &NDArrayNode,
         tensor: &DLTensor,
         some: Option<&NDArray>| {
            assert!(owned.same_as(reference) && some == Some(reference));
            assert_eq!(std::ptr::from_ref(node.dl_tensor()), std::ptr::from_ref(tensor));
            node.shape()[0]
        },
    ));
    assert_eq!(function.call_as::<i64>((&tensor, &tensor, &tensor, &tensor, &tensor)).unwrap(), 2);
    assert_eq!(tensor.strong_count(), 1);
    let struct_alone = packed(TypedPackedFunc::new(|tensor: &DLTensor| tensor.ndim));
    assert_eq!(struct_alone.call_as::<i32>((tensor.dl_tensor(),)).unwrap(), 1);
    assert!(function.call((tensor.dl_tensor(), &tensor, &tensor, &tensor, &tensor)).is_err());
}

#[test]
fn twelve_parameters() {
    let sum = TypedPackedFunc::new(
        |a: i8, b: i16, c: i32, d: i64, e: u8, f: u16, g: u32, h: u64, i: usize, j: isize, k: f32, l: f64| {
            i64::from(a)
                + i64::from(b)
                + i64::from(c)
                + d
                + i64::from(e)
                + i64::from(f)
                + i64::from(g)
                + h as i64
                + i as i64
                + j as i64
                + k as i64
                + l as i64
        },
    );
    assert_eq!(sum.call(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.0, 12.0).unwrap(), 78);
    assert_eq!(packed(sum).call_as::<i64>((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)).unwrap(), 78);
}

#[test]
fn a_tail_of_any_length() {
    let join = packed(TypedPackedFunc::new(|separator: &str, parts: Args<'_>| -> Result<String> {
        let parts: Result<Vec<&str>> = (0..parts.len()).map(|position| parts.get(position)).collect();
        Ok(parts?.join(separator))
    }));
    assert_eq!(join.call_as::<String>((", ", "a", "b", "c")).unwrap(), "a, b, c");
    assert_eq!(join.call_as::<String>((", ",)).unwrap(), "");
    assert!(
        join.call(()).unwrap_err().message().contains("expects at least 1 argument, but 0 were provided")
    );
    assert_eq!(join.call((", ", 1)).unwrap_err().message(), "argument 0: expected str but got int");
}

#[test]
fn plain_functions_and_results() {
    fn half(x: i64) -> Result<i64, String> {
        if x % 2 == 0 { Ok(x / 2) } else { Err(format!("{x} is odd")) }
    }
    let half = TypedPackedFunc::new(half);
    assert_eq!(half.call(4).unwrap(), 2);
    assert_eq!(half.call(3).unwrap_err().to_string(), "TVMError: 3 is odd");
    let half = packed(half);
    assert_eq!(half.call_as::<i64>((4,)).unwrap(), 2);
    let error = half.call((3,)).unwrap_err();
    assert_eq!((error.kind(), error.message()), (&ErrorKind::TVM_ERROR, "3 is odd"));

    let kind = |kind: &'static str| -> Result<(), Error> { Err(Error::new(ErrorKind::new(kind), "custom")) };
    let error = TypedPackedFunc::new(move || kind("my.Kind")).call().unwrap_err();
    assert_eq!(error.to_string(), "my.Kind: custom");

    let any = packed(TypedPackedFunc::new(|flag: bool| if flag { RetValue::from(1) } else { "no".into() }));
    assert_eq!(any.call_as::<i64>((true,)).unwrap(), 1);
    assert_eq!(any.call_as::<String>((false,)).unwrap(), "no");
    let fixed = packed(TypedPackedFunc::new(|| "fixed"));
    assert_eq!(fixed.call_as::<String>(()).unwrap(), "fixed");
    let too_large = packed(TypedPackedFunc::new(|| u64::MAX));
    assert_eq!(too_large.call(()).unwrap_err().kind(), &ErrorKind::VALUE_ERROR);
}

#[test]
fn an_untyped_function_is_called_with_types() {
    let untyped = PackedFunc::from_fn(|args, result| {
        assert_eq!(args.len(), 6);
        let item: Item = args.get(3)?;
        let owned: Item = args.get(4)?;
        assert_eq!((item.strong_count(), owned.strong_count()), (2, 1));
        let bytes: &[u8] = args.get(2)?;
        *result = Array::from([Item::new(args.get::<i64>(0)? + bytes.len() as i64), owned]).into();
        let () = args.get(5)?;
        Ok(())
    });
    type Signature =
        fn(u8, &'static str, &'static [u8], &'static Item, Item, Option<&'static str>) -> Array<Item>;
    let typed: TypedPackedFunc<Signature> = untyped.into();
    let (item, text) = (Item::new(1), String::from("of this call"));
    let made = typed.call(1, &text, &[2], &item, Item::new(9), None).unwrap();
    assert_eq!((made.len(), made[0].value, made[1].value), (2, 2, 9));

    let wrong: TypedPackedFunc<fn() -> String> = PackedFunc::from_fn(|_, result| {
        *result = 1.into();
        Ok(())
    })
    .into();
    assert_eq!(
        wrong.call().unwrap_err().to_string(),
        "TypeError: In function <anonymous>: error while converting the result: expected str but got int"
    );
    let narrow: TypedPackedFunc<fn(u64) -> u8> = TypedPackedFunc::new(|x: i64| x).function();
    assert_eq!(narrow.call(255).unwrap(), 255);
    assert!(
        narrow.call(256).unwrap_err().message().ends_with("expected u8, found 256, which it cannot hold")
    );
    assert!(narrow.call(u64::MAX).unwrap_err().message().contains("18446744073709551615"));
}

trait Retyped {
    fn function<T>(self) -> TypedPackedFunc<T>;
}

impl<S> Retyped for TypedPackedFunc<S> {
    fn function<T>(self) -> TypedPackedFunc<T> {
        PackedFunc::from(self).into()
    }
}

#[test]
fn matching_types_are_called_without_packing() {
    // The owned object arrives with a single reference, so the argument was not packed.
    let alone = TypedPackedFunc::new(|item: Item, text: &str| (item.strong_count() + text.len()) as i64);
    assert_eq!(alone.call(Item::new(1), "four").unwrap(), 5);
    // A function with other types is not called directly, even with the same number of parameters.
    let other: TypedPackedFunc<fn(i64, &'static str) -> i64> = alone.function();
    assert!(other.call(1, "x").unwrap_err().message().contains("argument 0: expected test.Item, found int"));
}
