//! Signatures of functions.

use crate::nodes::{Item, ItemNode};
use objet_object::{Array, RetValue, String as Text};
use objet_runtime::{
    Args, FunctionBuilder, PackedFunc, Param, Registry, SignatureError, TypedPackedFunc, register_global,
};

#[test]
fn names_types_docs_and_defaults_are_kept() {
    let function: PackedFunc = FunctionBuilder::new("test.conv")
        .doc("Convolves.")
        .param(Param::new("data").with_doc("What to go over."))
        .param(Param::new("layout").with_default("NCHW"))
        .param(Param::new("groups").with_default(1))
        .param(Param::new("rest"))
        .build(|data: &Item, layout: &str, groups: u8, rest: Args<'_>| {
            format!("{} {layout} {groups} {}", data.value, rest.len())
        })
        .unwrap()
        .into();
    assert_eq!(
        format!("{}{}", function.name(), function.signature().unwrap()),
        r#"test.conv(data: &Item, layout: &str = "NCHW", groups: u8 = 1, rest: Args) -> String"#
    );
    let signature = function.signature().unwrap();
    assert_eq!((signature.doc(), signature.result(), signature.arity()), ("Convolves.", "String", (1, None)));
    let [data, layout, groups, rest] = signature.params() else { panic!("four parameters") };
    assert_eq!((data.name(), data.doc(), data.type_name()), (Some("data"), "What to go over.", "&Item"));
    assert!(data.default_value().is_none() && rest.is_tail() && !groups.is_tail());
    assert_eq!(layout.default_value().map(|value| value.get::<&str>()), Some(Ok("NCHW")));
    assert_eq!(function.declared().unwrap().file, file!());

    let item = Item::new(5);
    let call = |args: &[RetValue]| -> String {
        let args: Vec<_> = std::iter::once((&item).into()).chain(args.iter().map(RetValue::as_arg)).collect();
        function.call_as(args.as_slice()).unwrap()
    };
    assert_eq!(call(&[]), "5 NCHW 1 0");
    assert_eq!(call(&["NHWC".into()]), "5 NHWC 1 0");
    assert_eq!(call(&["NHWC".into(), 2.into(), 3.into(), 4.into()]), "5 NHWC 2 2");
    assert!(
        function.call(()).unwrap_err().message().contains("expects at least 1 argument, but 0 were provided")
    );
}

#[test]
fn defaults_of_every_kind() {
    let item = Item::new(3);
    let function: PackedFunc = FunctionBuilder::new("f")
        .param(Param::new("item").with_default(item.clone()))
        .param(Param::new("lent").with_default(item.clone()))
        .param(Param::new("bytes").with_default([1_u8, 2].as_slice()))
        .param(Param::new("none").with_default(()))
        .build(|item: Item, lent: &ItemNode, bytes: &[u8], none: Option<f64>| {
            assert!(none.is_none());
            item.value + lent.value + bytes.len() as i64
        })
        .unwrap()
        .into();
    assert_eq!(function.call_as::<i64>(()).unwrap(), 8);
    assert_eq!(function.call_as::<i64>((&Item::new(10),)).unwrap(), 15);
    assert_eq!(objet_object::IsObjectRef::strong_count(&item), 3);
}

#[test]
fn string_defaults_are_printed_as_strings() {
    let default = |value: RetValue| Param::new("scope").with_default(value).to_string();
    assert_eq!(default("global".into()), r#"scope:  = "global""#);
    assert_eq!(default(Text::from("global").into()), r#"scope:  = "global""#);
}

#[test]
fn types_have_short_names() {
    let text = |function: PackedFunc| function.signature().unwrap().to_string();
    let containers =
        TypedPackedFunc::new(|items: Array<Item>, texts: &[u8], other: Option<&Item>| -> Option<Text> {
            let _ = (items, texts, other);
            None
        });
    assert_eq!(text(containers.into()), "(Array<Item>, &[u8], Option<&Item>) -> Option<String>");
    let fallible = TypedPackedFunc::new(|| -> Result<Vec<u8>, std::io::Error> { Ok(Vec::new()) });
    assert_eq!(text(fallible.into()), "() -> Vec<u8>");
    let typed = TypedPackedFunc::new(|f: TypedPackedFunc<fn(&'static str) -> i64>| f);
    assert_eq!(text(typed.into()), "(TypedPackedFunc<fn(&str) -> i64>) -> TypedPackedFunc<fn(&str) -> i64>");
    assert!(PackedFunc::from_fn(|_, _| Ok(())).signature().is_none());
    let debug = format!("{:?}", PackedFunc::from(TypedPackedFunc::new(|x: i64| x)));
    assert_eq!(debug, "PackedFunc(<anonymous>(i64) -> i64)");
}

#[test]
fn functions_with_packed_arguments_have_signatures() {
    let builder = || {
        FunctionBuilder::new("count")
            .doc("Counts.")
            .param(Param::new("first").typed("RelayExpr").with_doc("An operand."))
            .param(Param::new("axis").typed("i32").with_default(1))
    };
    let count = |args: Args<'_>, result: &mut RetValue| {
        *result = (args.len() as i64).into();
        Ok(())
    };
    let function = builder().build_packed("i64", count).unwrap();
    let signature = function.signature().unwrap();
    assert_eq!(function.name(), "count");
    assert_eq!(signature.doc(), "Counts.");
    assert_eq!(signature.params()[0].doc(), "An operand.");
    assert_eq!(signature.to_string(), "(first: RelayExpr, axis: i32 = 1) -> i64");
    assert_eq!(signature.arity(), (1, Some(2)));
    // The function itself must check its arguments.
    assert_eq!(function.call((1, 2, 3)).unwrap().get::<i64>(), Ok(3));
    let twice = builder().param(Param::new("axis")).build_packed("i64", count).unwrap_err();
    assert!(matches!(twice, SignatureError::DuplicateParam { name, .. } if name == "axis"));
}

#[test]
fn wrong_descriptions_are_errors() {
    let f =
        |builder: FunctionBuilder| builder.build(|a: i64, b: i64| a + b).map(|_| ()).unwrap_err().to_string();
    let new = || FunctionBuilder::new("f");
    let (a, b) = (|| Param::new("a"), || Param::new("b"));
    assert_eq!(f(new().param(a())), "f: the Rust function has 2 parameters, but 1 are described");
    assert_eq!(f(new().param(a()).param(a())), "f: duplicate parameter name \"a\"");
    assert_eq!(
        f(new().param(a()).param(b().with_default("x"))),
        "f: invalid default for parameter \"b\" of type i64: expected int but got str"
    );
    assert_eq!(
        f(new().param(a().with_default(1)).param(b())),
        "f: parameter \"b\" needs a default, because an earlier parameter has one"
    );
    let tail = new().param(a().with_default(1)).build(|rest: Args<'_>| rest.len());
    assert!(matches!(tail, Err(SignatureError::DefaultOfTail { .. })));
    assert!(
        new().param(a().with_default(1)).param(b().with_default(2)).build(|a: i64, b: i64| a + b).is_ok()
    );
}

#[test]
fn functions_may_be_declared_short() {
    if cfg!(not(feature = "inventory")) {
        objet_runtime::register_globals!(short, long).unwrap();
    }
    let built: PackedFunc = FunctionBuilder::new("test.next").short().build(|x: i64| x + 1).unwrap().into();
    let other: PackedFunc = FunctionBuilder::new("test.other").build(|x: i64| x + 1).unwrap().into();
    assert!(built.is_short() && !other.is_short() && !PackedFunc::from_fn(|_, _| Ok(())).is_short());
    assert!(Registry::expect("test.short").unwrap().is_short());
    assert!(!Registry::expect("test.long").unwrap().is_short());
}

/// A function that is declared short.
#[register_global("test.short", short, crate = objet_runtime)]
fn short() {}

/// A function that is not declared short.
#[register_global("test.long", crate = objet_runtime)]
fn long() {}

#[test]
fn captured_data_is_returned_by_its_type() {
    struct Count(std::sync::atomic::AtomicUsize);
    let count = |data: &Count, args: Args<'_>, result: &mut RetValue| {
        *result = ((data.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + args.len()) as i64).into();
        Ok(())
    };
    let built = FunctionBuilder::new("count")
        .doc("Counts.")
        .param(Param::new("first").typed("Any").with_default(1))
        .param(Param::new("rest").typed("Any").tail());
    let function = built.clone().build_with_data(Count(5.into()), "int", count).unwrap();
    assert_eq!(function.call((0, 0)).unwrap().get::<i64>().unwrap(), 7);
    assert_eq!(function.data::<Count>().unwrap().0.load(std::sync::atomic::Ordering::SeqCst), 6);
    assert!(function.data::<usize>().is_none());
    assert!(PackedFunc::from_fn(|_, _| Ok(())).data::<Count>().is_none());
    assert_eq!(format!("{function:?}"), "PackedFunc(count(first: Any = 1, rest: Any) -> int)");
    assert_eq!(function.signature().unwrap().arity(), (0, None));
    // The name is used until the function is registered.
    Registry::register("test.count", function.clone()).unwrap();
    assert_eq!(function.name(), "test.count");
    let twice = built.param(Param::new("rest"));
    let refused = twice.build_with_data(Count(0.into()), "int", count).unwrap_err();
    assert!(matches!(refused, SignatureError::DuplicateParam { .. }));
}
