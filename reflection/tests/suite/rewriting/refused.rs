//! Tests of errors and panics that stop a rewriting. They leave no object incomplete.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::fields::ReflectError;
use objet::prelude::*;
use objet::walk::RewriteError;
use objet::{String, post_order, rewrite};

use super::{Call, CallNode, add, counted, expr, is_var, rename, sides, text, var};

#[test]
fn two_keys_that_become_the_same_are_an_error() {
    for shared in [false, true] {
        let mut map = Map::<String, String>::new();
        map.insert("a".into(), "1".into());
        map.insert("b".into(), "2".into());
        let held = shared.then(|| map.clone());
        let error = rewrite(map, |object| {
            let is_b = object.downcast_ref::<String>().is_some_and(|text| text == "b");
            if is_b { String::from("a").into() } else { object }
        })
        .unwrap_err();
        let expected = "duplicate key in a rewritten map: entry 1 has the key of an earlier entry";
        assert_eq!(error.to_string(), expected);
        drop(held);
    }
}

#[test]
fn an_object_of_the_wrong_type_is_an_error_with_the_field_name() {
    let count = Arc::new(AtomicUsize::new(0));
    for shared in [false, true] {
        let root = counted(counted(var("x"), var("y"), &count), var("z"), &count);
        let held = shared.then(|| root.clone());
        let error =
            rewrite(root, |object| if is_var(&object, "y") { String::from("y").into() } else { object })
                .unwrap_err();
        let expected = "rewriting.Add.rhs: expected rewriting.Expr, found runtime.String";
        assert_eq!(error.to_string(), expected);
        assert!(matches!(error, RewriteError::Node(ReflectError::Value { .. })));
        assert_eq!(count.load(Ordering::SeqCst), if shared { 2 } else { 0 });
        assert!(held.is_none_or(|held| text(&held).contains("\"y\"")));
    }
}

#[test]
fn an_element_of_the_wrong_type_is_an_error_with_the_field_name() {
    for shared in [false, true] {
        let args = Array::from([var("x"), var("y")]);
        let call = Call::from(make_object(CallNode { base: expr(), args }));
        let held = shared.then(|| call.clone());
        let error =
            rewrite(call, |object| if is_var(&object, "y") { String::from("y").into() } else { object })
                .unwrap_err();
        let expected = "rewriting.Call.args: expected Array<rewriting.Expr>, but element 1 does not fit: \
                        expected rewriting.Expr, found runtime.String";
        assert_eq!(error.to_string(), expected);
        drop(held);
    }
}

#[test]
fn a_container_that_the_function_makes_invalid_is_an_error() {
    let args = Array::from([var("x")]);
    let call = Call::from(make_object(CallNode { base: expr(), args }));
    let error = rewrite(call, |object| match object.downcast::<Array<Option<ObjectRef>>>() {
        Ok(mut array) => {
            array.push(None);
            array.into()
        }
        Err(error) => error.into_object(),
    })
    .unwrap_err();
    assert!(error.to_string().contains("element 1 does not fit"), "{error}");
}

#[test]
fn the_check_of_a_type_runs_on_rebuilt_nodes() {
    for shared in [false, true] {
        let root = add(var("x"), add(var("x"), var("y")));
        let held = shared.then(|| root.clone());
        let error = rename(root, "y", "bad").unwrap_err();
        assert_eq!(error.to_string(), "invalid rewriting.Add node: a bad variable");
        drop(held);
    }
}

#[test]
fn the_root_must_keep_its_type() {
    let error = rewrite(var("x"), |_| ObjectRef::from(String::from("x"))).unwrap_err();
    let expected = "type mismatch of the rewritten root: expected rewriting.Expr, found runtime.String";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn errors_of_the_function_stop_the_rewriting() {
    #[derive(Debug)]
    enum Mine {
        Found,
        #[expect(dead_code, reason = "only printed by `Debug`")]
        Rewrite(RewriteError),
    }
    impl From<RewriteError> for Mine {
        fn from(error: RewriteError) -> Self {
            Self::Rewrite(error)
        }
    }
    let count = Arc::new(AtomicUsize::new(0));
    let root = counted(counted(var("x"), var("y"), &count), var("z"), &count);
    let result = rewrite(root, |object| if is_var(&object, "y") { Err(Mine::Found) } else { Ok(object) });
    assert!(matches!(result, Err(Mine::Found)));
    assert_eq!(count.load(Ordering::SeqCst), 0);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_panic_leaves_no_incomplete_objects_and_no_leaks() {
    let count = Arc::new(AtomicUsize::new(0));
    let objects = post_order(&counted(counted(var("x"), var("y"), &count), var("z"), &count)).count();
    for shared in [false, true] {
        for at in 0..objects {
            let inner = counted(var("x"), var("y"), &count);
            let held = shared.then(|| inner.clone());
            let mut args = Array::from([counted(inner, var("z"), &count)]);
            args.push(counted(var("v"), var("w"), &count));
            let call = Call::from(make_object(CallNode { base: expr(), args }));
            let mut given = 0;
            let result = catch_unwind(AssertUnwindSafe(|| {
                rewrite(call, |object| {
                    given += 1;
                    assert!(given <= at, "stop here");
                    if is_var(&object, "x") { var("new").into() } else { object }
                })
            }));
            assert!(result.is_err());
            assert_eq!(count.load(Ordering::SeqCst), usize::from(shared));
            assert!(held.is_none_or(|held| is_var(sides(&held).0.as_object_ref(), "x")));
        }
    }
}
