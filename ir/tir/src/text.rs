//! Human-readable text of tir in TVM's format.

mod text_block;
mod text_expr;
mod text_function;
mod text_stmt;

use std::collections::HashMap;

use objet::String as Text;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::{PrimExpr, PrimExprNode};
use objet_ir::meta_data::MetaData;
use objet_ir::names::{NameSupply, beginning_with_letter};
use objet_ir::print_worklist::{PrintWorklist, Step, quoted};
use objet_ir::types::{PointerTypeNode, PrimTypeNode, TupleTypeNode};

use crate::buffer::BufferNode;
use crate::expr::{IterVarNode, RangeNode, StringImmNode, VarNode};
use crate::function::PrimFuncNode;
use crate::functor::{ExprFunctor, StmtFunctor, parts};
use crate::op::add;
use crate::stmt::{BufferRegionNode, StmtNode};
use crate::te::TensorNode;

/// A printer for expressions, statements, functions, buffers and other parts of tir.
///
/// At its first occurrence, a variable is printed with its type and a buffer with its properties,
/// and later by name. Names remain valid across calls until a function is printed, and no name is
/// used twice.
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
    names: NameSupply,
    known: HashMap<ObjectRef, String>,
}

/// Formats an expression, a statement, a function, a buffer or another part of tir.
pub fn print(object: &impl IsObjectRef) -> String {
    TextPrinter::default().print(Some(object.as_object_ref()), &mut MetaData::default())
}

impl TextPrinter {
    /// Formats an object. An object that the format cannot express is printed as a reference to
    /// `meta_data`.
    ///
    /// The text is cut off at a length of 16 MB.
    pub fn print(&mut self, object: Option<&ObjectRef>, meta_data: &mut MetaData) -> String {
        let mut printer = Printer { text_printer: self, meta_data, worklist: PrintWorklist::new() };
        printer.worklist.optional(object);
        while let Some(step) = printer.worklist.next_step() {
            match step {
                Step::Object(Some(object)) => printer.object(&object),
                Step::Object(None) => drop(printer.worklist.text("(nullptr)")),
                Step::Then(step, object) => step(&mut printer, &object),
            }
        }
        printer.worklist.take()
    }

    /// Returns the name of a variable, buffer or tensor that was printed since the last function
    /// started.
    #[doc(alias = "GetVarName")]
    pub fn name_of(&self, object: &impl IsObjectRef) -> Option<&str> {
        self.known.get(object.as_object_ref()).map(String::as_str)
    }
}

/// A text under construction.
struct Printer<'p> {
    text_printer: &'p mut TextPrinter,
    meta_data: &'p mut MetaData,
    worklist: PrintWorklist<Self>,
}

impl Printer<'_> {
    fn object(&mut self, object: &ObjectRef) {
        match_node!(match object {
            StmtNode => self.visit_stmt(known(object)),
            PrimExprNode => self.visit_expr(known(object)),
            PrimFuncNode => self.function(known(object)),
            BufferNode => self.buffer(known(object)),
            region @ BufferRegionNode => self.region(region),
            axis @ IterVarNode => self.axis(axis),
            range @ RangeNode => self.range(range),
            tensor @ TensorNode => self.tensor(object, tensor),
            prim @ PrimTypeNode => drop(self.worklist.text(prim.dtype.to_string())),
            pointer @ PointerTypeNode => self.pointer_type(pointer),
            tuple @ TupleTypeNode => self.tuple_type(tuple),
            _ => match (object.downcast_ref::<Text>(), object.downcast_ref::<Array<Option<ObjectRef>>>()) {
                (Some(text), _) => drop(self.worklist.text(quoted(text))),
                (_, Some(array)) => self.array(array),
                _ => self.reference(object),
            },
        })
    }

    /// Writes an object that the format cannot express.
    fn reference(&mut self, object: &ObjectRef) {
        self.worklist.text(self.meta_data.reference(object));
    }

    fn array(&mut self, array: &Array<Option<ObjectRef>>) {
        self.worklist.text("[");
        for (index, element) in array.iter().enumerate() {
            self.worklist.comma(index).optional(element.as_ref());
        }
        self.worklist.text("]");
    }

    /// Returns the name of an object, and whether the name is new.
    fn name(&mut self, object: &ObjectRef, wanted: &str, prefix: &str) -> (String, bool) {
        if let Some(name) = self.text_printer.known.get(object) {
            return (name.clone(), false);
        }
        let name = self.text_printer.names.fresh(beginning_with_letter(wanted, prefix).into_owned());
        self.text_printer.known.insert(object.clone(), name.clone());
        (name, true)
    }

    fn pointer_type(&mut self, pointer: &PointerTypeNode) {
        self.worklist.text("Pointer(");
        if !pointer.storage_scope.is_empty() {
            self.worklist.text(format!("{} ", pointer.storage_scope));
        }
        self.worklist.object(&pointer.element_type).text(")");
    }

    /// Writes a comma after a single field, as Python does.
    fn tuple_type(&mut self, tuple: &TupleTypeNode) {
        let end = if tuple.fields.len() == 1 { ",)" } else { ")" };
        self.worklist.text("(").list(&tuple.fields).text(end);
    }

    /// Writes the end of a range.
    fn end(&mut self, min: &PrimExpr, extent: &PrimExpr) {
        match add(min, extent, None) {
            Ok(end) => self.worklist.object(&end),
            Err(_) => self.worklist.text("(").object(min).text(" + ").object(extent).text(")"),
        };
    }

    /// Adds an expression or statement and all parts of it to the metadata, so that the text can
    /// refer to its variables.
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

fn known<R: IsObjectRef>(object: &ObjectRef) -> &R {
    objet_ir::functor::downcast_known(object)
}
