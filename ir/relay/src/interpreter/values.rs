//! The values of relay that are neither tensors nor tuples.

use objet::containers::ClosureNode;
use objet::fields::FieldCell;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::adt::Constructor;

use crate::expr::{Function, Var};

/// A value of an algebraic data type.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.ConstructorValue", is_final, new)]
#[reflect(repr = show_constructor_value)]
pub struct ConstructorValueNode {
    base: Object,
    /// The tag of the constructor.
    pub tag: i32,
    /// The fields.
    pub fields: Array<ObjectRef>,
    /// The constructor; null if only the tag is known.
    pub constructor: Option<Constructor>,
}

/// A reference cell.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.RefValue", is_final, new)]
#[reflect(repr = show_ref_value)]
pub struct RefValueNode {
    base: Object,
    /// The present content, which programs replace.
    pub value: FieldCell<Option<ObjectRef>>,
}

/// A function with the values of its free variables.
#[derive(Object)]
#[repr(C)]
#[object(key = "interpreter.Closure", is_final)]
pub struct InterpreterClosureNode {
    base: ClosureNode,
    /// The values of the free variables.
    pub env: Map<Var, ObjectRef>,
    /// The function.
    pub func: Function,
}

/// A function that calls itself by the name that a `let` gives it.
#[derive(Object)]
#[repr(C)]
#[object(key = "interpreter.RecClosure", is_final)]
pub struct RecClosureNode {
    base: Object,
    /// The function, whose captured values lack its own.
    pub clos: InterpreterClosure,
    /// The variable that has the function as its value.
    pub bind: Var,
}

impl InterpreterClosure {
    /// Creates a closure.
    pub fn new(env: Map<Var, ObjectRef>, func: Function) -> Self {
        make_object(InterpreterClosureNode { base: ClosureNode::new(), env, func }).into()
    }
}

impl RecClosure {
    /// Creates a closure that calls itself by `bind`.
    pub fn new(clos: InterpreterClosure, bind: Var) -> Self {
        make_object(RecClosureNode { base: Object::new(), clos, bind }).into()
    }
}

fn show_constructor_value<'a>(value: &'a ConstructorValueNode, printer: &mut ReprPrinter<'a>) {
    printer.text(format!("ConstructorValueObj({},", value.tag)).object(&value.fields).text(")");
}

fn show_ref_value<'a>(value: &'a RefValueNode, printer: &mut ReprPrinter<'a>) {
    let content = printer.keep(value.value.load());
    printer.text("RefValueObj(").object(content).text(")");
}

/// Creates a value of an algebraic data type.
#[register_global("relay._make.ConstructorValue")]
fn constructor_value(
    tag: i32,
    fields: Array<ObjectRef>,
    constructor: Option<Constructor>,
) -> ConstructorValue {
    ConstructorValue::new(tag, fields, constructor)
}

/// Creates a value in a reference cell.
#[register_global("relay._make.RefValue")]
fn ref_value(value: Option<ObjectRef>) -> RefValue {
    RefValue::new(value)
}
