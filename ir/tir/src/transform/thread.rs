//! The ranges of the variables of threads and blocks.

use objet::prelude::*;

use super::LowerError;
use crate::arith::Analyzer;
use crate::expr::{IterVar, Range};
use crate::stmt::{AttrStmtNode, BlockNode, Stmt};

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

/// Gives an analyzer the ranges of the axes of a statement that binds a thread, or of a block.
pub(super) fn bind_axes(analyzer: &mut Analyzer, stmt: &Stmt) -> Result<(), LowerError> {
    match_node!(match stmt {
        attr @ AttrStmtNode => {
            if let Some(axis) = thread_axis(attr)? {
                let range = Range::from_min_extent(0, &attr.value);
                analyzer.bind_range(&axis.var, &range, false)?;
            }
        }
        block @ BlockNode => {
            for axis in &block.iter_vars {
                if let Some(dom) = &axis.dom {
                    analyzer.bind_range(&axis.var, dom, false)?;
                }
            }
        }
        _ => {}
    });
    Ok(())
}
