//! Statements in the text format.

use objet::prelude::*;
use objet_ir::print_worklist::quoted;
use objet_ir::types::PointerTypeNode;

use super::Printer;
use crate::functor::StmtFunctor;
use crate::op::is_const_int;
use crate::stmt::{
    Allocate, AssertStmt, AttrStmt, BlockRealize, BufferRealize, BufferStore, Evaluate, For, ForKind,
    IfThenElse, LetStmt, Prefetch, ProducerRealize, ProducerStore, SeqStmt, SeqStmtNode, Stmt, Store, While,
};

impl StmtFunctor for Printer<'_> {
    type Output = ();

    fn visit_stmt_default(&mut self, stmt: &Stmt) {
        self.reference(stmt.as_object_ref());
    }

    fn visit_let_stmt(&mut self, binding: &LetStmt) {
        self.worklist.text("let ").object(&binding.var).text(" = ").object(&binding.value);
        self.worklist.line().object(&binding.body);
    }

    fn visit_attr_stmt(&mut self, attr: &AttrStmt) {
        if let Some(node) = &attr.node {
            self.refer_to_all(node);
        }
        self.worklist.text("attr [").optional(attr.node.as_ref());
        self.worklist.text(format!("] {} = ", quoted(&attr.attr_key))).object(&attr.value);
        self.following(&attr.body);
    }

    fn visit_assert_stmt(&mut self, assert: &AssertStmt) {
        self.worklist.text("assert(").list([&assert.condition, &assert.message]).text(")");
        self.worklist.line().object(&assert.body);
    }

    fn visit_if_then_else(&mut self, branch: &IfThenElse) {
        self.worklist.text("if ").object(&branch.condition);
        self.body(&branch.then_case);
        if let Some(else_case) = branch.else_case.as_ref().filter(|_| !is_const_int(&branch.condition, 1)) {
            self.worklist.text(" else");
            self.body(else_case);
        }
    }

    fn visit_for(&mut self, turns: &For) {
        self.worklist.text("for (").object(&turns.loop_var).text(", ").object(&turns.min).text(", ");
        self.end(&turns.min, &turns.extent);
        self.worklist.text(match turns.kind {
            ForKind::Serial => ")",
            ForKind::Parallel => ") \"parallel\"",
            ForKind::Vectorized => ") \"vectorized\"",
            ForKind::Unrolled => ") \"unroll\"",
            ForKind::ThreadBinding => ") \"thread_binding\"",
        });
        self.body(&turns.body);
    }

    fn visit_while(&mut self, turns: &While) {
        self.worklist.text("while (").object(&turns.condition).text(")");
        self.body(&turns.body);
    }

    fn visit_allocate(&mut self, allocate: &Allocate) {
        self.worklist.text("allocate(").object(&allocate.buffer_var).text(format!(", {}, ", allocate.dtype));
        self.worklist.object(&allocate.extents).text("), storage_scope = ");
        let annotation = allocate.buffer_var.type_annotation.as_ref();
        if let Some(pointer) = annotation.and_then(|ty| ty.as_node::<PointerTypeNode>()) {
            self.worklist.text(pointer.storage_scope.to_string());
        }
        if !allocate.annotations.is_empty() {
            self.worklist.text(", annotations = {").entries(&allocate.annotations).text("})");
        }
        self.condition(&allocate.condition);
        self.following(&allocate.body);
    }

    fn visit_store(&mut self, store: &Store) {
        self.worklist
            .object(&store.buffer_var)
            .text("[")
            .object(&store.index)
            .text("] = ")
            .object(&store.value);
        self.condition(&store.predicate);
    }

    fn visit_buffer_store(&mut self, store: &BufferStore) {
        self.worklist.object(&store.buffer).object(&store.indices).text(" = ").object(&store.value);
    }

    fn visit_buffer_realize(&mut self, realize: &BufferRealize) {
        self.worklist.text("realize(").object(&realize.buffer).text(", ").object(&realize.bounds);
        self.worklist.text(", ").object(&realize.condition);
        self.body(&realize.body);
        self.worklist.text(")");
    }

    fn visit_producer_store(&mut self, store: &ProducerStore) {
        self.worklist.object(&store.producer).object(&store.indices).text(" = ").object(&store.value);
    }

    fn visit_producer_realize(&mut self, realize: &ProducerRealize) {
        self.worklist.text("producer_realize(").object(&realize.producer).text(", ").object(&realize.bounds);
        self.worklist.text(", ").object(&realize.condition).text(", ");
        self.body(&realize.body);
        self.worklist.text(")");
    }

    fn visit_prefetch(&mut self, prefetch: &Prefetch) {
        self.worklist
            .text("prefetch(")
            .object(&prefetch.buffer)
            .text(", ")
            .object(&prefetch.bounds)
            .text(")");
    }

    fn visit_seq_stmt(&mut self, all: &SeqStmt) {
        self.worklist.text(" {").indent(2);
        for stmt in &all.seq {
            self.worklist.line().object(stmt);
        }
        self.worklist.dedent(2).line().text("}");
    }

    fn visit_evaluate(&mut self, evaluate: &Evaluate) {
        self.worklist.object(&evaluate.value);
    }

    fn visit_block_realize(&mut self, realize: &BlockRealize) {
        self.block(realize);
    }
}

impl Printer<'_> {
    /// Writes a statement in braces. A sequence writes its own braces.
    pub(super) fn body(&mut self, body: &Stmt) {
        if body.is_instance::<SeqStmtNode>() {
            self.worklist.object(body);
        } else {
            self.worklist.text(" {").indent(2).line().object(body).dedent(2).line().text("}");
        }
    }

    /// Writes the statement of an attribute or an allocation, in a new line unless it has braces.
    fn following(&mut self, body: &Stmt) {
        if !body.is_instance::<SeqStmtNode>() {
            self.worklist.text(";").line();
        }
        self.worklist.object(body);
    }
}
