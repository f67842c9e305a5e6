//! Converts arguments for C functions.
//!
//! - Arguments are copied to arrays that the C function may write to.
//! - Rust strings get a terminating NUL, and Rust bytes get a [`TVMByteArray`] descriptor.
//! - Only large argument lists allocate.
//! - A C function could write to any tensor, so read-only tensors are rejected.

use std::ffi::{c_char, c_int};
use std::ptr;

use objet_object::{ArgValue, NDArrayNode, Object, TVMByteArray, TVMValue, TypeCode};

use crate::args::Args;
use crate::backend::BackendError;
use crate::error::Result;

/// Maximum number of arguments that are kept on the stack.
const ARGS: usize = 16;
/// Maximum total length of strings on the stack, NULs included.
const TEXT: usize = 256;
/// Maximum number of byte-array descriptors on the stack.
const BYTES: usize = 4;

/// Returns a slice of `len` elements: the front of `array`, or `heap` if the array is too short.
fn room<'a, T: Copy, const N: usize>(
    array: &'a mut [T; N],
    heap: &'a mut Vec<T>,
    len: usize,
    fill: T,
) -> &'a mut [T] {
    if len <= N {
        return &mut array[..len];
    }
    heap.resize(len, fill);
    heap
}

/// Calls `call` with the addresses of the values and type codes and the number of arguments.
///
/// # Errors
/// The error of `call`. If a string contains a NUL, if a tensor is read-only, or if the number of
/// arguments does not fit into a C `int`.
pub(crate) fn lend_to_c<R>(
    args: Args<'_>,
    call: impl FnOnce(*mut TVMValue, *mut TypeCode, c_int) -> Result<R>,
) -> Result<R> {
    let count = c_int::try_from(args.len()).map_err(|_| BackendError::Count {
        what: "arguments",
        expected: "at most 2147483647",
        found: args.len() as i64,
    })?;
    for (position, code) in args.codes().iter().enumerate() {
        if matches!(*code, TypeCode::NDARRAY_HANDLE | TypeCode::OBJECT_RVALUE_REF_ARG) {
            expect_not_read_only(args, position)?;
        }
    }
    let (mut on_stack, mut on_heap) = ([TVMValue::ZERO; ARGS], Vec::new());
    let values = room(&mut on_stack, &mut on_heap, args.len(), TVMValue::ZERO);
    values.copy_from_slice(args.values());
    let (mut on_stack, mut on_heap) = ([TypeCode::NULLPTR; ARGS], Vec::new());
    let codes = room(&mut on_stack, &mut on_heap, args.len(), TypeCode::NULLPTR);
    codes.copy_from_slice(args.codes());
    if codes.iter().all(|code| code.0 >= 0) {
        return call(values.as_mut_ptr(), codes.as_mut_ptr(), count);
    }
    lend_text(args, values, codes, |values, codes| call(values, codes, count))
}

fn expect_not_read_only(args: Args<'_>, argument: usize) -> Result<()> {
    let is_read_only =
        |object: &Object| object.as_node::<NDArrayNode>().is_some_and(|tensor| tensor.is_read_only());
    // The called function reports an invalid argument.
    let found = match args.at(argument) {
        Ok(ArgValue::Object(object)) => is_read_only(object),
        Ok(ArgValue::RValueRef(slot)) => {
            let object = slot.take();
            let found = object.as_ref().is_some_and(|object| is_read_only(object));
            slot.set(object);
            found
        }
        _ => false,
    };
    if found { Err(BackendError::ReadOnly { argument }.into()) } else { Ok(()) }
}

/// The part of [`lend_to_c`] for lists with Rust strings or bytes. `values` and `codes` are
/// unconverted copies of the arguments.
#[inline(never)]
fn lend_text<R>(
    args: Args<'_>,
    values: &mut [TVMValue],
    codes: &mut [TypeCode],
    call: impl FnOnce(*mut TVMValue, *mut TypeCode) -> Result<R>,
) -> Result<R> {
    let (mut text_bytes, mut arrays) = (0, 0);
    for position in 0..args.len() {
        match rust_arg(args, position)? {
            Some(ArgValue::Str(text)) => text_bytes += text.len() + 1,
            Some(_) => arrays += 1,
            None => {}
        }
    }
    let (mut on_stack, mut on_heap) = ([0; TEXT], Vec::new());
    let mut text_room = room(&mut on_stack, &mut on_heap, text_bytes, 0);
    let empty = TVMByteArray { data: ptr::null(), size: 0 };
    let (mut on_stack, mut on_heap) = ([empty; BYTES], Vec::new());
    let mut arrays_room = room(&mut on_stack, &mut on_heap, arrays, empty).iter_mut();
    for (position, (value, code)) in values.iter_mut().zip(&mut *codes).enumerate() {
        match rust_arg(args, position)? {
            Some(ArgValue::Str(text)) => {
                if let Some(nul) = text.bytes().position(|byte| byte == 0) {
                    return Err(BackendError::Nul { argument: position, position: nul }.into());
                }
                let (buffer, rest) = text_room.split_at_mut(text.len() + 1);
                buffer[..text.len()].copy_from_slice(text.as_bytes());
                buffer[text.len()] = 0;
                text_room = rest;
                (*value, *code) = (TVMValue { v_str: buffer.as_ptr().cast::<c_char>() }, TypeCode::STR);
            }
            Some(ArgValue::Bytes(bytes)) => {
                if let Some(array) = arrays_room.next() {
                    *array = TVMByteArray { data: bytes.as_ptr().cast(), size: bytes.len() };
                    (*value, *code) = (TVMValue { v_handle: ptr::from_mut(array).cast() }, TypeCode::BYTES);
                }
            }
            _ => {}
        }
    }
    call(values.as_mut_ptr(), codes.as_mut_ptr())
}

/// Returns the argument at `position` if it is a Rust string or Rust bytes.
fn rust_arg(args: Args<'_>, position: usize) -> Result<Option<ArgValue<'_>>> {
    match args.codes()[position] {
        TypeCode::RUST_STR | TypeCode::RUST_BYTES => args.at(position).map(Some),
        code if code.0 < 0 => args.at(position).map(Some),
        _ => Ok(None),
    }
}
