//! Operators that say something about their argument.

use objet::prelude::*;
use objet::{BoxError, Registry};
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::OpPatternKind::Opaque;
use objet_ir::op::{Op, OpBuilder, OpError};
use objet_ir::{attrs, register_op};

use crate::attrs::{
    DebugAttrsNode, DeviceCopyAttrsNode, MetaRefAttrsNode, OnDeviceAttrsNode, SimulatedQuantizeAttrsNode,
};
use crate::expr::{Call, Function};
use crate::op::OpExt as _;

/// What operators that give their argument back have in common.
fn marker(op: OpBuilder) -> OpBuilder {
    op.argument("data", "Tensor", "The tensor.").type_relation("Identity").pattern(Opaque).stateful(false)
}

register_op! { "annotation.bitpack_end"
    .describe("The end of a region whose data are packed by bits.")
    .with(marker)
}

register_op! { "annotation.bitpack_start"
    .describe("The start of a region whose data are packed by bits.")
    .with(marker)
}

register_op! { "annotation.cast_hint"
    .describe("Says which data type quantization should hold the tensor in.")
    .with(marker)
}

register_op! { "annotation.checkpoint"
    .describe("Marks a tensor that gradients should recompute instead of keep.")
    .with(marker)
}

register_op! { "annotation.compiler_begin"
    .describe("The start of a region for another compiler.")
    .with(marker)
}

register_op! { "annotation.compiler_end"
    .describe("The end of a region for another compiler.")
    .with(marker)
}

register_op! { "annotation.stop_fusion"
    .describe("Keeps what stands on either side out of one kernel.")
    .with(marker)
}

register_op! { "annotation.with_funcid"
    .describe("Gives a function a number by which partial evaluation knows it.")
    .argument("func", "Function", "The function.")
}

register_op! { "debug"
    .describe("Hands its argument to a debugger and through.")
    .argument("program", "Tuple", "The tuple to show.")
    .attrs::<DebugAttrsNode>()
    .type_relation("Debug").support_level(1).pattern(Opaque)
}

register_op! { "device_copy"
    .describe("A copy of a tensor on another device.")
    .argument("data", "Tensor", "The tensor to copy.")
    .attrs::<DeviceCopyAttrsNode>()
    .type_relation("Identity").pattern(Opaque).stateful(false)
}

register_op! { "on_device"
    .describe("Says on which device an expression is to be computed.")
    .argument("data", "Tensor", "The expression.")
    .attrs::<OnDeviceAttrsNode>()
    .type_relation("Identity").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "parser.MetaRef"
    .describe("Stands for an object of the metadata section while a text is parsed.")
    .attrs::<MetaRefAttrsNode>()
    .num_inputs(0).type_relation("MetaRef").stateful(false).non_computational()
}

register_op! { "relay.op.annotation.simulated_quantize"
    .describe("Rounds floats to what quantized integers could hold, for calibration.")
    .argument("data", "Tensor", "The tensor.")
    .argument("dom_scale", "Tensor", "The size of a step.")
    .argument("clip_min", "Tensor", "The least integer.")
    .argument("clip_max", "Tensor", "The greatest integer.")
    .attrs::<SimulatedQuantizeAttrsNode>()
    .type_relation("SimulatedQuantize").support_level(11)
}

global_makers! {
    "relay.op._make.device_copy" = "device_copy"(expr, [src_dev_type], [dst_dev_type]): DeviceCopyAttrsNode;
    "relay.op.annotation._make.checkpoint" = "annotation.checkpoint"(data);
    "relay.op.annotation._make.compiler_begin" = "annotation.compiler_begin"(expr, [compiler]): CompilerAttrsNode;
    "relay.op.annotation._make.compiler_end" = "annotation.compiler_end"(expr, [compiler]): CompilerAttrsNode;
    "relay.op.annotation._make.stop_fusion" = "annotation.stop_fusion"(data);
}

/// Hands an expression to the function of that name, and through; to none if the name is empty.
#[register_global("relay.op._make.debug")]
fn debug(expr: RelayExpr, name: &str) -> Result<Call, BoxError> {
    let debug_func = match name {
        "" => None,
        name => {
            Registry::expect(name)?;
            Some(ObjectRef::from(EnvFunc::new(name)))
        }
    };
    let op = Op::get("debug")?;
    let attrs = op.make_attrs(attrs! { debug_func: debug_func })?;
    Ok(op.call([expr], Some(attrs))?)
}

/// Says on which kind of device an expression is to be computed. Where it is written, the annotation is too.
#[register_global("relay.op.annotation._make.on_device", short)]
fn on_device(expr: RelayExpr, device_type: i32, is_fixed: bool) -> Result<Call, OpError> {
    let op = Op::get("on_device")?;
    let attrs = op.make_attrs(attrs! { device_type: device_type, is_fixed: is_fixed })?;
    let span = expr.span.clone();
    Ok(Call::new(op, [expr], Some(attrs), [], span))
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
