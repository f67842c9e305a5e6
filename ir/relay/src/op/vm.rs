//! Operators of the virtual machine, and calls of lowered functions.

mod relation;

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::op::OpPatternKind::Opaque;
use objet_ir::span::Span;
use objet_ir::types::Type;

use crate::attrs::{
    CallLoweredAttrs, CallLoweredAttrsNode, ReshapeTensorAttrsNode, ShapeFuncAttrsNode, ShapeOfAttrsNode,
};
use crate::expr::{Call, Tuple};
use crate::op::infer_layout::InferLayout;
use crate::operators;

operators! {
    /// Calls a function that was lowered to TIR.
    pub fn call_lowered(
        func: "Function" = "The function.",
        call_args: "Tuple" = "The arguments.",
    ) with CallLoweredAttrsNode = "call_lowered"
        => |op| op.type_relation("CallLoweredRel").pattern(Opaque).stateful(false)
            .non_computational()
            .arbitrary_layout();

    /// Calls a lowered function that writes its results into given tensors.
    pub fn invoke_tvm_op(
        func as "op": "Function" = "The function.",
        inputs as "ins": "Tuple" = "The inputs of the function.",
        outputs as "outs": "Tuple" = "The tensors for the outputs of the function.",
    ) = "vm.invoke_tvm_op" as "relay.op.vm.invoke_tvm_op"
        => |op| op.type_relation("InvokeTVMOp").pattern(Opaque).stateful(false).non_computational()
            .arbitrary_layout();

    /// Creates a tensor of another shape on the same memory.
    pub fn reshape_tensor(
        data: "Tensor" = "The tensor.",
        shape: "Tensor" = "The shape of the result.",
    ) with ReshapeTensorAttrsNode = "vm.reshape_tensor" as "relay.op.vm.reshape_tensor"
        => |op| op.type_relation("ReshapeTensor").pattern(Opaque).stateful(false)
            .non_computational()
            .arbitrary_layout();

    /// Computes the shapes of the results of a function.
    pub fn shape_func(
        func: "Function" = "The function.",
        inputs as "ins": "Tuple" = "The inputs of the function, or their shapes.",
        outputs as "outs": "Tuple" = "The tensors for the output shapes.",
    ) with ShapeFuncAttrsNode = "vm.shape_func" as "relay.op.vm.shape_func"
        => |op| op.type_relation("ShapeFuncRel").pattern(Opaque).stateful(false)
            .non_computational()
            .arbitrary_layout();

    /// Returns the shape of a tensor at run time.
    pub fn shape_of(tensor: "Tensor" = "The tensor.") with ShapeOfAttrsNode = "vm.shape_of"
        => |op| op.type_relation("ShapeOf").pattern(Opaque).stateful(false).non_computational()
            .arbitrary_layout();
}

/// Creates a call of `vm.shape_of` with a result of type `int64`.
#[register_global("relay.op.vm.shape_of")]
fn make_shape_of(expr: RelayExpr) -> Result<Call, OpError> {
    shape_of(expr, attrs! { dtype: DataType::int(64) })
}

/// Creates a call of a function that was lowered to TIR, by its name in the module.
#[register_global("relay.op.call_lowered")]
fn make_call_lowered(
    func: GlobalVar,
    inputs: Array<RelayExpr>,
    attrs: CallLoweredAttrs,
    type_args: Option<Array<Option<Type>>>,
    #[default(None)] span: Option<Span>,
) -> Result<Call, OpError> {
    let mut call = call_lowered(func, Tuple::new(inputs, None), attrs)?;
    let mut fields = call.make_mut();
    *fields.type_args = type_args.unwrap_or_default();
    *fields.span = span;
    Ok(call)
}
