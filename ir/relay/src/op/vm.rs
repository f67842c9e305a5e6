//! Operators of the virtual machine, and calls of what is lowered.

use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::op::OpPatternKind::Opaque;
use objet_ir::op::{Op, OpError};
use objet_ir::span::Span;
use objet_ir::types::Type;
use objet_ir::{attrs, register_op};

use crate::attrs::{
    CallLoweredAttrs, CallLoweredAttrsNode, ReshapeTensorAttrsNode, ShapeFuncAttrsNode, ShapeOfAttrsNode,
};
use crate::expr::{Call, Tuple};
use crate::op::OpExt as _;

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

global_makers! {
    "relay.op.vm.invoke_tvm_op" = "vm.invoke_tvm_op"(func, inputs, outputs);
    "relay.op.vm.reshape_tensor" = "vm.reshape_tensor"(data, shape, [newshape]): ReshapeTensorAttrsNode;
    "relay.op.vm.shape_func" = "vm.shape_func"(func, inputs, outputs, [is_input]): ShapeFuncAttrsNode;
}

/// The shape of a tensor, in 64 bits, asked at run time.
#[register_global("relay.op.vm.shape_of")]
fn shape_of(expr: RelayExpr) -> Result<Call, OpError> {
    let op = Op::get("vm.shape_of")?;
    let attrs = op.make_attrs(attrs! { dtype: DataType::int(64) })?;
    op.call([expr], Some(attrs))
}

/// A call of a function that was lowered to tir, by its name in the module.
#[register_global("relay.op.call_lowered")]
fn call_lowered(
    func: GlobalVar,
    inputs: Array<RelayExpr>,
    attrs: CallLoweredAttrs,
    type_args: Option<Array<Option<Type>>>,
    #[default(None)] span: Option<Span>,
) -> Result<Call, OpError> {
    let args = [func.upcast(), Tuple::new(inputs, None).upcast()];
    Ok(Call::new(Op::get("call_lowered")?, args, Some(attrs.upcast()), type_args.unwrap_or_default(), span))
}
