//! Operations that statements of tir perform.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{OperationNode, Tensor};
use crate::buffer::Buffer;
use crate::check::Check;
use crate::op::is_provably_equal;
use crate::stmt::Stmt;

/// An operation whose outputs are written by a statement, for example by a call of an external
/// function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ExternOp", is_final)]
#[reflect(repr = show_extern)]
pub struct ExternOpNode {
    base: OperationNode,
    /// The tensors that the statement reads.
    pub inputs: Array<Tensor>,
    /// The buffer of each input.
    pub input_placeholders: Array<Buffer>,
    /// The buffer of each output.
    pub output_placeholders: Array<Buffer>,
    /// The statement.
    pub body: Stmt,
}

impl ExternOp {
    /// Creates an operation with an output for each buffer in `output_placeholders`.
    ///
    /// # Errors
    /// Returns an error if an input and its buffer have different shapes or data types, or if the
    /// buffer has strides.
    pub fn new(
        name: impl Into<std::string::String>,
        tag: impl Into<std::string::String>,
        attrs: Map<objet::String, Option<ObjectRef>>,
        inputs: impl Into<Array<Tensor>>,
        input_placeholders: impl Into<Array<Buffer>>,
        output_placeholders: impl Into<Array<Buffer>>,
        body: impl Into<Stmt>,
    ) -> Result<Self, ConstructError> {
        let (inputs, input_placeholders) = (inputs.into(), input_placeholders.into());
        let check = Check(ExternOpNode::TYPE_KEY);
        check.count("input buffers", inputs.len(), input_placeholders.len())?;
        for (input, buffer) in inputs.iter().zip(&input_placeholders) {
            check.same_dtype(("an input", input.dtype), ("its buffer", buffer.dtype))?;
            check.count("axes of an input buffer", input.shape.len(), buffer.shape.len())?;
            check.count("strides of an input buffer", 0, buffer.strides.len())?;
            let mut extents = input.shape.iter().zip(&buffer.shape);
            if !extents.all(|(lhs, rhs)| is_provably_equal(lhs, rhs)) {
                let found = format!("another shape for {:?}", input.op.name);
                return Err(check.operand_error("input_placeholders", "buffers for the inputs", found));
            }
        }
        Ok(make_object(ExternOpNode {
            base: OperationNode::new(name, tag, attrs),
            inputs,
            input_placeholders,
            output_placeholders: output_placeholders.into(),
            body: body.into(),
        })
        .into())
    }
}

impl ExternOpNode {
    /// Returns the shape and the data type of each output.
    pub fn output_types(&self) -> Vec<(Array<PrimExpr>, DataType)> {
        self.output_placeholders.iter().map(|buffer| (buffer.shape.clone(), buffer.dtype)).collect()
    }
}

fn show_extern<'a>(op: &'a ExternOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("extern(").text(op.name.as_str()).text(format!(", {op:p})"));
}
