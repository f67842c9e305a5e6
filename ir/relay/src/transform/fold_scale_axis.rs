//! Moving of multiplications into the weights of convolutions.

mod axes;
mod backward;
mod forward;

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{BoxError, Pass, PassInfo, Sequential};

use super::function_pass::FunctionPass;

/// Moves each multiplication by a scale for each channel into the weights of the `nn.conv2d` before
/// it. The types of the expression must be inferred.
///
/// Between the convolution and the multiplication, `add`, `subtract`, `nn.relu` and `nn.leaky_relu`
/// may follow each other, if each value has one user. The scale must be a constant without negative
/// numbers if an activation is among them. A convolution has one group or is depthwise.
///
/// # Errors
/// Fails if a rewritten expression is invalid.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::Var;
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::{multiply, nn};
/// use objet_relay::transform::backward_fold_scale_axis;
///
/// let var = |name, shape: &[i32]| {
///     let shape: Vec<_> = shape.iter().map(|extent| (*extent).into()).collect();
///     Var::new(name, Some(TensorType::new(shape, DataType::float(32)).upcast()), None)
/// };
/// let (x, w, s) = (var("x", &[1, 4, 8, 8]), var("w", &[3, 4, 3, 3]), var("s", &[3, 1, 1]));
/// let conv = nn::conv2d(x, w, attrs! { channels: 3, kernel_size: [3, 3] })?;
/// let scaled = infer_expr(&multiply(conv, s)?.into(), None)?;
/// let folded = backward_fold_scale_axis(&scaled)?;
/// let text = objet_relay::text::pretty_print(Some(&folded.into()));
/// assert!(text.contains("multiply(%w, "), "{text}");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "BackwardFoldScaleAxis")]
pub fn backward_fold_scale_axis(expr: &RelayExpr) -> Result<RelayExpr, BoxError> {
    backward::fold(expr)
}

/// Moves each multiplication by a scale for each channel into the weights of the `nn.conv2d` after
/// it. The types of the expression must be inferred.
///
/// Between them, `add`, `subtract`, `nn.relu` and `nn.leaky_relu` may follow each other, if all
/// users of each value lead to such a convolution. The other operand of a sum is divided by the
/// scale. The scale must be a constant without negative numbers if an activation is among them. The
/// projection of a tuple expression becomes the field.
///
/// # Errors
/// Fails if a rewritten expression is invalid.
#[doc(alias = "ForwardFoldScaleAxis")]
pub fn forward_fold_scale_axis(expr: &RelayExpr) -> Result<RelayExpr, BoxError> {
    forward::fold(expr)
}

/// Creates the pass for [`backward_fold_scale_axis`].
pub(super) fn backward_pass() -> Pass {
    let info = PassInfo::new(3, "BackwardFoldScaleAxis", ["InferType"]);
    FunctionPass::typed(info, |function, _, _| {
        Ok(backward_fold_scale_axis(function.upcast_ref())?.downcast()?)
    })
    .into()
}

/// Creates the pass for [`forward_fold_scale_axis`].
pub(super) fn forward_pass() -> Pass {
    let info = PassInfo::new(3, "ForwardFoldScaleAxis", ["InferType"]);
    FunctionPass::typed(
        info,
        |function, _, _| Ok(forward_fold_scale_axis(function.upcast_ref())?.downcast()?),
    )
    .into()
}

/// Creates the pass that moves scales backward, then forward.
pub(super) fn pass() -> Pass {
    Sequential::new([backward_pass(), forward_pass()], "FoldScaleAxis").into()
}

objet_ir::register_pass!("relay._transform.BackwardFoldScaleAxis", backward_pass);
objet_ir::register_pass!("relay._transform.ForwardFoldScaleAxis", forward_pass);
objet_ir::register_pass!("relay._transform.FoldScaleAxis", pass);
