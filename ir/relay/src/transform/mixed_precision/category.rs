//! The conversion that each operator gets.

use objet::String;
use objet::prelude::*;
use objet_ir::expr::Integer;
use objet_ir::op::{Op, OpAttrMap};

use super::MixedPrecisionError;
use crate::expr::Call;

/// The treatment of the calls of an operator.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Category {
    /// The operator computes in the mixed precision type.
    Always,
    /// The operator computes in the mixed precision type if its arguments have that type already.
    Follow,
    /// The operator computes in `float32`.
    Never,
}

/// The conversion of a call.
pub(super) struct Conversion {
    pub(super) category: Category,
    /// The data type of the attributes `out_dtype` and `dtype`.
    pub(super) accumulation: DataType,
    /// The data type of the result.
    pub(super) output: DataType,
}

/// The attribute `FTVMMixedPrecisionConversionType` of all operators.
pub(super) struct Conversions(OpAttrMap<PackedFunc>);

impl Conversions {
    pub(super) fn load() -> Self {
        Self(Op::get_attr_map("FTVMMixedPrecisionConversionType"))
    }

    /// Returns the conversion of the call of an operator, or `None` for an operator without one.
    pub(super) fn of(
        &self,
        op: &Op,
        call: &Call,
        dtype: DataType,
    ) -> Result<Option<Conversion>, MixedPrecisionError> {
        let Some(function) = self.0.get(op)? else {
            let of_category = |category| Conversion { category, accumulation: dtype, output: dtype };
            return Ok(built_in(&op.name).map(of_category));
        };
        let failed = |source| MixedPrecisionError::Function { op: op.name.to_string(), source };
        let name = String::from(dtype.to_string());
        let parts: Array<ObjectRef> = function.call_as((call, &name)).map_err(failed)?;
        let invalid = || MixedPrecisionError::Descriptor { op: op.name.to_string() };
        let [category, accumulation, output] = parts.as_slice() else { return Err(invalid()) };
        let category = match category.downcast_ref::<Integer>().map(|category| category.value) {
            Some(0) => Category::Always,
            Some(1) => Category::Follow,
            Some(2) => Category::Never,
            _ => return Err(invalid()),
        };
        let dtype = |name: &ObjectRef| name.downcast_ref::<String>().and_then(|name| name.parse().ok());
        let accumulation = dtype(accumulation).ok_or_else(invalid)?;
        Ok(Some(Conversion { category, accumulation, output: dtype(output).ok_or_else(invalid)? }))
    }
}

/// Returns the category that TVM's front end registers.
fn built_in(op: &str) -> Option<Category> {
    let lists = [(Category::Always, ALWAYS), (Category::Follow, FOLLOW), (Category::Never, NEVER)];
    lists.into_iter().find(|(_, names)| names.contains(&op)).map(|(category, _)| category)
}

const ALWAYS: &[&str] = &[
    "nn.batch_matmul",
    "nn.conv1d",
    "nn.conv1d_transpose",
    "nn.conv2d",
    "nn.conv2d_transpose",
    "nn.conv3d",
    "nn.conv3d_transpose",
    "nn.dense",
];

const FOLLOW: &[&str] = &[
    "add",
    "argwhere",
    "broadcast_to_like",
    "cast",
    "cast_like",
    "concatenate",
    "copy",
    "divide",
    "dyn.broadcast_to",
    "dyn.full",
    "dyn.reshape",
    "dyn.strided_slice",
    "dyn.tile",
    "expand_dims",
    "full",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "max",
    "maximum",
    "min",
    "minimum",
    "multiply",
    "nn.adaptive_max_pool1d",
    "nn.adaptive_max_pool2d",
    "nn.adaptive_max_pool3d",
    "nn.avg_pool1d",
    "nn.avg_pool2d",
    "nn.avg_pool3d",
    "nn.batch_flatten",
    "nn.batch_norm",
    "nn.bias_add",
    "nn.dropout",
    "nn.global_max_pool2d",
    "nn.leaky_relu",
    "nn.max_pool1d",
    "nn.max_pool2d",
    "nn.max_pool3d",
    "nn.pad",
    "nn.prelu",
    "nn.relu",
    "reshape",
    "scatter",
    "shape_of",
    "sigmoid",
    "split",
    "sqrt",
    "squeeze",
    "strided_slice",
    "subtract",
    "take",
    "tanh",
    "tile",
    "transpose",
    "where",
    "zeros",
];

const NEVER: &[&str] = &[
    "arange",
    "erf",
    "exp",
    "mean",
    "nn.adaptive_avg_pool1d",
    "nn.adaptive_avg_pool2d",
    "nn.adaptive_avg_pool3d",
    "nn.cross_entropy",
    "nn.cross_entropy_with_logits",
    "nn.global_avg_pool2d",
    "nn.l2_normalize",
    "nn.softmax",
    "power",
    "sum",
];
