//! Arguments for functions of C.
//!
//! They are copied into arrays that the function may write to, as C's may. Text of Rust gets its NUL, bytes of Rust their
//! descriptor. None of it costs an allocation unless there is much of it. Nothing tells functions of C what they may write to, so
//! they are lent no tensor that is read-only.

use std::ffi::{c_char, c_int};
use std::ptr;

use objet_object::{ArgValue, NDArrayNode, Object, TVMByteArray, TVMValue, TypeCode};

use crate::args::Args;
use crate::backend::BackendError;
use crate::error::Result;

/// How many arguments there may be without an allocation.
const ARGS: usize = 16;
/// How many bytes of text, with the NULs.
const TEXT: usize = 256;
/// How many arguments that are bytes.
const BYTES: usize = 4;

/// So many elements in the array, or on the heap if it has not as many.
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

/// Lends arguments to a function of C: to `call` with where they stand, where their codes stand, and their number.
///
/// # Errors
/// Those of `call`; and if a text has a NUL in it, if a tensor is read-only, or if there are more arguments than C can count.
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
    // What is no argument is for the function to refuse.
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

/// As [`lend_to_c`], where there is text or bytes of Rust among the arguments, which `values` and `codes` have as they are.
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
                let (place, rest) = text_room.split_at_mut(text.len() + 1);
                place[..text.len()].copy_from_slice(text.as_bytes());
                place[text.len()] = 0;
                text_room = rest;
                (*value, *code) = (TVMValue { v_str: place.as_ptr().cast::<c_char>() }, TypeCode::STR);
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

/// The argument at `position`, if it is text or bytes of Rust.
fn rust_arg(args: Args<'_>, position: usize) -> Result<Option<ArgValue<'_>>> {
    match args.codes()[position] {
        TypeCode::RUST_STR | TypeCode::RUST_BYTES => args.at(position).map(Some),
        code if code.0 < 0 => args.at(position).map(Some),
        _ => Ok(None),
    }
}
