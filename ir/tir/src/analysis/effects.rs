//! What computing an expression does beside giving a value.

use objet::prelude::*;
use objet_ir::op::{CallEffectKind, Op};

use crate::expr::{BufferLoadNode, CallNode, LoadNode, ProducerLoadNode};
use crate::functor::post_order;

/// What computing an expression does beside giving a value: the most that anything in it does, from [`CallEffectKind::Pure`] to
/// [`CallEffectKind::Opaque`]. Loads read what others may change; of calls, the operator's attribute `TCallEffectKind` tells; calls of other
/// functions, and of operators that have no such attribute, may do anything.
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
        match_node!(object, {
            LoadNode | BufferLoadNode | ProducerLoadNode => CallEffectKind::ReadState,
            call: CallNode => of_call(call),
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

/// Whether computing an expression gives the same value each time, and does nothing else.
pub fn is_pure(root: &impl IsObjectRef) -> bool {
    side_effect(root) == CallEffectKind::Pure
}
