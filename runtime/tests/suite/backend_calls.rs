//! Calls of packed functions from C.

#![expect(unsafe_code, reason = "builds calls as C code does")]

use std::ffi::{CStr, CString};
use std::ptr::null_mut;

use crate::c_side::{
    Members, Nothing, Pair, Refused, UNTOUCHED, call, float, handle, int, last_error, null, object, pointer,
    text,
};
use objet_object::{
    DLTensor, DataType, Device, IsObjectRef, NDArray, ObjectRef, RetValue, ShapeTuple, String as Text,
    TVMByteArray, TVMValue, TypeCode,
};
use objet_runtime::backend::{api_set_last_error, func_call, func_free, get_last_error};
use objet_runtime::{Args, Module, PackedFunc, Result, TypedPackedFunc};

/// Returns a function that returns its first argument.
fn identity() -> PackedFunc {
    PackedFunc::from_fn(|args, result| {
        *result = args.at(0)?.try_into()?;
        Ok(())
    })
}

/// Passes an argument to the identity function through C.
fn back(arg: Pair) -> Result<Pair, String> {
    call(handle(&identity()), &[arg])
}

#[test]
fn plain_values_come_back() {
    let (value, code) = back(int(i64::MIN)).unwrap();
    assert_eq!((value.int(), code), (i64::MIN, TypeCode::INT));
    let (value, code) = back(float(-0.5)).unwrap();
    assert_eq!((value.float(), code), (-0.5, TypeCode::FLOAT));
    let place = 0_u8;
    let (value, code) = back(pointer(&place, TypeCode::OPAQUE_HANDLE)).unwrap();
    assert_eq!((value.handle().addr(), code), ((&raw const place).addr(), TypeCode::OPAQUE_HANDLE));
    assert_eq!(back((TVMValue { v_int64: -1 }, TypeCode::NULLPTR)).unwrap().1, TypeCode::NULLPTR);
    let device = TVMValue { v_device: Device::cpu(3) };
    let (value, code) = back((device, TypeCode::DEVICE)).unwrap();
    // SAFETY: the type code is that of a device.
    assert_eq!((unsafe { value.v_device }, code), (Device::cpu(3), TypeCode::DEVICE));
    // A function that sets no result.
    let silent = PackedFunc::from_fn(|_, _| Ok(()));
    assert_eq!(call(handle(&silent), &[]).unwrap().1, TypeCode::NULLPTR);
}

#[test]
fn returned_strings_and_bytes_belong_to_the_thread() {
    let (first, code) = back(text(c"größe")).unwrap();
    assert_eq!(code, TypeCode::STR);
    back(int(1)).unwrap();
    back(object(&Text::from("object"))).map(|owned| free(owned.0)).unwrap();
    assert_eq!(first.text(), "größe", "the string stays valid until the next one");

    let dtype = TVMValue { v_type: DataType::float(16).with_lanes(4) };
    let (value, code) = back((dtype, TypeCode::DATA_TYPE)).unwrap();
    assert_eq!((value.text().as_str(), code), ("float16x4", TypeCode::STR));

    for data in [&[0_u8, 1, 255][..], &[]] {
        let array = TVMByteArray { data: data.as_ptr().cast(), size: data.len() };
        let (value, code) = back(pointer(&array, TypeCode::BYTES)).unwrap();
        assert_eq!((value.bytes(), code), (data.to_vec(), TypeCode::BYTES));
    }
    let none = TVMByteArray { data: std::ptr::null(), size: 0 };
    assert_eq!(back(pointer(&none, TypeCode::BYTES)).unwrap().0.bytes(), [0_u8; 0]);

    let cut = TypedPackedFunc::new(|| "a\0b");
    assert_eq!(call(handle(&cut.into()), &[]).unwrap().0.text(), "a");
}

/// Releases a returned object.
fn free(value: TVMValue) {
    // SAFETY: the test owns the object.
    drop(unsafe { take(value) });
}

/// # Safety
/// The value must be the address of an object that C owns.
unsafe fn take(value: TVMValue) -> ObjectRef {
    // SAFETY: a reference is the address of its object.
    unsafe { std::mem::transmute(std::ptr::NonNull::new(value.handle()).unwrap()) }
}

#[test]
fn objects_are_borrowed_and_returned_with_a_reference() {
    let shape = ShapeTuple::from([2, 3]);
    let module = Module::new(Nothing);
    let function = identity();
    let tensor = NDArray::from_slice(&[2], &[1_i32, 2]).unwrap();
    let text = Text::from("object");
    let cases: [(ObjectRef, TypeCode, TypeCode); 5] = [
        (shape.into(), TypeCode::OBJECT_HANDLE, TypeCode::OBJECT_HANDLE),
        (text.into(), TypeCode::OBJECT_HANDLE, TypeCode::OBJECT_HANDLE),
        (module.into(), TypeCode::MODULE_HANDLE, TypeCode::MODULE_HANDLE),
        (function.into(), TypeCode::PACKED_FUNC_HANDLE, TypeCode::PACKED_FUNC_HANDLE),
        // A tensor, passed by the address of its object.
        (tensor.clone().into(), TypeCode::OBJECT_HANDLE, TypeCode::NDARRAY_HANDLE),
    ];
    for (reference, passed, returned) in cases {
        let before = reference.strong_count();
        let (value, code) = back((object(&reference).0, passed)).unwrap();
        assert_eq!((code, reference.strong_count()), (returned, before + 1));
        let shift = if code == TypeCode::NDARRAY_HANDLE { 16 } else { 0 };
        assert_eq!(value.handle().addr(), object(&reference).0.handle().addr() + shift);
        free(TVMValue { v_handle: value.handle().wrapping_byte_sub(shift) });
        assert_eq!(reference.strong_count(), before);
        let ignore = PackedFunc::from_fn(|_, _| Ok(()));
        call(handle(&ignore), &[(object(&reference).0, passed)]).unwrap();
        assert_eq!(reference.strong_count(), before);
    }
    let (value, code) = back(pointer(tensor.dl_tensor(), TypeCode::NDARRAY_HANDLE)).unwrap();
    assert_eq!((code, tensor.strong_count()), (TypeCode::NDARRAY_HANDLE, 2));
    assert_eq!(value.handle().addr(), std::ptr::from_ref(tensor.dl_tensor()).addr());
    free(TVMValue { v_handle: value.handle().wrapping_byte_sub(16) });
    assert_eq!(tensor.strong_count(), 1);
}

#[test]
fn the_object_of_an_rvalue_reference_is_taken() {
    let shape = ShapeTuple::from([2, 3]);
    let mut slot: Option<ObjectRef> = Some(shape.clone().into());
    let rvalue = (TVMValue { v_handle: (&raw mut slot).cast() }, TypeCode::OBJECT_RVALUE_REF_ARG);
    let (value, code) = back(rvalue).unwrap();
    assert_eq!((code, shape.strong_count()), (TypeCode::OBJECT_HANDLE, 2));
    // SAFETY: the slot is valid. The read is volatile because the call changed the slot through a
    // pointer.
    assert!(unsafe { std::ptr::read_volatile(&raw const slot) }.is_none());
    free(value);
    // An empty slot is passed as null.
    assert_eq!(back(rvalue).unwrap().1, TypeCode::NULLPTR);
    drop(slot);
    assert_eq!(shape.strong_count(), 1);
}

#[test]
fn a_tensor_of_c_is_borrowed_only() {
    let tensor = NDArray::from_slice(&[5], &[0_u8; 5]).unwrap();
    let extent: PackedFunc = TypedPackedFunc::new(|tensor: &DLTensor| tensor.ndim).into();
    let arg = pointer(tensor.dl_tensor(), TypeCode::DL_TENSOR_HANDLE);
    assert_eq!(call(handle(&extent), &[arg]).unwrap().0.int(), 1);
    assert_eq!(
        back(arg).refused().lines().next(),
        Some("TypeError: expected a value that can be owned but got ArrayHandle")
    );
}

fn refused(arg: Pair) -> String {
    let mut error = back(arg).refused();
    error.truncate(error.find('\n').unwrap());
    error
}

#[test]
fn invalid_arguments_are_errors() {
    for code in [7, 8, 9, 10, 11, 12, 13, 14].map(TypeCode) {
        assert_eq!(
            refused((TVMValue::ZERO, code)),
            format!("TVMError: argument 0: null pointer: expected {code}")
        );
    }
    for code in [1, 15, 64, 128, i32::MAX, -1, -2, i32::MIN] {
        assert!(refused((TVMValue::ZERO, TypeCode(code))).ends_with("expected one of 0 to 14"));
    }
    // A typed function rejects such a code too, whatever the types of its parameters.
    let typed: [PackedFunc; 8] = [
        TypedPackedFunc::new(|number: i64| number).into(),
        TypedPackedFunc::new(|text: &str| text.len() as i64).into(),
        TypedPackedFunc::new(|text: Option<&str>| text.is_some()).into(),
        TypedPackedFunc::new(|bytes: &[u8]| bytes.len() as i64).into(),
        TypedPackedFunc::new(|text: String| text.len() as i64).into(),
        TypedPackedFunc::new(|object: &ObjectRef| object.clone()).into(),
        TypedPackedFunc::new(|value: RetValue| value).into(),
        TypedPackedFunc::new(|args: Args<'_>| args.at(0).map(drop)).into(),
    ];
    for function in &typed {
        for code in [-1, -2, i32::MIN].map(TypeCode) {
            let error = call(handle(function), &[(TVMValue { v_int64: 8 }, code)]).refused();
            assert!(error.contains(&format!("{code}: expected one of 0 to 14")), "{error}");
        }
    }
    assert_eq!(refused(text(c"ab\xFF")), "TVMError: argument 0: invalid UTF-8 at byte 2");
    let bytes = TVMByteArray { data: std::ptr::null(), size: 3 };
    assert!(refused(pointer(&bytes, TypeCode::BYTES)).ends_with("null pointer: expected bytes"));
    let too_few = call(handle(&identity()), &[]).refused();
    assert!(
        too_few.starts_with(
            "TVMError: not enough argument passed, 0 passed but request arg[0].\nStack trace:\n"
        ),
        "{too_few}"
    );
}

/// Calls a function with unchecked pointers.
fn raw(
    function: *mut std::ffi::c_void,
    values: *mut TVMValue,
    codes: *mut TypeCode,
    count: i32,
    ret: *mut TVMValue,
    ret_code: *mut TypeCode,
) -> Option<String> {
    // SAFETY: the function must detect null pointers.
    match unsafe { func_call(function, values, codes, count, ret, ret_code) } {
        0 => None,
        -1 => Some(last_error()),
        answer => panic!("{answer}"),
    }
}

#[test]
fn null_pointers_and_wrong_counts_are_errors() {
    let function = identity();
    let function = handle(&function);
    let (mut value, mut code) = int(7);
    let (values, codes) = (&raw mut value, &raw mut code);
    let mut ret = TVMValue { v_int64: UNTOUCHED.0 };
    let mut ret_code = UNTOUCHED.1;
    let (rets, ret_codes) = (&raw mut ret, &raw mut ret_code);
    let error = |text: &str| Some(format!("ValueError: expected {text}\n"));
    assert_eq!(raw(null_mut(), values, codes, 1, rets, ret_codes), error("a function, found a null pointer"));
    assert_eq!(raw(function, values, codes, -1, rets, ret_codes), error("0 or more arguments, found -1"));
    let arrays = "the values and type codes of arguments, found a null pointer";
    assert_eq!(raw(function, null_mut(), codes, 1, rets, ret_codes), error(arrays));
    assert_eq!(raw(function, values, null_mut(), 1, rets, ret_codes), error(arrays));
    let place = "an output pointer for the result, found a null pointer";
    assert_eq!(raw(function, values, codes, 1, null_mut(), ret_codes), error(place));
    let place = "an output pointer for the type code of the result, found a null pointer";
    assert_eq!(raw(function, values, codes, 1, rets, null_mut()), error(place));
    let other = Text::from("no function");
    assert_eq!(
        raw(object(&other).0.handle(), values, codes, 1, rets, ret_codes),
        Some("TypeError: expected a handle of runtime.PackedFunc, found a handle of runtime.String\n".into())
    );
    assert_eq!((ret.int(), ret_code), UNTOUCHED);
    // Without arguments, the arrays may be null.
    let silent = PackedFunc::from_fn(|_, _| Ok(()));
    assert_eq!(raw(handle(&silent), null_mut(), null_mut(), 0, rets, ret_codes), None);
    assert_eq!(ret_code, TypeCode::NULLPTR);
}

#[test]
fn a_function_is_freed_once() {
    let function = identity();
    let owned = std::mem::ManuallyDrop::new(function.clone());
    assert_eq!(function.strong_count(), 2);
    // SAFETY: the call takes over one reference.
    assert_eq!(unsafe { func_free(handle(&owned)) }, 0);
    assert_eq!(function.strong_count(), 1);
    // SAFETY: null is allowed.
    assert_eq!(unsafe { func_free(null_mut()) }, 0);
    let other = Text::from("no function");
    // SAFETY: the function must detect that the object is not a function.
    assert_eq!(unsafe { func_free(object(&other).0.handle()) }, -1);
    assert_eq!(other.strong_count(), 1);
}

#[test]
fn panics_are_errors() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("again");
        }
    }
    let text = PackedFunc::from_fn(|_, _| panic!("no more"));
    let error = call(handle(&text), &[]).refused();
    assert!(error.starts_with("InternalError: panicked: no more\nStack trace:\n"), "{error}");
    let bomb = PackedFunc::from_fn(|_, _| std::panic::panic_any(Bomb));
    assert!(call(handle(&bomb), &[]).refused().starts_with("InternalError: panicked: "));
    // The drop of an error's source may panic.
    #[derive(Debug)]
    struct Source(Bomb);
    impl std::fmt::Display for Source {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a source that panics")
        }
    }
    impl std::fmt::Debug for Bomb {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("Bomb")
        }
    }
    impl std::error::Error for Source {}
    let failing = PackedFunc::from_fn(|_, _| {
        Err(objet_runtime::Error::with_source(objet_runtime::ErrorKind::VALUE_ERROR, Source(Bomb)))
    });
    assert!(call(handle(&failing), &[]).refused().starts_with("ValueError: a source that panics\n"));
}

fn set(text: &CStr) {
    // SAFETY: a NUL-terminated string.
    unsafe { api_set_last_error(text.as_ptr()) };
}

#[test]
fn the_last_error_belongs_to_the_thread() {
    std::thread::spawn(|| {
        assert!(!get_last_error().is_null());
        assert_eq!(last_error(), "");
        set(c"KeyError: x");
        assert_eq!(last_error(), "KeyError: x");
        back(int(1)).unwrap();
        assert_eq!(last_error(), "KeyError: x", "success does not clear the error");
        std::thread::spawn(|| assert_eq!(last_error(), "")).join().unwrap();
        set(c"a\xFFb");
        assert_eq!(last_error(), "a\u{FFFD}b");
        // SAFETY: a NUL-terminated string, even though the call replaces it.
        unsafe { api_set_last_error(get_last_error()) };
        assert_eq!(last_error(), "a\u{FFFD}b");
        // SAFETY: null is allowed.
        unsafe { api_set_last_error(std::ptr::null()) };
        assert_eq!(last_error(), "");
        let nul = PackedFunc::from_fn(|_, _| Err("with\0a NUL".into()));
        assert!(call(handle(&nul), &[]).refused().starts_with("TVMError: with\\0a NUL\nStack trace:\n"));
    })
    .join()
    .unwrap();
}

#[test]
fn errors_have_kind_message_and_traceback() {
    let inner: PackedFunc = objet_runtime::FunctionBuilder::new("inner")
        .build(|x: i64| -> Result<i64> {
            Err(objet_runtime::Error::new(objet_runtime::ErrorKind::VALUE_ERROR, format!("bad {x}")))
        })
        .unwrap()
        .into();
    let error = call(handle(&inner), &[int(3)]).refused();
    let lines: Vec<_> = error.lines().collect();
    assert_eq!(lines[..2], ["ValueError: bad 3", "Stack trace:"]);
    assert!(lines[2].starts_with("  File \"") && lines[2].ends_with(", in inner"), "{error}");
    assert!(error.ends_with('\n'));
}

#[test]
fn calls_during_thread_shutdown_do_not_panic() {
    use std::sync::mpsc;
    /// Makes calls in the thread-local destructors of a thread.
    struct Late(mpsc::Sender<String>, &'static str);
    impl Drop for Late {
        fn drop(&mut self) {
            // Calls may fail here, but must not panic or return null pointers.
            let sum: PackedFunc = TypedPackedFunc::new(|x: i64| x + 1).into();
            let mut report = call(handle(&sum), &[int(1)]).unwrap().0.int().to_string();
            report += match back(text(c"late")) {
                Ok((value, _)) => value.text().as_str() == "late",
                Err(_) => true,
            }
            .to_string()
            .as_str();
            set(c"late");
            assert!(!get_last_error().is_null() && !last_error().is_empty());
            let failing = PackedFunc::from_fn(|_, _| Err("late".into()));
            assert!(call(handle(&failing), &[]).refused().starts_with("TVMError: "));
            self.0.send(report + self.1).unwrap();
        }
    }
    thread_local! {
        static BEFORE: std::cell::RefCell<Option<Late>> = const { std::cell::RefCell::new(None) };
        static AFTER: std::cell::RefCell<Option<Late>> = const { std::cell::RefCell::new(None) };
    }
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        // The order of destructors is not specified. One value is created before the runtime's
        // thread-locals, and one after.
        BEFORE.set(Some(Late(send.clone(), "before")));
        set(c"early");
        back(text(c"early")).unwrap();
        AFTER.set(Some(Late(send, "after")));
    })
    .join()
    .unwrap();
    let mut reports: Vec<_> = receive.into_iter().collect();
    reports.sort();
    assert_eq!(reports, ["2trueafter", "2truebefore"]);
}

#[test]
fn many_threads_call_one_function() {
    let function: PackedFunc = TypedPackedFunc::new(|text: &str, x: i64| format!("{text}{x}")).into();
    std::thread::scope(|scope| {
        for thread in 0..4_i64 {
            let function = function.clone();
            scope.spawn(move || {
                let name = CString::new(format!("t{thread}-")).unwrap();
                for number in 0..200 {
                    let (value, _) = call(handle(&function), &[text(&name), int(number)]).unwrap();
                    assert_eq!(value.text(), format!("t{thread}-{number}"));
                    let error = call(handle(&function), &[int(number), null()]).refused();
                    assert!(error.starts_with("TVMError: In function <anonymous>: "), "{error}");
                }
            });
        }
    });
    assert_eq!(function.strong_count(), 1);
    let keeps = RetValue::from(function);
    assert_eq!(keeps.type_code(), TypeCode::PACKED_FUNC_HANDLE);
}
