//! Replacement of transposed weights by weights of the transposed shape.

use foldhash::HashSet;
use objet::String;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{Pass, PassInfo};
use objet_ir::types::{TensorType, TensorTypeNode};

use super::function_pass::FunctionPass;
use crate::analysis::free_vars;
use crate::attrs::TransposeAttrsNode;
use crate::dataflow_pattern::PatternError;
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Call, CallNode, Function, Var};
use crate::functor::post_order;

/// Replaces the transposed weight of each `nn.dense` by a new parameter whose name ends in `.T`, if
/// the weight is a parameter with one of the given names. The caller passes the transposed value.
///
/// Each `nn.dense` has a parameter of its own. The parameters of a changed function are the old
/// ones that it uses, and the new ones, both in the order of their use.
///
/// # Errors
/// Fails if a rewritten expression is invalid.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::{nn, transpose};
/// use objet_relay::transform::simplify_fc_transpose;
///
/// let matrix = TensorType::new([3.into(), 4.into()], DataType::float(32));
/// let (x, w) = (Var::new("x", None, None), Var::new("w", Some(matrix.upcast()), None));
/// let transposed = transpose(w.clone(), attrs! { axes: [1, 0] })?;
/// let dense = nn::dense(x.clone(), transposed, attrs! { units: 4 })?;
/// let function = Function::new([x, w], dense, None, [], None, None);
/// let function = simplify_fc_transpose(function, &["w".into()])?;
/// assert_eq!(function.params[1].name_hint(), "w.T");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "SimplifyFCTranspose")]
pub fn simplify_fc_transpose(
    function: Function,
    target_weights: &[String],
) -> Result<Function, PatternError> {
    let targets: HashSet<&String> = target_weights.iter().collect();
    let mut replaced = Replaced::default();
    for expr in post_order(&function.body) {
        let mut new = replaced.rebuild(&expr)?;
        if let Some(weight) = expr.as_node::<CallNode>().and_then(|call| transposed(call, &targets))
            && let Some(mut call) = new.downcast_ref::<Call>().cloned()
        {
            let mut args: Vec<RelayExpr> = call.args.to_vec();
            args[1] = weight.upcast();
            let mut fields = call.make_mut();
            *fields.args = args.into();
            *fields.checked_type = None;
            new = call.upcast();
        }
        replaced.insert(&expr, new);
    }
    let body = replaced.of(&function.body);
    Ok(with_free_params(function, body))
}

/// Returns a function with another body. Its parameters are the old ones that the body uses, and
/// the free variables of the body, both in the order of their use.
pub(super) fn with_free_params(mut function: Function, body: RelayExpr) -> Function {
    if !body.same_as(&function.body) {
        let old: HashSet<&Var> = function.params.iter().collect();
        let (mut params, new): (Vec<Var>, Vec<Var>) =
            free_vars(&body).into_iter().partition(|var| old.contains(var));
        params.extend(new);
        let fields = function.make_mut();
        (*fields.params, *fields.body) = (params.into(), body);
    }
    function
}

/// Returns the new weight of a call of `nn.dense` whose weight is a transposed target.
fn transposed(call: &CallNode, targets: &HashSet<&String>) -> Option<Var> {
    call.as_op().filter(|op| op.name == "nn.dense")?;
    let transpose = call.args.get(1)?.as_node::<CallNode>()?;
    transpose.as_op().filter(|op| op.name == "transpose")?;
    let attrs = transpose.attrs.as_ref()?.as_node::<TransposeAttrsNode>()?;
    if let Some(axes) = &attrs.axes {
        let [first, second] = &axes[..] else { return None };
        if first.value.rem_euclid(2) != 1 || second.value.rem_euclid(2) != 0 {
            return None;
        }
    }
    let weight = transpose.args.first()?.downcast_ref::<Var>()?;
    let name = targets.get(weight.name_hint())?;
    let ty = weight.type_annotation.as_ref()?.as_node::<TensorTypeNode>()?;
    let [rows, columns] = &ty.shape[..] else { return None };
    let ty = TensorType::new([columns.clone(), rows.clone()], ty.dtype);
    Some(Var::new(format!("{name}.T"), Some(ty.upcast()), None))
}

/// Creates the pass for [`simplify_fc_transpose`].
pub(super) fn pass(target_weights: Vec<String>) -> Pass {
    let info = PassInfo::new(4, "SimplifyFCTranspose", ["InferType"]);
    FunctionPass::typed(info, move |function, _, _| Ok(simplify_fc_transpose(function, &target_weights)?))
        .into()
}
