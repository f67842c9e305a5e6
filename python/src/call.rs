//! Calls of functions from Python.

#![expect(unsafe_code, reason = "Python hands over arguments by address")]

use objet::{ArgValue, IsObjectRef, PackedArgs, PackedFuncNode, Param, RetValue, RuntimeError};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::instance::instance;
use crate::value::{self, Given, usual};
use crate::{callback, docs, error, lock};

/// How many arguments are passed without an allocation.
const FEW: usize = 4;

/// Calls a function: what Python calls for instances of its class.
///
/// # Safety
/// Python calls it with an instance of the class of functions, with as many arguments as it says and a value for each name.
pub(crate) unsafe extern "C" fn vectorcall(
    callee: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    count: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised. The top bit of the count says something else. Arguments are alive until the call returns.
    unsafe {
        let py = Python::assume_attached();
        let Some(function) = instance(callee).as_node::<PackedFuncNode>() else {
            unreachable!("objects of the class of functions are functions")
        };
        let count = count & (usize::MAX >> 1);
        if names.is_null() && count <= FEW {
            let mut few = [ArgValue::Null; FEW];
            let mut all_usual = true;
            for (position, place) in few[..count].iter_mut().enumerate() {
                match usual(*args.add(position)) {
                    Some(value) => *place = value,
                    None => {
                        all_usual = false;
                        break;
                    }
                }
            }
            if all_usual {
                // What is called without the lock needs a reference of its own to a function.
                let has_functions = !function.is_short() && few[..count].iter().any(callback::is_function);
                let outcome = if has_functions {
                    run_with_functions(py, function, few, count)
                } else {
                    run_few(py, function, few, count)
                };
                return finish(py, function, outcome);
            }
            ffi::PyErr_Clear();
        }
        let args: &[*mut ffi::PyObject] = if count == 0 && names.is_null() {
            &[]
        } else {
            let named = if names.is_null() { 0 } else { ffi::PyTuple_Size(names) as usize };
            std::slice::from_raw_parts(args, count + named)
        };
        value::raised(py, any(py, function, args, count, names))
    }
}

/// Calls it with the first few arguments.
#[inline(always)]
fn run_few(
    py: Python<'_>,
    function: &PackedFuncNode,
    few: [ArgValue<'_>; FEW],
    count: usize,
) -> Result<RetValue, RuntimeError> {
    let [a, b, c, d] = few;
    match count {
        0 => run(py, function, ()),
        1 => run(py, function, (a,)),
        2 => run(py, function, (a, b)),
        3 => run(py, function, (a, b, c)),
        _ => run(py, function, (a, b, c, d)),
    }
}

/// As [`run_few`], with references to the functions among the arguments.
#[inline(never)]
fn run_with_functions(
    py: Python<'_>,
    function: &PackedFuncNode,
    few: [ArgValue<'_>; FEW],
    count: usize,
) -> Result<RetValue, RuntimeError> {
    let held = few.map(|arg| match arg {
        ArgValue::Object(object) if callback::is_function(&arg) => object.to_object_ref(),
        _ => None,
    });
    let outcome = run_few(py, function, few, count);
    drop(held);
    outcome
}

/// Calls it with any arguments.
///
/// # Safety
/// As for [`vectorcall`]; `args` are all of them, those with names last.
unsafe fn any<'py>(
    py: Python<'py>,
    function: &PackedFuncNode,
    args: &[*mut ffi::PyObject],
    positional: usize,
    names: *mut ffi::PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: as the caller promised.
    let args: Vec<_> = args.iter().map(|arg| unsafe { Bound::from_borrowed_ptr(py, *arg) }).collect();
    let given = args.iter().map(|arg| callback::kept(value::given(arg)?));
    let mut given = given.collect::<PyResult<Vec<_>>>()?;
    if !names.is_null() {
        // SAFETY: as the caller promised.
        let names = unsafe { Bound::from_borrowed_ptr(py, names) };
        let named = given.split_off(positional);
        arrange(function, &mut given, named, names.cast::<PyTuple>()?)?;
    }
    let values: Vec<_> = given.iter().map(Given::as_arg).collect();
    let outcome = run(py, function, values.as_slice());
    // SAFETY: a new reference, or null with the exception set.
    unsafe { Bound::from_owned_ptr_or_err(py, finish(py, function, outcome)) }
}

/// Puts arguments that have names where they belong, and defaults between them.
fn arrange<'a>(
    function: &PackedFuncNode,
    given: &mut Vec<Given<'a>>,
    named: Vec<Given<'a>>,
    names: &Bound<'_, PyTuple>,
) -> PyResult<()> {
    let params = function.signature().map_or(&[][..], |signature| signature.params());
    let mut rest: Vec<Option<Given<'a>>> = Vec::new();
    rest.resize_with(params.len().saturating_sub(given.len()), || None);
    for (value, name) in named.into_iter().zip(names) {
        let name = name.cast_into::<PyString>()?.to_string();
        let is_it = |param: &Param| {
            param.name().is_some_and(|each| docs::parameter(each) == name) && !param.is_tail()
        };
        let Some(position) = params.iter().position(is_it) else {
            let message = format!("{}() got an unexpected keyword argument {name:?}", function.name());
            return Err(PyTypeError::new_err(message));
        };
        match position.checked_sub(given.len()).map(|place| &mut rest[place]) {
            Some(place @ None) => *place = Some(value),
            _ => {
                let message = format!("{}() got multiple values for argument {name:?}", function.name());
                return Err(PyTypeError::new_err(message));
            }
        }
    }
    let first = given.len();
    let last = rest.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    for (place, value) in rest.into_iter().take(last).enumerate() {
        let param = &params[first + place];
        let value = value.or_else(|| param.default_value().cloned().map(Given::Owned));
        given.push(value.ok_or_else(|| {
            let name = param.name().unwrap_or_default();
            PyTypeError::new_err(format!("{}() is missing the argument {name:?}", function.name()))
        })?);
    }
    Ok(())
}

/// Calls it, without the interpreter's lock unless it is over in a moment.
#[inline(always)]
fn run<'a>(
    py: Python<'_>,
    function: &PackedFuncNode,
    args: impl PackedArgs<'a>,
) -> Result<RetValue, RuntimeError> {
    if function.is_short() { function.call(args) } else { lock::without(py, || function.call(args)) }
}

/// What came of a call, as a new reference; or null with the exception set.
#[inline(always)]
fn finish(
    py: Python<'_>,
    function: &PackedFuncNode,
    outcome: Result<RetValue, RuntimeError>,
) -> *mut ffi::PyObject {
    match outcome {
        Ok(RetValue::Int(number @ (0 | 1)))
            if function.signature().is_some_and(|signature| signature.result() == "bool") =>
        {
            // SAFETY: the thread is attached.
            unsafe { ffi::PyBool_FromLong(number as _) }
        }
        Ok(value) => value::of_ret(py, value),
        Err(failed) => {
            error::to_python(py, failed).restore(py);
            std::ptr::null_mut()
        }
    }
}
