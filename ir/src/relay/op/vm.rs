//! Operators of the virtual machine, and calls of what is lowered.

use crate::op::OpPatternKind::Opaque;
use crate::register_op;
use crate::relay::attrs::{
    CallLoweredAttrsNode, ReshapeTensorAttrsNode, ShapeFuncAttrsNode, ShapeOfAttrsNode,
};

register_op! { "call_lowered"
    .describe("Calls a function that was lowered to tir.")
    .argument("func", "Function", "The function.")
    .argument("call_args", "Tuple", "Its arguments.")
    .attrs::<CallLoweredAttrsNode>()
    .type_relation("CallLoweredRel").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "vm.invoke_tvm_op"
    .describe("Calls a lowered function that writes its results into tensors it is given.")
    .argument("op", "Function", "The function.")
    .argument("ins", "Tuple", "Its inputs.")
    .argument("outs", "Tuple", "The tensors for its outputs.")
    .type_relation("InvokeTVMOp").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "vm.reshape_tensor"
    .describe("A tensor of the same memory in another shape.")
    .argument("data", "Tensor", "The tensor.")
    .argument("shape", "Tensor", "The shape.")
    .attrs::<ReshapeTensorAttrsNode>()
    .type_relation("ReshapeTensor").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "vm.shape_func"
    .describe("Computes the shapes of a function's results.")
    .argument("func", "Function", "The function.")
    .argument("ins", "Tuple", "Its inputs, or their shapes.")
    .argument("outs", "Tuple", "The tensors for the shapes of its outputs.")
    .attrs::<ShapeFuncAttrsNode>()
    .type_relation("ShapeFuncRel").pattern(Opaque).stateful(false).non_computational()
}

register_op! { "vm.shape_of"
    .describe("The shape of a tensor, asked at run time.")
    .argument("tensor", "Tensor", "The tensor.")
    .attrs::<ShapeOfAttrsNode>()
    .type_relation("ShapeOf").pattern(Opaque).stateful(false).non_computational()
}
