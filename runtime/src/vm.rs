//! The virtual machine: programs with branches, calls and dynamic shapes, which TVM compiled to
//! bytecode.
//!
//! - `instruction` has the operations, and `executable` reads, checks and writes bytecode.
//! - `machine` runs bytecode. Calls of the program have frames of their own, so the depth of calls
//!   does not depend on the stack of the thread.
//! - `functions` are the functions of the modules.

mod closure;
mod error;
mod executable;
mod functions;
mod instruction;
mod machine;

pub use closure::{VMClosure, VMClosureNode};
pub use error::VmError;
pub(crate) use functions::{
    global_count, global_name, load_binary, load_executable, load_file, primitive_count, primitive_name,
    virtual_machine,
};

use std::fmt;

use objet_object::{ArgValue, Device, ObjectRef};

use crate::error::Result;
use crate::module::Module;
use crate::registry::Registry;

/// A program of the virtual machine on its devices.
///
/// ```no_run
/// use objet_object::{Device, NDArray};
/// use objet_runtime::{Module, VirtualMachine};
///
/// // SAFETY: TVM compiled the library, and no slice of a tensor is held while the program runs.
/// let library = unsafe { Module::load_from_file("lib.so", "") }?;
/// let bytecode = std::fs::read("code.ro")?;
/// let program = VirtualMachine::new(&bytecode, Some(&library), &[Device::cpu(0)])?;
/// let x = NDArray::from_slice(&[2], &[1.0_f32, 2.0])?;
/// let output: NDArray = program.run("main", &[x.into()])?.downcast()?;
/// # use objet_object::IsObjectRef;
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct VirtualMachine {
    module: Module,
}

impl VirtualMachine {
    /// Creates a virtual machine from bytecode, the library of its functions, and devices. The host
    /// must be one of the devices.
    ///
    /// # Errors
    /// If the bytecode is invalid, or if the library lacks a function.
    pub fn new(bytecode: &[u8], library: Option<&Module>, devices: &[Device]) -> Result<Self> {
        let executable: Module = Registry::expect("runtime.Load_Executable")?.call_as((bytecode, library))?;
        Self::of(&executable, devices)
    }

    /// Creates a virtual machine for a module of kind `VMExecutable`.
    ///
    /// # Errors
    /// If the module is of another kind, or if the library that it imports lacks a function.
    pub fn of(executable: &Module, devices: &[Device]) -> Result<Self> {
        let module: Module = executable.expect_function("vm_load_executable")?.call_as(())?;
        let mut numbers = Vec::with_capacity(3 * devices.len());
        for Device { device_type, device_id } in devices {
            numbers.extend([device_type.0, *device_id, 1].map(|number| ArgValue::Int(number.into())));
        }
        module.expect_function("init")?.call(&numbers[..])?;
        Ok(Self { module })
    }

    /// Returns the virtual machine as a module, with the functions that TVM's front ends call.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Runs a function of the program. Arguments and results are tensors and, for tuples and values
    /// of algebraic data types, [`ADT`](objet_object::ADT)s.
    ///
    /// # Errors
    /// If there is no such function, if the number of arguments is wrong, and the errors of the
    /// program.
    pub fn run(&self, function: &str, args: &[ObjectRef]) -> Result<ObjectRef> {
        let mut all = vec![ArgValue::Str(function)];
        all.extend(args.iter().map(ArgValue::from));
        self.module.expect_function("set_input")?.call(&all[..])?;
        self.module.expect_function("invoke")?.call_as((function,))
    }
}

impl fmt::Debug for VirtualMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VirtualMachine")
    }
}
