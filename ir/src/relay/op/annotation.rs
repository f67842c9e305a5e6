//! Operators that say something about their argument.

use crate::op::OpBuilder;
use crate::op::OpPatternKind::Opaque;
use crate::register_op;
use crate::relay::attrs::{
    DebugAttrsNode, DeviceCopyAttrsNode, MetaRefAttrsNode, OnDeviceAttrsNode, SimulatedQuantizeAttrsNode,
};

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
