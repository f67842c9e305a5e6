//! Blocks and the buffer regions that they read and write.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::PrimExpr;
use objet_ir::print_worklist::quoted;

use super::{Script, ScriptError};
use crate::expr::{IterVar, IterVarType};
use crate::op::is_const_int;
use crate::stmt::{BlockNode, BlockRealize, BufferRegionNode};

impl Script<'_> {
    pub(super) fn block(&mut self, realize: &BlockRealize) {
        let block = &realize.block;
        self.comment_above(block.upcast_ref());
        self.worklist.then(Self::begin_text, block).text("with ");
        let name = if block.name_hint.is_empty() { String::new() } else { quoted(&block.name_hint) };
        self.word(&format!("block({name}):"));
        self.worklist.then(Self::underlined, block).indent(4);
        self.variables(realize);
        if !is_const_int(&realize.predicate, 1) {
            self.worklist.line();
            self.call("where", [&realize.predicate]);
            self.worklist.text(")");
        }
        for (word, regions) in [("reads", &block.reads), ("writes", &block.writes)] {
            self.worklist.line();
            self.call(word, [regions]);
            self.worklist.text(")");
        }
        if !block.annotations.is_empty() {
            self.worklist.line();
            self.word("block_attr({");
            self.annotations(&block.annotations);
            self.worklist.text("})");
        }
        self.worklist.line();
        self.block_body(block);
        self.worklist.dedent(4);
        for axis in &block.iter_vars {
            self.worklist.then(Self::leave, &axis.var);
        }
    }

    pub(super) fn block_body(&mut self, block: &BlockNode) {
        for buffer in &block.alloc_buffers {
            self.declare(buffer);
            self.worklist.object(buffer).text(" = ");
            self.word("alloc_buffer(");
            self.worklist.then(Self::declaration, buffer).text(")").line();
        }
        for part in &block.match_buffers {
            self.declare(&part.buffer);
            self.worklist.object(&part.buffer).text(" = ");
            self.call("match_buffer", [&part.source]);
            self.worklist.text(", ").then(Self::declaration, &part.buffer).text(")").line();
        }
        if let Some(init) = &block.init {
            self.worklist.text("with ");
            self.word("init():");
            self.body(init);
            self.worklist.line();
        }
        self.statements(&block.body);
    }

    /// Writes the variables with their values. Adjacent variables that only repeat loop variables
    /// share a line.
    fn variables(&mut self, realize: &BlockRealize) {
        let all = realize.block.iter_vars.iter().zip(&realize.iter_values);
        let all: Vec<_> = all.map(|(axis, value)| (axis, value, self.is_loop(axis, value))).collect();
        for together in all.chunk_by(|(_, _, is_loop), (_, _, is_next_too)| *is_loop && *is_next_too) {
            for (axis, ..) in together {
                self.declare(&axis.var);
            }
            self.worklist.line();
            match together {
                [(axis, value, _)] => self.variable(axis, value),
                _ => self.loop_variables(together),
            }
        }
    }

    /// Whether the value of a block variable is a loop variable with the same range.
    fn is_loop(&self, axis: &IterVar, value: &PrimExpr) -> bool {
        let can_be = matches!(axis.iter_type, IterVarType::DataPar | IterVarType::CommReduce);
        match (self.loops.get(value.as_object_ref()), &axis.dom) {
            (Some(turns), Some(dom)) => {
                can_be
                    && structural_equal(&turns.min, &dom.min)
                    && structural_equal(&turns.extent, &dom.extent)
            }
            _ => false,
        }
    }

    fn loop_variables(&mut self, all: &[(&IterVar, &PrimExpr, bool)]) {
        let kind = |axis: &IterVar| if axis.iter_type == IterVarType::DataPar { 'S' } else { 'R' };
        self.worklist.list(all.iter().map(|(axis, ..)| &axis.var)).text(" = ");
        self.word(&format!(
            "axis.remap(\"{}\", [",
            all.iter().map(|(axis, ..)| kind(axis)).collect::<String>()
        ));
        self.worklist.list(all.iter().map(|(_, value, _)| *value)).text("])");
    }

    fn variable(&mut self, axis: &IterVar, value: &PrimExpr) {
        let kind = match axis.iter_type {
            IterVarType::DataPar => "spatial",
            IterVarType::CommReduce => "reduce",
            IterVarType::Ordered => "scan",
            IterVarType::Opaque => "opaque",
            _ => return self.fail(ScriptError::NotInScript("a tir.IterVar of this type in a block")),
        };
        self.worklist.object(&axis.var).text(" = ");
        self.word(&format!("axis.{kind}("));
        match &axis.dom {
            None => self.worklist.text("None"),
            Some(dom) if is_const_int(&dom.min, 0) => self.worklist.object(&dom.extent),
            Some(dom) => {
                self.worklist.text("(").object(&dom.min).text(", ");
                self.end(&dom.min, &dom.extent);
                self.worklist.text(")")
            }
        };
        self.worklist.text(", ").object(value).text(")");
    }

    pub(super) fn region(&mut self, region: &BufferRegionNode) {
        self.worklist.object(&region.buffer);
        if region.region.is_empty() {
            self.worklist.text("[()]");
            return;
        }
        self.worklist.text("[");
        for (index, range) in region.region.iter().enumerate() {
            self.worklist.comma(index).object(&range.min);
            if !is_const_int(&range.extent, 1) {
                self.worklist.text(" : ");
                self.end(&range.min, &range.extent);
            }
        }
        self.worklist.text("]");
    }
}
