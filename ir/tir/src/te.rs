//! Tensor expressions: operations that compute tensors from tensors.
//!
//! An [`Operation`] has outputs, the tensors that it computes, and inputs, the tensors that it
//! reads. The kinds of operations are a placeholder, which is an input of the whole computation, an
//! expression for each element ([`ComputeOp`]), a tensor intrinsic ([`TensorComputeOp`]), a scan
//! along an axis ([`ScanOp`]), statements of tir ([`ExternOp`]), and statements with loops that
//! schedules can change ([`HybridOp`]).
//!
//! ```
//! use objet::DataType;
//! use objet_ir::expr::PrimExpr;
//! use objet_tir::expr::{IterVar, IterVarType, ProducerLoad, Range, Var};
//! use objet_tir::te::{ComputeOp, Tensor, TensorOperation};
//!
//! let a = Tensor::placeholder("a", [8.into()], DataType::float(32));
//! let i = Var::new("i", DataType::int(32), None);
//! let load: PrimExpr = ProducerLoad::of_tensor(a.clone(), [i.clone().into()], None)?.into();
//! let axis = IterVar::new(Some(Range::new(0, 8, None)?), i, IterVarType::DataPar, "", None)?;
//! let doubled = ComputeOp::new("b", "", [axis], [(load * 2).expr()?])?;
//! let b = doubled.output(0)?;
//! assert_eq!(b.dtype, a.dtype);
//! assert_eq!(doubled.inputs(), [a]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compute;
mod extern_op;
mod globals;
mod hybrid_op;
mod hybrid_script;
mod intrin;
mod prim_func;
mod scan;
pub mod schedule;
mod tensor;
mod tensor_compute;

use objet::DerivedFrom;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use crate::check::{Check, kind_of};

pub use compute::{BaseComputeOp, BaseComputeOpNode, ComputeOp, ComputeOpNode};
pub use extern_op::{ExternOp, ExternOpNode};
pub use hybrid_op::{HybridOp, HybridOpNode};
pub use hybrid_script::{HybridScriptError, hybrid_script};
pub use intrin::{Region, TensorIntrin, TensorIntrinCall, TensorIntrinCallNode, TensorIntrinNode};
pub use prim_func::{CreateFuncError, create_prim_func, create_prim_func_from_outputs};
pub use scan::{ScanOp, ScanOpNode};
pub use tensor::{Tensor, TensorNode};
pub use tensor_compute::{TensorComputeOp, TensorComputeOpNode};

/// Base of operations that compute tensors.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Operation")]
#[reflect(is_abstract)]
pub struct OperationNode {
    base: Object,
    /// The name.
    pub name: std::string::String,
    /// The kind of operation, for schedules.
    pub tag: std::string::String,
    /// Attributes for schedules. Files of tensor intrinsics lack them.
    #[reflect(default = Map::new())]
    pub attrs: Map<objet::String, Option<ObjectRef>>,
}

/// A tensor that is an input of the computation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "PlaceholderOp", is_final)]
#[reflect(repr = show_placeholder)]
pub struct PlaceholderOpNode {
    base: OperationNode,
    /// The number of elements along each axis.
    pub shape: Array<PrimExpr>,
    /// The data type of the elements.
    pub dtype: DataType,
}

/// The condition of an implementation of an operator, which holds if all clauses hold.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SpecializedCondition", is_final, new)]
pub struct SpecializedConditionNode {
    base: Object,
    /// The clauses.
    pub clauses: Array<PrimExpr>,
}

impl OperationNode {
    fn new(
        name: impl Into<std::string::String>,
        tag: impl Into<std::string::String>,
        attrs: Map<objet::String, Option<ObjectRef>>,
    ) -> Self {
        Self { base: Object::new(), name: name.into(), tag: tag.into(), attrs }
    }
}

/// The methods of all operations.
pub trait TensorOperation: IsObjectRef + Sized
where
    Self::Node: DerivedFrom<OperationNode>,
{
    /// Returns the shape and the data type of each output. An operation of an unknown kind has no
    /// outputs.
    fn output_types(&self) -> Vec<(Array<PrimExpr>, DataType)> {
        match_node!(match self {
            op @ PlaceholderOpNode => vec![(op.shape.clone(), op.dtype)],
            op @ ComputeOpNode => op.output_types(),
            op @ TensorComputeOpNode => op.output_types(),
            op @ ScanOpNode => op.output_types(),
            op @ ExternOpNode => op.output_types(),
            op @ HybridOpNode => op.output_types(),
            _ => Vec::new(),
        })
    }

    /// Returns the tensor that the operation computes as its output `index`.
    ///
    /// # Errors
    /// Returns an error if the operation has no such output.
    fn output(&self, index: usize) -> Result<Tensor, ConstructError> {
        let mut types = self.output_types();
        if index >= types.len() {
            let op: &Operation = self.upcast_ref();
            let found = format!("{index} of {} with {} outputs", kind_of(op), types.len());
            let expected = "the index of an output";
            return Err(Check(TensorNode::TYPE_KEY).operand_error("value_index", expected, found));
        }
        let (shape, dtype) = types.swap_remove(index);
        // An operation has at most as many outputs as a list has elements, far below the limit.
        let value_index = i32::try_from(index).unwrap_or(i32::MAX);
        Ok(Tensor::new(shape, dtype, self.clone().upcast(), value_index))
    }

    /// Returns the tensors that the operation reads, in the order of the reads.
    fn inputs(&self) -> Vec<Tensor> {
        match_node!(match self {
            op @ ComputeOpNode => compute::tensors_in(&op.body),
            op @ TensorComputeOpNode => op.inputs.iter().cloned().collect(),
            op @ ScanOpNode => op.init.iter().chain(&op.update).cloned().collect(),
            op @ ExternOpNode => op.inputs.iter().cloned().collect(),
            op @ HybridOpNode => op.loaded_inputs(),
            _ => Vec::new(),
        })
    }
}

impl<R: IsObjectRef> TensorOperation for R where R::Node: DerivedFrom<OperationNode> {}

fn show_placeholder<'a>(op: &'a PlaceholderOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("placeholder(").text(op.name.as_str()).text(format!(", {op:p})"));
}
