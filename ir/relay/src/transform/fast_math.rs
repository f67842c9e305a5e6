//! Replacement of functions by fast approximations.

use objet::prelude::*;
use objet_ir::op::{Op, OpError};
use objet_ir::transform::{BoxError, Pass, PassInfo};

use super::function_pass::FunctionPass;
use super::replace_exprs::replace_exprs;
use crate::expr::{Call, CallNode};

/// The operators that have fast approximations.
const APPROXIMATIONS: [(&str, &str); 4] =
    [("exp", "fast_exp"), ("erf", "fast_erf"), ("tanh", "fast_tanh"), ("nn.softmax", "nn.fast_softmax")];

/// Replaces `exp`, `erf`, `tanh` and `nn.softmax` by fast approximations.
///
/// # Errors
/// Fails if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet_relay::expr::Var;
/// use objet_relay::op::tanh;
/// use objet_relay::transform::fast_math;
///
/// let fast = fast_math(tanh(Var::new("x", None, None))?)?;
/// assert_eq!(fast.as_op().unwrap().name, "fast_tanh");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "FastMath")]
pub fn fast_math<R: IsObjectRef>(root: R) -> Result<R, BoxError> {
    let pairs = APPROXIMATIONS.map(|(exact, fast)| Ok::<_, OpError>((Op::get(exact)?, Op::get(fast)?)));
    let pairs = pairs.into_iter().collect::<Result<Vec<_>, _>>()?;
    replace_exprs(root, |expr| {
        let fast = |call: &CallNode| pairs.iter().find(|(exact, _)| call.calls(exact)).map(|(_, fast)| fast);
        let Some((call, fast)) = expr.downcast_ref::<Call>().and_then(|call| Some((call, fast(call)?)))
        else {
            return Ok(None);
        };
        let mut call = call.clone();
        *call.make_mut().op = fast.clone().upcast();
        Ok(Some(call.upcast()))
    })
}

/// Creates the pass for [`fast_math`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(4, "FastMath", ["InferType"]);
    FunctionPass::typed(info, |function, _, _| fast_math(function)).into()
}

objet_ir::register_pass!("relay._transform.FastMath", pass);
