//! Objects and their types.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_uint, c_void};

use objet_object::{Object, ObjectRef, TypeCode, TypeIndex, TypeInfo, types};
use objet_runtime::Result;
use objet_runtime::backend::{give_to_c, guarded, node, not_null, text};

use crate::errors::ApiError;
use crate::handles::{put, reference, release};
use crate::types::TVMObjectHandle;

const INDEX: &str = "a place for a type index";

unsafe extern "C" {
    /// C's own, since C frees what it gives.
    safe fn malloc(size: usize) -> *mut c_void;
}

/// The index of an object's type.
///
/// # Safety
/// `obj` is null or the handle of an object, and `out_tindex` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectGetTypeIndex(obj: TVMObjectHandle, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(out_tindex, INDEX, || Ok(node::<Object>(obj, "an object")?.type_index().value()))
    })
}

/// The index of the type that has a key.
///
/// # Safety
/// `type_key` is null or text that ends with a NUL, and `out_tindex` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeKey2Index(type_key: *const c_char, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let key = text(type_key, "a type key")?;
        put(out_tindex, INDEX, || {
            let known = types::by_key(key).ok_or_else(|| ApiError::UnknownTypeKey { key: key.into() })?;
            Ok(known.index().value())
        })
    })
}

/// The key of the type that has an index, in memory of `malloc`, which the caller must `free`.
///
/// # Safety
/// `out_type_key` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeIndex2Key(tindex: c_uint, out_type_key: *mut *mut c_char) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(out_type_key, "a place for a type key", || {
            let key = type_of(tindex)?.key();
            let bytes = key.len() + 1;
            let copy = not_null(malloc(bytes), "").map_err(|_| ApiError::OutOfMemory { bytes })?.cast::<u8>();
            copy.copy_from_nonoverlapping(not_null(key.as_ptr().cast_mut(), "a type key")?, key.len());
            copy.add(key.len()).write(0);
            Ok(copy.as_ptr().cast())
        })
    })
}

/// Adds a reference to an object. Null is allowed.
///
/// # Safety
/// `obj` is null or the handle of an object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectRetain(obj: TVMObjectHandle) -> c_int {
    guarded(|| {
        if !obj.is_null() {
            // SAFETY: as the caller promised, who owns the new reference too.
            give_to_c(unsafe { reference::<ObjectRef>(obj) }?);
        }
        Ok(())
    })
}

/// Gives a reference to an object back. The object ends with the last one. Null is allowed.
///
/// # Safety
/// `obj` is null, or the handle of an object of which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectFree(obj: TVMObjectHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { release(obj, TypeCode::OBJECT_HANDLE) })
}

/// Whether a type is another one or derives from it: 1 or 0. An index that is smaller than the other one's is that of none that derives
/// from it.
///
/// # Safety
/// `is_derived` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectDerivedFrom(
    child_type_index: u32,
    parent_type_index: u32,
    is_derived: *mut c_int,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(is_derived, "a place for the answer", || {
            if child_type_index < parent_type_index {
                return Ok(0);
            }
            let child = type_of(child_type_index)?;
            let parent = types::by_index(TypeIndex::new(parent_type_index));
            Ok(parent.is_some_and(|parent| child.is_derived_from(parent)).into())
        })
    })
}

fn type_of(index: u32) -> Result<TypeInfo, ApiError> {
    types::by_index(TypeIndex::new(index)).ok_or(ApiError::UnknownTypeIndex { index })
}
