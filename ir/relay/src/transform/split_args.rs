//! Splitting of concatenations with many arguments.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpError;
use objet_ir::transform::{BoxError, Pass, PassInfo};

use super::function_pass::FunctionPass;
use super::replace_exprs::replace_exprs;
use crate::attrs::ConcatenateAttrsNode;
use crate::expr::{CallNode, Tuple, TupleNode};
use crate::op::annotation::stop_fusion;
use crate::op::concatenate;

/// Splits each `concatenate` whose kernel would have `max_function_args`
/// arguments or more, the result among them. Concatenations of fewer tensors, which are not fused
/// with it, become its operands.
///
/// A negative maximum means no limit.
///
/// # Errors
/// Fails if the maximum is 0 or 1, because no kernel has so few arguments.
///
/// ```
/// use objet_ir::attrs;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::{Tuple, Var};
/// use objet_relay::op::concatenate;
/// use objet_relay::transform::split_args;
///
/// let x: RelayExpr = Var::new("x", None, None).into();
/// let tensors = Tuple::new(vec![x; 5], None);
/// let joined: RelayExpr = concatenate(tensors, attrs! { axis: 1 })?.into();
/// let split = split_args(joined, 4)?;
/// let text = objet_relay::text::pretty_print(Some(&split.into()));
/// assert_eq!(text.matches("concatenate(").count(), 3, "{text}");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "SplitArgs")]
pub fn split_args<R: IsObjectRef>(root: R, max_function_args: i32) -> Result<R, BoxError> {
    let limit = match usize::try_from(max_function_args) {
        Err(_) => return Ok(root),
        Ok(0 | 1) => {
            let text = format!(
                "the maximum number of arguments of a function is at least 2, for an input and the \
                 result: found {max_function_args}"
            );
            return Err(text.into());
        }
        Ok(limit) => limit - 1,
    };
    replace_exprs(root, |expr| {
        let concatenation = || {
            let call = expr.as_node::<CallNode>()?;
            call.as_op().filter(|op| op.name == "concatenate")?;
            let axis = call.attrs.as_ref()?.as_node::<ConcatenateAttrsNode>()?.axis;
            let tuple = call.args.first()?.as_node::<TupleNode>()?;
            (tuple.fields.len() >= limit).then_some((tuple, axis))
        };
        let Some((tuple, axis)) = concatenation() else { return Ok(None) };
        let joined = |fields: &[RelayExpr]| concatenate(Tuple::new(fields, None), attrs! { axis: axis });
        let parts = tuple.fields.chunks(limit).map(|part| Ok(stop_fusion(joined(part)?)?.upcast()));
        let parts: Vec<RelayExpr> = parts.collect::<Result<_, OpError>>()?;
        Ok(Some(joined(&parts)?.upcast()))
    })
}

/// Creates the pass for [`split_args`].
pub(super) fn pass(max_function_args: i32) -> Pass {
    let info = PassInfo::new(1, "SplitArgs", ["InferType"]);
    FunctionPass::typed(info, move |function, _, _| split_args(function, max_function_args)).into()
}
