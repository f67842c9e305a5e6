//! Calls that are combined by a new axis for their inputs.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::Op;

use super::CombineError;
use super::branches::{Branch, Combiner, argument_types, is_similar};
use crate::attrs::DenseAttrsNode;
use crate::expr::{Call, Tuple, TupleGetItem};
use crate::op::{expand_dims, nn, split, squeeze, stack};
use crate::transform::typed_exprs::known_tensor;

/// The combination of calls by an operator with a batch axis.
pub(super) struct Stacked {
    op: String,
    /// The operator with a batch axis; `None` for dense layers, which become `nn.batch_matmul`.
    batch_op: Option<String>,
}

impl Stacked {
    pub(super) fn dense() -> Self {
        Self { op: "nn.dense".into(), batch_op: None }
    }

    pub(super) fn of(op: &str, batch_op: &str) -> Self {
        Self { op: op.into(), batch_op: Some(batch_op.into()) }
    }
}

fn stacked(parts: Vec<RelayExpr>) -> Result<RelayExpr, CombineError> {
    Ok(stack(Tuple::new(parts, None), attrs! { axis: 0 })?.upcast())
}

fn out_dtype(call: &Call) -> Option<DataType> {
    Some(call.attrs.as_ref()?.as_node::<DenseAttrsNode>()?.out_dtype)
}

impl Combiner for Stacked {
    fn op(&self) -> &str {
        &self.op
    }

    fn is_supported(&self, call: &Call) -> bool {
        self.batch_op.is_some() || (out_dtype(call).is_some() && call.args.len() == 2)
    }

    fn can_combine(&self, a: &Call, b: &Call) -> bool {
        let is_similar = |index| argument_types(a, b, index).is_some_and(|(a, b)| is_similar(a, b, None));
        a.args.len() == b.args.len()
            && (self.batch_op.is_some() || out_dtype(a) == out_dtype(b))
            && (0..a.args.len()).all(is_similar)
    }

    fn combined(&self, branches: &[Branch]) -> Result<RelayExpr, CombineError> {
        let first = &branches[0][0];
        let args = (0..first.args.len())
            .map(|index| stacked(branches.iter().map(|branch| branch[0].args[index].clone()).collect()));
        let args: Vec<RelayExpr> = args.collect::<Result<_, _>>()?;
        if let Some(batch_op) = &self.batch_op {
            return Ok(Call::new(Op::get(batch_op)?, args, None, [], None).upcast());
        }
        let dtype = out_dtype(first).unwrap_or(DataType::VOID);
        let [data, weight] = [args[0].clone(), args[1].clone()];
        Ok(nn::batch_matmul(data, weight, attrs! { out_dtype: dtype, transpose_b: true })?.upcast())
    }

    fn is_compatible(&self, _first: &Call, a: &Call, b: &Call, index: usize) -> bool {
        argument_types(a, b, index).is_some_and(|(a, b)| is_similar(a, b, None))
    }

    fn argument(&self, branches: &[Branch], depth: usize, index: usize) -> Result<RelayExpr, CombineError> {
        let part = |branch: &Branch| {
            let arg = branch[depth].args[index].clone();
            let is_vector = known_tensor(&arg).is_some_and(|tensor| tensor.shape.len() == 1);
            // A vector broadcasts along the axis before its own.
            Ok(if is_vector { expand_dims(arg, attrs! { axis: 0 })?.upcast() } else { arg })
        };
        stacked(branches.iter().map(part).collect::<Result<_, CombineError>>()?)
    }

    fn results(&self, combined: RelayExpr, branches: &[Branch]) -> Result<Vec<RelayExpr>, CombineError> {
        let count: ObjectRef = Integer::from(branches.len() as i32).upcast();
        let parts = split(combined, attrs! { indices_or_sections: count, axis: 0 })?;
        let axis: Array<Integer> = [Integer::from(0)].into();
        let result = |index| {
            let part = TupleGetItem::new(parts.clone(), index, None);
            Ok(squeeze(part, attrs! { axis: axis.clone() })?.upcast())
        };
        (0..branches.len() as i32).map(result).collect()
    }
}
