//! The functions of an executor's module, with TVM's names and arguments.

use objet_object::{ArgValue, Array, Device, DeviceType, Map, NDArray, RetValue, String as Text};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::device::NDArrayExt;
use crate::error::Result;
use crate::graph_executor::GraphExecutor;
use crate::graph_executor::executor::Executor;
use crate::graph_executor::memory::copy;
use crate::module::{Module, ModuleKind};
use crate::packed_func::PackedFunc;
use crate::params::load_params;

/// A function of an executor.
type Function = fn(&Executor, Args<'_>) -> Result<RetValue>;

const FUNCTIONS: [(&str, Function); 11] = [
    ("set_input", |executor, args| {
        each_input(executor, args, false, |index, value| executor.set_input(index, value))
    }),
    ("set_input_zero_copy", |executor, args| {
        each_input(executor, args, false, |index, value| executor.set_input_zero_copy(index, &value.get()?))
    }),
    ("get_output", |executor, args| {
        let output = executor.output(args.get(0)?)?;
        if args.len() < 2 {
            return Ok(output.into());
        }
        copy((&output).into(), args.at(1)?)?;
        Ok(RetValue::Null)
    }),
    ("get_input", |executor, args| match input_index(executor, args.at(0)?)? {
        Some(index) => Ok(executor.input(index)?.into()),
        None => Ok(RetValue::Null),
    }),
    ("get_num_outputs", |executor, _| Ok(executor.output_count().try_into()?)),
    ("get_num_inputs", |executor, _| Ok(executor.input_count().try_into()?)),
    ("get_input_index", |executor, args| {
        let index = executor.input_index(args.get(0)?);
        Ok(index.map_or(Ok(RetValue::Int(-1)), TryInto::try_into)?)
    }),
    ("run", |executor, _| {
        executor.run()?;
        Ok(RetValue::Null)
    }),
    ("run_from_inputs", |executor, args| {
        let device = Device::new(DeviceType(args.get(0)?), args.get(1)?);
        each_input(executor, args.tail(2), true, |index, value| executor.set_input(index, value))?;
        executor.run()?;
        let outputs = (0..executor.output_count()).map(|index| executor.output(index)?.copy_to(device));
        Ok(outputs.collect::<Result<Array<NDArray>>>()?.into())
    }),
    ("load_params", |executor, args| {
        set_params(executor, &load_params(args.get(0)?)?)?;
        Ok(RetValue::Null)
    }),
    ("share_params", |executor, args| {
        let other: Module = args.get(0)?;
        let get_input = other.expect_function("get_input")?;
        for name in load_params(args.get(1)?)?.keys() {
            if let Some(index) = executor.input_index(name)
                && let Some(tensor) = get_input.call_as::<Option<NDArray>>((name,))?
            {
                executor.share_input(index, &tensor)?;
            }
        }
        Ok(RetValue::Null)
    }),
];

impl ModuleKind for Executor {
    fn type_key(&self) -> &str {
        "GraphExecutor"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        let Some((name, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        let called = |(module, function): &(Module, Function), args: Args<'_>, result: &mut RetValue| {
            let executor = module.as_kind().ok_or("the module is not a graph executor")?;
            *result = function(executor, args)?;
            Ok(())
        };
        Ok(Some(PackedFunc::with_data_called(*name, (module.clone(), *function), called)))
    }
}

/// Returns the index of an input, given by name or index. A name that no input has is `None`.
fn input_index(executor: &Executor, input: ArgValue<'_>) -> Result<Option<usize>> {
    match input {
        ArgValue::Int(_) => Ok(Some(input.get()?)),
        _ => Ok(executor.input_index(input.get()?)),
    }
}

/// Calls `set` with each pair of an input and its value. Names that no input has are skipped, as in
/// TVM, or are an error if `all_known` is true.
fn each_input(
    executor: &Executor,
    args: Args<'_>,
    all_known: bool,
    set: impl Fn(usize, ArgValue<'_>) -> Result<()>,
) -> Result<RetValue> {
    for pair in (0..args.len()).step_by(2) {
        let value = args.at(pair + 1)?;
        match input_index(executor, args.at(pair)?)? {
            Some(index) => set(index, value)?,
            None if all_known => {
                return Err(format!("{} is not a valid input name", args.get::<&str>(pair)?).into());
            }
            None => {}
        }
    }
    Ok(RetValue::Null)
}

/// Copies parameters to the inputs of their names. Other parameters are skipped.
pub(super) fn set_params(executor: &Executor, params: &Map<Text, NDArray>) -> Result<()> {
    for (name, tensor) in params {
        if let Some(index) = executor.input_index(name) {
            executor.set_input(index, tensor.into())?;
        }
    }
    Ok(())
}

/// Creates an executor of a graph. The arguments are the graph in JSON, the library of its
/// functions, an optional function that looks up linked parameters, and the type and id of each
/// device.
#[register_global("tvm.graph_executor.create", crate = objet_runtime)]
pub(crate) fn create(args: Args<'_>) -> Result<RetValue> {
    let linked = args.get::<PackedFunc>(2).ok();
    let devices = devices(args.tail(if linked.is_some() { 3 } else { 2 }))?;
    let executor = Executor::new(args.get(0)?, &args.get::<Module>(1)?, &devices, linked)?;
    Ok(Module::new(executor).into())
}

/// Reads pairs of a device type and a device id.
fn devices(args: Args<'_>) -> Result<Vec<Device>> {
    let pairs = (0..args.len()).step_by(2);
    pairs.map(|pair| Ok(Device::new(DeviceType(args.get(pair)?), args.get(pair + 1)?))).collect()
}

impl GraphExecutor {
    /// Reads the arguments of `tvm.graph_executor_debug.create`, which are those of
    /// `tvm.graph_executor.create`.
    ///
    /// # Errors
    /// As for [`GraphExecutor::new`], and if an argument has another type.
    pub fn from_args(args: Args<'_>) -> Result<Self> {
        Self::try_from(create(args)?.get::<Module>()?)
    }
}
