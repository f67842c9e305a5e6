//! The arguments that C functions receive.

use objet_object::{
    ArgValue, DataType, Device, IsObjectRef, NDArray, OpaqueHandle, RValueRef, ShapeTuple, TVMValue, TypeCode,
};
use objet_runtime::{ErrorKind, NDArrayExt, moved};

use super::{c_function, set_return};
use crate::c_side::{Members, int, text};

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
        // The function may write to the arrays.
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
    // More arguments, strings and bytes than fit on the stack.
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
fn strings_with_a_nul_are_rejected() {
    let function = c_function(|_, _, _| panic!("not called"));
    let error = function.call(("fine", "a\0b")).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::VALUE_ERROR);
    assert_eq!(error.message(), "argument 1: a C string cannot contain a NUL, found one at byte 1");
    // Bytes may contain a NUL.
    let function = c_function(|args, _, ret| set_return(ret, int(args[0].bytes().len() as i64)));
    assert_eq!(function.call_as::<usize>(([0_u8, 0].as_slice(),)).unwrap(), 2);
}

#[test]
fn c_code_receives_no_read_only_tensor() {
    let calls = std::rc::Rc::new(std::cell::Cell::new(0));
    let counted = calls.clone();
    let function = c_function(move |_, _, _| {
        counted.set(counted.get() + 1);
        0
    });
    let elements = NDArray::from_slice(&[2], &[1.0_f32, 2.0]).unwrap();
    // SAFETY: the owner keeps the elements alive.
    let lent = unsafe { NDArray::from_read_only_owner(elements.dl_tensor(), elements.clone()) }.unwrap();
    let view = lent.reshape(&[2, 1]).unwrap();
    let text = "tensor is read-only, but compiled code may write to it: pass a copy";
    for tensor in [&lent, &view] {
        let error = function.call((&elements, tensor)).unwrap_err();
        assert_eq!(error.message(), format!("argument 1: {text}"));
        assert_eq!(error.kind(), &ErrorKind::VALUE_ERROR);
        let slot = RValueRef::new(Some(tensor.clone().into()));
        let error = function.call((ArgValue::from(&slot),)).unwrap_err();
        assert_eq!(error.message(), format!("argument 0: {text}"));
        assert!(slot.take().is_some(), "the caller keeps the tensor");
    }
    assert_eq!(calls.get(), 0);
    function.call((&elements, &lent.copy_to(Device::cpu(0)).unwrap())).unwrap();
    assert_eq!(calls.get(), 1);
}
