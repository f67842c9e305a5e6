//! Device planning: decides on which device each expression runs.
//!
//! 1. [`annotations`] moves the annotations `on_device` where they hold for whole values.
//! 2. [`constraints`] derives which expressions are on the same device, and which devices the
//!    program names. [`domains`] has the sets of expressions.
//! 3. [`defaults`] chooses devices for the other expressions.
//! 4. [`capture`] writes the devices into the program. [`scopes`] reads them in later passes.

pub(crate) mod annotations;
pub(super) mod capture;
pub(super) mod constraints;
mod defaults;
mod domains;
pub(crate) mod scopes;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::functor::downcast_known_owned;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::op::OpError;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::expr::{Function, FunctionNode};
use crate::infer::{InferError, infer_module};
use crate::scope::is_primitive;
use constraints::Planner;

/// The reason why devices cannot be planned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanDevicesError {
    /// An expression would be on two devices.
    #[error(
        "device type {first} of {first_place} conflicts with device type {second} of \
         {second_place}: {what} needs one device (insert an on_device annotation that is not \
         fixed between them, which allows a copy)"
    )]
    Conflict {
        /// The expression or the relation that needs one device.
        what: String,
        /// The type of one device, as numbered by DLPack.
        first: i32,
        /// The place that asks for the first device.
        first_place: String,
        /// The type of the other device.
        second: i32,
        /// The place that asks for the second device.
        second_place: String,
    },
    /// A number is not a device type.
    #[error("{place}: {device_type} is not a device type (the types of DLPack are not negative)")]
    DeviceType {
        /// The place with the number.
        place: String,
        /// The number.
        device_type: i32,
    },
    /// Two functions in one place have different numbers of parameters.
    #[error("{what}: a function of {first} parameters is used as one of {second} parameters")]
    Parameters {
        /// The expression that uses the function.
        what: String,
        /// The number of parameters.
        first: usize,
        /// The other number of parameters.
        second: usize,
    },
    /// The types of the module cannot be inferred.
    #[error(transparent)]
    Types(#[from] InferError),
    /// The module refuses a new function.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// An operator for devices is missing.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Decides on which device each expression of a module runs, and inserts copies.
///
/// The annotations `on_device`, the copies `device_copy`, the device of `memory.alloc_storage` and
/// the function attributes `param_device_types` and `result_device_type` name devices. Device types
/// are the numbers of DLPack.
///
/// - The arguments and the result of an operator are on one device. An annotation that is not fixed
///   allows a copy between its argument and its user.
/// - A function has a device for each parameter and for its result. Its calls agree with them.
///   Tuples, references and values of data types are on the device of their parts, and so are the
///   results and the parameters of functions in them.
/// - Shapes and sizes of `vm.shape_of`, `vm.reshape_tensor`, `memory.alloc_storage` and
///   `memory.alloc_tensor` are on the CPU.
/// - Where nothing decides, a function is on the default device. Open parameters are on the device
///   of the result.
///
/// In the result, each function has the attributes `param_device_types` and `result_device_type`.
/// An expression on another device than its user is in a fixed `on_device`, inside a `device_copy`.
/// Other annotations are removed. Functions that operator fusion created are unchanged.
///
/// The time is linear in the size of the module.
///
/// # Errors
/// Fails if two devices conflict, if a device type is negative, or if the types of the module
/// cannot be inferred.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::{add, annotation::on_device, exp};
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::plan_devices;
///
/// let ty = TensorType::new([3.into()], DataType::float(32));
/// let x = Var::new("x", Some(ty.upcast()), None);
/// let on_gpu = on_device(exp(x.clone())?, attrs! { device_type: 2 })?;
/// let main = Function::new([x], add(on_gpu.clone(), on_gpu)?, None, [], None, None);
/// let mut module = IRModule::new();
/// module.add(GlobalVar::new("main"), main, false)?;
/// let text = pretty_print(Some(&plan_devices(&module, 1)?.upcast()));
/// assert!(text.contains("param_device_types=[2], result_device_type=1"), "{text}");
/// assert!(text.contains("device_copy(%1, src_dev_type=2, dst_dev_type=1)"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "PlanDevices")]
pub fn plan_devices(module: &IRModule, default_device: i32) -> Result<IRModule, PlanDevicesError> {
    if default_device < 0 {
        let place = "the default device".to_owned();
        return Err(PlanDevicesError::DeviceType { place, device_type: default_device });
    }
    let mut module = infer_module(&annotations::revise(module.clone())?)?;
    let mut planner = Planner::new();
    let functions: Vec<_> = module.functions.load().iter().map(|(var, f)| (var.clone(), f.clone())).collect();
    for (var, function) in &functions {
        planner.constrain(var, function.upcast_ref())?;
    }
    for (_, function) in &functions {
        defaults::settle(&mut planner, function.upcast_ref(), default_device);
    }
    for (var, function) in functions {
        if function.as_node::<FunctionNode>().is_some_and(|function| !is_primitive(function)) {
            let new = capture::capture(&mut planner, function.upcast_ref(), default_device)?;
            let new: Function = downcast_known_owned(new.upcast());
            module.add_unchecked(var, new, true)?;
        }
    }
    Ok(module)
}

/// Creates the pass for [`plan_devices`].
pub(super) fn pass(default_device: i32) -> Pass {
    ModulePass::new(PassInfo::new(0, "PlanDevices", []), move |module, _| {
        Ok(plan_devices(&module, default_device)?)
    })
    .into()
}
