//! Blocks and the buffer regions that they read and write.

use objet::prelude::*;
use objet_ir::print_worklist::quoted;

use super::{Printer, known};
use crate::expr::{IterVar, IterVarType};
use crate::op::is_const_int;
use crate::stmt::{BlockNode, BlockRealize, BufferRegionNode};

impl Printer<'_> {
    /// Writes a block. Each part is written after the parts before it have named the variables and
    /// buffers that they introduce.
    pub(super) fn block(&mut self, realize: &BlockRealize) {
        self.worklist.text("block([");
        for (index, axis) in realize.block.iter_vars.iter().enumerate() {
            self.worklist.comma(index);
            self.domain(axis);
        }
        let name = quoted(&realize.block.name_hint);
        self.worklist.text(format!("], {name})")).then(Self::variables, &realize.block);
        self.worklist.text(" {").indent(2);
        if !is_const_int(&realize.predicate, 1) {
            self.worklist.line().text("where(").object(&realize.predicate).text(")");
        }
        for (axis, value) in realize.block.iter_vars.iter().zip(&realize.iter_values) {
            self.worklist.line().text("bind(").object(&axis.var).text(", ").object(value).text(")");
        }
        self.accesses(&realize.block);
        self.buffers(&realize.block);
        if let Some(init) = &realize.block.init {
            self.worklist.line().text("with init()");
            self.body(init);
        }
        self.worklist.line().object(&realize.block.body).dedent(2);
    }

    /// Writes the range of a variable: the extent of a range from 0, or the kind and the bounds.
    fn domain(&mut self, axis: &IterVar) {
        let Some(dom) = &axis.dom else {
            self.worklist.text("(nullptr)");
            return;
        };
        let kind = match axis.iter_type {
            IterVarType::DataPar if is_const_int(&dom.min, 0) => {
                self.worklist.object(&dom.extent);
                return;
            }
            IterVarType::DataPar => "range",
            IterVarType::CommReduce => "reduce_axis",
            IterVarType::Ordered => "scan_axis",
            _ => "opaque_axis",
        };
        self.worklist.text(format!("tir.{kind}(")).object(&dom.min).text(", ");
        self.end(&dom.min, &dom.extent);
        self.worklist.text(")");
    }

    /// Writes the variables without their types.
    fn variables(&mut self, block: &ObjectRef) {
        let Some(block) = block.as_node::<BlockNode>() else { return };
        if block.iter_vars.is_empty() {
            return;
        }
        for axis in &block.iter_vars {
            self.name(axis.var.as_object_ref(), &axis.var.name_hint, "v");
        }
        self.worklist.text(" as [").list(block.iter_vars.iter().map(|axis| &axis.var)).text("]");
    }

    fn accesses(&mut self, block: &BlockNode) {
        self.worklist.line().text("tir.reads(").object(&block.reads).text(")");
        self.worklist.line().text("tir.writes(").object(&block.writes).text(")");
        if !block.annotations.is_empty() {
            self.worklist.line().text("tir.attrs({").entries(&block.annotations).text("})");
        }
    }

    fn buffers(&mut self, block: &BlockNode) {
        for buffer in &block.alloc_buffers {
            self.worklist.line().then(Self::buffer_name, buffer);
            self.worklist.text(format!(" = alloc_buffer({}", buffer.dtype)).object(&buffer.shape).text(")");
        }
        for part in &block.match_buffers {
            self.worklist.line().then(Self::buffer_name, &part.buffer);
            self.worklist.text(" = match_buffer(").object(&part.source).text(")");
        }
    }

    fn buffer_name(&mut self, buffer: &ObjectRef) {
        let (name, _) = self.name_buffer(known(buffer));
        self.worklist.text(name);
    }

    pub(super) fn region(&mut self, region: &BufferRegionNode) {
        self.worklist.object(&region.buffer).text("[");
        for (index, range) in region.region.iter().enumerate() {
            self.worklist.comma(index).object(&range.min);
            if !is_const_int(&range.extent, 1) {
                self.worklist.text(":");
                self.end(&range.min, &range.extent);
            }
        }
        self.worklist.text("]");
    }
}
