//! Calls of functions from Python.

use objet::function::{ArgValue, PackedFuncNode, Param, RetValue, RuntimeError};
use objet::{IsObjectRef, ObjectRef};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use crate::conversion_error::ConversionError;
use crate::slot::attached;
use crate::streams::CallStreams;
use crate::value::{self, Arg, fast_path};
use crate::{callback, docs, error, exchange, opaque, progress, tensor};

/// Maximum number of arguments of a call without allocation.
const INLINE_ARGS: usize = 4;

/// Calls a function. The last arguments are the named ones, in the order of `names`.
#[inline(always)]
pub(crate) fn call<'py>(
    py: Python<'py>,
    function: &ObjectRef,
    args: &[Bound<'py, PyAny>],
    names: Option<&Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(function) = function.as_node::<PackedFuncNode>() else {
        return Err(PyTypeError::new_err("the object is not a function"));
    };
    if names.is_none() && args.len() <= INLINE_ARGS && !lacks(function, args.len()) {
        let mut inline = [ArgValue::Null; INLINE_ARGS];
        let mut kept = [const { None }; INLINE_ARGS];
        let mut all_fast = true;
        for (position, arg) in args.iter().enumerate() {
            let Some(value) = fast_path(arg) else {
                all_fast = false;
                break;
            };
            inline[position] = value;
            kept[position] = callback::function_of(&value);
        }
        if all_fast {
            return finish(py, function, run(py, function, &inline[..args.len()]));
        }
        return with_tensors(py, function, args);
    }
    attached(py, |_| slow_path(py, function, args, names, Default::default()))
}

/// Values of the first arguments that were converted already.
type Imported = [Option<RetValue>; INLINE_ARGS];

/// Calls a function with tensors of known classes of other libraries, and with arguments of the
/// fast path. Other arguments take the slow path, and so do tensors that cannot be imported. A
/// parameter of the type `&DLTensor` gets a tensor that is lent, because the caller keeps the
/// arguments alive.
#[inline(never)]
fn with_tensors<'py>(
    py: Python<'py>,
    function: &PackedFuncNode,
    args: &[Bound<'py, PyAny>],
) -> PyResult<Bound<'py, PyAny>> {
    let streams = CallStreams::convert();
    let params = function.signature().map_or(&[][..], |signature| signature.params());
    let mut imported = Imported::default();
    let mut lent = [const { None }; INLINE_ARGS];
    let mut kept = [const { None }; INLINE_ARGS];
    let mut values = [ArgValue::Null; INLINE_ARGS];
    let mut all_simple = true;
    let places = imported.iter_mut().zip(&mut lent);
    for (position, (arg, (imported, lent))) in args.iter().zip(places).enumerate() {
        let tensor = exchange::known(arg).map(|known| {
            if params.get(position).is_some_and(Param::is_dl_tensor) {
                *lent = known.lend()?;
            }
            match lent {
                Some(tensor) => Ok(ArgValue::Tensor(tensor)),
                None => Ok(imported.insert(tensor::from_produced(&known)?.into()).as_arg()),
            }
        });
        let value = match tensor {
            None => fast_path(arg),
            Some(Ok(tensor)) => Some(tensor),
            Some(Err(error)) if PyErr::is_instance_of::<PyException>(&error, py) => None,
            Some(Err(error)) => return Err(error),
        };
        let Some(value) = value else {
            all_simple = false;
            break;
        };
        values[position] = value;
        kept[position] = callback::function_of(&value);
    }
    if all_simple {
        let outcome = streams.run(|| run(py, function, &values[..args.len()]));
        return finish(py, function, outcome);
    }
    attached(py, |_| slow_path(py, function, args, None, imported))
}

/// Calls a function with the arguments in a tuple and a dict.
pub(crate) fn unpacked<'py>(
    function: &ObjectRef,
    args: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let (names, named): (Vec<_>, Vec<_>) = keywords.into_iter().flatten().unzip();
    let names = (!names.is_empty()).then(|| PyTuple::new(py, names)).transpose()?;
    let args: Vec<_> = args.iter().chain(named).collect();
    call(py, function, &args, names.as_ref())
}

/// Calls a function on the slow path: with named arguments, or with arguments that need conversion.
fn slow_path<'py>(
    py: Python<'py>,
    function: &PackedFuncNode,
    args: &[Bound<'py, PyAny>],
    names: Option<&Bound<'py, PyTuple>>,
    imported: Imported,
) -> PyResult<Bound<'py, PyAny>> {
    let streams = CallStreams::convert();
    let positional = args.len() - names.map_or(0, |names| names.len());
    let mut converted = Vec::with_capacity(args.len());
    let imported = imported.into_iter().chain(std::iter::repeat_with(|| None));
    for (position, (arg, imported)) in args.iter().zip(imported).enumerate() {
        if let Some(imported) = imported {
            converted.push(Arg::Owned(imported));
            continue;
        }
        let one = match value::try_convert(arg) {
            Ok(one) => callback::kept(one)?,
            Err(error) => {
                let named = names.and_then(|names| names.get_item(position.checked_sub(positional)?).ok());
                unconverted(function, arg, position, named.map(|name| name.to_string()), error)?
            }
        };
        converted.push(one);
    }
    if let Some(names) = names {
        if let Some(callable) = callback::callable(py, function) {
            let outcome = streams.run(|| callback::call_by_name(function, &callable, &converted, names));
            return finish(py, function, outcome);
        }
        let named = converted.split_off(positional);
        arrange(function, &mut converted, named, names)?;
    }
    let missing = missing(function, converted.len());
    converted.extend(missing.into_iter().map(Arg::Owned));
    let values: Vec<_> = converted.iter().map(Arg::as_arg).collect();
    let outcome = streams.run(|| run(py, function, &values));
    finish(py, function, outcome)
}

/// Handles an argument without a native form. A parameter that takes any object gets an opaque one,
/// and others are an error. `name` is that of a named argument.
#[cold]
fn unconverted<'a>(
    function: &PackedFuncNode,
    arg: &Bound<'_, PyAny>,
    position: usize,
    name: Option<String>,
    error: ConversionError,
) -> PyResult<Arg<'a>> {
    let params = function.signature().map_or(&[][..], |signature| signature.params());
    let param = match &name {
        Some(name) => params.iter().find(|param| is_called(param, name)),
        None => params.get(position).or(params.last().filter(|last| last.is_tail())),
    };
    if error.is_about_the_class() {
        let held = RetValue::from(opaque::of(arg));
        if param.is_none_or(|param| param.check(held.as_arg()).is_ok()) {
            return Ok(Arg::Owned(held));
        }
    }
    let name = name.as_deref().or(param.and_then(Param::name));
    Err(error.of_argument(function.name(), position, name))
}

/// Whether a parameter can be passed by this name.
fn is_called(param: &Param, name: &str) -> bool {
    param.name().is_some_and(|each| docs::parameter(each) == name) && !param.is_tail()
}

/// Whether the caller must fill in missing arguments.
#[inline(always)]
fn lacks(function: &PackedFuncNode, count: usize) -> bool {
    let has_fewer = function.signature().is_some_and(|signature| count < signature.params().len());
    has_fewer && !missing(function, count).is_empty()
}

/// Returns the defaults of the required arguments that are missing. The result is empty if one of
/// them has no default.
#[cold]
fn missing(function: &PackedFuncNode, count: usize) -> Vec<RetValue> {
    let Some(signature) = function.signature() else { return Vec::new() };
    let (params, least) = (signature.params(), signature.arity().0);
    let missing = (count..least).map(|position| docs::default(params, position));
    missing.collect::<Option<_>>().unwrap_or_default()
}

/// Moves named arguments to their positions and fills in defaults.
fn arrange<'a>(
    function: &PackedFuncNode,
    converted: &mut Vec<Arg<'a>>,
    named: Vec<Arg<'a>>,
    names: &Bound<'_, PyTuple>,
) -> PyResult<()> {
    let params = function.signature().map_or(&[][..], |signature| signature.params());
    let mut rest: Vec<Option<Arg<'a>>> = Vec::new();
    rest.resize_with(params.len().saturating_sub(converted.len()), || None);
    for (value, name) in named.into_iter().zip(names) {
        let name = name.cast_into::<PyString>()?.to_string();
        let Some(position) = params.iter().position(|param| is_called(param, &name)) else {
            let message = format!("{}() got an unexpected keyword argument {name:?}", function.name());
            return Err(PyTypeError::new_err(message));
        };
        match position.checked_sub(converted.len()).map(|index| &mut rest[index]) {
            Some(slot @ None) => *slot = Some(value),
            _ => {
                let message = format!("{}() got multiple values for argument {name:?}", function.name());
                return Err(PyTypeError::new_err(message));
            }
        }
    }
    let first = converted.len();
    let last = rest.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    for (index, value) in rest.into_iter().take(last).enumerate() {
        let param = &params[first + index];
        let value = value.or_else(|| docs::default(params, first + index).map(Arg::Owned));
        converted.push(value.ok_or_else(|| {
            let name = param.name().unwrap_or_default();
            PyTypeError::new_err(format!("{}() is missing the argument {name:?}", function.name()))
        })?);
    }
    Ok(())
}

/// Calls the function. Releases the interpreter lock unless the function is short.
#[inline(always)]
fn run(py: Python<'_>, function: &PackedFuncNode, args: &[ArgValue<'_>]) -> Result<RetValue, RuntimeError> {
    if function.is_short() {
        return function.call(args);
    }
    progress::stoppable(py, || function.call(args))
}

/// Converts the outcome of a call.
#[inline(always)]
fn finish<'py>(
    py: Python<'py>,
    function: &PackedFuncNode,
    outcome: Result<RetValue, RuntimeError>,
) -> PyResult<Bound<'py, PyAny>> {
    match outcome {
        Ok(RetValue::Int(number @ (0 | 1)))
            if function.signature().map_or_else(
                || callback::returns_bool(py, function),
                |signature| signature.result() == "bool",
            ) =>
        {
            Ok(PyBool::new(py, number != 0).to_owned().into_any())
        }
        Ok(value) => value::to_python(py, value),
        Err(error) => Err(failure(py, error)),
    }
}

/// Returns the exception for an error.
#[cold]
#[inline(never)]
fn failure(py: Python<'_>, failed: RuntimeError) -> PyErr {
    attached(py, |py| error::to_python(py, failed))
}
