//! Modules, and objects of any type.
//!
//! Invariant: what C passes by pointer is used during the call alone. A handle that C is given has one reference.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;

use objet_object::{Object, ObjectRef, TypeCode, TypeIndex, TypeInfo, types};
use objet_runtime::backend::{give_to_c, guarded, node, not_null, put, reference, release, text};
use objet_runtime::{Module, Result};

use crate::errors::ApiError;
use crate::types::{TVMFunctionHandle, TVMModuleHandle, TVMObjectHandle};

const INDEX: &str = "a place for a type index";

unsafe extern "C" {
    /// C's own, since C frees what it gives.
    safe fn malloc(size: usize) -> *mut c_void;
}

/// Loads a module from a file. An empty format is the one that the end of the file's name says.
///
/// # Safety
/// The texts are null or end with a NUL, and `out` is null or can be written to. What code the file has does what it should: it runs
/// in this process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModLoadFromFile(
    file_name: *const c_char,
    format: *const c_char,
    out: *mut TVMModuleHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let file_name = text(file_name, "the name of a file")?;
        let format = text(format, "the format of a file")?;
        put(out, "a place for the module", || Ok(give_to_c(Module::load_from_file(file_name, format)?)))
    })
}

/// Puts a module at the end of those that another one imports, which keeps it.
///
/// # Safety
/// Both are null or handles of modules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModImport(module: TVMModuleHandle, dep: TVMModuleHandle) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let (module, dep) = unsafe { (reference::<Module>(module)?, reference::<Module>(dep)?) };
        Ok(module.import(dep)?)
    })
}

/// A handle of the function of that name, which the caller must free; null if there is none. If `query_imports` is not 0, also those
/// that the module imports are searched, depth first and in order.
///
/// # Safety
/// `module` is null or the handle of a module, `func_name` is null or text that ends with a NUL, and `out` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModGetFunction(
    module: TVMModuleHandle,
    func_name: *const c_char,
    query_imports: c_int,
    out: *mut TVMFunctionHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let module = reference::<Module>(module)?;
        let name = text(func_name, "the name of a function")?;
        put(out, "a place for the function", || {
            let found = match query_imports {
                0 => module.function(name)?,
                _ => module.function_with_imports(name)?,
            };
            Ok(found.map_or(ptr::null_mut(), give_to_c))
        })
    })
}

/// Gives a reference to a module back, as `TVMObjectFree` does. Null is allowed.
///
/// # Safety
/// `module` is null, or the handle of a module of which the caller owns a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModFree(module: TVMModuleHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { release(module, TypeCode::OBJECT_HANDLE) })
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
