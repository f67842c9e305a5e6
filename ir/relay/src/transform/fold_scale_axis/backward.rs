//! Scales of the results of convolutions.

use foldhash::{HashMap, HashSet};
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::OpError;
use objet_ir::transform::BoxError;

use super::axes::{Channels, Kind, Message, along_axes, scale_of, varies_along};
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Call, CallNode};
use crate::functor::post_order;
use crate::op::multiply;
use crate::scope::operands;
use crate::transform::typed_exprs::known_tensor;

/// Moves scales into the convolutions before them.
pub(super) fn fold(root: &RelayExpr) -> Result<RelayExpr, BoxError> {
    let order: Vec<RelayExpr> = post_order(root).collect();
    let scales = Scales::of(&order)?;
    let mut replaced = Replaced::default();
    for expr in &order {
        let new = match expr.as_node::<CallNode>() {
            Some(call) if scales.folded.contains(expr) => {
                let is_first = scales.taken.contains_key(&call.args[0]);
                replaced.of(&call.args[usize::from(!is_first)])
            }
            _ => replaced.rebuild(expr)?,
        };
        let new = match (expr.as_node::<CallNode>(), scales.taken.get(expr)) {
            (Some(call), Some(scale)) => scales.scaled(call, new, scale)?,
            _ => new,
        };
        replaced.insert(expr, new);
    }
    Ok(replaced.of(root))
}

/// The scales of an expression.
#[derive(Default)]
struct Scales {
    /// The scales that expressions can take.
    messages: HashMap<RelayExpr, Message>,
    /// The scales that expressions take.
    taken: HashMap<RelayExpr, Taken>,
    /// The products that disappear.
    folded: HashSet<RelayExpr>,
}

#[derive(Clone)]
struct Taken {
    scale: RelayExpr,
    axes: Vec<usize>,
}

impl Scales {
    fn of(order: &[RelayExpr]) -> Result<Self, OpError> {
        let mut uses: HashMap<RelayExpr, usize> = HashMap::default();
        for operand in order.iter().flat_map(operands) {
            *uses.entry(operand.into_owned()).or_default() += 1;
        }
        let mut scales = Self::default();
        for expr in order.iter().filter(|expr| uses.get(*expr) == Some(&1)) {
            if let Some(message) = expr.as_node::<CallNode>().and_then(|call| scales.message(call)) {
                scales.messages.insert(expr.clone(), message);
            }
        }
        for expr in order.iter().rev() {
            if let Some(call) = expr.as_node::<CallNode>() {
                scales.take(expr, call)?;
            }
        }
        Ok(scales)
    }

    /// Returns the scale that a call can take, from those that its arguments can take.
    fn message(&self, call: &CallNode) -> Option<Message> {
        let of = |index: usize| self.messages.get(&call.args[index]);
        match Kind::of(call)? {
            Kind::Convolution => Some(Message { axes: Channels::of(call)?.out, is_unsigned: false }),
            Kind::Activation => Some(of(0)?.unsigned()),
            Kind::Product => None,
            Kind::Sum => {
                let [lhs, rhs] = [&call.args[0], &call.args[1]];
                match (of(0), of(1)) {
                    (Some(first), Some(second)) => {
                        let shapes = [lhs, rhs].map(|arg| known_tensor(arg).map(|ty| &ty.shape));
                        let [Some(left), Some(right)] = shapes else { return None };
                        let is_equal = first.axes == second.axes && objet::structural_equal(left, right);
                        is_equal.then(|| first.common(second))
                    }
                    (Some(message), None) if varies_along(rhs, lhs, &message.axes) => Some(message.clone()),
                    (None, Some(message)) if varies_along(lhs, rhs, &message.axes) => Some(message.clone()),
                    _ => None,
                }
            }
        }
    }

    /// Gives the scale of a product, or the one that a call takes, to the arguments.
    fn take(&mut self, expr: &RelayExpr, call: &CallNode) -> Result<(), OpError> {
        let Some(kind) = Kind::of(call) else { return Ok(()) };
        if kind == Kind::Product {
            let sides = if self.messages.contains_key(&call.args[0]) { (0, 1) } else { (1, 0) };
            let (value, scale) = (&call.args[sides.0], &call.args[sides.1]);
            let Some(message) = self.messages.get(value) else { return Ok(()) };
            if let Some(scale) = scale_of(scale, value, scale.clone(), &message.axes)?
                && message.accepts(&scale)
            {
                let axes = message.axes.clone();
                self.taken.insert(value.clone(), Taken { scale, axes });
                self.folded.insert(expr.clone());
            }
        } else if kind != Kind::Convolution
            && let Some(taken) = self.taken.get(expr).cloned()
        {
            for arg in call.args.iter().filter(|arg| self.messages.contains_key(*arg)) {
                self.taken.insert(arg.clone(), taken.clone());
            }
        }
        Ok(())
    }

    /// Returns a call with its scale. `new` is the call with new arguments.
    fn scaled(&self, call: &CallNode, new: RelayExpr, taken: &Taken) -> Result<RelayExpr, BoxError> {
        let Ok(mut new) = new.downcast::<Call>() else { unreachable!("a call stays a call") };
        let (index, like, axes) = match (Kind::of(call), Channels::of(call)) {
            (Some(Kind::Convolution), Some(channels)) => (1, 1, channels.weight_out),
            (Some(Kind::Sum), _) => {
                let takes = |index: usize| self.taken.contains_key(&call.args[index]);
                match (takes(0), takes(1)) {
                    (true, false) => (1, 0, taken.axes.clone()),
                    (false, true) => (0, 1, taken.axes.clone()),
                    _ => return Ok(new.upcast()),
                }
            }
            _ => return Ok(new.upcast()),
        };
        let Some(like) = known_tensor(&call.args[like]) else { return Ok(new.upcast()) };
        let Some(scale) = along_axes(taken.scale.clone(), &like.shape, &axes)? else {
            return Err("a scale for blocks of channels needs known extents".into());
        };
        let mut args: Vec<RelayExpr> = new.args.to_vec();
        args[index] = multiply(args[index].clone(), scale)?.upcast();
        let mut fields = new.make_mut();
        *fields.args = args.into();
        *fields.checked_type = None;
        Ok(new.upcast())
    }
}
