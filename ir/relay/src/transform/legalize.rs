//! Replacement of calls by functions that the operators have as an attribute.

use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};
use objet_ir::transform::{BoxError, Pass, PassInfo, Sequential};
use objet_ir::types::Type;

use super::function_pass::FunctionPass;
use super::replace_exprs::replace_exprs;
use crate::expr::CallNode;
use crate::op::qnn::legalization;

/// The reason why a call cannot be legalized.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LegalizeError {
    /// The attribute is not a function.
    #[error(transparent)]
    Op(#[from] OpError),
    /// The function of an operator fails.
    #[error("the attribute {attr} of the operator {op:?} failed")]
    Function {
        /// The name of the attribute.
        attr: String,
        /// The name of the operator.
        op: String,
        /// The reason.
        #[source]
        source: RuntimeError,
    },
    /// The function of an operator returns another expression than a call.
    #[error("the attribute {attr} of the operator {op:?} must return a call or null, found {found}")]
    NotACall {
        /// The name of the attribute.
        attr: String,
        /// The name of the operator.
        op: String,
        /// The type key of the expression.
        found: &'static str,
    },
    /// A part of a call has no type.
    #[error("a call of the operator {op:?} has no inferred types")]
    Untyped {
        /// The name of the operator.
        op: String,
    },
}

/// Replaces calls of operators by the calls that an attribute of the operators returns.
///
/// The attribute, such as `FTVMLegalize`, is a function of the attributes of a call, of its
/// arguments, and of the types of its arguments and of its result. A call stays if the function
/// returns null. The types of the expression are inferred.
///
/// The attribute `FTVMQnnCanonicalize` of the operators `qnn.*` replaces them by operators on
/// integers. Without the attribute `FTVMQnnLegalize`, which TVM's front end sets,
/// `qnn.conv2d_transpose` becomes `nn.conv2d_transpose` on integers of 16 bits.
///
/// # Errors
/// Fails if the function fails or returns another expression than a call, or if a call has no
/// types.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs::Attrs;
/// use objet_ir::expr::RelayExpr;
/// use objet_ir::op::Op;
/// use objet_ir::types::{TensorType, Type};
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::infer::infer_function;
/// use objet_relay::op::{exp, tanh};
/// use objet_relay::transform::legalize;
///
/// let to_tanh: PackedFunc = TypedPackedFunc::new(
///     |_: Option<Attrs>, args: Array<RelayExpr>, _: Array<Type>| tanh(args[0].clone()).unwrap(),
/// )
/// .into();
/// Op::get("exp")?.set_attr("doc.Legalize", to_tanh, 10)?;
/// let x = Var::new("x", Some(TensorType::scalar(DataType::float(32)).upcast()), None);
/// let function = Function::new([x.clone()], exp(x.clone())?, None, [], None, None);
/// let function = legalize(infer_function(function, None)?, "doc.Legalize")?;
/// let call: RelayExpr = tanh(function.params[0].clone())?.into();
/// assert!(objet::structural_equal(&function.body, &call));
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "Legalize")]
pub fn legalize<R: IsObjectRef>(root: R, attr: &str) -> Result<R, BoxError> {
    let functions = Op::get_attr_map::<PackedFunc>(attr);
    replace_exprs(root, |expr| {
        let Some(call) = expr.as_node::<CallNode>() else { return Ok(None) };
        let Some(op) = call.op.downcast_ref::<Op>() else { return Ok(None) };
        let function = functions.get(op).map_err(LegalizeError::Op)?;
        let Some(function) = function.or_else(|| legalization(attr, &op.name)) else { return Ok(None) };
        let (attr, name) = (attr.to_owned(), op.name.to_string());
        let types = call.args.iter().map(|arg| arg.checked_type.clone()).chain([call.checked_type.clone()]);
        let types: Option<Array<Type>> = types.collect();
        let Some(types) = types else { return Err(LegalizeError::Untyped { op: name }.into()) };
        let new: Option<RelayExpr> = match function.call_as((&call.attrs, &call.args, &types)) {
            Ok(new) => new,
            Err(source) => return Err(LegalizeError::Function { attr, op: name, source }.into()),
        };
        match new {
            Some(new) if !new.is_instance::<CallNode>() => {
                let found = new.type_key();
                Err(LegalizeError::NotACall { attr, op: name, found }.into())
            }
            new => Ok(new),
        }
    })
}

/// Creates the pass for [`legalize`].
pub(super) fn pass(attr: &str) -> Pass {
    let attr = attr.to_owned();
    FunctionPass::typed(PassInfo::new(1, "Legalize", ["InferType"]), move |function, _, _| {
        legalize(function, &attr)
    })
    .into()
}

/// Creates the pass that replaces the operators on quantized tensors: first by the attribute that
/// targets set, and then by the canonical forms.
pub(super) fn qnn_pass() -> Pass {
    Sequential::new(["FTVMQnnLegalize", "FTVMQnnCanonicalize"].map(pass), "sequential").into()
}

objet_ir::register_pass!("relay._transform.Legalize", || pass("FTVMLegalize"));
