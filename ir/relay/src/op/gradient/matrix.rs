//! Gradients of dense layers and their biases.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, PrimExpr, RelayExpr};

use super::{Gradient, GradientError, args, attributes, tensor, unsupported};
use crate::attrs::BiasAddAttrsNode;
use crate::expr::Call;
use crate::op::{collapse_sum_like, nn, sum, transpose};

type Gradients = Result<Vec<RelayExpr>, GradientError>;

pub(super) fn gradient(op: &str) -> Option<Gradient> {
    Some(match op {
        "nn.bias_add" => bias_add,
        "nn.dense" => dense,
        _ => return None,
    })
}

fn bias_add(call: &Call, grad: &RelayExpr) -> Gradients {
    let [data, _bias] = args(call)?;
    let axis: Array<Integer> = [Integer::from(attributes::<BiasAddAttrsNode>(call)?.axis)].into();
    let of_bias = sum(grad.clone(), attrs! { axis: axis, exclude: true })?;
    Ok(vec![collapse_sum_like(grad.clone(), data)?.upcast(), of_bias.upcast()])
}

fn dense(call: &Call, grad: &RelayExpr) -> Gradients {
    let [data, weight] = args(call)?;
    let reversed = |matrix: &RelayExpr| transpose(matrix.clone(), attrs! { axes: () });
    let units = |matrix: &RelayExpr| -> Result<PrimExpr, GradientError> {
        let columns = tensor(call, matrix)?.shape.get(1).cloned();
        columns.ok_or_else(|| unsupported(call, "two matrices"))
    };
    let of_data = nn::dense(grad.clone(), reversed(&weight)?, attrs! { units: units(&weight)? })?;
    let of_weight = nn::dense(reversed(grad)?, reversed(&data)?, attrs! { units: units(&data)? })?;
    Ok(vec![collapse_sum_like(of_data, data)?.upcast(), collapse_sum_like(of_weight, weight)?.upcast()])
}
