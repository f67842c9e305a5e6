//! Operators that annotate their argument.

mod relation;

use super::compute::Compute;
use objet::Registry;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::OpPatternKind::Opaque;
use objet_ir::op::{OpBuilder, OpError};

use crate::attrs::{
    CastHintAttrsNode, CompilerAttrsNode, DebugAttrsNode, DeviceCopyAttrsNode, MetaRefAttrsNode,
    OnDeviceAttrsNode, SimulatedQuantizeAttrsNode, WithFuncIdAttrsNode,
};
use crate::expr::{Call, Function};
use crate::op::infer_layout::InferLayout;
use crate::operators;

/// Sets the common properties of operators that return their argument unchanged.
fn marker(op: OpBuilder) -> OpBuilder {
    op.type_relation("Identity").pattern(Opaque).stateful(false).compute_identity().arbitrary_layout()
}

operators! {
    /// Marks the end of a region with bit-packed data.
    pub fn bitpack_end(data: "Tensor" = "The tensor.") = "annotation.bitpack_end"
        => marker;

    /// Marks the start of a region with bit-packed data.
    pub fn bitpack_start(data: "Tensor" = "The tensor.") = "annotation.bitpack_start"
        => marker;

    /// Hints at the data type that quantization should use for the tensor.
    pub fn cast_hint(data: "Tensor" = "The tensor.") with CastHintAttrsNode = "annotation.cast_hint"
        => |op| marker(op).without_attrs_type();

    /// Marks a tensor that gradients should recompute instead of keeping in memory.
    pub fn checkpoint(
        data: "Tensor" = "The tensor.",
    ) = "annotation.checkpoint" as "relay.op.annotation._make.checkpoint"
        => marker;

    /// Marks the start of a region for an external compiler.
    pub fn compiler_begin(expr as "data": "Tensor" = "The tensor.") with CompilerAttrsNode
        = "annotation.compiler_begin" as "relay.op.annotation._make.compiler_begin"
        => |op| marker(op).without_attrs_type();

    /// Marks the end of a region for an external compiler.
    pub fn compiler_end(
        expr as "data": "Tensor" = "The tensor.",
    ) with CompilerAttrsNode = "annotation.compiler_end" as "relay.op.annotation._make.compiler_end"
        => |op| marker(op).without_attrs_type();

    /// Prevents fusion of the operators on both sides into one kernel.
    pub fn stop_fusion(
        data: "Tensor" = "The tensor.",
    ) = "annotation.stop_fusion" as "relay.op.annotation._make.stop_fusion"
        => marker;

    /// Gives a function an id for partial evaluation.
    pub fn with_funcid(
        func: "Function" = "The function.",
    ) with WithFuncIdAttrsNode = "annotation.with_funcid"
        => |op| op.without_attrs_type();

    /// Calls a debugger with the argument, and returns the argument unchanged.
    pub fn debug(program: "Tuple" = "The tuple to show.") with DebugAttrsNode = "debug"
        => |op| op.type_relation("Debug").support_level(1).pattern(Opaque)
            .compute_identity();

    /// Copies a tensor to another device.
    pub fn device_copy(
        expr as "data": "Tensor" = "The tensor to copy.",
    ) with DeviceCopyAttrsNode = "device_copy" as "relay.op._make.device_copy"
        => marker;

    /// Annotates an expression with the device that computes it.
    pub fn on_device(data: "Tensor" = "The expression.") with OnDeviceAttrsNode = "on_device"
        => |op| op.type_relation("Identity").pattern(Opaque).stateful(false).non_computational()
            .arbitrary_layout();

    /// Represents an object of the metadata section while text is parsed.
    pub fn meta_ref() with MetaRefAttrsNode = "parser.MetaRef"
        => |op| op.num_inputs(0).type_relation("MetaRef").stateful(false).non_computational();

    /// Rounds floats to the values that quantized integers can represent, for calibration.
    pub fn simulated_quantize(
        data: "Tensor" = "The tensor.",
        dom_scale: "Tensor" = "The quantization step.",
        clip_min: "Tensor" = "The minimum integer.",
        clip_max: "Tensor" = "The maximum integer.",
    ) with SimulatedQuantizeAttrsNode = "relay.op.annotation.simulated_quantize"
        => |op| op.type_relation("SimulatedQuantize").support_level(11);
}

/// Creates a call of `debug` with the registered function `name`, or with the default debugger if
/// the name is empty.
#[register_global("relay.op._make.debug")]
fn make_debug(expr: RelayExpr, name: &str) -> Result<Call, BoxError> {
    let debug_func = match name {
        "" => None,
        name => {
            Registry::expect(name)?;
            Some(ObjectRef::from(EnvFunc::new(name)))
        }
    };
    Ok(debug(expr, attrs! { debug_func: debug_func })?)
}

/// Creates a call of `on_device` with the source location of the expression.
#[register_global("relay.op.annotation._make.on_device", short)]
fn make_on_device(expr: RelayExpr, device_type: i32, is_fixed: bool) -> Result<Call, OpError> {
    let span = expr.span.clone();
    let mut call = on_device(expr, attrs! { device_type: device_type, is_fixed: is_fixed })?;
    *call.make_mut().span = span;
    Ok(call)
}

/// Returns the function with attributes for the device types of its parameters and of its result.
#[register_global("relay.op.annotation._make.function_on_device")]
fn function_on_device(
    mut function: Function,
    param_device_types: Array<Integer>,
    result_device_type: i32,
) -> Function {
    let attrs = function.attrs.clone().unwrap_or_default();
    let attrs = attrs
        .with("param_device_types", param_device_types)
        .with("result_device_type", Integer::from(result_device_type));
    *function.make_mut().attrs = Some(attrs);
    function
}
