//! Desired layouts for calls of operators.

mod desired;

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap};
use objet_ir::transform::{Pass, PassInfo};

use super::function_pass::FunctionPass;
use super::layout_rewrite::{LayoutPassError, placeholders, rewrite_layouts};
use crate::expr::{Call, Function};

const ATTR: &str = "FTVMConvertOpLayout";

/// Converts the operators of a function with inferred types to desired layouts, and converts their
/// arguments and results where the layouts differ.
///
/// `desired_layouts` has the layouts of some operators, such as `["NHWC", "default"]` for
/// `nn.conv2d`: the layout of the data, and that of the kernel, which follows from the data by
/// default. The operators between such calls keep the new layout if they support it (see
/// [`infer_layout`](crate::op::infer_layout)).
///
/// The attribute `FTVMConvertOpLayout` of an operator is a function of the attributes of a call, of
/// its arguments, of placeholders for the original arguments, and of the desired layouts. It
/// returns the new call, or null for the same call. Without the attribute, convolutions, poolings
/// over images, resizing and operators on regions have the functions of TVM's front end.
///
/// The pass `ConvertLayout` requires `CanonicalizeOps`, because `nn.bias_add` has no known layouts.
///
/// # Errors
/// Fails if the desired layouts are not those of the inputs of the operator, if the function of an
/// operator fails, or if a layout cannot be converted.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::{TensorType, Type};
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::infer::infer_function;
/// use objet_relay::op::nn;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::convert_layout;
///
/// let tensor = |shape: [i32; 4]| -> Type {
///     TensorType::new(shape.map(Into::into), DataType::float(32)).upcast()
/// };
/// let x = Var::new("x", Some(tensor([1, 8, 4, 4])), None);
/// let weight = Var::new("weight", Some(tensor([16, 8, 3, 3])), None);
/// let body = nn::relu(nn::conv2d(x.clone(), weight.clone(), attrs! { kernel_size: [3, 3] })?)?;
/// let function = infer_function(Function::new([x, weight], body, None, [], None, None), None)?;
///
/// let layouts = Array::from(["NHWC", "default"].map(objet::String::from));
/// let desired = [(objet::String::from("nn.conv2d"), layouts)].into_iter().collect();
/// let text = pretty_print(Some(&convert_layout(&function, &desired)?.upcast()));
/// assert!(text.contains(r#"(%x, src_layout="NCHW", dst_layout="NHWC")"#), "{text}");
/// assert!(text.contains(r#"src_layout="OIHW", dst_layout="HWIO""#), "{text}");
/// assert!(text.contains("%3 = nn.relu(%2);"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "ConvertLayout")]
pub fn convert_layout(
    function: &Function,
    desired_layouts: &Map<String, Array<String>>,
) -> Result<Function, LayoutPassError> {
    let functions: OpAttrMap<PackedFunc> = Op::get_attr_map(ATTR);
    let new_call = |op: &Op, call: &Call, attrs: Option<&Attrs>, args: &Array<RelayExpr>| {
        let Some(layouts) = desired_layouts.get(&op.name) else { return Ok(None) };
        let Some(convert) = functions.get(op)? else {
            return desired::in_desired_layouts(op, call, attrs, args, layouts);
        };
        let Some(tensors) = placeholders(call) else { return Ok(None) };
        convert.call_as((attrs, args, &tensors, layouts)).map_err(|source| LayoutPassError::Function {
            attr: ATTR,
            op: op.name.to_string(),
            source,
        })
    };
    rewrite_layouts(function, ATTR, &new_call)
}

/// Creates the pass for [`convert_layout`].
pub(super) fn pass(desired_layouts: Map<String, Array<String>>) -> Pass {
    let info = PassInfo::new(3, "ConvertLayout", ["InferType", "CanonicalizeOps"]);
    FunctionPass::typed(info, move |function, _, _| Ok(convert_layout(&function, &desired_layouts)?)).into()
}
