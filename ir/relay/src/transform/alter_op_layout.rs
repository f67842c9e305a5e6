//! Other layouts for calls that the operators replace.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap};
use objet_ir::transform::{Pass, PassInfo};

use super::function_pass::FunctionPass;
use super::layout_rewrite::{LayoutPassError, placeholders, rewrite_layouts};
use crate::expr::{Call, Function};

const ATTR: &str = "FTVMAlterOpLayout";

/// Replaces the calls of a function with inferred types by calls in other layouts, and converts
/// their arguments and results where the layouts differ.
///
/// The attribute `FTVMAlterOpLayout` of an operator is a function of the attributes of a call, of
/// its arguments, of placeholders for the original arguments, and of the original type of the
/// result. It returns a call in other layouts, or null for the same call. The operators between
/// such calls keep the new layout if they support it (see
/// [`infer_layout`](crate::op::infer_layout)).
///
/// # Errors
/// Fails if the function of an operator fails, if it returns another expression than a call with as
/// many inputs, or if a layout cannot be converted.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::attrs::Attrs;
/// use objet_ir::expr::RelayExpr;
/// use objet_ir::op::Op;
/// use objet_ir::types::{TensorType, Type};
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::infer::infer_function;
/// use objet_relay::op::nn;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::alter_op_layout;
/// use objet_tir::te::Tensor;
///
/// let blocked: PackedFunc = TypedPackedFunc::new(
///     |_: Option<Attrs>, args: Array<RelayExpr>, _: Array<Tensor>, _: Type| {
///         let attrs = attrs! { layout: "NCHW4c", out_layout: "NCHW4c", pool_size: [2, 2] };
///         nn::max_pool2d(args[0].clone(), attrs).unwrap()
///     },
/// )
/// .into();
/// Op::get("nn.max_pool2d")?.set_attr("FTVMAlterOpLayout", blocked, 10)?;
/// let image = TensorType::new([1, 8, 4, 4].map(Into::into), DataType::float(32));
/// let x = Var::new("x", Some(image.upcast()), None);
/// let body = nn::relu(nn::max_pool2d(x.clone(), attrs! { pool_size: [2, 2] })?)?;
/// let function = infer_function(Function::new([x], body, None, [], None, None), None)?;
/// let text = pretty_print(Some(&alter_op_layout(&function)?.upcast()));
/// assert!(text.contains("%2 = nn.relu(%1);"), "{text}");
/// assert!(text.contains(r#"(%2, src_layout="NCHW4c", dst_layout="NCHW")"#), "{text}");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "AlterOpLayout")]
pub fn alter_op_layout(function: &Function) -> Result<Function, LayoutPassError> {
    let functions: OpAttrMap<PackedFunc> = Op::get_attr_map(ATTR);
    let new_call = |op: &Op, call: &Call, attrs: Option<&Attrs>, args: &Array<RelayExpr>| {
        let Some(alter) = functions.get(op)? else { return Ok(None) };
        let Some(tensors) = placeholders(call) else { return Ok(None) };
        alter
            .call_as((attrs, args, &tensors, &call.checked_type))
            .map_err(|source| LayoutPassError::Function { attr: ATTR, op: op.name.to_string(), source })
    };
    rewrite_layouts(function, ATTR, &new_call)
}

/// Creates the pass for [`alter_op_layout`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(3, "AlterOpLayout", ["InferType"]);
    FunctionPass::typed(info, |function, _, _| Ok(alter_op_layout(&function)?)).into()
}

objet_ir::register_pass!("relay._transform.AlterOpLayout", pass);
