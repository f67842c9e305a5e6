//! Tensor intrinsics: instructions that compute whole tensors.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::PrimExpr;

use super::{Operation, Tensor};
use crate::buffer::Buffer;
use crate::expr::{IterVar, Range, Var};
use crate::stmt::Stmt;

/// The ranges of a part of a tensor, one for each axis.
pub type Region = Array<Range>;

/// An instruction for a tensor computation: the computation, and statements that perform it.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TensorIntrin", is_final, new)]
#[reflect(repr = show_intrin)]
pub struct TensorIntrinNode {
    base: Object,
    /// The name.
    pub name: std::string::String,
    /// The computation.
    pub op: Operation,
    /// The inputs of the computation.
    pub inputs: Array<Tensor>,
    /// The buffers of the inputs, then of the outputs.
    pub buffers: Array<Buffer>,
    /// The variables of the scalars that a call gives.
    pub scalar_params: Array<Var>,
    /// The statement that computes the outputs, or all of a reduction.
    pub body: Option<Stmt>,
    /// The statement that initializes the outputs of a reduction.
    pub reduce_init: Option<Stmt>,
    /// The statement that adds to the outputs of a reduction.
    pub reduce_update: Option<Stmt>,
}

/// A call of a tensor intrinsic.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TensorIntrinCall", is_final, new)]
#[reflect(repr = show_call)]
pub struct TensorIntrinCallNode {
    base: Object,
    /// The instruction.
    pub intrin: TensorIntrin,
    /// The tensors that are the inputs.
    pub tensors: Array<Tensor>,
    /// The part of each tensor that is the input.
    pub regions: Array<Region>,
    /// The axes of the reduction that the call is a step of.
    pub reduce_axis: Array<IterVar>,
    /// The values of the scalar parameters.
    pub scalar_inputs: Array<PrimExpr>,
}

fn show_intrin<'a>(intrin: &'a TensorIntrinNode, printer: &mut ReprPrinter<'a>) {
    printer.text("TensorIntrin(name=").text(intrin.name.as_str()).text(format!(", {intrin:p})"));
}

fn show_call<'a>(call: &'a TensorIntrinCallNode, printer: &mut ReprPrinter<'a>) {
    printer.text("TensorIntrinCall(intrin=").object(&call.intrin).text(format!(", {call:p})"));
}
