//! Side effects of expressions.

use objet::prelude::*;
use objet_ir::op::{CallEffectKind, Op};

use crate::expr::{BufferLoadNode, CallNode, LoadNode, ProducerLoadNode};
use crate::functor::post_order;

/// Returns the strongest side effect of evaluating an expression, from [`CallEffectKind::Pure`] to
/// [`CallEffectKind::Opaque`].
///
/// - A load reads state that other code may change.
/// - A call of an operator has the effect that the operator's attribute `TCallEffectKind` declares.
/// - A call of a function, or of an operator without that attribute, is opaque.
///
/// ```
/// use objet::DataType;
/// use objet_ir::op::CallEffectKind;
/// use objet_tir::analysis::side_effect;
/// use objet_tir::builtin;
/// use objet_tir::expr::{Call, Var};
///
/// let x = Var::new("x", DataType::float(32), None);
/// let exp = Call::new(DataType::float(32), builtin::exp(), [x.into()], None)?;
/// assert_eq!(side_effect(&exp), CallEffectKind::Pure);
/// let call = Call::new(DataType::float(32), builtin::call_extern(), [exp.into()], None)?;
/// assert_eq!(side_effect(&call), CallEffectKind::Opaque);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
pub fn side_effect(root: &impl IsObjectRef) -> CallEffectKind {
    let kinds = Op::get_attr_map::<CallEffectKind>("TCallEffectKind");
    let of_call = |call: &CallNode| {
        let kind = call.op.downcast_ref::<Op>().and_then(|op| kinds.get(op).ok().flatten());
        kind.map_or(CallEffectKind::Opaque, |kind| kind.clamp(CallEffectKind::Pure, CallEffectKind::Opaque))
    };
    let effect = |object: &ObjectRef| {
        match_node!(match object {
            LoadNode | BufferLoadNode | ProducerLoadNode => CallEffectKind::ReadState,
            call @ CallNode => of_call(call),
            _ => CallEffectKind::Pure,
        })
    };
    let mut most = CallEffectKind::Pure;
    for object in post_order(root) {
        most = most.max(effect(&object));
        if most == CallEffectKind::Opaque {
            break;
        }
    }
    most
}

/// Whether an expression has the same value at each evaluation and no side effects.
pub fn is_pure(root: &impl IsObjectRef) -> bool {
    side_effect(root) == CallEffectKind::Pure
}
