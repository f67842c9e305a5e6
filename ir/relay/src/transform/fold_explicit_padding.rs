//! Padding that becomes an attribute of convolutions.

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, PrimExpr, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpError;
use objet_ir::transform::{Pass, PassInfo};
use objet_tir::op::as_const_int;

use super::function_pass::FunctionPass;
use super::typed_exprs::constant_scalar;
use crate::attrs::{Conv1DAttrs, Conv2DAttrs, Conv3DAttrs, PadAttrsNode};
use crate::dataflow_pattern::{PatternError, PatternRewrite, is_op, rewrite, wildcard};
use crate::expr::{Call, CallNode};

/// Replaces each `nn.pad` with zeros before a convolution by the attribute `padding` of the
/// convolution, unless it pads batches or channels or has other users.
///
/// # Errors
/// Fails if a rewritten expression is invalid.
///
/// ```
/// use objet_ir::attrs;
/// use objet_relay::expr::{Constant, Var};
/// use objet_relay::op::nn;
/// use objet_relay::transform::fold_explicit_padding;
///
/// let [x, w] = ["x", "w"].map(|name| Var::new(name, None, None));
/// let zero = Constant::new(objet::NDArray::from_slice(&[], &[0])?, None);
/// let widths = [[0, 0], [0, 0], [1, 1], [2, 2]];
/// let padded = nn::pad(x, zero, attrs! { pad_width: widths.map(|width| attrs_list(width)) })?;
/// let conv = nn::conv2d(padded, w, attrs! { kernel_size: [3, 5] })?;
/// let folded = fold_explicit_padding(&conv.into(), None)?;
/// let text = objet_relay::text::pretty_print(Some(&folded.into()));
/// assert!(text.contains("nn.conv2d(%x, %w, padding=[1, 2, 1, 2]"), "{text}");
/// # use objet_ir::expr::Integer;
/// # fn attrs_list(width: [i32; 2]) -> objet::Array<Integer> { width.map(Integer::from).into() }
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "FoldExplicitPadding")]
pub fn fold_explicit_padding(expr: &RelayExpr, module: Option<&IRModule>) -> Result<RelayExpr, PatternError> {
    match rule() {
        Ok(rule) => rewrite(&mut [rule], expr, module),
        Err(error) => unreachable!("this crate registers convolutions: {error}"),
    }
}

fn rule() -> Result<PatternRewrite<'static>, OpError> {
    let (x, w) = (wildcard(), wildcard());
    let pad = is_op("nn.pad")?.call([&x, &wildcard()]);
    let conv = is_op("nn.conv1d")? | is_op("nn.conv2d")? | is_op("nn.conv3d")?;
    Ok(PatternRewrite::new(conv.call([&pad, &w]), move |found| {
        let pad = found.expr(&pad)?;
        let attrs = match (found.post.as_node::<CallNode>(), pad.as_node::<CallNode>()) {
            (Some(conv), Some(pad)) => padded_attrs(conv, pad),
            _ => None,
        };
        let Some(attrs) = attrs else { return Ok(found.post.clone()) };
        let mut conv = found.post.clone().downcast::<Call>()?;
        let fields = conv.make_mut();
        *fields.args = [found.expr(&x)?, found.expr(&w)?].into();
        *fields.attrs = Some(attrs);
        Ok::<_, BoxError>(conv.upcast())
    }))
}

/// Returns the attributes of a convolution that also does the padding of `pad`.
fn padded_attrs(conv: &CallNode, pad: &CallNode) -> Option<Attrs> {
    let pad_attrs = pad.attrs.as_ref()?.as_node::<PadAttrsNode>()?;
    if pad_attrs.pad_mode != "constant" || constant_scalar(pad.args.get(1)?)? != 0.0 {
        return None;
    }
    let widths = pad_attrs.pad_width.as_ref()?;
    let attrs = conv.attrs.as_ref()?;
    macro_rules! with_padding {
        ($($attrs:ident),+) => {
            $(if let Some(known) = attrs.downcast_ref::<$attrs>() {
                let mut new = known.clone();
                *new.make_mut().padding = padding(&known.padding, widths, &known.data_layout)?;
                return Some(new.upcast());
            })+
        };
    }
    with_padding!(Conv1DAttrs, Conv2DAttrs, Conv3DAttrs);
    None
}

/// Adds the widths of a padding to those of a convolution. Both have those before all spatial axes
/// first.
fn padding(
    before: &Array<PrimExpr>,
    widths: &Array<Array<Integer>>,
    layout: &str,
) -> Option<Array<PrimExpr>> {
    let mut added = (Vec::new(), Vec::new());
    if layout.chars().count() != widths.len() || !layout.chars().all(|axis| axis.is_ascii_uppercase()) {
        return None;
    }
    for (axis, width) in layout.chars().zip(widths) {
        let [first, last] = &width[..] else { return None };
        if matches!(axis, 'N' | 'C') {
            if first.value != 0 || last.value != 0 {
                return None;
            }
        } else {
            added.0.push(first.value);
            added.1.push(last.value);
        }
    }
    let axes = added.0.len();
    added.0.append(&mut added.1);
    let of_axis = |position: usize| {
        let index = match before.len() {
            1 => 0,
            count if count == axes => position % axes,
            count if count == 2 * axes => position,
            _ => return None,
        };
        as_const_int(&before[index])
    };
    let sums = added.0.iter().enumerate().map(|(position, width)| {
        let sum = i32::try_from(of_axis(position)?.checked_add(*width)?).ok()?;
        Some(PrimExpr::from(sum))
    });
    sums.collect()
}

/// Creates the pass for [`fold_explicit_padding`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(0, "FoldExplicitPadding", ["InferType"]);
    FunctionPass::typed(info, |function, module, _| {
        let folded = fold_explicit_padding(function.upcast_ref(), Some(module))?;
        Ok(folded.downcast()?)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.FoldExplicitPadding", pass);
