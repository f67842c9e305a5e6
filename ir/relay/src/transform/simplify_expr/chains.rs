//! Chains of operators that rearrange elements become one operator.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::OpError;
use objet_tir::data_layout::Layout;

use crate::attrs::{LayoutTransformAttrsNode, TransposeAttrsNode};
use crate::dataflow_pattern::{PatternRewrite, is_op, wildcard};
use crate::expr::CallNode;
use crate::op;
use crate::op::relation::axis;
use crate::transform::typed_exprs::{known_tensor, static_shape};

/// A `reshape` of a `reshape` is one `reshape`, if the shape of the result is known.
pub(super) fn reshapes() -> Result<PatternRewrite<'static>, OpError> {
    let x = wildcard();
    // A pattern that is used twice matches the same operator twice.
    let reshape = || -> Result<_, OpError> { Ok(is_op("reshape")? | is_op("contrib_reverse_reshape")?) };
    let pattern = reshape()?.call([reshape()?.call([&x])]);
    let rule =
        PatternRewrite::new(pattern, move |found| match known_tensor(found.pre).and_then(static_shape) {
            Some(shape) => Ok(op::reshape(found.expr(&x)?, attrs! { newshape: shape })?.upcast()),
            None => Ok(found.post.clone()),
        });
    Ok(rule.require_type())
}

/// Two calls of `transpose` or `layout_transform` become one, or none if they cancel out.
pub(super) fn transposes() -> Result<PatternRewrite<'static>, OpError> {
    let x = wildcard();
    let transpose = || -> Result<_, OpError> { Ok(is_op("transpose")? | is_op("layout_transform")?) };
    let pattern = transpose()?.call([transpose()?.call([&x])]);
    let rule = PatternRewrite::new(pattern, move |found| {
        let ndim = known_tensor(found.pre).map(|tensor| tensor.shape.len());
        let input = found.expr(&x)?;
        let steps = || {
            let outer = found.post.as_node::<CallNode>()?;
            let inner = outer.args.first()?.as_node::<CallNode>()?;
            Some((Step::of(inner)?, Step::of(outer)?))
        };
        let simple = match (steps(), ndim) {
            (Some((inner, outer)), Some(ndim)) => inner.then(&outer, ndim),
            _ => None,
        };
        Ok(match simple {
            Some(Combined::Identity) => input,
            Some(Combined::Transpose(axes)) => {
                let axes: Array<Integer> = axes.into_iter().map(|axis| Integer::from(axis as i32)).collect();
                op::transpose(input, attrs! { axes: axes })?.upcast()
            }
            Some(Combined::Layout(src, dst)) => {
                op::layout_transform(input, attrs! { src_layout: src, dst_layout: dst })?.upcast()
            }
            None => found.post.clone(),
        }) as Result<RelayExpr, _>
    });
    Ok(rule.require_type())
}

/// A call of `transpose` or `layout_transform`.
enum Step {
    /// The axes of the input in their new order; `None` to reverse them.
    Transpose(Option<Vec<i64>>),
    /// The axes of the input and of the result, by name.
    Layout(Vec<String>, Vec<String>),
}

/// One call that has the effect of two.
enum Combined {
    Identity,
    Transpose(Vec<usize>),
    Layout(String, String),
}

impl Step {
    fn of(call: &CallNode) -> Option<Self> {
        let attrs = call.attrs.as_ref()?;
        if let Some(transpose) = attrs.as_node::<TransposeAttrsNode>() {
            let axes = transpose.axes.as_ref();
            return Some(Self::Transpose(axes.map(|axes| axes.iter().map(|axis| axis.value).collect())));
        }
        let layouts = attrs.as_node::<LayoutTransformAttrsNode>()?;
        Some(Self::Layout(axis_names(&layouts.src_layout), axis_names(&layouts.dst_layout)))
    }

    fn changes_rank(&self) -> bool {
        matches!(self, Self::Layout(src, dst) if src.len() != dst.len())
    }

    /// Returns the permutation of `ndim` axes that the step is: the input axis of each result axis.
    fn permutation(&self, ndim: usize) -> Option<Vec<usize>> {
        let axes: Vec<usize> = match self {
            Self::Transpose(None) => (0..ndim).rev().collect(),
            Self::Transpose(Some(axes)) => {
                axes.iter().map(|position| axis("data", *position, ndim)).collect::<Result<_, _>>().ok()?
            }
            Self::Layout(src, dst) => {
                dst.iter().map(|axis| src.iter().position(|of| of == axis)).collect::<Option<_>>()?
            }
        };
        let mut seen = vec![false; ndim];
        let is_new = |axis: &usize| seen.get_mut(*axis).is_some_and(|seen| !std::mem::replace(seen, true));
        (axes.len() == ndim && axes.iter().all(is_new)).then_some(axes)
    }

    /// Returns the call for this step and then another, whose result has `ndim` axes.
    fn then(&self, outer: &Self, ndim: usize) -> Option<Combined> {
        if !self.changes_rank() && !outer.changes_rank() {
            let (inner, outer) = (self.permutation(ndim)?, outer.permutation(ndim)?);
            let axes: Vec<usize> = outer.into_iter().map(|axis| inner[axis]).collect();
            let is_identity = axes.iter().enumerate().all(|(position, axis)| position == *axis);
            return Some(if is_identity { Combined::Identity } else { Combined::Transpose(axes) });
        }
        let (src, dst) = match (self, outer) {
            (Self::Layout(src, _), Self::Layout(_, dst)) => (src.clone(), dst.clone()),
            (Self::Layout(src, dst), Self::Transpose(_)) => {
                let axes = outer.permutation(ndim)?;
                (src.clone(), axes.into_iter().map(|axis| dst.get(axis).cloned()).collect::<Option<_>>()?)
            }
            (Self::Transpose(_), Self::Layout(src, dst)) => {
                let axes = self.permutation(src.len())?;
                let mut input = vec![String::new(); src.len()];
                axes.into_iter().zip(src).for_each(|(axis, name)| input[axis].clone_from(name));
                (input, dst.clone())
            }
            (Self::Transpose(_), Self::Transpose(_)) => return None,
        };
        if src == dst {
            return Some(Combined::Identity);
        }
        let (src, dst) = (src.concat(), dst.concat());
        (Layout::new(src.as_str()).is_ok() && Layout::new(dst.as_str()).is_ok())
            .then_some(Combined::Layout(src, dst))
    }
}

/// Returns the axes of a layout such as `NCHW4c`: letters, with a factor before lower-case ones.
fn axis_names(layout: &str) -> Vec<String> {
    layout.split_inclusive(|letter: char| !letter.is_ascii_digit()).map(str::to_owned).collect()
}
