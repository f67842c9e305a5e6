//! The execution of bytecode.
//!
//! Invariants:
//! - The executable was checked, so registers, constants and functions of instructions exist.
//! - The registers of the running frame are at the end of `registers`.

use objet_object::{ADT, ArgValue, DataType, Device, DeviceType, IsObjectRef, NDArray, ObjectRef};

use crate::device::NDArrayExt;
use crate::error::{Frame as TraceFrame, Result};
use crate::module::Module;
use crate::packed_func::PackedFunc;
use crate::vm::VmError;
use crate::vm::closure::VMClosure;
use crate::vm::executable::Executable;
use crate::vm::instruction::{Instruction, Opcode};

/// The maximum depth of calls.
const MAX_FRAMES: usize = 1 << 20;

/// The maximum number of registers of all calls in progress.
const MAX_REGISTERS: usize = 1 << 25;

/// The content of a register.
#[derive(Clone, Default)]
enum Value {
    #[default]
    Empty,
    Object(ObjectRef),
    /// Memory for tensors: a tensor of bytes.
    Storage(NDArray),
}

/// A call in progress.
struct Frame {
    function: usize,
    /// The next instruction.
    at: usize,
    /// The first register.
    base: usize,
    /// The register of the caller for the result.
    result: usize,
}

/// An executable on its devices.
pub(super) struct Machine {
    devices: Vec<Device>,
    packed: Vec<PackedFunc>,
    /// The constants on their devices, after their first use.
    constants: Vec<Option<NDArray>>,
}

impl Machine {
    /// Creates a machine. The functions are those of the library and its imports.
    pub(super) fn new(
        executable: &Executable,
        library: Option<&Module>,
        devices: Vec<Device>,
    ) -> Result<Self> {
        let mut packed = Vec::with_capacity(executable.packed.len());
        for name in &executable.packed {
            let found = match library {
                Some(library) => library.function_with_imports(name)?,
                None => None,
            };
            let missing = || {
                VmError::error("primitive name section", format!("Cannot find function in module: {name}"))
            };
            packed.push(found.ok_or_else(missing)?);
        }
        Ok(Self { devices, packed, constants: vec![None; executable.constants.len()] })
    }

    /// Returns the first device of a type.
    pub(super) fn device(&self, device_type: i64) -> Result<Device> {
        let found = self.devices.iter().find(|device| i64::from(device.device_type.0) == device_type);
        found.copied().ok_or_else(|| {
            let text = i32::try_from(device_type)
                .map_or_else(|_| device_type.to_string(), |number| DeviceType(number).to_string());
            format!("the virtual machine has no device of type {text}: pass it to `init`").into()
        })
    }

    /// Runs a function. There are as many arguments as parameters.
    pub(super) fn invoke(
        &mut self,
        executable: &Executable,
        function: usize,
        args: &[ObjectRef],
    ) -> Result<ObjectRef> {
        let mut run = Run { executable, machine: self, registers: Vec::new(), frames: Vec::new() };
        run.call(function, args.iter().cloned().map(Value::Object).collect(), 0)?;
        let outcome = run.run();
        outcome.map_err(|source| match run.frames.last() {
            Some(frame) => {
                let place = executable.place(frame.function, frame.at.saturating_sub(1));
                source.with_frame(TraceFrame::Foreign(format!("in {place} of the VM executable")))
            }
            None => source,
        })
    }
}

/// An invocation of the machine.
struct Run<'a> {
    executable: &'a Executable,
    machine: &'a mut Machine,
    registers: Vec<Value>,
    frames: Vec<Frame>,
}

impl Run<'_> {
    /// Begins a call.
    fn call(&mut self, function: usize, args: Vec<Value>, result: usize) -> Result<()> {
        let called = &self.executable.functions[function];
        let base = self.registers.len();
        if self.frames.len() >= MAX_FRAMES || base + called.registers > MAX_REGISTERS {
            let problem = format!(
                "the program calls too deep: {} calls with {base} registers are in progress",
                self.frames.len()
            );
            return Err(problem.into());
        }
        if args.len() != called.params.len() {
            let problem = format!("{} arguments for {} parameters", args.len(), called.params.len());
            return Err(problem.into());
        }
        self.registers.extend(args);
        self.registers.resize(base + called.registers, Value::Empty);
        self.frames.push(Frame { function, at: 0, base, result });
        Ok(())
    }

    /// Runs until the first call returns.
    fn run(&mut self) -> Result<ObjectRef> {
        let executable = self.executable;
        loop {
            let Some(frame) = self.frames.last_mut() else { return Err("no call is in progress".into()) };
            let Some(instruction) = executable.functions[frame.function].code.get(frame.at) else {
                return Err("the code has no end".into());
            };
            frame.at += 1;
            let base = frame.base;
            let fields = &instruction.fields;
            match instruction.opcode {
                Opcode::Ret => {
                    let returned = self.read(base, instruction.register(0))?;
                    let result = frame_result(&mut self.frames);
                    self.registers.truncate(base);
                    match self.frames.last() {
                        Some(caller) => {
                            let to = caller.base + result;
                            self.registers[to] = returned;
                        }
                        None => return object(&returned),
                    }
                }
                Opcode::Invoke => {
                    let args = self.read_all(base, instruction)?;
                    self.call(instruction.register(0), args, instruction.register(2))?;
                }
                Opcode::InvokeClosure => {
                    let closure = object(&self.read(base, instruction.register(0))?)?;
                    let Some(closure) = closure.downcast_ref::<VMClosure>() else {
                        return Err(format!("expected a closure, found {}", closure.type_key()).into());
                    };
                    let mut args: Vec<_> = closure.captured().iter().cloned().map(Value::Object).collect();
                    args.extend(self.read_all(base, instruction)?);
                    if closure.function() >= executable.functions.len() {
                        return Err("the closure is one of another executable".into());
                    }
                    self.call(closure.function(), args, instruction.register(2))?;
                }
                Opcode::InvokePacked => self.invoke_packed(base, instruction)?,
                Opcode::If => {
                    let (test, target) = (
                        self.integer(base, instruction.register(0))?,
                        self.integer(base, instruction.register(1))?,
                    );
                    self.jump(fields[if test == target { 2 } else { 3 }]);
                }
                Opcode::Goto => self.jump(fields[0]),
                Opcode::Fatal => return Err("VM encountered fatal error".into()),
                _ => {
                    let value = self.value(base, instruction)?;
                    // The register of the result is the last field, or the one before the shape or
                    // the fields of a value.
                    let to = match instruction.opcode {
                        Opcode::AllocTensor => 6,
                        Opcode::AllocAdt | Opcode::AllocClosure => 2,
                        _ => fields.len() - 1,
                    };
                    self.registers[base + instruction.register(to)] = value;
                }
            }
        }
    }

    /// Jumps from the instruction that runs.
    fn jump(&mut self, distance: i64) {
        if let Some(frame) = self.frames.last_mut() {
            // The target was checked.
            frame.at = (frame.at as i64 - 1 + distance) as usize;
        }
    }

    /// Returns the result of an operation that is no call and no jump.
    fn value(&mut self, base: usize, instruction: &Instruction) -> Result<Value> {
        let fields = &instruction.fields;
        let register = |field: usize| instruction.register(field);
        Ok(match instruction.opcode {
            Opcode::Move => self.read(base, register(0))?,
            Opcode::LoadConst => self.constant(register(0))?.into(),
            Opcode::LoadConsti => NDArray::from_slice(&[1], &[fields[0]])?.into(),
            Opcode::AllocAdt => {
                let tag =
                    i32::try_from(fields[0]).map_err(|_| format!("the tag {} is too large", fields[0]))?;
                let values = self.read_all(base, instruction)?;
                let objects = values.iter().map(object).collect::<Result<Vec<_>>>()?;
                ADT::new(tag, objects.into_iter().map(Some)).into()
            }
            Opcode::AllocClosure => {
                let values = self.read_all(base, instruction)?;
                let captured = values.iter().map(object).collect::<Result<Vec<_>>>()?;
                VMClosure::new(register(0), captured).into()
            }
            Opcode::GetField => {
                let value = self.adt(base, register(0))?;
                let field = usize::try_from(fields[1]).ok().and_then(|index| value.get(index));
                let missing = || format!("field {} does not exist: the value has {}", fields[1], value.len());
                let field = field.ok_or_else(missing)?;
                Value::Object(field.clone().ok_or("the field is null")?)
            }
            Opcode::GetTag => NDArray::from_slice(&[1], &[self.adt(base, register(0))?.tag()])?.into(),
            Opcode::AllocStorage => {
                let bytes = self.integer(base, register(0))?;
                let alignment = usize::try_from(fields[1]).unwrap_or_default();
                let device = self.machine.device(fields[5])?;
                let bytes_type = DataType::uint(8);
                Value::Storage(NDArray::empty_aligned(&[bytes], bytes_type, device, alignment, None)?)
            }
            Opcode::AllocTensor => {
                let dtype = instruction.dtype(2).ok_or("invalid data type")?;
                self.tensor_in(base, instruction, &fields[7..], dtype)?
            }
            Opcode::AllocTensorReg => {
                let dtype = instruction.dtype(3).ok_or("invalid data type")?;
                let shape = self.shape(base, register(2))?;
                self.tensor_in(base, instruction, &shape, dtype)?
            }
            Opcode::ShapeOf => {
                let tensor = self.tensor(base, register(0))?;
                let shape = tensor.shape();
                NDArray::from_slice(&[shape.len() as i64], shape)?.into()
            }
            Opcode::ReshapeTensor => {
                let (tensor, shape) = (self.tensor(base, register(0))?, self.shape(base, register(1))?);
                tensor.reshape(&shape)?.into()
            }
            Opcode::DeviceCopy => {
                let tensor = self.tensor(base, register(0))?;
                tensor.copy_to(self.machine.device(fields[2])?)?.into()
            }
            other => return Err(format!("{other:?} has no result").into()),
        })
    }

    /// Returns a tensor in the storage and at the offset of the first two registers.
    fn tensor_in(
        &self,
        base: usize,
        instruction: &Instruction,
        shape: &[i64],
        dtype: DataType,
    ) -> Result<Value> {
        let offset = self.integer(base, instruction.register(1))?;
        let Value::Storage(storage) = self.read(base, instruction.register(0))? else {
            return Err(format!("register ${} holds no storage", instruction.register(0)).into());
        };
        let offset = usize::try_from(offset).map_err(|_| format!("the offset {offset} is negative"))?;
        if !offset.is_multiple_of(dtype.element().bytes().max(1)) {
            return Err(format!("the offset {offset} is not aligned for {dtype}").into());
        }
        Ok(storage.view_at(shape, dtype, offset)?.into())
    }

    /// Calls a function of the library. Tuples are passed as their fields.
    fn invoke_packed(&self, base: usize, instruction: &Instruction) -> Result<()> {
        let mut tensors: Vec<NDArray> = Vec::with_capacity(instruction.fields.len());
        for register in instruction.registers() {
            let value = object(&self.read(base, register)?)?;
            let mut waiting = vec![value];
            while let Some(value) = waiting.pop() {
                match value.downcast_ref::<ADT>() {
                    Some(tuple) => {
                        // The first field is to be the next value.
                        for field in tuple.iter().rev() {
                            waiting.push(field.clone().ok_or("a field of an argument is null")?);
                        }
                    }
                    None => tensors.push(tensor_of(&value)?),
                }
                if tensors.len() + waiting.len() > usize::from(u16::MAX) {
                    return Err("a function of the library has too many arguments".into());
                }
            }
        }
        let args: Vec<_> = tensors.iter().map(ArgValue::from).collect();
        self.machine.packed[instruction.register(0)].call(&args[..]).map(drop)
    }

    fn constant(&mut self, index: usize) -> Result<NDArray> {
        if let Some(constant) = &self.machine.constants[index] {
            return Ok(constant.clone());
        }
        let device = self.machine.device(self.executable.constant_devices[index])?;
        let constant = on_device(&self.executable.constants[index], device)?;
        self.machine.constants[index] = Some(constant.clone());
        Ok(constant)
    }

    fn read(&self, base: usize, register: usize) -> Result<Value> {
        match &self.registers[base + register] {
            Value::Empty => Err(format!("register ${register} is read before it is written").into()),
            value => Ok(value.clone()),
        }
    }

    /// Reads the registers at the end of an instruction.
    fn read_all(&self, base: usize, instruction: &Instruction) -> Result<Vec<Value>> {
        instruction.registers().map(|register| self.read(base, register)).collect()
    }

    fn tensor(&self, base: usize, register: usize) -> Result<NDArray> {
        tensor_of(&object(&self.read(base, register)?)?)
    }

    fn adt(&self, base: usize, register: usize) -> Result<ADT> {
        let value = object(&self.read(base, register)?)?;
        value.downcast::<ADT>().map_err(|error| error.to_string().into())
    }

    /// Returns a scalar as an integer.
    fn integer(&self, base: usize, register: usize) -> Result<i64> {
        match integers_of(&self.tensor(base, register)?)?[..] {
            [integer] => Ok(integer),
            _ => Err(format!("expected a scalar in register ${register}").into()),
        }
    }

    fn shape(&self, base: usize, register: usize) -> Result<Vec<i64>> {
        integers_of(&self.tensor(base, register)?)
    }
}

/// Ends the running call and returns the register of the caller for the result.
fn frame_result(frames: &mut Vec<Frame>) -> usize {
    frames.pop().map(|frame| frame.result).unwrap_or_default()
}

impl<R: IsObjectRef> From<R> for Value {
    fn from(reference: R) -> Self {
        Self::Object(reference.into_object_ref())
    }
}

fn object(value: &Value) -> Result<ObjectRef> {
    match value {
        Value::Object(object) => Ok(object.clone()),
        _ => Err("expected an object, found storage".into()),
    }
}

fn tensor_of(object: &ObjectRef) -> Result<NDArray> {
    let found = object.downcast_ref::<NDArray>();
    Ok(found.ok_or_else(|| format!("expected a tensor, found {}", object.type_key()))?.clone())
}

/// Returns the elements of a tensor of integers or booleans.
fn integers_of(tensor: &NDArray) -> Result<Vec<i64>> {
    let tensor = tensor.to_host()?;
    let dtype = tensor.dtype();
    let bytes = tensor.as_bytes()?;
    let width = dtype.bytes();
    let is_integer = dtype.is_scalar() && (dtype.is_int() || dtype.is_uint() || dtype.is_bool());
    if !is_integer || !matches!(width, 1 | 2 | 4 | 8) {
        return Err(format!("expected integers, found {dtype}").into());
    }
    let read = |bytes: &[u8]| {
        let mut whole = [0; 8];
        whole[..width].copy_from_slice(bytes);
        let shift = 64 - 8 * width as u32;
        let shifted = u64::from_ne_bytes(whole) << shift;
        if dtype.is_int() { shifted as i64 >> shift } else { (shifted >> shift) as i64 }
    };
    Ok(bytes.chunks_exact(width).map(read).collect())
}

/// Returns the tensor on a device: itself, or a copy.
pub(super) fn on_device(tensor: &NDArray, device: Device) -> Result<NDArray> {
    if tensor.device() == device { Ok(tensor.clone()) } else { tensor.copy_to(device) }
}
