//! Functions of C that are called from Rust.

#![expect(unsafe_code, reason = "functions are those of C")]

mod c_side;

use std::cell::RefCell;
use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use c_side::{Members, Refused, call, handle, int, last_error, object, pointer, text};
use objet_object::{
    ArgValue, Array, DataType, Device, IsObjectRef, NDArray, ObjectRef, OpaqueHandle, RValueRef, RetValue,
    ShapeTuple, String as Text, TVMByteArray, TVMValue, TypeCode,
};
use objet_runtime::backend::{
    TVMFunctionHandle, TVMPackedCFunc, TVMRetValueHandle, api_set_last_error, backend_register_env_capi,
    cb_arg_to_return, cfunc_set_return, check_signals, func_call, func_create_from_cfunc, func_free,
};
use objet_runtime::{
    Args, Error, ErrorKind, FunctionBuilder, Module, ModuleKind, NDArrayExt, PackedFunc, Registry, Result,
    TypedPackedFunc, moved,
};

/// A function of C that does what a function of Rust tells it to.
type Script = RefCell<Box<dyn FnMut(&mut [TVMValue], &mut [TypeCode], TVMRetValueHandle) -> c_int>>;

unsafe extern "C" fn run_script(
    args: *mut TVMValue,
    codes: *mut TypeCode,
    count: c_int,
    ret: TVMRetValueHandle,
    resource: *mut c_void,
) -> c_int {
    // SAFETY: the arrays are for this function to write to, and the resource is the script.
    let (args, codes, script) = unsafe {
        (
            std::slice::from_raw_parts_mut(args, count as usize),
            std::slice::from_raw_parts_mut(codes, count as usize),
            &*resource.cast::<Script>(),
        )
    };
    script.borrow_mut()(args, codes, ret)
}

unsafe extern "C" fn end_script(resource: *mut c_void) {
    // SAFETY: the resource is a script that was leaked.
    drop(unsafe { Box::from_raw(resource.cast::<Script>()) });
}

/// The reference that C was given.
fn take(handle: TVMFunctionHandle) -> PackedFunc {
    // SAFETY: a reference is the address of its object.
    let object: ObjectRef = unsafe { std::mem::transmute(std::ptr::NonNull::new(handle).unwrap()) };
    object.downcast().unwrap()
}

fn create(
    function: TVMPackedCFunc,
    resource: *mut c_void,
    end: unsafe extern "C" fn(*mut c_void),
) -> PackedFunc {
    let mut out = null_mut();
    // SAFETY: the function and its end are made for the resource.
    assert_eq!(unsafe { func_create_from_cfunc(Some(function), resource, Some(end), &mut out) }, 0);
    take(out)
}

fn c_function(
    script: impl FnMut(&mut [TVMValue], &mut [TypeCode], TVMRetValueHandle) -> c_int + 'static,
) -> PackedFunc {
    let script: Box<Script> = Box::new(RefCell::new(Box::new(script)));
    create(run_script, Box::into_raw(script).cast(), end_script)
}

/// Sets the result.
fn set_return(ret: TVMRetValueHandle, (mut value, mut code): (TVMValue, TypeCode)) -> c_int {
    // SAFETY: `ret` is what the function was given, and the rest is put together by the test.
    unsafe { cfunc_set_return(ret, &mut value, &mut code, 1) }
}

/// Fails as C does.
fn fail(text: &CStr) -> c_int {
    // SAFETY: it is text.
    unsafe { api_set_last_error(text.as_ptr()) };
    -1
}

/// Copies its first argument into its result.
fn copy() -> PackedFunc {
    c_function(|args, codes, ret| set_return(ret, (args[0], codes[0])))
}

#[test]
fn arguments_are_those_of_c() {
    let show = c_function(|args, codes, ret| {
        let shown: Vec<_> = args
            .iter()
            .zip(&*codes)
            .map(|(value, code)| match *code {
                TypeCode::INT => value.int().to_string(),
                TypeCode::FLOAT => value.float().to_string(),
                TypeCode::STR => value.text(),
                TypeCode::BYTES => format!("{:?}", value.bytes()),
                code => format!("{code}"),
            })
            .collect();
        // The arrays are for the function to write to.
        args.fill(TVMValue::ZERO);
        codes.fill(TypeCode::INT);
        let shown = std::ffi::CString::new(shown.join(" ")).unwrap();
        set_return(ret, text(&shown))
    });
    assert_eq!(show.call_as::<String>(()).unwrap(), "");
    assert_eq!(
        show.call_as::<String>((1, 0.5, "größe", [1_u8, 0].as_slice(), "", [].as_slice(), ())).unwrap(),
        "1 0.5 größe [1, 0]  [] NULL"
    );
    let (shape, tensor) = (ShapeTuple::from([1]), NDArray::from_slice(&[1], &[1_u8]).unwrap());
    assert_eq!(
        show.call_as::<String>((
            &shape,
            &tensor,
            &show.clone(),
            &moved(shape.clone()),
            tensor.dl_tensor(),
            DataType::int(8),
            Device::cpu(0),
            OpaqueHandle::NULL
        ))
        .unwrap(),
        "Object NDArrayContainer FunctionHandle ObjectRValueRefArg ArrayHandle DLDataType DLDevice handle"
    );
    assert_eq!((shape.strong_count(), tensor.strong_count()), (1, 1));
    // More of everything than there is room for on the stack.
    let long = "x".repeat(1000);
    let many: Vec<_> = (0..40).flat_map(|_| [long.as_str().into(), long.as_bytes().into()]).collect();
    let expected = vec![format!("{long} {:?}", long.as_bytes()); 40].join(" ");
    assert_eq!(show.call_as::<String>(many.as_slice()).unwrap(), expected);
    for length in 250..260 {
        let text = "y".repeat(length);
        assert_eq!(show.call_as::<String>((text.as_str(), "z")).unwrap(), format!("{text} z"));
    }
}

#[test]
fn text_with_a_nul_is_refused() {
    let function = c_function(|_, _, _| panic!("not called"));
    let error = function.call(("fine", "a\0b")).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::VALUE_ERROR);
    assert_eq!(
        error.message(),
        "argument 1: expected text without NUL, as C asks for it, found one at byte 1"
    );
    // Bytes may have any.
    let function = c_function(|args, _, ret| set_return(ret, int(args[0].bytes().len() as i64)));
    assert_eq!(function.call_as::<usize>(([0_u8, 0].as_slice(),)).unwrap(), 2);
}

struct Nothing;

impl ModuleKind for Nothing {
    fn type_key(&self) -> &str {
        "nothing"
    }

    fn function(&self, _: &str, _: &Module) -> Result<Option<PackedFunc>> {
        Ok(None)
    }
}

#[test]
fn results_of_c_are_copied() {
    let copy = copy();
    assert_eq!(copy.call_as::<i64>((-3,)).unwrap(), -3);
    assert_eq!(copy.call_as::<f64>((0.25,)).unwrap(), 0.25);
    assert_eq!(copy.call_as::<String>(("text",)).unwrap(), "text");
    assert_eq!(copy.call_as::<Vec<u8>>(([1_u8, 0].as_slice(),)).unwrap(), [1, 0]);
    assert_eq!(copy.call_as::<DataType>((DataType::uint(1),)).unwrap(), DataType::uint(1));
    assert_eq!(copy.call_as::<Device>((Device::cpu(2),)).unwrap(), Device::cpu(2));
    assert_eq!(copy.call_as::<OpaqueHandle>((OpaqueHandle::NULL,)).unwrap(), OpaqueHandle::NULL);
    assert!(matches!(copy.call(((),)).unwrap(), RetValue::Null));
    let (shape, module) = (ShapeTuple::from([1]), Module::new(Nothing));
    let tensor = NDArray::from_slice(&[1], &[1_u8]).unwrap();
    let results = [
        copy.call((&shape,)).unwrap(),
        copy.call((&module,)).unwrap(),
        copy.call((&tensor,)).unwrap(),
        copy.call((&copy,)).unwrap(),
    ];
    assert_eq!(results[0].get::<ShapeTuple>().unwrap(), shape);
    assert!(results[1].get::<Module>().unwrap().same_as(&module));
    assert!(results[2].get::<NDArray>().unwrap().same_as(&tensor));
    assert!(results[3].get::<PackedFunc>().unwrap().same_as(&copy));
    assert_eq!((shape.strong_count(), module.strong_count(), tensor.strong_count()), (2, 2, 2));
    drop(results);
    assert_eq!((shape.strong_count(), module.strong_count(), tensor.strong_count()), (1, 1, 1));
    // An object that may be taken is not.
    let slot = moved(shape.clone());
    assert_eq!(copy.call_as::<ShapeTuple>((&slot,)).unwrap(), shape);
    assert!(slot.take().is_some());
    assert!(matches!(copy.call((&moved_out(),)).unwrap(), RetValue::Null));
    // There is no owning a tensor that is no object.
    assert_eq!(
        copy.call((tensor.dl_tensor(),)).unwrap_err().message(),
        "expected a value that can be owned but got ArrayHandle"
    );
    // The last one counts.
    let twice = c_function(|_, _, ret| set_return(ret, text(c"first")) + set_return(ret, int(2)));
    assert_eq!(twice.call_as::<i64>(()).unwrap(), 2);
    let silent = c_function(|_, _, _| 0);
    assert!(matches!(silent.call(()).unwrap(), RetValue::Null));
}

fn moved_out() -> objet_object::RValueRef {
    let slot = moved(Text::from("gone"));
    slot.take();
    slot
}

#[test]
fn results_that_cannot_be_set_are_errors() {
    let (mut value, mut code) = int(1);
    let mut ret = RetValue::from(7);
    let place: TVMRetValueHandle = (&raw mut ret).cast();
    // SAFETY: what is null or counted wrongly must be found out.
    unsafe {
        for (ret, value, code, count, expected) in [
            (null_mut(), &raw mut value, &raw mut code, 1, "expected the handle of a result, found a null"),
            (place, null_mut(), &raw mut code, 1, "expected a value, found a null pointer"),
            (place, &raw mut value, null_mut(), 1, "expected a type code, found a null pointer"),
            (place, &raw mut value, &raw mut code, 2, "expected exactly 1 result, found 2"),
            (place, &raw mut value, &raw mut code, 0, "expected exactly 1 result, found 0"),
            (place, &raw mut value, &raw mut code, -1, "expected exactly 1 result, found -1"),
        ] {
            assert_eq!(cfunc_set_return(ret, value, code, count), -1);
            assert!(last_error().contains(expected), "{}", last_error());
        }
    }
    for code in [-1, 1, 8, 11, 15] {
        assert_eq!(set_return(place, (TVMValue::ZERO, TypeCode(code))), -1, "{code}");
    }
    assert_eq!(ret.get::<i64>().unwrap(), 7);
}

#[test]
fn an_argument_becomes_a_result() {
    fn convert(mut value: TVMValue, mut code: TypeCode) -> Result<(TVMValue, TypeCode), String> {
        let before = (value.int(), code);
        // SAFETY: the value is what the code says.
        match unsafe { cb_arg_to_return(&mut value, &mut code) } {
            0 => Ok((value, code)),
            _ => {
                assert_eq!((value.int(), code), before);
                Err(last_error())
            }
        }
    }
    let shape = ShapeTuple::from([1]);
    let tensor = NDArray::from_slice(&[1], &[1_u8]).unwrap();
    let module = Module::new(Nothing);
    let function = copy();
    for (reference, code) in [
        (ObjectRef::from(shape.clone()), TypeCode::OBJECT_HANDLE),
        (module.clone().into(), TypeCode::MODULE_HANDLE),
        (function.clone().into(), TypeCode::PACKED_FUNC_HANDLE),
    ] {
        let before = reference.strong_count();
        let (value, found) = convert(object(&reference).0, code).unwrap();
        assert_eq!((value.handle(), found), (object(&reference).0.handle(), code));
        assert_eq!(reference.strong_count(), before + 1);
        // SAFETY: this reference is ours.
        drop(unsafe { std::mem::transmute::<*mut c_void, Option<ObjectRef>>(value.handle()) });

        let mut slot = Some(reference.clone());
        let (value, found) =
            convert(TVMValue { v_handle: (&raw mut slot).cast() }, TypeCode::OBJECT_RVALUE_REF_ARG).unwrap();
        // SAFETY: the slot is as the call left it.
        assert!(unsafe { std::ptr::read_volatile(&raw const slot) }.is_none());
        assert_eq!((value.handle(), found), (object(&reference).0.handle(), code));
        assert_eq!(reference.strong_count(), before + 1);
        // SAFETY: this reference is ours.
        drop(unsafe { std::mem::transmute::<*mut c_void, Option<ObjectRef>>(value.handle()) });
    }
    let arg = pointer(tensor.dl_tensor(), TypeCode::NDARRAY_HANDLE);
    let (value, code) = convert(arg.0, arg.1).unwrap();
    assert_eq!((value.handle(), code, tensor.strong_count()), (arg.0.handle(), arg.1, 2));
    let object_address = value.handle().wrapping_byte_sub(16);
    // SAFETY: this reference is ours.
    drop(unsafe { std::mem::transmute::<*mut c_void, Option<ObjectRef>>(object_address) });
    let mut slot = Some(ObjectRef::from(tensor.clone()));
    let rvalue = TVMValue { v_handle: (&raw mut slot).cast() };
    let (value, code) = convert(rvalue, TypeCode::OBJECT_RVALUE_REF_ARG).unwrap();
    assert_eq!((value.handle(), code), (arg.0.handle(), TypeCode::NDARRAY_HANDLE));
    // SAFETY: this reference is ours.
    drop(unsafe { std::mem::transmute::<*mut c_void, Option<ObjectRef>>(object_address) });
    assert_eq!(convert(rvalue, TypeCode::OBJECT_RVALUE_REF_ARG).unwrap().1, TypeCode::NULLPTR);
    assert_eq!(tensor.strong_count(), 1);

    for (value, code) in [
        int(-1),
        c_side::float(0.5),
        c_side::null(),
        pointer(tensor.dl_tensor(), TypeCode::DL_TENSOR_HANDLE),
        pointer(&tensor, TypeCode::OPAQUE_HANDLE),
        (TVMValue { v_type: DataType::int(8) }, TypeCode::DATA_TYPE),
        (TVMValue { v_device: Device::cpu(1) }, TypeCode::DEVICE),
    ] {
        let (same, same_code) = convert(value, code).unwrap();
        assert_eq!(same_code, code);
        if code == TypeCode::DATA_TYPE {
            assert_eq!(same.int() as i32, value.int() as i32);
        } else {
            assert_eq!(same.int(), value.int());
        }
    }
    let error = convert(text(c"x").0, TypeCode::STR).refused();
    assert_eq!(error, "TypeError: expected a value that can be owned, found type code 11\n");
    let bytes = TVMByteArray { data: c"x".as_ptr(), size: 1 };
    assert!(convert(pointer(&bytes, TypeCode::BYTES).0, TypeCode::BYTES).is_err());
    assert!(convert(TVMValue::ZERO, TypeCode::OBJECT_HANDLE).is_err());
    assert!(convert(TVMValue::ZERO, TypeCode(99)).is_err());
    // SAFETY: null must be found out.
    assert_eq!(unsafe { cb_arg_to_return(null_mut(), null_mut()) }, -1);
}

static ENDED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count_end(resource: *mut c_void) {
    assert_eq!(resource.addr(), 5);
    ENDED.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn nothing(
    _: *mut TVMValue,
    _: *mut TypeCode,
    _: c_int,
    _: TVMRetValueHandle,
    resource: *mut c_void,
) -> c_int {
    assert_eq!(resource.addr(), 5);
    0
}

#[test]
fn the_finalizer_runs_once() {
    let resource = std::ptr::without_provenance_mut(5);
    let mut out = null_mut();
    // SAFETY: what is null must be found out.
    unsafe {
        assert_eq!(func_create_from_cfunc(None, resource, Some(count_end), &mut out), -1);
        assert_eq!(last_error(), "ValueError: expected a function of C, found a null pointer\n");
        assert_eq!(func_create_from_cfunc(Some(nothing), resource, Some(count_end), null_mut()), -1);
    }
    assert!(out.is_null());
    assert_eq!(ENDED.load(Ordering::Relaxed), 0, "what is not made does not end");
    let function = create(nothing, resource, count_end);
    let copies = Array::from([function.clone(), function.clone()]);
    std::thread::spawn(move || drop(copies)).join().unwrap();
    function.call(()).unwrap();
    assert_eq!(ENDED.load(Ordering::Relaxed), 0);
    std::thread::spawn(move || drop(function)).join().unwrap();
    assert_eq!(ENDED.load(Ordering::Relaxed), 1);
    // Without one.
    // SAFETY: the function and the resource fit.
    unsafe {
        assert_eq!(func_create_from_cfunc(Some(nothing), resource, None, &mut out), 0);
        assert_eq!(call(out, &[]).unwrap().1, TypeCode::NULLPTR);
        assert_eq!(func_free(out), 0);
    }
    assert_eq!(ENDED.load(Ordering::Relaxed), 1);
}

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
    // The error that stands there is another one's.
    let silent = function.call((3,)).unwrap_err();
    assert_eq!(silent.message(), "a function of C gave -1, and did not say why by TVMAPISetLastError");
    assert!(function.call((5,)).unwrap_err().message().starts_with("a function of C gave -1"));

    let pending = function.call((4,)).unwrap_err();
    assert_eq!(pending.to_string(), "EnvErrorAlreadySet: the front end holds an exception");
    fail(c"before");
    let (mut value, mut code) = int(4);
    let (mut ret, mut ret_code) = int(0);
    let outer: PackedFunc = TypedPackedFunc::new(move |x: i64| function.call((x,))).into();
    // SAFETY: an integer is passed.
    let answer = unsafe { func_call(handle(&outer), &mut value, &mut code, 1, &mut ret, &mut ret_code) };
    assert_eq!((answer, last_error().as_str()), (-2, "before"));
}

/// Calls the function that it is given with its second argument, as C does, and answers as that one does.
unsafe extern "C" fn apply(
    args: *mut TVMValue,
    codes: *mut TypeCode,
    count: c_int,
    ret: TVMRetValueHandle,
    _: *mut c_void,
) -> c_int {
    // SAFETY: the test passes a function and some more; the result is one that C owns.
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
fn signals_of_the_front_end_end_loops() {
    // SAFETY: both functions are of the type that goes with the name.
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
    // SAFETY: nothing is passed.
    let answer = unsafe { func_call(handle(&endless), null_mut(), null_mut(), 0, &mut ret, &mut ret_code) };
    assert_eq!((answer, ret.int(), last_error().as_str()), (-2, 9, "before"));
    assert_eq!(register(c"PyErr_CheckSignals", null_mut()), 0);
    check_signals().unwrap();
    assert_eq!(register(c"PyErr_Other", null_mut()), -1);
    assert_eq!(last_error(), "TVMError: Unknown env API PyErr_Other\n");
    // SAFETY: null must be found out.
    assert_eq!(unsafe { backend_register_env_capi(std::ptr::null(), null_mut()) }, -1);
}

#[test]
fn code_of_c_is_lent_no_read_only_tensor() {
    let calls = std::rc::Rc::new(std::cell::Cell::new(0));
    let counted = calls.clone();
    let function = c_function(move |_, _, _| {
        counted.set(counted.get() + 1);
        0
    });
    let elements = NDArray::from_slice(&[2], &[1.0_f32, 2.0]).unwrap();
    // SAFETY: the owner keeps the elements.
    let lent = unsafe { NDArray::from_read_only_owner(elements.dl_tensor(), elements.clone()) }.unwrap();
    let view = lent.reshape(&[2, 1]).unwrap();
    let text = "expected a tensor that may be written to, as compiled code may do, found a read-only one: pass a copy";
    for tensor in [&lent, &view] {
        let error = function.call((&elements, tensor)).unwrap_err();
        assert_eq!(error.message(), format!("argument 1: {text}"));
        assert_eq!(error.kind(), &ErrorKind::VALUE_ERROR);
        let slot = RValueRef::new(Some(tensor.clone().into()));
        let error = function.call((ArgValue::from(&slot),)).unwrap_err();
        assert_eq!(error.message(), format!("argument 0: {text}"));
        assert!(slot.take().is_some(), "it stays with the caller");
    }
    assert_eq!(calls.get(), 0);
    function.call((&elements, &lent.copy_to(Device::cpu(0)).unwrap())).unwrap();
    assert_eq!(calls.get(), 1);
}
