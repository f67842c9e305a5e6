//! `objet rpc run`.

use std::fs;
use std::path::{Path, PathBuf};

use objet::function::{ArgValue, RetValue, RuntimeError};
use objet::rpc::{Session, TimerOptions};
use objet::tensor::{Device, DeviceType, NDArrayExt};
use objet::{DataType, Module, NDArray, PackedFunc};

use super::RpcFailure;
use super::connect::ConnectArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Upload a module to a server, call one of its functions there, and print the result.
///
/// An argument is an integer, a float, a tensor of zeros such as `zeros:float32[2,3]`, or else a
/// string. Tensors are made on the server's device; the call may write to them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc run 127.0.0.1 add.so add --arg 1 --arg 2
  objet rpc run board:9090 net.so run --arg zeros:float32[1,3] --arg zeros:float32[1,3] --print
  objet rpc run board:9090 net.so run --arg zeros:float32[1,3] --time 100
  objet rpc run 127.0.0.1 - rpc.test.addone --arg 1")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    server: ConnectArgs,
    /// The file of the module; - stands for the server itself with its global functions.
    module: PathBuf,
    /// The name of the function.
    function: String,
    /// An argument; may be repeated.
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// The kind of the device with the tensors, by its name or TVM's number.
    #[arg(long, default_value = "cpu", value_parser = device_kind)]
    device: DeviceType,
    /// The number of the device within its kind.
    #[arg(long, default_value_t = 0)]
    device_id: i32,
    /// Measure this number of runs on the server instead of printing the result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    time: Option<u32>,
    /// Print the elements of the tensors among the arguments after the call.
    #[arg(long)]
    print: bool,
}

fn device_kind(text: &str) -> Result<DeviceType, String> {
    let by_name = (1..128).map(DeviceType).find(|kind| kind.name() == Some(text));
    let by_number = text.parse().ok().filter(|number| (1..128).contains(number)).map(DeviceType);
    by_name.or(by_number).ok_or_else(|| format!("no kind of device is called {text:?}"))
}

pub(super) fn run(args: &RunArgs) -> Result<(), Failure> {
    let mut out = Output::to_stdout();
    args.call(&mut out)?;
    out.finish()
}

impl RunArgs {
    fn call(&self, out: &mut Output) -> Result<(), RpcFailure> {
        let session = self.server.session()?;
        let module = match self.module.as_path() {
            path if path == Path::new("-") => None,
            path => Some(upload(&session, path)?),
        };
        let device = session.device(self.device, self.device_id);
        let values: Vec<RetValue> =
            self.arg.iter().map(|text| value(text, device)).collect::<Result<_, RpcFailure>>()?;
        let values: Vec<ArgValue<'_>> = values.iter().map(RetValue::as_arg).collect();
        if let Some(number) = self.time {
            let options = TimerOptions { number, ..TimerOptions::default() };
            let timer = session.time_evaluator(module.as_ref(), &self.function, device, &options)?;
            let timing = timer.run(values.as_slice())?;
            writeln!(out, "{:.3} µs for each of {number} runs", timing.mean() * 1e6);
        } else {
            let result = self.find(&session, module.as_ref())?.call(values.as_slice())?;
            print(out, &result.as_arg())?;
        }
        if self.print {
            for value in values.iter().filter(|value| matches!(value, ArgValue::Object(_))) {
                print(out, value)?;
            }
        }
        Ok(())
    }

    fn find(&self, session: &Session, module: Option<&Module>) -> Result<PackedFunc, RpcFailure> {
        Ok(match module {
            Some(module) => module.expect_function(&self.function)?,
            None => session.get_function(&self.function)?,
        })
    }
}

fn upload(session: &Session, path: &Path) -> Result<Module, RpcFailure> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| RpcFailure::NoName { path: path.into() })?;
    let bytes = fs::read(path).map_err(|source| RpcFailure::ReadModule { path: path.into(), source })?;
    session.upload(name, &bytes)?;
    Ok(session.load_module(name)?)
}

/// Returns the value of an argument.
fn value(text: &str, device: Device) -> Result<RetValue, RpcFailure> {
    if let Some(tensor) = text.strip_prefix("zeros:") {
        return Ok(zeros(tensor)?.copy_to(device)?.into());
    }
    let number = text.parse().map(RetValue::Int).or_else(|_| text.parse().map(RetValue::Float));
    Ok(number.unwrap_or_else(|_| text.into()))
}

/// Returns a tensor of zeros with a type and a shape such as `float32[2,3]`.
fn zeros(text: &str) -> Result<NDArray, RuntimeError> {
    let malformed = || format!("expected a type and a shape such as float32[2,3], found {text:?}");
    let (dtype, shape) = text.split_once('[').ok_or_else(malformed)?;
    let shape = shape.strip_suffix(']').ok_or_else(malformed)?;
    let dtype: DataType = dtype.parse().map_err(RuntimeError::from)?;
    let extents = shape.split(',').map(str::trim).filter(|extent| !extent.is_empty());
    let shape: Vec<i64> =
        extents.map(|extent| extent.parse().map_err(|_| malformed())).collect::<Result<_, _>>()?;
    Ok(NDArray::zeros(&shape, dtype)?)
}

/// Prints a value. Of a tensor, at most the first elements are printed.
fn print(out: &mut Output, value: &ArgValue<'_>) -> Result<(), RpcFailure> {
    const MAX_ELEMENTS: usize = 100;
    match value.get::<NDArray>() {
        Ok(tensor) => {
            let host = tensor.to_host()?;
            write!(out, "{}{:?} ", host.dtype(), host.shape());
            let mut elements = elements(&host, MAX_ELEMENTS + 1);
            if elements.len() > MAX_ELEMENTS {
                elements[MAX_ELEMENTS] = "…".into();
            }
            writeln!(out, "[{}]", elements.join(", "));
        }
        Err(_) => {
            // The text comes from another machine, and could contain control sequences.
            let text = match value {
                ArgValue::Str(text) => (*text).to_owned(),
                value => format!("{value:?}"),
            };
            writeln!(out, "{}", text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}"));
        }
    }
    Ok(())
}

/// Returns the first elements as texts, or the first bytes of an element type without texts.
fn elements(tensor: &NDArray, limit: usize) -> Vec<String> {
    macro_rules! first_of {
        ($($ty:ty),+) => {
            $(if let Ok(elements) = tensor.to_vec::<$ty>() {
                return elements.iter().take(limit).map(ToString::to_string).collect();
            })+
        };
    }
    first_of!(f32, f64, i8, i16, i32, i64, u8, u16, u32, u64);
    tensor
        .as_bytes()
        .map(|bytes| bytes.iter().take(limit).map(|byte| format!("{byte:#04x}")).collect())
        .unwrap_or_default()
}
