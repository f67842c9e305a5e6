//! The modules of executables and of virtual machines, with TVM's names and arguments.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, TryLockError};

use objet_object::{ADT, ArgValue, Device, DeviceType, IsObjectRef, NDArray, ObjectRef, RetValue};
use objet_object_derive::register_global;

use crate::args::Args;
use crate::binary::{BinaryReader, BinaryWriter};
use crate::device::NDArrayExt;
use crate::error::{Error, ErrorKind, Result};
use crate::module::{Module, ModuleKind, read_lent};
use crate::packed_func::PackedFunc;
use crate::vm::VmError;
use crate::vm::executable::{Executable, Function};
use crate::vm::machine::{Machine, on_device};

/// A function of a module.
type ModuleFunction = fn(&Module, Args<'_>) -> Result<RetValue>;

/// Returns the function of that name in a table. It keeps the module alive.
fn find(
    module: &Module,
    name: &str,
    functions: &'static [(&'static str, ModuleFunction)],
) -> Option<PackedFunc> {
    let (name, function) = functions.iter().find(|(known, _)| *known == name)?;
    let called = |(module, function): &(Module, ModuleFunction), args: Args<'_>, result: &mut RetValue| {
        *result = function(module, args)?;
        Ok(())
    };
    Some(PackedFunc::with_data_called(*name, (module.clone(), *function), called))
}

const EXECUTABLE_FUNCTIONS: &[(&str, ModuleFunction)] = &[
    ("get_lib", |module, _| Ok(module.imports().into_iter().next().into_value())),
    ("get_bytecode", |module, _| Ok(executable(module)?.text().into())),
    ("get_constants", |module, _| Ok(executable(module)?.constants_text().into())),
    ("get_stats", |module, _| Ok(executable(module)?.stats().into())),
    ("save", |module, _| Ok(executable(module)?.save()?.into())),
    ("get_function_arity", |module, args| {
        let function = function_of(executable(module)?, args.get(0)?);
        Ok(RetValue::Int(function.map_or(-1, |(_, function)| function.params.len() as i64)))
    }),
    ("get_function_param_name", |module, args| {
        let function = function_of(executable(module)?, args.get(0)?);
        let name = function.and_then(|(_, function)| function.params.get(args.get::<usize>(1).ok()?));
        Ok(name.map_or("", String::as_str).into())
    }),
    ("vm_load_executable", |module, _| create_machine(module)),
];

trait IntoValue {
    fn into_value(self) -> RetValue;
}

impl IntoValue for Option<Module> {
    fn into_value(self) -> RetValue {
        self.map_or(RetValue::Null, Into::into)
    }
}

fn executable(module: &Module) -> Result<&Executable> {
    let wrong = || format!("expected a module of kind VMExecutable, found {}", module.type_key());
    Ok(module.as_kind().ok_or_else(wrong)?)
}

fn function_of<'a>(executable: &'a Executable, name: &str) -> Option<(usize, &'a Function)> {
    let index = executable.function_index(name)?;
    Some((index, &executable.functions[index]))
}

impl ModuleKind for Executable {
    fn type_key(&self) -> &str {
        "VMExecutable"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        Ok(find(module, name, EXECUTABLE_FUNCTIONS))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = BinaryWriter::new();
        writer.bytes(self.save()?);
        Ok(writer.into_bytes())
    }

    fn save_to_file(&self, path: &Path, _format: &str) -> Result<()> {
        Ok(std::fs::write(path, self.save_to_bytes()?)?)
    }
}

/// A virtual machine: an executable on devices, with the inputs and the output of its functions.
struct VirtualMachineKind {
    executable: Module,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    machine: Option<Machine>,
    /// The inputs of each function.
    inputs: Vec<Option<Vec<ObjectRef>>>,
    output: Option<ObjectRef>,
}

impl VirtualMachineKind {
    fn state(&self) -> Result<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            // A panic within a run leaves the tensors as an error would.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err("the virtual machine is running: create one for each thread".into())
            }
        }
    }
}

const MACHINE_FUNCTIONS: &[(&str, ModuleFunction)] = &[
    ("init", |module, args| {
        let vm = machine(module)?;
        let mut devices = Vec::new();
        // The third number is the kind of allocator, of which there is one.
        for index in (0..args.len()).step_by(3) {
            devices.push(Device::new(DeviceType(args.get(index)?), args.get(index + 1)?));
            args.get::<i64>(index + 2)?;
        }
        let library = vm.executable.imports().into_iter().next();
        let ready = Machine::new(executable(&vm.executable)?, library.as_ref(), devices)?;
        vm.state()?.machine = Some(ready);
        Ok(RetValue::Null)
    }),
    ("set_input", |module, args| {
        set_input(machine(module)?, args.get(0)?, args.tail(1))?;
        Ok(RetValue::Null)
    }),
    ("invoke", |module, args| Ok(invoke(machine(module)?, args.get(0)?)?.into())),
    ("invoke_stateful", |module, args| {
        let vm = machine(module)?;
        let output = invoke(vm, args.get(0)?)?;
        vm.state()?.output = Some(output);
        Ok(RetValue::Null)
    }),
    ("invoke_return_to_device", |module, args| {
        let (vm, name) = (machine(module)?, args.get(0)?);
        let device = Device::new(DeviceType(args.get(1)?), args.get(2)?);
        set_input(vm, name, args.tail(3))?;
        Ok(moved_to(invoke(vm, name)?, device)?.into())
    }),
    ("get_output", |module, args| {
        let index: i64 = args.get(0)?;
        let outputs = outputs(machine(module)?)?;
        let output = usize::try_from(index).ok().and_then(|index| outputs.get(index).cloned());
        let missing = || {
            let problem = format!("index {index} is out of range: there are {} outputs", outputs.len());
            Error::new(ErrorKind::INDEX_ERROR, problem)
        };
        Ok(output.ok_or_else(missing)?.into())
    }),
    ("get_num_outputs", |module, _| Ok(RetValue::Int(outputs(machine(module)?)?.len() as i64))),
    ("get_input_index", |module, args| {
        let (input, name): (&str, &str) = (args.get(0)?, args.get(1)?);
        let executable = executable(&machine(module)?.executable)?;
        let function = function_of(executable, name);
        let index =
            function.and_then(|(_, function)| function.params.iter().position(|param| param == input));
        Ok(RetValue::Int(index.map_or(-1, |index| index as i64)))
    }),
];

fn machine(module: &Module) -> Result<&VirtualMachineKind> {
    Ok(module.as_kind().ok_or("expected a module of kind VirtualMachine")?)
}

impl ModuleKind for VirtualMachineKind {
    fn type_key(&self) -> &str {
        "VirtualMachine"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        Ok(find(module, name, MACHINE_FUNCTIONS))
    }
}

/// Sets the inputs of a function, copied to their devices.
fn set_input(vm: &VirtualMachineKind, name: &str, args: Args<'_>) -> Result<()> {
    let (index, function) = expect_function(executable(&vm.executable)?, name)?;
    let expected = function.params.len();
    if args.len() != expected {
        let problem = format!(
            "The number of provided parameters doesn't match the number of arguments: {} for {expected}",
            args.len()
        );
        return Err(VmError::error(format!("function {name:?}"), problem));
    }
    let mut state = vm.state()?;
    let State { machine, inputs, .. } = &mut *state;
    let machine = machine.as_ref().ok_or(NOT_READY)?;
    let mut set = Vec::with_capacity(expected);
    for (position, device_type) in function.param_devices.iter().enumerate() {
        let value = match args.at(position)? {
            object @ ArgValue::Object(_) => object.get::<ObjectRef>()?,
            tensor @ ArgValue::Tensor(_) => {
                let kind = tensor.type_code().name().unwrap_or("tensor");
                return Err(format!("argument {position}: expected an NDArray, found {kind}").into());
            }
            other => other.get::<NDArray>()?.into(),
        };
        set.push(moved_to(value, machine.device(*device_type)?)?);
    }
    if inputs.len() <= index {
        inputs.resize(index + 1, None);
    }
    inputs[index] = Some(set);
    Ok(())
}

const NOT_READY: &str = "the virtual machine has no devices: call `init` first";

fn expect_function<'a>(executable: &'a Executable, name: &str) -> Result<(usize, &'a Function)> {
    let missing =
        || VmError::error("global section", format!("Cannot find function {name} in the executable"));
    function_of(executable, name).ok_or_else(missing)
}

/// Runs a function with the inputs that were set.
fn invoke(vm: &VirtualMachineKind, name: &str) -> Result<ObjectRef> {
    let executable = executable(&vm.executable)?;
    let (index, function) = expect_function(executable, name)?;
    let mut state = vm.state()?;
    let State { machine, inputs, .. } = &mut *state;
    let machine = machine.as_mut().ok_or(NOT_READY)?;
    match inputs.get(index) {
        _ if function.params.is_empty() => machine.invoke(executable, index, &[]),
        Some(Some(inputs)) => machine.invoke(executable, index, inputs),
        _ => Err(VmError::error(format!("function {name:?}"), "Input has not been set")),
    }
}

/// Returns the output of the last stateful invocation: the fields of a tuple, or the one object.
fn outputs(vm: &VirtualMachineKind) -> Result<Vec<Option<ObjectRef>>> {
    let output = vm.state()?.output.clone();
    Ok(match output {
        None => Vec::new(),
        Some(output) => match output.downcast_ref::<ADT>() {
            Some(tuple) => tuple.to_vec(),
            None => vec![Some(output)],
        },
    })
}

/// Returns a tensor, or a tuple of tensors, on a device. Other objects stay where they are.
fn moved_to(object: ObjectRef, device: Device) -> Result<ObjectRef> {
    if let Some(tensor) = object.downcast_ref::<NDArray>() {
        return Ok(on_device(tensor, device)?.into());
    }
    let Some(tuple) = object.downcast_ref::<ADT>() else { return Ok(object) };
    let is_elsewhere = |field: &Option<ObjectRef>| {
        let tensor = field.as_ref().and_then(|field| field.downcast_ref::<NDArray>());
        tensor.is_some_and(|tensor| tensor.device() != device)
    };
    if !tuple.iter().any(is_elsewhere) {
        return Ok(object);
    }
    let mut fields = Vec::with_capacity(tuple.len());
    for field in tuple {
        let moved = match field.as_ref().and_then(|field| field.downcast_ref::<NDArray>()) {
            Some(tensor) => Some(tensor.copy_to(device)?.into()),
            None => field.clone(),
        };
        fields.push(moved);
    }
    Ok(ADT::new(tuple.tag(), fields).into())
}

/// Creates the module of a virtual machine.
fn create_machine(module: &Module) -> Result<RetValue> {
    executable(module)?;
    let vm = VirtualMachineKind { executable: module.clone(), state: Mutex::default() };
    Ok(Module::new(vm).into())
}

fn load(reader: &mut BinaryReader<'_>) -> Result<Module> {
    Ok(Module::new(Executable::load(reader.bytes("a VM executable")?)?))
}

/// Creates an executable from bytecode and the library of its functions, which may be null.
#[register_global("runtime.Load_Executable", crate = objet_runtime)]
pub(crate) fn load_executable(args: Args<'_>) -> Result<RetValue> {
    let module = Module::new(Executable::load(args.get(0)?)?);
    if let Some(library) = args.get::<Option<Module>>(1)? {
        module.import(library)?;
    }
    Ok(module.into())
}

/// Reads a module of kind `VMExecutable` from a binary stream.
#[register_global("runtime.module.loadbinary_VMExecutable", crate = objet_runtime)]
pub(crate) fn load_binary(args: Args<'_>) -> Result<RetValue> {
    Ok(read_lent(args.get(0)?, load)?.into())
}

/// Reads a module of kind `VMExecutable` from a file. The library must be imported before it runs.
#[register_global("runtime.module.loadfile_VMExecutable", crate = objet_runtime)]
pub(crate) fn load_file(args: Args<'_>) -> Result<RetValue> {
    let bytes = std::fs::read(args.get::<&str>(0)?)?;
    Ok(load(&mut BinaryReader::new(&bytes))?.into())
}

/// Creates a virtual machine for an executable.
#[register_global("runtime._VirtualMachine", crate = objet_runtime)]
pub(crate) fn virtual_machine(args: Args<'_>) -> Result<RetValue> {
    create_machine(&args.get(0)?)
}

/// Returns the number of global functions of an executable.
#[register_global("runtime.GetNumOfGlobals", crate = objet_runtime)]
pub(crate) fn global_count(args: Args<'_>) -> Result<RetValue> {
    Ok(RetValue::Int(executable(&args.get(0)?)?.globals.len() as i64))
}

/// Returns the name of the global function at an index.
#[register_global("runtime.GetGlobalFields", crate = objet_runtime)]
pub(crate) fn global_name(args: Args<'_>) -> Result<RetValue> {
    name_at(&executable(&args.get(0)?)?.globals, args.get(1)?)
}

/// Returns the number of functions of the library that an executable calls.
#[register_global("runtime.GetNumOfPrimitives", crate = objet_runtime)]
pub(crate) fn primitive_count(args: Args<'_>) -> Result<RetValue> {
    Ok(RetValue::Int(executable(&args.get(0)?)?.packed.len() as i64))
}

/// Returns the name of the function of the library at an index.
#[register_global("runtime.GetPrimitiveFields", crate = objet_runtime)]
pub(crate) fn primitive_name(args: Args<'_>) -> Result<RetValue> {
    name_at(&executable(&args.get(0)?)?.packed, args.get(1)?)
}

fn name_at(names: &[String], index: i64) -> Result<RetValue> {
    let name = usize::try_from(index).ok().and_then(|index| names.get(index));
    let problem = || format!("index {index} is out of range: there are {} names", names.len());
    Ok(name.ok_or_else(|| Error::new(ErrorKind::INDEX_ERROR, problem()))?.as_str().into())
}
