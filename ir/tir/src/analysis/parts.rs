//! The parts of expressions and statements that are evaluated.

use objet::prelude::*;
use objet::walk::references;

use crate::buffer::Buffer;
use crate::expr::{IterVarNode, LetNode};
use crate::functor::is_tir_part;
use crate::stmt::{AllocateNode, AttrStmtNode, ForNode, LetStmtNode};

/// Returns the expressions, the statements and their containers that an object refers to and that
/// are evaluated with it, in order. A variable is not evaluated where it is bound, and a buffer not
/// where it is declared or named.
pub(crate) fn evaluated_parts(object: &ObjectRef) -> Vec<ObjectRef> {
    let bound: Option<&ObjectRef> = match_node!(match object {
        node @ LetNode => Some(node.var.as_object_ref()),
        node @ LetStmtNode => Some(node.var.as_object_ref()),
        node @ ForNode => Some(node.loop_var.as_object_ref()),
        node @ AllocateNode => Some(node.buffer_var.as_object_ref()),
        node @ IterVarNode => Some(node.var.as_object_ref()),
        node @ AttrStmtNode => node.node.as_ref(),
        _ => None,
    });
    let is_part = |part: &ObjectRef| {
        is_tir_part(part) && part.downcast_ref::<Buffer>().is_none() && Some(part) != bound && !is_map(part)
    };
    references(object).filter(is_part).collect()
}

/// Whether an object is a map, which only annotations are.
fn is_map(object: &ObjectRef) -> bool {
    object.downcast_ref::<Map<ObjectRef, ObjectRef>>().is_some()
}
