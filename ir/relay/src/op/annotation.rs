//! Operators that say something about their argument.

use objet::prelude::*;
use objet::{BoxError, Registry};
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
use crate::operators;

/// The common part of operators that give their argument back.
fn marker(op: OpBuilder) -> OpBuilder {
    op.type_relation("Identity").pattern(Opaque).stateful(false)
}

operators! {
    /// The end of a region whose data are packed by bits.
    pub fn bitpack_end(data: "Tensor" = "The tensor.") = "annotation.bitpack_end"
        => marker;

    /// The start of a region whose data are packed by bits.
    pub fn bitpack_start(data: "Tensor" = "The tensor.") = "annotation.bitpack_start"
        => marker;

    /// Says which data type quantization should hold the tensor in.
    pub fn cast_hint(data: "Tensor" = "The tensor.") with CastHintAttrsNode = "annotation.cast_hint"
        => |op| marker(op).without_attrs_type();

    /// Marks a tensor that gradients should recompute instead of keep.
    pub fn checkpoint(
        data: "Tensor" = "The tensor.",
    ) = "annotation.checkpoint" as "relay.op.annotation._make.checkpoint"
        => marker;

    /// The start of a region for another compiler.
    pub fn compiler_begin(expr as "data": "Tensor" = "The tensor.") with CompilerAttrsNode
        = "annotation.compiler_begin" as "relay.op.annotation._make.compiler_begin"
        => |op| marker(op).without_attrs_type();

    /// The end of a region for another compiler.
    pub fn compiler_end(
        expr as "data": "Tensor" = "The tensor.",
    ) with CompilerAttrsNode = "annotation.compiler_end" as "relay.op.annotation._make.compiler_end"
        => |op| marker(op).without_attrs_type();

    /// Keeps what stands on either side out of one kernel.
    pub fn stop_fusion(
        data: "Tensor" = "The tensor.",
    ) = "annotation.stop_fusion" as "relay.op.annotation._make.stop_fusion"
        => marker;

    /// Gives a function a number by which partial evaluation knows it.
    pub fn with_funcid(
        func: "Function" = "The function.",
    ) with WithFuncIdAttrsNode = "annotation.with_funcid"
        => |op| op.without_attrs_type();

    /// Hands its argument to a debugger and through.
    pub fn debug(program: "Tuple" = "The tuple to show.") with DebugAttrsNode = "debug"
        => |op| op.type_relation("Debug").support_level(1).pattern(Opaque);

    /// A copy of a tensor on another device.
    pub fn device_copy(
        expr as "data": "Tensor" = "The tensor to copy.",
    ) with DeviceCopyAttrsNode = "device_copy" as "relay.op._make.device_copy"
        => |op| op.type_relation("Identity").pattern(Opaque).stateful(false);

    /// Says on which device an expression is to be computed.
    pub fn on_device(data: "Tensor" = "The expression.") with OnDeviceAttrsNode = "on_device"
        => |op| op.type_relation("Identity").pattern(Opaque).stateful(false).non_computational();

    /// Stands for an object of the metadata section while a text is parsed.
    pub fn meta_ref() with MetaRefAttrsNode = "parser.MetaRef"
        => |op| op.num_inputs(0).type_relation("MetaRef").stateful(false).non_computational();

    /// Rounds floats to what quantized integers could hold, for calibration.
    pub fn simulated_quantize(
        data: "Tensor" = "The tensor.",
        dom_scale: "Tensor" = "The size of a step.",
        clip_min: "Tensor" = "The least integer.",
        clip_max: "Tensor" = "The greatest integer.",
    ) with SimulatedQuantizeAttrsNode = "relay.op.annotation.simulated_quantize"
        => |op| op.type_relation("SimulatedQuantize").support_level(11);
}

/// Hands an expression to the function of that name, and through; to none if the name is empty.
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

/// Says on which kind of device an expression is to be computed. Where it is written, the annotation is too.
#[register_global("relay.op.annotation._make.on_device", short)]
fn make_on_device(expr: RelayExpr, device_type: i32, is_fixed: bool) -> Result<Call, OpError> {
    let span = expr.span.clone();
    let mut call = on_device(expr, attrs! { device_type: device_type, is_fixed: is_fixed })?;
    *call.make_mut().span = span;
    Ok(call)
}

/// Says on which kinds of devices a function takes its parameters and gives its result.
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
