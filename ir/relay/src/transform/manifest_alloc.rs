//! Explicit allocation of memory: kernels write into tensors that the program allocates.
//!
//! - [`rewriter`] rewrites functions from the inside to the outside.
//! - [`allocation`] makes the code for one call of a kernel, [`shape_inputs`] the inputs of its
//!   shape function.

mod allocation;
mod rewriter;
mod shape_inputs;

use objet::prelude::*;
use objet_ir::functor::downcast_known_owned;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::op::OpError;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::expr::{Function, FunctionNode};
use crate::infer::{InferError, infer_module};
use crate::op::memory::TupleTypeError;
use crate::scope::is_primitive;
use crate::text::{ImportError, import_std};

/// The reason why allocations cannot be inserted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestAllocError {
    /// A call has no device.
    #[error(
        "a call of a fused function in a function without device types: plan devices first \
         (PlanDevices)"
    )]
    NoDevice,
    /// The shape of a result depends on values, and an operator has no function that computes it.
    #[error(
        "the operator {op:?} has no attribute {attr}, which the allocation of a result with a \
         dynamic shape needs: register it (the Python package does), or make shapes static"
    )]
    ShapeFunction {
        /// The name of the operator.
        op: String,
        /// The name of the attribute.
        attr: &'static str,
    },
    /// A fused function with a dynamic result cannot have a shape function.
    #[error("the shape of the result of a fused function cannot be computed: {found}")]
    Shape {
        /// The part that prevents it.
        found: &'static str,
    },
    /// The size of a tensor does not fit 64 bits.
    #[error("tensor is too large: the size of {ty} in bytes exceeds 64 bits")]
    Size {
        /// The type of the tensor.
        ty: String,
    },
    /// An allocation belongs to two places.
    #[error(
        "a call of a fused function is an operand of several expressions: convert the module to \
         A-normal form first (ToANormalForm)"
    )]
    Shared,
    /// A call has no inferred type, or a type without tensors.
    #[error(transparent)]
    Type(#[from] TupleTypeError),
    /// The types of the module cannot be inferred.
    #[error(transparent)]
    Types(#[from] InferError),
    /// The definitions for memory cannot be added to the module.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The module refuses a new function.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// An operator is missing, or refuses its attributes.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A constant cannot be created.
    #[error(transparent)]
    Constant(#[from] objet::tensor::NDArrayError),
}

/// Inserts the allocations of the results of fused functions into a module, whose devices are
/// [planned](super::plan_devices) and which is in A-normal form.
///
/// - A call of a function that fusion created, and that is the callee itself, becomes
///   `memory.alloc_storage` and `memory.alloc_tensor` for each result, and `vm.invoke_tvm_op`.
/// - If the shape of a result is dynamic, `vm.shape_of` and `vm.shape_func` compute it on the CPU.
///   The operators of the function need the attributes `FShapeFunc` and `TShapeDataDependent`,
///   which TVM's Python package registers. The shape functions are not compiled.
/// - A function that only reshapes becomes `vm.reshape_tensor`, and one that copies becomes
///   `device_copy`.
/// - Sizes and shapes are on the CPU. A fixed annotation `on_device` has each new value.
/// - The module gets the type `Storage` and the declarations of `core.rly`.
///
/// The time is linear in the size of the module.
///
/// # Errors
/// Fails if a function with allocations has no devices, if a dynamic shape cannot be computed, or
/// if the types of the module cannot be inferred.
///
/// ```
/// use objet::prelude::*;
/// use objet_relay::text::{parse_module, pretty_print};
/// use objet_relay::transform::{manifest_alloc, plan_devices};
///
/// let text = r#"#[version = "0.0.5"]
///     def @main(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] {
///       %0 = fn (%y: Tensor[(2, 3), float32], Primitive=1) -> Tensor[(2, 3), float32] { exp(%y) };
///       %0(%x)
///     }"#;
/// let module = plan_devices(&parse_module("exp.rly", text)?, 1)?;
/// let text = pretty_print(Some(&manifest_alloc(&module)?.upcast()));
/// assert!(text.contains("on_device(24 /* ty=int64 */, device_type=1, is_fixed=True)"), "{text}");
/// assert!(text.contains("vm.invoke_tvm_op"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ManifestAlloc")]
pub fn manifest_alloc(module: &IRModule) -> Result<IRModule, ManifestAllocError> {
    let module = match module.get_global_type_var("Storage") {
        Ok(_) => module.clone(),
        Err(_) => import_std(module, "core.rly")?,
    };
    let mut module = infer_module(&module)?;
    let functions: Vec<_> = module.functions.load().iter().map(|(var, f)| (var.clone(), f.clone())).collect();
    for (var, function) in functions {
        if function.as_node::<FunctionNode>().is_some_and(|function| !is_primitive(function)) {
            let new = rewriter::rewrite(function.upcast_ref())?;
            let new: Function = downcast_known_owned(new.upcast());
            module.add_unchecked(var, new, true)?;
        }
    }
    Ok(infer_module(&module)?)
}

/// Creates the pass for [`manifest_alloc`].
pub(super) fn pass() -> Pass {
    ModulePass::new(PassInfo::new(0, "ManifestAlloc", []), |module, _| Ok(manifest_alloc(&module)?)).into()
}
