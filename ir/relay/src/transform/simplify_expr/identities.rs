//! Calls that return one of their arguments, and tensors of equal elements that become scalars.

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{OpError, OpPatternKind};

use crate::dataflow_pattern::{DFPattern, PatternMatch, PatternRewrite, is_constant, is_op, wildcard};
use crate::expr::{Call, CallNode};
use crate::transform::typed_exprs::{constant_scalar, known_tensor, same_type, scalar_constant};

/// Returns the argument of the original call in the place of `arg` of the rewritten one. The
/// original argument has a type.
fn typed_argument<'m>(found: &PatternMatch<'m>, arg: &RelayExpr) -> Option<&'m RelayExpr> {
    let (pre, post) = (found.pre.as_node::<CallNode>()?, found.post.as_node::<CallNode>()?);
    pre.args.get(post.args.iter().rposition(|post| post.same_as(arg))?)
}

/// `zeros`, `ones` and similar calls, or constants.
fn elements(name: &str) -> Result<DFPattern, OpError> {
    let like = is_op(&format!("{name}_like"))?.call([wildcard()]);
    Ok(is_op(name)?.call_any() | like)
}

/// `x + 0`, `x - 0`, `x * 1` and `x / 1` are `x`, if `x` has the type of the result.
pub(super) fn eliminated() -> Result<PatternRewrite<'static>, OpError> {
    let (x, constant) = (wildcard(), is_constant());
    let zeros = elements("zeros")? | &constant;
    let ones = elements("ones")? | &constant;
    let pattern = is_op("add")?.call([&x, &zeros])
        | is_op("subtract")?.call([&x, &zeros])
        | is_op("multiply")?.call([&x, &ones])
        | is_op("divide")?.call([&x, &ones]);
    let rule = PatternRewrite::new(pattern, move |found| {
        let argument = found.expr(&x)?;
        if let Some(constant) = found.exprs(&constant).first() {
            let op = found.pre.as_node::<CallNode>().and_then(CallNode::as_op);
            let neutral =
                if op.is_some_and(|op| matches!(&*op.name, "add" | "subtract")) { 0.0 } else { 1.0 };
            if constant_scalar(constant) != Some(neutral) {
                return Ok(found.post.clone());
            }
        }
        let typed = typed_argument(found, &argument);
        let keeps_type = typed
            .is_some_and(|typed| same_type(typed.checked_type.as_ref(), found.pre.checked_type.as_ref()));
        Ok(if keeps_type { argument } else { found.post.clone() })
    });
    Ok(rule.require_type())
}

/// A cast to the data type of the input is the input.
pub(super) fn casts() -> Result<PatternRewrite<'static>, OpError> {
    let x = wildcard();
    let pattern = is_op("cast_like")?.call([&x, &wildcard()]) | is_op("cast")?.call([&x]);
    let rule = PatternRewrite::new(pattern, move |found| {
        let input = found.pre.as_node::<CallNode>().and_then(|call| known_tensor(call.args.first()?));
        let result = known_tensor(found.pre);
        let is_same = input.zip(result).is_some_and(|(input, result)| input.dtype == result.dtype);
        Ok(if is_same { found.expr(&x)? } else { found.post.clone() })
    });
    Ok(rule.require_type())
}

/// An operator that broadcasts gets a scalar in the place of a tensor of equal elements, if the
/// other argument has the type of the result.
pub(super) fn scalars() -> Result<PatternRewrite<'static>, OpError> {
    let (x, value) = (wildcard(), is_constant());
    let full = is_op("full")?.call([&value]) | is_op("full_like")?.call([&wildcard(), &value]);
    let (ones, zeros) = (elements("ones")?, elements("zeros")?);
    let tensor = &full | &ones | &zeros;
    let kind = attrs! { TOpPattern: objet_ir::expr::Integer::from(OpPatternKind::Broadcast as i32) };
    let op = match wildcard().has_attr(kind) {
        Ok(op) => op,
        Err(error) => unreachable!("an integer is an object: {error}"),
    };
    let pattern = op.call([&tensor, &x]) | op.call([&x, &tensor]);
    let rule = PatternRewrite::new(pattern, move |found| {
        let argument = found.expr(&x)?;
        let (Some(typed), Some(call), Some(result)) =
            (typed_argument(found, &argument), found.post.downcast_ref::<Call>(), known_tensor(found.pre))
        else {
            return Ok(found.post.clone());
        };
        if !same_type(typed.checked_type.as_ref(), found.pre.checked_type.as_ref()) {
            return Ok(found.post.clone());
        }
        let scalar = if !found.exprs(&full).is_empty() {
            Some(found.expr(&value)?)
        } else {
            let number = if found.exprs(&ones).is_empty() { 0.0 } else { 1.0 };
            scalar_constant(result.dtype, number).map(crate::expr::Constant::upcast)
        };
        let Some(scalar) = scalar else { return Ok(found.post.clone()) };
        let is_left = call.args[1].same_as(&argument);
        let args = if is_left { [scalar, argument] } else { [argument, scalar] };
        let mut call = call.clone();
        *call.make_mut().args = args.into();
        Ok(call.upcast())
    });
    Ok(rule.require_type())
}
