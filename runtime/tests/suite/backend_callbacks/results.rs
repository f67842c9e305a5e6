//! The results of C functions, and arguments that become results.

use std::ffi::c_void;
use std::ptr::null_mut;

use objet_object::{
    DataType, Device, IsObjectRef, NDArray, ObjectRef, OpaqueHandle, RetValue, ShapeTuple, String as Text,
    TVMByteArray, TVMValue, TypeCode,
};
use objet_runtime::backend::{TVMRetValueHandle, cb_arg_to_return, cfunc_set_return};
use objet_runtime::{Module, PackedFunc, Result, moved};

use super::{c_function, copy, set_return};
use crate::c_side::{self, Members, Nothing, Refused, int, last_error, object, pointer, text};

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
    // The object of an rvalue reference is copied, not taken.
    let slot = moved(shape.clone());
    assert_eq!(copy.call_as::<ShapeTuple>((&slot,)).unwrap(), shape);
    assert!(slot.take().is_some());
    assert!(matches!(copy.call((&moved_out(),)).unwrap(), RetValue::Null));
    // A `DLTensor` has no owner, so it cannot be a result.
    assert_eq!(
        copy.call((tensor.dl_tensor(),)).unwrap_err().message(),
        "expected a value that can be owned but got ArrayHandle"
    );
    // The last result counts.
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
    // SAFETY: the function must detect null pointers and wrong counts.
    unsafe {
        for (ret, value, code, count, expected) in [
            (null_mut(), &raw mut value, &raw mut code, 1, "expected a result handle, found a null"),
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
        // SAFETY: the type code describes the value.
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
        // SAFETY: the test owns this reference.
        drop(unsafe { std::mem::transmute::<*mut c_void, Option<ObjectRef>>(value.handle()) });

        let mut slot = Some(reference.clone());
        let (value, found) =
            convert(TVMValue { v_handle: (&raw mut slot).cast() }, TypeCode::OBJECT_RVALUE_REF_ARG).unwrap();
        // SAFETY: the slot is valid. The read is volatile because the call changed the slot through
        // a pointer.
        assert!(unsafe { std::ptr::read_volatile(&raw const slot) }.is_none());
        assert_eq!((value.handle(), found), (object(&reference).0.handle(), code));
        assert_eq!(reference.strong_count(), before + 1);
        // SAFETY: the test owns this reference.
        drop(unsafe { std::mem::transmute::<*mut c_void, Option<ObjectRef>>(value.handle()) });
    }
    let arg = pointer(tensor.dl_tensor(), TypeCode::NDARRAY_HANDLE);
    let (value, code) = convert(arg.0, arg.1).unwrap();
    assert_eq!((value.handle(), code, tensor.strong_count()), (arg.0.handle(), arg.1, 2));
    let object_address = value.handle().wrapping_byte_sub(16);
    // SAFETY: the test owns this reference.
    drop(unsafe { std::mem::transmute::<*mut c_void, Option<ObjectRef>>(object_address) });
    let mut slot = Some(ObjectRef::from(tensor.clone()));
    let rvalue = TVMValue { v_handle: (&raw mut slot).cast() };
    let (value, code) = convert(rvalue, TypeCode::OBJECT_RVALUE_REF_ARG).unwrap();
    assert_eq!((value.handle(), code), (arg.0.handle(), TypeCode::NDARRAY_HANDLE));
    // SAFETY: the test owns this reference.
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
    assert_eq!(error, "TypeError: expected a value that C can own, found type code 11\n");
    let bytes = TVMByteArray { data: c"x".as_ptr(), size: 1 };
    assert!(convert(pointer(&bytes, TypeCode::BYTES).0, TypeCode::BYTES).is_err());
    assert!(convert(TVMValue::ZERO, TypeCode::OBJECT_HANDLE).is_err());
    assert!(convert(TVMValue::ZERO, TypeCode(99)).is_err());
    // SAFETY: the function must detect the null pointers.
    assert_eq!(unsafe { cb_arg_to_return(null_mut(), null_mut()) }, -1);
}
