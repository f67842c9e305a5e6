//! The functions of an executor's module, with TVM's names and arguments.

use objet_object::{ArgValue, Array, Device, DeviceType, Map, NDArray, RetValue, String as Text};

use crate::args::Args;
use crate::device::NDArrayExt;
use crate::error::Result;
use crate::graph_executor::executor::Executor;
use crate::graph_executor::memory::copy;
use crate::module::{Module, ModuleKind};
use crate::packed_func::PackedFunc;
use crate::params::load_params;

/// The function of a module at an index.
pub(super) type Dispatch = fn(&Module, usize, Args<'_>) -> Result<RetValue>;

/// Returns a function of a module, which keeps the module alive.
pub(super) fn function(module: &Module, name: &str, index: usize, dispatch: Dispatch) -> PackedFunc {
    type Bound = (Module, usize, Dispatch);
    fn call((module, index, dispatch): &Bound, args: Args<'_>, result: &mut RetValue) -> Result<()> {
        *result = dispatch(module, *index, args)?;
        Ok(())
    }
    PackedFunc::with_data_called(name, (module.clone(), index, dispatch), call)
}

const FUNCTIONS: [&str; 11] = [
    "set_input",
    "set_input_zero_copy",
    "get_output",
    "get_input",
    "get_num_outputs",
    "get_num_inputs",
    "get_input_index",
    "run",
    "run_from_inputs",
    "load_params",
    "share_params",
];

/// Calls the function at an index of [`FUNCTIONS`].
fn dispatch(module: &Module, function: usize, args: Args<'_>) -> Result<RetValue> {
    let Some(executor) = module.as_kind::<Executor>() else {
        return Err("the module is not a graph executor".into());
    };
    let graph = executor.graph();
    match function {
        0 => each_input(executor, args, 0, |index, value| executor.set_input(index, value))?,
        1 => each_input(executor, args, 0, |index, value| executor.lend_input(index, &value.get()?, false))?,
        2 => {
            let output = executor.output(args.get(0)?)?;
            if args.len() < 2 {
                return Ok(output.into());
            }
            copy((&output).into(), args.at(1)?)?;
        }
        3 => {
            if let Some(index) = executor.input_index(args.at(0)?)? {
                return Ok(executor.input(index)?.into());
            }
        }
        4 => return Ok(RetValue::Int(graph.outputs.len() as i64)),
        5 => return Ok(RetValue::Int(graph.arguments.len() as i64)),
        6 => return Ok(RetValue::Int(executor.input_index(args.at(0)?)?.unwrap_or(-1))),
        7 => executor.run()?,
        8 => {
            let device = Device::new(DeviceType(args.get(0)?), args.get(1)?);
            each_input(executor, args, 2, |index, value| executor.set_input(index, value))?;
            executor.run()?;
            let mut outputs = Array::<NDArray>::new();
            for index in 0..graph.outputs.len() {
                outputs.push(executor.output(index as i64)?.copy_to(device)?);
            }
            return Ok(outputs.into());
        }
        9 => set_params(executor, &load_params(args.get(0)?)?)?,
        _ => {
            let get_input = args.get::<Module>(0)?.expect_function("get_input")?;
            for name in load_params(args.get(1)?)?.keys() {
                let found = get_input.call((name,))?;
                if let Some(index) = executor.input_index(name.into())?
                    && !matches!(found, RetValue::Null)
                {
                    executor.lend_input(index, &found.as_arg().get()?, true)?;
                }
            }
        }
    }
    Ok(RetValue::Null)
}

impl ModuleKind for Executor {
    fn type_key(&self) -> &str {
        "GraphExecutor"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        let index = FUNCTIONS.iter().position(|known| *known == name);
        Ok(index.map(|index| function(module, name, index, dispatch)))
    }
}

/// Calls `set` with each pair of an input and its value, from an argument on. Names that no input
/// has are skipped if there is only one pair, as in TVM.
fn each_input(
    executor: &Executor,
    args: Args<'_>,
    first: usize,
    set: impl Fn(i64, ArgValue<'_>) -> Result<()>,
) -> Result<()> {
    for pair in (first..args.len()).step_by(2) {
        let (input, value) = (args.at(pair)?, args.at(pair + 1)?);
        match executor.input_index(input)? {
            Some(index) => set(index, value)?,
            None if first > 0 => {
                return Err(format!("{} is not a valid input name", input.get::<&str>()?).into());
            }
            None => {}
        }
    }
    Ok(())
}

/// Copies parameters to the inputs of their names. Other parameters are skipped.
pub(super) fn set_params(executor: &Executor, params: &Map<Text, NDArray>) -> Result<()> {
    for (name, tensor) in params {
        if let Some(index) = executor.input_index(name.into())? {
            executor.set_input(index, tensor.into())?;
        }
    }
    Ok(())
}
