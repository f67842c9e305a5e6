//! Statements that no buffer of the function depends on.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::{WalkEvent, walk_where};

use super::in_place::StmtUses;
use crate::expr::Var;
use crate::stmt::{AllocateNode, AttrStmtNode, ForKind, ForNode, Stmt, StmtNode};
use crate::transform::inner_stmts::parts_of;

/// The statements of a function that neither allocate nor use an allocated buffer, and that bind no
/// threads. Each one counts as one statement, so the number of its places does not matter. The
/// value is whether its effects on buffers are not known.
///
/// The map is empty if no statement of the function is shared.
pub(super) fn plain_statements(body: &Stmt) -> HashMap<Stmt, bool> {
    let is_visited = |object: &ObjectRef| {
        object.is_instance::<StmtNode>() || object.downcast_ref::<Array<Stmt>>().is_some()
    };
    let left = walk_where(body, is_visited).filter_map(|event| match event {
        WalkEvent::Leave(object) => object.downcast::<Stmt>().ok(),
        WalkEvent::Enter(_) => None,
    });
    let stmts: Vec<Stmt> = left.collect();
    let mut users = HashSet::new();
    let mut plain = HashMap::new();
    if stmts.iter().flat_map(parts_of).all(|part| users.insert(part)) {
        return plain;
    }
    let allocated = |stmt: &Stmt| stmt.as_node::<AllocateNode>().map(|node| node.buffer_var.clone());
    let allocated: HashSet<Var> = stmts.iter().filter_map(allocated).collect();
    // The statements inside of a statement come before it.
    for stmt in stmts {
        let uses = StmtUses::of(&stmt);
        let is_plain = is_plain_itself(&stmt) && !uses.uses.iter().any(|(var, _)| allocated.contains(var));
        let parts: Option<Vec<bool>> = parts_of(&stmt).iter().map(|part| plain.get(part).copied()).collect();
        if let Some(parts) = parts.filter(|_| is_plain) {
            plain.insert(stmt, uses.is_opaque || parts.contains(&true));
        }
    }
    plain
}

/// Whether a statement neither allocates a buffer nor changes the threads.
fn is_plain_itself(stmt: &Stmt) -> bool {
    match_node!(match stmt {
        AllocateNode => false,
        node @ ForNode => !matches!(node.kind, ForKind::Parallel | ForKind::Vectorized),
        node @ AttrStmtNode => !matches!(
            node.attr_key.as_str(),
            "thread_extent" | "extern_scope" | "virtual_thread" | "volatile_scope"
        ),
        _ => true,
    })
}
