//! Factories: a graph, its parameters and its library, from which executors are made.

use std::io::{self, Write};

use objet_object::{ArgValue, Device, Map, NDArray, OpaqueHandle, RetValue, String as Text};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::binary::{BinaryError, BinaryReader, BinaryWriter};
use crate::device::NDArrayExt;
use crate::error::Result;
use crate::graph_executor::GraphError;
use crate::graph_executor::executor::Executor;
use crate::graph_executor::functions::set_params;
use crate::module::{Module, ModuleKind, read_lent};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;

/// A network with its parameters. The first import is the library of its functions.
#[derive(Clone)]
struct Factory {
    graph_json: String,
    params: Map<Text, NDArray>,
    /// The name of the function that creates an executor.
    name: String,
}

/// A function of a factory.
type Function = fn(&Module, &Factory, Args<'_>) -> Result<RetValue>;

const FUNCTIONS: [(&str, Function); 3] = [
    ("get_graph_json", |_, factory, _| Ok(factory.graph_json.as_str().into())),
    ("debug_create", |module, factory, args| {
        let name: &str = args.get(0)?;
        if name != factory.name {
            return Err(format!("expected the name {:?} of the network, found {name:?}", factory.name).into());
        }
        let create = Registry::expect("tvm.graph_executor_debug.create")?;
        let library = library(module)?;
        let mut all = vec![ArgValue::from(&factory.graph_json), (&library).into()];
        for device in devices(args.tail(1))? {
            all.extend([ArgValue::Int(device.device_type.0.into()), ArgValue::Int(device.device_id.into())]);
        }
        let executor: Module = create.call_as(&all[..])?;
        let set_input = executor.expect_function("set_input")?;
        for (name, tensor) in &factory.params {
            set_input.call((name, tensor))?;
        }
        Ok(executor.into())
    }),
    ("remove_params", |module, factory, _| {
        let removed = Module::new(Factory { params: Map::new(), ..factory.clone() });
        removed.import(library(module)?)?;
        Ok(removed.into())
    }),
];

/// Creates an executor on the devices that the arguments name.
fn create_executor(module: &Module, factory: &Factory, args: Args<'_>) -> Result<RetValue> {
    let executor = Executor::new(&factory.graph_json, &library(module)?, &devices(args)?, None)?;
    set_params(&executor, &factory.params)?;
    Ok(Module::new(executor).into())
}

fn devices(args: Args<'_>) -> Result<Vec<Device>> {
    args.iter().map(|device| Ok(device?.get()?)).collect()
}

/// Returns the library of a factory.
fn library(module: &Module) -> Result<Module> {
    let missing = || GraphError::new("factory", "the module imports no library");
    Ok(module.imports().into_iter().next().ok_or_else(missing)?)
}

impl ModuleKind for Factory {
    fn type_key(&self) -> &str {
        "GraphExecutorFactory"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        let known = FUNCTIONS.iter().find(|(known, _)| *known == name);
        let function = match known {
            _ if name == self.name => create_executor,
            Some((_, function)) => *function,
            None => return Ok(None),
        };
        let called = |(module, function): &(Module, Function), args: Args<'_>, result: &mut RetValue| {
            let factory = module.as_kind().ok_or("the module is not a graph executor factory")?;
            *result = function(module, factory, args)?;
            Ok(())
        };
        Ok(Some(PackedFunc::with_data_called(name, (module.clone(), function), called)))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = BinaryWriter::new();
        writer.bytes(&self.graph_json);
        // The number of parameters is written twice.
        writer.u64(self.params.len() as u64);
        writer.u64(self.params.len() as u64);
        for name in self.params.keys() {
            writer.bytes(name.as_str());
        }
        let mut bytes = Vec::new();
        for (_, tensor) in &self.params {
            tensor.to_host()?.save_next(&mut bytes)?;
        }
        writer.raw(&bytes);
        writer.bytes(&self.name);
        Ok(writer.into_bytes())
    }
}

fn load(reader: &mut BinaryReader<'_>) -> Result<Module> {
    let graph_json = reader.string("the graph of a network")?.to_owned();
    let count = reader.u64("the number of parameters")?;
    let position = reader.position();
    let names = reader.vector(8, "names of parameters", |reader| reader.string("the name of a parameter"))?;
    if names.len() as u64 != count {
        return Err(BinaryError::Unexpected {
            what: "the number of names",
            position,
            expected: count.to_string(),
            found: names.len().to_string(),
        }
        .into());
    }
    let mut params = Map::new();
    for name in names {
        let position = reader.position();
        let failed = |source| GraphError::new(format!("parameter {name:?}, at byte {position}"), source);
        params.insert(name.into(), reader.tensor().map_err(|source| failed(source.to_string()))?);
    }
    let name = reader.string("the name of a network")?.to_owned();
    Ok(Module::new(Factory { graph_json, params, name }))
}

/// Reads a module of kind `GraphExecutorFactory` from a binary stream.
#[register_global("runtime.module.loadbinary_GraphExecutorFactory", crate = objet_runtime)]
pub(crate) fn load_factory(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, load)
}

/// Reads a module of kind `GraphExecutorFactory` that was saved under its old name.
#[register_global("runtime.module.loadbinary_GraphRuntimeFactory", crate = objet_runtime)]
pub(crate) fn load_runtime_factory(stream: OpaqueHandle) -> Result<Module> {
    // If the warning cannot be written, there is nothing else to do.
    let _ = writeln!(
        io::stderr(),
        "Warning: the network was saved by an old version of TVM as GraphRuntimeFactory; compile it again"
    );
    read_lent(stream, load)
}

/// Creates a factory. The arguments are the graph in JSON, the library of its functions, the name
/// of the network, and the name and value of each parameter.
#[register_global("tvm.graph_executor_factory.create", crate = objet_runtime)]
pub(crate) fn create_factory(args: Args<'_>) -> Result<RetValue> {
    let mut params = Map::<Text, NDArray>::new();
    let pairs = args.tail(3);
    for pair in (0..pairs.len()).step_by(2) {
        params.insert(pairs.get(pair)?, pairs.get(pair + 1)?);
    }
    let factory = Module::new(Factory { graph_json: args.get(0)?, params, name: args.get(2)? });
    factory.import(args.get(1)?)?;
    Ok(factory.into())
}
