//! What ends a rewriting before it is done, and leaves nothing half done.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::prelude::*;
use objet::{ReflectError, RewriteError, String, post_order, rewrite};

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
            Ok::<_, RewriteError>(if is_b { String::from("a").into() } else { object })
        })
        .unwrap_err();
        let expected = "Map: the key of entry 1 was rewritten to one that an entry before it has too";
        assert_eq!(error.to_string(), expected);
        drop(held);
    }
}

#[test]
fn what_a_field_cannot_hold_is_refused_by_name() {
    let count = Arc::new(AtomicUsize::new(0));
    for shared in [false, true] {
        let root = counted(counted(var("x"), var("y"), &count), var("z"), &count);
        let held = shared.then(|| root.clone());
        let error = rewrite(root, |object| {
            Ok::<_, RewriteError>(if is_var(&object, "y") { String::from("y").into() } else { object })
        })
        .unwrap_err();
        let expected = "rewriting.Add.rhs: expected rewriting.Expr, found runtime.String";
        assert_eq!(error.to_string(), expected);
        assert!(matches!(error, RewriteError::Node(ReflectError::Value { .. })));
        assert_eq!(count.load(Ordering::SeqCst), if shared { 2 } else { 0 });
        assert!(held.is_none_or(|held| text(&held).contains("\"y\"")));
    }
}

#[test]
fn elements_are_refused_where_the_field_says_what_they_are() {
    for shared in [false, true] {
        let args = Array::from([var("x"), var("y")]);
        let call = Call::from(make_object(CallNode { base: expr(), args }));
        let held = shared.then(|| call.clone());
        let error = rewrite(call, |object| {
            Ok::<_, RewriteError>(if is_var(&object, "y") { String::from("y").into() } else { object })
        })
        .unwrap_err();
        let expected = "rewriting.Call.args: expected Array<rewriting.Expr>, but element 1 does not fit: \
                        expected rewriting.Expr, found runtime.String";
        assert_eq!(error.to_string(), expected);
        drop(held);
    }
}

#[test]
fn a_container_that_the_function_spoils_in_place_is_refused() {
    let args = Array::from([var("x")]);
    let call = Call::from(make_object(CallNode { base: expr(), args }));
    let error = rewrite(call, |object| {
        Ok::<_, RewriteError>(match object.downcast::<Array<Option<ObjectRef>>>() {
            Ok(mut array) => {
                array.push(None);
                array.into()
            }
            Err(error) => error.into_object(),
        })
    })
    .unwrap_err();
    assert!(error.to_string().contains("element 1 does not fit"), "{error}");
}

#[test]
fn a_type_s_own_check_looks_at_what_is_rebuilt() {
    for shared in [false, true] {
        let root = add(var("x"), add(var("x"), var("y")));
        let held = shared.then(|| root.clone());
        let error = rename(root, "y", "bad").unwrap_err();
        assert_eq!(error.to_string(), "rewriting.Add refuses this node: a bad variable");
        drop(held);
    }
}

#[test]
fn the_root_must_become_what_it_was() {
    let error = rewrite(var("x"), |_| Ok::<_, RewriteError>(String::from("x").into())).unwrap_err();
    let expected =
        "what the root was rewritten to does not fit: expected rewriting.Expr, found runtime.String";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn errors_of_the_function_s_own_type_end_the_rewriting() {
    #[derive(Debug)]
    enum Mine {
        Found,
        #[expect(dead_code, reason = "it is only printed")]
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
fn a_panic_leaves_nothing_half_done_and_nothing_behind() {
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
                    Ok::<_, RewriteError>(if is_var(&object, "x") { var("new").into() } else { object })
                })
            }));
            assert!(result.is_err());
            assert_eq!(count.load(Ordering::SeqCst), usize::from(shared));
            assert!(held.is_none_or(|held| is_var(sides(&held).0.as_object_ref(), "x")));
        }
    }
}
