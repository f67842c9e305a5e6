//! Modules, functions and buffers in TVMScript.

use objet::prelude::*;
use objet_ir::expr::IntImmNode;
use objet_ir::module::IRModuleNode;
use objet_ir::print_worklist::quoted;
use objet_ir::types::{PointerTypeNode, PrimTypeNode};

use super::Script;
use crate::buffer::{ALLOC_ALIGNMENT, Buffer, BufferNode, BufferType};
use crate::expr::{Var, VarNode};
use crate::function::{PrimFunc, PrimFuncNode, type_of};
use crate::op::is_const_int;
use crate::stmt::BlockRealizeNode;

impl Script<'_> {
    /// Writes a module as a class. Functions of other languages are omitted.
    pub(super) fn module(&mut self, module: &IRModuleNode) {
        let functions = module.functions.load();
        self.worklist.text("@tvm.script.ir_module").line().text("class Module:").indent(4).line();
        let functions = functions.iter().filter(|(_, function)| function.is_instance::<PrimFuncNode>());
        for (index, (name, function)) in functions.enumerate() {
            self.functions.insert(function.as_object_ref().clone(), name.clone());
            if index > 0 {
                self.worklist.line().line();
            }
            self.worklist.object(function);
        }
        self.worklist.line().text(if self.show_meta { "__tvm_meta__ = None" } else { "" }).dedent(4);
    }

    pub(super) fn function(&mut self, function: &PrimFunc) {
        self.known.clear();
        self.declarations.clear();
        self.declared.clear();
        self.threads.clear();
        let name = self.functions.get(function.as_object_ref());
        let name = name.map_or("func".to_owned(), |name| name.name_hint.to_string());
        self.worklist.text(format!("@{}.prim_func", self.prefix)).line().text(format!("def {name}("));
        for (index, param) in function.params.iter().enumerate() {
            self.declare(param);
            self.worklist.comma(index).object(param).text(": ").object(&type_of(param));
        }
        self.worklist.text(") -> ").object(&function.ret_type).text(":").indent(4);
        self.worklist
            .then(Self::begin_text, function)
            .then(Self::function_body, function)
            .then(Self::function_header, function)
            .dedent(4);
    }

    fn function_body(&mut self, function: &ObjectRef) {
        let function: &PrimFunc = objet_ir::functor::downcast_known(function);
        self.worklist.line();
        for param in &function.params {
            let Some(buffer) = function.buffer_map.get(param) else { continue };
            self.declare(buffer);
            self.worklist.object(buffer).text(" = ");
            self.call("match_buffer", [param]);
            self.worklist.text(", ").then(Self::declaration, buffer).text(")").line();
        }
        self.worklist.text("# body").line();
        let root = function.body.as_node::<BlockRealizeNode>();
        match root.filter(|root| root.iter_values.is_empty() && root.block.annotations.is_empty()) {
            Some(root) => {
                self.worklist.text(format!("# with {}.block(\"root\")", self.prefix)).line();
                self.block_body(&root.block);
            }
            None => self.statements(&function.body),
        }
    }

    /// Writes the definitions that the body requires, followed by the body.
    fn function_header(&mut self, function: &ObjectRef) {
        let function: &PrimFunc = objet_ir::functor::downcast_known(function);
        let body = self.end_text();
        if let Some(attrs) = &function.attrs {
            self.worklist.line().text("# function attr dict").line();
            self.word("func_attr({");
            self.worklist.entries(&attrs.dict).text("})");
        }
        if !self.threads.is_empty() {
            self.worklist.line().text("# var definition");
        }
        for (var, tag) in self.threads.clone() {
            self.worklist.line().object(&var).text(" = ");
            self.word(&format!("env_thread({})", quoted(&tag)));
        }
        for var in self.undeclared::<VarNode>() {
            self.variable_declaration(objet_ir::functor::downcast_known(&var));
        }
        let buffers = self.undeclared::<BufferNode>();
        if !buffers.is_empty() {
            self.worklist.line().text("# buffer definition");
        }
        for buffer in buffers {
            self.worklist.line().object(&buffer).text(" = ");
            self.word("buffer_decl(");
            self.worklist.then(Self::declaration, &buffer).text(")");
        }
        self.worklist.text(body);
    }

    /// Returns the variables or buffers that the body uses and does not declare, ordered by name.
    fn undeclared<N: IsObject>(&self) -> Vec<ObjectRef> {
        let is_undeclared =
            |object: &&ObjectRef| object.is_instance::<N>() && !self.declared.contains(*object);
        let mut objects: Vec<_> = self.known.keys().filter(is_undeclared).cloned().collect();
        objects.sort_by_key(|object| self.known.get(object));
        objects
    }

    fn variable_declaration(&mut self, var: &Var) {
        self.worklist.line().object(var).text(" = ");
        let pointer = var.type_annotation.as_ref().and_then(|ty| ty.as_node::<PointerTypeNode>());
        let element = pointer.and_then(|pointer| pointer.element_type.as_node::<PrimTypeNode>());
        match pointer.zip(element) {
            Some((pointer, element)) => {
                self.word(&format!("buffer_var(\"{}\", {})", element.dtype, quoted(&pointer.storage_scope)));
            }
            None => self.word(&format!("var(\"{}\")", var.dtype)),
        }
    }

    /// Writes the name of a buffer. At its first occurrence, also prepares its declaration, because
    /// the declaration introduces variables.
    pub(super) fn buffer(&mut self, buffer: &Buffer) {
        let (name, is_new) = self.name(buffer.as_object_ref(), &buffer.name, "buf_");
        if is_new {
            self.worklist
                .then(Self::begin_text, buffer)
                .object(&buffer.shape)
                .text(format!(", dtype=\"{}\"", buffer.dtype));
            self.worklist.then(Self::declare_pointer, buffer).then(Self::declare_offset, buffer);
            self.worklist.then(Self::end_declaration, buffer);
        }
        self.worklist.text(name);
    }

    /// Writes the pointer and the strides of a declaration. A pointer without a name becomes a part
    /// of the buffer instead.
    fn declare_pointer(&mut self, buffer: &ObjectRef) {
        let buffer: &Buffer = objet_ir::functor::downcast_known(buffer);
        if !self.is_part_of(buffer, &buffer.data, "data") {
            self.worklist.text(", data=").object(&buffer.data);
        }
        if !buffer.strides.is_empty() {
            self.worklist.text(", strides=").object(&buffer.strides);
        }
    }

    fn declare_offset(&mut self, buffer: &ObjectRef) {
        let buffer: &Buffer = objet_ir::functor::downcast_known(buffer);
        let mut has_offset_factor = buffer.offset_factor != 1;
        match buffer.elem_offset.downcast_ref::<Var>() {
            Some(offset) if self.is_part_of(buffer, offset, "elem_offset") => has_offset_factor = true,
            Some(offset) => drop(self.worklist.text(", elem_offset=").object(offset)),
            None if buffer.elem_offset.is_instance::<IntImmNode>()
                && !is_const_int(&buffer.elem_offset, 0) =>
            {
                self.worklist.text(", elem_offset=").object(&buffer.elem_offset);
            }
            None => {}
        }
        if buffer.scope() != "global" {
            self.worklist.text(format!(", scope={}", quoted(&buffer.scope().into())));
        }
        if buffer.data_alignment != ALLOC_ALIGNMENT {
            self.worklist.text(format!(", align={}", buffer.data_alignment));
        }
        if has_offset_factor {
            self.worklist.text(format!(", offset_factor={}", buffer.offset_factor));
        }
        if buffer.buffer_type != BufferType::Default {
            self.worklist.text(", type=\"auto\"");
        }
    }

    fn end_declaration(&mut self, buffer: &ObjectRef) {
        let declaration = self.end_text();
        self.declarations.insert(buffer.clone(), declaration);
    }

    /// Writes the arguments of a buffer's declaration.
    pub(super) fn declaration(&mut self, buffer: &ObjectRef) {
        let declaration = self.declarations.get(buffer).cloned();
        self.worklist.text(declaration.unwrap_or_default());
    }

    /// Names a variable that has no name yet as a part of the buffer. Returns whether it was
    /// unnamed.
    fn is_part_of(&mut self, buffer: &Buffer, var: &Var, part: &str) -> bool {
        let var = var.as_object_ref();
        let Some(buffer) = self.known.get(buffer.as_object_ref()).filter(|_| !self.known.contains_key(var))
        else {
            return false;
        };
        self.known.insert(var.clone(), format!("{buffer}.{part}"));
        self.declared.insert(var.clone());
        true
    }
}
