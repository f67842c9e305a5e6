//! Tensors: creation, views, alignment and write access.

#![expect(unsafe_code, reason = "creates tensors over foreign memory")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet_object::{DLTensor, DataType, Device, IsObjectRef, NDArray, NDArrayError, Span, TensorBytesError};
use proptest::prelude::*;

/// Counts its drops.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Creates a tensor over elements that an owner keeps. If `sole` is true, only the tensor refers to
/// the elements. Also returns the number of drops of the owner.
fn kept(
    elements: Vec<i32>,
    shape: &[i64],
    strides: Option<&[i64]>,
    first: usize,
    sole: bool,
) -> (Result<NDArray, NDArrayError>, Arc<AtomicUsize>) {
    let mut elements = elements;
    let (mut shape, mut strides) = (shape.to_vec(), strides.map(<[i64]>::to_vec));
    let tensor = DLTensor {
        data: elements.as_mut_ptr().cast(),
        device: Device::cpu(0),
        ndim: shape.len() as i32,
        dtype: DataType::int(32),
        shape: shape.as_mut_ptr(),
        strides: strides.as_mut().map_or(std::ptr::null_mut(), |strides| strides.as_mut_ptr()),
        byte_offset: first as u64 * 4,
    };
    let dropped = Arc::new(AtomicUsize::new(0));
    let owner = (elements, Counted(dropped.clone()));
    // SAFETY: callers pass all elements that the shape and the strides reach, and the owner keeps
    // them alive.
    let made = unsafe {
        match sole {
            true => NDArray::from_sole_owner(&tensor, owner),
            false => NDArray::from_owner(&tensor, owner),
        }
    };
    (made, dropped)
}

#[test]
fn elements_are_aligned_for_compiled_code() {
    for size in [1, 7, 100, 5000] {
        for tensor in [
            NDArray::zeros(&[size], DataType::int(8)).unwrap(),
            NDArray::from_slice(&[size], &vec![1_u8; size as usize]).unwrap(),
            NDArray::from_vec(&[size], vec![1_u8; size as usize]).unwrap(),
            NDArray::from_bytes(&[size], DataType::BOOL, &vec![1; size as usize]).unwrap(),
        ] {
            assert_eq!(tensor.dl_tensor().data.addr() % 128, 0);
        }
        let aligned = NDArray::zeros_aligned(&[size], DataType::float(64), 4096).unwrap();
        assert_eq!(aligned.dl_tensor().data.addr() % 4096, 0);
        assert_eq!(aligned.to_vec::<f64>().unwrap(), vec![0.0; size as usize]);
    }
    let wide = NDArray::zeros(&[1], DataType::float(64).with_lanes(40)).unwrap();
    assert_eq!(wide.dl_tensor().data.addr() % 512, 0);
    for alignment in [0, 3, usize::MAX] {
        let error = NDArray::zeros_aligned(&[1], DataType::int(8), alignment).unwrap_err();
        assert_eq!(error, NDArrayError::Alignment { found: alignment });
    }
    let too_much = NDArray::zeros_aligned(&[1], DataType::int(8), 1 << (usize::BITS - 1)).unwrap_err();
    assert!(matches!(too_much, NDArrayError::TooLarge { .. }));
}

#[test]
fn an_aligned_vector_is_not_copied() {
    let rows: Vec<Vec<u64>> = (0..256).map(|row| vec![row; 16]).collect();
    let mut stayed = 0;
    for (row, elements) in rows.into_iter().enumerate() {
        let address = elements.as_ptr().addr();
        let mut tensor = NDArray::from_vec(&[4, 4], elements).unwrap();
        let same = tensor.dl_tensor().data.addr() == address;
        assert!(same == address.is_multiple_of(128));
        stayed += usize::from(same);
        tensor.as_slice_mut::<u64>().unwrap()[15] = 7;
        assert_eq!(tensor.to_vec::<u64>().unwrap()[14..], [row as u64, 7]);
    }
    assert!(stayed > 0, "some of 256 vectors of 128 bytes should be aligned to 128 bytes");
    assert!(NDArray::from_vec(&[3], vec![0_u8; 2]).is_err());
    assert_eq!(
        NDArray::from_vec(&[0, 2], Vec::<f32>::new()).unwrap().to_vec::<f32>().unwrap(),
        [] as [f32; 0]
    );
}

#[test]
fn views_share_and_keep_the_memory_of_their_tensor() {
    let tensor = NDArray::from_slice(&[2, 4], &[0_u16, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    let weak = tensor.downgrade();
    let row = tensor.view_at(&[4], DataType::uint(16), 8).unwrap();
    assert_eq!(row.as_slice::<u16>().unwrap(), [4, 5, 6, 7]);
    let part = row.view_at(&[2, 1], DataType::uint(16), 2).unwrap();
    assert_eq!(part.as_slice::<u16>().unwrap(), [5, 6]);
    assert_eq!(part.dl_tensor().byte_offset, 10);
    assert_eq!(tensor.reshape(&[8, 1]).unwrap().shape(), [8, 1]);
    drop((tensor, row));
    assert!(weak.upgrade().is_some());
    assert_eq!(part.as_slice::<u16>().unwrap(), [5, 6]);
    drop(part);
    assert!(weak.upgrade().is_none());
}

#[test]
fn a_view_stays_within_its_tensor() {
    let tensor = NDArray::zeros(&[10], DataType::int(8)).unwrap();
    assert_eq!(tensor.view_at(&[0], DataType::int(64), 10).unwrap().byte_size(), 0);
    assert_eq!(tensor.view(&[], DataType::int(64)).unwrap().shape(), [0_i64; 0]);
    for (shape, dtype, offset) in [
        (&[11][..], DataType::int(8), 0),
        (&[10], DataType::int(8), 1),
        (&[0], DataType::int(8), 11),
        (&[2], DataType::int(64), 0),
        (&[1], DataType::int(8), usize::MAX),
    ] {
        let error = tensor.view_at(shape, dtype, offset).unwrap_err();
        assert!(matches!(error, NDArrayError::ViewTooLarge { bytes: 10, .. }), "{error}");
    }
    assert_eq!(
        tensor.view_at(&[4], DataType::int(16), 4).unwrap_err().to_string(),
        "view is out of bounds: 8 bytes at offset 4 of a tensor of 10 bytes"
    );
    assert!(tensor.view(&[i64::MAX, 2], DataType::int(8)).is_err());
    assert!(tensor.view(&[-1], DataType::int(8)).is_err());
    for shape in [&[9][..], &[11], &[]] {
        assert!(tensor.reshape(shape).is_err());
    }
    let (strided, _) = kept(vec![0; 4], &[2, 2], Some(&[1, 2]), 0, false);
    assert!(matches!(strided.unwrap().reshape(&[4]), Err(NDArrayError::NotContiguous { .. })));
}

#[test]
fn writing_needs_a_unique_reference() {
    let mut tensor = NDArray::from_slice(&[4], &[1_i32, 2, 3, 4]).unwrap();
    tensor.as_slice_mut::<i32>().unwrap()[0] = 10;
    assert!(matches!(tensor.as_slice_mut::<f32>(), Err(NDArrayError::ElementType { .. })));
    let mut view = tensor.view_at(&[2], DataType::int(32), 4).unwrap();
    assert_eq!(tensor.as_slice_mut::<i32>().unwrap_err(), NDArrayError::Shared);
    assert_eq!(view.as_slice_mut::<i32>().unwrap_err(), NDArrayError::Shared);
    let mut of_view = view.reshape(&[1, 2]).unwrap();
    drop(tensor);
    assert!(!view.is_writable() && !of_view.is_writable(), "both views share the memory");
    drop(view);
    of_view.as_slice_mut::<i32>().unwrap().copy_from_slice(&[20, 30]);
    let weak = of_view.downgrade();
    assert!(!of_view.is_writable(), "a weak reference may become a strong one");
    drop(weak);
    assert_eq!(of_view.to_vec::<i32>().unwrap(), [20, 30]);
    // Misaligned elements cannot be read as numbers in place.
    let bytes = NDArray::zeros(&[9], DataType::int(8)).unwrap();
    let mut odd = bytes.view_at(&[2], DataType::int(32), 1).unwrap();
    drop(bytes);
    assert!(matches!(odd.as_slice_mut::<i32>(), Err(NDArrayError::Misaligned { .. })));
    assert_eq!(odd.as_bytes_mut().unwrap().len(), 8);
    assert_eq!(odd.to_vec::<i32>().unwrap(), [0, 0]);
}

#[test]
fn foreign_memory_is_kept_as_long_as_its_views() {
    for sole in [false, true] {
        let (tensor, dropped) = kept((0..6).collect(), &[2, 2], None, 1, sole);
        let mut tensor = tensor.unwrap();
        assert_eq!(tensor.as_slice::<i32>().unwrap(), [1, 2, 3, 4]);
        assert_eq!(tensor.is_writable(), sole);
        assert_eq!(tensor.as_slice_mut::<i32>().is_ok(), sole);
        let view = tensor.view_at(&[1], DataType::int(32), 12).unwrap();
        drop(tensor);
        assert_eq!(dropped.load(Ordering::SeqCst), 0);
        std::thread::spawn(move || assert_eq!(view.as_slice::<i32>().unwrap(), [4])).join().unwrap();
        assert_eq!(dropped.load(Ordering::SeqCst), 1);
    }
    let (refused, dropped) = kept(Vec::new(), &[-1], None, 0, true);
    assert!(matches!(refused, Err(NDArrayError::NegativeExtent { .. })));
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
}

#[test]
fn invalid_tensors_are_rejected() {
    let mut shape = [2_i64];
    let good = DLTensor {
        data: std::ptr::null_mut(),
        device: Device::cpu(0),
        ndim: 1,
        dtype: DataType::int(8),
        shape: shape.as_mut_ptr(),
        strides: std::ptr::null_mut(),
        byte_offset: 0,
    };
    for (tensor, text) in [
        (good, "expected elements in a DLTensor, found null"),
        (DLTensor { ndim: -1, ..good }, "expected 0 dimensions or more in a DLTensor, found -1"),
        (DLTensor { shape: std::ptr::null_mut(), ..good }, "expected a shape in a DLTensor, found null"),
    ] {
        // SAFETY: the shape is valid, and no elements are read.
        let error = unsafe { NDArray::from_owner(&tensor, ()) }.unwrap_err();
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn strided_elements_are_gathered() {
    let check = |shape: &[i64], strides: &[i64], first: usize, expected: &[i32]| {
        let (tensor, _) = kept((0..6).collect(), shape, Some(strides), first, false);
        let tensor = tensor.unwrap();
        assert_eq!(tensor.to_vec::<i32>().unwrap(), expected, "{shape:?} {strides:?}");
        let compact = tensor.compact().unwrap();
        assert_eq!((compact.shape(), compact.as_slice::<i32>().unwrap()), (shape, expected));
        assert_eq!(compact.same_as(&tensor), tensor.is_contiguous());
        let mut bytes = Vec::new();
        tensor.save(&mut bytes).unwrap();
        let back = NDArray::load(&bytes).unwrap();
        assert_eq!((back.shape(), back.as_slice::<i32>().unwrap()), (shape, expected));
    };
    check(&[2, 3], &[1, 2], 0, &[0, 2, 4, 1, 3, 5]);
    check(&[3], &[-2], 4, &[4, 2, 0]);
    check(&[2, 2], &[0, 3], 1, &[1, 4, 1, 4]);
    check(&[2, 1, 2], &[3, 77, 1], 1, &[1, 2, 4, 5]);
    check(&[2, 0], &[9, 9], 0, &[]);
    check(&[6], &[1], 0, &[0, 1, 2, 3, 4, 5]);
}

#[test]
fn tensors_of_a_sequence_are_read_in_order() {
    let first = NDArray::from_slice(&[2], &[1_i16, 2]).unwrap();
    let lanes = NDArray::from_bytes(&[1], DataType::int(8).with_lanes(2), &[3, 4]).unwrap();
    let mut bytes = Vec::new();
    first.save_next(&mut bytes).unwrap();
    assert!(matches!(lanes.save_next(&mut bytes), Err(TensorBytesError::Lanes { .. })));
    NDArray::zeros(&[0, 3], DataType::int(8).with_lanes(2)).unwrap().save_next(&mut bytes).unwrap();
    bytes.extend(b"what follows");
    let mut rest = bytes.as_slice();
    assert_eq!(NDArray::load_next(&mut rest).unwrap().as_slice::<i16>().unwrap(), [1, 2]);
    assert_eq!(NDArray::load_next(&mut rest).unwrap().shape(), [0, 3]);
    assert_eq!(rest, b"what follows");
    assert!(NDArray::load_next(&mut rest).is_err());
    assert_eq!(rest, b"what follows", "a failed read consumes nothing");
    // A single tensor may have lanes. In a sequence, the end of such a tensor would be unknown.
    let mut bytes = Vec::new();
    lanes.save(&mut bytes).unwrap();
    assert!(matches!(NDArray::load_next(&mut bytes.as_slice()), Err(TensorBytesError::Lanes { .. })));
    assert_eq!(NDArray::load(&bytes).unwrap().as_bytes().unwrap(), [3, 4]);
}

proptest! {
    #[test]
    fn gathering_follows_the_strides(
        shape in prop::collection::vec(0_i64..4, 0..4),
        strides in prop::collection::vec(-5_i64..6, 4),
    ) {
        let strides = &strides[..shape.len()];
        let reach = |sign: i64| -> i64 {
            let steps = shape.iter().zip(strides).filter(|(_, stride)| **stride * sign > 0);
            steps.map(|(extent, stride)| (extent - 1).max(0) * stride).sum()
        };
        let first = usize::try_from(-reach(-1)).unwrap();
        let elements: Vec<i32> = (0..(first as i64 + reach(1) + 1) as i32).collect();
        let (tensor, _) = kept(elements, &shape, Some(strides), first, false);
        let tensor = tensor.unwrap();
        let mut expected = vec![first as i64];
        for (extent, stride) in shape.iter().zip(strides) {
            expected = expected.iter().flat_map(|place| (0..*extent).map(move |step| place + step * stride)).collect();
        }
        let expected: Vec<i32> = expected.into_iter().map(|place| place as i32).collect();
        prop_assert_eq!(tensor.to_vec::<i32>().unwrap(), expected.clone());
        let compact = tensor.compact().unwrap();
        prop_assert_eq!(compact.as_slice::<i32>().unwrap(), expected);
    }

    #[test]
    fn views_do_not_panic_or_exceed_their_tensor(
        shape in prop::collection::vec(prop_oneof![0_i64..5, Just(i64::MAX), Just(-1)], 0..4),
        bits in 0_u8..70, lanes in 0_u16..4, offset in prop_oneof![0_usize..40, Just(usize::MAX)],
    ) {
        let tensor = NDArray::from_vec(&[4, 8], (0..32).collect::<Vec<u8>>()).unwrap();
        let dtype = DataType::uint(bits).with_lanes(lanes);
        if let Ok(view) = tensor.view_at(&shape, dtype, offset) {
            let bytes = view.as_bytes().unwrap();
            let whole: Vec<u8> = (0..32).collect();
            prop_assert_eq!(bytes, &whole[offset..offset + bytes.len()]);
        }
    }
}

#[test]
fn parts_refer_to_the_elements_of_their_tensor() {
    let all: Vec<i32> = (0..24).collect();
    let tensor = NDArray::from_slice(&[2, 3, 4], &all).unwrap();
    let every = |start, step, count| Span::Every { start, step, count };
    for (spans, shape, elements, strides) in [
        (vec![], vec![2, 3, 4], all.clone(), None),
        (vec![Span::At(1)], vec![3, 4], all[12..].to_vec(), None),
        (vec![Span::At(1), Span::At(2), Span::At(3)], vec![], vec![23], None),
        (
            vec![every(1, -1, 2), Span::At(0), every(3, -2, 2)],
            vec![2, 2],
            vec![15, 13, 3, 1],
            Some(vec![-12, -2]),
        ),
        (
            vec![every(0, 1, 2), every(0, 2, 2), Span::At(1)],
            vec![2, 2],
            vec![1, 9, 13, 21],
            Some(vec![12, 8]),
        ),
        (vec![every(0, 1, 0)], vec![0, 3, 4], vec![], None),
        (vec![every(7, 9, 0)], vec![0, 3, 4], vec![], None),
    ] {
        let part = tensor.part(&spans).unwrap();
        assert_eq!((part.shape(), part.to_vec::<i32>().unwrap()), (&*shape, elements), "{spans:?}");
        assert_eq!(part.strides(), strides.as_deref(), "{spans:?}");
    }
    let once = tensor.part(&[every(1, -1, 2), every(2, -1, 3)]).unwrap();
    let twice = once.part(&[Span::At(1), every(0, 2, 2), Span::At(3)]).unwrap();
    assert_eq!(
        (twice.to_vec::<i32>().unwrap(), twice.viewed().is_some_and(|seen| seen.same_as(&tensor))),
        (vec![11, 3], true)
    );
    for spans in [
        vec![Span::At(2)],
        vec![Span::At(-1)],
        vec![every(0, 1, 3)],
        vec![every(1, -1, 3)],
        vec![every(2, 1, 1)],
        vec![every(0, 1, -1)],
        vec![every(1, i64::MAX, 3)],
        vec![Span::At(0); 4],
    ] {
        assert!(matches!(tensor.part(&spans), Err(NDArrayError::BeyondShape { .. })), "{spans:?}");
    }
}
