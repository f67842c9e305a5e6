//! Replacement of convolutions with constant weights by sparse ones.

use objet::String;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::{Pass, PassInfo};

use super::{Kernel, Result, SparseError, replace_calls};
use crate::expr::{CallNode, Constant, ConstantNode, Function};
use crate::op::nn;
use crate::transform::function_pass::FunctionPass;

/// Replaces each `nn.conv2d` with a constant `float32` weight by `nn.sparse_conv2d`, if the share
/// of the elements in blocks of zeros is at least `threshold`.
///
/// Convolutions with another layout or kernel size, with a result of another size than their input,
/// and with weights that are not a whole number of blocks stay.
///
/// # Errors
/// Fails if the layout is neither `NCHW` nor `NHWC`, if a block has no elements, or if a rewritten
/// expression is invalid.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_relay::expr::{Constant, Function, Var};
/// use objet_relay::op::nn;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::conv2d_to_sparse2;
///
/// let x = Var::new("x", None, None);
/// let weight = NDArray::from_slice(&[2, 4, 1, 1], &[1.0_f32, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])?;
/// let attrs = attrs! { channels: 2, kernel_size: [1, 1] };
/// let conv = nn::conv2d(x.clone(), Constant::new(weight, None), attrs)?;
/// let function = Function::new([x], conv, None, [], None, None);
/// let function = conv2d_to_sparse2(function, "NCHW", 1, [1, 2], 0.7)?;
/// let text = pretty_print(Some(&function.upcast()));
/// assert!(text.contains("nn.sparse_conv2d(%x, "), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Conv2dToSparse2")]
pub fn conv2d_to_sparse2(
    mut function: Function,
    layout: &str,
    kernel_size: i32,
    block: [i32; 2],
    threshold: f64,
) -> Result<Function> {
    let kernel = Kernel::new(layout, kernel_size)?;
    let [height, width] = block;
    let block = match [height, width].map(usize::try_from) {
        [Ok(height @ 1..), Ok(width @ 1..)] => [height, width],
        _ => return Err(SparseError::Block { height, width }),
    };
    let body = replace_calls(&function.body, "nn.conv2d", |call, data| {
        if !kernel.is_of(call) {
            return Ok(None);
        }
        let sparse = Rows::of(call, layout).and_then(|rows| rows.blocks(block, threshold));
        let Some([elements, indices, starts]) = sparse else { return Ok(None) };
        let sparse: RelayExpr = nn::sparse_conv2d(data, elements, indices, starts, kernel.attrs())?.upcast();
        Ok(Some(sparse))
    })?;
    *function.make_mut().body = body;
    Ok(function)
}

/// The weights of a convolution as a matrix, with a row for each output channel.
struct Rows {
    elements: Vec<f32>,
    rows: usize,
    columns: usize,
}

impl Rows {
    fn of(call: &CallNode, layout: &str) -> Option<Self> {
        let weight = &call.args.get(1)?.as_node::<ConstantNode>()?.data;
        let elements = weight.as_slice::<f32>().ok()?;
        let shape: Vec<usize> =
            weight.shape().iter().map(|extent| usize::try_from(*extent).ok()).collect::<Option<_>>()?;
        let [first, _, _, last] = shape[..] else { return None };
        let rows = if layout == "NCHW" { first } else { last };
        let columns = elements.len().checked_div(rows)?;
        let elements = match layout {
            "NCHW" => elements.to_vec(),
            _ => (0..rows).flat_map(|row| elements.iter().skip(row).step_by(rows).copied()).collect(),
        };
        Some(Self { elements, rows, columns })
    }

    /// Returns the elements, the indices and the row starts of the blocks that are not zero.
    fn blocks(&self, [height, width]: [usize; 2], threshold: f64) -> Option<[Constant; 3]> {
        if !self.rows.is_multiple_of(height) || !self.columns.is_multiple_of(width) {
            return None;
        }
        let (mut elements, mut indices, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        for row in (0..self.rows).step_by(height) {
            for column in (0..self.columns).step_by(width) {
                let line = |row: usize| &self.elements[row * self.columns + column..][..width];
                if (row..row + height).any(|row| line(row).iter().any(|element| *element != 0.0)) {
                    (row..row + height).for_each(|row| elements.extend_from_slice(line(row)));
                    indices.push(i32::try_from(column / width).ok()?);
                }
            }
            starts.push(i32::try_from(indices.len()).ok()?);
        }
        let zeros = 1.0 - elements.len() as f64 / self.elements.len() as f64;
        if zeros < threshold {
            return None;
        }
        let shape = [indices.len(), height, width].map(|extent| extent as i64);
        let elements = NDArray::from_slice(&shape, &elements).ok()?;
        let vector = |numbers: &[i32]| NDArray::from_slice(&[numbers.len() as i64], numbers).ok();
        Some([elements, vector(&indices)?, vector(&starts)?].map(|data| Constant::new(data, None)))
    }
}

/// Creates the pass for [`conv2d_to_sparse2`].
pub(in super::super) fn conv2d_to_sparse2_pass(
    layout: String,
    kernel_size: i32,
    block: [i32; 2],
    threshold: f64,
) -> Pass {
    let info = PassInfo::new(5, "Conv2dToSparse2", ["DeadCodeElimination"]);
    FunctionPass::typed(info, move |function, _, _| {
        Ok(conv2d_to_sparse2(function, &layout, kernel_size, block, threshold)?)
    })
    .into()
}
