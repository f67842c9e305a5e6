//! Executables: bytecode with constants and names of functions.
//!
//! Invariants of an [`Executable`] that [`Executable::load`] returned:
//! - Function `i` has the global name `i`.
//! - All registers, constants, functions and jumps of instructions exist.
//! - A call of a function has as many arguments as the function has parameters. The program cannot
//!   run past the last instruction.

use std::collections::HashMap;
use std::fmt::Write;

use objet_object::NDArray;

use crate::binary::{BinaryReader, BinaryWriter};
use crate::error::Result;
use crate::vm::VmError;
use crate::vm::instruction::{Field, Instruction, Opcode};

const MAGIC: u64 = 0xD225_DE2F_4214_151D;

/// The version of the format. TVM reads only files of its own version.
const VERSION: &str = "0.8.0";

/// Attributes of a function of the library.
type Attributes = (u64, Vec<(String, String)>);

/// A program of the virtual machine.
pub(super) struct Executable {
    /// The names of all functions.
    pub(super) globals: Vec<String>,
    pub(super) constants: Vec<NDArray>,
    /// The type of the device of each constant.
    pub(super) constant_devices: Vec<i64>,
    /// The names of functions of the library.
    pub(super) packed: Vec<String>,
    attributes: Vec<Attributes>,
    pub(super) functions: Vec<Function>,
}

/// A function of the bytecode.
pub(super) struct Function {
    pub(super) params: Vec<String>,
    /// The type of the device of each parameter.
    pub(super) param_devices: Vec<i64>,
    pub(super) registers: usize,
    pub(super) code: Vec<Instruction>,
}

impl Executable {
    /// Reads an executable and checks it.
    pub(super) fn load(bytes: &[u8]) -> Result<Self> {
        let reader = &mut BinaryReader::new(bytes);
        let invalid = |section: &str, problem: String| {
            VmError::error(format!("{section} section"), format!("Invalid VM file format: {problem}"))
        };
        let magic = reader.u64("the magic number");
        let magic = magic.map_err(|source| invalid("header", source.to_string()))?;
        if magic != MAGIC {
            return Err(invalid("header", format!("the magic number is {magic:#x}, not {MAGIC:#x}")));
        }
        let version = reader.string("the version")?;
        if version != VERSION {
            return Err(invalid("header", format!("the version is {version:?}, not {VERSION:?}")));
        }
        let globals = strings(reader, "global names")?;
        let count = reader.count(8, "the number of constants")?;
        let mut constants = Vec::new();
        for index in 0..count {
            let constant = reader
                .tensor()
                .map_err(|source| VmError::error(format!("constant {index}"), source.to_string()));
            constants.push(constant?);
        }
        let constant_devices = integers(reader, "devices of constants")?;
        if constant_devices.len() != count {
            return Err(invalid(
                "constant",
                format!("{count} constants have {} devices", constant_devices.len()),
            ));
        }
        let packed = strings(reader, "names of functions of the library")?;
        let attributes = reader.vector(16, "attributes of functions", |reader| {
            let index = reader.u64("the index of a function")?;
            let pairs = reader.vector(16, "attributes", |reader| {
                Ok::<_, crate::Error>((
                    reader.string("a name")?.to_owned(),
                    reader.string("a value")?.to_owned(),
                ))
            })?;
            Ok::<_, crate::Error>((index, pairs))
        })?;
        let functions = load_functions(reader, &globals)?;
        if !reader.rest().is_empty() {
            return Err(invalid(
                "code",
                format!("{} more bytes after the last function", reader.rest().len()),
            ));
        }
        let executable = Self { globals, constants, constant_devices, packed, attributes, functions };
        for index in 0..executable.functions.len() {
            executable.check(index)?;
        }
        Ok(executable)
    }

    /// Returns the bytes of the executable.
    pub(super) fn save(&self) -> Result<Vec<u8>> {
        let mut writer = BinaryWriter::new();
        let string = |writer: &mut BinaryWriter, string: &String| writer.bytes(string);
        let integer = |writer: &mut BinaryWriter, integer: &i64| writer.u64(*integer as u64);
        writer.u64(MAGIC);
        writer.bytes(VERSION);
        writer.vector(&self.globals, string);
        writer.u64(self.constants.len() as u64);
        for constant in &self.constants {
            let mut bytes = Vec::new();
            constant.save_next(&mut bytes)?;
            writer.raw(&bytes);
        }
        writer.vector(&self.constant_devices, integer);
        writer.vector(&self.packed, string);
        writer.vector(&self.attributes, |writer, (index, pairs)| {
            writer.u64(*index);
            writer.vector(pairs, |writer, (name, value)| {
                writer.bytes(name);
                writer.bytes(value);
            });
        });
        writer.u64(self.functions.len() as u64);
        for (name, function) in self.globals.iter().zip(&self.functions) {
            let info = [name.clone(), function.registers.to_string(), function.code.len().to_string()];
            writer.vector(&info, string);
            writer.vector(&function.params, string);
            writer.vector(&function.param_devices, integer);
            for instruction in &function.code {
                writer.u64(instruction.fields.len() as u64 + 2);
                writer.u64(instruction.hash());
                writer.u64(instruction.opcode as u64);
                for field in &instruction.fields {
                    integer(&mut writer, field);
                }
            }
        }
        Ok(writer.into_bytes())
    }

    /// Checks the instructions of a function.
    fn check(&self, index: usize) -> Result<()> {
        let function = &self.functions[index];
        let count = function.code.len();
        if function.registers < function.params.len() {
            let problem =
                format!("{} registers for {} parameters", function.registers, function.params.len());
            return Err(VmError::error(format!("function {:?}", self.globals[index]), problem));
        }
        for (at, instruction) in function.code.iter().enumerate() {
            let check_one = |(meaning, value): (Field, i64)| {
                let (what, count) = match meaning {
                    Field::Read | Field::Write => ("register", function.registers),
                    Field::Constant => ("constant", self.constants.len()),
                    Field::Function => ("function", self.functions.len()),
                    Field::Packed => ("function of the library", self.packed.len()),
                    Field::Jump => {
                        let target = i64::try_from(at).ok().and_then(|at| at.checked_add(value));
                        let is_inside = target.is_some_and(|target| (0..count as i64).contains(&target));
                        return if is_inside {
                            Ok(())
                        } else {
                            Err(format!("the jump {value} leaves the function"))
                        };
                    }
                    Field::Count | Field::Number => return Ok(()),
                };
                match usize::try_from(value) {
                    Ok(index) if index < count => Ok(()),
                    _ => Err(format!("{what} {value} does not exist: there are {count}")),
                }
            };
            let fits = instruction.with_meanings().try_for_each(check_one).and_then(|()| {
                let fields = &instruction.fields;
                match instruction.opcode {
                    Opcode::Invoke
                        if fields[1] as usize != self.functions[instruction.register(0)].params.len() =>
                    {
                        Err(format!(
                            "the call has {} arguments, which is not the number of parameters",
                            fields[1]
                        ))
                    }
                    Opcode::AllocClosure
                        if fields[1] as usize > self.functions[instruction.register(0)].params.len() =>
                    {
                        Err("the closure has more values than its function has parameters".into())
                    }
                    Opcode::InvokePacked if !(0..=fields[1]).contains(&fields[2]) => {
                        Err(format!("{} outputs of {} arguments", fields[2], fields[1]))
                    }
                    Opcode::AllocTensor | Opcode::AllocStorage if instruction.dtype(2).is_none() => {
                        Err("invalid data type".into())
                    }
                    Opcode::AllocTensorReg if instruction.dtype(3).is_none() => {
                        Err("invalid data type".into())
                    }
                    _ => Ok(()),
                }
            });
            fits.map_err(|problem| VmError::error(self.place(index, at), problem))?;
        }
        let ends = [Opcode::Ret, Opcode::Goto, Opcode::If, Opcode::Fatal];
        if function.code.last().is_none_or(|last| !ends.contains(&last.opcode)) {
            return Err(VmError::error(format!("function {:?}", self.globals[index]), "the code has no end"));
        }
        Ok(())
    }

    /// Returns the place of an instruction for errors.
    pub(super) fn place(&self, function: usize, at: usize) -> String {
        format!("function {:?}, instruction {at}", self.globals[function])
    }

    /// Returns the index of the function of that name.
    pub(super) fn function_index(&self, name: &str) -> Option<usize> {
        self.globals.iter().position(|global| global == name)
    }

    /// Returns a summary of the executable.
    pub(super) fn stats(&self) -> String {
        let shapes = self.constants.iter().map(|constant| match constant.shape() {
            [] => "scalar".into(),
            shape => format!("{shape:?}"),
        });
        let globals = self.globals.iter().enumerate().map(|(index, name)| format!("({name:?}, {index})"));
        let (shapes, globals) = (shapes.collect::<Vec<_>>(), globals.collect::<Vec<_>>());
        format!(
            "Relay VM executable statistics:\n  Constant shapes (# {}): [{}]\n  Globals (#{}): [{}]\n  \
             Primitive ops (#{}): [{}]\n",
            shapes.len(),
            shapes.join(", "),
            globals.len(),
            globals.join(", "),
            self.packed.len(),
            self.packed.join(", ")
        )
    }

    /// Returns the instructions as text.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for (index, (name, function)) in self.globals.iter().zip(&self.functions).enumerate() {
            let params = function.params.join(", ");
            let _ = write!(
                out,
                "VM Function[{index}]: {name}({params})\n# reg file size = {}\n# instruction count = {}\n\
                 opcode, fields # inst(text):\n",
                function.registers,
                function.code.len()
            );
            for (at, instruction) in function.code.iter().enumerate() {
                let _ = writeln!(out, "{at:2}: {}", instruction.line());
            }
            out.push('\n');
        }
        out
    }

    /// Returns the types of all constants as text.
    pub(super) fn constants_text(&self) -> String {
        let mut out = String::new();
        for (index, (constant, device)) in self.constants.iter().zip(&self.constant_devices).enumerate() {
            let (dtype, shape) = (constant.dtype(), constant.shape());
            let _ =
                writeln!(out, "VM Constant[{index}]: has shape {dtype}{shape:?} on device of type {device}");
        }
        out
    }
}

fn strings(reader: &mut BinaryReader<'_>, what: &'static str) -> Result<Vec<String>> {
    reader.vector(8, what, |reader| Ok(reader.string(what)?.to_owned()))
}

fn integers(reader: &mut BinaryReader<'_>, what: &'static str) -> Result<Vec<i64>> {
    reader.vector(8, what, |reader| Ok(reader.u64(what)? as i64))
}

/// Reads all functions, in the order of their global names.
fn load_functions(reader: &mut BinaryReader<'_>, globals: &[String]) -> Result<Vec<Function>> {
    let mut waiting: HashMap<&str, usize> = HashMap::new();
    for (index, name) in globals.iter().enumerate() {
        if waiting.insert(name, index).is_some() {
            return Err(VmError::error("global section", format!("duplicate name {name:?}")));
        }
    }
    let mut functions: Vec<Option<Function>> = globals.iter().map(|_| None).collect();
    let count = reader.count(40, "the number of functions")?;
    for number in 0..count {
        let info = strings(reader, "the name and sizes of a function")?;
        let [name, registers, length] = &info[..] else {
            return Err(VmError::error(format!("function {number}"), "expected a name and two sizes"));
        };
        let place = || format!("function {name:?}");
        let Some(index) = waiting.remove(name.as_str()) else {
            return Err(VmError::error(place(), "the name is not global, or not unique"));
        };
        let (Ok(registers), Ok(length)) = (registers.parse::<u32>(), length.parse::<usize>()) else {
            return Err(VmError::error(place(), "a size is not a number"));
        };
        let params = strings(reader, "names of parameters")?;
        let param_devices = integers(reader, "devices of parameters")?;
        if params.len() != param_devices.len() {
            let problem = format!("{} parameters have {} devices", params.len(), param_devices.len());
            return Err(VmError::error(place(), problem));
        }
        let mut code = Vec::new();
        for at in 0..length {
            let error = |problem: String| VmError::error(format!("{}, instruction {at}", place()), problem);
            let numbers = integers(reader, "an instruction")?;
            let [hash, opcode, fields @ ..] = &numbers[..] else {
                return Err(error("expected a hash and an operation".into()));
            };
            let instruction = Instruction::new(*opcode, fields).map_err(error)?;
            if instruction.hash() != *hash as u64 {
                return Err(error("the hash does not match".into()));
            }
            code.push(instruction);
        }
        functions[index] = Some(Function { params, param_devices, registers: registers as usize, code });
    }
    if let Some(name) = waiting.keys().next() {
        return Err(VmError::error(format!("function {name:?}"), "the code is missing"));
    }
    Ok(functions.into_iter().flatten().collect())
}
