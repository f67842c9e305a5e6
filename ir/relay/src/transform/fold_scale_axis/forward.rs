//! Scales of the inputs of convolutions.

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::transform::BoxError;

use super::axes::{Channels, Kind, Message, along_axes, scale_of, varies_along};
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Call, CallNode, TupleGetItemNode, TupleNode};
use crate::functor::post_order;
use crate::op::{divide, multiply};
use crate::scope::operands;
use crate::transform::typed_exprs::known_tensor;

/// Moves scales into the convolutions after them.
pub(super) fn fold(root: &RelayExpr) -> Result<RelayExpr, BoxError> {
    let order: Vec<RelayExpr> = post_order(root).collect();
    let messages = messages(&order);
    let mut rewrite = Rewrite { messages, replaced: Replaced::default(), scales: HashMap::default() };
    for expr in &order {
        let new = match expr.as_node::<CallNode>() {
            Some(call) => rewrite.call(expr, call)?,
            None => None,
        };
        let new = match new {
            Some(new) => new,
            None => field(rewrite.replaced.rebuild(expr)?),
        };
        rewrite.replaced.insert(expr, new);
    }
    Ok(rewrite.replaced.of(root))
}

/// Returns the field in the place of a projection of a tuple expression.
fn field(expr: RelayExpr) -> RelayExpr {
    let field = expr.as_node::<TupleGetItemNode>().and_then(|item| {
        let tuple = item.tuple_value.as_node::<TupleNode>()?;
        tuple.fields.get(usize::try_from(item.index).ok()?).cloned()
    });
    field.unwrap_or(expr)
}

/// Returns the scales that all users of each expression can take.
fn messages(order: &[RelayExpr]) -> HashMap<RelayExpr, Option<Message>> {
    let mut messages: HashMap<RelayExpr, Option<Message>> = HashMap::default();
    for expr in order.iter().rev() {
        let of_args = expr.as_node::<CallNode>().map(|call| {
            let own = messages.get(expr).and_then(Option::as_ref);
            arg_messages(call, own)
        });
        for (index, operand) in operands(expr).enumerate() {
            let message = of_args.as_ref().and_then(|args| args.get(index)?.clone());
            let entry = messages.entry(operand.into_owned());
            entry
                .and_modify(|known| {
                    *known = match (known.as_ref(), &message) {
                        (Some(known), Some(message)) => Some(known.common(message)),
                        _ => None,
                    };
                })
                .or_insert(message);
        }
    }
    messages
}

/// Returns the scale that each argument of a call may have.
fn arg_messages(call: &CallNode, own: Option<&Message>) -> [Option<Message>; 2] {
    match (Kind::of(call), own) {
        (Some(Kind::Convolution), _) => {
            [Channels::of(call).map(|channels| Message { axes: channels.data, is_unsigned: false }), None]
        }
        (Some(Kind::Activation), Some(own)) => [Some(own.unsigned()), None],
        (Some(Kind::Sum), Some(own)) => {
            let [lhs, rhs] = [&call.args[0], &call.args[1]];
            if varies_along(rhs, lhs, &own.axes) {
                [Some(own.clone()), None]
            } else if varies_along(lhs, rhs, &own.axes) {
                [None, Some(own.clone())]
            } else {
                [None, None]
            }
        }
        _ => [None, None],
    }
}

struct Rewrite {
    messages: HashMap<RelayExpr, Option<Message>>,
    /// The new expressions, without their scales.
    replaced: Replaced,
    /// The scales that are left out of the new expressions.
    scales: HashMap<RelayExpr, Scale>,
}

#[derive(Clone)]
struct Scale {
    scale: RelayExpr,
    axes: Vec<usize>,
}

impl Rewrite {
    /// Returns the new call, or `None` if only the arguments change.
    fn call(&mut self, expr: &RelayExpr, call: &CallNode) -> Result<Option<RelayExpr>, BoxError> {
        let Some(kind) = Kind::of(call) else { return Ok(None) };
        if kind == Kind::Product {
            return self.product(expr, call);
        }
        let Some((side, found)) =
            (0..call.args.len()).find_map(|side| Some((side, self.scales.get(&call.args[side])?.clone())))
        else {
            return Ok(None);
        };
        let Ok(mut new) = self.replaced.rebuild(expr)?.downcast::<Call>() else {
            unreachable!("a call stays a call")
        };
        let mut args: Vec<RelayExpr> = new.args.to_vec();
        let along = |like: &RelayExpr, axes: &[usize]| -> Result<RelayExpr, BoxError> {
            let ty = known_tensor(like).ok_or("a scale needs an operand with a known type")?;
            let scale = along_axes(found.scale.clone(), &ty.shape, axes)?;
            Ok(scale.ok_or("a scale for blocks of channels needs known extents")?)
        };
        match (kind, Channels::of(call)) {
            (Kind::Convolution, Some(channels)) => {
                let scale = along(&call.args[1], &channels.weight_in)?;
                args[1] = multiply(args[1].clone(), scale)?.upcast();
            }
            (Kind::Sum, _) => {
                let scale = along(&call.args[side], &found.axes)?;
                args[1 - side] = divide(args[1 - side].clone(), scale)?.upcast();
                self.scales.insert(expr.clone(), found);
            }
            _ => drop(self.scales.insert(expr.clone(), found)),
        }
        let mut fields = new.make_mut();
        *fields.args = args.into();
        *fields.checked_type = None;
        Ok(Some(new.upcast()))
    }

    fn product(&mut self, expr: &RelayExpr, call: &CallNode) -> Result<Option<RelayExpr>, BoxError> {
        let Some(Some(message)) = self.messages.get(expr) else { return Ok(None) };
        for side in [0, 1] {
            let (value, operand) = (&call.args[side], &call.args[1 - side]);
            if let Some(scale) = scale_of(operand, value, self.replaced.of(operand), &message.axes)?
                && message.accepts(&scale)
            {
                let axes = message.axes.clone();
                self.scales.insert(expr.clone(), Scale { scale, axes });
                return Ok(Some(self.replaced.of(value)));
            }
        }
        Ok(None)
    }
}
