//! Replacement of dense layers and convolutions by ones with sparse weights.

mod frozen;

use foldhash::HashMap;
use objet::String;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::AttrValue;
use objet_ir::expr::{IntImm, PrimExpr, RelayExpr};
use objet_ir::op::OpError;
use objet_ir::transform::{Pass, PassInfo};
use objet_ir::types::{TensorType, Type};
use objet_tir::op::as_const_int;

pub use self::frozen::conv2d_to_sparse2;
pub(super) use self::frozen::conv2d_to_sparse2_pass;
use super::function_pass::FunctionPass;
use super::simplify_fc_transpose::with_free_params;
use crate::attrs::Conv2DAttrsNode;
use crate::dataflow_pattern::PatternError;
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{CallNode, Function, Var};
use crate::functor::post_order;
use crate::op::nn;

/// The reason why weights cannot be replaced by sparse ones.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SparseError {
    /// The lists of names and of shapes differ in length.
    #[error("expected a shape for each of the {names} weights, found {shapes} shapes")]
    Count {
        /// The number of names.
        names: usize,
        /// The number of shapes.
        shapes: usize,
    },
    /// The shape of a sparse weight has the wrong number of extents.
    #[error(
        "the sparse shape of the weight {weight:?} must have {expected} extents: those of \
         the elements, the number of indices and that of row starts"
    )]
    Shape {
        /// The name of the weight.
        weight: std::string::String,
        /// The expected number of extents.
        expected: &'static str,
    },
    /// A convolution has no sparse form.
    #[error(
        "the convolution with the weight {weight:?} has no sparse form: expected the layout {layout}, \
         a kernel of {size} x {size}, padding of {padding}, and no strides, dilation or groups",
        padding = (size - 1) / 2
    )]
    Convolution {
        /// The name of the weight.
        weight: std::string::String,
        /// The layout of the data.
        layout: std::string::String,
        /// The height and width of the kernel.
        size: i32,
    },
    /// The layout has no sparse convolution.
    #[error("expected the layout NCHW or NHWC of a sparse convolution, found {found:?}")]
    Layout {
        /// The layout.
        found: std::string::String,
    },
    /// The blocks of sparse weights have no elements.
    #[error("expected blocks of a positive height and width, found {height} x {width}")]
    Block {
        /// The height.
        height: i32,
        /// The width.
        width: i32,
    },
    /// A new call is invalid.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] PatternError),
}

type Result<T, E = SparseError> = std::result::Result<T, E>;

/// A sparse weight in block compressed rows: its name, and its extents.
///
/// The extents are those of the elements, which are blocks or, for convolutions, columns, then the
/// number of indices, and that of row starts.
pub type SparseWeight = (String, Vec<i32>);

/// Replaces each `nn.dense` whose weight is a variable with one of the given names by
/// `nn.sparse_dense`.
///
/// The sparse weight is three new parameters, whose names end in `.data`, `.indices` and `.indptr`.
/// The elements are `float32`. The caller passes the values. Each call has parameters of its own.
/// The parameters of a changed function are the old ones that it uses, and the new ones, both in
/// the order of their use.
///
/// # Errors
/// Fails if a shape does not have five extents, or if a rewritten expression is invalid.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::nn;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::dense_to_sparse;
///
/// let matrix = TensorType::new([8.into(), 16.into()], DataType::float(32));
/// let (x, w) = (Var::new("x", None, None), Var::new("w", Some(matrix.upcast()), None));
/// let dense = nn::dense(x.clone(), w.clone(), attrs! { units: 8 })?;
/// let function = Function::new([x, w], dense, None, [], None, None);
/// // Six blocks of 2 x 2 elements in four rows of blocks.
/// let function = dense_to_sparse(function, &[("w".into(), vec![6, 2, 2, 6, 5])])?;
/// let text = pretty_print(Some(&function.upcast()));
/// assert!(text.contains("nn.sparse_dense(%x, %w.data, %w.indices, %w.indptr)"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "DenseToSparse")]
pub fn dense_to_sparse(function: Function, weights: &[SparseWeight]) -> Result<Function> {
    let weights = by_name(weights, "5", |extents| extents.len() == 5)?;
    replace_weights(function, &weights, "nn.dense", |_, data, [elements, indices, starts]| {
        let attrs = attrs! { sparse_lhs: false };
        Ok(nn::sparse_dense(data, elements, indices, starts, attrs)?.upcast())
    })
}

/// Replaces each `nn.conv2d` whose weight is a variable with one of the given names by
/// `nn.sparse_conv2d`, like [`dense_to_sparse`]. Shapes of columns have four extents.
///
/// # Errors
/// Fails if a shape does not have four or five extents, if the layout is neither `NCHW` nor `NHWC`,
/// if a convolution of a weight has another layout, another kernel size, or a result of another
/// size than its input, or if a rewritten expression is invalid.
#[doc(alias = "Conv2dToSparse")]
pub fn conv2d_to_sparse(
    function: Function,
    weights: &[SparseWeight],
    layout: &str,
    kernel_size: i32,
) -> Result<Function> {
    let weights = by_name(weights, "4 or 5", |extents| matches!(extents.len(), 4 | 5))?;
    let kernel = Kernel::new(layout, kernel_size)?;
    replace_weights(function, &weights, "nn.conv2d", |call, data, [elements, indices, starts]| {
        if !kernel.is_of(call) {
            let weight = call.args.get(1).and_then(|weight| weight.downcast_ref::<Var>());
            let weight = weight.map(|weight| weight.name_hint().to_string()).unwrap_or_default();
            return Err(SparseError::Convolution { weight, layout: layout.into(), size: kernel_size });
        }
        Ok(nn::sparse_conv2d(data, elements, indices, starts, kernel.attrs())?.upcast())
    })
}

/// The convolutions that have a sparse form.
struct Kernel<'a> {
    layout: &'a str,
    kernel_layout: &'static str,
    size: i32,
}

impl<'a> Kernel<'a> {
    fn new(layout: &'a str, size: i32) -> Result<Self> {
        let kernel_layout = match layout {
            "NCHW" => "OIHW",
            "NHWC" => "HWIO",
            found => return Err(SparseError::Layout { found: found.into() }),
        };
        Ok(Self { layout, kernel_layout, size })
    }

    /// Returns whether a convolution has the layouts and the size, and a result of the size of its
    /// input, which the sparse form has.
    fn is_of(&self, call: &CallNode) -> bool {
        let Some(attrs) = call.attrs.as_ref().and_then(|attrs| attrs.as_node::<Conv2DAttrsNode>()) else {
            return false;
        };
        let all = |numbers: &Array<PrimExpr>, value: i32| {
            numbers.iter().all(|number| as_const_int(number) == Some(value.into()))
        };
        attrs.data_layout == self.layout
            && attrs.kernel_layout == self.kernel_layout
            && (attrs.out_layout.is_empty() || attrs.out_layout == self.layout)
            && attrs.kernel_size.as_ref().is_some_and(|size| all(size, self.size))
            && self.size % 2 == 1
            && all(&attrs.padding, (self.size - 1) / 2)
            && all(&attrs.strides, 1)
            && (all(&attrs.dilation, 1) || self.size == 1)
            && attrs.groups == 1
    }

    fn attrs(&self) -> [(&'static str, AttrValue); 2] {
        attrs! { layout: self.layout, kernel_size: [self.size, self.size] }
    }
}

/// Returns the extents of each weight.
fn by_name<'a>(
    weights: &'a [SparseWeight],
    expected: &'static str,
    is_valid: impl Fn(&[i32]) -> bool,
) -> Result<HashMap<&'a str, &'a [i32]>> {
    let entry = |(weight, extents): &'a SparseWeight| match is_valid(extents)
        && extents.iter().all(|extent| *extent >= 0)
    {
        true => Ok((weight.as_str(), extents.as_slice())),
        false => Err(SparseError::Shape { weight: weight.to_string(), expected }),
    };
    weights.iter().map(entry).collect()
}

/// Replaces the calls of an operator whose weights have a name. `replace` gets the call, its new
/// data, and the parts of the sparse weight.
fn replace_weights(
    function: Function,
    weights: &HashMap<&str, &[i32]>,
    op: &str,
    replace: impl Fn(&CallNode, RelayExpr, [Var; 3]) -> Result<RelayExpr>,
) -> Result<Function> {
    let body = replace_calls(&function.body, op, |call, data| {
        let weight = call.args.get(1).and_then(|weight| weight.downcast_ref::<Var>());
        let Some((name, extents)) = weight.and_then(|var| weights.get_key_value(var.name_hint().as_str()))
        else {
            return Ok(None);
        };
        let [elements @ .., indices, starts] = extents else { return Ok(None) };
        let part = |name: std::string::String, extents: &[i32], dtype: DataType| {
            let extents: Vec<PrimExpr> = extents.iter().map(|extent| (*extent).into()).collect();
            let ty: Type = TensorType::new(extents, dtype).upcast();
            Var::new(name, Some(ty), None)
        };
        let int32 = DataType::int(32);
        let parts = [
            part(format!("{name}.data"), elements, DataType::float(32)),
            part(format!("{name}.indices"), &[*indices], int32),
            part(format!("{name}.indptr"), &[*starts], int32),
        ];
        replace(call, data, parts).map(Some)
    })?;
    Ok(with_free_params(function, body))
}

/// Replaces calls of an operator. `replace` gets a call and its new data.
fn replace_calls(
    body: &RelayExpr,
    op: &str,
    mut replace: impl FnMut(&CallNode, RelayExpr) -> Result<Option<RelayExpr>>,
) -> Result<RelayExpr> {
    let mut replaced = Replaced::default();
    for expr in post_order(body) {
        let mut new = replaced.rebuild(&expr)?;
        if let Some(call) = expr.as_node::<CallNode>()
            && call.as_op().is_some_and(|found| found.name == op)
            && let Some(data) = call.args.first()
            && let Some(sparse) = replace(call, replaced.of(data))?
        {
            new = sparse;
        }
        replaced.insert(&expr, new);
    }
    Ok(replaced.of(body))
}

/// Returns weights from the arguments of a pass.
fn weights_of(names: &Array<String>, shapes: &Array<Array<IntImm>>) -> Result<Vec<SparseWeight>> {
    if names.len() != shapes.len() {
        return Err(SparseError::Count { names: names.len(), shapes: shapes.len() });
    }
    let extents = |shape: &Array<IntImm>| -> Option<Vec<i32>> {
        shape.iter().map(|extent| i32::try_from(extent.value).ok()).collect()
    };
    let weight = |(name, shape): (&String, &Array<IntImm>)| {
        // A negative extent is refused later.
        (name.clone(), extents(shape).unwrap_or_else(|| vec![-1]))
    };
    Ok(names.iter().zip(shapes).map(weight).collect())
}

/// Creates the pass for [`dense_to_sparse`].
pub(super) fn dense_to_sparse_pass(names: &Array<String>, shapes: &Array<Array<IntImm>>) -> Result<Pass> {
    let weights = weights_of(names, shapes)?;
    let info = PassInfo::new(4, "DenseToSparse", ["DeadCodeElimination"]);
    Ok(FunctionPass::typed(info, move |function, _, _| Ok(dense_to_sparse(function, &weights)?)).into())
}

/// Creates the pass for [`conv2d_to_sparse`].
pub(super) fn conv2d_to_sparse_pass(
    names: &Array<String>,
    shapes: &Array<Array<IntImm>>,
    layout: String,
    kernel_size: i32,
) -> Result<Pass> {
    let weights = weights_of(names, shapes)?;
    let info = PassInfo::new(4, "Conv2dToSparse", ["DeadCodeElimination"]);
    let pass = FunctionPass::typed(info, move |function, _, _| {
        Ok(conv2d_to_sparse(function, &weights, &layout, kernel_size)?)
    });
    Ok(pass.into())
}
