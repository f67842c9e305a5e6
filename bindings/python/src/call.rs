//! Calls of functions from Python.

#![expect(unsafe_code, reason = "Python hands over arguments by address")]

use std::ptr::null_mut;

use objet::{ArgValue, IsObjectRef, PackedArgs, PackedFuncNode, Param, RetValue, RuntimeError};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::instance::{InUse, instance};
use crate::slot::{attached, guarded, raised};
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
        let count = count & (usize::MAX >> 1);
        guarded(py, || {
            let Some(function) = instance(callee).as_node::<PackedFuncNode>() else { return no_function(py) };
            if names.is_null() && count <= FEW && !lacks(function, count) {
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
                    let has_functions =
                        !function.is_short() && few[..count].iter().any(callback::is_function);
                    let outcome = if has_functions {
                        run_with_functions(py, function, args, &few, count)
                    } else {
                        run_few(py, function, &few, count)
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
            raised(py, any(py, function, args, count, names))
        })
    }
}

#[cold]
fn no_function(py: Python<'_>) -> *mut ffi::PyObject {
    raised(py, Err(PyTypeError::new_err("the object is no function")))
}

/// Calls a function: the slot `tp_call` of its class, which C code uses that has the arguments in a tuple and a dict.
///
/// # Safety
/// Python calls it with an instance of the class of functions, a tuple, and a dict or null.
pub(crate) unsafe extern "C" fn call(
    callee: *mut ffi::PyObject,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: as the caller promised. A second reference is made to all that is in the dict, which others may have and change.
    unsafe {
        let py = Python::assume_attached();
        guarded(py, || {
            let args = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
            let count = args.len();
            let (mut names, mut all) = (Vec::new(), args.iter().collect::<Vec<_>>());
            if !keywords.is_null() {
                let (mut place, mut name, mut item) = (0, null_mut(), null_mut());
                while ffi::PyDict_Next(keywords, &mut place, &mut name, &mut item) != 0 {
                    names.push(Bound::from_borrowed_ptr(py, name));
                    all.push(Bound::from_borrowed_ptr(py, item));
                }
            }
            let names = match (!names.is_empty()).then(|| PyTuple::new(py, names)).transpose() {
                Ok(names) => names,
                Err(error) => return raised(py, Err(error)),
            };
            let all: Vec<_> = all.iter().map(Bound::as_ptr).collect();
            let names = names.as_ref().map_or(null_mut(), Bound::as_ptr);
            vectorcall(callee, all.as_ptr(), count, names)
        })
    }
}

/// Calls it with the first few arguments.
#[inline(always)]
fn run_few(
    py: Python<'_>,
    function: &PackedFuncNode,
    few: &[ArgValue<'_>; FEW],
    count: usize,
) -> Result<RetValue, RuntimeError> {
    let [a, b, c, d] = *few;
    match count {
        0 => run(py, function, ()),
        1 => run(py, function, (a,)),
        2 => run(py, function, (a, b)),
        3 => run(py, function, (a, b, c)),
        _ => run(py, function, (a, b, c, d)),
    }
}

/// As [`run_few`], while the functions among the arguments are known to be in use.
///
/// # Safety
/// As for [`vectorcall`], with at least one argument.
#[inline(never)]
unsafe fn run_with_functions(
    py: Python<'_>,
    function: &PackedFuncNode,
    args: *const *mut ffi::PyObject,
    few: &[ArgValue<'_>; FEW],
    count: usize,
) -> Result<RetValue, RuntimeError> {
    // SAFETY: as the caller promised.
    let _in_use = unsafe { InUse::new(std::slice::from_raw_parts(args, count)) };
    run_few(py, function, few, count)
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
    // SAFETY: as the caller promised.
    let names = unsafe { Bound::from_borrowed_ptr_or_opt(py, names) };
    let names = names.as_ref().map(|names| names.cast::<PyTuple>()).transpose()?;
    let mut given = Vec::with_capacity(args.len());
    for (position, arg) in args.iter().enumerate() {
        let one = value::try_given(arg).map_err(|refusal| {
            let params = function.signature().map_or(&[][..], |signature| signature.params());
            let param = params.get(position).and_then(Param::name);
            let named = names.and_then(|names| names.get_item(position.checked_sub(positional)?).ok());
            let named = named.map(|name| name.to_string());
            refusal.of_argument(function.name(), position, named.as_deref().or(param))
        })?;
        given.push(callback::kept(one)?);
    }
    if let Some(names) = names {
        if let Some(callable) = callback::callable(py, function) {
            let outcome = callback::call_by_name(function, &callable, &given, names);
            // SAFETY: a new reference, or null with the exception set.
            return unsafe { Bound::from_owned_ptr_or_err(py, finish(py, function, outcome)) };
        }
        let named = given.split_off(positional);
        arrange(function, &mut given, named, names)?;
    }
    let missing = missing(function, given.len());
    given.extend(missing.into_iter().map(Given::Owned));
    let values: Vec<_> = given.iter().map(Given::as_arg).collect();
    let outcome = run(py, function, values.as_slice());
    // SAFETY: a new reference, or null with the exception set.
    unsafe { Bound::from_owned_ptr_or_err(py, finish(py, function, outcome)) }
}

/// Whether something must stand in for arguments that are missing.
#[inline(always)]
fn lacks(function: &PackedFuncNode, given: usize) -> bool {
    let has_fewer = function.signature().is_some_and(|signature| given < signature.params().len());
    has_fewer && !missing(function, given).is_empty()
}

/// What stands in for arguments without which a function is not run: null, where nothing else may be missing. None if it is run without,
/// or if it needs others.
#[cold]
fn missing(function: &PackedFuncNode, given: usize) -> Vec<RetValue> {
    let Some(signature) = function.signature() else { return Vec::new() };
    let (params, least) = (signature.params(), signature.arity().0);
    let missing = (given..least).map(|position| docs::default(params, position));
    missing.collect::<Option<_>>().unwrap_or_default()
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
        let value = value.or_else(|| docs::default(params, first + place).map(Given::Owned));
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

/// What came of a call, as a new reference; or what is made of an error.
#[inline(always)]
fn finish(
    py: Python<'_>,
    function: &PackedFuncNode,
    outcome: Result<RetValue, RuntimeError>,
) -> *mut ffi::PyObject {
    match outcome {
        Ok(RetValue::Int(number @ (0 | 1)))
            if function.signature().map_or_else(
                || callback::gives_bool(py, function),
                |signature| signature.result() == "bool",
            ) =>
        {
            // SAFETY: the thread is attached.
            unsafe { ffi::PyBool_FromLong(number as _) }
        }
        Ok(value) => value::of_ret(py, value),
        Err(error) => failure(py, error),
    }
}

/// Null, with the exception for an error set.
#[cold]
#[inline(never)]
fn failure(py: Python<'_>, failed: RuntimeError) -> *mut ffi::PyObject {
    attached(py, |py| error::to_python(py, failed).restore(py));
    null_mut()
}
