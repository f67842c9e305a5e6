//! Gradients of operators that change the shape, the type or the order of elements.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::types::{TensorTypeNode, TupleTypeNode};
use objet_tir::op::as_const_int;

use super::{Gradient, GradientError, args, attributes, unsupported};
use crate::attrs::{ConcatenateAttrsNode, ExpandDimsAttrsNode, TransposeAttrsNode};
use crate::expr::Call;
use crate::op::relation;
use crate::op::{
    broadcast_to_like, cast_like, collapse_sum_like, reshape_like, split, squeeze, transpose, zeros_like,
};

type Gradients = Result<Vec<RelayExpr>, GradientError>;

pub(super) fn gradient(op: &str) -> Option<Gradient> {
    Some(match op {
        "broadcast_to" => of_broadcast_to,
        "broadcast_to_like" => of_broadcast_to_like,
        "cast" => of_cast,
        "cast_like" => of_cast_like,
        "collapse_sum_like" | "collapse_sum_to" => of_collapse_sum,
        "concatenate" => of_concatenate,
        "contrib_reverse_reshape" | "nn.batch_flatten" | "reshape" | "squeeze" => of_reshape,
        "expand_dims" => of_expand_dims,
        "ones" | "zeros" => constant,
        "reshape_like" => of_reshape_like,
        "shape_of" => of_shape,
        "transpose" => of_transpose,
        _ => return None,
    })
}

fn constant(call: &Call, _grad: &RelayExpr) -> Gradients {
    let [] = args(call)?;
    Ok(vec![])
}

fn of_shape(call: &Call, _grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    Ok(vec![zeros_like(x)?.upcast()])
}

fn of_reshape(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    Ok(vec![reshape_like(grad.clone(), x, attrs! {})?.upcast()])
}

fn of_reshape_like(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, like] = args(call)?;
    Ok(vec![reshape_like(grad.clone(), x, attrs! {})?.upcast(), zeros_like(like)?.upcast()])
}

fn of_cast(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    Ok(vec![cast_like(grad.clone(), x)?.upcast()])
}

fn of_cast_like(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, like] = args(call)?;
    Ok(vec![cast_like(grad.clone(), x)?.upcast(), zeros_like(like)?.upcast()])
}

fn of_collapse_sum(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, shape] = args(call)?;
    Ok(vec![broadcast_to_like(grad.clone(), x)?.upcast(), zeros_like(shape)?.upcast()])
}

fn of_broadcast_to(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x] = args(call)?;
    Ok(vec![collapse_sum_like(grad.clone(), x)?.upcast()])
}

fn of_broadcast_to_like(call: &Call, grad: &RelayExpr) -> Gradients {
    let [x, like] = args(call)?;
    Ok(vec![collapse_sum_like(grad.clone(), x)?.upcast(), zeros_like(like)?.upcast()])
}

/// The gradient of a concatenation is split where the parts meet.
fn of_concatenate(call: &Call, grad: &RelayExpr) -> Gradients {
    let ([parts], axis) = (args(call)?, attributes::<ConcatenateAttrsNode>(call)?.axis);
    let ends = || {
        let types = parts.checked_type.as_ref()?.as_node::<TupleTypeNode>()?;
        let mut end = 0_i64;
        let ends = types.fields.iter().map(|ty| {
            let shape = &ty.as_node::<TensorTypeNode>()?.shape;
            let position = relation::axis("data", axis.into(), shape.len()).ok()?;
            end = end.checked_add(as_const_int(&shape[position])?)?;
            Some(Integer::from(i32::try_from(end).ok()?))
        });
        ends.collect::<Option<Vec<Integer>>>()
    };
    let mut ends = ends().ok_or_else(|| unsupported(call, "a tuple of tensors of known lengths"))?;
    ends.pop();
    let ends: ObjectRef = Array::from(ends).upcast();
    Ok(vec![split(grad.clone(), attrs! { indices_or_sections: ends, axis: axis })?.upcast()])
}

fn of_expand_dims(call: &Call, grad: &RelayExpr) -> Gradients {
    let ([_], attrs) = (args(call)?, attributes::<ExpandDimsAttrsNode>(call)?);
    let axis: Array<Integer> = [Integer::from(attrs.axis)].into();
    let squeezed = (0..attrs.num_newaxis).try_fold(grad.clone(), |grad, _| {
        Ok::<_, GradientError>(squeeze(grad, attrs! { axis: axis.clone() })?.upcast())
    });
    Ok(vec![squeezed?])
}

fn of_transpose(call: &Call, grad: &RelayExpr) -> Gradients {
    let ([x], attrs) = (args(call)?, attributes::<TransposeAttrsNode>(call)?);
    let axes = match &attrs.axes {
        Some(axes) if !axes.is_empty() => {
            let ndim = super::tensor(call, &x)?.shape.len();
            let mut inverse = vec![Integer::from(0); ndim];
            for (index, axis) in axes.iter().enumerate() {
                let position = relation::axis("data", axis.value, ndim);
                let position = position.map_err(|_| unsupported(call, "axes of the input"))?;
                inverse[position] = Integer::from(index as i32);
            }
            Some(Array::from(inverse))
        }
        _ => None,
    };
    Ok(vec![transpose(grad.clone(), attrs! { axes: axes })?.upcast()])
}
