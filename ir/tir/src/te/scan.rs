//! Operations that scan along an axis.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::{OperationNode, Tensor};
use crate::check::Check;
use crate::expr::{IterVar, IterVarType, Range, Var};
use crate::op::{add, is_provably_equal};

/// An operation whose outputs at each point of the first axis depend on the points before.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ScanOp", is_final)]
#[reflect(repr = show_scan)]
pub struct ScanOpNode {
    base: OperationNode,
    /// The first axis, without the initial points.
    pub scan_axis: IterVar,
    /// The initial points of each output.
    pub init: Array<Tensor>,
    /// The other points of each output, as computed from the placeholders.
    pub update: Array<Tensor>,
    /// The placeholders that stand for the outputs in `update`.
    pub state_placeholder: Array<Tensor>,
    /// The other tensors that `update` reads.
    pub inputs: Array<Tensor>,
    /// The axes of the outputs after the first, of all outputs in order.
    #[reflect(name = "spatial_axis_")]
    pub spatial_axis: Array<IterVar>,
}

impl ScanOp {
    /// Creates a scan along `axis`, whose range starts after the initial points.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - The numbers of initial tensors, updates and placeholders differ.
    /// - The data types, the numbers of axes or the extents of the three tensors of one output
    ///   differ. The first extent of a placeholder is the end of `axis`, and that of an initial
    ///   tensor is its start.
    #[expect(clippy::too_many_arguments, reason = "an operation has as many fields")]
    pub fn new(
        name: impl Into<std::string::String>,
        tag: impl Into<std::string::String>,
        attrs: Map<objet::String, Option<ObjectRef>>,
        axis: IterVar,
        init: impl Into<Array<Tensor>>,
        update: impl Into<Array<Tensor>>,
        state_placeholder: impl Into<Array<Tensor>>,
        inputs: impl Into<Array<Tensor>>,
    ) -> Result<Self, ConstructError> {
        let name = name.into();
        let (init, update, state) = (init.into(), update.into(), state_placeholder.into());
        let check = Check(ScanOpNode::TYPE_KEY);
        check.count("initial tensors", update.len(), init.len())?;
        check.count("placeholders", update.len(), state.len())?;
        let Some(range) = &axis.dom else {
            return Err(check.operand_error("axis", "an axis with a range", "an axis without"));
        };
        let mut spatial_axis = Vec::new();
        for (index, ((init, update), state)) in init.iter().zip(&update).zip(&state).enumerate() {
            check_output(init, update, state, range)?;
            for (k, extent) in update.shape.iter().enumerate().skip(1) {
                let dtype = DataType::int(32);
                let var = Var::new(format!("{name}.out{index}.i{k}"), dtype, None);
                let dom = Range::from_min_extent(0, extent.clone());
                spatial_axis.push(IterVar::new(Some(dom), var, IterVarType::Opaque, "", None)?);
            }
        }
        Ok(make_object(ScanOpNode {
            base: OperationNode::new(name, tag, attrs),
            scan_axis: axis,
            init,
            update,
            state_placeholder: state,
            inputs: inputs.into(),
            spatial_axis: spatial_axis.into(),
        })
        .into())
    }
}

impl ScanOpNode {
    /// Returns the shape and the data type of each output.
    pub fn output_types(&self) -> Vec<(Array<PrimExpr>, DataType)> {
        let outputs = self.update.iter().zip(&self.state_placeholder);
        outputs.map(|(update, state)| (state.shape.clone(), update.dtype)).collect()
    }
}

/// Checks the three tensors of one output.
fn check_output(init: &Tensor, update: &Tensor, state: &Tensor, range: &Range) -> Result<(), ConstructError> {
    let check = Check(ScanOpNode::TYPE_KEY);
    let state_dtype = ("the placeholder", state.dtype);
    check.same_dtype(("the initial tensor", init.dtype), state_dtype)?;
    check.same_dtype(("the update", update.dtype), state_dtype)?;
    check.count("axes of the initial tensor", state.shape.len(), init.shape.len())?;
    check.count("axes of the update", state.shape.len(), update.shape.len())?;
    let extents = |operand, lhs: &PrimExpr, rhs: &PrimExpr| match is_provably_equal(lhs, rhs) {
        true => Ok(()),
        false => {
            let found = format!("{} and {}", as_repr(lhs), as_repr(rhs));
            Err(check.operand_error(operand, "equal extents", found))
        }
    };
    let mut shapes = init.shape.iter().zip(&update.shape).zip(&state.shape);
    if let Some(((init, _), state)) = shapes.next() {
        extents("the start of the axis and the initial points", &range.min, init)?;
        let end = add(&range.min, &range.extent, None)?;
        extents("the end of the axis and the first axis of the placeholder", &end, state)?;
    }
    shapes.try_for_each(|((init, update), state)| {
        extents("the axes of the update and the placeholder", update, state)?;
        extents("the axes of the initial tensor and the placeholder", init, state)
    })
}

fn as_repr(expr: &PrimExpr) -> std::string::String {
    objet::text::as_repr(Some(expr))
}

fn show_scan<'a>(op: &'a ScanOpNode, printer: &mut ReprPrinter<'a>) {
    printer.text("scan(").text(op.name.as_str()).text(format!(", {op:p})"));
}
