//! Statements in TVMScript.

use objet::prelude::*;
use objet_ir::print_worklist::quoted;
use objet_ir::types::PointerTypeNode;

use super::{Script, ScriptError};
use crate::buffer::BufferNode;
use crate::expr::{IterVarNode, Var};
use crate::function::type_of;
use crate::functor::StmtFunctor;
use crate::op::is_const_int;
use crate::stmt::{
    Allocate, AssertStmt, AttrStmt, BlockRealize, BufferRealize, BufferRealizeNode, BufferStore, Evaluate,
    For, IfThenElse, LetStmt, Prefetch, SeqStmt, SeqStmtNode, Stmt, Store, While,
};

impl StmtFunctor for Script<'_> {
    type Output = ();

    fn visit_stmt_default(&mut self, stmt: &Stmt) {
        self.fail(ScriptError::NotInScript(stmt.type_key()));
    }

    fn visit_let_stmt(&mut self, binding: &LetStmt) {
        if !self.is_last {
            self.worklist.text("with ");
            self.call("let", [&binding.var]);
            self.worklist.text(", ").object(&binding.value).text("):");
            return self.body(&binding.body);
        }
        if !self.known.contains_key(binding.var.as_object_ref()) {
            self.declare(&binding.var);
        }
        self.worklist.object(&binding.var).text(": ").object(&type_of(&binding.var)).text(" = ");
        self.worklist.object(&binding.value).line();
        self.statements(&binding.body);
    }

    fn visit_attr_stmt(&mut self, attr: &AttrStmt) {
        let is_last = self.is_last;
        if let Some(realize) = realized(attr) {
            self.begin_scope("realize(");
            self.worklist.object(&realize.buffer).object(&realize.bounds).text(", ").object(&attr.value);
            if !is_const_int(&realize.condition, 1) {
                self.worklist.text(", ").object(&realize.condition);
            }
            return self.end_scope(is_last, &realize.body);
        }
        let is_thread = matches!(attr.attr_key.as_str(), "thread_extent" | "virtual_thread");
        let thread = attr.node.as_ref().and_then(|node| node.as_node::<IterVarNode>());
        if let Some(thread) = thread.filter(|_| is_thread) {
            self.declare(&thread.var);
            if self.threads.iter().all(|(var, _)| *var != thread.var) {
                self.threads.push((thread.var.clone(), thread.thread_tag.clone()));
            }
            self.begin_scope("launch_thread(");
            self.worklist.object(&thread.var).text(", ").object(&attr.value);
            self.end_scope(is_last, &attr.body);
            self.worklist.then(Self::leave, &thread.var);
            return;
        }
        self.begin_scope("attr(");
        self.worklist.optional(attr.node.as_ref()).text(format!(", {}, ", quoted(&attr.attr_key)));
        self.worklist.object(&attr.value);
        self.end_scope(is_last, &attr.body);
    }

    fn visit_assert_stmt(&mut self, assert: &AssertStmt) {
        let parts = [&assert.condition, &assert.message];
        if self.is_last {
            self.worklist.text("assert ").list(parts).line();
            self.statements(&assert.body);
        } else {
            self.worklist.text("with ");
            self.call("Assert", parts);
            self.worklist.text("):");
            self.body(&assert.body);
        }
    }

    fn visit_if_then_else(&mut self, branch: &IfThenElse) {
        self.worklist.text("if ").object(&branch.condition).text(":");
        self.body(&branch.then_case);
        if let Some(else_case) = branch.else_case.as_ref().filter(|_| !is_const_int(&branch.condition, 1)) {
            self.worklist.line().text("else:");
            self.body(else_case);
        }
    }

    fn visit_for(&mut self, turns: &For) {
        self.loops(turns);
    }

    fn visit_while(&mut self, turns: &While) {
        self.worklist.text("while ").object(&turns.condition).text(":");
        self.body(&turns.body);
    }

    fn visit_allocate(&mut self, allocate: &Allocate) {
        self.declare(&allocate.buffer_var);
        let is_last = self.is_last;
        if is_last {
            self.worklist.object(&allocate.buffer_var).text(" = ");
        } else {
            self.worklist.text("with ");
        }
        self.call("allocate", [&allocate.extents]);
        self.worklist.text(format!(", \"{}\", {}", allocate.dtype, scope(&allocate.buffer_var)));
        if !is_const_int(&allocate.condition, 1) {
            self.worklist.text(", ").object(&allocate.condition);
        }
        if !allocate.annotations.is_empty() {
            self.worklist.text(", annotations={");
            self.annotations(&allocate.annotations);
            self.worklist.text("}");
        }
        self.worklist.text(")");
        if is_last {
            self.worklist.line();
            self.statements(&allocate.body);
        } else {
            self.worklist.text(" as ").object(&allocate.buffer_var).text(":");
            self.body(&allocate.body);
        }
        self.worklist.then(Self::leave, &allocate.buffer_var);
    }

    fn visit_store(&mut self, store: &Store) {
        self.call("store", [&store.buffer_var]);
        self.worklist.text(", ").list([&store.index, &store.value, &store.predicate]).text(")");
    }

    fn visit_buffer_store(&mut self, store: &BufferStore) {
        self.worklist.object(&store.buffer);
        self.indices(&store.indices);
        self.worklist.text(" = ").object(&store.value);
    }

    fn visit_buffer_realize(&mut self, realize: &BufferRealize) {
        self.fail(ScriptError::WithoutScope(realize.buffer.name.clone()));
    }

    fn visit_prefetch(&mut self, prefetch: &Prefetch) {
        self.call("prefetch", [&prefetch.buffer]);
        self.worklist.text(", ").object(&prefetch.bounds).text(")");
    }

    fn visit_seq_stmt(&mut self, all: &SeqStmt) {
        self.sequence(all);
    }

    fn visit_evaluate(&mut self, evaluate: &Evaluate) {
        self.call("evaluate", [&evaluate.value]);
        self.worklist.text(")");
    }

    fn visit_block_realize(&mut self, realize: &BlockRealize) {
        self.block(realize);
    }
}

impl Script<'_> {
    /// Writes the statements of a body, indented.
    pub(super) fn body(&mut self, body: &Stmt) {
        self.worklist.indent(4).line();
        self.statements(body);
        self.worklist.dedent(4);
    }

    /// Writes the statements of a body, which is a sequence or a single statement.
    pub(super) fn statements(&mut self, body: &Stmt) {
        match body.as_node::<SeqStmtNode>() {
            Some(all) => self.sequence(all),
            None => drop(self.worklist.then(Self::last, body)),
        }
    }

    fn sequence(&mut self, all: &SeqStmtNode) {
        for (index, stmt) in all.seq.iter().enumerate() {
            if index > 0 {
                self.worklist.line();
            }
            self.worklist.then(if index + 1 < all.seq.len() { Self::not_last } else { Self::last }, stmt);
        }
    }

    fn last(&mut self, stmt: &ObjectRef) {
        self.statement(objet_ir::functor::downcast_known(stmt), true);
    }

    fn not_last(&mut self, stmt: &ObjectRef) {
        self.statement(objet_ir::functor::downcast_known(stmt), false);
    }

    fn statement(&mut self, stmt: &Stmt, is_last: bool) {
        self.is_last = is_last;
        self.comment_above(stmt);
        self.visit_stmt(stmt);
    }

    /// Begins a construct that applies to a body. A `with` block delimits the body if other
    /// statements follow.
    fn begin_scope(&mut self, word: &str) {
        if !self.is_last {
            self.worklist.text("with ");
        }
        self.word(word);
    }

    fn end_scope(&mut self, is_last: bool, body: &Stmt) {
        if is_last {
            self.worklist.text(")").line();
            self.statements(body);
        } else {
            self.worklist.text("):");
            self.body(body);
        }
    }
}

/// Returns the realization of the buffer whose storage scope the attribute declares.
fn realized(attr: &AttrStmt) -> Option<&BufferRealizeNode> {
    let realize = attr.body.as_node::<BufferRealizeNode>()?;
    let node = attr.node.as_ref().filter(|node| node.is_instance::<BufferNode>())?;
    (attr.attr_key == "realize_scope" && realize.buffer.same_as(node)).then_some(realize)
}

/// Returns the quoted storage scope of a pointer.
fn scope(pointer: &Var) -> String {
    let ty = pointer.type_annotation.as_ref().and_then(|ty| ty.as_node::<PointerTypeNode>());
    quoted(&ty.map(|ty| ty.storage_scope.clone()).unwrap_or_default())
}
