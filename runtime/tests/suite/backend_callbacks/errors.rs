//! Errors and signals that pass through C.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;

use objet_object::{TVMValue, TypeCode};
use objet_runtime::backend::{
    TVMRetValueHandle, backend_register_env_capi, cfunc_set_return, check_signals, func_call,
    func_create_from_cfunc,
};
use objet_runtime::{Args, Error, ErrorKind, FunctionBuilder, PackedFunc, Registry, Result, TypedPackedFunc};

use super::{c_function, fail, take};
use crate::c_side::{self, Members, handle, int, last_error};

#[test]
fn errors_of_c_keep_their_kind() {
    let function = c_function(|args, _, _| match args[0].int() {
        0 => fail(c"ValueError: bad 3\nStack trace:\n    raise ValueError\n  File \"x.py\", line 2, in f\n"),
        1 => fail(c"no kind here"),
        2 => 0,
        3 => -1,
        4 => -2,
        _ => fail(c""),
    });
    Registry::register("test.callbacks.fails", function.clone()).unwrap();
    let error = function.call((0,)).unwrap_err();
    assert_eq!((error.kind(), error.message()), (&ErrorKind::VALUE_ERROR, "bad 3"));
    let frames: Vec<_> = error.traceback().iter().map(ToString::to_string).collect();
    assert_eq!(frames, ["  raise ValueError", "File \"x.py\", line 2, in f", "in test.callbacks.fails"]);
    assert_eq!(function.call((1,)).unwrap_err().to_string(), "TVMError: no kind here");
    function.call((2,)).unwrap();
    // An older error is set. The failing function did not set it.
    let silent = function.call((3,)).unwrap_err();
    assert_eq!(silent.message(), "a C function returned -1 without setting a message by TVMAPISetLastError");
    assert!(function.call((5,)).unwrap_err().message().starts_with("a C function returned -1"));

    let pending = function.call((4,)).unwrap_err();
    assert_eq!(pending.to_string(), "EnvErrorAlreadySet: the front end has a pending exception");
    fail(c"before");
    let (mut value, mut code) = int(4);
    let (mut ret, mut ret_code) = int(0);
    let outer: PackedFunc = TypedPackedFunc::new(move |x: i64| function.call((x,))).into();
    // SAFETY: an integer is passed.
    let answer = unsafe { func_call(handle(&outer), &mut value, &mut code, 1, &mut ret, &mut ret_code) };
    assert_eq!((answer, last_error().as_str()), (-2, "before"));
}

/// Calls its first argument with the second one, as C code does, and returns its status.
unsafe extern "C" fn apply(
    args: *mut TVMValue,
    codes: *mut TypeCode,
    count: c_int,
    ret: TVMRetValueHandle,
    _: *mut c_void,
) -> c_int {
    // SAFETY: the test passes a function and an integer. C owns the result.
    unsafe {
        assert_eq!((*codes, count), (TypeCode::PACKED_FUNC_HANDLE, 2));
        let (mut value, mut code) = c_side::null();
        let answer = func_call((*args).v_handle, args.add(1), codes.add(1), 1, &mut value, &mut code);
        match answer {
            0 => cfunc_set_return(ret, &mut value, &mut code, 1),
            _ => answer,
        }
    }
}

#[test]
fn calls_nest_through_c_and_keep_their_frames_in_order() {
    let mut out = null_mut();
    // SAFETY: the function needs no resource.
    assert_eq!(unsafe { func_create_from_cfunc(Some(apply), null_mut(), None, &mut out) }, 0);
    let apply = take(out);
    Registry::register("test.callbacks.apply", apply.clone()).unwrap();
    let named = |name: &str, function: Box<dyn Fn(i64) -> Result<i64> + Send + Sync>| -> PackedFunc {
        FunctionBuilder::new(name).build(function).unwrap().into()
    };
    let innermost = named(
        "innermost",
        Box::new(|x| match x {
            0 => Err(Error::new(ErrorKind::KEY_ERROR, "at the bottom")),
            1 => panic!("at the bottom"),
            x => Ok(x * 2),
        }),
    );
    let apply_in_middle = apply.clone();
    let middle = named("middle", Box::new(move |x| apply_in_middle.call_as((&innermost, x))));
    let apply_outside = apply.clone();
    let outermost = named("outermost", Box::new(move |x| apply_outside.call_as((&middle, x))));
    assert_eq!(apply.call_as::<i64>((&outermost, 21)).unwrap(), 42);
    for (input, text) in [(0, "KeyError: at the bottom"), (1, "InternalError: panicked: at the bottom")] {
        let error = apply.call((&outermost, input)).unwrap_err();
        assert_eq!(error.to_string(), text);
        let places: Vec<_> = error
            .traceback()
            .iter()
            .map(|frame| frame.to_string().rsplit("in ").next().unwrap().to_owned())
            .collect();
        let by_c = "test.callbacks.apply";
        assert_eq!(places, ["innermost", by_c, "middle", by_c, "outermost", by_c]);
    }
}

unsafe extern "C" fn interrupted() -> c_int {
    -1
}

unsafe extern "C" fn fine() -> c_int {
    0
}

#[test]
fn signals_of_the_front_end_stop_loops() {
    // SAFETY: both functions have the type that the name stands for.
    let register =
        |name: &CStr, function: *mut c_void| unsafe { backend_register_env_capi(name.as_ptr(), function) };
    check_signals().unwrap();
    let function: unsafe extern "C" fn() -> c_int = fine;
    assert_eq!(register(c"PyErr_CheckSignals", function as *mut c_void), 0);
    check_signals().unwrap();
    let function: unsafe extern "C" fn() -> c_int = interrupted;
    assert_eq!(register(c"PyErr_CheckSignals", function as *mut c_void), 0);
    let endless = PackedFunc::from_fn(|_: Args<'_>, _| {
        loop {
            check_signals()?;
        }
    });
    fail(c"before");
    let (mut ret, mut ret_code) = int(9);
    // SAFETY: no arguments are passed.
    let answer = unsafe { func_call(handle(&endless), null_mut(), null_mut(), 0, &mut ret, &mut ret_code) };
    assert_eq!((answer, ret.int(), last_error().as_str()), (-2, 9, "before"));
    assert_eq!(register(c"PyErr_CheckSignals", null_mut()), 0);
    check_signals().unwrap();
    assert_eq!(register(c"PyErr_Other", null_mut()), -1);
    assert_eq!(last_error(), "TVMError: Unknown env API PyErr_Other\n");
    // SAFETY: the function must detect the null pointer.
    assert_eq!(unsafe { backend_register_env_capi(std::ptr::null(), null_mut()) }, -1);
}
