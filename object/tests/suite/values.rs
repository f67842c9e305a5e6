//! Value conversions, and the errors of values that do not convert.

use std::cell::Cell;
use std::ffi::CStr;

use objet::function::{ArgValue, OpaqueHandle, RetValue, TVMByteArray, TVMValue, TypeCode, ValueError};
use objet::prelude::*;
use objet::tensor::{DLTensor, DataTypeCode, DeviceType};
use objet::{ShapeTuple, String};
use proptest::prelude::*;

fn text(error: ValueError) -> std::string::String {
    error.to_string()
}

#[test]
fn the_c_types_have_the_layout_of_the_abi() {
    assert_eq!((size_of::<TVMValue>(), align_of::<TVMValue>()), (8, 8));
    assert_eq!((size_of::<TVMByteArray>(), size_of::<TypeCode>()), (2 * size_of::<usize>(), 4));
    let tensor = if size_of::<usize>() == 8 { 48 } else { 40 };
    assert_eq!((size_of::<DLTensor>(), size_of::<DataType>(), size_of::<Device>()), (tensor, 4, 8));
    let names: Vec<_> = (0..15).map(|code| TypeCode(code).to_string()).collect();
    assert_eq!(
        names.join(" "),
        "int uint float handle NULL DLDataType DLDevice ArrayHandle Object ModuleHandle FunctionHandle str bytes \
         NDArrayContainer ObjectRValueRefArg"
    );
    assert_eq!(TypeCode(15).to_string(), "unknown type_code=15");
}

#[test]
fn integers_of_every_width_convert_or_are_rejected() {
    fn crosses<T>(value: T)
    where
        T: Copy + PartialEq + std::fmt::Debug + for<'a> objet::function::FromValue<'a>,
        RetValue: TryFrom<T>,
        for<'a> ArgValue<'a>: TryFrom<T>,
    {
        let Ok(arg) = ArgValue::try_from(value) else { panic!("{value:?} is an argument") };
        assert_eq!(arg.get::<T>(), Ok(value));
        let Ok(ret) = RetValue::try_from(value) else { panic!("{value:?} is a result") };
        assert_eq!(ret.get::<T>(), Ok(value));
        assert_eq!(ret.get::<Option<T>>(), Ok(Some(value)));
    }
    crosses(i8::MIN);
    crosses(i16::MIN);
    crosses(i32::MIN);
    crosses(i64::MIN);
    crosses(i128::from(i64::MAX));
    crosses(isize::MIN);
    crosses(u8::MAX);
    crosses(u16::MAX);
    crosses(u32::MAX);
    crosses(i64::MAX as u64);
    crosses(u128::from(u32::MAX));
    crosses(usize::MAX >> 1);
    crosses(true);
    crosses(1.5_f32);
    crosses(-0.25_f64);

    assert_eq!(
        text(ArgValue::try_from(u64::MAX).unwrap_err()),
        "expected i64, found 18446744073709551615, which it cannot hold"
    );
    assert!(RetValue::try_from(1_u128 << 64).is_err() && ArgValue::try_from(i128::MIN).is_err());
    assert_eq!(
        text(ArgValue::from(-1).get::<u64>().unwrap_err()),
        "expected u64, found -1, which it cannot hold"
    );
    assert_eq!(
        text(ArgValue::from(128).get::<i8>().unwrap_err()),
        "expected i8, found 128, which it cannot hold"
    );
    assert_eq!(
        text(ArgValue::from(2).get::<bool>().unwrap_err()),
        "expected bool, found 2, which it cannot hold"
    );
    assert_eq!(text(ArgValue::from(1.0).get::<i64>().unwrap_err()), "expected int but got float");
    assert_eq!(text(ArgValue::Null.get::<i64>().unwrap_err()), "expected int but got NULL");
}

#[test]
fn floats_accept_integers_that_they_represent_exactly() {
    assert_eq!(ArgValue::from(3).get::<f64>(), Ok(3.0));
    assert_eq!(ArgValue::from(1_i64 << 60).get::<f32>(), Ok((1_i64 << 60) as f32));
    assert!(ArgValue::from((1_i64 << 53) + 1).get::<f64>().is_err());
    assert!(ArgValue::from((1_i64 << 24) + 1).get::<f32>().is_err());
    assert!(ArgValue::from(i64::MAX).get::<f64>().is_err());
    assert_eq!(ArgValue::from(0.1_f64).get::<f32>(), Ok(0.1_f32));
    assert_eq!(ArgValue::from(f64::INFINITY).get::<f32>(), Ok(f32::INFINITY));
    assert!(ArgValue::from(f64::NAN).get::<f32>().unwrap().is_nan());
    assert!(text(ArgValue::from(1e300).get::<f32>().unwrap_err()).starts_with("expected f32, found 1000000"));
}

#[test]
fn strings_bytes_and_string_objects_convert() {
    let object = String::from("text");
    for arg in [ArgValue::from("text"), ArgValue::from(&object)] {
        assert_eq!(arg.get::<&str>(), Ok("text"));
        assert_eq!(arg.get::<std::string::String>(), Ok("text".into()));
        assert_eq!(arg.get::<String>(), Ok("text".into()));
        assert_eq!(arg.get::<ObjectRef>().unwrap().type_key(), "runtime.String");
        assert_eq!(arg.get::<&[u8]>(), Ok(b"text".as_slice()));
    }
    let bytes = ArgValue::from([0_u8, 255].as_slice());
    assert_eq!(bytes.get::<Vec<u8>>(), Ok(vec![0, 255]));
    assert_eq!(text(bytes.get::<&str>().unwrap_err()), "expected str but got bytes");
    assert_eq!(RetValue::from(vec![1_u8]).get::<&[u8]>(), Ok([1].as_slice()));
    assert_eq!(RetValue::from("x".to_owned()).get::<&str>(), Ok("x"));
    let shape = ShapeTuple::from([1]);
    assert_eq!(
        text(ArgValue::from(&shape).get::<&str>().unwrap_err()),
        "expected str but got runtime.ShapeTuple"
    );
}

#[test]
fn data_types_devices_handles_and_null_convert() {
    let dtype = DataType::new(DataTypeCode(10), 8, 4);
    assert_eq!(ArgValue::from(dtype).get(), Ok(dtype));
    assert_eq!(ArgValue::from("float16x4").get(), Ok(DataType::float(16).with_lanes(4)));
    assert!(text(ArgValue::from("flat").get::<DataType>().unwrap_err()).starts_with("unknown type flat"));
    assert_eq!(text(ArgValue::from(1).get::<DataType>().unwrap_err()), "expected DLDataType but got int");
    let device = Device::new(DeviceType::OPENCL, 2);
    assert_eq!(RetValue::from(device).get(), Ok(device));
    assert_eq!(text(ArgValue::from("cpu").get::<Device>().unwrap_err()), "expected DLDevice but got str");
    let handle = OpaqueHandle(std::ptr::without_provenance_mut(0x1234));
    assert_eq!(ArgValue::from(handle).get(), Ok(handle));
    assert_eq!(ArgValue::Null.get(), Ok(OpaqueHandle::NULL));
    assert_eq!(ArgValue::from(()).get::<()>(), Ok(()));
    assert_eq!(ArgValue::from(None::<i32>).get::<Option<i32>>(), Ok(None));
    assert_eq!(RetValue::from(Some("x")).get::<Option<&str>>(), Ok(Some("x")));
    assert_eq!(
        text(RetValue::Null.get::<ShapeTuple>().unwrap_err()),
        "expected runtime.ShapeTuple, found null"
    );
}

#[test]
fn references_convert_and_are_counted() {
    let shape = ShapeTuple::from([2, 3]);
    let ret = RetValue::from(shape.clone());
    assert_eq!((shape.strong_count(), ret.type_code()), (2, TypeCode::OBJECT_HANDLE));
    let back: ShapeTuple = ret.get().unwrap();
    assert!(back.same_as(&shape) && shape.strong_count() == 3);
    drop((ret, back));
    assert_eq!(shape.strong_count(), 1);
    let error = ArgValue::from(&shape).get::<Array<ShapeTuple>>().unwrap_err();
    assert_eq!(text(error), "expected Array<runtime.ShapeTuple>, found runtime.ShapeTuple");
    assert_eq!(ArgValue::from(&Some(shape.clone())).get::<Option<ShapeTuple>>(), Ok(Some(shape.clone())));
    let owned = RetValue::try_from(ArgValue::from(&shape)).unwrap();
    assert_eq!(shape.strong_count(), 2);
    drop(owned);
    assert_eq!(text(ArgValue::from(1).get::<ObjectRef>().unwrap_err()), "expected runtime.Object, found int");
}

#[test]
fn the_object_of_an_rvalue_reference_is_taken_if_it_fits() {
    let shape = ShapeTuple::from([2, 3]);
    let slot = Cell::new(Some(ObjectRef::from(shape.clone())));
    let arg = ArgValue::RValueRef(&slot);
    assert!(arg.get::<String>().is_err());
    assert_eq!(shape.strong_count(), 2, "an object that does not fit is not taken");
    let taken: ShapeTuple = arg.get().unwrap();
    assert_eq!(shape.strong_count(), 2, "moved, not counted");
    drop(shape);
    assert_eq!(taken.strong_count(), 1);
    assert_eq!(arg.get::<Option<ShapeTuple>>(), Ok(None));
    assert!(arg.get::<ShapeTuple>().is_err());
}

#[test]
fn a_node_that_is_not_an_object_is_rejected() {
    let node = Object::new();
    let error = ArgValue::Object(&node).get::<ObjectRef>().unwrap_err();
    let expected = "expected runtime.Object, found a node that is not an object (call `make_object` first)";
    assert_eq!(text(error), expected);
}

#[test]
fn a_tensor_converts_as_an_object_and_as_a_dltensor() {
    let tensor = NDArray::from_slice(&[2], &[1_i8, 2]).unwrap();
    let arg = ArgValue::from(&tensor);
    assert_eq!(arg.type_code(), TypeCode::NDARRAY_HANDLE);
    assert!(std::ptr::eq(arg.get::<&DLTensor>().unwrap(), tensor.dl_tensor()));
    let borrowed = ArgValue::Tensor(tensor.dl_tensor());
    assert_eq!(borrowed.get::<&DLTensor>().unwrap().ndim, 1);
    assert!(borrowed.get::<NDArray>().is_err() && RetValue::try_from(borrowed).is_err());
}

#[expect(unsafe_code, reason = "values from C are not checked")]
mod raw {
    use super::*;

    /// Converts a value to its C representation and back.
    fn round_trip(arg: ArgValue<'_>) -> ArgValue<'_> {
        let (value, code) = arg.to_raw().unwrap();
        // SAFETY: `to_raw` returned the pair, and the memory behind its pointer outlives this test.
        unsafe { ArgValue::from_raw(value, code) }.unwrap()
    }

    #[test]
    fn values_of_every_type_code_round_trip() {
        assert_eq!(round_trip(ArgValue::from(-5)).get(), Ok(-5_i64));
        assert_eq!(round_trip(ArgValue::from(0.5)).get(), Ok(0.5_f64));
        assert_eq!(round_trip(ArgValue::Null).get(), Ok(()));
        let device = Device::new(DeviceType(300), -1);
        assert_eq!(round_trip(ArgValue::from(device)).get(), Ok(device));
        let dtype = DataType::new(DataTypeCode(200), 3, 9);
        assert_eq!(round_trip(ArgValue::from(dtype)).get(), Ok(dtype));
        let handle = OpaqueHandle(std::ptr::without_provenance_mut(16));
        assert_eq!(round_trip(ArgValue::from(handle)).get(), Ok(handle));

        let shape = ShapeTuple::from([1]);
        assert_eq!(round_trip(ArgValue::from(&shape)).get(), Ok(shape.clone()));
        let tensor = NDArray::zeros(&[2], DataType::BOOL).unwrap();
        let (value, code) = ArgValue::from(&tensor).to_raw().unwrap();
        // SAFETY: the value of an array is the address of its `DLTensor`.
        let address = unsafe { value.v_handle }.addr();
        assert_eq!((code, address), (TypeCode(13), std::ptr::from_ref(tensor.dl_tensor()).addr()));
        assert!(round_trip(ArgValue::from(&tensor)).get::<NDArray>().unwrap().same_as(&tensor));
        assert_eq!(round_trip(ArgValue::Tensor(tensor.dl_tensor())).type_code(), TypeCode(7));
        let slot = Cell::new(Some(ObjectRef::from(shape.clone())));
        assert_eq!(round_trip(ArgValue::RValueRef(&slot)).get(), Ok(shape));
        assert!(slot.take().is_none());
        assert!(ArgValue::from("x").to_raw().is_none());
    }

    fn read(value: TVMValue, code: i32) -> Result<ArgValue<'static>, ValueError> {
        // SAFETY: the tests pass values that match the code, or values that `from_raw` rejects.
        unsafe { ArgValue::from_raw(value, TypeCode(code)) }
    }

    #[test]
    fn c_strings_and_bytes_convert() {
        let c: &'static CStr = c"caf\xC3\xA9";
        assert_eq!(read(TVMValue { v_str: c.as_ptr() }, 11).unwrap().get(), Ok("café"));
        let bad: &'static CStr = c"a\xFF";
        assert_eq!(text(read(TVMValue { v_str: bad.as_ptr() }, 11).unwrap_err()), "invalid UTF-8 at byte 1");
        let bytes = TVMByteArray { data: c"ab".as_ptr(), size: 2 };
        let value = TVMValue { v_handle: (&raw const bytes).cast_mut().cast() };
        assert_eq!(read(value, 12).unwrap().get(), Ok(b"ab".as_slice()));
        let empty = TVMByteArray { data: std::ptr::null(), size: 0 };
        let value = TVMValue { v_handle: (&raw const empty).cast_mut().cast() };
        assert_eq!(read(value, 12).unwrap().get(), Ok(b"".as_slice()));
    }

    #[test]
    fn invalid_c_values_are_rejected() {
        for code in [7, 8, 9, 10, 11, 12, 13, 14, TypeCode::RUST_STR.0, TypeCode::RUST_BYTES.0] {
            let error = read(TVMValue::ZERO, code).unwrap_err();
            assert_eq!(text(error), format!("null pointer: expected {}", TypeCode(code)));
        }
        for code in [1, 15, 64, -1, -2, i32::MAX] {
            assert!(matches!(read(TVMValue::ZERO, code), Err(ValueError::UnknownCode { .. })), "{code}");
        }
        let null = TVMByteArray { data: std::ptr::null(), size: 3 };
        let value = TVMValue { v_handle: (&raw const null).cast_mut().cast() };
        assert!(matches!(read(value, 12), Err(ValueError::NullPointer { .. })));
    }
}

proptest! {
    #[test]
    fn integers_convert_without_loss(number: i64) {
        let arg = ArgValue::from(number);
        prop_assert_eq!(arg.get::<i32>().ok(), i32::try_from(number).ok());
        prop_assert_eq!(arg.get::<u8>().ok(), u8::try_from(number).ok());
        prop_assert_eq!(arg.get::<u64>().ok(), u64::try_from(number).ok());
        if let Ok(float) = arg.get::<f64>() {
            prop_assert_eq!(float as i128, i128::from(number));
        }
    }
}
