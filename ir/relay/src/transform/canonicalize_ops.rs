//! Replacement of `nn.bias_add` by `add`.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpError;
use objet_ir::transform::{BoxError, Pass, PassInfo};

use super::function_pass::FunctionPass;
use super::replace_exprs::replace_exprs;
use super::typed_exprs::known_tensor;
use crate::attrs::BiasAddAttrsNode;
use crate::expr::CallNode;
use crate::op::relation::axis;
use crate::op::{add, expand_dims};

/// Replaces each `nn.bias_add` in an expression with inferred types by an `add`. The bias gets axes
/// of length 1 after its own, so that both arguments broadcast.
///
/// # Errors
/// Fails if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::Var;
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::nn;
/// use objet_relay::transform::canonicalize_ops;
///
/// let image = TensorType::new([1, 3, 8, 8].map(Into::into), DataType::float(32));
/// let (x, bias) =
///     (Var::new("x", Some(image.upcast()), None), Var::new("bias", None, None));
/// let sum = infer_expr(&nn::bias_add(x, bias, attrs! {})?.into(), None)?;
/// let text = objet_relay::text::pretty_print(Some(&canonicalize_ops(sum)?.into()));
/// assert!(text.contains("expand_dims(%bias, axis=1, num_newaxis=2)"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "CanonicalizeOps")]
pub fn canonicalize_ops<R: IsObjectRef>(root: R) -> Result<R, BoxError> {
    replace_exprs(root, |expr| {
        let bias_add = || {
            let call = expr
                .as_node::<CallNode>()
                .filter(|call| call.as_op().is_some_and(|op| op.name == "nn.bias_add"))?;
            let attrs = call.attrs.as_ref()?.as_node::<BiasAddAttrsNode>()?;
            let [data, bias] = &call.args[..] else { return None };
            let ndim = known_tensor(data)?.shape.len();
            Some((data, bias, axis("data", attrs.axis.into(), ndim).ok()?, ndim))
        };
        let Some((data, bias, axis, ndim)) = bias_add() else { return Ok(None) };
        Ok(Some(add(data.clone(), expanded(bias.clone(), axis, ndim)?)?.upcast()))
    })
}

/// Returns a vector along one of `ndim` axes, with axes of length 1 after it.
pub(crate) fn expanded(vector: RelayExpr, axis: usize, ndim: usize) -> Result<RelayExpr, OpError> {
    match ndim.saturating_sub(axis + 1) {
        0 => Ok(vector),
        after => Ok(expand_dims(vector, attrs! { axis: 1, num_newaxis: after as i32 })?.upcast()),
    }
}

/// Creates the pass for [`canonicalize_ops`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(3, "CanonicalizeOps", ["InferType"]);
    FunctionPass::typed(info, |function, _, _| canonicalize_ops(function)).into()
}

objet_ir::register_pass!("relay._transform.CanonicalizeOps", pass);
