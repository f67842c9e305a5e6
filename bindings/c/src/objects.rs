//! Modules, and objects of any type.
//!
//! Invariant: a pointer from C is used only during the call. A handle that is returned to C owns
//! one reference.

#![expect(unsafe_code, reason = "C calls these, and passes everything by pointer")]

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;

use objet_object::{Object, ObjectRef, TypeCode, TypeIndex, TypeInfo, types};
use objet_runtime::backend::{guarded, into_c_handle, node, not_null, put, reference, release, str_from_c};
use objet_runtime::{Module, Result};

use crate::errors::ApiError;
use crate::types::{TVMFunctionHandle, TVMModuleHandle, TVMObjectHandle};

const INDEX: &str = "an output pointer for the type index";

unsafe extern "C" {
    /// The C allocator, because C frees the result with `free`.
    safe fn malloc(size: usize) -> *mut c_void;
}

/// Loads a module from a file. If the format is empty, the file extension determines the format.
///
/// # Safety
/// The strings are null or NUL-terminated. `out` is null or writable. The code in the file is
/// trusted, because it runs in this process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModLoadFromFile(
    file_name: *const c_char,
    format: *const c_char,
    out: *mut TVMModuleHandle,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let file_name = str_from_c(file_name, "a file name")?;
        let format = str_from_c(format, "a file format")?;
        put(out, "an output pointer for the module", || {
            Ok(into_c_handle(Module::load_from_file(file_name, format)?))
        })
    })
}

/// Appends a module to the imports of another module. The importing module keeps a reference.
///
/// # Safety
/// Both are null or module handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModImport(module: TVMModuleHandle, dep: TVMModuleHandle) -> c_int {
    guarded(|| {
        // SAFETY: as the caller promised.
        let (module, dep) = unsafe { (reference::<Module>(module)?, reference::<Module>(dep)?) };
        module.import(dep)
    })
}

/// Returns a handle to the function with the given name, or null if the module has no such
/// function. The caller frees the handle.
///
/// If `query_imports` is not 0, the imports of the module are searched too, depth first and in
/// order.
///
/// # Safety
/// `module` is null or a module handle. `func_name` is null or a NUL-terminated string. `out` is
/// null or writable.
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
        let name = str_from_c(func_name, "the name of a function")?;
        put(out, "an output pointer for the function", || {
            let found = match query_imports {
                0 => module.function(name)?,
                _ => module.function_with_imports(name)?,
            };
            Ok(found.map_or(ptr::null_mut(), into_c_handle))
        })
    })
}

/// Releases a reference to a module, like `TVMObjectFree`. Null is allowed.
///
/// # Safety
/// `module` is null, or a module handle whose reference the caller owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMModFree(module: TVMModuleHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { release(module, TypeCode::OBJECT_HANDLE) })
}

/// Returns the type index of an object.
///
/// # Safety
/// `obj` is null or an object handle. `out_tindex` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectGetTypeIndex(obj: TVMObjectHandle, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(out_tindex, INDEX, || Ok(node::<Object>(obj, "an object")?.type_index().value()))
    })
}

/// Returns the type index for a type key.
///
/// # Safety
/// `type_key` is null or a NUL-terminated string. `out_tindex` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeKey2Index(type_key: *const c_char, out_tindex: *mut c_uint) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        let key = str_from_c(type_key, "a type key")?;
        put(out_tindex, INDEX, || {
            let known = types::by_key(key).ok_or_else(|| ApiError::UnknownTypeKey { key: key.into() })?;
            Ok(known.index().value())
        })
    })
}

/// Returns the type key for a type index. The string is allocated with `malloc`, and the caller
/// must `free` it.
///
/// # Safety
/// `out_type_key` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectTypeIndex2Key(tindex: c_uint, out_type_key: *mut *mut c_char) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(out_type_key, "an output pointer for the type key", || {
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
/// `obj` is null or an object handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectRetain(obj: TVMObjectHandle) -> c_int {
    guarded(|| {
        if !obj.is_null() {
            // SAFETY: as the caller promised. The caller owns the new reference.
            into_c_handle(unsafe { reference::<ObjectRef>(obj) }?);
        }
        Ok(())
    })
}

/// Releases a reference to an object. The last release drops the object. Null is allowed.
///
/// # Safety
/// `obj` is null, or an object handle whose reference the caller owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectFree(obj: TVMObjectHandle) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe { release(obj, TypeCode::OBJECT_HANDLE) })
}

/// Returns 1 if the child type is the parent type or derives from it, and 0 otherwise. A child
/// index below the parent index returns 0, because a derived type has the higher index.
///
/// # Safety
/// `is_derived` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectDerivedFrom(
    child_type_index: u32,
    parent_type_index: u32,
    is_derived: *mut c_int,
) -> c_int {
    // SAFETY: as the caller promised.
    guarded(|| unsafe {
        put(is_derived, "an output pointer for the result", || {
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
