//! Counts the multiply-accumulate operations of a network.

use objet::prelude::*;
use objet::{String, print};
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr, RelayExpr};
use objet_ir::types::TensorTypeNode;
use objet_tir::data_layout::Layout;

use crate::attrs::{Conv2DAttrsNode, Conv2DTransposeAttrsNode};
use crate::expr::{Call, CallNode};
use crate::functor::post_order;

/// A call whose operations cannot be counted.
#[derive(Clone, Debug, thiserror::Error)]
#[error("multiply-accumulates of {op}: {reason}")]
pub struct MacCountError {
    /// The name of the operator.
    pub op: String,
    /// The call.
    pub call: Call,
    /// The reason.
    #[source]
    pub reason: MacCountReason,
}

/// The reason why the operations of a call cannot be counted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MacCountReason {
    /// The call or an argument has no tensor type.
    #[error("{0} has no tensor type: infer types first")]
    Untyped(&'static str),
    /// The call has another number of arguments.
    #[error("expected 2 arguments, found {0}")]
    Arguments(usize),
    /// The attributes have another type, or there are none.
    #[error("expected attributes of {expected}, found {found}")]
    Attributes {
        /// The type key of the attributes of the operator.
        expected: &'static str,
        /// The type key of the attributes of the call.
        found: std::string::String,
    },
    /// A tensor has another number of dimensions.
    #[error("{what}: expected {expected} dimensions, found {found}")]
    Rank {
        /// The tensor.
        what: &'static str,
        /// The supported numbers of dimensions.
        expected: &'static str,
        /// The number of dimensions.
        found: usize,
    },
    /// A dimension is not a constant.
    #[error("{what}: expected a constant dimension, found {found}")]
    Dynamic {
        /// The tensor.
        what: &'static str,
        /// The dimension.
        found: std::string::String,
    },
    /// The data layout cannot be read.
    #[error(transparent)]
    Layout(#[from] ConstructError),
    /// The data layout has no channels.
    #[error("the layout {0} has no axis C")]
    NoChannels(String),
    /// The groups of a convolution have different numbers of channels.
    #[error("{channels} input channels are not divisible into {groups} groups")]
    Groups {
        /// The number of input channels.
        channels: i64,
        /// The number of groups.
        groups: i32,
    },
    /// The two inputs disagree about the length that is summed over.
    #[error("the inputs sum over {lhs} and {rhs} elements")]
    Reduction {
        /// The length in the first input.
        lhs: i64,
        /// The length in the second input.
        rhs: i64,
    },
    /// The count does not fit into 64 bits.
    #[error("the count exceeds 64 bits")]
    Overflow,
}

/// Returns the number of multiply-accumulate operations in an expression with inferred types.
///
/// `nn.conv2d`, `nn.conv2d_transpose`, `nn.dense` and `nn.batch_matmul` count, other operators do
/// not. A shared call counts once, and a function is counted where it is defined. As in TVM, the
/// second input of `nn.batch_matmul` counts as transposed and the first as not, whatever the
/// attributes say, and the batch is that of the first input.
///
/// # Errors
/// Returns the first call whose operations cannot be counted. A call without inferred types is one.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::{TensorType, Type};
/// use objet_relay::analysis::get_total_mac_number;
/// use objet_relay::expr::Var;
/// use objet_relay::op::nn;
///
/// let matrix = |rows: i32, columns: i32| -> Type {
///     TensorType::new([rows.into(), columns.into()], DataType::float(32)).into()
/// };
/// let var = |name, ty: Type| {
///     let mut var = Var::new(name, Some(ty.clone()), None);
///     *var.make_mut().checked_type = Some(ty);
///     var
/// };
/// let mut dense = nn::dense(var("x", matrix(5, 7)), var("w", matrix(3, 7)), attrs! { units: 3 })?;
/// *dense.make_mut().checked_type = Some(matrix(5, 3));
/// assert_eq!(get_total_mac_number(&dense.into())?, 5 * 7 * 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "GetTotalMacNumber")]
pub fn get_total_mac_number(expr: &RelayExpr) -> Result<i64, MacCountError> {
    let mut total = 0_i64;
    for call in post_order(expr).filter_map(|expr| expr.downcast::<Call>().ok()) {
        let Some(op) = call.as_op() else { continue };
        let count = match op.name.as_str() {
            "nn.conv2d" => conv2d(&call),
            "nn.conv2d_transpose" => conv2d_transpose(&call),
            "nn.dense" => dense(&call),
            "nn.batch_matmul" => batch_matmul(&call),
            _ => continue,
        };
        let count = count.and_then(|count| total.checked_add(count).ok_or(MacCountReason::Overflow));
        let op = op.name.clone();
        total = count.map_err(|reason| MacCountError { op, call: call.clone(), reason })?;
    }
    Ok(total)
}

fn conv2d(call: &CallNode) -> Result<i64, MacCountReason> {
    let attrs = attrs::<Conv2DAttrsNode>(call)?;
    convolution(call, &attrs.data_layout, attrs.kernel_size.as_ref(), attrs.groups)
}

fn conv2d_transpose(call: &CallNode) -> Result<i64, MacCountReason> {
    let attrs = attrs::<Conv2DTransposeAttrsNode>(call)?;
    convolution(call, attrs.data_layout.as_str(), attrs.kernel_size.as_ref(), attrs.groups)
}

/// Each output element sums over the kernel and the input channels of a group.
fn convolution(
    call: &CallNode,
    layout: &str,
    kernel_size: Option<&Array<PrimExpr>>,
    groups: i32,
) -> Result<i64, MacCountReason> {
    let data = dims("the data", argument(call, 0)?)?;
    let layout = Layout::new(layout)?;
    let no_channels = || MacCountReason::NoChannels(layout.name.clone());
    let axis = |letter| Some(*data.get(layout.index_of(letter)?)?);
    let channels = axis('C').ok_or_else(no_channels)?;
    let channels = product([channels, axis('c').unwrap_or(1)])?;
    let kernel = match kernel_size {
        Some(kernel) => constants("the kernel", kernel)?,
        None => Vec::new(),
    };
    expect_rank("the kernel", "2", &kernel, [2])?;
    let output = dims("the result", tensor_type("the call", call.checked_type.as_ref())?)?;
    expect_rank("the result", "4 or 5", &output, [4, 5])?;
    if groups <= 0 || channels % i64::from(groups) != 0 {
        return Err(MacCountReason::Groups { channels, groups });
    }
    product(output.into_iter().chain(kernel).chain([channels / i64::from(groups)]))
}

fn dense(call: &CallNode) -> Result<i64, MacCountReason> {
    let data = dims("the data", argument(call, 0)?)?;
    let weight = dims("the weight", argument(call, 1)?)?;
    expect_rank("the data", "2", &data, [2])?;
    expect_rank("the weight", "2", &weight, [2])?;
    if data[1] != weight[1] {
        return Err(MacCountReason::Reduction { lhs: data[1], rhs: weight[1] });
    }
    product([data[0], data[1], weight[0]])
}

fn batch_matmul(call: &CallNode) -> Result<i64, MacCountReason> {
    let lhs = dims("the first input", argument(call, 0)?)?;
    let rhs = dims("the second input", argument(call, 1)?)?;
    expect_rank("the first input", "3", &lhs, [3])?;
    expect_rank("the second input", "3", &rhs, [3])?;
    product([lhs[0], lhs[1], lhs[2], rhs[1]])
}

fn attrs<A: IsObject>(call: &CallNode) -> Result<&A, MacCountReason> {
    call.attrs.as_ref().and_then(|attrs| attrs.as_node::<A>()).ok_or_else(|| MacCountReason::Attributes {
        expected: A::TYPE_KEY,
        found: call.attrs.as_ref().map_or("none".into(), |attrs| attrs.type_key().into()),
    })
}

/// Returns the type of one of two arguments.
fn argument(call: &CallNode, index: usize) -> Result<&TensorTypeNode, MacCountReason> {
    if call.args.len() != 2 {
        return Err(MacCountReason::Arguments(call.args.len()));
    }
    tensor_type("an argument", call.args[index].checked_type.as_ref())
}

fn tensor_type<'t>(
    what: &'static str,
    ty: Option<&'t objet_ir::types::Type>,
) -> Result<&'t TensorTypeNode, MacCountReason> {
    ty.and_then(|ty| ty.as_node()).ok_or(MacCountReason::Untyped(what))
}

fn dims(what: &'static str, tensor: &TensorTypeNode) -> Result<Vec<i64>, MacCountReason> {
    constants(what, &tensor.shape)
}

fn constants(what: &'static str, dims: &[PrimExpr]) -> Result<Vec<i64>, MacCountReason> {
    let constant = |dim: &PrimExpr| match dim.as_node::<IntImmNode>() {
        Some(constant) => Ok(constant.value),
        None => Err(MacCountReason::Dynamic { what, found: print(dim).to_string() }),
    };
    dims.iter().map(constant).collect()
}

fn expect_rank<const N: usize>(
    what: &'static str,
    expected: &'static str,
    dims: &[i64],
    ranks: [usize; N],
) -> Result<(), MacCountReason> {
    if ranks.contains(&dims.len()) {
        return Ok(());
    }
    Err(MacCountReason::Rank { what, expected, found: dims.len() })
}

fn product(factors: impl IntoIterator<Item = i64>) -> Result<i64, MacCountReason> {
    let mut factors = factors.into_iter();
    factors.try_fold(1_i64, i64::checked_mul).ok_or(MacCountReason::Overflow)
}
