//! Arguments in the form in which C and compiled code pass them.

#![expect(unsafe_code, reason = "builds arguments as C code does")]

use std::ffi::CString;

use objet_object::{
    ArgValue, IsObjectRef, NDArray, ObjectRef, RetValue, ShapeTuple, TVMByteArray, TVMValue, TypeCode,
};
use objet_runtime::{Args, ErrorKind, PackedFunc, Result, TypedPackedFunc};

fn call(function: &PackedFunc, args: &[(TVMValue, TypeCode)]) -> Result<RetValue> {
    let (values, codes): (Vec<_>, Vec<_>) = args.iter().copied().unzip();
    let mut result = RetValue::Null;
    // SAFETY: each test passes values that match their type codes and outlive the call.
    function.call_packed(unsafe { Args::from_raw(&values, &codes) }, &mut result)?;
    Ok(result)
}

fn pointer<T>(target: &T) -> TVMValue {
    TVMValue { v_handle: std::ptr::from_ref(target).cast_mut().cast() }
}

fn int(v_int64: i64) -> (TVMValue, TypeCode) {
    (TVMValue { v_int64 }, TypeCode::INT)
}

#[test]
fn strings_and_bytes_of_c() {
    let function: PackedFunc = TypedPackedFunc::new(|text: &str, owned: String, bytes: &[u8]| {
        format!("{text}{owned}{}", bytes.len())
    })
    .into();
    let text = CString::new("größe").unwrap();
    let text = (TVMValue { v_str: text.as_ptr() }, TypeCode::STR);
    let data = [1_u8, 2, 3];
    let array = TVMByteArray { data: data.as_ptr().cast(), size: data.len() };
    let bytes = (pointer(&array), TypeCode::BYTES);
    assert_eq!(call(&function, &[text, text, bytes]).unwrap().get::<&str>().unwrap(), "größegröße3");
    assert_eq!(call(&function, &[text, text, text]).unwrap().get::<&str>().unwrap(), "größegröße7");

    let bad = CString::new(b"ab\xFF".as_slice()).unwrap();
    let bad = (TVMValue { v_str: bad.as_ptr() }, TypeCode::STR);
    let error = call(&function, &[text, bad, bytes]).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::VALUE_ERROR);
    assert!(error.message().ends_with("invalid UTF-8 at byte 2"), "{error}");
}

#[test]
fn objects_and_tensors_of_c() {
    let shape = ShapeTuple::from([4, 5]);
    let tensor = NDArray::from_slice(&[1], &[7_u8]).unwrap();
    let object = (pointer(&**shape.as_object_ref()), TypeCode::OBJECT_HANDLE);
    let array = (pointer(tensor.dl_tensor()), TypeCode::NDARRAY_HANDLE);
    let sizes: PackedFunc = TypedPackedFunc::new(|shape: &ShapeTuple, tensor: NDArray| {
        shape.iter().sum::<i64>() + tensor.shape()[0]
    })
    .into();
    assert_eq!(call(&sizes, &[object, array]).unwrap().get::<i64>().unwrap(), 10);
    // Passed to parameters of any object type.
    let keys: PackedFunc =
        TypedPackedFunc::new(|a: ObjectRef, b: &ObjectRef| format!("{} {}", a.type_key(), b.type_key()))
            .into();
    assert_eq!(
        call(&keys, &[object, array]).unwrap().get::<&str>().unwrap(),
        "runtime.ShapeTuple runtime.NDArray"
    );
    assert_eq!((shape.strong_count(), tensor.strong_count()), (1, 1));

    let function = (pointer(&**sizes.as_object_ref()), TypeCode::PACKED_FUNC_HANDLE);
    let apply: PackedFunc =
        TypedPackedFunc::new(|function: &PackedFunc, rest: Args<'_>| function.call(rest)).into();
    assert_eq!(call(&apply, &[function, object, array]).unwrap().get::<i64>().unwrap(), 10);
}

#[test]
fn an_object_is_taken_from_a_slot_of_c() {
    let shape = ShapeTuple::from([3]);
    let slot: Option<ObjectRef> = Some(shape.into());
    let rvalue = (pointer(&slot), TypeCode::OBJECT_RVALUE_REF_ARG);
    let take: PackedFunc = TypedPackedFunc::new(|shape: ShapeTuple| shape.strong_count()).into();
    let text: PackedFunc = TypedPackedFunc::new(|text: objet_object::String| text).into();
    assert!(call(&text, &[rvalue]).is_err());
    assert!(slot.is_some(), "a rejected object stays in its slot");
    assert_eq!(call(&take, &[rvalue]).unwrap().get::<i64>().unwrap(), 1);
    // SAFETY: the slot is valid. The read is volatile because the function changed the slot through
    // a pointer.
    assert!(unsafe { std::ptr::read_volatile(&raw const slot) }.is_none());
    let error = call(&take, &[rvalue]).unwrap_err();
    assert!(error.message().ends_with("expected runtime.ShapeTuple, found null"), "{error}");
    std::mem::forget(slot);
}

#[test]
fn invalid_arguments_are_errors() {
    let count = PackedFunc::from_fn(|args, result| {
        for arg in args {
            arg?;
        }
        *result = (args.len() as i64).into();
        Ok(())
    });
    let null = TVMValue { v_handle: std::ptr::null_mut() };
    for code in [7, 8, 9, 10, 11, 12, 13, 14] {
        let error = call(&count, &[int(1), (null, TypeCode(code))]).unwrap_err();
        assert!(error.message().starts_with("argument 1: null pointer: expected "), "{error}");
    }
    for code in [1, 15, 64, 128, -7] {
        let error = call(&count, &[(TVMValue::ZERO, TypeCode(code))]).unwrap_err();
        assert!(error.message().contains(&format!("unknown type_code={code}")) || code == 1, "{error}");
    }
    let typed: PackedFunc = TypedPackedFunc::new(|shape: Option<ShapeTuple>| shape.is_none()).into();
    assert!(call(&typed, &[(null, TypeCode::OBJECT_HANDLE)]).is_err());
    assert!(call(&typed, &[(null, TypeCode::NULLPTR)]).unwrap().get::<bool>().unwrap());
    // SAFETY: integers match their type code.
    let uneven = unsafe { Args::from_raw(&[TVMValue::ZERO; 2], &[TypeCode::INT]) };
    assert_eq!(uneven.len(), 1);
}

#[test]
fn integers_convert_to_floats_and_bools() {
    let function: PackedFunc = TypedPackedFunc::new(|float: f64, flag: bool, small: i8| {
        float + f64::from(u8::from(flag)) + f64::from(small)
    })
    .into();
    assert_eq!(call(&function, &[int(3), int(1), int(-1)]).unwrap().get::<f64>().unwrap(), 3.0);
    assert!(
        call(&function, &[int(3), int(1), int(128)])
            .unwrap_err()
            .message()
            .contains("expected i8, found 128")
    );
    let float = (TVMValue { v_float64: 1.0 }, TypeCode::FLOAT);
    assert!(
        call(&function, &[int(3), float, int(0)])
            .unwrap_err()
            .message()
            .contains("expected int but got float")
    );
}

#[test]
fn codes_of_rust_strings_print_the_names_of_c() {
    let codes = PackedFunc::from_fn(|args, result| {
        *result = format!("{:?}", args.codes()).into();
        Ok(())
    });
    // The printed names are those of C, so that messages do not depend on the caller's language.
    assert_eq!(codes.call_as::<String>(("x", [0_u8].as_slice(), 1)).unwrap(), "[str, bytes, int]");
    assert_eq!(ArgValue::from("x").type_code(), TypeCode::STR);
}
