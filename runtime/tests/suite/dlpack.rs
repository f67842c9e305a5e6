//! Exchange of tensors with other libraries through DLPack.

#![expect(unsafe_code, reason = "DLPack is a C interface")]

use std::ffi::c_void;
use std::mem::{align_of, offset_of, size_of};
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::test_device::TestDevice;
use objet_object::{
    DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, DataType, Device, DeviceType,
    IsObjectRef, NDArray, NDArrayError, Span,
};
use objet_runtime::NDArrayExt;

type Flags = DLManagedTensorVersioned;

/// The memory of a tensor that another library exports.
struct Produced<M> {
    managed: Option<M>,
    elements: Vec<u8>,
    shape: Vec<i64>,
    given_back: Arc<AtomicUsize>,
}

impl<M> Produced<M> {
    fn new(shape: &[i64], given_back: &Arc<AtomicUsize>) -> *mut Self {
        let elements = (0..64).collect();
        let given_back = given_back.clone();
        Box::into_raw(Box::new(Self { managed: None, elements, shape: shape.into(), given_back }))
    }

    /// # Safety
    /// `this` must be valid.
    unsafe fn tensor(this: *mut Self, dtype: DataType) -> DLTensor {
        // SAFETY: as the caller promised.
        let this = unsafe { &mut *this };
        DLTensor {
            data: this.elements.as_mut_ptr().cast(),
            device: Device::cpu(0),
            ndim: this.shape.len() as i32,
            dtype,
            shape: this.shape.as_mut_ptr(),
            strides: ptr::null_mut(),
            byte_offset: 0,
        }
    }

    /// # Safety
    /// `context` must come from `new`, and must not be used afterwards.
    unsafe fn end(context: *mut c_void) {
        // SAFETY: as the caller promised.
        let this = unsafe { Box::from_raw(context.cast::<Self>()) };
        this.given_back.fetch_add(1, Ordering::SeqCst);
    }
}

unsafe extern "C" fn give_back(managed: *mut DLManagedTensor) {
    // SAFETY: the context comes from `produce`, and the deleter is called once.
    unsafe { Produced::<DLManagedTensor>::end((*managed).manager_ctx) };
}

unsafe extern "C" fn give_back_versioned(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: as above.
    unsafe { Produced::<DLManagedTensorVersioned>::end((*managed).manager_ctx) };
}

fn produce(shape: &[i64], dtype: DataType, given_back: &Arc<AtomicUsize>) -> NonNull<DLManagedTensor> {
    let produced = Produced::new(shape, given_back);
    // SAFETY: the box was leaked just now.
    unsafe {
        let dl_tensor = Produced::tensor(produced, dtype);
        let managed = DLManagedTensor { dl_tensor, manager_ctx: produced.cast(), deleter: Some(give_back) };
        NonNull::from((*produced).managed.insert(managed))
    }
}

fn produce_versioned(
    version: DLPackVersion,
    flags: u64,
    shape: &[i64],
    dtype: DataType,
    given_back: &Arc<AtomicUsize>,
) -> NonNull<DLManagedTensorVersioned> {
    let produced = Produced::new(shape, given_back);
    // SAFETY: the box was leaked just now.
    unsafe {
        let dl_tensor = Produced::tensor(produced, dtype);
        let deleter = Some(give_back_versioned as unsafe extern "C" fn(_));
        let managed =
            DLManagedTensorVersioned { version, manager_ctx: produced.cast(), deleter, flags, dl_tensor };
        NonNull::from((*produced).managed.insert(managed))
    }
}

#[test]
fn structs_have_the_layout_of_the_interface() {
    assert_eq!((size_of::<DLTensor>(), align_of::<DLTensor>()), (48, 8));
    assert_eq!((size_of::<DLManagedTensor>(), offset_of!(DLManagedTensor, deleter)), (64, 56));
    assert_eq!((size_of::<DLPackVersion>(), align_of::<DLPackVersion>()), (8, 4));
    assert_eq!((size_of::<Flags>(), align_of::<Flags>()), (80, 8));
    let offsets = [
        offset_of!(Flags, version),
        offset_of!(Flags, manager_ctx),
        offset_of!(Flags, deleter),
        offset_of!(Flags, flags),
        offset_of!(Flags, dl_tensor),
    ];
    assert_eq!(offsets, [0, 8, 16, 24, 32]);
    assert_eq!((Flags::READ_ONLY, Flags::IS_COPIED, Flags::SUBBYTE_PADDED), (1, 2, 4));
}

#[test]
fn a_tensor_is_exported_and_imported_without_a_copy() {
    let tensor = NDArray::from_slice(&[2, 2], &[1_i32, 2, 3, 4]).unwrap();
    let weak = tensor.downgrade();
    let address = tensor.dl_tensor().data;
    let managed = tensor.clone().into_dl_managed().unwrap();
    // SAFETY: the struct is valid until its deleter is called.
    let out = unsafe { managed.as_ref() };
    assert_eq!((out.dl_tensor.data, out.dl_tensor.ndim), (address, 2));
    assert!(out.dl_tensor.strides.is_null());
    drop(tensor);
    assert!(weak.upgrade().is_some(), "the struct holds a reference");
    // SAFETY: the call takes over the struct.
    let back = unsafe { NDArray::from_dl_managed(managed) }.unwrap();
    assert_eq!((back.as_slice::<i32>().unwrap(), back.dl_tensor().data), ([1, 2, 3, 4].as_slice(), address));
    drop(back);
    assert!(weak.upgrade().is_none());

    let tensor = NDArray::from_slice(&[2, 3], &[0_u8; 6]).unwrap();
    let weak = tensor.downgrade();
    let managed = tensor.into_dl_managed_versioned();
    // SAFETY: as above.
    let back = unsafe { NDArray::from_dl_managed_versioned(managed) }.unwrap();
    assert_eq!((back.shape(), back.strides()), ([2, 3].as_slice(), None), "compact strides are left out");
    std::thread::spawn(move || drop(back)).join().unwrap();
    assert!(weak.upgrade().is_none());
}

#[test]
fn a_struct_that_is_not_imported_is_freed_by_its_deleter() {
    let tensor = NDArray::from_slice(&[], &[1.5_f64]).unwrap();
    let weak = tensor.downgrade();
    let managed = tensor.clone().into_dl_managed().unwrap().as_ptr();
    let versioned = tensor.clone().into_dl_managed_versioned().as_ptr();
    drop(tensor);
    // SAFETY: each deleter is called once, with its struct.
    unsafe {
        ((*managed).deleter.unwrap())(managed);
        assert!(weak.upgrade().is_some());
        ((*versioned).deleter.unwrap())(versioned);
    }
    assert!(weak.upgrade().is_none());
}

#[test]
fn flags_tell_read_only_and_padded_tensors() {
    let flags = |tensor: NDArray| {
        let managed = tensor.into_dl_managed_versioned();
        // SAFETY: the struct is valid until the import takes it over.
        unsafe {
            let DLManagedTensorVersioned { version, flags, .. } = *managed.as_ref();
            assert_eq!(version, DLPackVersion { major: 1, minor: 1 });
            drop(NDArray::from_dl_managed_versioned(managed).unwrap());
            flags
        }
    };
    let tensor = NDArray::from_slice(&[2], &[1_u8, 2]).unwrap();
    assert_eq!(flags(tensor.clone()), Flags::READ_ONLY);
    assert_eq!(flags(tensor), 0);
    assert_eq!(
        flags(NDArray::zeros(&[3], DataType::BOOL).unwrap()),
        0,
        "bools are exported with a type of one byte"
    );
    assert_eq!(flags(NDArray::zeros(&[3], DataType::uint(4)).unwrap()), Flags::SUBBYTE_PADDED);
    assert_eq!(flags(NDArray::zeros(&[3], DataType::int(4).with_lanes(2)).unwrap()), 0);
}

#[test]
fn an_imported_struct_is_deleted_once() {
    let given_back = Arc::new(AtomicUsize::new(0));
    let count = || given_back.load(Ordering::SeqCst);
    let version = DLPackVersion { major: 1, minor: 3 };
    // SAFETY: the structs are valid, and the imports take them over.
    let tensors = unsafe {
        [
            NDArray::from_dl_managed(produce(&[2, 4], DataType::uint(8), &given_back)).unwrap(),
            NDArray::from_dl_managed_versioned(produce_versioned(
                version,
                0,
                &[8],
                DataType::uint(8),
                &given_back,
            ))
            .unwrap(),
        ]
    };
    for mut tensor in tensors {
        let before = count();
        assert_eq!(tensor.as_slice::<u8>().unwrap(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert!(!tensor.is_writable(), "other code may refer to the memory");
        let view = tensor.view_at(&[1], DataType::uint(8), 7).unwrap();
        drop(tensor);
        assert_eq!(count(), before);
        std::thread::spawn(move || assert_eq!(view.as_slice::<u8>().unwrap(), [7])).join().unwrap();
        assert_eq!(count(), before + 1);
    }
}

#[test]
fn a_rejected_struct_is_deleted_too() {
    let given_back = Arc::new(AtomicUsize::new(0));
    let one = DLPackVersion { major: 1, minor: 0 };
    let mut refused = 0;
    let mut expect = |result: Result<NDArray, NDArrayError>, text: &str| {
        refused += 1;
        assert_eq!(result.unwrap_err().to_string(), text);
        assert_eq!(given_back.load(Ordering::SeqCst), refused);
    };
    let byte = DataType::uint(8);
    // SAFETY: the structs are valid, and the imports take them over.
    unsafe {
        let negative = "negative extent -1 in dimension 0 of shape [-1]";
        expect(NDArray::from_dl_managed(produce(&[-1], byte, &given_back)), negative);
        let versioned = |version, flags, shape, dtype| {
            NDArray::from_dl_managed_versioned(produce_versioned(version, flags, shape, dtype, &given_back))
        };
        expect(versioned(one, 0, &[-1], byte), negative);
        let version = |major| DLPackVersion { major, minor: 7 };
        expect(versioned(version(2), 0, &[8], byte), "expected version 1 of DLPack, found 2.7");
        expect(versioned(version(0), 0, &[8], byte), "expected version 1 of DLPack, found 0.7");
        expect(
            versioned(one, 0, &[8], DataType::int(4)),
            "expected elements of whole bytes in a DLTensor, found packed elements of type int4",
        );
        let mut null = produce(&[1], byte, &given_back);
        null.as_mut().dl_tensor.data = ptr::null_mut();
        expect(NDArray::from_dl_managed(null), "expected elements in a DLTensor, found null");
        let padded = versioned(one, Flags::SUBBYTE_PADDED, &[8], DataType::int(4)).unwrap();
        assert_eq!(padded.byte_size(), 8);
    }
}

#[test]
fn only_a_copy_without_the_read_only_flag_is_writable() {
    let given_back = Arc::new(AtomicUsize::new(0));
    for (flags, own) in [
        (Flags::IS_COPIED, true),
        (Flags::IS_COPIED | Flags::READ_ONLY, false),
        (Flags::READ_ONLY, false),
        (0, false),
    ] {
        let managed = produce_versioned(DLPackVersion::CURRENT, flags, &[4], DataType::uint(8), &given_back);
        // SAFETY: the struct is valid, and the import takes it over. No other code uses the
        // elements.
        let mut tensor = unsafe { NDArray::from_dl_managed_versioned(managed) }.unwrap();
        assert_eq!(tensor.as_slice_mut::<u8>().is_ok(), own, "{flags}");
    }
    assert_eq!(given_back.load(Ordering::SeqCst), 4);
}

#[test]
fn read_only_tensors_stay_read_only() {
    let given_back = Arc::new(AtomicUsize::new(0));
    let import = |flags| {
        let managed = produce_versioned(DLPackVersion::CURRENT, flags, &[4], DataType::uint(8), &given_back);
        // SAFETY: the struct is valid, and the import takes it over. No code writes to the
        // elements.
        unsafe { NDArray::from_dl_managed_versioned(managed) }.unwrap()
    };
    assert!(!import(0).is_read_only() && !import(Flags::IS_COPIED).is_read_only());
    let mut tensor = import(Flags::READ_ONLY);
    let view = tensor.view_at(&[2], DataType::uint(8), 2).unwrap();
    let part = view.part(&[Span::At(1)]).unwrap();
    assert!(tensor.is_read_only() && view.is_read_only() && part.is_read_only());
    assert_eq!(part.to_vec::<u8>().unwrap(), [3]);
    assert_eq!(view.into_dl_managed().unwrap_err(), NDArrayError::ReadOnly);
    drop(part);
    let other = NDArray::from_slice(&[4], &[9_u8; 4]).unwrap();
    assert!(!tensor.is_writable() && tensor.copy_from(&other).is_err());
    let managed = tensor.clone().into_dl_managed_versioned();
    // SAFETY: the struct is valid until the import takes it over.
    let again = unsafe {
        assert_eq!(managed.as_ref().flags, Flags::READ_ONLY);
        NDArray::from_dl_managed_versioned(managed).unwrap()
    };
    assert!(again.is_read_only());
    let mut copy = tensor.copy_to(Device::cpu(0)).unwrap();
    assert!(!copy.is_read_only() && copy.is_writable());
    // SAFETY: as for `import`.
    let plain =
        unsafe { NDArray::from_read_only_dl_managed(produce(&[4], DataType::uint(8), &given_back)).unwrap() };
    assert!(plain.is_read_only() && plain.clone().into_dl_managed().is_err());
    drop((tensor, again, plain));
    assert_eq!(given_back.load(Ordering::SeqCst), 4);
}

#[test]
fn bools_are_converted_to_the_types_of_other_libraries() {
    let tensor = NDArray::from_bytes(&[2], DataType::BOOL, &[1, 0]).unwrap();
    let managed = tensor.clone().into_dl_managed_versioned();
    // SAFETY: the struct is valid until the import takes it over.
    let back = unsafe {
        assert_eq!(managed.as_ref().dl_tensor.dtype.to_string(), "bool8");
        NDArray::from_dl_managed_versioned(managed).unwrap()
    };
    assert_eq!((back.dtype(), back.as_bytes().unwrap()), (DataType::BOOL, [1, 0].as_slice()));
    let managed = tensor.into_dl_managed().unwrap();
    // SAFETY: as above.
    unsafe {
        assert_eq!(managed.as_ref().dl_tensor.dtype, DataType::BOOL, "the type of TVM 0.8");
        drop(NDArray::from_dl_managed(managed).unwrap());
    }
    let given_back = Arc::new(AtomicUsize::new(0));
    // SAFETY: the struct is valid, and the import takes it over.
    let plain =
        unsafe { NDArray::from_dl_managed(produce(&[2], "bool8".parse().unwrap(), &given_back)).unwrap() };
    assert_eq!(plain.dtype(), DataType::BOOL);
}

#[test]
fn a_struct_without_deleter_is_not_freed() {
    let mut elements = [1_u8, 2];
    let mut shape = [2_i64];
    let dl_tensor = DLTensor {
        data: elements.as_mut_ptr().cast(),
        device: Device::cpu(0),
        ndim: 1,
        dtype: DataType::uint(8),
        shape: shape.as_mut_ptr(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    };
    let mut managed = DLManagedTensor { dl_tensor, manager_ctx: ptr::null_mut(), deleter: None };
    // SAFETY: the elements outlive the tensor, and no other code uses them.
    let tensor = unsafe { NDArray::from_dl_managed(NonNull::from(&mut managed)) }.unwrap();
    assert_eq!(tensor.as_slice::<u8>().unwrap(), [1, 2]);
}

#[test]
fn device_memory_is_exported_too() {
    let device = TestDevice::register(DeviceType::METAL);
    let tensor = NDArray::from_slice_on(&[3], &[1_u8, 2, 3], Device::new(DeviceType::METAL, 1)).unwrap();
    let managed = tensor.into_dl_managed().unwrap();
    assert_eq!(device.live(), 1);
    // SAFETY: the struct is valid, and the import takes it over.
    let back = unsafe { NDArray::from_dl_managed(managed) }.unwrap();
    assert_eq!(back.to_host().unwrap().to_vec::<u8>().unwrap(), [1, 2, 3]);
    std::thread::spawn(move || drop(back)).join().unwrap();
    assert_eq!(device.live(), 0);
}

#[test]
fn a_panic_of_the_owner_does_not_unwind_into_c() {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("in the drop of the owner");
        }
    }
    let mut shape = [0_i64];
    let tensor = DLTensor {
        data: ptr::null_mut(),
        device: Device::cpu(0),
        ndim: 1,
        dtype: DataType::uint(8),
        shape: shape.as_mut_ptr(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    };
    // SAFETY: there are no elements.
    let managed =
        unsafe { NDArray::from_owner(&tensor, Panics) }.unwrap().into_dl_managed().unwrap().as_ptr();
    // SAFETY: the deleter is called once.
    unsafe { ((*managed).deleter.unwrap())(managed) };
}
