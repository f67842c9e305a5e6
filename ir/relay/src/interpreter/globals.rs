//! Registered functions of the interpreter.

use objet::function::BoxError;
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::target::Target;

use super::{EvaluationError, Interpreter};
use crate::analysis::{free_type_vars, free_vars};
use crate::expr::{Function, FunctionNode};

/// An evaluation on a device that the interpreter does not have.
#[derive(Debug, thiserror::Error)]
enum DeviceError {
    #[error("the target {kind} is for the device type {expected}, not for {device}")]
    Target { kind: String, expected: DeviceType, device: Device },
    #[error("the interpreter evaluates programs on CPUs, not on {0}: use the device cpu(0)")]
    NotCpu(Device),
}

/// Evaluates a function, and returns a function that applies it to an array of arguments. The
/// arguments are expressions of constants, tuples, constructors and references. Another expression
/// is a function of its free variables.
#[register_global("relay.backend.EvalFunction")]
fn eval_function(
    module: IRModule,
    expr: RelayExpr,
    device: Device,
    target: Target,
) -> Result<PackedFunc, BoxError> {
    let kind = &target.kind;
    if kind.device_type != device.device_type.0 {
        let (kind, expected) = (kind.name.to_string(), DeviceType(kind.device_type));
        return Err(DeviceError::Target { kind, expected, device }.into());
    }
    if device.device_type != DeviceType::CPU {
        return Err(DeviceError::NotCpu(device).into());
    }
    let expr = if expr.is_instance::<FunctionNode>() || expr.is_instance::<GlobalVarNode>() {
        expr
    } else {
        let (params, type_params) = (free_vars(&expr), free_type_vars(&expr));
        Function::new(params, expr, None, type_params, None, None).upcast()
    };
    let prepared = Interpreter::new(&module).and_then(|interpreter| {
        let closure = interpreter.value(expr)?;
        Ok((interpreter, closure))
    });
    let (interpreter, closure) = match prepared {
        Ok(prepared) => prepared,
        Err(EvaluationError::Types(error)) => {
            return Err(error.render(module).unwrap_or_else(|error| error).into());
        }
        Err(error) => return Err(error.into()),
    };
    let apply = move |args: Array<RelayExpr>| -> Result<ObjectRef, EvaluationError> {
        let args: Vec<ObjectRef> =
            args.iter().map(|arg| interpreter.argument(arg)).collect::<Result<_, _>>()?;
        interpreter.apply(&closure, &args)
    };
    Ok(TypedPackedFunc::new(apply).into())
}
