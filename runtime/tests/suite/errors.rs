//! Errors of calls.

use crate::nodes::Item;
use objet_object::{CastError, RetValue, ValueError};
use objet_runtime::{
    CallError, Error, ErrorKind, Frame, FunctionBuilder, PackedFunc, Param, Result, TypedPackedFunc,
};
use proptest::prelude::*;

fn named() -> PackedFunc {
    FunctionBuilder::new("test.scale")
        .param(Param::new("x"))
        .param(Param::new("factor").with_default(2))
        .build(|x: f64, factor: i32| x * f64::from(factor))
        .unwrap()
        .into()
}

#[test]
fn a_wrong_argument_is_named() {
    let error = named().call((1.0, "two")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "TypeError: In function test.scale: error while converting argument 1 (factor): expected int but got str"
    );
    let cause = std::error::Error::source(&error).and_then(|cause| cause.downcast_ref::<CallError>());
    assert!(
        matches!(cause, Some(CallError::Argument { position: 1, parameter: Some(name), .. }) if name == "factor")
    );
    assert_eq!(
        named().call((1.0, 1_i64 << 40)).unwrap_err().to_string(),
        "ValueError: In function test.scale: error while converting argument 1 (factor): expected i32, found 1099511627776, which it cannot hold"
    );
    let item = |_: &Item| 0;
    assert_eq!(
        PackedFunc::from(TypedPackedFunc::new(item)).call(((),)).unwrap_err().message(),
        "In function <anonymous>: error while converting argument 0: expected test.Item, found null"
    );
    assert_eq!(
        PackedFunc::from(TypedPackedFunc::new(item)).call((1,)).unwrap_err().message(),
        "In function <anonymous>: error while converting argument 0: expected test.Item, found int"
    );
}

#[test]
fn an_error_about_the_count_has_the_signature() {
    assert_eq!(
        named().call((1, 2, 3)).unwrap_err().to_string(),
        "TypeError: Function test.scale expects 1 to 2 arguments, but 3 were provided: test.scale(x: f64, factor: i32 = 2) -> f64"
    );
    let none: PackedFunc = TypedPackedFunc::new(|| 1).into();
    assert_eq!(
        none.call((1,)).unwrap_err().message(),
        "Function <anonymous> expects 0 arguments, but 1 were provided: <anonymous>() -> i32"
    );
    let untyped = PackedFunc::from_fn(|args, _| args.get::<i64>(2).map(|_| ()));
    assert_eq!(
        untyped.call((1,)).unwrap_err().message(),
        "not enough argument passed, 1 passed but request arg[2]."
    );
    assert_eq!(untyped.call((1, 2, "x")).unwrap_err().message(), "argument 2: expected int but got str");
}

#[test]
fn panics_become_errors() {
    let text: PackedFunc = TypedPackedFunc::new(|x: i64| -> i64 { panic!("no {x}") }).into();
    let error = text.call((5,)).unwrap_err();
    assert_eq!((error.kind(), error.message()), (&ErrorKind::INTERNAL_ERROR, "panicked: no 5"));
    // A conversion on the slow path, and a direct call.
    assert_eq!(text.call((true,)).unwrap_err().message(), "panicked: no 1");
    assert_eq!(
        TypedPackedFunc::new(|| -> i64 { panic!("plain") }).call().unwrap_err().message(),
        "panicked: plain"
    );
    let by_default: PackedFunc = FunctionBuilder::new("f")
        .param(Param::new("x").with_default(1))
        .build(|x: i64| -> i64 { panic!("default {x}") })
        .unwrap()
        .into();
    assert_eq!(by_default.call(()).unwrap_err().message(), "panicked: default 1");
    let untyped = PackedFunc::from_fn(|_, _| std::panic::panic_any(7));
    assert_eq!(untyped.call(()).unwrap_err().message(), "panicked: the payload is not a string");

    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                panic!("again");
            }
        }
    }
    let untyped = PackedFunc::from_fn(|_, _| std::panic::panic_any(Bomb));
    assert!(untyped.call(()).is_err());
}

#[test]
fn the_result_of_a_failed_function_is_dropped() {
    let item = Item::new(1);
    let function = PackedFunc::from_fn({
        let item = item.clone();
        move |_, result| {
            *result = item.clone().into();
            Err("after all".into())
        }
    });
    assert!(function.call(()).is_err() && function.call_as::<Item>(()).is_err());
    drop(function);
    assert_eq!(item.strong_count_now(), 1);

    // The old content of the result variable is not part of the result.
    let mut result = RetValue::from(&*String::from("old"));
    PackedFunc::from_fn(|_, _| Ok(())).call_packed(objet_runtime::Args::NONE, &mut result).unwrap();
    assert!(matches!(result, RetValue::Null));
}

trait Count {
    fn strong_count_now(&self) -> usize;
}

impl Count for Item {
    fn strong_count_now(&self) -> usize {
        objet_object::IsObjectRef::strong_count(self)
    }
}

#[test]
fn the_traceback_has_every_function() {
    let inner: PackedFunc = FunctionBuilder::new("inner")
        .build(|| -> Result<i64> { Err(Error::new(ErrorKind::KEY_ERROR, "no such key")) })
        .unwrap()
        .into();
    let middle = PackedFunc::from_fn(move |_, result| {
        *result = inner.call(())?;
        Ok(())
    });
    let outer = FunctionBuilder::new("outer").build(move || middle.call(())).unwrap();
    let error = outer.call().unwrap_err();
    let names: Vec<_> = error
        .traceback()
        .iter()
        .map(|frame| match frame {
            Frame::Function { name, declared: Some(declared) } => (name.as_str(), declared.file),
            other => panic!("{other:?} should be a function with a source location"),
        })
        .collect();
    assert_eq!(names, [("inner", file!()), ("<anonymous>", file!()), ("outer", file!())]);
    let text = format!("{error:#}");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..2], ["KeyError: no such key", "Stack trace:"]);
    assert!(
        lines[2].starts_with("  File \"") && lines[2].ends_with(", in inner") && lines.len() == 5,
        "{text}"
    );
}

#[test]
fn errors_keep_their_kind_or_get_one() {
    let kind = |error: Error| error.kind().name().to_owned();
    assert_eq!(kind(CastError::null::<Item>().into()), "TypeError");
    assert_eq!(kind("x".parse::<objet_object::DataType>().unwrap_err().into()), "ValueError");
    assert_eq!(kind(ValueError::NotUtf8 { position: 1 }.into()), "ValueError");
    assert_eq!(kind(std::io::Error::other("disk").into()), "TVMError");
    assert_eq!(kind(std::io::Error::from(std::io::ErrorKind::NotFound).into()), "FileNotFoundError");
    assert_eq!(kind(Error::from("text")), "TVMError");
    let boxed: objet_runtime::BoxError = Box::new(Error::new(ErrorKind::INDEX_ERROR, "9"));
    assert_eq!(kind(boxed.into()), "IndexError");
    let item = Item::new(1);
    let cast = objet_object::IsObjectRef::downcast::<PackedFunc>(item);
    assert_eq!(
        cast.map_err(Error::from).unwrap_err().to_string(),
        "TypeError: expected runtime.PackedFunc, found test.Item"
    );
    assert_eq!(ErrorKind::new("not a name").name(), "not_a_name");
    assert_eq!(ErrorKind::new("").name(), "TVMError");
}

#[test]
fn errors_of_other_languages_are_parsed() {
    let text =
        "ValueError: bad 3\nmore\nStack trace:\n  File \"a.py\", line 3, in f\n        raise\n  frame 2\n";
    let error = Error::from_text(text);
    assert_eq!((error.kind(), error.message()), (&ErrorKind::VALUE_ERROR, "bad 3\nmore"));
    let frames: Vec<_> = error.traceback().iter().map(ToString::to_string).collect();
    assert_eq!(frames, ["File \"a.py\", line 3, in f\nraise", "frame 2"]);
    assert_eq!(format!("{error:#}"), text);
    assert_eq!(Error::from_text("tvm.error.OpError: x").kind().name(), "OpError");
    assert_eq!(Error::from_text("no kind here").to_string(), "TVMError: no kind here");
    assert_eq!(Error::from_text("not a kind: x").to_string(), "TVMError: not a kind: x");
    assert_eq!(Error::from_text("").to_string(), "TVMError: ");
}

proptest! {
    #[test]
    fn any_text_is_an_error(text in any::<String>()) {
        let error = Error::from_text(&text);
        prop_assert!(!error.kind().name().is_empty());
    }

    #[test]
    fn an_error_survives_as_text(
        kind in "[A-Za-z][A-Za-z0-9_.]{0,12}",
        message in "[a-z][a-z :]{0,20}(\n[a-z]{1,9}){0,3}",
        frames in proptest::collection::vec("[a-z][a-z ]{0,9}", 0..4),
    ) {
        let error = Error::new(ErrorKind::new(kind), message);
        let error = frames.iter().fold(error, |error, frame| error.with_frame(Frame::Foreign(frame.clone())));
        let back = Error::from_text(&format!("{error:#}"));
        prop_assert_eq!(back.kind(), error.kind());
        prop_assert_eq!(back.message(), error.message());
        prop_assert_eq!(back.traceback(), error.traceback());
    }
}

/// A user-defined error with a call error as its source.
#[derive(Debug, thiserror::Error)]
enum PassError {
    #[error("the pass gave up")]
    Call(#[from] Error),
    #[error("{0}")]
    Cast(#[from] CastError),
}

#[test]
fn an_error_caused_by_a_call_error_has_its_kind_and_traceback() {
    let inner = FunctionBuilder::new("inner")
        .build(|| -> Result<i64> { Err(Error::new(ErrorKind::INDEX_ERROR, "no element 9")) })
        .unwrap();
    let outer = FunctionBuilder::new("outer").build(move || -> Result<i64, PassError> { Ok(inner.call()?) });
    let error = outer.unwrap().call().unwrap_err();
    assert_eq!((error.to_string().as_str(), error.traceback().len()), ("IndexError: the pass gave up", 2));
    let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<PassError>());
    assert!(matches!(source, Some(PassError::Call(error)) if error.message() == "no element 9"));

    let cast = TypedPackedFunc::new(|| -> Result<(), PassError> { Err(CastError::null::<Item>().into()) });
    assert_eq!(cast.call().unwrap_err().to_string(), "TypeError: expected test.Item, found null");
}
