//! Threads and the storage of their buffers.

use objet::prelude::*;

use super::LowerError;
use crate::expr::IterVar;
use crate::stmt::AttrStmtNode;

/// Returns the axis of an attribute that binds a thread to a range, or `None` for another
/// attribute.
pub(super) fn thread_axis(attr: &AttrStmtNode) -> Result<Option<IterVar>, LowerError> {
    if !matches!(attr.attr_key.as_str(), "thread_extent" | "virtual_thread") {
        return Ok(None);
    }
    let axis = attr.node.as_ref().and_then(|node| node.downcast_ref::<IterVar>());
    match axis.filter(|axis| !axis.thread_tag.is_empty()) {
        Some(axis) => Ok(Some(axis.clone())),
        None => {
            let found = attr.node.as_ref().map_or("null".into(), |node| node.type_key().into());
            let (attr, expected) = (attr.attr_key.clone(), "an iteration variable with a thread tag");
            Err(LowerError::Attr { attr, expected, found })
        }
    }
}
