//! Loops in TVMScript. Nested loops with independent ranges are written as one `grid`.

use objet::prelude::*;
use objet_ir::print_worklist::quoted;

use super::Script;
use crate::analysis::uses_var;
use crate::op::is_const_int;
use crate::stmt::{For, ForKind};

impl Script<'_> {
    pub(super) fn loops(&mut self, outermost: &For) {
        let mut loops = vec![outermost.clone()];
        self.enter(outermost);
        while let Some(inner) = loops.last().and_then(|outer| self.inner_loop(outer)).cloned() {
            self.enter(&inner);
            loops.push(inner);
        }
        match loops.as_slice() {
            [alone] => self.one_loop(alone),
            loops => {
                self.worklist.text("for ").list(loops.iter().map(|turns| &turns.loop_var)).text(" in ");
                self.call("grid", loops.iter().map(|turns| &turns.extent));
                self.worklist.text("):");
            }
        }
        if let Some(innermost) = loops.last() {
            self.body(&innermost.body);
        }
        for turns in loops.iter().rev() {
            self.worklist.then(Self::leave, &turns.loop_var).then(Self::leave_loop, &turns.loop_var);
        }
    }

    fn enter(&mut self, turns: &For) {
        self.declare(&turns.loop_var);
        self.loops.insert(turns.loop_var.as_object_ref().clone(), turns.clone());
    }

    fn leave_loop(&mut self, var: &ObjectRef) {
        self.loops.remove(var);
    }

    /// Returns the inner loop that can share a `grid` with `outer`.
    fn inner_loop<'l>(&mut self, outer: &'l For) -> Option<&'l For> {
        let inner = outer.body.downcast_ref::<For>()?;
        if !self.is_plain(outer) || !self.is_plain(inner) {
            return None;
        }
        let depends = |expr| uses_var(expr, |var| self.loops.contains_key(var.as_object_ref()));
        (!depends(&inner.min) && !depends(&inner.extent)).then_some(inner)
    }

    fn one_loop(&mut self, turns: &For) {
        self.worklist.then(Self::begin_text, turns).text("for ").object(&turns.loop_var).text(" in ");
        let kind = match turns.kind {
            ForKind::Serial => "serial",
            ForKind::Parallel => "parallel",
            ForKind::Vectorized => "vectorized",
            ForKind::Unrolled => "unroll",
            ForKind::ThreadBinding => "thread_binding",
        };
        self.call(kind, [&turns.min]);
        self.worklist.text(", ");
        self.end(&turns.min, &turns.extent);
        if let Some(thread) = &turns.thread_binding {
            self.worklist.text(format!(", thread={}", quoted(&thread.thread_tag)));
        }
        if !turns.annotations.is_empty() {
            self.worklist.text(", annotations={");
            self.annotations(&turns.annotations);
            self.worklist.text("}");
        }
        self.worklist.text("):").then(Self::underlined, turns);
    }

    /// Whether a loop is serial, starts at 0, and has neither annotations nor a comment.
    fn is_plain(&mut self, turns: &For) -> bool {
        let is_plain =
            turns.kind == ForKind::Serial && turns.annotations.is_empty() && is_const_int(&turns.min, 0);
        is_plain && self.comment(turns.upcast_ref()).is_none()
    }
}
