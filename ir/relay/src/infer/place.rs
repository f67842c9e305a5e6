//! The places of errors in programs without source ranges: calls, and global functions.

use objet::prelude::*;
use objet_ir::diagnostic::Diagnostic;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::op::OpNode;

use crate::expr::{CallNode, VarNode};

/// The maximum number of arguments in the text of a call.
const MAX_ARGS: usize = 8;

/// Adds a call to the texts of diagnostics without a source range.
pub(super) fn add_call(diagnostics: &mut [Diagnostic], call: &RelayExpr) {
    if let Some(call) = call.as_node::<CallNode>() {
        add(diagnostics, || format!("the call `{}`", text_of(call)));
    }
}

/// Adds the name of a global function to the texts of diagnostics without a source range.
pub(super) fn add_function(diagnostics: &mut [Diagnostic], name: &str) {
    add(diagnostics, || format!("the function `@{name}`"));
}

fn add(diagnostics: &mut [Diagnostic], place: impl Fn() -> String) {
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.span.is_none()) {
        let text = diagnostic.message.trim_end_matches('.');
        let placed = format!("{text}, in {}", place());
        *diagnostic.make_mut().message = placed.into();
    }
}

/// Returns the callee and the arguments that have a name, such as `nn.dense(…, %weight)`.
fn text_of(call: &CallNode) -> String {
    let mut args: Vec<String> = call.args.iter().take(MAX_ARGS).map(name_of).collect();
    if call.args.len() > MAX_ARGS {
        args.push("…".into());
    }
    format!("{}({})", name_of(&call.op), args.join(", "))
}

fn name_of(expr: &RelayExpr) -> String {
    match_node!(match expr {
        OpNode { name } => name.to_string(),
        VarNode { vid } => format!("%{}", vid.name_hint),
        GlobalVarNode { name_hint } => format!("@{name_hint}"),
        _ => "…".into(),
    })
}
