//! Factories: a graph, its parameters and its library, from which executors are made.

use objet_object::{ArgValue, Device, Map, NDArray, RetValue, String as Text};

use crate::args::Args;
use crate::binary::{BinaryReader, BinaryWriter};
use crate::device::NDArrayExt;
use crate::error::Result;
use crate::graph_executor::create::create_debug_executor;
use crate::graph_executor::executor::Executor;
use crate::graph_executor::functions::{function, set_params};
use crate::module::{Module, ModuleKind};
use crate::packed_func::PackedFunc;
use crate::params::{read_names, read_tensors};

/// A network with its parameters. The first import is the library of its functions.
struct Factory {
    graph_json: String,
    params: Map<Text, NDArray>,
    /// The name of the function that creates an executor.
    name: String,
}

const FUNCTIONS: [&str; 3] = ["get_graph_json", "remove_params", "debug_create"];

/// Calls the function at an index of [`FUNCTIONS`], or else the one that creates an executor.
fn dispatch(module: &Module, function: usize, args: Args<'_>) -> Result<RetValue> {
    let Some(factory) = module.as_kind::<Factory>() else {
        return Err("the module is not a graph executor factory".into());
    };
    let graph_json = factory.graph_json.as_str();
    if function == 0 {
        return Ok(graph_json.into());
    }
    let Some(library) = module.imports().into_iter().next() else {
        return Err("the graph executor factory imports no library".into());
    };
    match function {
        1 => {
            let (graph_json, name) = (graph_json.to_owned(), factory.name.clone());
            let removed = Module::new(Factory { graph_json, params: Map::new(), name });
            removed.import(library)?;
            Ok(removed.into())
        }
        2 => {
            if args.get::<&str>(0)? != factory.name {
                return Err(format!("the name of the network is {:?}", factory.name).into());
            }
            let mut all = vec![ArgValue::Str(graph_json), (&library).into()];
            for index in 1..args.len() {
                let Device { device_type, device_id } = args.get(index)?;
                all.push(ArgValue::Int(device_type.0.into()));
                all.push(ArgValue::Int(device_id.into()));
            }
            let created = create_debug_executor(&all)?;
            let set_input = created.expect_function("set_input")?;
            for (name, tensor) in &factory.params {
                set_input.call((name, tensor))?;
            }
            Ok(created.into())
        }
        _ => {
            let mut devices = Vec::new();
            for index in 0..args.len() {
                devices.push(args.get(index)?);
            }
            let executor = Executor::new(graph_json, &library, &devices, None)?;
            set_params(&executor, &factory.params)?;
            Ok(Module::new(executor).into())
        }
    }
}

impl ModuleKind for Factory {
    fn type_key(&self) -> &str {
        "GraphExecutorFactory"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        let index = match FUNCTIONS.iter().position(|known| *known == name) {
            _ if name == self.name => FUNCTIONS.len(),
            Some(index) => index,
            None => return Ok(None),
        };
        Ok(Some(function(module, name, index, dispatch)))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = BinaryWriter::new();
        writer.bytes(&self.graph_json);
        let mut tensors = Vec::new();
        // The number of parameters is written twice.
        writer.u64(self.params.len() as u64);
        writer.u64(self.params.len() as u64);
        for (name, tensor) in &self.params {
            writer.bytes(name.as_str());
            tensor.to_host()?.save_next(&mut tensors)?;
        }
        writer.raw(&tensors);
        writer.bytes(&self.name);
        Ok(writer.into_bytes())
    }
}

/// Reads a factory from its binary form.
pub(super) fn load(reader: &mut BinaryReader<'_>) -> Result<Module> {
    let graph_json = reader.string("the graph of a network")?.to_owned();
    let count = reader.u64("the number of parameters")?;
    let names = read_names(reader)?;
    if names.len() as u64 != count {
        return Err(
            format!("expected {count} names of parameters of a network, found {}", names.len()).into()
        );
    }
    let params = read_tensors(reader, names)?;
    let name = reader.string("the name of a network")?.to_owned();
    Ok(Module::new(Factory { graph_json, params, name }))
}

/// Creates a factory. The arguments are the graph in JSON, the library of its functions, the name
/// of the network, and the name and value of each parameter.
pub(super) fn create(args: Args<'_>) -> Result<Module> {
    let mut params = Map::<Text, NDArray>::new();
    for pair in (3..args.len()).step_by(2) {
        params.insert(args.get::<&str>(pair)?.into(), args.at(pair + 1)?.get()?);
    }
    let (graph_json, name) = (args.get::<&str>(0)?.into(), args.get::<&str>(2)?.into());
    let factory = Module::new(Factory { graph_json, params, name });
    factory.import(args.get(1)?)?;
    Ok(factory)
}
