//! Tensors in host memory, and data types.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::prelude::*;
use objet::tensor::{DLManagedTensor, DLTensor, DataTypeCode, DeviceType, NDArrayError};
use proptest::prelude::*;

#[test]
fn a_tensor_holds_its_elements() {
    let tensor = NDArray::from_slice(&[2, 3], &[1_i32, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(tensor.shape(), [2, 3]);
    assert_eq!(
        (tensor.strides(), tensor.dtype(), tensor.device()),
        (None, DataType::int(32), Device::cpu(0))
    );
    assert_eq!((tensor.element_count(), tensor.byte_size(), tensor.is_contiguous()), (6, 24, true));
    assert_eq!(tensor.as_slice::<i32>().unwrap(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(tensor.as_bytes().unwrap()[4..8], 2_i32.to_ne_bytes());
    assert_eq!(tensor.to_string(), "NDArray([2, 3], int32, cpu(0))");
    let raw = tensor.dl_tensor();
    assert_eq!((raw.ndim, raw.byte_offset, raw.data.addr() % 128), (2, 0, 0));
    assert_eq!(std::ptr::from_ref(raw).addr() - std::ptr::from_ref(&**tensor.as_ptr()).addr(), 16);
}

#[test]
fn tensors_can_be_empty_or_scalar() {
    let empty = NDArray::from_slice::<f32>(&[3, 0, 2], &[]).unwrap();
    assert_eq!((empty.element_count(), empty.as_slice::<f32>().unwrap().len()), (0, 0));
    let scalar = NDArray::from_slice(&[], &[2.5_f64]).unwrap();
    assert_eq!((scalar.shape().len(), scalar.as_slice::<f64>().unwrap()), (0, [2.5].as_slice()));
    let dtype = DataType::VOID;
    assert_eq!(NDArray::zeros(&[4], dtype).unwrap_err(), NDArrayError::NoBits { dtype });
}

#[test]
fn a_wrong_shape_is_an_error() {
    let text = |result: Result<NDArray, NDArrayError>| result.unwrap_err().to_string();
    assert_eq!(text(NDArray::from_slice(&[2, 2], &[1_u8])), "expected 4 elements for shape [2, 2], found 1");
    assert_eq!(
        text(NDArray::from_bytes(&[2], DataType::int(16), &[0; 3])),
        "expected 4 bytes for shape [2], found 3"
    );
    assert_eq!(
        text(NDArray::zeros(&[2, -1], DataType::BOOL)),
        "negative extent -1 in dimension 1 of shape [2, -1]"
    );
    for shape in [vec![i64::MAX, i64::MAX], vec![i64::MAX, 0, 2], vec![1 << 62], vec![1 << 31, 1 << 32]] {
        let error = NDArray::zeros(&shape, DataType::float(64)).unwrap_err();
        assert!(matches!(error, NDArrayError::TooLarge { .. }), "{error}");
    }
}

#[test]
fn elements_of_another_type_are_rejected() {
    let tensor = NDArray::zeros(&[2], DataType::float(32)).unwrap();
    assert_eq!(
        tensor.as_slice::<i32>().unwrap_err().to_string(),
        "expected elements of type int32, found float32"
    );
}

#[test]
fn only_an_unshared_tensor_is_writable() {
    let mut tensor = NDArray::zeros(&[2], DataType::uint(8)).unwrap();
    tensor.as_bytes_mut().unwrap().copy_from_slice(&[7, 8]);
    let shared = tensor.clone();
    assert_eq!(tensor.as_bytes_mut().unwrap_err(), NDArrayError::Shared);
    assert_eq!(shared.as_slice::<u8>().unwrap(), [7, 8]);
}

/// A tensor of another library.
struct Producer {
    managed: DLManagedTensor,
    data: Vec<f32>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    given_back: &'static AtomicUsize,
}

#[expect(unsafe_code, reason = "a producer of tensors uses DLPack's C structs")]
mod producer {
    use super::*;

    unsafe extern "C" fn give_back(managed: *mut DLManagedTensor) {
        // SAFETY: `managed` is the struct that `produce` created, and this is called once.
        let producer = unsafe { Box::from_raw((*managed).manager_ctx.cast::<Producer>()) };
        producer.given_back.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn produce(
        data: Vec<f32>,
        shape: &[i64],
        strides: &[i64],
        byte_offset: u64,
        device: Device,
        given_back: &'static AtomicUsize,
    ) -> Result<NDArray, NDArrayError> {
        let dl_tensor = DLTensor {
            data: std::ptr::null_mut(),
            device,
            ndim: shape.len() as i32,
            dtype: DataType::float(32),
            shape: std::ptr::null_mut(),
            strides: std::ptr::null_mut(),
            byte_offset,
        };
        let managed =
            DLManagedTensor { dl_tensor, manager_ctx: std::ptr::null_mut(), deleter: Some(give_back) };
        let producer =
            Box::new(Producer { managed, data, shape: shape.into(), strides: strides.into(), given_back });
        let producer = Box::leak(producer);
        producer.managed.dl_tensor.data = producer.data.as_mut_ptr().cast::<c_void>();
        producer.managed.dl_tensor.shape = producer.shape.as_mut_ptr();
        if !strides.is_empty() {
            producer.managed.dl_tensor.strides = producer.strides.as_mut_ptr();
        }
        let context: *mut Producer = producer;
        // SAFETY: `context` points to a leaked box.
        let managed = unsafe {
            (*context).managed.manager_ctx = context.cast();
            std::ptr::NonNull::from(&mut (*context).managed)
        };
        // SAFETY: the tensor is a valid DLPack struct, and ownership passes to the callee.
        unsafe { NDArray::from_dl_managed(managed) }
    }

    pub(super) fn negative(given_back: &'static AtomicUsize) -> Result<NDArray, NDArrayError> {
        produce(vec![1.0], &[-1], &[], 0, Device::cpu(0), given_back)
    }
}

#[test]
fn elements_of_any_layout_are_copied_in_row_major_order() {
    static GIVEN_BACK: AtomicUsize = AtomicUsize::new(0);
    let data = vec![1.0, 2.0, 3.0, 4.0];
    let strided = producer::produce(data, &[2, 2], &[1, 2], 0, Device::cpu(0), &GIVEN_BACK).unwrap();
    assert_eq!(strided.to_vec::<f32>().unwrap(), [1.0, 3.0, 2.0, 4.0]);
    let compact = NDArray::from_slice(&[2, 2], &[1.0_f32, 3.0, 2.0, 4.0]).unwrap();
    assert!(strided.as_bytes().is_err());
    assert_eq!(strided.compact_bytes().unwrap(), compact.compact_bytes().unwrap());
}

#[test]
fn an_imported_tensor_is_used_in_place_and_its_deleter_is_called_once() {
    static GIVEN_BACK: AtomicUsize = AtomicUsize::new(0);
    let data = vec![0.0, 1.0, 2.0, 3.0];
    let address = data.as_ptr();
    let tensor = producer::produce(data, &[3], &[1], 4, Device::cpu(0), &GIVEN_BACK).unwrap();
    assert_eq!(tensor.strides(), None, "strides of compact row-major order are omitted");
    let slice = tensor.as_slice::<f32>().unwrap();
    assert_eq!((slice, slice.as_ptr()), ([1.0, 2.0, 3.0].as_slice(), address.wrapping_add(1)));
    let other = tensor.clone();
    drop(tensor);
    assert_eq!(GIVEN_BACK.load(Ordering::SeqCst), 0);
    drop(other);
    assert_eq!(GIVEN_BACK.load(Ordering::SeqCst), 1);
}

#[test]
fn unreadable_elements_are_errors() {
    static GIVEN_BACK: AtomicUsize = AtomicUsize::new(0);
    let strided = producer::produce(vec![0.0; 4], &[2, 2], &[1, 2], 0, Device::cpu(0), &GIVEN_BACK).unwrap();
    assert_eq!(
        strided.as_bytes().unwrap_err().to_string(),
        "expected elements in compact row-major order, found shape [2, 2] with strides [1, 2]"
    );
    assert!(strided.clone().as_bytes_mut().is_err());
    let device = Device::new(DeviceType::CUDA, 1);
    let elsewhere = producer::produce(vec![0.0; 4], &[4], &[], 0, device, &GIVEN_BACK).unwrap();
    assert_eq!(
        elsewhere.as_bytes().unwrap_err().to_string(),
        "expected a tensor on cpu, found one on cuda(1)"
    );
    let misaligned = producer::produce(vec![0.0; 4], &[1], &[], 1, Device::cpu(0), &GIVEN_BACK).unwrap();
    assert!(matches!(misaligned.as_slice::<f32>(), Err(NDArrayError::Misaligned { expected: 4, .. })));
    drop((strided, elsewhere, misaligned));
    assert!(producer::negative(&GIVEN_BACK).is_err(), "a negative extent is rejected");
    assert_eq!(GIVEN_BACK.load(Ordering::SeqCst), 4);
}

#[test]
fn data_types_print_as_tvm_prints_them() {
    let cases = [
        (DataType::int(32), "int32"),
        (DataType::uint(8).with_lanes(4), "uint8x4"),
        (DataType::float(16), "float16"),
        (DataType::bfloat16(), "bfloat16"),
        (DataType::BOOL, "bool"),
        (DataType::BOOL.with_lanes(2), "uint1x2"),
        (DataType::HANDLE, "handle"),
        (DataType::new(DataTypeCode::HANDLE, 8, 2), "handle8x2"),
        (DataType::HANDLE.with_lanes(4), "handle64x4"),
        (DataType::VOID, ""),
        (DataType::new(DataTypeCode(10), 8, 2), "float8_e4m3fnx2"),
        (DataType::new(DataTypeCode(17), 4, 1), "float4_e2m1fn"),
        (DataType::new(DataTypeCode::COMPLEX, 64, 1), "complex64"),
        (DataType::new(DataTypeCode(129), 16, 1), "custom[129]16"),
        (DataType::new(DataTypeCode(77), 16, 1), "code[77]16"),
    ];
    for (dtype, text) in cases {
        assert_eq!(dtype.to_string(), text);
        assert_eq!(text.parse(), Ok(dtype), "{text}");
    }
}

#[test]
fn data_types_parse_with_tvms_defaults() {
    let cases = [
        ("int", DataType::int(32)),
        ("uint1", DataType::BOOL),
        ("float", DataType::float(32)),
        ("float0", DataType::float(32)),
        ("handle64", DataType::HANDLE),
        ("bfloat16", DataType::bfloat16()),
        ("float8x2", DataType::float(8).with_lanes(2)),
        ("int8x0", DataType::int(8).with_lanes(0)),
    ];
    for (text, dtype) in cases {
        assert_eq!(text.parse(), Ok(dtype), "{text}");
    }
}

#[test]
fn an_invalid_data_type_is_an_error_with_its_position() {
    let cases = [
        (
            "in32",
            0,
            "int, uint, float, handle, bool, bfloat, complex, custom[…], or one of DLPack's float8 types",
        ),
        ("int32y", 5, "the end of the text"),
        ("int300", 3, "a number up to 255"),
        ("int8x", 5, "a number of lanes"),
        ("int8x70000", 5, "a number up to 65535"),
        ("float99999999999999999999", 5, "a number up to 255"),
        ("custom[x]8", 7, "the number of a type code"),
        ("custom[130", 10, "`]`"),
        (
            "boolx4",
            0,
            "int, uint, float, handle, bool, bfloat, complex, custom[…], or one of DLPack's float8 types",
        ),
        ("float8_e4m3fn8", 13, "the end of the text"),
    ];
    for (text, position, expected) in cases {
        let error = text.parse::<DataType>().unwrap_err();
        assert_eq!((error.position, error.expected), (position, expected), "{text}");
        assert!(error.to_string().starts_with(&format!("unknown type {text}: ")), "{error}");
    }
}

proptest! {
    #[test]
    fn every_data_type_round_trips_through_its_string_form(code: u8, bits: u8, lanes: u16) {
        let dtype = DataType::new(DataTypeCode(code), bits, lanes);
        let back: DataType = dtype.to_string().parse().unwrap();
        prop_assert_eq!(back, if dtype.is_void() { DataType::VOID } else { dtype });
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "(int|float|bool|custom\\[|code\\[)?[0-9]{0,4}\\]?x?\\PC{0,6}") {
        let _ = text.parse::<DataType>();
    }

    #[test]
    fn no_shape_makes_a_tensor_panic(shape in proptest::collection::vec(-1_i64..5, 0..5), bits in 0_u8..65) {
        let dtype = DataType::uint(bits);
        if let Ok(tensor) = NDArray::zeros(&shape, dtype) {
            prop_assert_eq!(tensor.as_bytes().unwrap().len(), tensor.byte_size());
            prop_assert_eq!(tensor.shape(), shape.as_slice());
        }
    }
}
