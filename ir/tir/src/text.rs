//! The text of tir to be read by people, in TVM's form.

mod block;
mod expr;
mod function;
mod stmt;

use std::collections::HashMap;

use objet::prelude::*;
use objet::{String as Text, WalkEvent};
use objet_ir::expr::{PrimExpr, PrimExprNode};
use objet_ir::meta_data::MetaData;
use objet_ir::names::{Names, beginning_with_letter};
use objet_ir::print_worklist::{PrintWorklist, Step, quoted};
use objet_ir::types::{PointerTypeNode, PrimTypeNode, TupleTypeNode};

use crate::buffer::BufferNode;
use crate::expr::{IterVarNode, RangeNode, StringImmNode, VarNode};
use crate::function::PrimFuncNode;
use crate::functor::{ExprFunctor, StmtFunctor, parts};
use crate::op::add;
use crate::stmt::{BufferRegionNode, StmtNode};
use crate::te::TensorNode;

/// Writes expressions, statements, functions, buffers and what else tir consists of.
///
/// A variable is written with its type, and a buffer with all that it is, where they are met first, and by name after that. They keep
/// their names from one text to the next, until a function is written; no name is given twice.
///
/// ```
/// use objet::DataType;
/// use objet::prelude::*;
/// use objet_ir::meta_data::MetaData;
/// use objet_tir::expr::{Add, Var};
/// use objet_tir::text::TextPrinter;
///
/// let x = Var::new("x", DataType::int(32), None);
/// let sum = ObjectRef::from(Add::new(x.clone(), x, None)?);
/// let (mut printer, mut meta_data) = (TextPrinter::default(), MetaData::default());
/// assert_eq!(printer.print(Some(&sum), &mut meta_data), "(x: int32 + x)");
/// assert_eq!(printer.print(Some(&sum), &mut meta_data), "(x + x)");
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[derive(Debug, Default)]
#[doc(alias = "TIRTextPrinter")]
pub struct TextPrinter {
    names: Names,
    known: HashMap<ObjectRef, String>,
}

/// The text of an expression, statement, function, buffer or another part of tir.
pub fn print(object: &impl IsObjectRef) -> String {
    TextPrinter::default().print(Some(object.as_object_ref()), &mut MetaData::default())
}

impl TextPrinter {
    /// The text of an object. What tir has no words for is written as a reference to `meta_data`.
    ///
    /// A text that is longer than 16 MB is cut off.
    pub fn print(&mut self, object: Option<&ObjectRef>, meta_data: &mut MetaData) -> String {
        let mut writing = Writing { printer: self, meta_data, draft: PrintWorklist::new() };
        writing.draft.optional(object);
        while let Some(step) = writing.draft.next_step() {
            match step {
                Step::Object(Some(object)) => writing.object(&object),
                Step::Object(None) => drop(writing.draft.text("(nullptr)")),
                Step::Then(step, object) => step(&mut writing, &object),
            }
        }
        writing.draft.take()
    }

    /// The name of a variable, buffer or tensor that was written since the last function began.
    #[doc(alias = "GetVarName")]
    pub fn name_of(&self, object: &impl IsObjectRef) -> Option<&str> {
        self.known.get(object.as_object_ref()).map(String::as_str)
    }
}

/// A text that is being written.
struct Writing<'p> {
    printer: &'p mut TextPrinter,
    meta_data: &'p mut MetaData,
    draft: PrintWorklist<Self>,
}

impl Writing<'_> {
    fn object(&mut self, object: &ObjectRef) {
        match_node!(object, {
            StmtNode => self.visit_stmt(known(object)),
            PrimExprNode => self.visit_expr(known(object)),
            PrimFuncNode => self.function(known(object)),
            BufferNode => self.buffer(known(object)),
            region: BufferRegionNode => self.region(region),
            axis: IterVarNode => self.axis(axis),
            range: RangeNode => self.range(range),
            tensor: TensorNode => self.tensor(object, tensor),
            prim: PrimTypeNode => drop(self.draft.text(prim.dtype.to_string())),
            pointer: PointerTypeNode => self.pointer_type(pointer),
            tuple: TupleTypeNode => self.tuple_type(tuple),
            _ => match (object.downcast_ref::<Text>(), object.downcast_ref::<Array<Option<ObjectRef>>>()) {
                (Some(text), _) => drop(self.draft.text(quoted(text))),
                (_, Some(array)) => self.array(array),
                _ => self.reference(object),
            },
        })
    }

    /// What there are no words for.
    fn reference(&mut self, object: &ObjectRef) {
        self.draft.text(self.meta_data.reference(object));
    }

    fn array(&mut self, array: &Array<Option<ObjectRef>>) {
        self.draft.text("[");
        for (index, element) in array.iter().enumerate() {
            self.draft.comma(index).optional(element.as_ref());
        }
        self.draft.text("]");
    }

    /// Gives an object a name, if it has none: says which it is, and whether it is new.
    fn name(&mut self, object: &ObjectRef, wanted: &str, prefix: &str) -> (String, bool) {
        if let Some(name) = self.printer.known.get(object) {
            return (name.clone(), false);
        }
        let name = self.printer.names.give(beginning_with_letter(wanted, prefix));
        self.printer.known.insert(object.clone(), name.clone());
        (name, true)
    }

    fn pointer_type(&mut self, pointer: &PointerTypeNode) {
        self.draft.text("Pointer(");
        if !pointer.storage_scope.is_empty() {
            self.draft.text(format!("{} ", pointer.storage_scope));
        }
        self.draft.object(&pointer.element_type).text(")");
    }

    /// With a comma after a lone one, as Python has it.
    fn tuple_type(&mut self, tuple: &TupleTypeNode) {
        let end = if tuple.fields.len() == 1 { ",)" } else { ")" };
        self.draft.text("(").list(&tuple.fields).text(end);
    }

    /// Where a range ends.
    fn end(&mut self, min: &PrimExpr, extent: &PrimExpr) {
        match add(min, extent, None) {
            Ok(end) => self.draft.object(&end),
            Err(_) => self.draft.text("(").object(min).text(" + ").object(extent).text(")"),
        };
    }

    /// Refers to an expression or statement and all those in it, so that the variables in it are known to be the same.
    fn refer_to_all(&mut self, object: &ObjectRef) {
        let by_name = object.is_instance::<VarNode>() || object.is_instance::<StringImmNode>();
        let is_program =
            |object: &ObjectRef| object.is_instance::<PrimExprNode>() || object.is_instance::<StmtNode>();
        if by_name || !is_program(object) {
            return;
        }
        for event in parts(object) {
            match event {
                WalkEvent::Enter(part) if is_program(&part) => drop(self.meta_data.reference(&part)),
                _ => {}
            }
        }
    }
}

/// An object as what it is known to be.
fn known<R: IsObjectRef>(object: &ObjectRef) -> &R {
    objet_ir::functor::known(object)
}
