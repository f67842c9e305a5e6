//! Functions, buffers and tensors in the text format.

use objet::prelude::*;
use objet_ir::print_worklist::quoted;

use super::{Printer, known};
use crate::buffer::{ALLOC_ALIGNMENT, Buffer, BufferType};
use crate::function::PrimFunc;
use crate::op::is_const_int;
use crate::te::TensorNode;

impl Printer<'_> {
    /// Writes a function. Buffers are named before parameters, so buffers get their preferred
    /// names.
    pub(super) fn function(&mut self, function: &PrimFunc) {
        for value in function.attrs.iter().flat_map(|attrs| attrs.dict.values()).flatten() {
            self.refer_to_all(value);
        }
        self.text_printer.known.clear();
        let is_new = |buffer: &&Buffer| self.name_buffer(buffer).1;
        let buffers: Vec<&Buffer> = function.buffer_map.values().filter(is_new).collect();

        self.worklist
            .text("primfn(")
            .list(&function.params)
            .text(") -> ")
            .object(&function.ret_type)
            .indent(2);
        if let Some(attrs) = &function.attrs {
            self.worklist.line().text("attr = {").entries(&attrs.dict).text("}");
        }
        if !buffers.is_empty() {
            self.worklist.line().text("buffers = {").indent(11);
            for (index, buffer) in buffers.into_iter().rev().enumerate() {
                if index > 0 {
                    self.worklist.text(",").line();
                }
                self.worklist.then(Self::whole_buffer, buffer);
            }
            self.worklist.dedent(11).text("}");
        }
        if !function.buffer_map.is_empty() {
            self.worklist.line().text("buffer_map = {");
            for (index, (param, buffer)) in function.buffer_map.iter().enumerate() {
                self.worklist.comma(index).object(param).text(": ").object(buffer);
            }
            self.worklist.text("}");
        }
        self.worklist.dedent(2);
        self.body(&function.body);
    }

    /// Writes the name of a buffer, and its properties at its first occurrence.
    pub(super) fn buffer(&mut self, buffer: &Buffer) {
        if self.meta_data.contains(buffer.as_object_ref()) {
            return self.reference(buffer.as_object_ref());
        }
        match self.name_buffer(buffer) {
            (name, false) => drop(self.worklist.text(name)),
            (_, true) => self.whole_buffer(buffer.as_object_ref()),
        }
    }

    pub(super) fn name_buffer(&mut self, buffer: &Buffer) -> (String, bool) {
        self.name(buffer.as_object_ref(), &buffer.name, "buf_")
    }

    fn whole_buffer(&mut self, buffer: &ObjectRef) {
        let buffer: &Buffer = known(buffer);
        let (name, _) = self.name_buffer(buffer);
        self.worklist.text(name).text(": Buffer(").object(&buffer.data).text(format!(", {}, ", buffer.dtype));
        self.worklist.list([&buffer.shape, &buffer.strides]);
        if !is_const_int(&buffer.elem_offset, 0) {
            self.worklist.text(", elem_offset=").object(&buffer.elem_offset);
        }
        if buffer.scope() != "global" {
            self.worklist.text(format!(", scope={}", quoted(&buffer.scope().into())));
        }
        if buffer.data_alignment != ALLOC_ALIGNMENT {
            self.worklist.text(format!(", align={}", buffer.data_alignment));
        }
        if buffer.offset_factor != 1 {
            self.worklist.text(format!(", offset_factor={}", buffer.offset_factor));
        }
        if buffer.buffer_type != BufferType::Default {
            self.worklist.text(", type=\"auto\"");
        }
        self.worklist.text(")");
    }

    /// Writes the name of a tensor, and its type and shape at its first occurrence.
    pub(super) fn tensor(&mut self, object: &ObjectRef, tensor: &TensorNode) {
        if self.meta_data.contains(object) {
            return self.reference(object);
        }
        let wanted = tensor.name_hint();
        let (name, is_new) = self.name(object, &wanted, "tensor_");
        self.worklist.text(name);
        if is_new {
            let name = quoted(&wanted.into());
            self.worklist
                .text(format!(": DataProducer({name}, {}, ", tensor.dtype))
                .object(&tensor.shape)
                .text(")");
        }
    }
}
